package sqlstmt

import "strings"

// conflict reads ON CONFLICT and ON DUPLICATE KEY UPDATE.
func (p *parser) conflict(s *Statement, cs []clause) {
	for n, c := range cs {
		switch c.key {
		case "ON DUPLICATE":
			lo := c.lo
			for lo < c.hi && (p.kw(lo) == "KEY" || p.kw(lo) == "UPDATE") {
				lo++
			}
			p.conflictSet(s, &Conflict{Action: ConflictUpdate}, lo, c.hi)
			return
		case "ON CONFLICT":
			p.onConflict(s, cs[n:])
			return
		}
	}
}

// onConflict reads ON CONFLICT [target] DO …; cs begins with it. The clauses
// SET and WHERE of the branch follow as clauses of their own.
func (p *parser) onConflict(s *Statement, cs []clause) {
	c := &Conflict{}
	i, hi := cs[0].lo, cs[len(cs)-1].hi
	if p.isOp(i, "(") {
		for _, t := range p.split(i+1, min(p.inside[i], hi), ",") {
			if col, ok := p.columnOf(t); ok {
				c.Target = append(c.Target, col.name)
			}
		}
	}
	for i < hi && p.kw(i) != "DO" {
		i = p.after[i]
	}
	if i >= hi {
		c.SetOpen, c.WhereOpen = true, true
		s.Conflict = c
		return
	}
	switch {
	case p.kw(i+1) == "NOTHING":
		c.Action = ConflictNothing
		s.Conflict = c
		return
	case p.kw(i+1) != "UPDATE":
		c.SetOpen, c.WhereOpen = true, true
		s.Conflict = c
		return
	}
	c.Action = ConflictUpdate
	end, where := hi, span{-1, -1}
	for _, d := range cs {
		if d.at <= i || d.at >= end {
			continue
		}
		switch d.key {
		case "WHERE":
			end, where = d.at, span{d.lo, d.hi}
		case "RETURNING", "ON CONFLICT":
			end = d.at
		}
	}
	lo := i + 2
	if p.kw(lo) == "SET" {
		lo++
	}
	p.conflictSet(s, c, lo, end)
	if where.lo >= 0 {
		preds, open := p.where(where.lo, where.hi)
		c.Where, c.WhereOpen = append(c.Where, preds...), open || where.lo >= where.hi
		s.WhereOpen = s.WhereOpen || c.WhereOpen
	}
}

// conflictSet reads the assignments of the branch, with their guards.
func (p *parser) conflictSet(s *Statement, c *Conflict, lo, hi int) {
	c.Set, c.SetOpen = p.assigns(lo, hi)
	c.SetOpen = c.SetOpen || lo >= hi
	c.WhereOpen = c.SetOpen // a trailing hole may be either
	c.Where = branchGuards(c.Set)
	s.Conflict = c
}

// harmless reports whether an unguarded assignment of a conflict branch cannot
// bring back older state: a key set to itself, the greater of old and new.
func harmless(a Assign) bool {
	if a.Value.Kind == ColumnRef && a.Value.Name == a.Column {
		return true
	}
	fn, _, _ := strings.Cut(a.Value.Text, "(")
	switch strings.ToLower(strings.TrimSpace(fn)) {
	case "greatest", "last_insert_id":
		return a.Value.Kind == Expr
	}
	return a.Value.Kind == Now
}
