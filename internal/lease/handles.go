package lease

import (
	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"golang.org/x/tools/go/ssa"
)

var (
	lockerLock   = &catalog.Row{Role: catalog.Acquire, Display: "Locker.Lock", Lib: &catalog.Library{Name: "etcd", Store: catalog.Etcd}, Detached: true}
	lockerUnlock = &catalog.Row{Role: catalog.Release, Display: "Locker.Unlock", Compares: true, Lib: &catalog.Library{Name: "etcd", Store: catalog.Etcd}, Detached: true}
)

// lockerRow is the meaning of Lock and Unlock of a sync.Locker that a lock
// library made. Any other sync.Locker is a mutex of the process.
func (m *Model) lockerRow(c call) *catalog.Row {
	if !c.common.IsInvoke() || pkgPath(c.fn) != "sync" {
		return nil
	}
	if key, _ := m.handleKey(c.recv); key == nil {
		return nil
	}
	switch c.fn.Name() {
	case "Lock":
		return lockerLock
	case "Unlock":
		return lockerUnlock
	}
	return nil
}

// lockOps are the calls that are about locks by their API: an acquire of a raw
// key (SETNX) or a lock handle's Lock, Unlock, Extend.
func (m *Model) lockOps(c call, row *catalog.Row) []*Op {
	o := &Op{Compares: row.Compares, TTL: m.ttl(c, row)}
	switch row.Role {
	case catalog.Acquire:
		o.Kind = Acquire
	case catalog.Release:
		o.Kind = End
	case catalog.Renew:
		o.Kind, o.Registers = Extend, row.Link == "registration"
		if o.TTL.Known && o.TTL.None && !o.TTL.Absent {
			o.Kind = End // a visibility timeout of zero gives the message back
		}
	case catalog.AutoRenew, catalog.NewLease:
		o.Kind = AutoRenew
		if row.Role == catalog.NewLease {
			return nil
		}
	}
	if v, _, _, ok := m.role(c, row, "key"); ok {
		o.Key = v
	}
	if v, _, _, ok := m.role(c, row, "token"); ok && v != nil {
		o.Token = v
	}
	if field := c.arg(row, "column"); field != nil && o.Kind == Acquire && m.startsObject(c.instr.Parent(), o.Key, m.of(field), o.Token) {
		o.Kind, o.Guard = Write, InsertOnly
	}
	if v, _, _, ok := m.role(c, row, "stop"); ok {
		o.Stop = v
	}
	switch row.Lib.Store {
	case catalog.LockLibrary:
		o.LockAPI = true
	case catalog.Redis, catalog.Memcached:
		o.LockAPI = row.Pkg != "" // rueidislock: a lock library in the client's module
	case catalog.NATS:
		// KV.Create makes any record that must not exist yet.
	case catalog.Etcd:
		o.LockAPI = row.Cond == "" // Mutex and Election; the old API's Create makes any key
	default:
		o.LockAPI = true
	}
	if o.Key == nil && c.recv != nil {
		o.Handle = m.of(c.recv)
		o.Key, o.Below = m.handleKey(c.recv)
		o.LockAPI = true
	}
	if v, _, _, ok := m.role(c, row, "lock"); ok && v != nil {
		o.Handle = v
	}
	return []*Op{o}
}

// handleKey is the key that a lock handle was made for, when the constructor
// is in sight, and whether the records lie below it.
func (m *Model) handleKey(v ssa.Value) (key *origin.Value, below bool) {
	ctor := m.madeBy(v, 0)
	if ctor == nil {
		return nil, false
	}
	c := newCall(ctor)
	row := m.rowOf(c)
	if row == nil || row.Role != catalog.NewLock && row.Role != catalog.Acquire {
		return nil, false
	}
	k, _, _, ok := m.role(c, row, "key")
	if !ok {
		return nil, false
	}
	return k, row.Link == "below"
}

// madeBy follows a value to the call that made it: through locals, captures,
// fields stored once, and tuple extracts.
func (m *Model) madeBy(v ssa.Value, depth int) *ssa.Call {
	if depth > 8 || v == nil {
		return nil
	}
	switch v := v.(type) {
	case *ssa.Call:
		return v
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			return c
		}
	case *ssa.ChangeInterface:
		return m.madeBy(v.X, depth+1)
	case *ssa.MakeInterface:
		return m.madeBy(v.X, depth+1)
	case *ssa.TypeAssert:
		return m.madeBy(v.X, depth+1)
	case *ssa.FreeVar:
		if b := origin.Binding(v); b != nil {
			return m.madeBy(b, depth+1)
		}
	case *ssa.UnOp:
		var addr ssa.Value = v.X
		if fv, ok := addr.(*ssa.FreeVar); ok {
			addr = origin.Binding(fv)
		}
		switch a := addr.(type) {
		case *ssa.Alloc:
			var found *ssa.Call
			for _, ref := range *a.Referrers() {
				if st, ok := ref.(*ssa.Store); ok && st.Addr == a {
					if k, isC := st.Val.(*ssa.Const); isC && k.Value == nil {
						continue
					}
					if found != nil {
						return nil
					}
					found = m.madeBy(st.Val, depth+1)
				}
			}
			return found
		case *ssa.FieldAddr:
			if embeddedField(a) {
				return m.madeBy(a.X, depth+1) // a promoted method: the outer value was made
			}
			f := m.of(v).Var()
			if stores := m.index.Stores(f); len(stores) == 1 {
				return m.madeBy(stores[0], depth+1)
			}
		case *ssa.Global:
			if stores := m.index.GlobalStores(a); len(stores) == 1 {
				return m.madeBy(stores[0], depth+1)
			}
		}
	}
	return nil
}

func embeddedField(a *ssa.FieldAddr) bool {
	f := origin.FieldVar(a.X.Type(), a.Field)
	return f != nil && f.Embedded()
}
