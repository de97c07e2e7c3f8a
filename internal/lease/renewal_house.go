package lease

import (
	"go/types"

	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/pattern"
)

// In-house lease APIs: an interface, or a client of some service, that has both
// ends of a lease and its renewal. Its methods say what they do, and what is
// behind them is not in sight.
var (
	houseTake  = pattern.New(`^(Try)?(Acquire|Obtain|Lock|Take|Claim)(Lease|Lock|Leadership)?$`)
	houseRenew = pattern.New(`^(Renew|Extend|Refresh|Prolong)(Lease|Lock|Leadership)?$`)
	houseGive  = pattern.New(`^(Release|Unlock|Free|Drop|GiveUp)(Lease|Lock|Leadership)?$`)
)

// houseLease reports whether a type has the methods of a lease: one that takes
// it, one that renews it, one that gives it back.
func houseLease(t types.Type) bool {
	take, renew, give := false, false, false
	set := types.NewMethodSet(t)
	for i := range set.Len() {
		name := set.At(i).Obj().Name()
		take = take || houseTake.MatchString(name)
		renew = renew || houseRenew.MatchString(name)
		give = give || houseGive.MatchString(name)
	}
	return take && renew && give
}

// declaresLease reports whether a package declares an interface of this kind: it
// then concerns us although it imports no client.
func declaresLease(pkg *types.Package) bool {
	for _, name := range pkg.Scope().Names() {
		tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if ok && types.IsInterface(tn.Type()) && houseLease(tn.Type()) {
			return true
		}
	}
	return false
}

// houseRenewal is the renewal that a call of such a method makes, when nothing
// else is known of the callee. Whether it compares the owner cannot be seen, so
// that it is not guilty of that.
func (m *Model) houseRenewal(c call) []*Op {
	if c.recv == nil || c.fn == nil || !houseRenew.MatchString(c.fn.Name()) || c.static != nil && len(c.static.Blocks) > 0 {
		return nil
	}
	if !houseLease(c.recv.Type()) {
		return nil
	}
	o := &Op{Kind: Extend, API: named(c.recv.Type()) + "." + c.fn.Name(), Handle: m.of(c.recv), LockAPI: true, Compares: true, Lockish: true,
		TTL: TTL{}, instr: c.instr, fn: c.instr.Parent(), pos: c.pos(), call: c}
	for _, a := range c.args {
		if origin.IsContext(a.Type()) {
			o.Ctx = m.of(a)
		}
	}
	return []*Op{o}
}
