package lease

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// markReread marks the updates of a database transaction that the function makes
// only after it has read the record in that transaction and compared a column which
// the update sets:
//
//	job, err := load(ctx, tx, id)
//	if job.State == done { return nil }
//	tx.Exec("UPDATE jobs SET state = $1 …")
//
// A holder that was late sees what the newer one did. That two transactions may do
// so at the same moment is the database's isolation, not the lease's.
func (m *Model) markReread(fn *ssa.Function) {
	for _, w := range m.direct[fn] {
		if w.Kind != Write || w.Guard != Unguarded || w.stmt == nil || w.stmt.Verb != sqlstmt.Update || !inTx(w.conn) {
			continue
		}
		if m.comparesSet(fn, w) {
			w.Guard = StateFlip
		}
	}
}

// comparesSet reports whether a branch before the write compares a field, named for
// a column that the write sets, of a record that was read in the write's transaction.
func (m *Model) comparesSet(fn *ssa.Function, w *Op) bool {
	for _, b := range fn.Blocks {
		br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || b == w.instr.Block() || !b.Dominates(w.instr.Block()) {
			continue
		}
		cmp, ok := br.Cond.(*ssa.BinOp)
		if !ok || isNilCompare(cmp) {
			continue
		}
		for _, x := range []ssa.Value{cmp.X, cmp.Y} {
			field, base := fieldRead(x)
			if field == "" || !setsColumn(w.stmt, snakeCase(field)) {
				continue
			}
			if made := m.madeBy(base, 0); made != nil && givenTx(newCall(made)) {
				return true
			}
		}
	}
	return false
}

// fieldRead is the field that a value is loaded from, and the record.
func fieldRead(v ssa.Value) (field string, record ssa.Value) {
	switch x := v.(type) {
	case *ssa.UnOp:
		if fa, ok := x.X.(*ssa.FieldAddr); ok {
			return fieldNameAt(fa.X.Type(), fa.Field), fa.X
		}
	case *ssa.Field:
		return fieldNameAt(x.X.Type(), x.Field), x.X
	}
	return "", nil
}

// givenTx reports whether a call runs on a transaction: it is given one, one of its
// methods, or is one's method itself.
func givenTx(c call) bool {
	return slices.ContainsFunc(append(recvArgs(c), c.args...), func(v ssa.Value) bool {
		v = unwrap(v)
		if mc, ok := v.(*ssa.MakeClosure); ok && len(mc.Bindings) == 1 {
			v = mc.Bindings[0]
		}
		if _, ok := v.Type().Underlying().(*types.Signature); ok {
			return false
		}
		return inTx(v)
	})
}
