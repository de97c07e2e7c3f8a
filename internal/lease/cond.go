package lease

import (
	"strings"

	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// condOf says what a conditional statement compares, so that zero rows means a
// refusal, and by which column. Comparing keys is no condition: UPDATE … WHERE
// id = ? that matches nothing has nothing to update.
func condOf(st *sqlstmt.Statement) (CondKind, string) {
	c := conditions{st: st, where: st.Where, set: map[string]sqlstmt.Operand{}}
	sets := st.Set
	switch st.Verb {
	case sqlstmt.Insert:
		if st.Conflict == nil || st.Conflict.Action != sqlstmt.ConflictUpdate {
			return NoCond, ""
		}
		c.where, sets = st.Conflict.Where, st.Conflict.Set
	case sqlstmt.Update, sqlstmt.Delete, sqlstmt.Merge:
	default:
		return NoCond, ""
	}
	for _, a := range sets {
		if a.Column != "" {
			c.set[a.Column] = a.Value
		}
	}
	if col := c.fence(); col != "" {
		return CondFence, col
	}
	if st.Verb == sqlstmt.Update {
		if col := c.owner(); col != "" {
			return CondOwner, col
		}
		if col := c.guard(); col != "" {
			return CondGuard, col
		}
		if col := c.claim(); col != "" {
			return CondClaim, col
		}
	}
	if st.LWT && st.Verb != sqlstmt.Insert {
		return CondCAS, "" // IF EXISTS, IF x = ?: applied or not
	}
	return NoCond, ""
}

// conditions are the comparisons of one statement beside what it sets.
type conditions struct {
	st    *sqlstmt.Statement
	where []sqlstmt.Predicate
	set   map[string]sqlstmt.Operand
}

// fence finds a compared version.
func (c *conditions) fence() string {
	for _, p := range c.where {
		if p.Disjunct || !fenceColumn(p.Column) || !comparison(p.Op) || p.Op == "IN" {
			continue
		}
		switch p.Value.Kind {
		case sqlstmt.Null, sqlstmt.Now, sqlstmt.Subquery, sqlstmt.SelfStep:
			continue
		}
		ordered := strings.ContainsAny(p.Op, "<>")
		v, set := c.set[p.Column]
		switch {
		case set && ordered && v.Kind == sqlstmt.SelfStep:
			// seq = seq - 1 … seq > ?: rows of a list move up.
		case set, ordered && c.st.Verb != sqlstmt.Delete:
			return p.Column
		case c.ownRow(p.Column) && p.Value.Kind != sqlstmt.Literal && p.Value.Kind != sqlstmt.ColumnRef:
			return p.Column
		}
	}
	return ""
}

// owner finds a compared or claimed holder.
func (c *conditions) owner() string {
	for _, p := range c.where {
		if p.Disjunct {
			continue
		}
		v, set := c.set[p.Column]
		if set && p.Op == "IS NULL" && v.Kind == sqlstmt.Placeholder && (claimColumn(p.Column) || workerColumn(p.Column)) && c.keyed() {
			return p.Column // SET claimed_by = ? … claimed_by IS NULL: the claimant will believe it
		}
		if p.Op != "=" || p.Value.Kind != sqlstmt.Placeholder && p.Value.Kind != sqlstmt.UnknownOperand {
			continue
		}
		if c.gives(p.Column) {
			return "" // a release: who comes too late has nothing left to do
		}
		switch {
		case c.numbered(p.Column):
		case claimColumn(p.Column):
			return p.Column
		case ownerColumn(p.Column) && (lockishTable(c.st.Table) || expirySets(c.st.Set)):
			return p.Column
		case workerColumn(p.Column) && c.keyed() && c.setsState():
			return p.Column
		}
	}
	return ""
}

// numbered reports whether a column called lock_id or lock_key tells which lock it is,
// and not who holds it: the statement stores a holder of another name.
func (c *conditions) numbered(col string) bool {
	if l := leaf(col); l != "lock_id" && l != "lockid" && l != "lock_key" {
		return false
	}
	for set, v := range c.set {
		if set != col && v.Kind == sqlstmt.Placeholder && (ownerColumn(set) || set == "server" || set == "host" || set == "hostname" || set == "node") {
			return true
		}
	}
	return false
}

// gives reports whether the statement gives up what the column holds, and does
// nothing else: the column is cleared, or the lock's flag is.
func (c *conditions) gives(owner string) bool {
	gives := false
	for col, v := range c.set {
		cleared := v.Kind == sqlstmt.Null || v.Kind == sqlstmt.Literal && falseText(v.Text)
		switch {
		case col == owner && cleared:
			gives = true
		case cleared && (heldFlag(col) || ownerColumn(col)), expiryColumn(col) && lapsed(col, v):
			gives = true
		case cleared, expiryColumn(col), stateColumn(col), v.Kind == sqlstmt.Now, v.Kind == sqlstmt.SelfStep:
		default:
			return false // carries data, which a late writer loses
		}
	}
	return gives
}

func (c *conditions) setsState() bool {
	for col := range c.set {
		if stateColumn(col) || expiryColumn(col) {
			return true
		}
	}
	return false
}

// guard finds a business guard: a bound on a quantity that the statement
// changes, or takes from.
func (c *conditions) guard() string {
	if !c.named() {
		return ""
	}
	for _, p := range c.where {
		if p.Disjunct || !strings.ContainsAny(p.Op, "<>") || p.Op == "<>" || placeColumn(p.Column) || expiryColumn(p.Column) || strings.HasSuffix(leaf(p.Column), "_at") {
			continue
		}
		if v, ok := c.set[p.Column]; ok {
			if v.Kind == sqlstmt.SelfStep && bounds(p.Op, v.Text) {
				return p.Column
			}
			if (v.Kind == sqlstmt.Placeholder || v.Kind == sqlstmt.UnknownOperand) && !stateColumn(p.Column) && strings.HasPrefix(p.Op, ">") && p.Value.Kind == sqlstmt.Placeholder {
				return p.Column // stock = ? … stock >= ?: computed in the program
			}
			continue
		}
		for col, v := range c.set {
			// reserved = reserved + $2 … qty - reserved >= $2
			if v.Kind == sqlstmt.SelfStep && !placeColumn(col) && (v.Arg >= 0 && v.Arg == p.Value.Arg || p.Value.Kind == sqlstmt.Expr && strings.Contains(p.Value.Text, col)) {
				return col
			}
		}
	}
	return ""
}

// bounds reports whether an inequality bounds the direction of the step: a
// decrement from below, an increment from above.
func bounds(op, step string) bool {
	switch {
	case strings.Contains(step, "-") == strings.Contains(step, "+"):
		return true // not told
	case strings.Contains(step, "-"):
		return strings.HasPrefix(op, ">")
	}
	return strings.HasPrefix(op, "<")
}

// claim finds a state that the statement compares and changes: 'open' → 'taken'.
func (c *conditions) claim() string {
	if !c.keyed() {
		return ""
	}
	for _, p := range c.where {
		v, ok := c.set[p.Column]
		if !ok || p.Disjunct || keyColumn(p.Column) || softDelete(p.Column) {
			continue
		}
		same := p.Value.Kind == sqlstmt.Literal && v.Kind == sqlstmt.Literal && p.Value.Text == v.Text
		literals := p.Value.Kind == sqlstmt.Literal && v.Kind == sqlstmt.Literal
		switch p.Op {
		case "=", "IN", "IS NULL":
			if !same && (stateColumn(p.Column) || literals) {
				return p.Column
			}
			if p.Op == "IS NULL" && v.Kind == sqlstmt.Placeholder && ownerColumn(p.Column) {
				return p.Column // SET owner = ? … owner IS NULL: taken once
			}
		case "<>", "NOT IN":
			if same && stateColumn(p.Column) {
				return p.Column
			}
		}
	}
	return ""
}
