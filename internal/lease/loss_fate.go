package lease

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// fate is what becomes of the answer of a renewal that failed.
type fate struct {
	told   bool      // somebody is told, on some way
	again  bool      // a way that tells nobody leads to the next attempt
	quiet  token.Pos // a way that tells nobody leaves the function, without an error
	raised bool      // a way leaves the function with a result that says so
	logged token.Pos // where it is printed
}

// answer is a call whose results say how a renewal went, or a receive from a
// channel that says so.
type answer struct {
	at    ssa.Instruction
	taint map[ssa.Value]bool // values made of its results
	after map[*ssa.BasicBlock]bool
	ok    map[ssa.Instruction]bool // what runs after a success too
	maybe map[*ssa.BasicBlock]bool // what depends on the answer in a way that cannot be decided
	loops bool
}

// newAnswer prepares to follow an answer; good is what a good one says.
func newAnswer(at ssa.Instruction, good *assumption) *answer {
	w := &answer{at: at, taint: map[ssa.Value]bool{}, ok: map[ssa.Instruction]bool{}, maybe: map[*ssa.BasicBlock]bool{}, after: leadsTo(at.Block())}
	w.loops = w.after[at.Block()]
	if v, ok := at.(ssa.Value); ok {
		w.spread(v)
	}
	good.walk(at.Block(), indexOf(at)+1, at, func(in ssa.Instruction) bool {
		w.ok[in] = true
		if br, ok := in.(*ssa.If); ok && w.taint[br.Cond] && good.eval(br.Cond) == tUnknown {
			w.undecided(br.Block())
		}
		return true
	})
	return w
}

// undecided notes the blocks that only one way out of a branch leads to.
func (w *answer) undecided(b *ssa.BasicBlock) {
	for _, s := range b.Succs {
		if len(s.Preds) != 1 {
			continue
		}
		for _, x := range b.Parent().Blocks {
			if s.Dominates(x) {
				w.maybe[x] = true
			}
		}
	}
}

func indexOf(in ssa.Instruction) int {
	for i, x := range in.Block().Instrs {
		if x == in {
			return i
		}
	}
	return -1
}

// leadsTo are the blocks that a block can be reached from, itself only when it
// lies on a cycle.
func leadsTo(to *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	out := map[*ssa.BasicBlock]bool{}
	work := append([]*ssa.BasicBlock(nil), to.Preds...)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if !out[b] {
			out[b] = true
			work = append(work, b.Preds...)
		}
	}
	return out
}

// spread notes the values that are made of a value.
func (w *answer) spread(v ssa.Value) {
	if w.taint[v] || v.Referrers() == nil || len(w.taint) > 300 {
		return
	}
	w.taint[v] = true
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Val != v {
				continue
			}
			a := r.Addr
			switch part := a.(type) {
			case *ssa.IndexAddr:
				a = part.X // packed for a variadic call
			case *ssa.FieldAddr:
				a = part.X // a part of a message
			}
			switch a.(type) {
			case *ssa.Alloc, *ssa.FreeVar:
				for _, l := range *a.Referrers() {
					switch l := l.(type) {
					case *ssa.UnOp:
						w.spread(l)
					case *ssa.Slice:
						w.spread(l)
					}
				}
			}
		case *ssa.Select, *ssa.MakeClosure:
		case ssa.Value:
			w.spread(r)
		}
	}
}

// fateOf follows the ways from the answer on which, by the assumption, it is a
// bad one.
func (t *teller) fateOf(w *answer, a *assumption) (fate, map[ssa.Instruction]bool) {
	type way struct {
		b    *ssa.BasicBlock
		from int
		late bool // beyond a check of the time: what it does, it does for the loss
	}
	var f fate
	seen, ran := map[way]bool{}, map[ssa.Instruction]bool{}
	work := []way{{w.at.Block(), indexOf(w.at) + 1, false}}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		open := true
		for _, in := range x.b.Instrs[x.from:] {
			if in == w.at {
				f.again, open = true, false
				break
			}
			ran[in] = true
			if ret, ok := in.(*ssa.Return); ok {
				t.leave(&f, w, a, ret, x.late)
				continue
			}
			if e := t.ofAnswer(w, in, x.late); e == tells {
				f.told, open = true, false
				break
			} else if e == onlyLogs && !f.logged.IsValid() {
				f.logged = in.Pos()
			}
		}
		if !open {
			continue
		}
		for i, s := range x.b.Succs {
			late := x.late
			if !a.edgeAlive(x.b, s) {
				continue
			}
			if br, ok := x.b.Instrs[len(x.b.Instrs)-1].(*ssa.If); ok && w.loops && !w.taint[br.Cond] &&
				!w.stays(s) && w.stays(x.b.Succs[1-i]) {
				switch condKind(br.Cond, 0) {
				case byClock:
					late = true
				case byCount:
					if w.ok[s.Instrs[0]] {
						continue // the end of a list, not of patience
					}
				default:
					continue // a stop that has nothing to do with the renewal
				}
			}
			n := way{s, 0, late}
			if !seen[n] {
				seen[n] = true
				work = append(work, n)
			}
		}
	}
	return f, ran
}

func (w *answer) stays(b *ssa.BasicBlock) bool { return w.after[b] || b == w.at.Block() }

// leave notes how a way leaves the function.
func (t *teller) leave(f *fate, w *answer, a *assumption, ret *ssa.Return, late bool) {
	says := false
	for _, r := range ret.Results {
		switch {
		case isError(r.Type()):
			says = says || a.eval(r) != tNil
		default:
			says = true // a bool or state, for the caller to read
		}
	}
	if says {
		f.raised = true
	} else if !late && !f.quiet.IsValid() {
		f.quiet = ret.Pos()
		if !f.quiet.IsValid() {
			f.quiet = w.at.Pos()
		}
	}
}

// ofAnswer is the effect of an instruction on a way of failure: what a success
// does too has none, unless it takes the answer along.
func (t *teller) ofAnswer(w *answer, in ssa.Instruction, late bool) telling {
	takes := false
	for _, op := range in.Operands(nil) {
		takes = takes || op != nil && *op != nil && w.taint[*op]
	}
	also := w.ok[in] && !w.maybe[in.Block()] && !late
	if also && !takes {
		return tellsNone
	}
	switch in := in.(type) {
	case *ssa.Store:
		if also && !w.taint[in.Val] {
			return tellsNone
		}
	case *ssa.Call:
		e := t.of(in)
		if e == tells && takes && in.Referrers() != nil && len(*in.Referrers()) > 0 && wraps(newCall(in)) {
			return tellsNone // an error made of it: what becomes of that is seen further on
		}
		return e
	}
	return t.of(in)
}

// wraps reports whether a call only makes another error of one.
func wraps(c call) bool {
	res := c.common.Signature().Results()
	return c.static != nil && len(c.static.Blocks) == 0 && res.Len() == 1 && isError(res.At(0).Type())
}

type condition uint8

const (
	byOther condition = iota
	byClock           // on the time that has passed
	byCount           // on a number of tries
)

func condKind(v ssa.Value, depth int) condition {
	if v == nil || depth > 6 {
		return byOther
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		if k := max(condKind(v.X, depth+1), condKind(v.Y, depth+1)); k == byClock {
			return k
		}
		switch v.Op {
		case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
			if isInt(v.X.Type()) {
				return byCount
			}
		}
	case *ssa.UnOp:
		return condKind(v.X, depth+1)
	case *ssa.Phi:
		best := byOther
		for _, e := range v.Edges {
			best = max(best, condKind(e, depth+3))
		}
		return best
	case *ssa.Call:
		c := newCall(v)
		if pkgPath(c.fn) == "time" || c.recv != nil && types.Unalias(c.recv.Type()).String() == "time.Time" {
			return byClock
		}
		if n := strings.ToLower(c.name()); strings.Contains(n, "expire") || strings.Contains(n, "stale") || strings.Contains(n, "since") {
			return byClock
		}
	}
	return byOther
}
