package sqlstmt

// ctes reads the WITH list at lo into s.With and returns the names and where
// the main statement begins.
func (p *parser) ctes(s *Statement, lo, hi int) ([]string, int) {
	if p.kw(lo) != "WITH" {
		return nil, lo
	}
	var names []string
	i := lo + 1
	if p.kw(i) == "RECURSIVE" {
		i++
	}
	for i < hi {
		name := ""
		if p.isName(i) {
			name = p.name(i)
		}
		// To the bracket behind AS, past a column list and MATERIALIZED.
		for i < hi && p.kw(i) != "AS" && !p.mainVerb(i) {
			i = p.after[i]
		}
		if i >= hi || p.mainVerb(i) {
			break
		}
		for i < hi && !p.isOp(i, "(") {
			i++
		}
		if i >= hi {
			break
		}
		s.With = append(s.With, p.statement(i+1, min(p.inside[i], hi)))
		names = append(names, name)
		for i = p.after[i]; i < hi && !p.isOp(i, ",") && !p.mainVerb(i); i = p.after[i] {
		}
		if !p.isOp(i, ",") {
			break
		}
		i++
	}
	return names, min(i, hi)
}

func (p *parser) mainVerb(i int) bool {
	switch p.kw(i) {
	case "SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE", "UPSERT":
		return !p.isOp(i+1, ",") && p.kw(i+1) != "AS"
	}
	return false
}

// overCTE resolves UPDATE x and DELETE FROM x where x is a CTE (SQL Server):
// the rows are those of the CTE.
func (p *parser) overCTE(s *Statement, names []string) {
	if s.Verb != Update && s.Verb != Delete || s.Table == "" {
		return
	}
	for n, name := range names {
		if name != s.Table {
			continue
		}
		cte := s.With[n]
		s.Table = cte.Table
		s.Where = joined(cte.Where, s.Where)
		s.HasWhere = s.HasWhere || cte.HasWhere
		s.WhereOpen = s.WhereOpen || cte.WhereOpen
		return
	}
}

// joined appends b to a copy of a and keeps the ORs of the two apart.
func joined(a, b []Predicate) []Predicate {
	out := append([]Predicate(nil), a...)
	ors := 0
	for _, pr := range a {
		ors = max(ors, pr.Or)
	}
	for _, pr := range b {
		if pr.Or > 0 {
			pr.Or += ors
		}
		out = append(out, pr)
	}
	return out
}
