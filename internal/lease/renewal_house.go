package lease

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/pattern"
)

// In-house lease APIs: a type that has both ends of a lease and its renewal, or
// a method that names what it renews. They say what they do, and what is behind
// them need not be in sight.
var (
	houseTake  = pattern.New(`^(Try|try|Do|do)?([Aa]cquire|[Oo]btain|[Ll]ock|[Tt]ake|[Cc]laim)(Lease|Lock|Leadership)?$`)
	houseRenew = pattern.New(`^(Try|try|Do|do)?([Rr]enew|[Ee]xtend|[Rr]efresh|[Pp]rolong)(Lease|Lock|Leadership)?$`)
	houseGive  = pattern.New(`^(Try|try|Do|do)?([Rr]elease|[Uu]nlock|[Ff]ree|[Dd]rop|[Gg]iveUp)(Lease|Lock|Leadership)?$`)

	// lenderWord is said by the type, its package or a method. Certificates and sessions are
	// obtained, renewed and released as well; and "release" has a lease in it.
	lenderWord = pattern.New(`(?i)(lock|mutex|(^|[^e])lease|leader|semaphore|elect|owner|hold|claim|lessor)`)

	// A queue leases its messages: received, extended, deleted.
	queueTake = pattern.New(`^(Receive|Dequeue|Fetch|Poll|Reserve|Lease)(Message|Messages|Job|Task|Batch)?s?$`)
	queueGive = pattern.New(`^(Delete|Ack|Acknowledge|Complete|Remove|Finish|Done)(Message|Job|Task)?s?$`)

	// A registry keeps an entry as long as its owner beats.
	registerName   = pattern.New(`^Register`)
	deregisterName = pattern.New(`^(Deregister|DeRegister|Unregister|UnRegister)`)
	beatName       = pattern.New(`^(Send)?(Heartbeat|HeartBeat|KeepAlive|Renew)(Instance|Service)?$`)

	// namedRenewal has the lease in its name: ExtendShardLease, refreshLock.
	namedRenewal = pattern.New(`^(Try|try|Do|do|Attempt|attempt)?([Rr]enew|[Ee]xtend|[Rr]efresh|[Pp]rolong)\w*(Lease|Lock|Mutex|Leadership|VisibilityTimeout|Visibility|AckDeadline)s?$|[A-Za-z](Extend|Renew|Refresh)(Lease|Lock)$`)
	// namedLease names some step of a lease inside a function that renews it.
	namedLease = pattern.New(`(Lease|Lock|Leadership|Leader)s?$`)
)

// stem is a method name without the words that only say how it is called.
func stem(name string) string {
	for _, s := range []string{"WithContext", "WithCtx", "Context", "Ctx", "Tx"} {
		if n, ok := strings.CutSuffix(name, s); ok && n != "" {
			return n
		}
	}
	return name
}

// lender is what a type lends for a time, by the names of its methods.
type lender struct{ lease, queue, registry bool }

func lends(t types.Type) lender {
	var take, renew, give, receive, remove, register, deregister, beat bool
	named := lenderWord.MatchString(named(t)) || lenderWord.MatchString(lastElem(ownerPackage(t)))
	set := types.NewMethodSet(t)
	for i := range set.Len() {
		n := stem(set.At(i).Obj().Name())
		named = named || lenderWord.MatchString(n)
		take = take || houseTake.MatchString(n)
		renew = renew || houseRenew.MatchString(n)
		give = give || houseGive.MatchString(n)
		receive = receive || queueTake.MatchString(n)
		remove = remove || queueGive.MatchString(n)
		register = register || registerName.MatchString(n)
		deregister = deregister || deregisterName.MatchString(n)
		beat = beat || beatName.MatchString(n)
	}
	return lender{take && renew && give && named, receive && remove && renew, register && deregister && beat}
}

// declaresLease reports whether a package declares a type of this kind, or one
// whose method names the lease that it renews: it then concerns us although it
// imports no client.
func declaresLease(pkg *types.Package) bool {
	for _, name := range pkg.Scope().Names() {
		tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() {
			continue
		}
		t := tn.Type()
		if _, ok := t.Underlying().(*types.Struct); ok {
			t = types.NewPointer(t)
		} else if !types.IsInterface(t) {
			continue
		}
		renews := false
		set := types.NewMethodSet(t)
		for i := range set.Len() {
			n := stem(set.At(i).Obj().Name())
			if namedRenewal.MatchString(n) {
				return true
			}
			renews = renews || houseRenew.MatchString(n) || beatName.MatchString(n)
		}
		if !renews {
			continue
		}
		if l := lends(t); l.lease || l.queue || l.registry {
			return true
		}
	}
	return false
}

// houseRenewal is the renewal that a call of such a method makes, when nothing
// else is known of the callee. Whether it compares the owner cannot be seen, so
// that it is not guilty of that.
func (m *Model) houseRenewal(c call) []*Op {
	if c.fn == nil || !containsDot(pkgPath(c.fn)) && !m.sameModule(pkgPath(c.fn)) {
		return nil // the standard library has its own Refresh and Renew
	}
	if _, ok := catalog.Belongs(pkgPath(c.fn)); ok {
		return nil
	}
	n := stem(c.fn.Name())
	registers := false
	switch {
	case namedRenewal.MatchString(n):
	case c.recv == nil || !houseRenew.MatchString(n) && !beatName.MatchString(n):
		return nil
	default:
		l := lends(c.recv.Type())
		if registers = l.registry && beatName.MatchString(n); !registers && !(houseRenew.MatchString(n) && (l.lease || l.queue)) {
			return nil
		}
	}
	var body *ssa.Function
	if c.static != nil && len(c.static.Blocks) > 0 {
		if body = c.static; !m.reachesOutside(body, 0) {
			return nil // nothing outside the process is renewed
		}
	}
	o := &Op{Kind: Extend, API: c.fn.Name(), LockAPI: true, Compares: true, Lockish: true, Registers: registers,
		TTL: TTL{}, instr: c.instr, fn: c.instr.Parent(), pos: c.pos(), call: c, house: body}
	if c.recv != nil {
		o.API, o.Handle = named(c.recv.Type())+"."+c.fn.Name(), m.of(c.recv)
	}
	for _, a := range c.args {
		if origin.IsContext(a.Type()) {
			o.Ctx = m.of(a)
		}
	}
	return []*Op{o}
}

// writtenBy gives a renewal that is known by its name the record that its function
// is seen to write, if that is one: the write is then the renewal itself.
func (m *Model) writtenBy(renewals, ops []*Op) []*Op {
	var written *origin.Value
	for _, e := range ops {
		if e.Kind != Write || e.Key == nil {
			continue
		}
		if written != nil && m.sameKey(written, e.Key) != origin.Strong {
			return renewals
		}
		written = e.Key
	}
	for _, o := range renewals {
		if o.Key == nil {
			o.Key = written
		}
	}
	return renewals
}

// reachesOutside reports whether a function calls something that may leave the
// process: an interface, or a function of another module.
func (m *Model) reachesOutside(fn *ssa.Function, depth int) bool {
	found := false
	calls(fn, func(c call) bool {
		if is, _ := logging(c); is || c.name() == "Error" || c.name() == "String" {
			return true
		}
		switch {
		case c.static != nil && len(c.static.Blocks) > 0:
			found = depth < 3 && m.reachesOutside(c.static, depth+1)
		case c.fn == nil:
			_, builtin := c.common.Value.(*ssa.Builtin)
			found = !builtin
		case !containsDot(pkgPath(c.fn)) && !m.sameModule(pkgPath(c.fn)):
			switch pkgPath(c.fn) {
			case "net/http", "database/sql", "net/rpc", "net":
				found = true
			}
		default:
			found = true
		}
		return !found
	})
	return found
}

// takesAgain reports whether a call that is made again and again takes a lock
// that the program has already: it is then its renewal. So it is in a function
// that says that it renews, and where the function that started this one has made
// the same call before.
func (m *Model) takesAgain(fn *ssa.Function, c call) *Op {
	var taken *Op
	says := namedRenewal.MatchString(outermost(fn).Name())
	for _, o := range m.callOp[c.instr] {
		switch o.Kind {
		case Acquire:
			// Deep below a call stands many a SET NX that starts a counter or fills a cache.
			if says || o.Direct() || o.LockAPI || o.Lockish || m.ownerToken(o.Token) {
				taken = o
			}
		case End:
			return nil // taken and given back in each round
		}
	}
	if taken == nil {
		if !says || c.fn == nil || !namedLease.MatchString(stem(c.fn.Name())) || c.value() == nil || !hasError(c.common.Signature()) {
			return nil
		}
		if is, _ := logging(c); is {
			return nil
		}
		taken = &Op{Kind: Extend, API: c.fn.Name(), LockAPI: true, Compares: true, Lockish: true, instr: c.instr, fn: fn, pos: c.pos(), call: c}
		if c.recv != nil {
			taken.Handle = m.of(c.recv)
		}
	} else if !says && !m.takenBefore(fn, c) || !repeatsOnSuccess(c) {
		return nil // for lock == nil { lock = take() } only tries again
	}
	n := *taken
	n.Kind = Extend
	return &n
}

// repeatsOnSuccess reports whether a call in a loop is made once more after it has
// succeeded.
func repeatsOnSuccess(c call) bool {
	v, ok := c.instr.(*ssa.Call)
	if !ok {
		return false
	}
	a := assumeSuccess(v)
	walk := a.explore(v, func(ssa.Instruction) bool { return false })
	return slices.ContainsFunc(v.Block().Preds, func(p *ssa.BasicBlock) bool {
		return walk.has(p.Instrs[len(p.Instrs)-1]) && a.edgeAlive(p, v.Block())
	})
}

func hasError(sig *types.Signature) bool {
	res := sig.Results()
	return res.Len() > 0 && isError(res.At(res.Len()-1).Type())
}

// takenBefore reports whether whoever starts a function makes the same call first.
func (m *Model) takenBefore(fn *ssa.Function, c call) bool {
	if c.static == nil && c.fn == nil {
		return false
	}
	for _, use := range m.usesOf(fn) {
		if _, ok := use.(ssa.CallInstruction); !ok {
			continue
		}
		before := false
		calls(use.Parent(), func(k call) bool {
			if k.value() == nil || k.instr == c.instr || k.fn != c.fn || k.static != c.static {
				return true
			}
			before = before || k.instr.Block().Dominates(use.Block())
			return !before
		})
		if before {
			return true
		}
	}
	return false
}
