package sqlstmt

// Binds reports whether where refuses every row for which no comparison that ok
// accepts holds: one stands on its own, or every alternative of some OR has one.
// (owner = $1 OR owner IS NULL) binds the owner, though each comparison alone
// may fail.
func Binds(where []Predicate, ok func(Predicate) bool) bool {
	type alternative struct{ or, n int }
	accepted := map[alternative]bool{}
	for _, pr := range where {
		switch {
		case !pr.Disjunct:
			if ok(pr) {
				return true
			}
		case pr.Or > 0 && pr.Branch > 0:
			a := alternative{pr.Or, pr.Branch}
			accepted[a] = accepted[a] || ok(pr)
		}
	}
	bound := map[int]bool{}
	for a := range accepted {
		if _, known := bound[a.or]; !known {
			bound[a.or] = true
		}
		bound[a.or] = bound[a.or] && accepted[a]
	}
	for _, pr := range where {
		// An alternative that only has deeper ORs is known by Branch -1 alone,
		// and cannot be told from those of its neighbours.
		if pr.Or > 0 && pr.Branch < 0 {
			bound[pr.Or] = false
		}
	}
	for _, b := range bound {
		if b {
			return true
		}
	}
	return false
}
