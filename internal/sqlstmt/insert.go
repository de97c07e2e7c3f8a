package sqlstmt

// insert reads INSERT, REPLACE and UPSERT; lo is at the verb.
func (p *parser) insert(s *Statement, lo, hi int) {
	s.Verb = Insert
	action, decided := ConflictUnknown, false
	if p.kw(lo) != "INSERT" {
		action, decided = ConflictUpdate, true
	}
	for lo++; lo < hi; lo++ {
		switch p.kw(lo) {
		case "IGNORE":
			action, decided = ConflictNothing, true
			continue
		case "REPLACE":
			action, decided = ConflictUpdate, true
			continue
		case "OR", "ABORT", "FAIL", "ROLLBACK", "LOW_PRIORITY", "HIGH_PRIORITY", "DELAYED", "OVERWRITE", "INTO":
			continue
		case "TOP":
			lo++
			continue
		}
		if p.isHole(lo) && p.kw(lo+1) == "INTO" { // INSERT %s INTO
			decided = true
			continue
		}
		break
	}
	target, lo := p.tableRef(lo, hi, false)
	s.Table = target.name
	p.scope.target = target.names()
	var cols []span
	columns := false
	if p.isOp(lo, "(") && lo < hi && !p.isQuery(lo+1, p.inside[lo]) {
		columns = true
		cols = p.split(lo+1, min(p.inside[lo], hi), ",")
		lo = p.after[lo]
	}
	cs := p.clauses(lo, hi)
	s.SetOpen = p.columnList(s, cols)
	open := p.rows(s, cs, columns)
	p.trailers(s, cs)
	if decided {
		s.Conflict = &Conflict{Action: action}
		if action == ConflictUpdate {
			s.Conflict.Set = append([]Assign(nil), s.Set...)
			s.Conflict.SetOpen = s.SetOpen
		}
	}
	if s.IfNotExists {
		s.Conflict = &Conflict{Action: ConflictNothing}
	}
	p.conflict(s, cs)
	if open && s.Conflict == nil { // the hole may be ON CONFLICT …
		s.Conflict = &Conflict{SetOpen: true, WhereOpen: true}
	}
}

// columnList enters the columns of an INSERT and reports whether a hole may add
// to them.
func (p *parser) columnList(s *Statement, cols []span) (open bool) {
	for _, c := range cols {
		if c.lo >= c.hi {
			continue
		}
		if c.hi-c.lo == 1 && (p.isHole(c.lo) || p.isKind(c.lo, holder)) {
			open = true
			continue
		}
		if p.isHole(c.hi-1) && c.hi-c.lo > 1 {
			open = true
		}
		if p.isHole(c.lo) && c.hi-c.lo > 1 && !p.isOp(c.lo+1, ".") {
			open = true
			c.lo++
		}
		s.Set = append(s.Set, Assign{Column: p.path(c.lo, c.hi).name, Value: Operand{Arg: -1}})
	}
	return open
}

// rows reads what is inserted and pairs it with the columns. open is true when
// a hole follows that may hold a conflict clause.
func (p *parser) rows(s *Statement, cs []clause, columns bool) (open bool) {
	for n, c := range cs {
		switch c.key {
		case "ON CONFLICT", "ON DUPLICATE":
			return open
		case "":
			if c.lo < c.hi && p.isHole(c.lo) {
				open = true
				s.SetOpen = s.SetOpen || !columns
			}
			if p.kw(c.lo) == "WITH" || p.isOp(c.lo, "(") { // INSERT INTO t WITH x AS (…) SELECT
				p.source(s, c.lo, p.sourceEnd(cs, n), columns)
				return p.isHole(p.sourceEnd(cs, n)-1) || open
			}
		case "VALUES":
			return p.values(s, c, columns)
		case "SELECT":
			end := p.sourceEnd(cs, n)
			p.source(s, c.at, end, columns)
			return p.isHole(end - 1)
		case "SET":
			s.Set, s.SetOpen = p.assigns(c.lo, c.hi)
			return s.SetOpen
		}
	}
	return open
}

// sourceEnd is where the query of an INSERT … SELECT ends.
func (p *parser) sourceEnd(cs []clause, n int) int {
	for _, c := range cs[n:] {
		switch c.key {
		case "ON CONFLICT", "ON DUPLICATE", "RETURNING":
			return c.at
		}
	}
	return cs[len(cs)-1].hi
}

// source reads the query of an INSERT … SELECT.
func (p *parser) source(s *Statement, lo, hi int, columns bool) {
	q := p.statement(lo, hi)
	s.Where, s.WhereOpen, s.HasWhere = append(s.Where, q.Where...), q.WhereOpen, q.HasWhere
	s.With = append(s.With, q.With...)
	if q.Table != s.Table || s.Table == "" {
		for i := range s.Where {
			s.Where[i].Foreign = s.Where[i].Column != ""
		}
	}
	if p.kw(lo) == "SELECT" {
		cs := p.clauses(lo+1, hi)
		items := cs[0]
		if k := p.kw(items.lo); k == "DISTINCT" || k == "ALL" {
			items.lo++
		}
		p.pair(s, p.split(items.lo, items.hi, ","), columns)
	}
}

// values reads VALUES (…), (…) [AS new].
func (p *parser) values(s *Statement, c clause, columns bool) (open bool) {
	i := c.lo
	if i < c.hi && !p.isOp(i, "(") { // VALUES ⬚, VALUES ?
		i++
		if !columns {
			s.SetOpen = true
		}
	}
	for n := 0; i < c.hi && (p.isOp(i, "(") || p.isOp(i, ",") || p.kw(i) == "ROW"); i = p.after[i] {
		if p.isOp(i, "(") {
			if n == 0 {
				p.pair(s, p.split(i+1, min(p.inside[i], c.hi), ","), columns)
			}
			n++
		}
	}
	if p.kw(i) == "AS" && i+1 < c.hi && p.isName(i+1) {
		p.scope.excluded = append(p.scope.excluded, p.name(i+1))
		i += 2
	}
	return p.tailHole(i, c.hi)
}

// pair joins the values of the first row with the columns, if their numbers agree.
func (p *parser) pair(s *Statement, values []span, columns bool) {
	if !columns && len(s.Set) == 0 {
		for _, v := range values {
			if v.lo < v.hi && !(v.hi-v.lo == 1 && p.isOp(v.lo, "*")) {
				s.Set = append(s.Set, Assign{Value: p.operand(v.lo, v.hi, "")})
			}
		}
		return
	}
	if s.SetOpen || len(values) != len(s.Set) {
		return
	}
	for n, v := range values {
		if v.hi-v.lo > 2 && p.kw(v.hi-2) == "AS" { // SELECT $1 AS id
			v.hi -= 2
		}
		s.Set[n].Value = p.operand(v.lo, v.hi, s.Set[n].Column)
	}
}
