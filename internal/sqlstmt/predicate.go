package sqlstmt

// lone reads a condition without an operator: EXISTS (…), a boolean column, a
// function that answers yes or no, or a hole.
func (p *parser) lone(lo, hi int, neg bool) (preds []Predicate, open bool) {
	for hi-lo > 1 && p.isHole(hi-1) && endsOperand(&p.toks[hi-2], p.src) {
		open = true // the hole may be an operator and its operand, or more conditions
		hi--
	}
	if lo >= hi {
		return nil, open
	}
	if p.kw(lo) == "EXISTS" && p.isOp(lo+1, "(") {
		in := span{lo + 2, p.inside[lo+1]}
		v := Operand{Kind: Subquery, Text: p.fold(lo+1, hi), Arg: -1}
		if p.isQuery(in.lo, in.hi) {
			v.Sub = p.sub(in.lo, in.hi)
		}
		return not([]Predicate{{Op: "EXISTS", Value: v}}, neg), open
	}
	if p.kw(lo) == "EXISTS" || lo+1 == hi && (p.isHole(lo) || p.isKind(lo, holder) && p.text(lo)[0] == '?') {
		return nil, true
	}
	if p.is(lo, "current") && p.is(lo+1, "of") { // a cursor's row
		return []Predicate{{Value: p.operand(lo, hi, "")}}, open
	}
	_, ok := p.columnOf(span{lo, hi})
	if at := p.path(lo, hi); ok && at.next == hi {
		if open { // version ⬚
			return []Predicate{p.with(span{lo, hi}, Predicate{Value: Operand{Arg: -1}})}, true
		}
		b := Operand{Kind: Literal, Text: "TRUE", Arg: -1}
		if neg {
			b.Text = "FALSE"
		}
		return []Predicate{p.with(span{lo, hi}, Predicate{Op: "=", Value: b})}, false
	}
	if at := p.path(lo, hi); ok && at.next+2 <= hi && p.isHole(at.next) { // version %s ?
		pr := p.with(span{lo, at.next}, Predicate{})
		pr.Value = p.operand(at.next+1, hi, pr.Column)
		return []Predicate{pr}, true
	}
	in := p.parts(lo, hi)
	if !ok && !in.funcs && !in.sub {
		return nil, open // TRUE, 1, $2
	}
	pr := p.with(span{lo, hi}, Predicate{})
	pr.Value = p.operand(lo, hi, "")
	return []Predicate{pr}, open
}

// isTest reads IS [NOT] NULL, TRUE, FALSE, DISTINCT FROM.
func (p *parser) isTest(left, right span, neg bool) []Predicate {
	if right.lo < right.hi && p.kw(right.lo) == "NOT" {
		neg = !neg
		right.lo++
	}
	switch k := p.kw(right.lo); {
	case right.lo >= right.hi:
		return nil
	case k == "NULL" || k == "UNKNOWN":
		v := p.operand(right.lo, right.lo+1, "")
		v.Kind = Null
		if l, _, ok := p.tuples(left, left); ok {
			var preds []Predicate
			for _, s := range l {
				preds = append(preds, p.with(s, Predicate{Op: "IS NULL", Value: v}))
			}
			return not(preds, neg)
		}
		return not([]Predicate{p.with(left, Predicate{Op: "IS NULL", Value: v})}, neg)
	case k == "DISTINCT":
		right.lo = min(right.lo+2, right.hi)
		neg = !neg
	}
	return not([]Predicate{p.binary(left, right, "=")}, neg)
}

// between reads BETWEEN a AND b; both bounds are in Values.
func (p *parser) between(left, right span) Predicate {
	pr := p.with(left, Predicate{Op: "BETWEEN"})
	if p.is(right.lo, "symmetric") {
		right.lo++
	}
	for i := right.lo; i < right.hi; i = p.after[i] {
		if p.kw(i) == "AND" {
			pr.Value = p.operand(right.lo, i, pr.Column)
			pr.Values = []Operand{pr.Value, p.operand(i+1, right.hi, pr.Column)}
			return pr
		}
	}
	pr.Value = p.operand(right.lo, right.hi, pr.Column)
	return pr
}

// in reads left IN right: a list, a query, or a placeholder for the list.
func (p *parser) in(left, right span) []Predicate {
	if p.kw(right.lo) == "UNNEST" && p.isOp(right.lo+1, "(") { // Spanner
		return p.any(left, right, "=", "ANY")
	}
	list, listed := p.group(right.lo, right.hi)
	if cols, _, ok := p.tuples(left, left); ok {
		return p.tupleIn(cols, right, list, listed)
	}
	pr := p.with(left, Predicate{Op: "IN"})
	pr.Value = p.operand(right.lo, right.hi, pr.Column)
	if listed && pr.Value.Kind != Subquery {
		for _, s := range p.split(list.lo, list.hi, ",") {
			if s.lo < s.hi {
				pr.Values = append(pr.Values, p.operand(s.lo, s.hi, pr.Column))
			}
		}
		if len(pr.Values) != 1 {
			pr.Value = Operand{Kind: Expr, Text: pr.Value.Text, Arg: -1}
		}
	}
	return []Predicate{pr}
}

// tupleIn reads (a, b) IN ((?, ?), …) as one IN for each column.
func (p *parser) tupleIn(cols []span, right, list span, listed bool) []Predicate {
	value := p.operand(right.lo, right.hi, "")
	var preds []Predicate
	for _, s := range cols {
		preds = append(preds, p.with(s, Predicate{Op: "IN", Value: value}))
	}
	if !listed || value.Kind == Subquery {
		return preds
	}
	for _, row := range p.split(list.lo, list.hi, ",") {
		in, ok := p.group(row.lo, row.hi)
		if !ok {
			continue
		}
		for n, s := range p.split(in.lo, in.hi, ",") {
			if n < len(preds) && s.lo < s.hi {
				preds[n].Values = append(preds[n].Values, p.operand(s.lo, s.hi, preds[n].Column))
			}
		}
	}
	return preds
}

// any reads = ANY(…) as IN and <> ALL(…) as NOT IN.
func (p *parser) any(left, right span, oper, quantifier string) []Predicate {
	right.hi = min(p.after[right.lo+1], right.hi)
	if _, ok := p.columnOf(left); !ok { // $1 = ANY(tags)
		pr := p.with(span{right.lo + 1, right.hi}, Predicate{})
		pr.Value = p.operand(left.lo, left.hi, "")
		return []Predicate{pr}
	}
	switch {
	case oper == "=" && quantifier != "ALL":
		oper = "IN"
	case oper == "<>" && quantifier == "ALL":
		oper = "NOT IN"
	case oper == "=" || oper == "<>":
		oper = ""
	}
	pr := p.with(left, Predicate{Op: oper})
	if in := (span{right.lo + 2, min(p.inside[right.lo+1], right.hi)}); !p.isQuery(in.lo, in.hi) {
		pr.Value = p.operand(in.lo, in.hi, pr.Column)
	} else {
		pr.Value = p.operand(right.lo+1, right.hi, pr.Column)
	}
	return []Predicate{pr}
}

// tuples returns the members of (a, b) and of (?, ?).
func (p *parser) tuples(left, right span) (l, r []span, ok bool) {
	if l = p.tuple(left); len(l) < 2 {
		return nil, nil, false
	}
	return l, p.tuple(right), true
}

func (p *parser) tuple(s span) []span {
	if s.lo < s.hi && p.kw(s.lo) == "ROW" {
		s.lo++
	}
	in, ok := p.group(s.lo, s.hi)
	if !ok || p.isQuery(in.lo, in.hi) {
		return nil
	}
	return p.split(in.lo, in.hi, ",")
}

// pairs compares tuples member by member. Order comparisons of tuples bind the
// first member only.
func (p *parser) pairs(l, r []span, whole span, oper string, neg bool) []Predicate {
	if neg {
		oper = negated[oper]
	}
	var preds []Predicate
	for n, s := range l {
		value := whole
		if n < len(r) && len(r) > 1 {
			value = r[n]
		}
		o := oper
		switch {
		case oper == "<" || oper == ">":
			o += "="
			fallthrough
		case oper == "<=" || oper == ">=":
			if n > 0 {
				o = ""
			}
		}
		pr := p.binary(s, value, o)
		if oper == "<>" { // one differing member suffices
			if n == 0 {
				p.scope.ors++
			}
			pr.Disjunct, pr.Or, pr.Branch = true, p.scope.ors, n+1
		}
		preds = append(preds, pr)
	}
	return preds
}
