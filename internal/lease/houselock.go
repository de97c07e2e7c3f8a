package lease

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/pattern"
)

// In-house locks whose requests are not in sight: an interface with TryLock() (bool,
// error) and Unlock() error, a client with AcquireFooLock and ReleaseFooLock. The
// names say what the two ends are; that both can fail says that the lock is not of
// this process. This is enough to ask whether the acquire's answer is used and
// whether the release is reached, and for nothing else, so that these operations
// are no part of the model's events.

// houseWord are the first words of the acquiring end.
var houseWord = pattern.New(`(?i)^(try_?)?(acquire|obtain|lock|take|claim|grab|get|wait)`)

// localLock are words of locks that hold nothing outside this machine, and of
// things that are locked in another sense.
var localLock = pattern.New(`(?i)(file|flock|dir|disk|path|mutexmap|keymutex|semaphore|inmem|memory|account|wallet|user|door|screen)`)

// houseAcquire is the acquire that a call makes by its names, or nil.
func (m *Model) houseAcquire(c call) *Op {
	v, ok := c.instr.(*ssa.Call)
	if !ok || c.fn == nil || c.row() != nil || !houseWord.MatchString(c.fn.Name()) || !answers(c) {
		return nil
	}
	for _, p := range m.callOp[c.instr] {
		if p.Kind == Acquire || p.Kind == NoKind {
			return nil // the requests are in sight
		}
	}
	o := &Op{Kind: Acquire, API: c.fn.Name(), LockAPI: true, Lockish: true, taker: c.fn, object: c.recv, instr: v, fn: v.Parent(), call: c, pos: c.pos()}
	if c.static != nil && len(c.static.Blocks) > 0 || c.common.IsInvoke() && len(m.implementations(c.fn)) > 0 {
		inner := m.houseInside(c)
		if inner == nil && !m.remoteBody(c) {
			return nil
		}
		if inner != nil {
			o.taker, o.object = inner.taker, argAt(c, paramIndex(c.static, inner.object))
			o.Handle = m.of(o.object)
			return o
		}
	}
	if !remoteName(c) {
		return nil
	}
	if c.recv != nil {
		o.API = strings.TrimPrefix(named(c.recv.Type())+"."+c.fn.Name(), ".")
		o.Handle = m.of(c.recv)
	}
	for _, a := range c.args {
		if namesKey(a.Type()) {
			o.Key = m.of(a)
			break
		}
	}
	if !m.hasPartner(c) && !handsOut(c) {
		return nil
	}
	return o
}

// houseInside is the acquire of a lock object that a helper of the package is
// given: func acquireLock(ctx, l *lock.Lock) (bool, error).
func (m *Model) houseInside(c call) *Op {
	if c.static == nil || len(c.static.Blocks) == 0 {
		return nil
	}
	if m.inside == nil {
		m.inside = map[*ssa.Function]*Op{}
	}
	if o, ok := m.inside[c.static]; ok {
		return o
	}
	m.inside[c.static] = nil // recursion ends here
	calls(c.static, func(x call) bool {
		if x.recv == nil || x.static != nil && len(x.static.Blocks) > 0 {
			return true
		}
		if o := m.houseAcquire(x); o != nil && o.object != nil && paramIndex(c.static, o.object) >= 0 {
			m.inside[c.static] = o
		}
		return m.inside[c.static] == nil
	})
	return m.inside[c.static]
}

// remoteBody reports whether a method in sight asks something outside the program:
// it hands a context to code of another module that is no helper of the language.
// What it asks is not known, so that its name and its partner must say the rest.
func (m *Model) remoteBody(c call) bool {
	fns := []*ssa.Function{c.static}
	if c.common.IsInvoke() {
		fns = m.implementations(c.fn)
	}
	found := false
	for _, f := range fns {
		if f == nil {
			continue
		}
		calls(f, func(x call) bool {
			path := pkgPath(x.fn)
			first, _, _ := strings.Cut(path, "/")
			found = found || takesContext(x) && strings.Contains(first, ".") && path != m.Pass.Pkg.Path() &&
				!strings.HasPrefix(path, "golang.org/x/") && !logs(x) && !idle(path) && x.name() != c.name()
			return !found
		})
	}
	return found
}

// remoteName reports whether the callee speaks of a lock that may be outside the
// process.
func remoteName(c call) bool {
	path := pkgPath(c.fn)
	if standard(path) {
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

// standard reports whether a path is one of the standard library, whose locks are
// of the process.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	switch first {
	case "archive", "bufio", "bytes", "cmp", "compress", "container", "context", "crypto", "database", "debug", "embed", "encoding", "errors",
		"expvar", "flag", "fmt", "go", "hash", "html", "image", "index", "internal", "io", "iter", "log", "maps", "math", "mime", "net", "os",
		"path", "plugin", "reflect", "regexp", "runtime", "slices", "sort", "strconv", "strings", "structs", "sync", "syscall", "testing",
		"text", "time", "unicode", "unique", "unsafe", "vendor", "weak":
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
	if o.taker == nil || c.fn == nil {
		return false
	}
	if c.recv != nil {
		if from := m.madeBy(c.recv, 0); from != nil && from == o.instr {
			return releaseWord.MatchString(c.fn.Name())
		}
	}
	if (c.recv == nil) != (o.object == nil) || !pairNames(o.taker.Name(), c.fn.Name()) || houseWord.MatchString(c.fn.Name()) {
		return false
	}
	if c.recv != nil && !m.sameValue(c.recv, o.object) {
		return false
	}
	if o.Key == nil {
		return true
	}
	for _, a := range c.args {
		if namesKey(a.Type()) {
			return origin.Compare(m.of(a), o.Key) != origin.Different
		}
	}
	return true
}

// namesKey reports whether an argument of a type may say what is locked: a name or a
// number.
func namesKey(t types.Type) bool {
	_, basic := t.Underlying().(*types.Basic)
	return basic && keyLike(t)
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

// declaresLock reports whether a package has a type of in-house locks: packages
// that use it concern us although they import no client.
func declaresLock(pkg *types.Package) bool {
	if standard(pkg.Path()) {
		return false
	}
	for _, name := range pkg.Scope().Names() {
		if !lockishName(name) || localLock.MatchString(name) {
			continue
		}
		tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() {
			continue
		}
		t := tn.Type()
		if !types.IsInterface(t) {
			t = types.NewPointer(t)
		}
		if lockType(t) {
			return true
		}
	}
	return false
}

// lockType reports whether a type has both ends of a lock, and both can fail.
func lockType(t types.Type) bool {
	set := types.NewMethodSet(t)
	for i := range set.Len() {
		f, ok := set.At(i).Obj().(*types.Func)
		if !ok || !houseWord.MatchString(f.Name()) || !canFail(f.Signature()) {
			continue
		}
		for j := range set.Len() {
			if g, ok := set.At(j).Obj().(*types.Func); ok && canFail(g.Signature()) && releases(f, g) {
				return true
			}
		}
	}
	return false
}
