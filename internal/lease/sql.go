package lease

import (
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/pattern"
	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// sqlOps are the operations of a SQL text at the call that runs it.
func (m *Model) sqlOps(c call, row *catalog.Row) []*Op {
	if st := m.builtStatement(c, row); st != nil {
		return m.builtOps(c, row, st)
	}
	text, ok := m.sqlText(c, row)
	if !ok {
		return nil
	}
	st := sqlstmt.Parse(text)
	m.bindConstants(&st, c, row)
	ops := m.statementOps(&st)
	if len(ops) == 1 && ops[0].Kind == Write && len(text) > 7 && strings.EqualFold(strings.TrimSpace(text)[:7], "replace") {
		ops[0].API = strings.TrimSpace("REPLACE INTO " + st.Table)
	}
	for i := range st.Rest {
		ops = append(ops, m.statementOps(&st.Rest[i])...)
	}
	return sentOn(c, row, ops)
}

// bindConstants puts nil and booleans among the arguments into what is set: SET
// cipher = $1, allowed = $2 with nil and false wipes, however it is written.
func (m *Model) bindConstants(st *sqlstmt.Statement, c call, row *catalog.Row) {
	v := c.arg(row, "args")
	if v == nil {
		return
	}
	el, _ := m.res.Elements(v)
	for i, a := range st.Set {
		if a.Value.Kind != sqlstmt.Placeholder || a.Value.Arg < 0 || a.Value.Arg >= len(el) || el[a.Value.Arg] == nil {
			continue
		}
		k, ok := unwrap(el[a.Value.Arg]).(*ssa.Const)
		switch {
		case !ok:
		case k.Value == nil:
			st.Set[i].Value = sqlstmt.Operand{Kind: sqlstmt.Null, Arg: -1}
		case k.Value.Kind() == constant.Bool:
			st.Set[i].Value = sqlstmt.Operand{Kind: sqlstmt.Literal, Text: strings.ToUpper(k.Value.String()), Arg: -1}
		}
	}
}

// sentOn notes how statements are sent.
func sentOn(c call, row *catalog.Row, ops []*Op) []*Op {
	for _, o := range ops {
		o.conn = c.recv
		if row.Role == catalog.SQLQuery || row.Role == catalog.StmtQuery {
			// QueryRow(… RETURNING …).Scan: no row comes back as an error. The rows
			// of Query have to be asked.
			o.Raises = !strings.HasPrefix(c.name(), "Query") || strings.HasPrefix(c.name(), "QueryRow") || strings.HasPrefix(c.name(), "QueryFunc")
		}
	}
	return ops
}

// sqlText is the text that a call runs, with holes for what is not known.
func (m *Model) sqlText(c call, row *catalog.Row) (string, bool) {
	var v *origin.Value
	switch row.Role {
	case catalog.StmtExec, catalog.StmtQuery:
		ctor := m.madeBy(c.recv, 0)
		if ctor == nil {
			return "", false
		}
		pc := newCall(ctor)
		prow := pc.row()
		if prow == nil || prow.Role != catalog.SQLPrepare {
			return "", false
		}
		v, _, _, _ = m.role(pc, prow, "sql")
	default:
		v, _, _, _ = m.role(c, row, "sql")
		if v == nil { // xorm's Exec(words…): the text comes first
			if el, _ := m.variadic(c, "words"); len(el) > 0 && el[0] != nil {
				v = m.of(unwrap(el[0]))
			}
		}
	}
	v = m.throughText(v, 0)
	text, _, ok := origin.TextOf(v, string(sqlstmt.Hole))
	return text, ok
}

// throughText follows calls that hand a SQL text through: Rebind, sqlx.In.
func (m *Model) throughText(v *origin.Value, depth int) *origin.Value {
	if v == nil || v.Kind != origin.Call || depth > 4 {
		return v
	}
	var instr *ssa.Call
	switch s := v.SSA().(type) {
	case *ssa.Call:
		instr = s
	case *ssa.Extract:
		instr, _ = s.Tuple.(*ssa.Call)
	}
	if instr == nil {
		return v
	}
	c := newCall(instr)
	row := c.row()
	if row == nil || row.Role != catalog.SQLText {
		return v
	}
	inner, _, _, ok := m.role(c, row, "sql")
	if !ok {
		return v
	}
	return m.throughText(inner, depth+1)
}

// statementOps says what one statement is to the model: a lock record taken,
// ended or extended, a session lock, or data written.
func (m *Model) statementOps(st *sqlstmt.Statement) []*Op {
	if ops := sessionLockOps(st); ops != nil {
		return ops
	}
	o := &Op{stmt: st}
	if st.Table != "" {
		o.Key = &origin.Value{Kind: origin.Const, Text: st.Table, Type: "table"}
		o.Lockish = lockishTable(st.Table)
	}
	name := strings.TrimSpace(string(st.Verb) + " " + st.Table)
	if st.Verb == sqlstmt.Delete && st.Table != "" {
		name = "DELETE FROM " + st.Table
	}
	if st.Verb == sqlstmt.Insert && st.Table != "" {
		name = "INSERT INTO " + st.Table
	}
	o.API = name
	switch st.Verb {
	case sqlstmt.Select:
		o.Kind = Read
		return []*Op{o}
	case sqlstmt.Insert, sqlstmt.Update, sqlstmt.Delete, sqlstmt.Merge:
	default:
		return nil
	}
	o.Kind = Write
	o.Guard, o.Column = guardOf(st)
	o.Cond, _ = condOf(st)
	if o.Cond != NoCond {
		_, o.Column = condOf(st)
	}
	lockRecord(o, st)
	return []*Op{o}
}

// sessionLocks are the functions whose lock lives as long as the connection.
var sessionLocks = map[string]Kind{
	"pg_advisory_lock": Acquire, "pg_try_advisory_lock": Acquire, "pg_advisory_lock_shared": Acquire, "pg_try_advisory_lock_shared": Acquire,
	"pg_advisory_unlock": End, "pg_advisory_unlock_all": End, "pg_advisory_unlock_shared": End,
	"pg_advisory_xact_lock": Acquire, "pg_try_advisory_xact_lock": Acquire, "pg_advisory_xact_lock_shared": Acquire,
	"get_lock": Acquire, "release_lock": End, "release_all_locks": End, "sp_getapplock": Acquire, "sp_releaseapplock": End,
}

// houseLock are SQL functions that a schema defines for its lock rows.
var (
	houseAcquire = pattern.New(`^(try_?)?(acquire|take|obtain|get|claim)_?(lock|lease)$`)
	houseRelease = pattern.New(`^(release|free|drop|return)_?(lock|lease)$`)
)

func sessionLockOps(st *sqlstmt.Statement) []*Op {
	var out []*Op
	for _, f := range st.Functions {
		switch {
		case sessionLocks[f] != NoKind:
		case houseAcquire.MatchString(f):
			out = append(out, &Op{Kind: Acquire, API: f, LockAPI: true, Lockish: true, stmt: st, TTL: TTL{}})
			continue
		case houseRelease.MatchString(f):
			// What the function compares is in the schema, which is not in sight.
			out = append(out, &Op{Kind: End, API: f, LockAPI: true, Compares: true, Lockish: true, stmt: st})
			continue
		}
		if k, ok := sessionLocks[f]; ok {
			out = append(out, &Op{Kind: k, API: f, LockAPI: true, Session: true, Compares: true, Lockish: true, stmt: st,
				TTL: TTL{Absent: true}})
		}
	}
	return out
}

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
			if st.Conflict == nil || st.Conflict.Action == sqlstmt.ConflictNothing || len(st.Conflict.Where) > 0 {
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

func comparison(op string) bool {
	switch op {
	case "=", "<", "<=", ">", ">=", "IN", "==":
		return true
	}
	return false
}

// inTx reports whether a statement runs in a database transaction or on a
// pinned connection, by the static type of its handle.
func inTx(conn ssa.Value) bool {
	if conn == nil {
		return false
	}
	t := conn.Type()
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	switch n.Obj().Name() {
	case "Tx", "SessionContext", "Transaction", "ReadWriteTransaction", "txn":
		return true
	}
	return false
}

// pinned reports whether a statement runs on one pinned connection.
func pinned(conn ssa.Value) bool {
	if conn == nil {
		return false
	}
	t := conn.Type()
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Conn"
}
