package lease

import (
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
)

// In-house locks whose requests are not in sight: an interface with TryLock() (bool,
// error) and Unlock() error, a client with AcquireFooLock and ReleaseFooLock. The
// names say what the two ends are; that both can fail says that the lock is not of
// this process. This is enough to ask whether the acquire's answer is used and
// whether the release is reached, and for nothing else, so that these operations
// are no part of the model's events.

// houseWord are the first words of the acquiring end.
var houseWord = regexp.MustCompile(`(?i)^(try_?)?(acquire|obtain|lock|take|claim|grab|get|wait)`)

// localLock are words of locks that hold nothing outside this machine, and of
// things that are locked in another sense.
var localLock = regexp.MustCompile(`(?i)(file|flock|dir|disk|path|mutexmap|keymutex|semaphore|inmem|memory|account|wallet|user|door|screen)`)

// houseAcquire is the acquire that a call makes by its names, or nil.
func (m *Model) houseAcquire(c call) *Op {
	v, ok := c.instr.(*ssa.Call)
	if !ok || c.fn == nil || c.row() != nil || len(m.callOp[c.instr]) > 0 || !houseWord.MatchString(c.fn.Name()) {
		return nil
	}
	if c.static != nil && len(c.static.Blocks) > 0 || c.common.IsInvoke() && len(m.implementations(c.fn)) > 0 {
		return nil // in sight, and no lock outside the process was seen there
	}
	if !remoteName(c) || !answers(c) {
		return nil
	}
	o := &Op{Kind: Acquire, API: c.fn.Name(), LockAPI: true, Lockish: true, house: true, instr: v, fn: v.Parent(), call: c, pos: c.pos()}
	if c.recv != nil {
		o.API = strings.TrimPrefix(named(c.recv.Type())+"."+c.fn.Name(), ".")
		o.Handle = m.of(c.recv)
	}
	for _, a := range c.args {
		if b, ok := a.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
			o.Key = m.of(a)
			break
		}
	}
	if !m.hasPartner(c) && !handsOut(c) {
		return nil
	}
	return o
}

// remoteName reports whether the callee speaks of a lock that may be outside the
// process.
func remoteName(c call) bool {
	path := pkgPath(c.fn)
	if i := strings.IndexByte(path, '/'); i < 0 && !strings.Contains(path, ".") && path != "main" || i > 0 && !strings.Contains(path[:i], ".") && standard(path[:i]) {
		return false
	}
	owner := ""
	if c.recv != nil {
		owner = named(c.recv.Type())
	}
	for _, s := range []string{c.fn.Name(), owner, lastElem(path)} {
		if localLock.MatchString(s) {
			return false
		}
	}
	return lockishName(c.fn.Name()) || lockishName(owner)
}

// standard are the first elements of the standard library's paths that lock.
func standard(elem string) bool {
	switch elem {
	case "sync", "internal", "os", "runtime", "database", "net", "go", "testing":
		return true
	}
	return false
}

// answers reports whether a call says by an error how it went. A lock that cannot
// fail is a mutex.
func answers(c call) bool {
	_, hasError := resultTypes(c)
	return hasError
}

// hasPartner reports whether the releasing end stands beside the acquire: a method
// of the same type, or a function of the same package, that can fail too or that
// is given a context.
func (m *Model) hasPartner(c call) bool {
	if c.recv == nil {
		scope := c.fn.Pkg().Scope()
		for _, name := range scope.Names() {
			if f, ok := scope.Lookup(name).(*types.Func); ok && releases(c.fn, f) {
				return true
			}
		}
		return false
	}
	set := types.NewMethodSet(c.recv.Type())
	for i := range set.Len() {
		if f, ok := set.At(i).Obj().(*types.Func); ok && releases(c.fn, f) {
			return true
		}
	}
	return false
}

func releases(acquire, f *types.Func) bool {
	if f == acquire || !pairNames(acquire.Name(), f.Name()) || houseWord.MatchString(f.Name()) {
		return false
	}
	res := f.Signature().Results()
	for i := range res.Len() {
		if isError(res.At(i).Type()) {
			return true
		}
	}
	params := f.Signature().Params()
	return params.Len() > 0 && origin.IsContext(params.At(0).Type())
}

// handsOut reports whether a call returns a handle that releases what it took, or
// a function that does.
func handsOut(c call) bool {
	res := c.common.Signature().Results()
	for i := range res.Len() {
		t := res.At(i).Type()
		if isError(t) {
			continue
		}
		if sig, ok := t.Underlying().(*types.Signature); ok && sig.Params().Len() <= 1 && sig.Results().Len() == 1 && isError(sig.Results().At(0).Type()) {
			return true
		}
		set := types.NewMethodSet(t)
		for j := range set.Len() {
			f, ok := set.At(j).Obj().(*types.Func)
			if !ok || !releaseWord.MatchString(f.Name()) {
				continue
			}
			r := f.Signature().Results()
			if r.Len() > 0 && isError(r.At(r.Len()-1).Type()) {
				return true
			}
		}
	}
	return false
}

// houseEnds reports whether a call is the releasing end of an in-house lock: on
// the same value, for the same key.
func (m *Model) houseEnds(c call, o *Op) bool {
	if !o.house || c.fn == nil {
		return false
	}
	if c.recv != nil {
		if from := m.madeBy(c.recv, 0); from != nil && from == o.instr {
			return releaseWord.MatchString(c.fn.Name())
		}
	}
	if (c.recv == nil) != (o.call.recv == nil) || !pairNames(o.call.fn.Name(), c.fn.Name()) || houseWord.MatchString(c.fn.Name()) {
		return false
	}
	if c.recv != nil && !m.sameValue(c.recv, o.call.recv) {
		return false
	}
	if o.Key == nil {
		return true
	}
	for _, a := range c.args {
		if b, ok := a.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
			return origin.Compare(m.of(a), o.Key) != origin.Different
		}
	}
	return true
}

// sameValue reports whether two values are one, as far as can be seen.
func (m *Model) sameValue(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	if x, y := m.madeBy(a, 0), m.madeBy(b, 0); x != nil && x == y {
		return true
	}
	return origin.Compare(m.of(a), m.of(b)) == origin.Strong
}
