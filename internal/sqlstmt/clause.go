package sqlstmt

// clause is a part of a statement: its keyword and what stands behind it.
type clause struct {
	key    string
	at     int // the keyword
	lo, hi int // what follows
}

// clauses cuts [lo, hi) into its clauses. The first has no key and is what
// stands in front of them all.
func (p *parser) clauses(lo, hi int) []clause {
	out := []clause{{at: lo, lo: lo}}
	for i := lo; i < hi; i = p.after[i] {
		key, n := p.clauseAt(i, hi)
		if key == "" {
			continue
		}
		out[len(out)-1].hi = i
		out = append(out, clause{key: key, at: i, lo: min(i+n, hi)})
	}
	out[len(out)-1].hi = hi
	return out
}

// clauseAt returns the clause that begins at i and the length of its keywords.
// Most of these words may be columns too (limit = 5), so the neighbours count.
func (p *parser) clauseAt(i, hi int) (string, int) {
	k := p.kw(i)
	if k == "" || p.isOp(i-1, ".") || p.isOp(i+1, ".") {
		return "", 0
	}
	if i+1 < hi && p.isKind(i+1, op) && (comparison(p.text(i+1)) != "" || p.isOp(i+1, ",") || p.isOp(i+1, ")")) {
		return "", 0
	}
	next := p.kw(i + 1)
	switch k {
	case "SET", "WHERE", "HAVING", "RETURNING", "SELECT", "UNION", "EXCEPT", "INTERSECT", "WHEN":
		return k, 1
	case "VALUES", "VALUE":
		if k == "VALUE" && !p.isOp(i+1, "(") && !p.isHole(i+1) || p.isKind(i-1, op) && !endsOperand(&p.toks[i-1], p.src) {
			return "", 0 // a column, or MySQL's v = VALUES(v)
		}
		return "VALUES", 1
	case "FROM":
		if p.kw(i-1) == "DISTINCT" && (p.kw(i-2) == "IS" || p.kw(i-2) == "NOT") {
			return "", 0
		}
		return k, 1
	case "USING":
		if next == "TTL" || next == "TIMESTAMP" {
			return "USING TTL", 2
		}
		return k, 1
	case "ORDER", "GROUP":
		if next == "BY" {
			return k, 2
		}
	case "LIMIT":
		if i+1 < hi && (p.startsOperand(i+1, hi) || next == "ALL") {
			return k, 1
		}
	case "OFFSET":
		if i+1 < hi && p.startsOperand(i+1, hi) && !p.isKind(i+1, word) {
			return k, 1
		}
	case "FETCH":
		if next == "FIRST" || next == "NEXT" {
			return k, 2
		}
	case "FOR":
		if next != "" || p.isHole(i+1) {
			return k, 1
		}
	case "WINDOW":
		if p.kw(i+2) == "AS" {
			return k, 1
		}
	case "OUTPUT":
		if q := p.nameAt(i + 1); q == "inserted" || q == "deleted" || p.text(i+1) == "$action" {
			return k, 1
		}
	case "COMMIT": // SQL Server needs no semicolon
		if i+1 >= hi || next == "TRAN" || next == "TRANSACTION" {
			return k, 1
		}
	case "OPTION":
		if p.isOp(i+1, "(") {
			return k, 1
		}
	case "ON":
		if next == "CONFLICT" || next == "DUPLICATE" {
			return "ON " + next, 2
		}
	case "LOCK":
		if next == "IN" {
			return k, 1
		}
	case "ALLOW":
		return k, 1
	case "IF": // CQL
		if !p.isOp(i+1, "(") && i > 0 && (endsOperand(&p.toks[i-1], p.src)) {
			return k, 1
		}
	}
	return "", 0
}

// first returns the first clause with the key, if any.
func first(cs []clause, key string) (clause, bool) {
	for _, c := range cs {
		if c.key == key {
			return c, true
		}
	}
	return clause{}, false
}

// tailHole reports whether a hole stands in [lo, hi) where no operand is
// expected, so that it may be anything.
func (p *parser) tailHole(lo, hi int) bool {
	for i := lo; i < hi; i = p.after[i] {
		if p.isHole(i) && (i == lo || endsOperand(&p.toks[i-1], p.src)) {
			return true
		}
	}
	return false
}

// condition reads the WHERE clause and the trailers into s.
func (p *parser) condition(s *Statement, cs []clause) {
	if w, ok := first(cs, "WHERE"); ok {
		s.HasWhere = true
		preds, open := p.where(w.lo, w.hi)
		s.Where = append(s.Where, preds...)
		s.WhereOpen = s.WhereOpen || open || w.lo >= w.hi
	}
	p.trailers(s, cs)
}

// trailers reads the clauses that any statement may end with: CQL's IF and
// USING TTL, RETURNING and OUTPUT.
func (p *parser) trailers(s *Statement, cs []clause) {
	if c, ok := first(cs, "IF"); ok {
		s.LWT = true
		switch {
		case p.phrase(c.lo, "NOT", "EXISTS"):
			s.IfNotExists = true
		case p.kw(c.lo) == "EXISTS":
		default:
			preds, open := p.where(c.lo, c.hi)
			s.Where = append(s.Where, preds...)
			s.WhereOpen = s.WhereOpen || open
		}
	}
	for _, c := range cs {
		if c.key == "USING TTL" {
			s.UsingTTL = s.UsingTTL || p.kw(c.at+1) == "TTL" || p.hasWord(c.lo, c.hi, "TTL")
		}
	}
	if _, ok := first(cs, "RETURNING"); ok {
		s.Returning = true
	}
	if _, ok := first(cs, "OUTPUT"); ok {
		s.Returning = true
	}
}

func (p *parser) hasWord(lo, hi int, kw string) bool {
	for i := lo; i < hi; i++ {
		if p.kw(i) == kw {
			return true
		}
	}
	return false
}
