package lease

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/pattern"
	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// Some storages answer a refused write with an error: a condition of DynamoDB that
// does not hold. Whoever looks at the error in any way has looked at the outcome.
// Whoever throws it away as a whole has thrown away the outcome with it.

// itemCompares finds the comparison of an attribute with a value: #version = :v.
var itemCompares = pattern.New(`([\w.#-]+)\s*(?:=|<>|<=|>=|<|>)\s*:`)

// itemCompared is the attribute that an item's condition compares with a value, ""
// for one that only asks whether something is there: to leave it be when it is not is
// what such a write is for.
func (m *Model) itemCompared(c call, row *catalog.Row, cond *origin.Value) string {
	text, _, ok := origin.TextOf(cond, string(sqlstmt.Hole))
	if !ok {
		return ""
	}
	found := itemCompares.FindStringSubmatch(m.itemNames(c, row, text))
	if found == nil || strings.HasPrefix(found[1], "#") {
		return ""
	}
	return found[1]
}

// raises reports whether an operation is a write with a compared condition whose
// refusal is an error.
func (o *Op) raises() bool {
	return o.Raises && o.Store == catalog.Dynamo && o.Guard == Conditional && o.Column != "" && (o.Kind == Write || o.Kind == Extend)
}

// raised settles such a write at one call of fn: its error is thrown away here, is
// handed to the callers, or is looked at.
func (m *Model) raised(fn *ssa.Function, s *Summary, o *Op) {
	if !o.raises() || releaseName(fn.Name()) {
		return
	}
	if _, ok := o.instr.(*ssa.Defer); ok {
		return // a clean-up
	}
	c := newCall(o.instr)
	res, errors := c.common.Signature().Results(), 0
	for i := range res.Len() {
		if !isError(res.At(i).Type()) {
			continue
		}
		errors++
		for _, v := range c.results(i) {
			if v.Referrers() == nil {
				return
			}
			for _, r := range *v.Referrers() {
				switch r.(type) {
				case *ssa.DebugRef:
				case *ssa.Return:
					if s.Raised == nil {
						s.Raised = o
					}
					return
				default:
					return
				}
			}
		}
	}
	if errors == 0 {
		return
	}
	n := *o
	n.Cond = CondCAS
	m.refusals = append(m.refusals, Refusal{Op: &n, Use: Dropped, Raised: true, pos: n.pos, Write: m.writeOf(&n)})
}
