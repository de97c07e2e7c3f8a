package lease

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/pattern"
	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// SessionStatement is a statement that takes or ends a lock of its database
// session, or of its transaction.
type SessionStatement struct {
	Op *Op
	On catalog.HandleKind // what it runs on, AnyHandle when that is not known
	// Xact is true for a lock that ends with its transaction.
	Xact bool
	// Alone is true for a statement that does nothing else: a plain SELECT of the
	// function, from no table.
	Alone bool
	// Postgres is true for the pg_… functions.
	Postgres bool
	// Single is true for a pool of one connection, or one that the release closes.
	Single bool
	// Dropped is true for a release by Exec, which gives no rows and so no answer.
	Dropped bool
}

// SessionStatements lists the statements of the package that take or end session
// or transaction locks, in source order. A text that takes and ends the lock is
// none: whatever session runs it, it is one session.
func (m *Model) SessionStatements() []*SessionStatement {
	var out []*SessionStatement
	seen := map[token.Pos]bool{}
	for _, fn := range m.fns {
		for _, o := range m.sessionOps(fn) {
			if seen[o.pos] || o.Generated {
				continue
			}
			seen[o.pos] = true
			s := &SessionStatement{Op: o, On: m.connection(o.conn), Xact: xactLock(o.API), Postgres: strings.HasPrefix(o.API, "pg_")}
			s.Alone = o.stmt != nil && (o.stmt.Verb == sqlstmt.Select || o.stmt.Verb == sqlstmt.Other) && o.stmt.Table == "" && len(o.stmt.Rest) == 0 && len(o.stmt.With) == 0
			if s.On == catalog.PoolHandle {
				s.Single = m.single(o.conn) || m.closedToRelease(o.conn)
			}
			s.Dropped = o.Kind == End && o.row != nil && (o.row.Role == catalog.SQLExec || o.row.Role == catalog.StmtExec)
			out = append(out, s)
		}
	}
	return out
}

func xactLock(name string) bool { return strings.Contains(name, "_xact_") }

// sessionOps are the statements of one function that are about session locks.
func (m *Model) sessionOps(fn *ssa.Function) []*Op {
	byCall := map[ssa.CallInstruction][]*Op{}
	var order []ssa.CallInstruction
	for _, o := range m.direct[fn] {
		if o.Session && o.conn != nil {
			if byCall[o.instr] == nil {
				order = append(order, o.instr)
			}
			byCall[o.instr] = append(byCall[o.instr], o)
		}
	}
	calls(fn, func(c call) bool {
		if row := c.row(); byCall[c.instr] == nil && (row == nil || row.Lib.Store == catalog.SQL && row.Arg(c.fn, "words") >= 0) {
			if ops := m.houseStatement(c); len(ops) > 0 {
				order = append(order, c.instr)
				byCall[c.instr] = ops
			}
		}
		return true
	})
	var out []*Op
	for _, ci := range order {
		ops := byCall[ci]
		takes, ends := false, false
		for _, o := range ops {
			takes, ends = takes || o.Kind == Acquire, ends || o.Kind == End
		}
		if !takes || !ends {
			out = append(out, ops[0])
		}
	}
	return out
}

// runsText are the names of methods that send a text: those of the handles that
// ent generates, of in-house DB types, of libraries that the catalogue lacks.
var runsText = pattern.New(`^(Must)?(Named)?(Exec|Query|QueryRow|Get|Select|Raw|Scan|One|All)(One|Row|Rows|x|Rowx)?(Context|Ctx)?$`)

// houseStatement are the session locks of a text that such a method is given.
func (m *Model) houseStatement(c call) []*Op {
	if c.recv == nil || !runsText.MatchString(c.name()) {
		return nil
	}
	args := c.args
	if row := c.row(); row != nil {
		args, _ = m.res.Elements(c.arg(row, "words")) // xorm: the text, then what it takes
	}
	for _, a := range args {
		if a == nil || !isText(a.Type()) {
			continue
		}
		v := m.of(a)
		if v.Kind != origin.Const && v.Kind != origin.Format {
			continue
		}
		text, _, ok := origin.TextOf(v, string(sqlstmt.Hole))
		if !ok || !strings.Contains(text, "(") {
			continue
		}
		st := sqlstmt.Parse(text)
		ops := sessionLockOps(&st)
		for _, o := range ops {
			o.instr, o.fn, o.call, o.pos, o.conn, o.Store = c.instr, c.instr.Parent(), c, c.pos(), c.recv, catalog.SQL
		}
		if len(ops) > 0 && ops[0].Session {
			return ops
		}
	}
	return nil
}

// closedToRelease reports whether the lock's own pool is closed to end it: an
// Unlock method closes the handle that the lock was taken through, and no
// statement ends the lock.
func (m *Model) closedToRelease(pool ssa.Value) bool {
	closed := false
	for _, fn := range m.fns {
		for _, o := range m.direct[fn] {
			if o.Session && o.Kind == End && o.conn != nil && m.samePool(o.conn, pool) {
				return false
			}
		}
		if !releaseWord.MatchString(outermost(fn).Name()) {
			continue
		}
		calls(fn, func(c call) bool {
			closed = closed || c.name() == "Close" && c.recv != nil && m.samePool(c.recv, pool)
			return true
		})
	}
	return closed
}
