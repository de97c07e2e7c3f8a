package origin

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Index knows, for one package, which values are stored in struct fields and
// package variables. It is built once, in one pass over the instructions.
type Index struct {
	fields  map[*types.Var][]ssa.Value
	globals map[*ssa.Global][]ssa.Value
	escaped map[*ssa.Global]bool // may be written elsewhere: its address is handed out, or its map is filled
}

// NewIndex scans the functions of a package.
func NewIndex(fns []*ssa.Function) *Index {
	ix := &Index{
		fields:  map[*types.Var][]ssa.Value{},
		globals: map[*ssa.Global][]ssa.Value{},
		escaped: map[*ssa.Global]bool{},
	}
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				ix.scan(instr)
			}
		}
	}
	return ix
}

func (ix *Index) scan(instr ssa.Instruction) {
	switch in := instr.(type) {
	case *ssa.Store:
		switch addr := in.Addr.(type) {
		case *ssa.FieldAddr:
			if f := FieldVar(addr.X.Type(), addr.Field); f != nil {
				ix.fields[f] = append(ix.fields[f], in.Val)
			}
		case *ssa.Global:
			ix.globals[addr] = append(ix.globals[addr], in.Val)
		}
		ix.escapes(in.Val)
	case *ssa.MapUpdate:
		if load, ok := in.Map.(*ssa.UnOp); ok {
			ix.escapes(load.X)
		}
	case *ssa.MakeInterface:
		ix.escapes(in.X)
	case *ssa.Phi:
		for _, e := range in.Edges {
			ix.escapes(e)
		}
	case *ssa.Return:
		for _, v := range in.Results {
			ix.escapes(v)
		}
	case ssa.CallInstruction:
		for _, a := range in.Common().Args {
			ix.escapes(a)
		}
	}
}

func (ix *Index) escapes(v ssa.Value) {
	if g, ok := v.(*ssa.Global); ok {
		ix.escaped[g] = true
	}
}

// Stores returns the values stored in a struct field anywhere in the package.
func (ix *Index) Stores(f *types.Var) []ssa.Value {
	if ix == nil || f == nil {
		return nil
	}
	return ix.fields[f.Origin()]
}

// GlobalStores returns the values stored in a package variable.
func (ix *Index) GlobalStores(g *ssa.Global) []ssa.Value { return ix.globals[g] }

// FieldVar is field i of a struct type or of a pointer to one, that of the generic
// type for an instance; nil when there is no such field. It is what *ssa.Field and
// *ssa.FieldAddr speak of.
func FieldVar(t types.Type, i int) *types.Var {
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	t = types.Unalias(t)
	if tp, ok := t.(*types.TypeParam); ok {
		t = tp.Underlying()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok || i >= s.NumFields() {
		return nil
	}
	return s.Field(i).Origin()
}

// ownerName returns "pkg.T" of a struct type or pointer to one, "" otherwise.
func ownerName(t types.Type) string {
	t = types.Unalias(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		o := n.Obj()
		if o.Pkg() != nil {
			return o.Pkg().Path() + "." + o.Name()
		}
		return o.Name()
	}
	return ""
}

// soleStore returns the only value ever stored in an allocation, following
// captures into closures, or nil when there are none or several.
func soleStore(alloc ssa.Value) ssa.Value {
	if alloc == nil {
		return nil
	}
	refs := alloc.Referrers()
	if refs == nil {
		return nil
	}
	var val ssa.Value
	for _, r := range *refs {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr != alloc {
				return nil // its address is kept
			}
			if val != nil {
				return nil
			}
			val = r.Val
		case *ssa.UnOp:
			if r.Op != token.MUL {
				return nil
			}
		case *ssa.MakeClosure:
			if closureStores(r, alloc) {
				return nil
			}
		case *ssa.DebugRef, *ssa.FieldAddr, *ssa.IndexAddr:
		default:
			return nil
		}
	}
	return val
}

func closureStores(mc *ssa.MakeClosure, alloc ssa.Value) bool {
	fn, ok := mc.Fn.(*ssa.Function)
	if !ok {
		return true
	}
	for i, b := range mc.Bindings {
		if b != alloc || i >= len(fn.FreeVars) {
			continue
		}
		fv := fn.FreeVars[i]
		if fv.Referrers() == nil {
			continue
		}
		for _, r := range *fv.Referrers() {
			switch r := r.(type) {
			case *ssa.Store:
				if r.Addr == fv {
					return true
				}
			case *ssa.MakeClosure:
				if closureStores(r, fv) {
					return true
				}
			}
		}
	}
	return false
}
