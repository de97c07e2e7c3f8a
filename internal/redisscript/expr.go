package redisscript

import (
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"
)

// eval returns the one value of an expression.
func (in *interp) eval(e ast.Expr) value {
	switch e := e.(type) {
	case *ast.FuncCallExpr, *ast.Comma3Expr:
		vals := in.multi(e)
		if len(vals) == 0 {
			return nilValue()
		}
		return vals[0].pick(0)
	}
	if e == nil || !in.step() {
		return in.lost()
	}
	in.depth++
	defer func() { in.depth-- }()
	switch e := e.(type) {
	case *ast.TrueExpr:
		return boolValue(true)
	case *ast.FalseExpr:
		return boolValue(false)
	case *ast.NilExpr:
		return nilValue()
	case *ast.NumberExpr:
		return number(e.Value)
	case *ast.StringExpr:
		return str(e.Value)
	case *ast.IdentExpr:
		return in.name(e.Value)
	case *ast.AttrGetExpr:
		return in.index(in.eval(e.Object), in.eval(e.Key))
	case *ast.TableExpr:
		return in.tableOf(e)
	case *ast.FunctionExpr:
		return in.closure(e)
	case *ast.LogicalOpExpr:
		return in.logical(e)
	case *ast.RelationalOpExpr:
		l, r := in.eval(e.Lhs), in.eval(e.Rhs)
		yes, no := in.relation(e.Operator, l, r)
		return cond(yes, no, in.fresh())
	case *ast.StringConcatOpExpr:
		return in.lift2(in.eval(e.Lhs), in.eval(e.Rhs), in.concat)
	case *ast.ArithmeticOpExpr:
		return in.lift2(in.eval(e.Lhs), in.eval(e.Rhs), func(a, b value) value { return in.arith(e.Operator, a, b) })
	case *ast.UnaryMinusOpExpr:
		return in.lift(in.eval(e.Expr), in.minus)
	case *ast.UnaryNotOpExpr:
		yes, no := in.truth(in.eval(e.Expr))
		return cond(no, yes, in.fresh())
	case *ast.UnaryLenOpExpr:
		return in.lift(in.eval(e.Expr), in.length)
	}
	return in.unknown()
}

// lost is the value of what was not looked at.
func (in *interp) lost() value {
	v := in.unknown()
	v.opaque = true
	return v
}

func (in *interp) name(name string) value {
	if c := in.scope.find(name); c != nil {
		return c.v
	}
	if strings.Contains(name, holeName) {
		return value{id: "hole:" + name, text: hole, hole: true, args: []Ref{{Text: hole}}}
	}
	return builtin(name)
}

// logical runs the right side only where the left side lets it: calls are made
// there ("v == ARGV[1] and redis.call('del', k)").
func (in *interp) logical(e *ast.LogicalOpExpr) value {
	l := in.eval(e.Lhs)
	yes, no := in.truth(l)
	enter, skip := yes, no
	if e.Operator == "or" {
		enter, skip = no, yes
	}
	here := in.facts
	var r value
	right := in.fork(here.with(enter), func() { r = in.eval(e.Rhs) })
	left := in.fork(here.with(skip), func() {})
	in.merge(right, left)
	kept := l
	if e.Operator == "and" && l.kind != kPhi {
		kept = boolValue(false) // nil or false: both are false where they are used
	}
	return in.phi(append(in.kept(kept, skip, e.Operator == "or"), alt{f: enter, v: r}))
}

// kept are the alternatives of the left operand that are the result, with what
// that proves.
func (in *interp) kept(v value, f facts, when bool) []alt {
	if v.kind != kPhi {
		return []alt{{f: f, v: v}}
	}
	var out []alt
	for _, a := range v.alts {
		yes, no := in.truth(a.v)
		g := no
		if when {
			g = yes
		}
		out = append(out, alt{f: a.f.with(g), v: a.v})
	}
	return out
}

func (in *interp) concat(a, b value) value {
	if a.constant() && b.constant() {
		if text := a.text + b.text; len(text) <= maxText {
			return str(text)
		}
		return in.unknown().taint(a).taint(b)
	}
	text := a.print() + ".." + b.print()
	return in.made(text, "("+a.id+".."+b.id+")", a, b)
}

// made is a value that a known operation made of others.
func (in *interp) made(text, id string, parts ...value) value {
	v := value{id: id, text: text}
	if len(id) > maxText {
		v.id = in.fresh()
	}
	if len(text) > maxText {
		text = "…"
	}
	for _, p := range parts {
		v = v.taint(p)
		if p.kind == kTable {
			v = v.taint(value{stored: p.allStored(), args: p.allArgs()})
		}
	}
	switch {
	case len(v.stored) > 0:
		v.kind = kStored
		for _, p := range parts {
			if p.kind == kStored {
				v.yes = v.yes.with(p.yes)
			}
		}
	case len(v.args) > 0 && !v.opaque && !v.hole:
		v.kind = kRef
		v.ref = Ref{Kind: Derived, Text: text}
	}
	return v
}

func (in *interp) arith(op string, a, b value) value {
	x, okx := a.num()
	y, oky := b.num()
	if okx && oky {
		switch op {
		case "+":
			return number(formatNum(x + y))
		case "-":
			return number(formatNum(x - y))
		case "*":
			return number(formatNum(x * y))
		}
	}
	return in.made(a.print()+op+b.print(), "("+a.id+op+b.id+")", a, b)
}

func (in *interp) minus(v value) value {
	if n, ok := v.num(); ok {
		return number(formatNum(-n))
	}
	return in.made("-"+v.print(), "(-"+v.id+")", v)
}

func formatNum(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// length: of what a key stores, it says whether there is anything; it is no
// comparison with the owner even when it is compared with the token's length.
func (in *interp) length(v value) value {
	switch {
	case v.kind == kBuiltin && (v.text == "KEYS" || v.text == "ARGV"):
		return value{kind: kLen, id: "#" + v.text}
	case v.kind == kTable && v.tab.exact():
		return number(strconv.Itoa(v.tab.n))
	case v.kind == kTable && v.tab.perKey:
		return value{kind: kLen, id: "#KEYS"}
	case v.kind == kTable && len(v.tab.any) > 0:
		// what is in a list that was filled under a comparison
		return in.blur(v.tab.any)
	case v.kind == kStored:
		return in.count(point{0, v.no}, point{1, v.yes}, point{1e9, v.yes})
	}
	return value{id: "#" + v.id}
}
