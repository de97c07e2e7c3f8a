package lease

import (
	"strings"

	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// guardOf says what at the storage refuses or tolerates a late run of the
// statement, and by which column.
func guardOf(st *sqlstmt.Statement) (Guard, string) {
	switch st.Verb {
	case sqlstmt.Insert:
		return insertGuard(st)
	case sqlstmt.Delete:
		return Deletes, ""
	case sqlstmt.Update, sqlstmt.Merge:
	default:
		return Unclear, ""
	}
	if g, col := predicateGuard(st.Where, st.Set); g != Unguarded {
		return g, col
	}
	if st.LWT {
		return Conditional, ""
	}
	if st.Verb == sqlstmt.Merge && st.Conflict == nil && len(st.Set) == 0 {
		return InsertOnly, ""
	}
	if st.WhereOpen || st.SetOpen && len(st.Set) == 0 {
		return Unclear, "" // unknown text may hold the guard
	}
	if harmlessSets(st.Set) {
		return Metric, ""
	}
	return Unguarded, ""
}

func insertGuard(st *sqlstmt.Statement) (Guard, string) {
	c := st.Conflict
	switch {
	case c == nil || c.Action == sqlstmt.ConflictNothing || st.IfNotExists:
		return InsertOnly, ""
	case c.Action == sqlstmt.ConflictUnknown:
		return Unclear, ""
	}
	if g, col := predicateGuard(c.Where, c.Set); g != Unguarded {
		return g, col
	}
	if len(c.Set) > 0 && harmlessSets(c.Set) {
		return Metric, ""
	}
	if st.WhereOpen || st.SetOpen {
		return Unclear, ""
	}
	return Unguarded, ""
}

// predicateGuard looks for a comparison that a newer write makes fail.
func predicateGuard(where []sqlstmt.Predicate, sets []sqlstmt.Assign) (Guard, string) {
	set := map[string]sqlstmt.Operand{}
	for _, a := range sets {
		set[a.Column] = a.Value
	}
	for _, p := range where {
		if p.Disjunct || p.Column == "" {
			continue
		}
		if fenceColumn(p.Column) && comparison(p.Op) {
			return Fenced, p.Column
		}
		if ownerColumn(p.Column) && comparison(p.Op) {
			return Fenced, p.Column
		}
		// updated_at = ? is the poor man's version.
		if p.Op == "=" && strings.Contains(p.Column, "updated") && p.Value.Kind == sqlstmt.Placeholder {
			return Fenced, p.Column
		}
	}
	for _, p := range where {
		if p.Column == "" {
			continue
		}
		if _, ok := set[p.Column]; ok && (comparison(p.Op) || p.Op == "<>" || p.Op == "NOT IN" || strings.HasPrefix(p.Op, "IS")) {
			return StateFlip, p.Column
		}
	}
	for _, p := range where {
		if !p.Disjunct && p.Op == "EXISTS" {
			return Conditional, "" // what the subquery compares is not followed
		}
	}
	// (owner IS NULL OR expires_at < now()): each branch is a guard.
	or, guards := 0, 0
	for _, p := range where {
		if p.Disjunct {
			or++
			if ownerColumn(p.Column) || fenceColumn(p.Column) || expiryColumn(p.Column) {
				guards++
			}
		}
	}
	if or > 0 && guards == or {
		return Fenced, ""
	}
	return Unguarded, ""
}

// harmlessSets: counters do not carry older data over newer.
func harmlessSets(sets []sqlstmt.Assign) bool {
	if len(sets) == 0 {
		return false
	}
	for _, a := range sets {
		switch a.Value.Kind {
		case sqlstmt.SelfStep:
		default:
			return false
		}
	}
	return true
}

func expirySets(sets []sqlstmt.Assign) bool {
	for _, a := range sets {
		if expiryColumn(a.Column) {
			return true
		}
	}
	return false
}

// keyColumn reports whether a column is part of the row's name.
func keyColumn(c string) bool {
	c = leaf(c)
	return c == "id" || c == "_id" || c == "name" || c == "key" || c == "uuid" || c == "code" || c == "hash" || c == "number" || strings.HasSuffix(c, "_id") ||
		strings.HasSuffix(c, "_key") || strings.HasSuffix(c, "_no") || strings.HasSuffix(c, "_uuid") || strings.HasSuffix(c, "_hash") || strings.HasSuffix(c, "_name") || strings.HasSuffix(c, "_code")
}
