package lease

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/pattern"
)

// What a statement runs on: a pool, whose next statement may meet another
// session, one connection, or a transaction. The static type tells for most
// libraries. For an interface it is what is stored behind it, as far as that is
// in sight; for gorm, whose *DB is all three, how the value was made.

// connection returns what a statement with the receiver v runs on.
func (m *Model) connection(v ssa.Value) catalog.HandleKind { return m.connectionOf(v, 0) }

func (m *Model) connectionOf(v ssa.Value, depth int) catalog.HandleKind {
	if v == nil || depth > 8 {
		return catalog.AnyHandle
	}
	if gormDB(v.Type()) {
		return m.gormConnection(v, depth)
	}
	switch k := catalog.HandleOf(v.Type()); k {
	case catalog.TxHandle:
		// A transaction of a pinned connection is that connection.
		if ctor := m.madeBy(v, 0); ctor != nil {
			c := newCall(ctor)
			if row := c.row(); row != nil && row.Role == catalog.Begin && c.recv != nil && m.connectionOf(c.recv, depth+1) == catalog.ConnHandle {
				return catalog.ConnHandle
			}
		}
		return k
	case catalog.AnyHandle:
	default:
		return k
	}
	if fa, ok := v.(*ssa.FieldAddr); ok && embeddedField(fa) {
		return m.connectionOf(fa.X, depth+1) // a promoted method: ent's tx.config
	}
	if u, ok := v.(*ssa.UnOp); ok {
		if fa, ok := u.X.(*ssa.FieldAddr); ok && embeddedField(fa) {
			return m.connectionOf(fa.X, depth+1) // go-pg's db.baseDB
		}
	}
	if named(v.Type()) == "Stmt" || named(v.Type()) == "NamedStmt" {
		ctor := m.madeBy(v, 0)
		if ctor == nil {
			return catalog.AnyHandle
		}
		c := newCall(ctor)
		if row := c.row(); row == nil || row.Role != catalog.SQLPrepare && row.Role != catalog.Handle {
			return catalog.AnyHandle
		}
		return m.connectionOf(c.recv, depth+1)
	}
	return m.storedConnection(v, depth)
}

// storedConnection is what stands behind an interface: what every store into its
// variable or field of this package agrees on.
func (m *Model) storedConnection(v ssa.Value, depth int) catalog.HandleKind {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return m.connectionOf(v.X, depth+1)
	case *ssa.ChangeInterface:
		return m.connectionOf(v.X, depth+1)
	case *ssa.ChangeType:
		return m.connectionOf(v.X, depth+1)
	case *ssa.TypeAssert:
		return m.connectionOf(v.X, depth+1)
	case *ssa.Phi:
		return m.agree(v.Edges, depth)
	case *ssa.FreeVar:
		return m.connectionOf(origin.Binding(v), depth+1)
	case *ssa.Field:
		return m.agree(m.index.Stores(m.of(v).Var()), depth)
	case *ssa.UnOp:
		switch a := v.X.(type) {
		case *ssa.FieldAddr:
			return m.agree(m.index.Stores(m.of(v).Var()), depth)
		case *ssa.Global:
			return m.agree(m.index.GlobalStores(a), depth)
		case *ssa.Alloc, *ssa.FreeVar:
			return m.agree(variableStores(a), depth)
		}
	case *ssa.Parameter:
		if args, ok := m.argumentsOf(v); ok {
			return m.agree(args, depth)
		}
	}
	return catalog.AnyHandle
}

// agree is the kind that all values have, AnyHandle when they differ.
func (m *Model) agree(vs []ssa.Value, depth int) catalog.HandleKind {
	out := catalog.AnyHandle
	for i, v := range vs {
		if k, ok := v.(*ssa.Const); ok && k.Value == nil {
			continue
		}
		k := m.connectionOf(v, depth+1)
		if k == catalog.AnyHandle || i > 0 && out != catalog.AnyHandle && k != out {
			return catalog.AnyHandle
		}
		out = k
	}
	return out
}

// variableStores are the values that a local variable is given, captures included.
func variableStores(addr ssa.Value) []ssa.Value {
	if fv, ok := addr.(*ssa.FreeVar); ok {
		addr = origin.Binding(fv)
	}
	a, ok := addr.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var out []ssa.Value
	for _, ref := range *a.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == a {
			out = append(out, st.Val)
		}
	}
	return out
}

// argumentsOf are what the calls of this package hand over for a parameter. ok
// is false when there may be other callers: the function is exported, or it is
// used as a value.
func (m *Model) argumentsOf(p *ssa.Parameter) (args []ssa.Value, ok bool) {
	fn := p.Parent()
	if fn.Parent() != nil || fn.Object() == nil || fn.Object().Exported() {
		return nil, false
	}
	i := paramIndex(fn, p)
	for _, f := range m.fns {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				ci, isCall := in.(ssa.CallInstruction)
				if isCall && ci.Common().StaticCallee() == fn && i < len(ci.Common().Args) {
					args = append(args, ci.Common().Args[i])
				}
			}
		}
	}
	return args, len(args) > 0
}

func gormDB(t types.Type) bool {
	return named(t) == "DB" && catalog.Known(ownerPackage(t)) && catalog.HandleOf(t) == catalog.AnyHandle
}

// txName is what programs call a handle that may be a transaction.
var txName = pattern.New(`(?i)(tx|trx|txn|trans|session|conn)`)

// gormConnection is what a *gorm.DB stands for: the argument of a Transaction or
// Connection callback, the result of Begin, or else the pool that it was opened
// as. Where it comes from a caller that cannot be seen its name decides, and a
// name that is no plain db is not known.
func (m *Model) gormConnection(v ssa.Value, depth int) catalog.HandleKind {
	if depth > 8 {
		return catalog.AnyHandle
	}
	switch v := v.(type) {
	case *ssa.Call:
		c := newCall(v)
		row := c.row()
		switch {
		case row == nil:
			// mysql.DB(), model.Instance(): there is nothing that it could take a
			// transaction from.
			if c.static != nil && c.recv == nil && len(c.args) == 0 {
				return catalog.PoolHandle
			}
		case row.Role == catalog.Begin:
			return catalog.TxHandle
		case row.Role == catalog.ChainLink && c.recv != nil:
			return m.gormConnection(c.recv, depth+1)
		case row.Role == catalog.Handle && c.name() == "Open", c.name() == "Open":
			return catalog.PoolHandle
		}
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok && newCall(c).name() == "Open" {
			return catalog.PoolHandle
		}
	case *ssa.Phi:
		return m.agree(v.Edges, depth)
	case *ssa.FreeVar:
		return m.gormConnection(origin.Binding(v), depth+1)
	case *ssa.Parameter:
		return m.gormParameter(v, depth)
	case *ssa.Field:
		return m.gormField(m.of(v).Var(), depth)
	case *ssa.UnOp:
		switch a := v.X.(type) {
		case *ssa.FieldAddr:
			return m.gormField(m.of(v).Var(), depth)
		case *ssa.Global:
			return catalog.PoolHandle
		case *ssa.Alloc, *ssa.FreeVar:
			return m.agree(variableStores(a), depth)
		}
	}
	return catalog.AnyHandle
}

func (m *Model) gormParameter(p *ssa.Parameter, depth int) catalog.HandleKind {
	if outer := p.Parent().Parent(); outer != nil {
		for _, use := range closureUses(outer, p.Parent()) {
			ci, ok := use.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if c := newCall(ci); c.name() == "Connection" {
				return catalog.ConnHandle
			} else if row := c.row(); row != nil && row.Role == catalog.InTx {
				return catalog.TxHandle
			}
		}
		return catalog.AnyHandle
	}
	if txName.MatchString(p.Name()) {
		return catalog.AnyHandle
	}
	if args, ok := m.argumentsOf(p); ok {
		return m.agree(args, depth)
	}
	if p.Parent().Object() != nil && p.Parent().Object().Exported() {
		return catalog.PoolHandle
	}
	return catalog.AnyHandle
}

// gormField is what a field holds: the pool, unless the package also stores a
// transaction there, as WithTx(tx) methods do.
func (m *Model) gormField(f *types.Var, depth int) catalog.HandleKind {
	if f == nil || txName.MatchString(f.Name()) {
		return catalog.AnyHandle
	}
	for _, st := range m.index.Stores(f) {
		if m.gormConnection(st, depth+1) != catalog.PoolHandle {
			if p, ok := st.(*ssa.Parameter); ok && !txName.MatchString(p.Name()) && p.Parent().Parent() == nil {
				continue
			}
			return catalog.AnyHandle
		}
	}
	return catalog.PoolHandle
}
