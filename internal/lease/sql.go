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
	text, tables, ok := m.sqlWithTables(c, row)
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
	tables.name(ops, c.instr.Parent())
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
