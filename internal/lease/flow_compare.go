package lease

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// What a reply says is mostly found out by a comparison: err != nil, reply == "OK",
// n == 1. Which way it goes follows from what is known of one of its sides.

func (a *assumption) compare(b *ssa.BinOp) tri {
	if b.Op == token.LAND || b.Op == token.LOR {
		return tUnknown
	}
	x, y := a.eval(b.X), a.eval(b.Y)
	eq := tUnknown
	switch {
	case x == tNil && y == tNil:
		eq = tTrue
	case x == tNil && y == tNonNil, x == tNonNil && y == tNil:
		eq = tFalse
	case x == tTrue && y == tTrue, x == tFalse && y == tFalse:
		eq = tTrue
	case x == tTrue && y == tFalse, x == tFalse && y == tTrue:
		eq = tFalse
	case x == tNonNil && isText(b.X.Type()):
		eq = replyText(b.Y)
	case y == tNonNil && isText(b.Y.Type()):
		eq = replyText(b.X)
	case x == tOne, x == tZero:
		return countCompare(x, b.Op, b.Y)
	case y == tOne, y == tZero:
		return countCompare(y, mirrored(b.Op), b.X)
	case x == tEmpty:
		eq = not(replyText(b.Y))
	case y == tEmpty:
		eq = not(replyText(b.X))
	case x == tNil && isError(b.X.Type()) && b.Op == token.EQL:
		return tFalse // err == redis.Nil
	case x == tNil && isError(b.X.Type()) && b.Op == token.NEQ:
		return tTrue
	}
	switch b.Op {
	case token.EQL:
		return eq
	case token.NEQ:
		return not(eq)
	}
	return tUnknown
}

func isText(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Interface:
		return true
	}
	return false
}

// replyText: the reply of a successful SET is "OK"; it is not empty.
func replyText(v ssa.Value) tri {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil {
		return tUnknown
	}
	if c.Value.Kind() == constant.String {
		switch constant.StringVal(c.Value) {
		case "OK":
			return tTrue
		case "":
			return tFalse
		}
	}
	if c.Value.Kind() == constant.Int {
		if n, _ := constant.Int64Val(c.Value); n == 1 {
			return tTrue
		}
		return tFalse
	}
	return tUnknown
}

// mirrored turns 0 < n into n > 0.
func mirrored(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.GTR:
		return token.LSS
	case token.LEQ:
		return token.GEQ
	case token.GEQ:
		return token.LEQ
	}
	return op
}

// countCompare: a count that says yes is 1, one that says no is 0.
func countCompare(x tri, op token.Token, y ssa.Value) tri {
	n := int64(1)
	if x == tZero {
		n = 0
	}
	c, ok := y.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return tUnknown
	}
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
	default:
		return tUnknown // n + 1
	}
	if constant.Compare(constant.MakeInt64(n), op, c.Value) {
		return tTrue
	}
	return tFalse
}
