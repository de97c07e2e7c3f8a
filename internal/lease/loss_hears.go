package lease

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
)

// Who hears of the end of a renewal: readers of a field that it sets, users of a
// context that it cancels, receivers of a channel that it closes.

// fieldUse is a place where the value of a field is read.
type fieldUse struct {
	fn *ssa.Function
	v  ssa.Value // the value read, or the address where it is handed out
}

// fieldReads lists the reads of each field of the package, made on first demand.
func (m *Model) fieldReads(f *types.Var) []fieldUse {
	if m.reads == nil {
		m.reads = map[*types.Var][]fieldUse{}
		for _, fn := range m.fns {
			for _, b := range fn.Blocks {
				for _, in := range b.Instrs {
					switch in := in.(type) {
					case *ssa.FieldAddr:
						m.addReads(fn, in)
					case *ssa.Field:
						if v := origin.FieldVar(in.X.Type(), in.Field); v != nil {
							m.reads[v] = append(m.reads[v], fieldUse{fn, in})
						}
					}
				}
			}
		}
	}
	return m.reads[f]
}

func (m *Model) addReads(fn *ssa.Function, a *ssa.FieldAddr) {
	f := origin.FieldVar(a.X.Type(), a.Field)
	if f == nil || a.Referrers() == nil {
		return
	}
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == ssa.Value(a) {
				continue
			}
		case *ssa.UnOp:
			m.reads[f] = append(m.reads[f], fieldUse{fn, r})
			continue
		case *ssa.DebugRef:
			continue
		case ssa.CallInstruction:
			if c := newCall(r); pkgPath(c.fn) == "sync/atomic" && setsOnly(c.name()) {
				continue
			}
		}
		m.reads[f] = append(m.reads[f], fieldUse{fn, a})
	}
}

// setsOnly reports whether an atomic operation tells nothing of what was there.
func setsOnly(name string) bool { return len(name) >= 5 && name[:5] == "Store" }

// readElsewhere reports whether somebody besides the given functions reads a
// field, in this package or, for an exported one, in another.
func (m *Model) readElsewhere(f *types.Var, inside map[*ssa.Function]bool) bool {
	if f == nil || f.Exported() {
		return true
	}
	for _, r := range m.fieldReads(f) {
		if !inside[r.fn] {
			return true
		}
	}
	return false
}

// capturedElsewhere reports whether a captured variable is read by the function
// that declares it or by another closure of it.
func (t *teller) capturedElsewhere(fv *ssa.FreeVar) bool {
	a, ok := origin.Binding(fv).(*ssa.Alloc)
	if !ok {
		return true
	}
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp:
			return true
		case *ssa.MakeClosure:
			f, _ := r.Fn.(*ssa.Function)
			if f == nil || t.inside[f] {
				continue
			}
			if fv := origin.Captured(r, a); fv != nil {
				for _, use := range *fv.Referrers() {
					if st, ok := use.(*ssa.Store); !ok || st.Addr != ssa.Value(fv) {
						return true
					}
				}
			}
		}
	}
	return false
}

// cancels reports whether calling a function value can tell somebody: it is not
// the cancel function of a context that only the renewal itself runs on.
func (t *teller) cancels(v ssa.Value) bool {
	made := t.m.madeBy(v, 0)
	if made == nil {
		return true
	}
	c := newCall(made)
	if pkgPath(c.fn) != "context" {
		return true
	}
	for _, ctx := range c.results(0) {
		if t.used(ctx, 0) {
			return true
		}
	}
	return false
}

// used reports whether a context is used outside the renewal.
func (t *teller) used(v ssa.Value, depth int) bool {
	if v.Referrers() == nil || depth > 6 {
		return true
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			a, ok := r.Addr.(*ssa.Alloc)
			if !ok {
				return true
			}
			if t.usedVariable(a, depth) {
				return true
			}
		case *ssa.Phi, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType:
			if t.used(r.(ssa.Value), depth+1) {
				return true
			}
		case *ssa.MakeClosure:
			if f, _ := r.Fn.(*ssa.Function); !t.inside[f] {
				return true
			}
		case ssa.CallInstruction:
			if t.usedBy(newCall(r), depth) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// usedVariable is used for the loads of a variable. Loads before the context was
// stored read another one; they are taken for uses of it only where the variable
// is captured.
func (t *teller) usedVariable(a *ssa.Alloc, depth int) bool {
	for _, l := range *a.Referrers() {
		switch l := l.(type) {
		case *ssa.UnOp:
			if t.used(l, depth+1) {
				return true
			}
		case *ssa.MakeClosure:
			if f, _ := l.Fn.(*ssa.Function); !t.inside[f] {
				return true
			}
		}
	}
	return false
}

// usedBy reports whether a call takes a context to somebody who is not the
// renewal: its start, its own requests and contexts derived for them do not.
func (t *teller) usedBy(c call, depth int) bool {
	if t.starts(c) || t.inside[c.instr.Parent()] && len(t.m.callOp[c.instr]) > 0 {
		return false
	}
	if pkgPath(c.fn) == "context" {
		for _, ctx := range c.results(0) {
			if t.used(ctx, depth+1) {
				return true
			}
		}
		return false
	}
	return !t.inside[c.instr.Parent()] || c.fn == nil || !origin.IsContext(c.operands()[0].Type())
}

// starts reports whether a call runs a function of the renewal.
func (t *teller) starts(c call) bool {
	if c.static != nil && t.inside[c.static] {
		return true
	}
	for _, f := range t.m.closuresAt(c.instr) {
		if t.inside[f] {
			return true
		}
	}
	return false
}

// heard reports whether somebody waits for the closing of a channel, who is not
// just about to end the renewal himself: a release that closes the stop channel
// and then waits until the loop has ended learns nothing.
func (t *teller) heard(ch ssa.Value) bool {
	o := t.m.of(ch)
	if o.Kind == origin.Field && o.Var() != nil {
		return t.heardField(o.Var())
	}
	base := t.m.base(ch)
	switch base.(type) {
	case *ssa.Alloc, *ssa.MakeChan:
		return t.heardValue(base, 0)
	}
	return true
}

func (t *teller) heardField(f *types.Var) bool {
	if f.Exported() {
		return true
	}
	for _, r := range t.m.fieldReads(f.Origin()) {
		if t.heardValue(r.v, 0) {
			return true
		}
	}
	return false
}

// heardValue follows a channel, or the variable that holds it, to its receivers.
func (t *teller) heardValue(v ssa.Value, depth int) bool {
	if v.Referrers() == nil || depth > 8 {
		return true
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef, *ssa.BinOp, *ssa.Send:
		case *ssa.Store:
			if r.Addr == v {
				if _, isMake := r.Val.(*ssa.MakeChan); isMake && t.heardMade(r.Val, v, depth) {
					return true
				}
				continue
			}
			if t.heardStored(r, depth) {
				return true
			}
		case *ssa.UnOp:
			if r.Op == token.ARROW {
				if !t.joins(r) {
					return true
				}
				continue
			}
			if t.heardValue(r, depth+1) {
				return true
			}
		case *ssa.Select:
			if !t.joins(r) {
				return true
			}
		case *ssa.Phi, *ssa.ChangeType:
			if t.heardValue(r.(ssa.Value), depth+1) {
				return true
			}
		case *ssa.MakeClosure:
			if fv := origin.Captured(r, v); fv != nil && t.heardValue(fv, depth+1) {
				return true
			}
		case ssa.CallInstruction:
			if b, ok := r.Common().Value.(*ssa.Builtin); ok && (b.Name() == "close" || b.Name() == "len" || b.Name() == "cap") {
				continue
			}
			if c := newCall(r); t.starts(c) || t.unheardParam(c, v) {
				continue
			}
			return true
		default:
			return true // returned, put somewhere
		}
	}
	return false
}

// heardMade follows the channel itself where a variable holds it: it may be used
// under both names.
func (t *teller) heardMade(made, variable ssa.Value, depth int) bool {
	for _, r := range *made.Referrers() {
		if st, ok := r.(*ssa.Store); ok && st.Addr != variable && t.heardStored(st, depth) {
			return true
		}
	}
	return false
}

// heardStored follows a channel to the field or variable that it is stored in.
func (t *teller) heardStored(st *ssa.Store, depth int) bool {
	switch a := st.Addr.(type) {
	case *ssa.FieldAddr:
		f := origin.FieldVar(a.X.Type(), a.Field)
		return f == nil || t.heardField(f)
	case *ssa.Alloc:
		return t.heardValue(a, depth+1)
	}
	return true
}

// unheardParam reports whether a function of the package that gets a channel
// does not receive from it.
func (t *teller) unheardParam(c call, v ssa.Value) bool {
	if c.static == nil || len(c.static.Blocks) == 0 {
		return false
	}
	for i, a := range c.operands() {
		if a == v && (i >= len(c.static.Params) || t.heardValue(c.static.Params[i], 4)) {
			return false
		}
	}
	return true
}

// joins reports whether a receive belongs to the renewal itself, or to somebody
// who has asked it to end and waits until it has.
func (t *teller) joins(in ssa.Instruction) bool {
	fn := in.Parent()
	if t.inside[fn] || releaseName(outermost(fn).Name()) {
		return true
	}
	// Something was closed, cancelled or sent on the way to this receive.
	for b := in.Block(); b != nil; b = b.Idom() {
		for _, x := range b.Instrs {
			if x == in {
				break
			}
			switch x := x.(type) {
			case *ssa.Send:
				return true
			case *ssa.Call:
				c := newCall(x)
				if b, ok := x.Call.Value.(*ssa.Builtin); ok && b.Name() == "close" {
					return true
				}
				if releaseName(c.name()) && c.row() == nil || c.fn == nil && c.static == nil && releaseName(valueName(c.common.Value)) {
					return true
				}
			}
		}
	}
	return false
}
