package lease

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/pattern"
)

// In-house locks: an interface whose methods take a lock and give it back, with
// what is behind them out of sight:
//
//	type Locker interface {
//		LockOrder(ctx context.Context, id int64) error
//		UnlockOrder(ctx context.Context, id int64) error
//	}
//
// Taking a mutex of the process cannot fail, hence cannot answer with an error.
// Both ends of a lock outside of the process can.

var (
	takeName = pattern.New(`^(?:Try|Must)?(Lock|Acquire|Obtain)([A-Z].*)?$`)
	giveName = pattern.New(`^(?:Try|Must)?(Un[lL]ock|Release|Free)([A-Z].*)?$`)
	// What else is acquired and released: connections, workers, permits. Their
	// interfaces are locks only if a name says so.
	houseLockWord = pattern.New(`(?i)(lock|mutex|lease|leader)`)
	lockPackage   = pattern.New(`^(d|dist|distributed|redis|etcd|consul|zk|global|cluster)_?-?(locks?|locker|mutex)$`)
	machineLock   = pattern.New(`(?i)(file|flock|dir|disk|path|inmem|memory|semaphore)`)
	// An account is locked so that nobody uses it, and stays so.
	frozen      = pattern.New(`^(Lock|Unlock|UnLock)(Account|Wallet|User|Door|Screen|Card|Device)s?$`)
	rowLockWord = pattern.New(`(Row|Rows|Table|ForUpdate|Tx|Local)$`)
)

// houseEnd says which end of an in-house lock a method or function is: Acquire,
// End or NoKind. Both ends must be there, on the interface or on what the
// taking one returns.
func houseEnd(fn *types.Func) Kind {
	take, give := takeName.FindStringSubmatch(fn.Name()), giveName.FindStringSubmatch(fn.Name())
	if take == nil && give == nil || fn.Pkg() == nil || rowLockWord.MatchString(fn.Name()) {
		return NoKind
	}
	sig := fn.Signature()
	if machineLock.MatchString(fn.Name()) || machineLock.MatchString(receiverName(sig)) || frozen.MatchString(fn.Name()) {
		return NoKind // holds nothing outside this machine, or for nobody
	}
	if give != nil {
		if canFail(sig) && (hasMate(fn, takeName, give[2]) || lockHandle(sig.Recv()) && len(give[2]) == 0) {
			return End
		}
		return NoKind
	}
	if !canFail(sig) || sig.Results().Len() == 0 {
		return NoKind
	}
	if take[1] != "Lock" && !houseLockWord.MatchString(fn.Name()) && !houseLockWord.MatchString(receiverName(sig)) {
		return NoKind
	}
	if hasMate(fn, giveName, take[2]) {
		return Acquire
	}
	for v := range sig.Results().Variables() {
		if handleType(v.Type()) {
			return Acquire
		}
	}
	return NoKind
}

// canFail reports whether a function answers with an error.
func canFail(sig *types.Signature) bool {
	n := sig.Results().Len()
	return n > 0 && isError(sig.Results().At(n-1).Type())
}

// hasMate reports whether the interface, or the package of a function, has the
// other end of the same thing: UnlockOrder for LockOrder.
func hasMate(fn *types.Func, other *pattern.Regexp, thing string) bool {
	fits := func(f *types.Func) bool {
		m := other.FindStringSubmatch(f.Name())
		return m != nil && m[2] == thing && canFail(f.Signature())
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		scope := fn.Pkg().Scope()
		for _, name := range scope.Names() {
			if f, ok := scope.Lookup(name).(*types.Func); ok && fits(f) {
				return true
			}
		}
		return false
	}
	iface, ok := recv.Type().Underlying().(*types.Interface)
	if !ok {
		return false
	}
	for f := range iface.Methods() {
		if fits(f) {
			return true
		}
	}
	return false
}

// handleType reports whether a type is an interface that holds a lock: it has a
// plain Release or Unlock.
func handleType(t types.Type) bool {
	iface, ok := t.Underlying().(*types.Interface)
	if !ok || !houseLockWord.MatchString(named(t)) {
		return false
	}
	for f := range iface.Methods() {
		if m := giveName.FindStringSubmatch(f.Name()); m != nil && m[2] == "" && canFail(f.Signature()) {
			return true
		}
	}
	return false
}

func lockHandle(recv *types.Var) bool {
	return recv != nil && handleType(recv.Type())
}

func receiverName(sig *types.Signature) string {
	if sig.Recv() == nil {
		return ""
	}
	return named(sig.Recv().Type())
}

// houseCallee is the callee of a call that may be an in-house one: a method of an
// interface, or a function of a package that is named for distributed locks.
func (m *Model) houseCallee(c call) *types.Func {
	switch {
	case c.fn == nil || c.fn.Pkg() == nil:
		return nil
	case c.common.IsInvoke():
		return c.fn
	case c.recv == nil && c.fn.Pkg() != m.Pass.Pkg && lockPackage.MatchString(strings.ToLower(lastElem(c.fn.Pkg().Path()))):
		return c.fn
	}
	return nil
}

// usesHouseLock reports whether a package takes a lock of this kind, or asks a store
// of its own making to set a key if it is absent: it then concerns us although it
// imports no client.
func usesHouseLock(pass *analysis.Pass) bool {
	for _, obj := range pass.TypesInfo.Uses {
		fn, ok := obj.(*types.Func)
		if !ok {
			continue
		}
		if row := catalog.LookupShape(fn); row != nil && row.Role == catalog.Acquire {
			return true
		}
		recv := fn.Signature().Recv()
		if recv != nil && types.IsInterface(recv.Type()) && lendName.MatchString(fn.Name()) && canFail(fn.Signature()) {
			return true
		}
		if !takeName.MatchString(fn.Name()) {
			continue
		}
		if recv == nil && (fn.Pkg() == nil || !lockPackage.MatchString(strings.ToLower(lastElem(fn.Pkg().Path())))) || recv != nil && !types.IsInterface(recv.Type()) {
			continue
		}
		if houseEnd(fn.Origin()) == Acquire {
			return true
		}
	}
	return false
}

// houseOps are the operations of a call of an in-house interface, when nothing
// else is known of the callee.
func (m *Model) houseOps(c call) []*Op {
	fn := m.houseCallee(c)
	if fn == nil || m.standard(fn) {
		return nil
	}
	kind := houseEnd(fn)
	if kind == NoKind {
		return m.houseWrite(c, fn)
	}
	if m.implemented(c) {
		return nil
	}
	o := &Op{Kind: kind, House: true, API: houseName(c, fn), Compares: true, Lockish: true, instr: c.instr, fn: c.instr.Parent(), pos: c.pos(), call: c}
	if c.recv != nil {
		o.Handle = m.of(c.recv)
	}
	for _, a := range c.args {
		switch {
		case origin.IsContext(a.Type()):
			o.Ctx = m.of(a)
		case o.Key == nil && keyLike(a.Type()):
			o.Key = m.of(a)
		}
	}
	return []*Op{o}
}

func (m *Model) standard(fn *types.Func) bool {
	first, _, _ := strings.Cut(fn.Pkg().Path(), "/")
	return !strings.Contains(first, ".") && fn.Pkg() != m.Pass.Pkg && !strings.HasPrefix(m.Pass.Pkg.Path(), first+"/")
}

// keyLike reports whether a parameter of this type can name what is locked.
func keyLike(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsString|types.IsInteger) != 0 && named(t) != "Duration"
	case *types.Slice:
		return keyLike(u.Elem()) && !isByte(u.Elem())
	}
	return false
}

func isByte(t types.Type) bool { return types.Identical(t.Underlying(), types.Typ[types.Byte]) }

func houseName(c call, fn *types.Func) string {
	if c.recv == nil {
		return fn.Pkg().Name() + "." + fn.Name()
	}
	if n := named(c.recv.Type()); n != "" {
		return n + "." + fn.Name()
	}
	return fn.Name()
}

// implemented reports whether an implementation of an interface method is in
// sight: what it does is then known, and the name says nothing more.
func (m *Model) implemented(c call) bool {
	if !c.common.IsInvoke() {
		return false
	}
	return len(m.implementations(c.fn)) > 0 || len(m.importedImpls(c.fn)) > 0 || m.standIn(c.fn)
}

// houseReleased reports whether an in-house lock is given back by the function
// that takes it. A lock that is taken here and given back elsewhere may be a
// state of what it names: an account that is locked, an order that is locked in.
func (m *Model) houseReleased(a *Op) bool {
	found := false
	m.region(a, func(in ssa.Instruction, final bool) { found = found || final })
	return found
}
