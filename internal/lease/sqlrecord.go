package lease

import (
	"strings"

	"github.com/leasevet/leasevet/internal/pattern"
	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// lockRecord recognises statements on lock records: rows that name a holder
// and end by themselves, or rows of a table whose name says lock.
func lockRecord(o *Op, st *sqlstmt.Statement) {
	sets := map[string]sqlstmt.Operand{}
	for _, a := range st.Set {
		sets[a.Column] = a.Value
	}
	ownerSet, ownerCleared, expirySet, lapses := false, false, false, true
	for c, v := range sets {
		switch {
		case ownerColumn(c):
			ownerSet = ownerSet || v.Kind != sqlstmt.Null
			ownerCleared = ownerCleared || v.Kind == sqlstmt.Null || v.Text == "''" || v.Text == "0"
		case expiryColumn(c):
			expirySet, lapses = true, lapses && lapsed(c, v)
		}
	}
	compares := comparesOwner(st)
	switch st.Verb {
	case sqlstmt.Insert:
		if o.Lockish || ownerSet && expirySet {
			if prolongsAny(st.Conflict) {
				o.Kind = Extend
			} else if st.Conflict == nil || st.Conflict.Action == sqlstmt.ConflictNothing || len(st.Conflict.Where) > 0 {
				o.Kind = Acquire
				o.TTL = TTL{None: !expirySet && !hasExpiryColumn(st), Known: len(st.Set) > 0}
			}
		}
	case sqlstmt.Delete:
		if o.Lockish {
			compares = compares || comparesHolder(st)
			if sweeps(st) {
				return // removes what has expired, whoever held it
			}
			o.Kind, o.Compares = End, compares
		}
	case sqlstmt.Update:
		if o.Lockish {
			compares = compares || comparesHolder(st)
			if nulled(st) && !ownerSet {
				ownerCleared = true
			}
		}
		switch {
		case ownerCleared && !ownerSet && (o.Lockish || expirySet):
			if !sweeps(st) {
				o.Kind, o.Compares = End, compares
			}
		case ownerSet && (o.Lockish || expirySet) && takes(st):
			o.Kind = Acquire
		case expirySet && o.Lockish && !ownerSet && !sweeps(st):
			o.Kind, o.Compares = Extend, compares
			if lapses {
				o.Kind = End // ended by its clock
			}
		case !ownerSet && prolongs(st):
			// A claim outside a lock table, extended by whoever holds it. It stays
			// what it is for ignoredrowcount: Cond says that zero rows is a loss.
			o.Kind, o.Compares = Extend, true
			return
		}
	}
	if o.Kind == End || o.Kind == Extend || o.Kind == Acquire {
		o.Lockish = true
	}
}

// lapsed reports whether an expiry that is set is over already: now, the epoch,
// or none at all. A heartbeat that is set to now is a renewal.
func lapsed(column string, v sqlstmt.Operand) bool {
	switch {
	case v.Kind == sqlstmt.Null:
		return true
	case !endColumn.MatchString(leaf(column)):
		return false
	}
	switch v.Kind {
	case sqlstmt.Now:
		return !strings.Contains(v.Text, "+") && !strings.Contains(v.Text, "add")
	}
	return (v.Kind == sqlstmt.Literal || v.Kind == sqlstmt.Expr) && epoch.MatchString(v.Text)
}

// endColumn is an expiry that says when, and not how long ago somebody was seen.
var endColumn = pattern.New(`(?i)(expir|until|ttl|deadline|valid_to|lease_end)`)

// epoch is a time long ago: 0, '1970-01-01', to_timestamp(0), 'epoch', '-infinity'.
var epoch = pattern.New(`(?i)^(0|'0'|'(1970|0001|0000)-.*'|'-infinity'|'epoch'|\w+\s*\(\s*('epoch'|0)\b.*\))(\s*::.*)?$`)

// prolongs reports whether an UPDATE moves the end of a claim for its holder:
// SET expires = … WHERE id = ? AND worker = ?. Owner columns that name a person
// or a login do not count: their rows expire too, and are no claims.
func prolongs(st *sqlstmt.Statement) bool {
	later := false
	for _, a := range st.Set {
		if expiryColumn(a.Column) {
			if lapsed(a.Column, a.Value) {
				return false // the claim is given back
			}
			later = true
		}
	}
	if !later || sweeps(st) {
		return false
	}
	for _, p := range st.Where {
		if !p.Disjunct && p.Op == "=" && holderColumn(p.Column) {
			return true
		}
	}
	return false
}

// prolongsAny reports whether a conflict branch moves the end of the record that is
// there, whoever holds it: ON CONFLICT (name) DO UPDATE SET expires_at = … without a
// condition, or with one that looks at the row to be inserted only. A branch that
// sets the holder as well takes the record over, and one of a row that is named for
// its holder is a sign of life.
func prolongsAny(c *sqlstmt.Conflict) bool {
	if c == nil || c.Action != sqlstmt.ConflictUpdate || c.SetOpen || c.WhereOpen {
		return false
	}
	later := false
	for _, a := range c.Set {
		if ownerColumn(a.Column) || a.Column == "" {
			return false
		}
		later = later || expiryColumn(a.Column)
	}
	for _, t := range c.Target {
		if ownerColumn(t) {
			return false
		}
	}
	return later && (len(c.Target) > 0 && len(c.Where) == 0 || saysNothing(c))
}

// saysNothing reports whether the condition of a conflict branch cannot fail for
// the row that is there: WHERE EXCLUDED.owner = $2, which was inserted as $2.
func saysNothing(c *sqlstmt.Conflict) bool {
	for _, p := range c.Where {
		if !p.Proposed {
			return false
		}
	}
	return len(c.Where) > 0
}

func holderColumn(c string) bool {
	switch leaf(c) {
	case "owner", "owner_token", "worker", "worker_id", "assigned_worker", "instance_id", "node_id", "runner_id", "leader",
		"processing_by", "picked_by", "reserved_by", "taken_by", "identity":
		return true
	}
	return claimColumn(c)
}

func hasExpiryColumn(st *sqlstmt.Statement) bool {
	for _, a := range st.Set {
		if expiryColumn(a.Column) {
			return true
		}
	}
	return false
}

// comparesOwner reports whether the statement itself compares the holder, a
// token or a version of the record.
func comparesOwner(st *sqlstmt.Statement) bool {
	for _, p := range st.Where {
		if p.Disjunct {
			continue
		}
		if ownerColumn(p.Column) || fenceColumn(p.Column) && comparison(p.Op) {
			return true // owner <> me picks the holders on purpose
		}
	}
	for i := range st.With {
		// WITH own AS (SELECT … WHERE owner = ? FOR UPDATE) DELETE … USING own
		if w := &st.With[i]; w.Table == st.Table && w.Verb == sqlstmt.Select && comparesOwner(w) {
			return true
		}
	}
	return st.WhereOpen // what is not known is not guilty
}

// comparesHolder reports whether a statement on a lock table compares a second
// column besides the lock's name: whatever the schema calls its holder.
func comparesHolder(st *sqlstmt.Statement) bool {
	n, other := 0, false
	for _, p := range st.Where {
		if p.Disjunct || p.Op != "=" || p.Value.Kind == sqlstmt.Literal {
			continue
		}
		n++
		if !keyColumn(p.Column) && !stateColumn(p.Column) {
			other = true
		}
	}
	return n > 1 && other
}

// nulled reports whether a statement empties columns of the record.
func nulled(st *sqlstmt.Statement) bool {
	for _, a := range st.Set {
		if a.Value.Kind == sqlstmt.Null {
			return true
		}
	}
	return false
}

// takes reports whether an UPDATE takes a free or expired record.
func takes(st *sqlstmt.Statement) bool {
	for _, p := range st.Where {
		if ownerColumn(p.Column) && (p.Op == "IS NULL" || p.Value.Kind == sqlstmt.Null || p.Disjunct) {
			return true
		}
		if expiryColumn(p.Column) && (strings.HasPrefix(p.Op, "<") || p.Op == "IS NULL") {
			return true
		}
	}
	return false
}

// sweeps reports whether a statement clears expired records of all holders.
func sweeps(st *sqlstmt.Statement) bool {
	for _, p := range st.Where {
		if (expiryColumn(p.Column) || strings.HasSuffix(p.Column, "_at")) && strings.ContainsAny(p.Op, "<>") {
			return true
		}
	}
	return !st.HasWhere && !st.WhereOpen
}
