package sqlstmt

// merge reads MERGE INTO t USING s ON … WHEN …; lo is behind the verb.
func (p *parser) merge(s *Statement, lo, hi int) {
	s.Verb = Merge
	for lo < hi && (p.kw(lo) == "INTO" || p.kw(lo) == "TOP") {
		lo++
		if p.isOp(lo, "(") {
			lo = p.after[lo]
		}
	}
	target, i := p.tableRef(lo, hi, true)
	s.Table = target.name
	p.scope.target = target.names()
	for i < hi && p.kw(i) != "USING" {
		i = p.after[i]
	}
	if i < hi {
		var source ref
		source, i = p.tableRef(i+1, hi, true)
		for _, n := range source.names() {
			if n != "" {
				p.scope.excluded = append(p.scope.excluded, n)
			}
		}
	}
	if out, ok := first(p.clauses(i, hi), "OUTPUT"); ok {
		s.Returning = true
		hi = out.at
	}
	var whens []span
	on := span{-1, -1}
	for ; i < hi; i = p.after[i] {
		switch p.kw(i) {
		case "ON":
			if on.lo < 0 {
				on = span{i + 1, hi}
			}
		case "WHEN":
			if on.lo >= 0 && len(whens) == 0 {
				on.hi = i
			}
			if len(whens) > 0 {
				whens[len(whens)-1].hi = i
			}
			whens = append(whens, span{i + 1, hi})
		}
	}
	s.HasWhere = true
	if on.lo >= 0 {
		s.Where, s.WhereOpen = p.where(on.lo, on.hi)
	}
	if len(whens) == 0 {
		s.SetOpen, s.WhereOpen = true, true
	}
	var inserts []Assign
	matched := matches{base: len(s.Where)}
	for _, w := range whens {
		p.when(s, w, &inserts, &matched)
	}
	if matched.n == 0 {
		s.Set = inserts
		if inserts != nil {
			s.Conflict = &Conflict{Action: ConflictNothing}
		}
	}
}

// matches counts the WHEN MATCHED branches; their guards are those of
// Statement.Where from base on.
type matches struct{ n, base int }

// when reads one WHEN [NOT] MATCHED [AND …] THEN ….
func (p *parser) when(s *Statement, w span, inserts *[]Assign, matched *matches) {
	absent := p.kw(w.lo) == "NOT"
	guard := span{-1, -1}
	then := w.lo
	for ; then < w.hi && p.kw(then) != "THEN"; then = p.after[then] {
		if p.kw(then) == "AND" && guard.lo < 0 {
			guard = span{then + 1, w.hi}
		}
	}
	guard.hi = min(guard.hi, then)
	then = min(then+1, w.hi)
	if p.hasWord(w.lo, then, "SOURCE") {
		return
	}
	if absent {
		if p.kw(then) == "INSERT" {
			ins := Statement{}
			p.insertBranch(&ins, then+1, w.hi)
			*inserts = append(*inserts, ins.Set...)
		}
		return
	}
	var preds []Predicate
	var open bool
	if guard.lo >= 0 {
		preds, open = p.where(guard.lo, guard.hi)
	}
	switch p.kw(then) {
	case "UPDATE":
	case "DELETE":
		whenGuards(s, preds, open, matched)
		return
	default:
		return
	}
	cs := p.clauses(then+1, w.hi)
	set, _ := first(cs, "SET")
	assigns, setOpen := p.assigns(set.lo, set.hi)
	if c, ok := first(cs, "WHERE"); ok { // Oracle
		more, o := p.where(c.lo, c.hi)
		preds, open = append(preds, more...), open || o
	}
	_, output := first(cs, "OUTPUT")
	_, returning := first(cs, "RETURNING")
	s.Returning = s.Returning || output || returning
	preds = append(preds, branchGuards(assigns)...)
	whenGuards(s, preds, open || setOpen, matched)
	s.Set = append(s.Set, assigns...)
	s.SetOpen = s.SetOpen || setOpen
	s.Conflict.Set = append(s.Conflict.Set, assigns...)
	s.Conflict.SetOpen = s.SetOpen
}

// whenGuards adds the guards of one WHEN MATCHED. Of several branches, any may
// be the one that is taken.
func whenGuards(s *Statement, preds []Predicate, open bool, matched *matches) {
	if s.Conflict == nil {
		s.Conflict = &Conflict{Action: ConflictUpdate}
	}
	if matched.n++; matched.n == 2 {
		disjoin(s.Where[matched.base:])
		disjoin(s.Conflict.Where)
	}
	if matched.n > 1 {
		disjoin(preds)
	}
	s.Where = append(s.Where, preds...)
	s.Conflict.Where = append(s.Conflict.Where, preds...)
	s.WhereOpen = s.WhereOpen || open
	s.Conflict.WhereOpen = s.Conflict.WhereOpen || open
}

// disjoin marks comparisons as alternatives of something that is no OR.
func disjoin(preds []Predicate) {
	for i := range preds {
		preds[i].Disjunct, preds[i].Or, preds[i].Branch = true, 0, 0
	}
}

// insertBranch reads (cols) VALUES (…) of WHEN NOT MATCHED THEN INSERT.
func (p *parser) insertBranch(s *Statement, lo, hi int) {
	var cols []span
	columns := p.isOp(lo, "(")
	if columns {
		cols = p.split(lo+1, min(p.inside[lo], hi), ",")
		lo = p.after[lo]
	}
	s.SetOpen = p.columnList(s, cols)
	if v, ok := first(p.clauses(lo, hi), "VALUES"); ok {
		p.values(s, v, columns)
	}
}
