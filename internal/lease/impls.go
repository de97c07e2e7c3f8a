package lease

import (
	"go/types"

	"github.com/leasevet/leasevet/internal/pattern"
)

// doubles are implementations for tests and trials: they say nothing of what a
// call does in production.
var doubles = pattern.New(`(?i)(mock|fake|stub|spy|noop|nop|dummy|testing|unimplemented)`)

// importedImpls are the summaries of an interface method's implementations in the
// packages that are imported here: who wires a program up sees both sides.
func (m *Model) importedImpls(meth *types.Func) []target {
	if got, ok := m.wired[meth]; ok {
		return got
	}
	var sums []*Summary
	iface := interfaceOf(meth)
	if iface != nil && iface.NumMethods() > 0 {
		for _, imp := range m.Pass.Pkg.Imports() {
			s := m.imported[imp.Path()]
			if s == nil || imp == meth.Pkg() {
				continue
			}
			for _, name := range imp.Scope().Names() {
				if s.Funcs[name+"."+meth.Name()] == nil || doubles.MatchString(name) {
					continue
				}
				if tn, ok := imp.Scope().Lookup(name).(*types.TypeName); ok && implements(tn.Type(), iface) {
					sums = append(sums, s.Funcs[name+"."+meth.Name()])
				}
			}
		}
	}
	var out []target
	if s := agreed(sums); s != nil {
		out = []target{{nil, s, meth.Name()}}
	}
	if m.wired == nil {
		m.wired = map[*types.Func][]target{}
	}
	m.wired[meth] = out
	return out
}

// agreed is what all implementations of an interface method do: the operations of
// the first one that each of the others has its like of. Which one a call reaches
// is not known, so that an operation of some is none.
func agreed(sums []*Summary) *Summary {
	if len(sums) <= 1 {
		if len(sums) == 1 {
			return sums[0]
		}
		return nil
	}
	out := &Summary{Releaser: sums[0].Releaser, Outcome: -1}
	for i, o := range sums[0].Ops {
		if !allHave(sums[1:], o) {
			continue
		}
		for _, h := range sums[0].Holds {
			if h == i && allHold(sums[1:]) {
				out.Holds = append(out.Holds, len(out.Ops))
			}
		}
		out.Ops = append(out.Ops, o)
	}
	for _, s := range sums[1:] {
		if s.Releaser != out.Releaser {
			out.Releaser = -1
		}
	}
	if len(out.Ops) == 0 {
		return nil
	}
	return out
}

func allHave(sums []*Summary, o *Op) bool {
	for _, s := range sums {
		has := false
		for _, x := range s.Ops {
			has = has || x.Kind == o.Kind && x.Guard == o.Guard && x.Session == o.Session && x.Compares == o.Compares
		}
		if !has {
			return false
		}
	}
	return true
}

func allHold(sums []*Summary) bool {
	for _, s := range sums {
		if len(s.Holds) == 0 {
			return false
		}
	}
	return true
}

// machineOnly are implementations of object stores for one machine. The one that is
// shared is then in files that the build tags leave out: nobody has a bucket in memory.
var machineOnly = pattern.New(`(?i)^(in)?mem(ory)?([A-Z_].*)?$|^(local)?file_?system|^(local|disk)(store|storage|blob|fs)`)

// standIn reports whether an implementation of an interface method is in sight of
// which nothing is known: it reaches no client.
func (m *Model) standIn(meth *types.Func) bool {
	iface := interfaceOf(meth)
	if iface == nil || iface.NumMethods() == 0 {
		return false
	}
	blobs := blobName.MatchString(receiverName(meth.Signature()))
	for _, pkg := range append([]*types.Package{meth.Pkg()}, m.Pass.Pkg.Imports()...) {
		for _, name := range pkg.Scope().Names() {
			tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if ok && !tn.IsAlias() && !doubles.MatchString(name) && implements(tn.Type(), iface) && !(blobs && machineOnly.MatchString(name)) {
				return true
			}
		}
	}
	return false
}

func interfaceOf(meth *types.Func) *types.Interface {
	recv := meth.Signature().Recv()
	if recv == nil {
		return nil
	}
	iface, _ := recv.Type().Underlying().(*types.Interface)
	return iface
}

func implements(t types.Type, iface *types.Interface) bool {
	if types.IsInterface(t) {
		return false
	}
	if n, ok := t.(*types.Named); ok && n.TypeParams().Len() > 0 {
		return false // not instantiated: its methods have no types yet
	}
	return types.Implements(t, iface) || types.Implements(types.NewPointer(t), iface)
}
