package lease

import (
	"go/types"
	"slices"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// What of a package is worth telling its importers. Whoever is told is analysed, so that
// a fact too many costs more than its bytes.

// handsOutClient says whether a package has a client for others, in a variable, a field or
// a result. Who takes it from there need not import the client to use it.
func handsOutClient(pkg *types.Package) bool {
	client := func(t types.Type) bool {
		p := ownerPackage(t)
		return p != "" && p != pkg.Path() && catalog.Known(p)
	}
	hands := func(fn *types.Func) bool {
		return fn.Exported() && hasVar(fn.Signature().Results(), client)
	}
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		if !obj.Exported() {
			continue
		}
		switch obj := obj.(type) {
		case *types.Var:
			if client(obj.Type()) {
				return true
			}
		case *types.Func:
			if hands(obj) {
				return true
			}
		case *types.TypeName:
			n, ok := obj.Type().(*types.Named)
			if !ok {
				continue
			}
			switch t := n.Underlying().(type) {
			case *types.Struct:
				for f := range t.Fields() {
					if f.Exported() && client(f.Type()) {
						return true
					}
				}
			case *types.Interface:
				// It stands for the client whose types its methods have.
				for fn := range t.Methods() {
					if hasVar(fn.Signature().Params(), client) || hasVar(fn.Signature().Results(), client) {
						return true
					}
				}
			}
			for fn := range n.Methods() {
				if hands(fn) {
					return true
				}
			}
		}
	}
	return false
}

func hasVar(vars *types.Tuple, is func(types.Type) bool) bool {
	for v := range vars.Variables() {
		if is(v.Type()) {
			return true
		}
	}
	return false
}

// worthTelling says whether summaries justify that importers are looked at for their
// sake. Texts alone, which every package has, do where they speak of a lock or a client
// is at hand: such a package names keys or writes statements. Elsewhere they would
// spread interest from one package of constants to the next, over a whole program.
func (m *Model) worthTelling(out *Summaries) bool {
	for _, imp := range m.Pass.Pkg.Imports() {
		if catalog.Known(imp.Path()) || catalog.Generated(imp) {
			return true
		}
	}
	for name, s := range out.Funcs {
		if s.acts() || lockishName(name) || slices.ContainsFunc(s.Results, speaksOfLock) {
			return true
		}
	}
	return false
}

// speaksOfLock says whether a text has a part that names a lock.
func speaksOfLock(v *origin.Value) bool {
	return v != nil && (v.Kind == origin.Const && lockishName(v.Text) || slices.ContainsFunc(v.Parts, speaksOfLock))
}

// acts says whether a summary tells more than what texts a function returns.
func (s *Summary) acts() bool {
	return len(s.Ops) > 0 || s.Renews != nil || len(s.Starts) > 0 || len(s.Under) > 0 || s.Outcome >= 0 || len(s.Unseen) > 0 || s.Text != nil || s.Inspects != nil || s.Forward != nil || len(s.Made) > 0 || len(s.Gives) > 0 || len(s.Pools) > 0
}

func (s *Summary) tells() bool {
	if s.acts() {
		return true
	}
	for _, r := range s.Results {
		if r != nil && useful(r) {
			return true
		}
	}
	return false
}

// useful results are texts and keys with something constant in them, and
// context roots.
func useful(v *origin.Value) bool {
	switch v.Kind {
	case origin.Format:
		return true
	case origin.Const:
		return v.Type == "string" && len(v.Text) > 1
	case origin.Ctx:
		return v.Text != origin.CtxDerived
	}
	return false
}
