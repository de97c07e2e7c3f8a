package lease

import (
	"go/types"
	"strings"

	"github.com/leasevet/leasevet/internal/origin"
)

// periodic reports whether a call runs its function argument again and again:
// wait.Until of Kubernetes and its relatives.
func (m *Model) periodic(c call) bool {
	if !strings.HasSuffix(pkgPath(c.fn), "util/wait") {
		return false
	}
	return strings.Contains(c.name(), "Until") || c.name() == "Forever"
}

// periodicLoop is the renewal that such a call makes in each round; it ends with
// the channel or context that the call gets.
func (m *Model) periodicLoop(c call) *Loop {
	if !m.periodic(c) {
		return nil
	}
	var loop *Loop
	for _, a := range c.args {
		if _, ok := a.Type().Underlying().(*types.Signature); !ok {
			continue
		}
		f := m.funcValue(a, 0)
		if f == nil {
			continue
		}
		if s := m.summary(f); s != nil {
			for _, o := range s.Ops {
				if m.renews(o) && loop == nil {
					loop = &Loop{API: o.API, Key: o.Key, Registers: o.registers()}
					if o.Ctx != nil {
						loop.Ctxs = append(loop.Ctxs, o.Ctx)
					}
				}
			}
		}
	}
	if loop == nil {
		return nil
	}
	for _, a := range c.args {
		if _, ok := a.Type().Underlying().(*types.Chan); ok || origin.IsContext(a.Type()) {
			loop.Stops = append(loop.Stops, stopOf(m.of(a)))
		}
	}
	return loop
}
