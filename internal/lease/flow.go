package lease

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/pattern"
)

// tri is what is known of a value when an acquire (or another call) is assumed
// to have succeeded.
type tri uint8

const (
	tUnknown tri = iota
	tTrue
	tFalse
	tNil
	tNonNil
	tOne   // a count or reply that says yes
	tZero  // a count or reply that says no
	tEmpty // a text that says no: empty, and certainly not OK
)

// assumption evaluates conditions under the assumption that one call
// succeeded: its error is nil, its bool true, its handle not nil.
type assumption struct {
	call ssa.Value // the call's value (tuple or single)
	memo map[ssa.Value]tri
	busy map[ssa.Value]bool
	// reply is what a result of the call says by its type, nil for success; see
	// loss_assume.go for failure.
	reply func(types.Type) tri
	// given settles values that the assumption knows beforehand, nil for none.
	given func(ssa.Value) tri

	// fixed are the answers that the assumption itself fixes, in place of call.
	fixed map[ssa.Value]tri
	// known is what was settled before the first walk.
	known map[ssa.Value]tri
	// entered and left are the blocks that a walk has come to and come through, nil
	// where there was none: what only another way assigns does not count.
	entered, left map[*ssa.BasicBlock]bool
}

func assumeSuccess(c ssa.Value) *assumption {
	return &assumption{call: c, memo: map[ssa.Value]tri{}, busy: map[ssa.Value]bool{}}
}

// assumeAnswers assumes nothing yet but the answers that will be put into fixed.
func assumeAnswers() *assumption {
	a := assumeSuccess(nil)
	a.fixed = map[ssa.Value]tri{}
	return a
}

// says is what a result of the assumed call is.
func (a *assumption) says(t types.Type) tri {
	if a.reply != nil {
		return a.reply(t)
	}
	return byType(t)
}

// byType is what success means for a result of type t.
func byType(t types.Type) tri {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return tTrue
		case u.Info()&types.IsInteger != 0:
			return tOne
		case u.Info()&types.IsString != 0:
			return tNonNil
		}
	case *types.Interface:
		if isError(t) {
			return tNil
		}
		return tNonNil
	case *types.Pointer, *types.Signature, *types.Chan, *types.Slice, *types.Map:
		return tNonNil
	}
	return tUnknown
}

func isError(t types.Type) bool { return catalog.IsError(t) }

func (a *assumption) eval(v ssa.Value) tri {
	if v == nil {
		return tUnknown
	}
	if t, ok := a.fixed[v]; ok {
		return t
	}
	if t, ok := a.memo[v]; ok {
		return t
	}
	if a.busy[v] {
		return tUnknown
	}
	a.busy[v] = true
	t := a.compute(v)
	delete(a.busy, v)
	a.memo[v] = t
	return t
}

func (a *assumption) compute(v ssa.Value) tri {
	if a.given != nil {
		if t := a.given(v); t != tUnknown {
			return t
		}
	}
	if a.call != nil && v == a.call {
		if _, ok := v.Type().(*types.Tuple); !ok {
			return a.says(v.Type())
		}
		return tUnknown
	}
	switch v := v.(type) {
	case *ssa.Const:
		return evalConst(v)
	case *ssa.Extract:
		if v.Tuple == a.call {
			return a.says(v.Type())
		}
		if c, ok := v.Tuple.(*ssa.Call); ok && a.accessor(c) {
			return a.says(v.Type())
		}
		if u, ok := v.Tuple.(*ssa.UnOp); ok && u.Op == token.ARROW && v.Index == 1 && neverClosed(u.X) {
			return tTrue // the end of for range ticker.C is never reached
		}
		if ta, ok := v.Tuple.(*ssa.TypeAssert); ok {
			if reply := a.isReply(ta.X); reply && v.Index == 1 {
				return tTrue // a reply of that type, whatever it says
			} else if reply {
				return a.says(v.Type())
			}
			if v.Index == 0 {
				return a.eval(ta.X)
			}
		}
	case *ssa.Call:
		return a.callResult(v)
	case *ssa.UnOp:
		switch v.Op {
		case token.NOT:
			return not(a.eval(v.X))
		case token.MUL:
			return a.load(v)
		}
	case *ssa.BinOp:
		return a.compare(v)
	case *ssa.Phi:
		return a.phi(v)
	case *ssa.ChangeType:
		return a.eval(v.X)
	case *ssa.ChangeInterface:
		return a.eval(v.X)
	case *ssa.Convert:
		return a.eval(v.X)
	case *ssa.MakeInterface:
		if isError(v.Type()) {
			return tNonNil
		}
		if t := a.eval(v.X); t != tUnknown {
			return t
		}
		if k, ok := v.X.(*ssa.Const); ok && k.Value != nil {
			return tNonNil // a constant in an interface is something
		}
		return tUnknown
	case *ssa.TypeAssert:
		return a.eval(v.X)
	case *ssa.FieldAddr, *ssa.Alloc, *ssa.MakeClosure, *ssa.Function:
		return tNonNil
	}
	return tUnknown
}

func evalConst(c *ssa.Const) tri {
	switch {
	case c.Value == nil:
		if _, ok := c.Type().Underlying().(*types.Basic); ok {
			return tUnknown
		}
		return tNil
	case c.Value.Kind() == constant.Bool:
		if constant.BoolVal(c.Value) {
			return tTrue
		}
		return tFalse
	}
	return tUnknown
}

func not(t tri) tri {
	switch t {
	case tTrue:
		return tFalse
	case tFalse:
		return tTrue
	}
	return tUnknown
}

// isReply reports whether a value is what the assumed call answered, and no error.
func (a *assumption) isReply(v ssa.Value) bool {
	e, ok := v.(*ssa.Extract)
	return a.call != nil && !isError(v.Type()) && (v == a.call || ok && e.Tuple == a.call)
}

// accessor reports whether a call reads the reply of the assumed call: a
// method of its command object, redis.Bool(reply, err), a field helper.
func (a *assumption) accessor(c *ssa.Call) bool {
	for _, arg := range c.Call.Args {
		if a.call != nil && arg == a.call && !isError(arg.Type()) {
			return true
		}
		if e, ok := arg.(*ssa.Extract); ok && e.Tuple == a.call && !isError(e.Type()) {
			return true
		}
	}
	return c.Call.IsInvoke() && c.Call.Value == a.call
}

func (a *assumption) callResult(c *ssa.Call) tri {
	name := ""
	if f := c.Call.StaticCallee(); f != nil {
		name = f.String()
	}
	switch name {
	case "errors.Is", "errors.As", "os.IsNotExist":
		if len(c.Call.Args) > 0 && a.eval(c.Call.Args[0]) == tNil {
			return tFalse
		}
		return tUnknown
	case "errors.Join":
		return tUnknown
	case "fmt.Errorf", "errors.New":
		return tNonNil
	}
	if a.accessor(c) {
		return a.says(c.Type())
	}
	if isError(c.Type()) && wrapName.MatchString(newCall(c).name()) {
		// errors.Wrap(err, …), WithStack(err): nil stays nil.
		for _, arg := range c.Call.Args {
			if isError(arg.Type()) {
				return a.eval(arg)
			}
		}
	}
	// IsRedisNil(err), IsLockHeld(err): a predicate over a nil error is false.
	if b, ok := c.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 {
		for _, arg := range c.Call.Args {
			if isError(arg.Type()) && a.eval(arg) == tNil {
				return tFalse
			}
		}
	}
	return tUnknown
}

// wrapName are the functions of error libraries that give back what they are given.
var wrapName = pattern.New(`^(Wrapf?|With(Stack|Message|Messagef|Details?|Hint)?|Annotatef?|Tracef?|Mask|Stack)$`)

// load follows a captured variable (an error declared before a closure) to the
// store that reaches the load in straight-line code.
func (a *assumption) load(u *ssa.UnOp) tri {
	switch u.X.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
	default:
		return tUnknown
	}
	if st := lastStore(u.X, u); st != nil {
		return a.eval(st.Val)
	}
	if alloc, ok := u.X.(*ssa.Alloc); ok && a.entered != nil {
		return a.stored(alloc, u)
	}
	return tUnknown
}

// neverClosed reports whether a channel is a ticker's or a timer's, which Stop does
// not close.
func neverClosed(ch ssa.Value) bool {
	switch ch := ch.(type) {
	case *ssa.UnOp:
		f, ok := ch.X.(*ssa.FieldAddr)
		return ok && fieldNameAt(f.X.Type(), f.Field) == "C" && timeType(f.X.Type())
	case *ssa.Call:
		c := newCall(ch)
		return pkgPath(c.fn) == "time" && (c.name() == "Tick" || c.name() == "After")
	}
	return false
}

func timeType(t types.Type) bool {
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "time"
}
