package sqlstmt

import "strings"

// operand says what stands in [lo, hi). self is the column on the other side,
// which makes version + 1 a SelfStep.
func (p *parser) operand(lo, hi int, self string) Operand {
	o := p.classify(lo, hi, self)
	o.Text = p.fold(lo, hi)
	return o
}

func (p *parser) classify(lo, hi int, self string) Operand {
	lo, hi = p.strip(lo, hi)
	unknown := Operand{Arg: -1}
	if lo >= hi {
		return unknown
	}
	if in, ok := p.group(lo, hi); ok && p.isQuery(in.lo, in.hi) {
		return Operand{Kind: Subquery, Arg: -1, Sub: p.sub(in.lo, in.hi)}
	}
	if p.kw(lo) == "ARRAY" && p.isOp(lo+1, "(") && p.queries[lo+1] && p.after[lo+1] >= hi {
		return Operand{Kind: Subquery, Arg: -1, Sub: p.sub(lo+2, min(p.inside[lo+1], hi))}
	}
	if hi-lo == 1 {
		if o, ok := p.single(lo); ok {
			return o
		}
	}
	if at := p.path(lo, hi); at.next == hi {
		if p.isExcluded(at.qual) {
			return Operand{Kind: Excluded, Arg: -1, Name: at.name}
		}
		return Operand{Kind: ColumnRef, Arg: -1, Name: at.name}
	}
	if p.kw(lo) == "VALUES" && p.isOp(lo+1, "(") && p.after[lo+1] >= hi { // MySQL: VALUES(fence)
		return Operand{Kind: Excluded, Arg: -1, Name: p.path(lo+2, hi).name}
	}
	return p.compound(lo, hi, self)
}

// single classifies an operand of one token, other than a name.
func (p *parser) single(i int) (Operand, bool) {
	t := &p.toks[i]
	o := Operand{Arg: -1}
	switch t.kind {
	case holder:
		o.Kind, o.Arg = Placeholder, int(t.arg)
		if s := p.text(i)[1:]; s != "" && !digit(s[0]) && !strings.ContainsAny(s, holeText+"%") {
			o.Name = s
		}
	case hole:
		o.Kind = Placeholder
		if s := p.text(i); strings.HasPrefix(s, "${") {
			o.Name = strings.TrimSpace(strings.Trim(s, "${}"))
		}
	case str:
		o.Kind = Literal
		if t.is(withHole) {
			o.Kind = Placeholder
		}
	case number:
		o.Kind = Literal
	case quoted:
		if !t.is(dquoted) || p.dqNames {
			return o, false
		}
		o.Kind = Literal
		if t.is(withHole) {
			o.Kind = Placeholder
		}
	case word:
		switch {
		case t.kw == "NULL":
			o.Kind = Null
		case t.kw == "TRUE" || t.kw == "FALSE":
			o.Kind = Literal
		case t.kw == "DEFAULT":
			o.Kind = Expr
		case nowWords[t.kw]:
			o.Kind = Now
		default:
			return o, false
		}
	default:
		return o, false
	}
	return o, true
}

// strip removes what does not change whose value an operand is: brackets, casts,
// a collation, a time zone, a plus sign.
func (p *parser) strip(lo, hi int) (int, int) {
	for {
		from, to := lo, hi
		if in, ok := p.group(lo, hi); ok && !p.isQuery(in.lo, in.hi) && len(p.split(in.lo, in.hi, ",")) == 1 {
			lo, hi = in.lo, in.hi
		}
		if hi-lo > 1 && (p.isOp(lo, "+") || p.kw(lo) == "BINARY") {
			lo++
		}
		if (p.kw(lo) == "CAST" || p.is(lo, "try_cast")) && p.isOp(lo+1, "(") && p.after[lo+1] >= hi && lo+1 < hi {
			in := span{lo + 2, min(p.inside[lo+1], hi)}
			for i := in.lo; i < in.hi; i = p.after[i] {
				if p.kw(i) == "AS" {
					lo, hi = in.lo, i
					break
				}
			}
		}
		if !p.operatorIn(lo, hi) { // in a + b::int the cast is not of the sum
			for i := lo; i < hi; i = p.after[i] {
				if i > lo && (p.isOp(i, "::") || p.kw(i) == "COLLATE" || p.kw(i) == "ESCAPE" || p.phrase(i, "AT", "TIME", "ZONE")) {
					hi = i
					break
				}
			}
		}
		if lo == from && hi == to {
			return lo, hi
		}
	}
}

// operatorIn reports whether [lo, hi) has an operator at its top level that
// joins two operands.
func (p *parser) operatorIn(lo, hi int) bool {
	for i := lo; i < hi; i = p.after[i] {
		if p.toks[i].kind != op {
			continue
		}
		switch p.text(i) {
		case "+", "-", "*", "/", "%", "%%", "||", "->", "->>", "#>", "#>>", "&", "|":
			return true
		}
	}
	return false
}

// isQuery reports whether a query begins at lo.
func (p *parser) isQuery(lo, hi int) bool {
	if lo >= hi {
		return false
	}
	if p.isOp(lo, "(") {
		return p.queries[lo] && p.wholeQuery(lo, hi)
	}
	switch p.kw(lo) {
	case "SELECT":
		return true
	case "WITH":
		return p.isName(lo + 1)
	case "VALUES":
		return p.isOp(lo+1, "(") && p.after[lo+1] < hi && p.isOp(p.after[lo+1], ",")
	}
	return false
}

// wholeQuery reports whether the bracketed query at lo is all of [lo, hi), or
// the first part of a UNION; (SELECT …) = 1 is neither.
func (p *parser) wholeQuery(lo, hi int) bool {
	next := p.after[lo]
	if next >= hi {
		return true
	}
	switch p.kw(next) {
	case "UNION", "EXCEPT", "INTERSECT", "ORDER", "LIMIT":
		return true
	}
	return false
}

// isExcluded reports whether the qualifier names the row to be inserted.
func (p *parser) isExcluded(qual string) bool {
	if qual == "" {
		return false
	}
	if qual == "excluded" {
		return true
	}
	for _, n := range p.scope.excluded {
		if n == qual {
			return true
		}
	}
	return false
}

// sub reads the query in [lo, hi), once: it means the same wherever it is asked
// for, and reading it again at each level would cost exponential time.
func (p *parser) sub(lo, hi int) *Statement {
	if s := p.subs[span{lo, hi}]; s != nil {
		return s
	}
	s := p.statement(lo, hi)
	p.subs[span{lo, hi}] = &s
	return &s
}
