package lease

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// A pool that has one connection at most is as good as that connection: lock,
// work and unlock wait for one another and meet the same session. (The pool may
// still replace the connection when it breaks or grows old; a pinned one would be
// lost as well.)

// PoolSize says that result Result of a function is a pool whose number of
// connections N bounds, in terms of the function's parameters.
type PoolSize struct {
	Result int
	N      *origin.Value
}

// single reports whether a pool is limited to one connection.
func (m *Model) single(v ssa.Value) bool { return m.singleAt(v, 0) }

func (m *Model) singleAt(v ssa.Value, depth int) bool {
	if v == nil || depth > 6 {
		return false
	}
	for _, s := range m.sized() {
		if one(s.n) && m.samePool(s.pool, v) {
			return true
		}
	}
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return m.singleAt(v.X, depth+1)
	case *ssa.ChangeInterface:
		return m.singleAt(v.X, depth+1)
	case *ssa.FreeVar:
		return m.singleAt(origin.Binding(v), depth+1)
	case *ssa.Call:
		return m.madeSingle(v, 0)
	case *ssa.Extract:
		c, ok := v.Tuple.(*ssa.Call)
		return ok && m.madeSingle(c, v.Index)
	case *ssa.Field:
		return m.allSingle(m.index.Stores(m.of(v).Var()), depth)
	case *ssa.UnOp:
		switch a := v.X.(type) {
		case *ssa.FieldAddr:
			if embeddedField(a) && m.singleAt(a.X, depth+1) {
				return true
			}
			return m.allSingle(m.index.Stores(m.of(v).Var()), depth)
		case *ssa.Global:
			return m.allSingle(m.index.GlobalStores(a), depth)
		case *ssa.Alloc, *ssa.FreeVar:
			return m.allSingle(variableStores(a), depth)
		}
	case *ssa.Parameter:
		args, ok := m.argumentsOf(v)
		return ok && m.allSingle(args, depth)
	}
	return false
}

func (m *Model) allSingle(vs []ssa.Value, depth int) bool {
	some := false
	for _, v := range vs {
		if k, ok := v.(*ssa.Const); ok && k.Value == nil {
			continue
		}
		if !m.singleAt(v, depth+1) {
			return false
		}
		some = true
	}
	return some
}

// madeSingle reports whether a call makes a pool of one connection: a function
// that is told so, or pgx with MaxConns of one in its configuration or text.
func (m *Model) madeSingle(v *ssa.Call, result int) bool {
	c := newCall(v)
	for _, a := range c.args {
		if n := m.fieldSet(a, "MaxConns"); n != nil && one(n) || n == nil && m.inText(a, "pool_max_conns=1") {
			return true
		}
	}
	for _, t := range m.callees(c) {
		for _, s := range t.sum.Pools {
			if s.Result == result && one(m.inCall(s.N, c, t)) {
				return true
			}
		}
	}
	return false
}

func (m *Model) inText(a ssa.Value, s string) bool {
	text, _, ok := origin.TextOf(m.of(a), " ")
	i := strings.Index(text, s)
	return ok && i >= 0 && (i+len(s) == len(text) || !strings.ContainsRune("0123456789", rune(text[i+len(s)])))
}

// inCall rewrites a value of a callee into the terms of a call. A field of an
// argument is what was last stored there in sight.
func (m *Model) inCall(v *origin.Value, c call, t target) *origin.Value {
	n := origin.Substitute(v, t.fn, func(i int) *origin.Value {
		if a := argAt(c, i); a != nil {
			return m.of(a)
		}
		return nil
	})
	if n != nil && n.Kind == origin.Field && len(n.Parts) > 0 && n.Parts[0].SSA() != nil {
		if set := m.fieldSet(n.Parts[0].SSA(), n.Text); set != nil {
			return set
		}
	}
	return n
}

// fieldSet is the only value that the function stores into a field of a struct
// that it holds, or nil.
func (m *Model) fieldSet(v ssa.Value, name string) *origin.Value {
	if v == nil || v.Referrers() == nil {
		return nil
	}
	if u, ok := v.(*ssa.UnOp); ok {
		if a, ok := u.X.(*ssa.Alloc); ok {
			if st := variableStores(a); len(st) == 1 {
				return m.fieldSet(st[0], name)
			}
			v = a
		}
	}
	var out *origin.Value
	for _, ref := range *v.Referrers() {
		fa, ok := ref.(*ssa.FieldAddr)
		if !ok || fa.X != v || fieldNameAt(fa.X.Type(), fa.Field) != name {
			continue
		}
		for _, use := range *fa.Referrers() {
			if st, ok := use.(*ssa.Store); ok && st.Addr == fa {
				if out != nil {
					return nil
				}
				out = m.of(st.Val)
			}
		}
	}
	return out
}

func one(v *origin.Value) bool { return v != nil && v.Kind == origin.Const && v.Text == "1" }

// sizing is a call that bounds a pool.
type sizing struct {
	pool ssa.Value
	n    *origin.Value
	fn   *ssa.Function
}

// sized are the calls of SetMaxOpenConns in the package.
func (m *Model) sized() []sizing {
	if m.sizings != nil {
		return m.sizings
	}
	m.sizings = []sizing{}
	for _, fn := range m.fns {
		m.sizings = append(m.sizings, m.sizedIn(fn)...)
	}
	return m.sizings
}

func (m *Model) sizedIn(fn *ssa.Function) []sizing {
	var out []sizing
	calls(fn, func(c call) bool {
		if c.name() != "SetMaxOpenConns" || c.recv == nil || len(c.args) != 1 {
			return true
		}
		out = append(out, sizing{c.recv, m.of(c.args[0]), fn})
		// gorm's db.DB() is the pool below the handle: one size for both.
		if ctor := m.madeBy(c.recv, 0); ctor != nil {
			if k := newCall(ctor); k.name() == "DB" && k.recv != nil {
				out = append(out, sizing{k.recv, m.of(c.args[0]), fn})
			}
		}
		return true
	})
	return out
}

// samePool reports whether two values certainly are one pool: made by one call,
// or loaded from one variable or field.
func (m *Model) samePool(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	if x, y := m.madeBy(a, 0), m.madeBy(b, 0); x != nil && x == y {
		return true
	}
	if x, y := m.of(a).Var(), m.of(b).Var(); x != nil && x == y {
		return true
	}
	return origin.Compare(m.of(a), m.of(b)) == origin.Strong
}

// poolSizes are the results of a function that are pools which it bounds.
func (m *Model) poolSizes(fn *ssa.Function) []PoolSize {
	res := fn.Signature.Results()
	var out []PoolSize
	for i := range res.Len() {
		if catalog.HandleOf(res.At(i).Type()) != catalog.PoolHandle && !gormDB(res.At(i).Type()) {
			continue
		}
		if n := m.poolSize(fn, i); n != nil {
			out = append(out, PoolSize{i, n})
		}
	}
	return out
}

func (m *Model) poolSize(fn *ssa.Function, result int) *origin.Value {
	sizings := m.sizedIn(fn)
	for _, b := range fn.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || result >= len(r.Results) {
			continue
		}
		v := r.Results[result]
		for _, s := range sizings {
			if m.samePool(s.pool, v) {
				return s.n
			}
		}
		// return inner(dsn, config), which bounds it.
		ctor := m.madeBy(v, 0)
		if ctor == nil {
			continue
		}
		c := newCall(ctor)
		for _, t := range m.callees(c) {
			for _, s := range t.sum.Pools {
				if _, tuple := ctor.Type().(*types.Tuple); tuple && s.Result != 0 {
					continue
				}
				return m.inCall(s.N, c, t)
			}
		}
	}
	return nil
}
