// Package lease builds the model of one package: the operations on lock
// records and shared data, the keys they name, the lock sections, the renewals,
// and what becomes of the outcome of conditional writes. The public analyzers
// require its Analyzer and ask the model; none of them looks at SSA itself.
package lease

import (
	"fmt"
	"go/token"
	"go/types"
	"reflect"
	"runtime/debug"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/declare"
	"github.com/leasevet/leasevet/internal/directive"
	"github.com/leasevet/leasevet/internal/origin"
)

// Analyzer computes the *Model of a package, nil when the package reaches no
// known client. It exports one package fact, the summaries of its functions.
var Analyzer = &analysis.Analyzer{
	Name:       "leasemodel",
	Doc:        "build the model of locks, leases and fenced writes that the leasevet analyzers ask",
	Requires:   []*analysis.Analyzer{directive.Analyzer, declare.Analyzer},
	Run:        run,
	ResultType: reflect.TypeFor[*Model](),
	FactTypes:  []analysis.Fact{(*Summaries)(nil)},
}

// Model is what is known of one package.
type Model struct {
	Pass *analysis.Pass

	fns      []*ssa.Function
	pkg      *ssa.Package
	res      *origin.Resolver
	index    *origin.Index
	imported map[string]*Summaries // by package path

	direct map[*ssa.Function][]*Op // requests made by the function's own instructions
	sums   map[*ssa.Function]*Summary
	busy   map[*ssa.Function]bool
	stack  []*ssa.Function            // the functions that are being summarised
	cuts   map[*ssa.Function]bool     // functions at which a recursion was cut
	rough  map[*ssa.Function]*Summary // what a first look knows of these
	events map[*ssa.Function][]*Op
	impls  map[*types.Func][]*ssa.Function
	wired  map[*types.Func][]target // implementations in imported packages
	callOp map[ssa.CallInstruction][]*Op
	sites  map[*ssa.Function][]ssa.CallInstruction // see callSites
	// linking are the functions whose returned chains are being read: recursion is cut.
	linking map[*ssa.Function]bool

	inside  map[*ssa.Function]*Op // acquires of in-house locks in helpers; nil until asked for
	sizings []sizing              // calls that bound a pool; nil until asked for

	sections []*Section
	reads    map[*types.Var][]fieldUse
	uses     map[*ssa.Function][]ssa.Instruction
	suspects []Suspect
	judged   map[*ssa.Function]bool
	refusals []Refusal

	declared   *declared
	directives *directive.Set
	efficient  []*directive.Directive // //leasevet:efficiency at a request
}

func run(pass *analysis.Pass) (result any, err error) {
	defer func() {
		// A fault of the model must not take the host down: say whose it is.
		if r := recover(); r != nil {
			result, err = (*Model)(nil), fmt.Errorf("leasevet: internal error in the model of %s: %v\n%s", pass.Pkg.Path(), r, debug.Stack())
		}
	}()
	if Opaque(pass.Pkg.Path()) {
		return (*Model)(nil), nil
	}
	imported := map[string]*Summaries{}
	relevant := false
	for _, imp := range pass.Pkg.Imports() {
		if catalog.Known(imp.Path()) || catalog.Generated(imp) {
			relevant = true
		}
		var s Summaries
		if pass.ImportPackageFact(imp, &s) {
			imported[imp.Path()] = &s
			relevant = true
		}
	}
	wrappers, err := newDeclared(pass, imported)
	if err != nil {
		return (*Model)(nil), err
	}
	relevant = relevant || declaresLease(pass.Pkg) || wrappers.any() || usesHouseLock(pass) ||
		declaresLock(pass.Pkg) || slices.ContainsFunc(pass.Pkg.Imports(), declaresLock)
	if !relevant || len(pass.TypeErrors) > 0 {
		return (*Model)(nil), nil
	}
	m := &Model{
		Pass:     pass,
		imported: imported,
		linking:  map[*ssa.Function]bool{},

		declared:   wrappers,
		directives: directive.Of(pass),
	}
	m.pkg, m.fns = buildSSA(pass)
	m.index = origin.NewIndex(m.fns)
	m.res = origin.NewResolver(m.index)
	m.res.Embed = m.embedded()
	m.res.Imported = m.importedResults
	m.summarise()
	m.settleKeyParts()
	m.settleLockNames()
	m.settleWatches()
	m.findSections()
	m.suspects = m.findSuspects()
	m.findOutcomes()
	m.findMade()
	m.findLocks()
	if s := m.export(); s != nil {
		pass.ExportPackageFact(s)
	}
	return m, nil
}

// Opaque says whether a package is part of a client: the catalogue says what its
// calls mean, and its insides are not ours. Those of lock libraries are, since their
// releases may be wrong.
func Opaque(path string) bool {
	store, ok := catalog.Belongs(path)
	return ok && store != catalog.LockLibrary
}

// Functions returns the functions of the package in source order, anonymous
// ones included.
func (m *Model) Functions() []*ssa.Function { return m.fns }

// Position renders a position as file:line for messages.
func (m *Model) position(p token.Pos) string {
	pos := m.Pass.Fset.Position(p)
	name := pos.Filename
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '/' || name[i] == '\\' {
			name = name[i+1:]
			break
		}
	}
	return fmt.Sprintf("%s:%d", name, pos.Line)
}

func (m *Model) of(v ssa.Value) *origin.Value { return m.res.Of(v) }
