package sqlstmt

// branch says under which alternative of which OR a comparison stands.
type branch struct {
	or, n  int
	direct bool // right below the OR: a nested OR only adds alternatives
}

// conditions collects the comparisons of one condition.
type conditions struct {
	p     *parser
	preds []Predicate
	open  bool
	next  map[int]int // the next alternative of each OR
}

// where flattens the condition in [lo, hi). open is true when a hole may add
// comparisons to it.
func (p *parser) where(lo, hi int) (preds []Predicate, open bool) {
	c := conditions{p: p, next: map[int]int{}}
	c.walk(lo, hi, false, branch{})
	return c.preds, c.open
}

// walk flattens [lo, hi), negated if neg: NOT is pushed down to the comparisons.
func (c *conditions) walk(lo, hi int, neg bool, b branch) {
	p := c.p
	if p.parens++; p.parens > maxParens {
		c.open = true
		p.parens--
		return
	}
	defer func() { p.parens-- }()
	for {
		if in, ok := p.group(lo, hi); ok && !p.isQuery(in.lo, in.hi) {
			lo, hi = in.lo, in.hi
			continue
		}
		if ors := c.splitWord(lo, hi, "OR"); len(ors) > 1 {
			c.join(ors, neg, !neg, b)
			return
		}
		if xors := c.splitWord(lo, hi, "XOR"); len(xors) > 1 {
			c.join(xors, neg, true, b)
			return
		}
		if ands := c.splitAnd(lo, hi); len(ands) > 1 {
			c.join(ands, neg, neg, b)
			return
		} else if len(ands) == 1 {
			lo, hi = ands[0].lo, ands[0].hi
		} else {
			if b.or != 0 { // a hole is an alternative too
				b = c.claim(b)
				c.preds = append(c.preds, Predicate{Value: p.operand(lo, hi, ""), Disjunct: true, Or: b.or, Branch: b.n})
			}
			return
		}
		nots := lo
		for lo+1 < hi && (p.kw(lo) == "NOT" || p.isOp(lo, "!")) {
			lo, neg = lo+1, !neg
		}
		if lo > nots {
			continue
		}
		if in, ok := p.group(lo, hi); ok && !p.isQuery(in.lo, in.hi) {
			lo, hi = in.lo, in.hi
			continue
		}
		c.leaf(lo, hi, neg, b)
		return
	}
}

// join walks over operands joined by one operator; alternatives tells whether
// one of them suffices.
func (c *conditions) join(parts []span, neg, alternatives bool, b branch) {
	switch {
	case !alternatives:
		b = c.claim(b)
		for _, s := range parts {
			c.walk(s.lo, s.hi, neg, b)
		}
		return
	case b.or == 0:
		c.p.scope.ors++
		b = branch{or: c.p.scope.ors}
	case !b.direct: // an OR in an AND in an OR: it refuses nothing on its own
		for _, s := range parts {
			c.walk(s.lo, s.hi, neg, branch{or: b.or, n: -1})
		}
		return
	}
	for _, s := range parts {
		c.walk(s.lo, s.hi, neg, branch{or: b.or, direct: true})
	}
}

// claim gives a branch right below an OR its number.
func (c *conditions) claim(b branch) branch {
	if b.direct {
		c.next[b.or]++
		b.n, b.direct = c.next[b.or], false
	}
	return b
}

// leaf adds one comparison.
func (c *conditions) leaf(lo, hi int, neg bool, b branch) {
	b = c.claim(b)
	preds, open := c.p.compare(lo, hi, neg)
	c.open = c.open || open
	if len(preds) == 0 && b.or != 0 { // the alternative exists, whatever it is
		preds = []Predicate{{Value: c.p.operand(lo, hi, "")}}
	}
	for _, pr := range preds {
		if b.or != 0 {
			if pr.Disjunct { // an alternative of its own
				b.n = -1
			}
			pr.Disjunct, pr.Or, pr.Branch = true, b.or, b.n
		}
		c.preds = append(c.preds, pr)
	}
}

func (c *conditions) splitWord(lo, hi int, kw string) []span {
	var parts []span
	start := lo
	for i := lo; i < hi; i = c.p.after[i] {
		if c.p.kw(i) == kw && !c.p.isOp(i-1, ".") {
			parts = append(parts, span{start, i})
			start = i + 1
		}
	}
	return append(parts, span{start, hi})
}

// splitAnd cuts at AND, except that of BETWEEN, and at the holes that stand
// between comparisons.
func (c *conditions) splitAnd(lo, hi int) []span {
	p := c.p
	var parts []span
	start, between, compared := lo, false, false
	cut := func(end, next int) {
		if end > start {
			parts = append(parts, span{start, end})
		}
		start, between, compared = next, false, false
	}
	for i := lo; i < hi; i = p.after[i] {
		switch {
		case p.kw(i) == "BETWEEN":
			between, compared = true, true
		case p.kw(i) == "AND" && between:
			between = false
		case p.kw(i) == "AND" && !p.isOp(i-1, "."):
			cut(i, i+1)
		case p.isOp(i, "&&") && compared && c.comparedBehind(i+1, hi): // MySQL's AND
			cut(i, i+1)
		case p.compares(i), p.kw(i) == "EXISTS", p.kw(i) == "TRUE", p.kw(i) == "FALSE":
			compared = true
		case p.isHole(i):
			after := i > start && endsOperand(&p.toks[i-1], p.src)
			switch {
			case i == start && (i+1 == hi || p.kw(i+1) == "AND"),
				i == start && p.startsOperand(i+1, hi) && !p.toks[i+1].is(glued),
				i == start && i+1 < hi && p.isKind(i+1, word) && p.startsOperand(i+1, hi),
				after && compared && !between:
				c.open = true
				cut(i, i+1)
			}
		}
	}
	cut(hi, hi)
	return parts
}

// comparedBehind reports whether a comparison follows before the next AND.
func (c *conditions) comparedBehind(i, hi int) bool {
	for n := 0; i < hi && n < 20; i, n = c.p.after[i], n+1 {
		if c.p.compares(i) {
			return true
		}
	}
	return false
}
