package lease

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// rowHeld reports whether the transaction of the statement read the row FOR
// UPDATE: nobody can take it in between.
func (m *Model) rowHeld(e *Op) bool {
	if e.stmt == nil || !inTx(e.conn) {
		return false
	}
	for _, o := range m.eventsOf(e.fn) {
		if o != e && o.stmt != nil && o.stmt.ForUpdate && o.stmt.Table == e.stmt.Table {
			return true
		}
	}
	return false
}

// ownLeaseKey reports whether a key embeds the holder's own lease id, as the
// keys of etcd's Mutex do: nobody else has that key.
func ownLeaseKey(k *origin.Value) bool {
	own := false
	origin.Walk(k, func(v *origin.Value) bool {
		if s := v.SSA(); s != nil && named(s.Type()) == "LeaseID" {
			own = true
		}
		return !own
	})
	return own
}

// evidence finds the acquire of the record that e ends or extends. It returns
// ok with a nil lock when the API itself is a lock's.
func (m *Model) evidence(e *Op, acquires []*Op) (*Op, bool) {
	if e.Key == nil {
		return nil, false
	}
	var strong, weak *Op
	for _, a := range acquires {
		if a.Store != e.Store || a.Key == nil || a.instr != nil && a.instr == e.instr || a.Below && !e.Below || m.otherRecord(a.about, e.about) {
			continue
		}
		switch m.sameKey(a.Key, e.Key) {
		case origin.Strong:
			if m.isLock(a, e) && (!anyRecord(e.Key) && !anyItem(a, e) || endsOf(a, e)) && (e.Depth == 0 || !e.itemOnly || m.sameItem(a.about, e.about)) {
				// Of several that take the lock, the one of the same function is its own.
				if a.fn != nil && e.fn != nil && outermost(a.fn) == outermost(e.fn) {
					return a, true
				}
				if strong == nil {
					strong = a
				}
			}
		case origin.Weak:
			if weak == nil && m.pairOf(a, e) && bareKey(a.Key) && bareKey(e.Key) {
				weak = a
			}
		}
	}
	if strong != nil {
		return strong, true
	}
	if weak != nil {
		return weak, true
	}
	if w := m.plainlyTaken(e); w != nil {
		return w, true
	}
	if e.Lockish && (e.Store == catalog.SQL || e.Store == catalog.Mongo || e.Store == catalog.Dynamo) && e.stmtOnLock() {
		return nil, true
	}
	return nil, false
}

// stmtOnLock reports whether a statement ends a record of a table that is
// named for locks: the name of the function must say so too.
func (o *Op) stmtOnLock() bool {
	if o.fn == nil || o.Depth > 0 {
		return false
	}
	n := strings.ToLower(outermost(o.fn).Name())
	for _, w := range []string{"unlock", "release", "renew", "extend", "heartbeat", "keepalive", "refresh"} {
		if strings.Contains(n, w) {
			return true
		}
	}
	return false
}

// anyRecord reports whether a key may be that of any record of a store: what the
// caller gives, behind no more than the prefix that all keys of the store have or
// the function that puts it there.
func anyRecord(k *origin.Value) bool {
	given, hole, says, lock := false, false, false, false
	var look func(v *origin.Value, depth int)
	look = func(v *origin.Value, depth int) {
		if v == nil || depth > 6 {
			given = true
			return
		}
		switch v.Kind {
		case origin.Param:
			given = true
		case origin.Unknown, origin.Fresh, origin.Self:
			given, hole = true, true
		case origin.Const:
			lock = lock || lockishName(v.Text)
			says = says || origin.Telling(&origin.Value{Kind: origin.Format, Parts: []*origin.Value{v}})
		case origin.Field, origin.Global:
			lock = lock || lockishName(v.Text) // a prefix, as a rule
		case origin.Call:
			lock = lock || lockishName(v.Text[strings.LastIndexByte(v.Text, '.')+1:])
			fallthrough
		default:
			for _, p := range v.Parts {
				look(p, depth+1)
			}
		}
	}
	look(k, 0)
	// "order:" + id says what it is. Before a part that cannot be seen, a text may
	// be no more than the prefix of all keys.
	return given && !lock && (hole || !says)
}

// endsOf reports whether two operations of a general store, whose keys say
// nothing, are the ends of a lock nevertheless: one function makes both, or the
// ending one is named as the end of a lock. Beside Lock and Unlock such a store
// has its Del and Expire, which are about any key.
func endsOf(a, e *Op) bool {
	if a.fn == nil || e.fn == nil {
		return false
	}
	fa, fe := outermost(a.fn), outermost(e.fn)
	return fa == fe || lockishName(fe.Name()) || lockishName(recvType(fe)) || pairNames(fa.Name(), fe.Name())
}

// anyItem is anyRecord for the items of a table: another type than the one that takes
// the lock ends whichever item its caller names.
func anyItem(a, e *Op) bool {
	if a.fn == nil || e.fn == nil || recvType(outermost(a.fn)) == recvType(outermost(e.fn)) {
		return false
	}
	for _, v := range e.about {
		if !anyRecord(v) {
			return false
		}
	}
	return len(e.about) > 0
}

func bareKey(k *origin.Value) bool {
	switch k.Kind {
	case origin.Param, origin.Field:
		return true
	case origin.Format:
		return true
	}
	return false
}

// pairOf reports whether two functions are the ends of one lock by their names
// and owner: methods of one type, or functions of one package.
func (m *Model) pairOf(a, e *Op) bool {
	if a.fn == nil || e.fn == nil || a.Depth > 3 || e.Depth > 3 {
		return false
	}
	fa, fe := outermost(a.fn), outermost(e.fn)
	if !pairNames(fa.Name(), fe.Name()) {
		return false
	}
	ra, re := recvType(fa), recvType(fe)
	if ra != re {
		return false
	}
	// A general store has Lock-like names too rarely to matter, but SetNX/Del
	// pairs are plain delegates: their names are the commands'.
	return lockishName(fa.Name()) || lockishName(fe.Name()) || lockishName(ra) || m.ownerToken(a.Token) || strings.Contains(strings.ToLower(fa.Name()), "acquire") || strings.Contains(strings.ToLower(fa.Name()), "obtain")
}

func recvType(fn *ssa.Function) string {
	if r := fn.Signature.Recv(); r != nil {
		return named(r.Type())
	}
	return ""
}

// isLock weighs whether a record that is created if absent and ended elsewhere
// is a lock, and no marker, de-duplication record or cache entry.
func (m *Model) isLock(a, e *Op) bool {
	if a.LockAPI || a.Lockish || e.Lockish {
		return true
	}
	if m.ownerToken(a.Token) {
		return true
	}
	for _, o := range []*Op{a, e} {
		if o.fn == nil {
			continue
		}
		f := outermost(o.fn)
		if (lockishName(f.Name()) || lockishName(recvType(f))) && (o == a || !storeBeside(a, e)) {
			return true
		}
	}
	if a.fn == nil || e.fn == nil {
		return false
	}
	if lockishName(lastElem(m.Pass.Pkg.Path())) && outermost(a.fn) != outermost(e.fn) {
		return true
	}
	if pairNames(outermost(a.fn).Name(), outermost(e.fn).Name()) && recvType(outermost(a.fn)) == recvType(outermost(e.fn)) {
		return true
	}
	// Acquired and ended by one function, the end deferred or handed out: a section.
	return outermost(a.fn) == outermost(e.fn) && m.endsSection(e)
}

// storeBeside reports whether an acquire is one of a general store beside the lock
// whose end is e: the create-if-absent of AtomicPut takes any key that it is given, and
// that of a lock looks the same.
func storeBeside(a, e *Op) bool {
	if a.fn == nil || e.fn == nil || a.Key == nil {
		return false
	}
	fa, fe := outermost(a.fn), outermost(e.fn)
	ra, re := recvType(fa), recvType(fe)
	return ra != "" && re != "" && ra != re && anyRecord(a.Key) && !pairNames(fa.Name(), fe.Name())
}

func lastElem(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// endsSection reports whether an operation is a deferred one, or stands in a
// closure that is deferred, returned or kept.
func (m *Model) endsSection(e *Op) bool {
	if _, ok := e.instr.(*ssa.Defer); ok {
		return true
	}
	if e.fn.Parent() == nil {
		return false
	}
	for _, use := range closureUses(e.fn.Parent(), e.fn) {
		switch use.(type) {
		case *ssa.Defer, *ssa.Return, *ssa.Store:
			return true
		}
	}
	return false
}
