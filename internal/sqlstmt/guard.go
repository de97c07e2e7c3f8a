package sqlstmt

// guarded reads the value of an assignment. IF(cond, new, self) and CASE WHEN
// cond THEN new ELSE self END are the value new under a guard.
func (p *parser) guarded(lo, hi int, self string) (Operand, []Predicate) {
	from, to := lo, hi
	if in, ok := p.group(lo, hi); ok && !p.isQuery(in.lo, in.hi) {
		from, to = in.lo, in.hi
	}
	cond, yes, no, ok := p.choice(from, to)
	if !ok || self == "" {
		return p.operand(lo, hi, self), nil
	}
	var c conditions
	switch {
	case p.isSelf(no, self):
		c = conditions{p: p, next: map[int]int{}}
		c.walk(cond.lo, cond.hi, false, branch{})
	case p.isSelf(yes, self):
		c = conditions{p: p, next: map[int]int{}}
		c.walk(cond.lo, cond.hi, true, branch{})
		yes = no
	default:
		return p.operand(lo, hi, self), nil
	}
	return p.operand(yes.lo, yes.hi, self), c.preds
}

// choice takes IF(a, b, c), IIF(a, b, c) and CASE WHEN a THEN b ELSE c END apart.
func (p *parser) choice(lo, hi int) (cond, yes, no span, ok bool) {
	if lo >= hi {
		return
	}
	if (p.kw(lo) == "IF" || p.is(lo, "iif")) && p.isOp(lo+1, "(") && p.after[lo+1] >= hi {
		args := p.split(lo+2, min(p.inside[lo+1], hi), ",")
		if len(args) == 3 {
			return args[0], args[1], args[2], true
		}
		return
	}
	if p.kw(lo) != "CASE" || p.kw(lo+1) != "WHEN" || p.after[lo] < hi {
		return
	}
	end := min(p.inside[lo], hi)
	then, els := -1, -1
	for i := lo + 2; i < end; i = p.after[i] {
		switch p.kw(i) {
		case "WHEN":
			return // several cases
		case "THEN":
			then = i
		case "ELSE":
			els = i
		}
	}
	if then < 0 || els < then {
		return
	}
	return span{lo + 2, then}, span{then + 1, els}, span{els + 1, end}, true
}

// isSelf reports whether s is just the column.
func (p *parser) isSelf(s span, column string) bool {
	s.lo, s.hi = p.strip(s.lo, s.hi)
	at := p.path(s.lo, s.hi)
	return at.next == s.hi && at.name == column && !p.isExcluded(at.qual)
}

// branchGuards gathers the guards of a conflict branch. They guard the branch
// only if every assignment that changes the row has one; otherwise they are
// marked as alternatives.
func branchGuards(set []Assign) []Predicate {
	var out []Predicate
	all := true
	seen := map[string]bool{}
	for _, a := range set {
		if a.Guard == nil {
			all = all && harmless(a)
			continue
		}
		for _, g := range a.Guard {
			key := g.Column + g.Op + g.Value.Text
			if !seen[key] {
				seen[key] = true
				out = append(out, g)
			}
		}
	}
	if !all {
		disjoin(out)
	}
	return out
}
