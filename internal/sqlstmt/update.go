package sqlstmt

// update reads UPDATE; lo is behind the verb.
func (p *parser) update(s *Statement, lo, hi int) {
	s.Verb = Update
	lo = p.modifiers(s, lo, hi)
	cs := p.clauses(lo, hi)
	refs, on, open := p.from(cs[0].lo, cs[0].hi)
	target := ref{}
	if len(refs) > 0 {
		target = refs[0]
	}
	last := cs[0]
	set, hasSet := first(cs, "SET")
	if f, ok := first(cs, "FROM"); ok {
		more, moreOn, moreOpen := p.from(f.lo, f.hi)
		open = open || moreOpen
		on = append(on, moreOn...)
		target = resolve(target, more)
		last = f
	}
	if hasSet && len(refs) > 1 {
		target = p.setTarget(target, refs, set)
	}
	s.Table = target.name
	p.scope.target = target.names()
	if hasSet {
		s.Set, s.SetOpen = p.assigns(set.lo, set.hi)
		if set.lo >= set.hi {
			s.SetOpen = true
		}
		last = set
	} else {
		s.SetOpen = open || p.tailHole(cs[0].lo, cs[0].hi)
	}
	for _, c := range on {
		preds, more := p.where(c.lo, c.hi)
		s.Where = append(s.Where, preds...)
		s.WhereOpen = s.WhereOpen || more
	}
	p.condition(s, cs)
	if _, ok := first(cs, "WHERE"); !ok {
		// UPDATE t SET a = 1 ⬚: the hole may add both.
		s.WhereOpen = s.WhereOpen || open || s.SetOpen || p.isHole(last.hi-1)
	}
}

// resolve follows UPDATE o SET … FROM orders o.
func resolve(target ref, from []ref) ref {
	for _, r := range from {
		if r.alias != "" && r.alias == target.name {
			return r
		}
	}
	return target
}

// setTarget finds the table of a multi-table UPDATE that is assigned to.
func (p *parser) setTarget(target ref, refs []ref, set clause) ref {
	at := p.path(set.lo, set.hi)
	for _, r := range refs {
		if at.qual != "" && r.names()[0] == at.qual {
			return r
		}
	}
	return target
}

// modifiers passes LOW_PRIORITY, IGNORE, OR REPLACE, TOP (n) and the like.
func (p *parser) modifiers(s *Statement, lo, hi int) int {
	for lo < hi {
		switch k := p.kw(lo); k {
		case "LOW_PRIORITY", "HIGH_PRIORITY", "DELAYED", "QUICK", "IGNORE", "OVERWRITE":
			lo++
		case "OR":
			lo += 2
		case "TOP":
			s.Limit = true
			lo = p.after[lo+min(1, hi-lo-1)]
		default:
			return lo
		}
	}
	return min(lo, hi)
}

// delete reads DELETE; lo is behind the verb.
func (p *parser) delete(s *Statement, lo, hi int) {
	s.Verb = Delete
	lo = p.modifiers(s, lo, hi)
	cs := p.clauses(lo, hi)
	var refs []ref
	var on []span
	open := false
	if f, ok := first(cs, "FROM"); ok {
		refs, on, open = p.from(f.lo, f.hi)
	}
	target := ref{}
	if len(refs) > 0 {
		target = refs[0]
	}
	// DELETE o FROM orders o; in CQL the names in front are columns, in SQL
	// Server FROM may be missing.
	named, _, more := p.from(cs[0].lo, cs[0].hi)
	if len(named) > 0 {
		if len(refs) == 0 {
			target, open = named[0], open || more
		}
		for _, r := range refs {
			if named[0].name != "" && (r.alias == named[0].name || r.name == named[0].name) {
				target = r
			}
		}
	}
	if u, ok := first(cs, "USING"); ok {
		more, moreOn, moreOpen := p.from(u.lo, u.hi)
		on, open = append(on, moreOn...), open || moreOpen
		target = resolve(target, more)
	}
	s.Table = target.name
	p.scope.target = target.names()
	for _, c := range on {
		preds, more := p.where(c.lo, c.hi)
		s.Where = append(s.Where, preds...)
		s.WhereOpen = s.WhereOpen || more
	}
	p.condition(s, cs)
	if _, ok := first(cs, "WHERE"); !ok {
		s.WhereOpen = s.WhereOpen || open || len(refs) == 0 && len(named) == 0
	}
}

// query reads SELECT; lo is behind the verb. Of a UNION only the first part
// is looked at.
func (p *parser) query(s *Statement, lo, hi int) {
	s.Verb = Select
	for i := lo; i < hi; i = p.after[i] {
		switch p.kw(i) {
		case "UNION", "EXCEPT", "INTERSECT":
			if k, _ := p.clauseAt(i, hi); k != "" {
				hi = i
			}
		}
	}
	cs := p.clauses(lo, hi)
	open := false
	if f, ok := first(cs, "FROM"); ok {
		var refs []ref
		refs, _, open = p.from(f.lo, f.hi)
		if len(refs) > 0 {
			s.Table = refs[0].name
			for _, r := range refs {
				p.scope.target = append(p.scope.target, r.names()...)
			}
			p.scope.target = p.scope.target[:1]
		}
	} else {
		open = p.isHole(hi - 1)
	}
	p.condition(s, cs)
	if _, ok := first(cs, "WHERE"); !ok {
		s.WhereOpen = s.WhereOpen || open
	}
}
