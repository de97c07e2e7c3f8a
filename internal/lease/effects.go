package lease

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// markAfterEnd marks the operations that a function performs only after it has
// released the lock it was given: they are not under it.
func (m *Model) markAfterEnd(fn *ssa.Function, ops []*Op) {
	ends := map[ssa.Instruction]bool{}
	a := assumeSuccess(nil)
	for _, o := range ops {
		if o.Kind != End || o.fn != fn || o.instr == nil {
			continue
		}
		if _, ok := o.instr.(*ssa.Call); !ok {
			continue // deferred: after everything
		}
		ends[o.instr] = true
		if i := paramIndex(fn, o.call.recv); i >= 0 {
			a.memo[fn.Params[i]] = tNonNil // if lock != nil { lock.Release(ctx) }
		}
	}
	if len(ends) == 0 {
		return
	}
	before := map[ssa.Instruction]bool{}
	a.reachAll(fn, func(in ssa.Instruction) bool {
		before[in] = true
		return !ends[in]
	})
	for _, o := range ops {
		if o.fn == fn && !before[o.instr] {
			o.AfterEnd = true
		}
	}
}

// markRowLocks marks the writes of a function that locked the row before, in
// the same database transaction: no other transaction can change it meanwhile.
func (m *Model) markRowLocks(fn *ssa.Function, events []*Op) {
	locked := map[string][]*Op{}
	for f := fn; f != nil; f = f.Parent() {
		for _, o := range m.events[f] {
			if o.stmt != nil && o.stmt.ForUpdate {
				locked[o.stmt.Table] = append(locked[o.stmt.Table], o)
			}
		}
	}
	if len(locked) == 0 {
		return
	}
	for _, o := range events {
		if o.Kind != Write || o.Guard != Unguarded || o.stmt == nil {
			continue
		}
		if slices.ContainsFunc(locked[o.stmt.Table], func(l *Op) bool { return !m.lockedApart(l, o) }) {
			o.Guard = Conditional
		}
	}
}

// lockedApart reports whether rows are certainly locked by a statement that is a
// transaction of its own, which is over when the write comes: one on the pool,
//
//	tx := db.Begin()
//	db.Clauses(clause.Locking{Strength: "UPDATE"}).First(&item, id)
//	tx.Save(&item)
//
// What a field or a parameter is called db may be a transaction all the same, unless
// the function begins one beside it.
func (m *Model) lockedApart(lock, w *Op) bool {
	if lock.conn == nil || w.conn == nil || lock.Depth > 0 || w.Depth > 0 || m.connection(lock.conn) != catalog.PoolHandle {
		return false
	}
	if k := m.of(lock.conn); k != nil && k.Kind == origin.Global {
		return true
	}
	begun := m.madeBy(w.conn, 0)
	return begun != nil && begun.Parent() == lock.fn && m.connection(w.conn) == catalog.TxHandle
}

// markRepeats marks the writes of a function that do nothing when they come a second
// time: the transaction has looked whether the row has the state already that the
// statement would give it.
func (m *Model) markRepeats(events []*Op) {
	for _, o := range events {
		if o.Kind != Write || o.Guard != Unguarded || o.stmt == nil || o.Depth > 0 || !m.isTransaction(o.conn) {
			continue
		}
		for d := o.instr.Block(); d.Idom() != nil; d = d.Idom() {
			p := d.Idom()
			br, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If)
			if !ok {
				continue
			}
			cmp, ok := br.Cond.(*ssa.BinOp)
			if !ok || cmp.Op != token.EQL && cmp.Op != token.NEQ {
				continue
			}
			if m.stores(o, m.of(cmp.X)) || m.stores(o, m.of(cmp.Y)) {
				o.Guard = StateFlip
				break
			}
		}
	}
}

// markExpiring marks the writes of Redis keys that the function gives a TTL by a
// command of its own, HSET and EXPIRE: they fill a cache, as a SET with a TTL does.
func (m *Model) markExpiring(events []*Op) {
	for _, o := range events {
		if o.Kind != Write || o.Guard != Unguarded || o.Store != catalog.Redis || o.Depth > 0 || o.Key == nil {
			continue
		}
		for _, e := range events {
			if e.Kind == Extend && e.Depth == 0 && e.Store == catalog.Redis && e.Key != nil && m.sameKey(o.Key, e.Key) == origin.Strong {
				o.Guard = CacheFill
				break
			}
		}
	}
}

// stores reports whether a statement stores a constant text, or a variable that is
// named like one: in its own text, or as an argument.
func (m *Model) stores(o *Op, k *origin.Value) bool {
	if k == nil || k.Kind != origin.Global && (k.Kind != origin.Const || k.Type != "string" || k.Text == "") {
		return false
	}
	for _, a := range o.stmt.Set {
		if a.Value.Kind == sqlstmt.Literal && strings.Trim(a.Value.Text, "'\"") == k.Text {
			return true
		}
	}
	for _, a := range o.call.args {
		el, _ := m.res.Elements(a)
		for _, e := range el {
			if e == nil {
				continue
			}
			if v := m.of(unwrap(e)); v.Kind == k.Kind && v.Text == k.Text {
				return true
			}
		}
	}
	return false
}

// Forward says that a function hands its parameters to a client as a raw
// command: func (c *Cache) Do(cmd string, args ...any).
type Forward struct {
	Cmd   int // parameter that is the command word, -1 when the words hold it
	Words int // parameter that is the list of words
	Store catalog.Store
	Lib   string
}

// forwards reports whether fn is such a function.
func (m *Model) forwards(fn *ssa.Function) *Forward {
	var out *Forward
	calls(fn, func(c call) bool {
		var cmd, words ssa.Value
		store, lib := catalog.Redis, ""
		if row := c.row(); row != nil && row.Role == catalog.Command {
			cmd, words = c.arg(row, "cmd"), c.arg(row, "words")
			lib = row.Lib.Name
		} else if row == nil {
			for _, t := range m.callees(c) {
				if f := t.sum.Forward; f != nil {
					words, lib = argAt(c, f.Words), f.Lib
					if f.Cmd >= 0 {
						cmd = argAt(c, f.Cmd)
					}
				}
			}
		}
		if words == nil {
			return true
		}
		f := &Forward{Cmd: -1, Words: paramIndex(fn, words), Store: store, Lib: lib}
		if cmd != nil {
			if f.Cmd = paramIndex(fn, cmd); f.Cmd < 0 {
				return true
			}
		}
		if f.Words >= 0 {
			out = f
		}
		return out == nil
	})
	return out
}

// forwarded are the operations of a raw command that a call sends through a
// forwarding function: they are the caller's own.
func (m *Model) forwarded(c call, f *Forward) []*Op {
	var words []*origin.Value
	if f.Cmd >= 0 {
		words = append(words, m.of(argAt(c, f.Cmd)))
	}
	v := argAt(c, f.Words)
	el, ok := m.res.Elements(v)
	if !ok && len(el) == 0 {
		words = append(words, m.argsChain(v)...)
	}
	for _, e := range el {
		words = append(words, m.spread(e)...)
	}
	if len(words) == 0 || words[0] == nil || words[0].Kind != origin.Const {
		return nil
	}
	ops := m.wordOps(words, f.Store)
	for _, o := range ops {
		o.instr, o.fn, o.call, o.pos, o.Store, o.Lib = c.instr, c.instr.Parent(), c, c.pos(), f.Store, f.Lib
		o.Where = m.position(o.pos)
		for _, a := range c.args {
			if origin.IsContext(a.Type()) {
				o.Ctx = m.of(a)
				break
			}
		}
		m.direct[o.fn] = append(m.direct[o.fn], o)
	}
	return ops
}
