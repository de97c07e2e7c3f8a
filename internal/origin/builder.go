package origin

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// builder reads the text of a strings.Builder or bytes.Buffer: its writes in
// source order; a write that may not run, or runs in a loop, is a hole, and so
// is what stood in a builder that comes from elsewhere.
func (r *Resolver) builder(call *ssa.Call, depth int) *Value {
	recv := call.Call.Args[0]
	if recv.Referrers() == nil {
		return nil
	}
	type write struct {
		pos  token.Pos
		part *Value
	}
	var writes []write
	add := func(in ssa.Instruction, part *Value) {
		pos := in.Pos()
		if mc, ok := in.(*ssa.MakeClosure); ok {
			pos = mc.Fn.Pos()
		}
		switch {
		case pos > call.Pos() && !reachable(in.Block(), call.Block()):
			return // written afterwards
		case part == nil || !in.Block().Dominates(call.Block()) || pos > call.Pos():
			part = unknown
		}
		writes = append(writes, write{pos, part})
	}
	for _, ref := range *recv.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Call:
			if ref == call {
				continue
			}
			if part, writes := r.write(ref, recv, depth); writes {
				add(ref, part)
			}
		case *ssa.MakeInterface:
			// fmt.Fprintf(&b, …) takes the builder as an interface.
			for _, rr := range *ref.Referrers() {
				if w, ok := rr.(*ssa.Call); ok {
					add(w, r.printed(w, ref, depth))
				} else if _, ok := rr.(*ssa.DebugRef); !ok {
					add(ref, nil)
				}
			}
		case *ssa.MakeClosure, *ssa.Defer, *ssa.Go:
			add(ref, nil)
		}
	}
	if len(writes) == 0 {
		return nil
	}
	slices.SortStableFunc(writes, func(a, b write) int { return int(a.pos) - int(b.pos) })
	var parts []*Value
	if _, ok := recv.(*ssa.Alloc); !ok {
		parts = append(parts, unknown)
	}
	for _, w := range writes {
		parts = append(parts, w.part)
	}
	return NewFormat(parts...)
}

// write is what a call adds to its builder: nil if that is not known.
func (r *Resolver) write(w *ssa.Call, recv ssa.Value, depth int) (part *Value, writes bool) {
	f := w.Call.StaticCallee()
	if f == nil || f.Signature.Recv() == nil || len(w.Call.Args) == 0 || w.Call.Args[0] != recv {
		return nil, true
	}
	switch f.Name() {
	case "WriteString", "Write":
		return r.of(w.Call.Args[1], depth), true
	case "WriteByte", "WriteRune":
		if c, ok := w.Call.Args[1].(*ssa.Const); ok {
			return text(string(rune(c.Int64()))), true
		}
		return nil, true
	case "Len", "Cap", "Grow", "String", "Bytes", "Available":
		return nil, false
	}
	return nil, true
}

// printed is what a function of the standard library prints to a writer.
func (r *Resolver) printed(w *ssa.Call, to ssa.Value, depth int) *Value {
	f, args := w.Call.StaticCallee(), w.Call.Args
	if f == nil || len(args) < 2 || args[0] != to {
		return nil
	}
	switch f.String() {
	case "fmt.Fprintf":
		return r.sprintf(args[1:], depth)
	case "fmt.Fprint":
		return r.sprint(args[1], depth)
	case "io.WriteString":
		return r.of(args[1], depth)
	}
	return nil
}

// reachable reports whether control may come from the end of one block to another.
func reachable(from, to *ssa.BasicBlock) bool {
	seen := make([]bool, len(from.Parent().Blocks))
	work := slices.Clone(from.Succs)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to {
			return true
		}
		if !seen[b.Index] {
			seen[b.Index] = true
			work = append(work, b.Succs...)
		}
	}
	return false
}
