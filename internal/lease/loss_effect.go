package lease

import (
	"go/types"

	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/pattern"
)

// telling is what an instruction on the way of a lost lease does about it.
type telling uint8

const (
	tellsNone telling = iota
	onlyLogs          // prints it, or counts it in a metric
	tells             // lets somebody know, or may do so: what cannot be seen is believed to
)

var (
	levelName = pattern.New(`(?i)^(log|ctx|c|z)?_?(trace|debug|info|notice|warn|warning|err|error|print|msg|send|log|emit|write|report)(f|w|ln|s|x|v|t|r|ctx|context|depth|event)*$`)
	logName   = pattern.New(`^(?i:log)([A-Z_].*)?$`)
	exitName  = pattern.New(`(?i)(fatal|panic|exit|abort|terminate)`)
	logWord   = pattern.New(`(?i)(log|event|recorder|sugar|entry)`)
	meter     = pattern.New(`(?i)(metric|prometheus|statsd|telemetry|opencensus|otel|tracing|trace|span|stats|sentry|newrelic|datadog|counter|gauge|histogram|meter|monitoring)`)
	pause     = pattern.New(`(?i)^(sleep|wait|pause|back_?off|next|next_?back_?off|duration|reset|now|since|until|jitter|after|tick|newtimer|newticker|rand|randomi[sz]e)`)
	callsLog  = pattern.New(`(?i)(log|debug|info|warn|err(or)?|print|trace)f?$`)
)

// logging reports whether a call only prints, traces or counts. fatal says that
// it ends the process besides.
func logging(c call) (is, fatal bool) {
	n := c.name()
	if c.fn == nil {
		// A function kept in a variable or field is known by its name only.
		n = valueName(c.common.Value)
		return callsLog.MatchString(n), false
	}
	recv := ""
	if r := c.fn.Signature().Recv(); r != nil {
		recv = named(r.Type())
	}
	where := lastElem(pkgPath(c.fn)) + "." + recv
	switch {
	case logs(c):
	case levelName.MatchString(n) && logWord.MatchString(pkgPath(c.fn)+"."+recv):
	case levelName.MatchString(n) && c.recv != nil && callsLog.MatchString(valueName(c.recv)):
	case exitName.MatchString(n) && logWord.MatchString(where):
	case logName.MatchString(n):
	case meter.MatchString(where):
	default:
		return false, false
	}
	return true, exitName.MatchString(n)
}

// valueName is the name of the variable or field that a value was read from.
func valueName(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.UnOp:
		return valueName(v.X)
	case *ssa.FieldAddr:
		return fieldNameAt(v.X.Type(), v.Field)
	case *ssa.Field:
		return fieldNameAt(v.X.Type(), v.Field)
	case *ssa.FreeVar, *ssa.Parameter, *ssa.Global:
		return v.Name()
	case *ssa.Alloc:
		return v.Comment
	case *ssa.Call:
		return newCall(v).name()
	}
	return ""
}

// teller looks for effects in one function and in what it calls.
type teller struct {
	m      *Model
	inside map[*ssa.Function]bool // the functions of the renewal itself: what only they look at tells nobody
	busy   map[*ssa.Function]bool
}

func (m *Model) newTeller(fns ...*ssa.Function) *teller {
	t := &teller{m: m, inside: map[*ssa.Function]bool{}, busy: map[*ssa.Function]bool{}}
	for _, f := range fns {
		t.inside[f] = true
	}
	return t
}

// of is the effect of one instruction.
func (t *teller) of(in ssa.Instruction) telling {
	switch in := in.(type) {
	case *ssa.Send:
		return tells
	case *ssa.Panic:
		return tells
	case *ssa.Select:
		for _, st := range in.States {
			if st.Dir == types.SendOnly {
				return tells
			}
		}
	case *ssa.Store:
		return t.store(in.Addr)
	case *ssa.MapUpdate:
		return tells
	case *ssa.Call:
		return t.call(newCall(in))
	case *ssa.Go:
		return t.call(newCall(in))
	}
	return tellsNone
}

// store is the effect of a store: whoever reads the place elsewhere can know.
func (t *teller) store(addr ssa.Value) telling {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		if _, local := a.X.(*ssa.Alloc); local {
			return tellsNone // a literal in the making
		}
		if t.m.readElsewhere(origin.FieldVar(a.X.Type(), a.Field), t.inside) {
			return tells
		}
	case *ssa.Global:
		return tells
	case *ssa.FreeVar:
		if t.capturedElsewhere(a) {
			return tells
		}
	case *ssa.IndexAddr:
		if _, local := a.X.(*ssa.Alloc); !local {
			return tells
		}
	case *ssa.Alloc:
	default:
		return tells
	}
	return tellsNone
}

func (t *teller) call(c call) telling {
	if b, ok := c.common.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "close":
			if !t.heard(c.args[0]) {
				return tellsNone
			}
			return tells
		case "panic", "delete":
			return tells
		}
		return tellsNone
	}
	if is, fatal := logging(c); fatal {
		return tells
	} else if is {
		return onlyLogs
	}
	if ops := t.m.callOp[c.instr]; len(ops) > 0 && c.row() != nil {
		return requestEffect(ops)
	}
	switch {
	case c.fn == nil && c.static == nil:
		return t.value(c)
	case c.fn != nil && !containsDot(pkgPath(c.fn)) && !t.m.sameModule(pkgPath(c.fn)):
		return t.standard(c)
	case c.static != nil && len(c.static.Blocks) > 0:
		return t.body(c.static)
	case c.common.IsInvoke() && len(t.m.implementations(c.fn)) > 0:
		best := tellsNone
		for _, f := range t.m.implementations(c.fn) {
			best = max(best, t.body(f))
		}
		return best
	case c.row() != nil, pause.MatchString(c.name()):
		return tellsNone
	}
	if v := c.value(); v != nil && v.Call.Signature().Results().Len() > 0 && t.m.follow(v, map[ssa.Value]bool{}, 0) != Inspected {
		if refs := v.Referrers(); refs != nil && len(*refs) > 0 {
			return tellsNone // asked for something to print
		}
	}
	return tells
}

// requestEffect: another try, a read or the end of one's own record tells nobody;
// to take the lock anew may be how the loss is made up for.
func requestEffect(ops []*Op) telling {
	for _, o := range ops {
		if o.Kind == Acquire || o.Kind == Write || o.Kind == AutoRenew {
			return tells
		}
	}
	return tellsNone
}

// value is the effect of calling a function value: a cancel function tells those
// who use its context.
func (t *teller) value(c call) telling {
	if f := t.m.funcValue(c.common.Value, 0); f != nil && len(f.Blocks) > 0 {
		return t.body(f)
	}
	if !t.cancels(c.common.Value) {
		return tellsNone
	}
	return tells
}

// standard is the effect of a call of the standard library.
func (t *teller) standard(c call) telling {
	n := c.name()
	switch pkgPath(c.fn) {
	case "sync/atomic":
		if strings.HasPrefix(n, "Load") {
			return tellsNone
		}
		if o := c.operands(); len(o) > 0 {
			return t.store(o[0])
		}
		return tells
	case "sync":
		recv := named(c.fn.Signature().Recv().Type())
		switch {
		case recv == "Cond" && n != "Wait", recv == "Map" && n != "Load" && n != "Range":
			return tells
		case recv == "Once":
			for _, f := range t.m.closuresAt(c.instr) {
				return t.body(f)
			}
			return tells
		}
		return tellsNone
	case "os", "syscall", "os/exec", "net/http", "net":
		switch n {
		case "Exit", "Kill", "Signal", "Shutdown", "Close", "Interrupt":
			return tells
		}
	}
	return tellsNone
}

// body is the effect of whatever a function of the package does.
func (t *teller) body(f *ssa.Function) telling {
	if t.busy[f] || t.inside[f] {
		return tellsNone
	}
	if len(t.busy) > 6 {
		return tells
	}
	t.busy[f] = true
	defer delete(t.busy, f)
	best := tellsNone
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			e := tellsNone
			if d, ok := in.(*ssa.Defer); ok {
				e = t.call(newCall(d))
			} else {
				e = t.of(in)
			}
			if best = max(best, e); best == tells {
				return best
			}
		}
	}
	return best
}

// sameModule reports whether a package path begins as that of the package under
// analysis does: modules of tests and examples have names without a dot, as the
// standard library has.
func (m *Model) sameModule(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	own, _, _ := strings.Cut(m.Pass.Pkg.Path(), "/")
	return first == own
}
