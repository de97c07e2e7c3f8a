package lease

import (
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/pattern"
)

// stored evaluates a load of a local variable by the stores that reach it, from
// whatever side: known when they all agree.
func (a *assumption) stored(alloc *ssa.Alloc, load ssa.Instruction) tri {
	out, any := tUnknown, false
	seen := map[*ssa.BasicBlock]bool{}
	type item struct {
		b  *ssa.BasicBlock
		at int
	}
	start := load.Block()
	at := len(start.Instrs)
	for i, in := range start.Instrs {
		if in == load {
			at = i
		}
	}
	work := []item{{start, at}}
	for steps := 0; len(work) > 0; steps++ {
		if steps > 256 {
			return tUnknown
		}
		it := work[len(work)-1]
		work = work[:len(work)-1]
		found := false
		for i := it.at - 1; i >= 0 && !found; i-- {
			switch in := it.b.Instrs[i].(type) {
			case *ssa.Store:
				if in.Addr == alloc {
					t := a.eval(in.Val)
					if t == tUnknown || any && t != out {
						return tUnknown
					}
					out, any, found = t, true, true
				}
			case *ssa.Alloc:
				if in == alloc {
					return tUnknown // its zero value
				}
			}
		}
		if found {
			continue
		}
		if len(it.b.Preds) == 0 {
			return tUnknown
		}
		for _, p := range it.b.Preds {
			if seen[p] || a.entered[it.b] && !a.left[p] || !a.edgeAlive(p, it.b) {
				continue
			}
			seen[p] = true
			work = append(work, item{p, len(p.Instrs)})
		}
	}
	return out
}

// explored is what a walk came to.
type explored struct {
	order []ssa.Instruction
	seen  map[ssa.Instruction]bool
}

func (e *explored) has(in ssa.Instruction) bool { return e.seen[in] }

// explore walks forward from start over what is possible under the assumption
// until stop says so, or until the program ends there. Where ways come together, only
// those that the walk has come through itself count: it begins with the first way and
// walks again as long as there are more.
func (a *assumption) explore(start ssa.Instruction, stop func(ssa.Instruction) bool) *explored {
	var out *explored
	before := -1
	if a.known == nil {
		a.known = maps.Clone(a.memo)
	}
	a.entered, a.left = map[*ssa.BasicBlock]bool{}, map[*ssa.BasicBlock]bool{}
	for range maxRounds {
		a.memo = maps.Clone(a.known)
		e := &explored{seen: map[ssa.Instruction]bool{}}
		a.reach(start, func(in ssa.Instruction) bool {
			b := in.Block()
			if in == b.Instrs[0] {
				a.entered[b] = true
			}
			if !e.seen[in] {
				e.seen[in] = true
				e.order = append(e.order, in)
			}
			if ci, ok := in.(*ssa.Call); ok && (neverReturns(newCall(ci)) || a.dies(newCall(ci))) || stop(in) {
				return false
			}
			a.left[b] = a.left[b] || in == b.Instrs[len(b.Instrs)-1]
			return true
		})
		out = e
		if len(e.order) == before {
			return out
		}
		before = len(e.order)
	}
	return out
}

// maxRounds bounds the rounds of a walk: each adds a way that the one before opened.
const maxRounds = 12

// neverReturns reports whether a call ends the process, the goroutine or the test.
func neverReturns(c call) bool {
	name := c.name()
	switch pkgPath(c.fn) {
	case "os", "runtime", "syscall":
		return name == "Exit" || name == "Goexit"
	}
	if name == "FailNow" || name == "SkipNow" {
		return true
	}
	for _, w := range []string{"Fatal", "Panic"} {
		if strings.HasPrefix(name, w) && (logs(c) || c.recv != nil || pkgPath(c.fn) == "log") {
			return true
		}
	}
	if c.static != nil && len(c.static.Blocks) > 0 {
		for _, b := range c.static.Blocks {
			if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
				return false
			}
		}
		return true
	}
	return false
}

// dyingName is in the names of functions that end the process or the goroutine when
// they are given an error.
var dyingName = pattern.New(`(?i)panic|fatal|^(must|die|exit|check_?err(or)?|assert_?no_?err(or)?)`)

// dies reports whether a call does not come back since it is given an error:
// a helper that panics or exits. What other packages do is believed by the name.
func (a *assumption) dies(c call) bool {
	if c.fn == nil || c.common.Signature().Results().Len() > 0 {
		return false
	}
	at := slices.IndexFunc(c.common.Args, func(v ssa.Value) bool { return isError(v.Type()) && a.eval(v) == tNonNil })
	if at < 0 {
		return false
	}
	f := c.static
	if f == nil || len(f.Blocks) == 0 || at >= len(f.Params) {
		return dyingName.MatchString(c.name())
	}
	returns := false
	assumeParam(f.Params[at], tNonNil).reachAll(f, func(in ssa.Instruction) bool {
		if ci, ok := in.(*ssa.Call); ok && neverReturns(newCall(ci)) {
			return false
		}
		_, ret := in.(*ssa.Return)
		returns = returns || ret
		return !returns
	})
	return !returns
}
