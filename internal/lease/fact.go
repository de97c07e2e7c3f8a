package lease

import (
	"go/types"
	"sort"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// Summary is what a caller needs to know of one function, in terms of its
// parameters (receiver first).
type Summary struct {
	// Ops are the operations that a call performs, its own and its callees'.
	Ops []*Op `json:",omitzero"`
	// Holds are the acquires (indexes into Ops) that are still held when the
	// function returns success.
	Holds []int `json:",omitzero"`
	// Hands are those of Holds that the function takes for its caller.
	Hands []Handover `json:",omitzero"`
	// Releases is the result that, when called, ends the held lock: -1 for none.
	Releaser int `json:",omitzero"`
	// Gives are the results that are functions, with what calling them does.
	Gives []Given `json:",omitzero"`
	// Under are the parameters that the function calls while it holds a lock.
	Under []Under `json:",omitzero"`
	// Results are the origins of the results, where they are keys, texts or contexts.
	Results []*origin.Value `json:",omitzero"`
	// Inspects says for each parameter whether the function acts on the outcome
	// that it is given (a sql.Result, a count): compares, returns or keeps it.
	Inspects []bool `json:",omitzero"`
	// Returned says for each parameter of Inspects which result its outcome is
	// handed back as, counted from 1; 0 for none.
	Returned []int `json:",omitzero"`
	// Outcome is the result that carries the outcome of the conditional write
	// OutcomeOp, -1 for none.
	Outcome   int `json:",omitzero"`
	OutcomeOp *Op `json:",omitzero"`
	// Unseen are conditional writes whose outcome no caller can see. What follows
	// them is at the callers, and so is the fault.
	Unseen []*Op `json:",omitzero"`
	// Raised is a conditional write whose refusal is the error that the function
	// returns.
	Raised *Op `json:",omitzero"`
	// Txn is set for a function that hands on the response of a transaction.
	Txn *TxnReply `json:",omitzero"`
	// Made are the fields that a constructor gives a value that operations read.
	Made []Made `json:",omitzero"`
	// Text is set for a function that runs a parameter as SQL.
	Text *TextRun `json:",omitzero"`
	// Forward is set for a function that hands its parameters on as a raw command.
	Forward *Forward `json:",omitzero"`
	// Renews describes a renewal loop of the function.
	Renews *Loop `json:",omitzero"`
	// Pools are the results that are pools of a bounded size.
	Pools []PoolSize `json:",omitzero"`
	// Starts are the renewals that go on when the function has returned, for as
	// long as a context that it was given.
	Starts []*Loop `json:",omitzero"`
}

// Given is a function that a function returns: calling result Result performs Ops,
// which are in terms of the parameters of the function that returned it.
type Given struct {
	Result int
	Ops    []*Op
}

// Under says that parameter Param is called while the lock of Op is held.
type Under struct {
	Param int
	Op    int
}

// Loop is a renewal that goes on: a loop, or a chain of timers, that reaches a
// renewal again and again.
type Loop struct {
	API string        `json:",omitzero"`
	Key *origin.Value `json:",omitzero"`
	// Stops are the contexts and channels whose end ends the loop.
	Stops []*origin.Value `json:",omitzero"`
	// Escapes is true when the loop may end in a way that cannot be seen here.
	Escapes bool `json:",omitzero"`
	// Fails is true when a failed renewal ends the loop.
	Fails bool `json:",omitzero"`
	// Ctxs are the contexts that the renewal requests themselves run on.
	Ctxs []*origin.Value `json:",omitzero"`
	// Library is true for a keepalive that a library runs by itself.
	Library bool `json:",omitzero"`
	// Released is true when a release can end it too: Revoke, Close, a cancel
	// function that the library returned.
	Released bool `json:",omitzero"`
	// Via names the called function that starts it, "" for one started at the call.
	Via string `json:",omitzero"`
	// Handle is the result, counted from 1, that holds the renewal and whose
	// Closer ends it; 0 for none.
	Handle int    `json:",omitzero"`
	Closer string `json:",omitzero"`
	// Opts is the parameter, counted from 1, whose options may give it a context.
	Opts int `json:",omitzero"`
	// Registers is true when what is renewed is a registration and no lock.
	Registers bool `json:",omitzero"`

	stuck *types.Var // the field whose ticker it waits for, and that is only ever stopped
}

// Stuck names the ticker that a loop waits for and for nothing else, while a release
// stops it: the goroutine then waits for ever. It is "" for none.
func (l *Loop) Stuck() string {
	if l == nil || l.stuck == nil {
		return ""
	}
	return l.stuck.Name()
}

// Summaries is the package fact: function name ("F", "T.M") to summary, and what
// comments declare functions to do.
type Summaries struct {
	Funcs    map[string]*Summary `json:",omitzero"`
	Declared []catalog.Wrapper   `json:",omitzero"`
}

// AFact marks Summaries as a fact.
func (*Summaries) AFact() {}

func (s *Summaries) String() string {
	names := make([]string, 0, len(s.Funcs))
	for n := range s.Funcs {
		names = append(names, n)
	}
	sort.Strings(names)
	return "leasevet:" + strings.Join(names, ",")
}

// funcKey names a function inside its package: "F" or "T.M"; "" for what no
// other package can call.
func funcKey(fn *types.Func) string {
	sig := fn.Signature()
	if sig.Recv() == nil {
		return fn.Name()
	}
	t := types.Unalias(sig.Recv().Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok {
		return ""
	}
	return n.Obj().Name() + "." + fn.Name()
}

const (
	maxOps   = 24 // operations kept for a function
	maxDepth = 6  // calls between a function and the request
)

// export makes the package fact, nil when there is nothing to tell.
func (m *Model) export() *Summaries {
	out := &Summaries{Funcs: map[string]*Summary{}, Declared: own(m.Pass)}
	for _, fn := range m.fns {
		obj, ok := fn.Object().(*types.Func)
		if !ok || fn.Parent() != nil {
			continue
		}
		key := funcKey(obj)
		if key == "" {
			continue
		}
		if s := m.sums[fn]; s != nil && s.tells() {
			m.markPools(s.Ops)
			out.Funcs[key] = s.strip(fn)
		}
	}
	m.exportInterfaces(out)
	if !m.worthTelling(out) {
		out.Funcs = map[string]*Summary{}
	}
	if len(out.Funcs) == 0 && len(out.Declared) == 0 {
		if !declaresLease(m.Pass.Pkg) && !catalog.Generated(m.Pass.Pkg) && !handsOutClient(m.Pass.Pkg) {
			return nil
		}
		out.Funcs[""] = &Summary{Releaser: -1, Outcome: -1} // importers call its methods by their names
	}
	return out.sent()
}

// strip is the summary of fn as it goes into the fact: without results that
// tell nothing, and in terms of fn's own parameters.
func (s *Summary) strip(fn *ssa.Function) *Summary {
	c := *s
	c.Ops = settled(s.Ops, fn)
	c.Gives = nil
	for _, g := range s.Gives {
		c.Gives = append(c.Gives, Given{Result: g.Result, Ops: settled(g.Ops, fn)})
	}
	c.Results = nil
	any := false
	for _, r := range s.Results {
		if r != nil && useful(r) && small(r) {
			any = true
			c.Results = append(c.Results, r)
		} else {
			c.Results = append(c.Results, nil)
		}
	}
	if !any {
		c.Results = nil
	} else {
		for i, r := range c.Results {
			if r == nil {
				c.Results[i] = &origin.Value{} // gob has no nil in a slice
			}
		}
	}
	return &c
}

// settled are operations whose values are in terms of fn's own parameters.
func settled(ops []*Op, fn *ssa.Function) []*Op {
	out := make([]*Op, len(ops))
	for i, o := range ops {
		c := *o
		for _, v := range []**origin.Value{&c.Key, &c.Handle, &c.Token, &c.Ctx, &c.Stop, &c.TTL.Origin} {
			*v = origin.Settle(*v, fn)
		}
		out[i] = &c
	}
	return out
}

func small(v *origin.Value) bool {
	n := 0
	origin.Walk(v, func(x *origin.Value) bool { n += 1 + len(x.Text)/64; return n < 40 })
	return n < 40
}

// exportInterfaces adds, for each interface of the package, what all implementations
// in the package that make requests do, under the interface's name. Others, such as a
// store in memory or a fake, do not count, nor do decorators, which call the same
// method of the interface.
func (m *Model) exportInterfaces(out *Summaries) {
	scope := m.Pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		iface, ok := tn.Type().Underlying().(*types.Interface)
		if !ok || iface.NumMethods() == 0 {
			continue
		}
		for i := 0; i < iface.NumMethods(); i++ {
			meth := iface.Method(i)
			var sums []*Summary
			for _, fn := range m.implementations(meth) {
				if s := m.sums[fn]; s != nil && s.tells() && !decorates(fn, meth) && !doubles.MatchString(recvType(fn)) {
					sums = append(sums, s.strip(fn))
				}
			}
			if s := agreed(sums); s != nil {
				out.Funcs[name+"."+meth.Name()] = s
			}
		}
	}
}

// decorates reports whether an implementation of an interface method calls that
// very method: it wraps another implementation.
func decorates(fn *ssa.Function, meth *types.Func) bool {
	found := false
	calls(fn, func(c call) bool {
		found = found || c.common.IsInvoke() && c.common.Method == meth
		return !found
	})
	return found
}

// implementations returns the functions of this package that a call of an
// interface method can reach.
func (m *Model) implementations(meth *types.Func) []*ssa.Function {
	if m.impls == nil {
		m.impls = map[*types.Func][]*ssa.Function{}
	}
	if got, ok := m.impls[meth]; ok {
		return got
	}
	var out []*ssa.Function
	recv := meth.Signature().Recv()
	if recv != nil {
		if iface, ok := recv.Type().Underlying().(*types.Interface); ok {
			for _, fn := range m.fns {
				obj, ok := fn.Object().(*types.Func)
				if !ok || obj.Name() != meth.Name() || fn.Signature.Recv() == nil {
					continue
				}
				t := fn.Signature.Recv().Type()
				if types.Implements(t, iface) || types.Implements(types.NewPointer(t), iface) {
					out = append(out, fn)
				}
			}
		}
	}
	m.impls[meth] = out
	return out
}

// importedSummary is the summary of a function of another package.
func (m *Model) importedSummary(fn *types.Func) *Summary {
	if fn == nil || fn.Pkg() == nil || fn.Pkg() == m.Pass.Pkg {
		return nil
	}
	s := m.imported[fn.Pkg().Path()]
	if s == nil {
		return nil
	}
	key := ""
	if recv := fn.Signature().Recv(); recv != nil {
		if _, ok := recv.Type().Underlying().(*types.Interface); ok {
			if n, ok := types.Unalias(recv.Type()).(*types.Named); ok {
				key = n.Obj().Name() + "." + fn.Name()
			}
		}
	}
	if key == "" {
		key = funcKey(fn)
	}
	return s.Funcs[key]
}

func (m *Model) importedResults(fn *types.Func) []*origin.Value {
	if s := m.importedSummary(fn); s != nil {
		return s.Results
	}
	return nil
}
