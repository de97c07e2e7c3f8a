package lease

import (
	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// TextRun says that a function runs a parameter as SQL: the house's own Exec.
// What the statement does is known at the calls.
type TextRun struct {
	Param  int  // receiver first
	Result int  // the result that carries the outcome, -1 when it is dropped inside
	Seen   bool // the function looks at the outcome itself
}

// textRun reports whether fn hands a text parameter on to an Exec.
func (m *Model) textRun(fn *ssa.Function) *TextRun {
	var out *TextRun
	calls(fn, func(c call) bool {
		row := c.row()
		if row != nil && row.Role == catalog.SQLExec && row.Link != "queued" {
			v, ok := textArg(c, row)
			if !ok {
				return true
			}
			if b := m.builderValue(v); b != nil {
				v = unwrap(b) // ToSql of a builder that was handed in
			}
			if i := paramIndex(fn, v); i >= 0 {
				out = m.textRunAt(fn, i, m.useOf(c, row), outcomeValues(c, row))
			}
			return out == nil
		}
		if row == nil {
			for _, t := range m.callees(c) {
				if r := t.sum.Text; r != nil {
					if i := paramIndex(fn, argAt(c, r.Param)); i >= 0 {
						use, vs := Dropped, []ssa.Value(nil)
						if r.Result >= 0 {
							use, vs = m.resultUse(c, r.Result), c.results(r.Result)
						}
						if out = m.textRunAt(fn, i, use, vs); r.Seen {
							out = &TextRun{Param: i, Result: -1, Seen: true}
						}
					}
				}
			}
		}
		return out == nil
	})
	return out
}

func textArg(c call, row *catalog.Row) (ssa.Value, bool) {
	o, ok := row.Operand(c.fn, "sql")
	if !ok || o.Field != "" || o.Arg >= len(c.args) {
		return nil, false
	}
	return c.args[o.Arg], true
}

func (m *Model) textRunAt(fn *ssa.Function, param int, use Use, vs []ssa.Value) *TextRun {
	if use != Inspected {
		return &TextRun{Param: param, Result: -1}
	}
	if i := m.carried(vs).result(fn); i >= 0 {
		return &TextRun{Param: param, Result: i}
	}
	return &TextRun{Param: param, Result: -1, Seen: true}
}

// judgeText settles the statement that a call runs through such a function.
func (m *Model) judgeText(fn *ssa.Function, s *Summary, c call, t target) {
	if r := t.sum.Text; r != nil && r.Seen {
		return
	}
	use, vs := Dropped, []ssa.Value(nil)
	if r := t.sum.Text; r != nil && r.Result >= 0 {
		use, vs = m.resultUse(c, r.Result), c.results(r.Result)
	}
	for _, o := range m.textOps(c, t) {
		m.settle(fn, s, o, use, vs)
	}
}

// textOps are the operations of the statement, a text or a builder, that a call
// hands to a function which runs it.
func (m *Model) textOps(c call, t target) []*Op {
	r := t.sum.Text
	if r == nil {
		return nil
	}
	v := argAt(c, r.Param)
	st := m.builderOf(v)
	if st == nil {
		text, _, ok := origin.TextOf(m.throughText(m.of(v), 0), string(sqlstmt.Hole))
		if !ok {
			return nil
		}
		parsed := sqlstmt.Parse(text)
		st = &parsed
	}
	ops := m.statementOps(st)
	for _, o := range ops {
		o.instr, o.fn, o.call, o.pos = c.instr, c.instr.Parent(), c, c.pos()
		o.Store, o.Depth, o.Via = catalog.SQL, 1, t.name
	}
	return ops
}
