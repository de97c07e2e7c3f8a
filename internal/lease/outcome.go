package lease

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// Use is what becomes of the outcome of a conditional write.
type Use uint8

const (
	Dropped   Use = iota // nobody can look at it
	Logged               // read, and only printed
	ErrorOnly            // only the error beside it is looked at
	Inspected            // compared, returned, kept, or handed where it cannot be followed
)

// OutcomeOf follows the outcome of a request: a sql.Result, a CommandTag, a
// bool, a *gorm.DB.
func (m *Model) OutcomeOf(o *Op) Use {
	if o.row == nil {
		return Inspected
	}
	switch o.row.Link {
	case "queued":
		return m.batchUse(o.call)
	case "writer":
		return m.writerUse(o.call)
	case "mutation":
		return m.mutationUse(o.call, o.row)
	}
	return m.useOf(o.call, o.row)
}

func (m *Model) useOf(c call, row *catalog.Row) Use {
	v := c.value()
	if v == nil {
		return Dropped // go and defer statements drop every result
	}
	sig := v.Call.Signature().Results()
	best := Dropped
	any := false
	for i := 0; i < sig.Len(); i++ {
		t := sig.At(i).Type()
		if isError(t) {
			continue
		}
		if i < len(row.Results) && (row.Results[i] == "_" || row.Results[i] == "ttl") {
			continue
		}
		any = true
		for _, r := range c.results(i) {
			if u := m.follow(r, map[ssa.Value]bool{}, 0); u > best {
				best = u
			}
		}
	}
	if !any {
		return m.onlyError(c, row)
	}
	return best
}

// follow says what becomes of one value that carries an outcome.
func (m *Model) follow(v ssa.Value, seen map[ssa.Value]bool, depth int) Use {
	if seen[v] || depth > 24 {
		return Dropped
	}
	seen[v] = true
	refs := v.Referrers()
	if refs == nil {
		return Inspected
	}
	best := Dropped
	for _, r := range *refs {
		if u := m.useAt(v, r, seen, depth); u > best {
			best = u
		}
		if best == Inspected {
			return best
		}
	}
	return best
}

func (m *Model) useAt(v ssa.Value, r ssa.Instruction, seen map[ssa.Value]bool, depth int) Use {
	switch r := r.(type) {
	case *ssa.DebugRef:
		return Dropped
	case *ssa.If, *ssa.Return, *ssa.Send, *ssa.MapUpdate, *ssa.Panic:
		return Inspected
	case *ssa.BinOp:
		if isNilCompare(r) {
			return Dropped // res != nil says nothing of rows
		}
		switch r.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			// A comparison is only as good as what is done with it.
			return m.follow(r, seen, depth+1)
		}
		return m.follow(r, seen, depth+1)
	case *ssa.UnOp, *ssa.Phi, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.Convert, *ssa.MakeInterface, *ssa.Extract, *ssa.TypeAssert, *ssa.Slice, *ssa.Index:
		return m.follow(r.(ssa.Value), seen, depth+1)
	case *ssa.IndexAddr:
		return m.follow(r, seen, depth+1)
	case *ssa.Store:
		return m.stored(v, r, seen, depth)
	case *ssa.FieldAddr:
		return m.fieldUse(r.X.Type(), fieldNameAt(r.X.Type(), r.Field), r, seen, depth)
	case *ssa.Field:
		return m.fieldUse(r.X.Type(), fieldNameAt(r.X.Type(), r.Field), r, seen, depth)
	case *ssa.MakeClosure:
		return m.captured(v, r, seen, depth)
	case ssa.CallInstruction:
		return m.passed(v, newCall(r), seen, depth)
	}
	return Inspected
}

func isNilCompare(b *ssa.BinOp) bool {
	for _, x := range []ssa.Value{b.X, b.Y} {
		if c, ok := x.(*ssa.Const); ok && c.Value == nil {
			if _, basic := c.Type().Underlying().(*types.Basic); !basic {
				return true
			}
		}
	}
	return false
}

func fieldNameAt(t types.Type, i int) string {
	if f := origin.FieldVar(t, i); f != nil {
		return f.Name()
	}
	return ""
}

// fieldUse is the use of one field of a result: RowsAffected and Succeeded are
// the outcome, Error and Header are not.
func (m *Model) fieldUse(t types.Type, name string, v ssa.Value, seen map[ssa.Value]bool, depth int) Use {
	if f := catalog.LookupField(t, name); f != nil {
		if strings.HasPrefix(name, "Upserted") {
			return Dropped // only an upsert has it, whose refusal is a duplicate key
		}
		if f.Role == catalog.Outcome {
			return m.follow(v, seen, depth+1)
		}
		return Dropped
	}
	if pkg := ownerPackage(t); catalog.Known(pkg) {
		return Dropped // Header, Error, UpsertedID …
	}
	return m.follow(v, seen, depth+1)
}

func ownerPackage(t types.Type) string {
	t = types.Unalias(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok && n.Obj().Pkg() != nil {
		return n.Obj().Pkg().Path()
	}
	return ""
}

// stored follows a local variable; a field, global or element keeps the value
// for somebody else.
func (m *Model) stored(v ssa.Value, st *ssa.Store, seen map[ssa.Value]bool, depth int) Use {
	if st.Val != v {
		return Dropped // a store through it
	}
	switch a := st.Addr.(type) {
	case *ssa.Alloc:
		best := Dropped
		for _, r := range *a.Referrers() {
			switch r := r.(type) {
			case *ssa.UnOp:
				if u := m.follow(r, seen, depth+1); u > best {
					best = u
				}
			case *ssa.MakeClosure:
				if u := m.captured(a, r, seen, depth); u > best {
					best = u
				}
			case *ssa.Store, *ssa.DebugRef:
			case *ssa.FieldAddr:
				if u := m.fieldUse(r.X.Type(), fieldNameAt(r.X.Type(), r.Field), r, seen, depth+1); u > best {
					best = u
				}
			case *ssa.Slice:
				if u := m.follow(r, seen, depth+1); u > best {
					best = u
				}
			default:
				return Inspected
			}
		}
		return best
	case *ssa.IndexAddr:
		// Packed into the arguments of a variadic call: log.Println(n).
		if arr, ok := a.X.(*ssa.Alloc); ok {
			best := Dropped
			for _, r := range *arr.Referrers() {
				if s, ok := r.(*ssa.Slice); ok {
					if u := m.follow(s, seen, depth+1); u > best {
						best = u
					}
				}
			}
			return best
		}
	}
	return Inspected
}

func (m *Model) captured(v ssa.Value, mc *ssa.MakeClosure, seen map[ssa.Value]bool, depth int) Use {
	best := Dropped
	fv := origin.Captured(mc, v)
	if fv == nil {
		return best
	}
	for _, r := range *fv.Referrers() {
		if u, ok := r.(*ssa.UnOp); ok {
			best = max(best, m.follow(u, seen, depth+1))
		} else {
			best = max(best, m.useAt(fv, r, seen, depth+1))
		}
	}
	return best
}
