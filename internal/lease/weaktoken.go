package lease

import (
	"go/token"
	"sort"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// TokenFault says why an owner token tells no holder from another.
type TokenFault uint8

const (
	NoTokenFault   TokenFault = iota
	ConstantToken             // the same for all holders
	KeyToken                  // the lock's own key, or a part of it
	ClockToken                // the time in milliseconds or coarser
	DeadlineToken             // the time when the lock shall end
	PidToken                  // a process id, which other machines have too
	GoroutineToken            // a goroutine id, which other processes have too
	CounterToken              // a count of this process
	HostToken                 // one for all acquisitions of a machine
	ProcessToken              // one for all acquisitions of a process
)

// WeakToken is an acquire whose owner token tells no holders apart.
type WeakToken struct {
	Op    *Op
	Fault TokenFault
	// Key is the lock's key, as far as the constructor of the lock tells.
	Key *origin.Value
	// Token is what is stored, Source where the program makes it up when that is
	// another place than the acquire: a constructor's call, a field's store.
	Token  *origin.Value
	Source token.Pos
}

// WeakTokens lists the acquires of the package whose owner token is the same for
// holders that must be told apart, in source order: each at the place where the
// token is known, the acquiring call of a wrapper included.
func (m *Model) WeakTokens() []WeakToken {
	var acquires []*Op
	for _, fn := range m.fns {
		for _, a := range m.eventsOf(fn) {
			if takesLock(a) && a.Token != nil && comparesTokens(a) && (a.Depth > 0 || !a.Generated) && a.lockEvidence() {
				acquires = append(acquires, a)
			}
		}
	}
	// Nearest to the request first, so that a token is reported where it is made
	// and not at every caller.
	sort.SliceStable(acquires, func(i, j int) bool { return acquires[i].Depth < acquires[j].Depth })
	var out []WeakToken
	judged, at := map[*Op]bool{}, map[token.Pos]bool{}
	for _, a := range acquires {
		if m.judgedIn(a, judged) {
			continue
		}
		w := m.weakToken(a)
		if w.Fault == NoTokenFault {
			continue
		}
		judged[a] = true
		if w.Source.IsValid() && at[w.Source] {
			continue // one token, several acquires
		}
		at[w.Source] = true
		out = append(out, w)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Op.pos < out[j].Op.pos })
	return out
}

// judgedIn reports whether the token was known already in a callee, where it was
// reported.
func (m *Model) judgedIn(a *Op, judged map[*Op]bool) bool {
	for x := a.from; x != nil; x = x.from {
		if judged[x] || x.fn == nil && x.lockEvidence() && fault(m.identityOf(x.Token, x.Key)) != NoTokenFault {
			return true
		}
	}
	return false
}

// comparesTokens reports whether holders are told apart by the stored value. In
// etcd, Consul and ZooKeeper the session or revision does that.
func comparesTokens(a *Op) bool {
	switch a.Store {
	case catalog.Redis, catalog.Memcached, catalog.LockLibrary, catalog.Plugins:
		return true
	}
	return false
}

func (m *Model) weakToken(a *Op) WeakToken {
	v, ctor := m.resolveToken(a.Token)
	key, _ := m.resolveToken(a.Key)
	w := WeakToken{Op: a, Key: key, Token: v}
	w.Fault = fault(m.identityOf(v, key))
	if shared := w.Fault == HostToken || w.Fault == ProcessToken; shared && !m.overlaps(a, key) {
		w.Fault = NoTokenFault
	}
	switch {
	case w.Fault == NoTokenFault:
	case ctor != nil:
		w.Source = ctor.Pos()
	default:
		w.Source = m.tokenSource(a)
	}
	return w
}

// fault names what is wrong with a token of these ingredients. Two that are weak
// alone, such as a host and a clock, are left alone together.
func fault(id identity) TokenFault {
	switch id &^ (idConst | idKey) {
	case 0:
		if id&idKey != 0 {
			return KeyToken
		}
		return ConstantToken
	case idClock:
		return ClockToken
	case idDeadline:
		return DeadlineToken
	case idPid:
		return PidToken
	case idGoroutine, idGoroutine | idPid:
		return GoroutineToken
	case idCounter:
		return CounterToken
	case idHost:
		return HostToken
	case idHost | idPid, idProcess, idHost | idProcess, idPid | idProcess, idHost | idPid | idProcess:
		return ProcessToken
	}
	return NoTokenFault
}

// resolveToken follows a field of a lock object, alone or as a part of a text, to
// what the constructor's call gave it.
func (m *Model) resolveToken(v *origin.Value) (*origin.Value, *ssa.Call) {
	if v == nil || v.Kind != origin.Format {
		return m.resolveMade(v)
	}
	var ctor *ssa.Call
	parts := make([]*origin.Value, len(v.Parts))
	for i, p := range v.Parts {
		r, c := m.resolveMade(p)
		if parts[i] = r; c != nil {
			ctor = c
		}
	}
	if ctor == nil {
		return v, nil
	}
	return origin.NewFormat(parts...), ctor
}

// tokenSource is the place where a field that the token is read from gets its
// value, when that is one place.
func (m *Model) tokenSource(a *Op) token.Pos {
	var f *ssa.FieldAddr
	if v := m.tokenValue(a); v != nil {
		if u, ok := unwrap(v).(*ssa.UnOp); ok {
			f, _ = u.X.(*ssa.FieldAddr)
		}
	}
	if f == nil {
		return token.NoPos
	}
	var at token.Pos
	for _, fn := range m.fns {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				st, ok := in.(*ssa.Store)
				if !ok {
					continue
				}
				g, ok := st.Addr.(*ssa.FieldAddr)
				if !ok || g.Field != f.Field || named(g.X.Type()) != named(f.X.Type()) {
					continue
				}
				if at.IsValid() {
					return token.NoPos
				}
				if at = st.Pos(); !at.IsValid() {
					at = g.Pos()
				}
			}
		}
	}
	return at
}

// tokenValue is the argument that is stored as the owner, nil for one inside a
// struct, a command or a script.
func (m *Model) tokenValue(a *Op) ssa.Value {
	if a.row != nil {
		if v := a.call.arg(a.row, "token"); v != nil {
			return v
		}
	}
	if a.Token != nil {
		return a.Token.SSA()
	}
	return nil
}

// Name names the lock for messages, "" where nothing readable is known.
func (w WeakToken) Name() string {
	if n := w.Key.Name(); n != "" {
		return n
	}
	return w.Op.LockName()
}

// Constant is the constant that is stored, as messages print it, "" for one that
// has no short text.
func (w WeakToken) Constant() string {
	if w.Token == nil || w.Token.Kind != origin.Const {
		return ""
	}
	if w.Token.Text == "" && w.Token.Type == "string" {
		return `""`
	}
	if n := w.Token.Name(); len(n) < 40 {
		return n
	}
	return ""
}
