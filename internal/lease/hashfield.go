package lease

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
)

// startsObject reports whether HSETNX of a field enters something in a hash, and takes
// no lock: the first number of an object, or an entry of a registry, whose value is
// what the caller says of it and no owner. Names must say nothing of locks.
func (m *Model) startsObject(fn *ssa.Function, key, field, value *origin.Value) bool {
	if field == nil || field.Kind == origin.Const || value == nil || value.Kind != origin.Param {
		return firstNumber(key, field, value)
	}
	outer := outermost(fn)
	return !lockishKey(key) && !lockishKey(field) && !lockishName(outer.Name()) && !lockishName(recvType(outer)) &&
		!takingName.MatchString(outer.Name()) && !m.ownerToken(value)
}

// firstNumber reports whether a field with a name of its own, which says nothing of
// locks or owners, is set to a number: the deletion of the whole hash ends an object.
func firstNumber(key, field, value *origin.Value) bool {
	if field == nil || field.Kind != origin.Const || value == nil || lockishKey(key) {
		return false
	}
	name := snakeCase(field.Text)
	if lockishName(name) || ownerColumn(name) || workerColumn(name) || heldFlag(name) || value.Kind == origin.Const && value.Text == "1" {
		return false
	}
	return numeric(value.SSA())
}

func numeric(v ssa.Value) bool {
	if v == nil {
		return false
	}
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	b, ok := v.Type().Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}
