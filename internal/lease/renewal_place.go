package lease

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
)

// CallerVar is the parameter that holds the caller's context, nil if it is not
// in the package's view.
func (r *Renewal) CallerVar() *types.Var {
	if p, ok := r.Caller.SSA().(*ssa.Parameter); ok {
		v, _ := p.Object().(*types.Var)
		return v
	}
	return nil
}

// DetachedAt is where the contexts are made that the renewal's requests run on
// in the place of the caller's. There is none if one of them is not made by a
// call in sight.
func (r *Renewal) DetachedAt() (at []token.Pos) {
	seen := map[token.Pos]bool{}
	for _, list := range [][]*origin.Value{r.Loop.Stops, r.Loop.Ctxs} {
		for _, c := range list {
			root, detached := origin.Root(c)
			if !detached {
				continue
			}
			call, ok := root.SSA().(*ssa.Call)
			if !ok {
				return nil
			}
			if pos := call.Common().Pos(); !seen[pos] {
				seen[pos] = true
				at = append(at, pos)
			}
		}
	}
	return at
}
