package lease

import (
	"go/types"
	"sort"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// buildSSA builds the SSA form of one package. Only the direct imports get an
// ssa package: creating them for the whole closure costs several times as much
// and tells nothing more, since imported functions have no bodies either way.
// x/tools' buildssa pass is not used on purpose: it requires ctrlflow, which
// has a fact, so every driver would analyse every dependency from source.
func buildSSA(pass *analysis.Pass) (*ssa.Package, []*ssa.Function) {
	prog := ssa.NewProgram(pass.Fset, 0)
	for _, imp := range pass.Pkg.Imports() {
		prog.CreatePackage(imp, nil, nil, true)
	}
	pkg := prog.CreatePackage(pass.Pkg, pass.Files, pass.TypesInfo, false)
	pkg.Build()

	var fns []*ssa.Function
	var add func(f *ssa.Function)
	add = func(f *ssa.Function) {
		fns = append(fns, f)
		for _, a := range f.AnonFuncs {
			add(a)
		}
	}
	if init := pkg.Func("init"); init != nil {
		add(init)
	}
	for id, obj := range pass.TypesInfo.Defs {
		fn, ok := obj.(*types.Func)
		if !ok || id.Name == "_" || id.Name == "init" {
			continue
		}
		if f := prog.FuncValue(fn); f != nil && len(f.Blocks) > 0 {
			add(f)
		}
	}
	for _, m := range pkg.Members {
		// init#1, init#2, … are functions that no name reaches.
		if f, ok := m.(*ssa.Function); ok && strings.HasPrefix(f.Name(), "init#") {
			add(f)
		}
	}
	sort.SliceStable(fns, func(i, j int) bool { return fns[i].Pos() < fns[j].Pos() })
	return pkg, fns
}
