package lease

import (
	"strings"

	"github.com/leasevet/leasevet/internal/pattern"
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
	if removes(st.Set) {
		return Deletes, ""
	}
	if st.LWT {
		return Conditional, ""
	}
	if st.Verb == sqlstmt.Merge && st.Conflict == nil && len(st.Set) == 0 {
		return InsertOnly, ""
	}
	if st.WhereOpen || len(st.Set) == 0 || wholeRecord(st) && !onlyKeys(st) {
		return Unclear, "" // unknown text may hold the guard, or a counter's step
	}
	if harmlessSets(st.Set) {
		return Metric, ""
	}
	return Unguarded, ""
}

// aliveColumn matches the columns that say that a row is in use: FALSE ends that.
var aliveColumn = pattern.New(`^(is_)?(allowed|active|enabled|valid|alive)$`)

// removes reports whether an UPDATE takes a row away: it sets the mark of a soft
// delete, or wipes what the row held. Nothing newer is replaced by older data.
func removes(sets []sqlstmt.Assign) bool {
	marks, wiped := 0, 0
	for _, a := range sets {
		cleared := a.Value.Kind == sqlstmt.Null || a.Value.Kind == sqlstmt.Literal && falseText(a.Value.Text)
		switch {
		case softDelete(a.Column) && !cleared, a.Value.Kind == sqlstmt.Literal && cleared && aliveColumn.MatchString(leaf(a.Column)):
			marks++
		case a.Value.Kind == sqlstmt.Null && !claimColumn(a.Column) && !ownerColumn(a.Column) && !expiryColumn(a.Column) && !stateColumn(a.Column):
			wiped++
		case cleared, a.Value.Kind == sqlstmt.Now, strings.HasPrefix(a.Column, "updated"):
		default:
			return false
		}
	}
	return marks > 0 || wiped > 1
}

// wholeRecord reports whether a statement sets columns that are not named, from a
// record whose fields are not in sight: any compared column may be among them.
func wholeRecord(st *sqlstmt.Statement) bool {
	for _, a := range st.Set {
		if a.Column == "" {
			return true
		}
	}
	return false
}

// onlyKeys reports whether a statement picks its row by name alone: whatever it
// sets, a newer write cannot make the comparison fail.
func onlyKeys(st *sqlstmt.Statement) bool {
	for _, p := range st.Where {
		if !keyColumn(p.Column) {
			return false
		}
	}
	return len(st.Where) > 0
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
		if fenceColumn(p.Column) && comparison(p.Op) && !namesRow(p, where, set) {
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

// namesRow reports whether a compared version is a part of the row's name: it is not
// set, so that no newer write changes it, and beside it stands a key that names
// more than one row, as in (document_id, version). Versions that the storage counts
// by itself are none of these.
func namesRow(p sqlstmt.Predicate, where []sqlstmt.Predicate, set map[string]sqlstmt.Operand) bool {
	switch leaf(p.Column) {
	case "xmin", "rowversion", "row_version", "etag", "e_tag", "_rev", "__v", "resource_version":
		return false
	}
	if _, ok := set[p.Column]; ok || p.Op != "=" && p.Op != "==" {
		return false
	}
	c := conditions{st: &sqlstmt.Statement{}, where: where, set: set}
	others := false
	for _, q := range where {
		if q.Column != p.Column && q.Op == "=" && !q.Disjunct && keyColumn(q.Column) && !rowID(q.Column) && !ownerColumn(q.Column) {
			others = true
		}
	}
	return others && !c.ownRow(p.Column) && len(set) > 0
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
