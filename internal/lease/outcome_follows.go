package lease

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/pattern"
	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// effect names functions that do something in the world which assumes that the
// claim was won, by the word that their name begins with.
var effect = pattern.New(`^(?i:charge|pay|send|refund|transfer|publish|notify|email|mail|enqueue|dispatch|execute|exec|process|deliver|withdraw|deposit|ship|issue|grant|fulfil|fulfill|settle|capture|submit|emit|trigger|run|handle|start|apply|launch|perform|push|book|place)([A-Z_0-9].*)?$`)

// journal tables only tell what was tried.
var journal = pattern.New(`(^|_)(logs?|audits?|histor(y|ies)|metrics?|stats?|traces?)($|_)`)

// reliesOn finds what runs after a write as if it had been applied: a call with
// an effect, or a write of another record, on the path where the error is nil.
func (m *Model) reliesOn(o *Op) ssa.Instruction {
	v, ok := o.instr.(*ssa.Call)
	if !ok {
		return nil
	}
	if found := m.reliesAfter(v, o); found != nil {
		return found
	}
	if o.hidden && o.Cond == CondFence {
		return m.partOf(v, o)
	}
	return nil
}

func (m *Model) reliesAfter(v *ssa.Call, o *Op) ssa.Instruction {
	var found ssa.Instruction
	returns := false
	a := assumeSuccess(v)
	a.reach(v, func(in ssa.Instruction) bool {
		switch in := in.(type) {
		case *ssa.Return:
			returns = returns || !fails(a, in)
		case *ssa.Call:
			if found == nil && m.relies(newCall(in), o, 0) {
				found = in
			}
		case *ssa.Go:
			if found == nil && m.relies(newCall(in), o, 0) {
				found = in
			}
		}
		return found == nil
	})
	// The end of a transaction's closure is not the end of what follows.
	if fn := v.Parent(); found == nil && returns && fn.Parent() != nil {
		for _, use := range closureUses(fn.Parent(), fn) {
			if c, ok := use.(*ssa.Call); ok && found == nil {
				found = m.reliesAfter(c, o)
			}
		}
	}
	return found
}

var giveBack = pattern.New(`(?i)^(try)?(restore|release|rollback|undo|revert|return|unreserve|giveback|compensate|refill|replenish)`)

// givesBack reports whether a function undoes a reservation by its name: its
// bound only keeps a counter from going below zero, and zero rows is fine.
func givesBack(fn *ssa.Function) bool { return giveBack.MatchString(outermost(fn).Name()) }

func fails(a *assumption, r *ssa.Return) bool {
	for _, x := range r.Results {
		if isError(x.Type()) && a.eval(x) == tNonNil {
			return true
		}
	}
	return false
}

// partOf finds what stands or falls with a versioned write inside a callee that
// returns only an error: another write of the same function, before it. A caller
// that throws even the error away relies on the write by itself.
func (m *Model) partOf(v *ssa.Call, o *Op) ssa.Instruction {
	for _, e := range m.eventsOf(v.Parent()) {
		if e.instr != ssa.CallInstruction(v) && e.Kind == Write && m.consequence(e, o) {
			return e.instr
		}
	}
	if v.Referrers() == nil || len(*v.Referrers()) == 0 {
		return v
	}
	return nil
}

func (m *Model) relies(c call, o *Op, depth int) bool {
	reads := false
	for _, e := range m.callOp[c.instr] {
		if e.Kind == Write && m.consequence(e, o) {
			return true // another record is written as a consequence
		}
		reads = reads || e.Kind == Read
	}
	if len(m.callOp[c.instr]) > 0 && !reads || c.row() != nil || logs(c) {
		return false
	}
	if depth < 2 {
		for _, f := range m.closuresAt(c.instr) {
			hit := false
			calls(f, func(in call) bool {
				hit = hit || m.relies(in, o, depth+1)
				return !hit
			})
			if hit {
				return true
			}
		}
	}
	if c.fn == nil {
		if c.static != nil {
			return false
		}
		return callback(c.common) || handedWork(c.common)
	}
	if p := pkgPath(c.fn); !containsDot(p) && p != m.Pass.Pkg.Path() {
		return false // the standard library
	}
	return effect.MatchString(c.fn.Name()) && !observes(c.fn)
}

// observes reports whether a method belongs to tracing, logging or an HTTP
// answer: telling about an effect is none.
func observes(fn *types.Func) bool {
	what := strings.ToLower(pkgPath(fn))
	if recv := fn.Signature().Recv(); recv != nil {
		what += "." + strings.ToLower(named(recv.Type()))
	}
	for _, w := range []string{"log", "trace", "metric", "telemetry", "span", "gin-gonic", "labstack/echo", "gofiber", "grpc", "cobra", "response"} {
		if strings.Contains(what, w) {
			return true
		}
	}
	return false
}

// callback reports whether a call is that of a function that was handed in and
// is given something to work on: cancel() and unlock() are given nothing, and
// logf gets a format.
func callback(c *ssa.CallCommon) bool {
	if _, ok := c.Value.(*ssa.Builtin); ok || c.IsInvoke() {
		return false
	}
	sig := c.Signature()
	if sig.Params().Len() == 0 {
		return false
	}
	first, _ := sig.Params().At(0).Type().Underlying().(*types.Basic)
	return !sig.Variadic() || first == nil || first.Info()&types.IsString == 0
}

// endsSomething has the names of functions that are handed in to end something.
var endsSomething = pattern.New(`(?i)(cancel|unlock|release|close|stop|done|rollback|clean|finish|undo|check|valid)`)

// handedWork reports whether a call is that of a parameter that is given nothing and can
// fail: WithClaim(job, work func() error).
func handedWork(c *ssa.CallCommon) bool {
	if _, ok := c.Value.(*ssa.Parameter); !ok || c.IsInvoke() {
		return false
	}
	sig := c.Signature()
	return sig.Params().Len() == 0 && hasError(sig) && !endsSomething.MatchString(c.Value.Name())
}

// consequence reports whether a write tells that the conditional one was taken
// for applied. After a flip of a state only what cannot be repeated counts: an
// insert, a step of a counter. A flag beside it may be set again and again.
func (m *Model) consequence(e, o *Op) bool {
	switch e.Store {
	case catalog.Redis, catalog.Memcached:
		return false // a cache
	}
	table := ""
	if e.Key != nil {
		table = e.Key.Text
	}
	if journal.MatchString(table) || e.Guard == Deletes {
		return false
	}
	if e.Key != nil && o.Key != nil && m.sameKey(e.Key, o.Key) == 2 {
		return o.Cond == CondGuard && otherRow(e, o, m)
	}
	if o.Cond == CondClaim {
		return e.Guard == InsertOnly && strings.HasPrefix(strings.ToUpper(e.API), "INSERT") || steps(e)
	}
	return true
}

// steps reports whether a statement adds to what is stored.
func steps(e *Op) bool {
	if e.stmt == nil || e.stmt.Verb != sqlstmt.Update {
		return false
	}
	for _, a := range e.stmt.Set {
		if a.Value.Kind == sqlstmt.SelfStep && !fenceColumn(a.Column) {
			return true
		}
	}
	return false
}

// otherRow reports whether two statements on one table step the same column of
// different rows: the debit of one account and the credit of another.
func otherRow(e, o *Op, m *Model) bool {
	if e.stmt == nil || o.stmt == nil || !steps(e) {
		return false
	}
	x, y := m.rowArg(e), m.rowArg(o)
	return x != nil && y != nil && x != y
}

// rowArg is the argument that names the row of a statement.
func (m *Model) rowArg(o *Op) ssa.Value {
	if o.row == nil {
		return nil
	}
	v := o.call.arg(o.row, "args")
	if v == nil {
		return nil
	}
	el, _ := m.res.Elements(v)
	for _, p := range o.stmt.Where {
		if p.Op == "=" && p.Value.Kind == sqlstmt.Placeholder && p.Value.Arg >= 0 && p.Value.Arg < len(el) && el[p.Value.Arg] != nil {
			return unwrap(el[p.Value.Arg])
		}
	}
	return nil
}

func containsDot(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return strings.Contains(first, ".")
}
