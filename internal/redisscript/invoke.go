package redisscript

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"
)

// A closure is a function of the script, and where it was made.
type closure struct {
	fn     *ast.FunctionExpr
	scope  *scope
	method bool // function t:m(): self comes first
}

func (in *interp) closure(fn *ast.FunctionExpr) value {
	if _, ok := in.funcs[fn]; !ok {
		in.funcs[fn] = false
		in.reaches(fn)
	}
	return value{kind: kFunc, id: in.fresh(), fn: &closure{fn: fn, scope: in.scope}}
}

// values evaluates a list, the last element of which may give several.
func (in *interp) values(list []ast.Expr) []value {
	var out []value
	for i, e := range list {
		if i < len(list)-1 {
			out = append(out, in.eval(e))
		} else {
			out = append(out, in.multi(e)...)
		}
	}
	return out
}

// spread evaluates a list for n variables.
func (in *interp) spread(list []ast.Expr, n int) []value {
	vals := in.values(list)
	out := make([]value, n)
	for i := range out {
		switch last := len(vals) - 1; {
		case i < last || i == last && !vals[i].many:
			out[i] = vals[i]
		case last >= 0 && vals[last].many:
			out[i] = vals[last].pick(i - last)
		default:
			out[i] = nilValue()
		}
	}
	return out
}

// multi evaluates an expression that may give several values.
func (in *interp) multi(e ast.Expr) []value {
	switch e := e.(type) {
	case *ast.Comma3Expr:
		if e.AdjustRet && len(in.frame.varargs) > 0 {
			return []value{in.frame.varargs[0].pick(0)}
		}
		return in.frame.varargs
	case *ast.FuncCallExpr:
		if !in.step() {
			return []value{in.lost()}
		}
		in.depth++
		vals := in.callExpr(e)
		in.depth--
		if e.AdjustRet && len(vals) > 0 {
			vals = []value{vals[0].pick(0)}
		}
		return vals
	}
	return []value{in.eval(e)}
}

func (in *interp) callExpr(e *ast.FuncCallExpr) []value {
	if e.Method == "" {
		fn := in.eval(e.Func)
		return in.invoke(fn, in.values(e.Args), e)
	}
	self := in.eval(e.Receiver)
	args := append([]value{self}, in.values(e.Args)...)
	if self.kind == kTable {
		return in.invoke(in.tableIndex(self.tab, str(e.Method)), args, e)
	}
	return in.invoke(builtin("string."+e.Method), args, e) // v:sub(1, 8)
}

func (in *interp) invoke(fn value, args []value, site *ast.FuncCallExpr) []value {
	switch fn.kind {
	case kFunc:
		return in.inline(fn.fn, args)
	case kBuiltin:
		return in.builtin(fn.text, args, site)
	case kPhi:
		return in.invokeAny(fn.alts, args, site)
	}
	if fn.hole {
		in.opaque = true // text that stands for code
	}
	in.strange = true
	return []value{in.foreign(args)}
}

// foreign is what an unknown function returns. Given a key, it may have read it.
func (in *interp) foreign(args []value) value {
	v := in.lost()
	for _, a := range args {
		v = v.taint(a)
		if a.kind == kRef && a.ref.Kind != Arg {
			v.stored = unionKeys(v.stored, []keyRef{in.settled(a.key(), facts{})})
		}
	}
	return v
}

// invokeAny calls each function that it may be.
func (in *interp) invokeAny(fns []alt, args []value, site *ast.FuncCallExpr) []value {
	here := in.facts
	var a, b []value
	one := in.fork(here.with(fns[0].f), func() { a = in.invoke(fns[0].v, args, site) })
	if len(fns) == 1 {
		in.merge(one, in.fork(dead, func() {}))
		return a
	}
	rest := in.fork(here, func() { b = in.invokeAny(fns[1:], args, site) })
	in.merge(one, rest)
	return in.oneOf([]result{{one.facts, a}, {rest.facts, b}})
}

// oneOf are the values of a call that returned in several ways.
func (in *interp) oneOf(rs []result) []value {
	if len(rs) == 1 {
		return rs[0].vals
	}
	n := 0
	for _, r := range rs {
		n = max(n, len(r.vals))
	}
	var out []value
	for i := range n {
		var alts []alt
		for _, r := range rs {
			v := nilValue()
			if i < len(r.vals) {
				v = r.vals[i]
			} else if k := len(r.vals); k > 0 {
				v = pad(r.vals[k-1], i-k+1)
			}
			alts = append(alts, alt{f: r.f, v: v})
		}
		out = append(out, in.phi(alts))
	}
	return out
}

func pad(last value, i int) value {
	if last.many {
		return last.pick(i)
	}
	return nilValue()
}

// inline runs a function of the script where it is called.
func (in *interp) inline(c *closure, args []value) []value {
	in.funcs[c.fn] = true
	if in.active[c.fn] || in.inlined >= maxInline {
		in.opaque = true // a recursion
		return []value{in.foreign(args)}
	}
	fr := &frame{}
	in.enter(c, fr, args)
	if len(fr.gotos) > 0 {
		in.opaque = true
	}
	out := dead
	for _, r := range fr.returns {
		out = join(out, r.f)
	}
	if out.dead {
		return []value{in.unknown()} // it only fails
	}
	in.facts, in.left = out, stays
	return in.oneOf(fr.returns)
}

// enter binds the parameters and runs the body; the ways out are in fr.
func (in *interp) enter(c *closure, fr *frame, args []value) {
	in.inlined++
	in.active[c.fn] = true
	savedFrame, savedScope := in.frame, in.scope
	in.frame, in.scope = fr, &scope{up: c.scope}
	names := c.fn.ParList.Names
	if c.method {
		names = append([]string{"self"}, names...)
	}
	for i, n := range names {
		v := nilValue()
		switch last := len(args) - 1; {
		case i < last || i == last && !args[i].many:
			v = args[i]
		case last >= 0 && args[last].many:
			v = args[last].pick(i - last)
		}
		in.scope.declare(n, v)
	}
	if c.fn.ParList.HasVargs && len(args) > len(names) {
		fr.varargs = args[len(names):]
	} else if n := len(args); c.fn.ParList.HasVargs && n > 0 && args[n-1].many {
		fr.varargs = args[n-1:]
	}
	in.stmts(c.fn.Stmts)
	if !in.facts.dead {
		fr.returns = append(fr.returns, result{f: in.facts})
	}
	in.frame, in.scope = savedFrame, savedScope
	delete(in.active, c.fn)
}

// register runs a function of a library as a script of its own.
func (in *interp) register(args []value) {
	name, fn := value{}, value{}
	if len(args) > 1 {
		name, fn = args[0], args[1]
	} else if len(args) == 1 && args[0].kind == kTable {
		name = in.tableIndex(args[0].tab, str("function_name"))
		fn = in.tableIndex(args[0].tab, str("callback"))
	}
	if fn.kind != kFunc || in.active[fn.fn.fn] {
		in.opaque = true
		return
	}
	in.funcs[fn.fn.fn] = true
	outer := in.function
	in.fork(facts{}, func() {
		in.function = strings.TrimSpace(name.text)
		fr := &frame{top: true}
		in.enter(fn.fn, fr, []value{builtin("KEYS"), builtin("ARGV")})
		in.results = append(in.results, fr.returns...)
	})
	in.function, in.registered = outer, true
}
