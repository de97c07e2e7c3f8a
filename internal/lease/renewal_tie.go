package lease

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// tieOf says what ends a renewal that a call starts: the best of its stops.
func (m *Model) tieOf(c call, l *Loop) Tie {
	if l.Escapes || m.frameEnds(c, l) {
		return Tied
	}
	tie := Loose
	if l.Released {
		tie = ReleaseOnly
	}
	for _, s := range m.stopsOf(l) {
		tie = min(tie, m.stopTie(c, s))
	}
	for _, s := range l.Ctxs {
		if l.Fails && m.endsWithFrame(c, s) {
			return Tied // the next request fails, and with it the loop ends
		}
	}
	return tie
}

// stopsOf are the stops of a loop, and the contexts of its requests as far as
// they know of the caller: a request that fails for ever renews nothing, even
// when the loop goes on. A detached context of a request is no stop: as a rule
// it is made for that one request.
func (m *Model) stopsOf(l *Loop) []*origin.Value {
	out := append([]*origin.Value{}, l.Stops...)
	for _, c := range l.Ctxs {
		root, detached := origin.Root(c)
		if !detached && root != nil {
			out = append(out, c)
		}
	}
	return out
}

// stopTie says how one stop is tied to the function of the call.
func (m *Model) stopTie(c call, s *origin.Value) Tie {
	if s == nil {
		return Loose
	}
	if m.endsWithFrame(c, s) {
		return Tied
	}
	switch s.Kind {
	case origin.Ctx:
		return m.contextTie(s)
	case origin.Param:
		return Tied // whoever passes it decides
	case origin.Field, origin.Global, origin.Fresh:
		if isContextOrigin(s) {
			return m.keptContextTie(s)
		}
		return ReleaseOnly
	case origin.Const:
		return Loose // a nil channel
	case origin.Call:
		if clientContext(s) {
			return ReleaseOnly // ends with the client, which many callers share
		}
	}
	return Tied // cannot be followed
}

// stopTieAlone is what a stop is by itself, whatever the frame does with it.
func (m *Model) stopTieAlone(s *origin.Value) Tie {
	switch s.Kind {
	case origin.Ctx:
		return m.contextTie(s)
	case origin.Field, origin.Global, origin.Fresh:
		if isContextOrigin(s) {
			return m.keptContextTie(s)
		}
		return ReleaseOnly
	}
	return Tied
}

// contextTie: a detached context is loose, unless a cancel stands between its
// root and the renewal.
func (m *Model) contextTie(s *origin.Value) Tie {
	tie := Loose
	for x := s; x != nil; x = x.Parts[0] {
		if x.Kind != origin.Ctx {
			return min(tie, m.rootTie(x))
		}
		switch x.Text {
		case origin.CtxCancel:
			tie = ReleaseOnly
		case origin.CtxBackground, origin.CtxTODO, origin.CtxWithoutCancel:
			return tie
		case origin.CtxRequest:
			return Tied
		}
		if len(x.Parts) == 0 {
			break
		}
	}
	return Tied
}

// rootTie is the tie of what a context was derived from.
func (m *Model) rootTie(x *origin.Value) Tie {
	switch {
	case isContextOrigin(x):
		return m.keptContextTie(x)
	case clientContext(x):
		return ReleaseOnly
	}
	return Tied
}

func isContextOrigin(s *origin.Value) bool {
	return s.Kind == origin.Field && s.Var() != nil && origin.IsContext(s.Var().Type())
}

// keptContextTie: a context kept in a field knows of the caller unless every
// value that the package puts there comes from Background. A context that was
// handed in from elsewhere is watched elsewhere: tied.
func (m *Model) keptContextTie(s *origin.Value) Tie {
	stores := m.index.Stores(s.Var())
	if len(stores) == 0 || s.Var().Exported() {
		return Tied
	}
	tie := ReleaseOnly
	for _, v := range stores {
		o := m.of(v)
		if o.Kind != origin.Ctx {
			return Tied
		}
		if _, detached := origin.Root(o); !detached {
			return Tied
		}
		tie = max(tie, m.contextTie(o))
	}
	return tie
}

// clientContext reports whether a context is a client's own, alive until the
// client is closed: etcd's Client.Ctx().
func clientContext(s *origin.Value) bool {
	if s.Kind != origin.Call {
		return false
	}
	v, ok := s.SSA().(*ssa.Call)
	if !ok {
		return false
	}
	row := newCall(v).row()
	return row != nil && row.Role == catalog.Handle && row.Link == "ctx"
}

// knowsCaller reports whether a context is a parameter, a request's, or derived
// from one.
func (m *Model) knowsCaller(s *origin.Value) bool {
	if s.Kind == origin.Ctx {
		root, detached := origin.Root(s)
		return !detached && root != nil && (root.Kind != origin.Field || m.keptContextTie(root) == Tied)
	}
	return s.Kind == origin.Param && s.SSA() != nil && origin.IsContext(s.SSA().Type())
}

// stopOf turns ctx.Done() into ctx.
func stopOf(o *origin.Value) *origin.Value {
	if o.Kind == origin.Call && strings.HasSuffix(o.Text, ".Done") && len(o.Parts) > 0 {
		return o.Parts[0]
	}
	return o
}
