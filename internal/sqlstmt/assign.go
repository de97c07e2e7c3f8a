package sqlstmt

import "strings"

// assigns reads a SET list. open is true when a hole may add to it.
func (p *parser) assigns(lo, hi int) (set []Assign, open bool) {
	start := lo
	add := func(end int) {
		if end > start {
			more, o := p.assign(start, end)
			set, open = append(set, more...), open || o
		}
	}
	for i := lo; i < hi; i = p.after[i] {
		switch {
		case p.isOp(i, ","):
			add(i)
			start = i + 1
		case !p.isHole(i):
		case i == start && p.startsOperand(i+1, hi): // ⬚ b = 2
			open = true
			start = i + 1
		case i > start && endsOperand(&p.toks[i-1], p.src) && !p.assignOp(i+1): // a = 1 ⬚
			add(i)
			open = true
			start = i + 1
		}
	}
	add(hi)
	return set, open
}

// assignOp reports whether an assignment operator stands at i.
func (p *parser) assignOp(i int) bool {
	return p.isKind(i, op) && strings.HasSuffix(p.text(i), "=") &&
		(comparison(p.text(i)) == "=" || strings.IndexByte("+-*/%:", p.text(i)[0]) >= 0)
}

// assign reads one member of a SET list, which may be (a, b) = (?, ?).
func (p *parser) assign(lo, hi int) (set []Assign, open bool) {
	at := lo
	for at < hi && !p.assignOp(at) {
		at = p.after[at]
	}
	if at >= hi {
		return nil, lo+1 == hi && (p.isHole(lo) || p.isKind(lo, holder))
	}
	// SQL Server: SET @v = version = version + 1
	if next := p.path(at+1, hi); p.isKind(lo, holder) && p.text(lo)[0] == '@' && next.next > at+1 && p.assignOp(next.next) {
		return p.assign(at+1, hi)
	}
	if cols := p.tuple(span{lo, at}); len(cols) > 0 {
		return p.tupleAssign(cols, at+1, hi), false
	}
	col := p.path(lo, at)
	if p.isKind(col.next, hole) && p.toks[col.next].is(glued) {
		col.name = ""
	}
	a := Assign{Column: col.name}
	if p.text(at) != "=" && p.text(at) != ":=" { // a += 1
		a.Value = p.operand(at+1, hi, "")
		if p.text(at) == "+=" || p.text(at) == "-=" {
			a.Value.Kind = SelfStep
		} else {
			a.Value.Kind = Expr
		}
		return []Assign{a}, false
	}
	a.Value, a.Guard = p.guarded(at+1, hi, a.Column)
	return []Assign{a}, false
}

func (p *parser) tupleAssign(cols []span, lo, hi int) []Assign {
	var set []Assign
	values := p.tuple(span{lo, hi})
	for n, c := range cols {
		a := Assign{Column: p.path(c.lo, c.hi).name}
		if n < len(values) && len(values) == len(cols) {
			a.Value = p.operand(values[n].lo, values[n].hi, a.Column)
		} else {
			a.Value = p.operand(lo, hi, a.Column)
		}
		set = append(set, a)
	}
	return set
}
