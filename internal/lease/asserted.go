package lease

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// failsTest reports whether a call of a test makes it fail under the assumption: it
// says so (t.Error), or is an assertion about what the assumed request answered.
// What a failed test does next harms nobody.
func (a *assumption) failsTest(in ssa.Instruction) bool {
	ci, ok := in.(*ssa.Call)
	if !ok {
		return false
	}
	c := newCall(ci)
	if c.recv != nil && isTest(c.recv.Type()) {
		switch c.name() {
		case "Error", "Errorf", "Fail":
			return true
		}
	}
	answer := false
	for _, arg := range c.args {
		if mi, ok := arg.(*ssa.MakeInterface); ok {
			arg = mi.X
		}
		if _, isConst := arg.(*ssa.Const); !isConst && a.answered(arg) {
			answer = true
		}
	}
	return answer && asserts(c)
}

// asserts reports whether a call is an assertion: it is given the test, or belongs to
// an object that has it.
func asserts(c call) bool {
	if c.recv != nil && (isTest(c.recv.Type()) || assertions(c.recv.Type())) || strings.Contains(pkgPath(c.fn), "gomega") {
		return true
	}
	return slices.ContainsFunc(c.args, func(arg ssa.Value) bool {
		if mi, ok := arg.(*ssa.MakeInterface); ok {
			arg = mi.X
		}
		return isTest(arg.Type())
	})
}

// answered reports whether a value is, or is made of, an answer that says no. That
// there is no error says nothing: it is the same for whoever holds the lock.
func (a *assumption) answered(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.FieldAddr, *ssa.Alloc, *ssa.MakeClosure, *ssa.Function:
		return false
	}
	t := a.eval(v)
	return t != tUnknown && !(t == tNil && isError(v.Type()))
}

// isTest reports whether a type is a test's: *testing.T, testing.TB, or an interface
// of an assertion library that it satisfies.
func isTest(t types.Type) bool {
	if n, ok := types.Unalias(t).(*types.Pointer); ok {
		t = n.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	return n.Obj().Pkg().Path() == "testing" || n.Obj().Name() == "TestingT"
}

// assertions reports whether a type has the assertions of testify, as the suites
// embed them.
func assertions(t types.Type) bool {
	return named(t) == "Assertions" || named(t) == "Suite"
}

func assertsAt(in ssa.Instruction) bool {
	ci, ok := in.(*ssa.Call)
	return ok && asserts(newCall(ci))
}
