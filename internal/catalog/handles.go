package catalog

import (
	"go/types"
	"strings"
)

// HandleKind is what a database handle stands for.
type HandleKind int

const (
	// AnyHandle is not known: an interface, or a type that is a pool at one time
	// and a transaction at another, such as *gorm.DB.
	AnyHandle  HandleKind = iota
	PoolHandle            // each statement may take another connection
	ConnHandle            // one connection
	TxHandle              // one connection for as long as a transaction lasts
)

// handleTypes are the handles of the SQL libraries by the names of their types.
// The libraries of the family's sub-packages have them under the same names, so
// that one line is enough: pgxpool.Conn and pgx.Conn are both one connection.
var handleTypes = []struct {
	lib  *Library
	kind HandleKind
	on   string
}{
	{databaseSQL, PoolHandle, "DB"},
	{databaseSQL, ConnHandle, "Conn"},
	{databaseSQL, TxHandle, "Tx"},
	{sqlx, PoolHandle, "DB"},
	{sqlx, ConnHandle, "Conn"},
	{sqlx, TxHandle, "Tx"},
	{pgx, PoolHandle, "Pool|ConnPool"}, // pgxpool since v4, ConnPool in v3
	{pgx, ConnHandle, "Conn|PgConn"},
	{pgx, TxHandle, "Tx"},
	{bun, PoolHandle, "DB"},
	{bun, ConnHandle, "Conn"},
	{bun, TxHandle, "Tx"},
	{goPG, PoolHandle, "DB"},
	{goPG, ConnHandle, "Conn"},
	{goPG, TxHandle, "Tx"},
	// An xorm Session gives its connection back after each statement unless it
	// has begun a transaction: it is neither.
	{xorm, PoolHandle, "Engine|EngineGroup"},
}

// HandleOf returns what a value of type t, or of a pointer to it, stands for.
// Types that embed a handle, as in-house DB types do, stand for what they embed;
// so do the clients and transactions that ent generates.
func HandleOf(t types.Type) HandleKind { return handleOf(t, 0) }

func handleOf(t types.Type, depth int) HandleKind {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil || depth > 3 {
		return AnyHandle
	}
	if lib := placeOf(n.Obj().Pkg().Path()).lib; lib != nil {
		for _, h := range handleTypes {
			if h.lib == lib && has(h.on, n.Obj().Name()) {
				return h.kind
			}
		}
		return AnyHandle
	}
	if k := entHandle(n); k != AnyHandle {
		return k
	}
	switch u := n.Underlying().(type) {
	case *types.Interface:
		if strings.Contains(n.Obj().Name(), "Pool") {
			return PoolHandle // DBPool, ConnPooler
		}
		return handleInterface(u)
	case *types.Struct:
		for f := range u.Fields() {
			if f.Embedded() {
				if k := handleOf(f.Type(), depth+1); k != AnyHandle {
					return k
				}
			}
		}
	}
	return AnyHandle
}

// entHandle knows the two types that ent writes into every generated package:
// Client, whose Tx(ctx) begins a transaction, and Tx, whose Client() is a view of it.
func entHandle(n *types.Named) HandleKind {
	switch n.Obj().Name() {
	case "Client":
		if returns(n, "Tx", "Tx") && returns(n, "Debug", "Client") {
			return PoolHandle
		}
	case "Tx":
		if returns(n, "Client", "Client") && returns(n, "Commit", "error") {
			return TxHandle
		}
	}
	return AnyHandle
}

// returns reports whether a method's first result is a type of that name.
func returns(n *types.Named, method, result string) bool {
	for m := range n.Methods() {
		if m.Name() != method {
			continue
		}
		res := m.Signature().Results()
		return res.Len() > 0 && typeName(res.At(0).Type()) == result
	}
	return false
}

// handleInterface is what an in-house interface over database handles must
// have behind it: only a pool hands out connections and can be sized.
func handleInterface(i *types.Interface) HandleKind {
	for m := range i.Methods() {
		switch m.Name() {
		case "SetMaxOpenConns", "AcquireFunc":
			return PoolHandle
		case "Acquire", "Conn", "Connx":
			res := m.Signature().Results()
			if res.Len() == 2 && typeName(res.At(0).Type()) == "Conn" {
				return PoolHandle
			}
		}
	}
	return AnyHandle
}
