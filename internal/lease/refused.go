package lease

import (
	"bytes"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/pattern"
)

// refusal is one way in which a request for a lock is turned down, and what is
// known of the values of its function then.
type refusal struct {
	v verdict
	a *assumption
}

// turnedDown are the ways in which an acquire can be turned down. An error that the
// function asks about (errors.Is, IsLocked, err == ErrTaken) is once none of those
// that it knows, and once each of them: asked twice, it answers the same.
func (m *Model) turnedDown(o *Op) []refusal {
	var out []refusal
	add := func(v verdict, err string, make func() *assumption) {
		base := make()
		if base == nil {
			return
		}
		groups := questions(o.fn, base)
		for i := -1; i < len(groups); i++ {
			if err != "" && (i >= 0) != slices.ContainsFunc(groups, func(g question) bool { return g.about(err) }) || err != "" && i >= 0 && !groups[i].about(err) {
				continue // the error is known, and so are the answers
			}
			a := base
			if len(groups) > 0 {
				a = make()
			}
			for j, g := range groups {
				for _, q := range g.asked {
					a.fixed[q] = pick(i == j, tTrue, tFalse)
				}
			}
			out = append(out, refusal{v, a})
		}
	}
	if o.Depth > 0 {
		for _, r := range o.refused {
			add(r.verdict(), r.Err, func() *assumption { return m.replied(o, r) })
		}
		return out
	}
	direct, late, ok := m.busyErrors(o, o.call)
	if ok && (direct != tNonNil || late != tNonNil) {
		add(busy, "", func() *assumption { return m.reply(o, busy) })
	}
	if _, hasError := resultTypes(o.call); hasError || o.row != nil && o.Depth == 0 && o.call.common.Signature().Results().Len() > 0 {
		add(erred, "", func() *assumption { return m.reply(o, erred) })
	}
	return out
}

// question is what a function asks of an error, in one or in several places.
type question struct {
	text  string // errors.Is and the sentinel, == and the sentinel, the predicate
	asked []ssa.Value
}

// about reports whether it asks for the error in the variable err.
func (q question) about(err string) bool { return strings.HasSuffix(q.text, " "+err) }

// questions are the conditions of a function on an error that is not nil under
// the assumption, in order.
func questions(fn *ssa.Function, a *assumption) []question {
	byText := map[string]int{}
	var out []question
	add := func(text string, v ssa.Value) {
		i, ok := byText[text]
		if !ok {
			i = len(out)
			byText[text] = i
			out = append(out, question{text: text})
		}
		out[i].asked = append(out[i].asked, v)
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Call:
				if bt, ok := in.Type().Underlying().(*types.Basic); !ok || bt.Info()&types.IsBoolean == 0 {
					continue
				}
				text := newCall(in).name()
				asks := false
				for _, arg := range in.Call.Args {
					if isError(arg.Type()) && a.eval(arg) == tNonNil && !asks {
						asks = true
						continue
					}
					text += " " + operandText(arg)
				}
				if asks && a.eval(in) == tUnknown {
					add(text, in)
				}
			case *ssa.BinOp:
				if in.Op != token.EQL || !isError(in.X.Type()) || !isError(in.Y.Type()) {
					continue // err != ErrTaken is asked below
				}
				if q, ok := askedFor(in, a); ok {
					add("== "+q, in)
				}
			case *ssa.Extract:
				if ta, ok := in.Tuple.(*ssa.TypeAssert); ok && in.Index == 1 && isError(ta.X.Type()) && a.eval(ta.X) == tNonNil {
					add("is "+ta.AssertedType.String(), in)
				}
			}
		}
	}
	return out
}

// askedFor is the other side of a comparison of the error with a known one.
func askedFor(b *ssa.BinOp, a *assumption) (string, bool) {
	x, y := b.X, b.Y
	if _, ok := global(x); ok {
		x, y = y, x
	}
	g, ok := global(y)
	return g, ok && a.eval(x) == tNonNil
}

func global(v ssa.Value) (string, bool) {
	if u, ok := v.(*ssa.UnOp); ok {
		if g, ok := u.X.(*ssa.Global); ok {
			return g.RelString(nil), true
		}
	}
	return "", false
}

func operandText(v ssa.Value) string {
	if g, ok := global(v); ok {
		return g
	}
	switch v := v.(type) {
	case *ssa.Const:
		return v.String()
	case *ssa.Global:
		return v.RelString(nil)
	case *ssa.MakeInterface:
		return operandText(v.X)
	}
	return v.Name()
}

// Reply is what the results of a wrapper are when the lock inside was refused.
type Reply struct {
	Values []byte // what is known of each result, in order
	Err    string // the error among them, where it is a variable: pkg.ErrTaken
}

// verdict is what such a reply reads like to the caller: a failure if it has an
// error in it.
func (r Reply) verdict() verdict {
	for _, t := range r.Values {
		if tri(t) == tNonNil {
			return erred
		}
	}
	return busy
}

// replied is the assumption that a wrapper answered so. What is not known of a
// result is taken for a clear no: the wrapper may well tell, and is believed to.
func (m *Model) replied(o *Op, r Reply) *assumption {
	v, ok := o.instr.(*ssa.Call)
	if !ok {
		return nil
	}
	a := assumeAnswers()
	c := newCall(v)
	sig := v.Call.Signature().Results()
	for i := range sig.Len() {
		t := tUnknown
		if i < len(r.Values) {
			t = tri(r.Values[i])
		}
		if t == tUnknown {
			switch sig.At(i).Type().Underlying().(type) {
			case *types.Map, *types.Slice, *types.Struct:
				return nil // says which locks were granted, in a way of its own
			}
			t = no(sig.At(i).Type())
		}
		if t == tUnknown {
			continue
		}
		for _, x := range c.results(i) {
			a.fixed[x] = t
		}
	}
	return a
}

// no is the value of a type that says no.
func no(t types.Type) tri {
	switch byType(t) {
	case tTrue:
		return tFalse
	case tOne:
		return tZero
	case tNil: // an error
		return tNonNil
	case tNonNil:
		if isText(t) && !isInterface(t) {
			return tEmpty
		}
		return tNil
	}
	return tUnknown
}

// Handover says that a function takes the lock of operation Op for its caller, and
// what its results are when the lock is refused; none when it does not return then.
type Handover struct {
	Op      int
	Refused []Reply
}

// takingName begins the names of functions that take a lock for their caller.
var takingName = pattern.New(`(?i)^(try_?)?(acquire|obtain|lock|take|claim|grab|hold|reserve|campaign|elect|become|wait)`)

// handsOver reports whether a function that returns with a lock held means its
// caller to have it: it gives it back nowhere but where something went wrong, and
// its name says so or its results tell whether the lock was refused.
func (m *Model) handsOver(fn *ssa.Function, o *Op) ([]Reply, bool) {
	k := m.keep(o)
	if len(k.ends) > 0 && k.releasedOnSuccess() {
		return nil, false // what is still held at a return is left behind
	}
	given := map[ssa.Value]bool{}
	yes := replies(fn, m.reply(o, granted), o, k.settled, nil, func(r *ssa.Return, _ *assumption) bool {
		for _, v := range r.Results {
			given[v] = true
		}
		return true
	})
	// A refused caller that is given another handle has what the function falls
	// back on, such as a lock of the process.
	same := func(r *ssa.Return, a *assumption) bool {
		for _, v := range r.Results {
			if !given[v] && !isError(v.Type()) && byType(v.Type()) == tNonNil && !isText(v.Type()) && a.eval(v) != tNil {
				return false
			}
		}
		return true
	}
	no := []Reply{}
	for _, ref := range m.turnedDown(o) {
		no = replies(fn, ref.a, o, m.again(o), no, same)
	}
	no = slices.DeleteFunc(no, Reply.mixed)
	if takingName.MatchString(fn.Name()) || lockishName(fn.Name()) && !purposeName(fn.Name()) {
		return no, true
	}
	for _, n := range no {
		if !slices.ContainsFunc(yes, func(y Reply) bool { return !n.unlike(y) }) {
			return no, len(yes) > 0
		}
	}
	return nil, false
}

// unlike reports whether two replies differ for certain.
func (r Reply) unlike(s Reply) bool {
	for i, t := range r.Values {
		if i < len(s.Values) && tri(t) != tUnknown && tri(s.Values[i]) != tUnknown && t != s.Values[i] {
			return true
		}
	}
	return false
}

// mixed reports whether a reply says yes and no: go on, without the lock. Whoever
// writes that means it.
func (r Reply) mixed() bool {
	return bytes.IndexByte(r.Values, byte(tTrue)) >= 0 && bytes.IndexByte(r.Values, byte(tFalse)) >= 0
}

// replies adds what a function returns under an assumption, each reply once.
func replies(fn *ssa.Function, a *assumption, o *Op, stop func(ssa.Instruction) bool, out []Reply, keep func(*ssa.Return, *assumption) bool) []Reply {
	n := fn.Signature.Results().Len()
	for _, in := range a.explore(o.instr, stop).order {
		r, ok := in.(*ssa.Return)
		if !ok || len(r.Results) != n || len(out) >= 8 || !keep(r, a) {
			continue
		}
		reply := Reply{Values: make([]byte, n)}
		for i, v := range r.Results {
			reply.Values[i] = byte(a.eval(v))
			if g, ok := global(v); ok && isError(v.Type()) {
				reply.Err = g
			}
		}
		if !slices.ContainsFunc(out, func(x Reply) bool { return bytes.Equal(x.Values, reply.Values) && x.Err == reply.Err }) {
			out = append(out, reply)
		}
	}
	return out
}

// again stops at another attempt at the lock: the same request once more, or one
// that takes over a record that has expired (GETSET, an UPDATE, a script).
func (m *Model) again(o *Op) func(ssa.Instruction) bool {
	return func(in ssa.Instruction) bool {
		if m.acquiresAgain(in, o) {
			return true
		}
		ci, ok := in.(*ssa.Call)
		if !ok {
			return false
		}
		for _, p := range m.callOp[ci] {
			switch p.Kind {
			case Write, Extend:
				if p.Store == o.Store && m.identical(p.Key, o.Key) {
					return true
				}
			}
		}
		return false
	}
}

// acquiresAgain reports whether an instruction is another attempt at the lock.
func (m *Model) acquiresAgain(in ssa.Instruction, o *Op) bool {
	ci, ok := in.(*ssa.Call)
	if !ok || in == ssa.Instruction(o.instr) {
		return false
	}
	for _, p := range m.callOp[ci] {
		if p.Kind != Acquire || p.Store != o.Store {
			continue
		}
		if m.sameLock(p, o) {
			return true
		}
		// The same call once more is a retry, unless its keys are plainly others.
		if p.call.fn != nil && p.call.fn == o.call.fn && !(p.Key.IsConst() && o.Key.IsConst() && p.Key.Text != o.Key.Text) {
			return true
		}
	}
	return o.taker != nil && m.houseAgain(newCall(ci), o)
}

func (m *Model) houseAgain(c call, o *Op) bool {
	p := m.houseAcquire(c)
	return p != nil && (p.object == nil) == (o.object == nil) && (p.object == nil || m.sameValue(p.object, o.object))
}
