package lease

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/pattern"
)

var (
	lendName = pattern.New(`^(?i:try)?(?i:with|run|do|exec|execute|call|under)[A-Za-z]*(?:Lock|Locked|Mutex|Lease|Exclusive|Exclusively)$|^(?i:try)?(?:Lock|Acquire)And(?:Do|Run|Exec|Execute|Call)$`)
	waitTime = pattern.New(`(?i)(wait|timeout|retry|interval|delay|poll|backoff)`)
	// What says by its name that the lock is not of this process.
	sharedWord = pattern.New(`(?i)(dist|redis|etcd|consul|cluster|global|lease|leader|remote|shared)`)
)

// houseClosure is the lock under which an interface of one's own runs a function that
// it is given, with what is behind it out of sight, and the function:
//
//	type JobLocker interface {
//		WithLock(ctx context.Context, name string, ttl time.Duration, fn func(context.Context) error) error
//	}
//
// A mutex of the process has no time to live. Where none is given, a name must say that
// the lock is shared.
func (m *Model) houseClosure(c call) (*Op, *ssa.Function) {
	if c.fn == nil || !c.common.IsInvoke() || c.fn.Pkg() == nil || !lendName.MatchString(c.fn.Name()) || rowLockWord.MatchString(c.fn.Name()) ||
		machineLock.MatchString(c.fn.Name()) || machineLock.MatchString(receiverName(c.fn.Signature())) || !canFail(c.fn.Signature()) {
		return nil, nil
	}
	params := c.fn.Signature().Params()
	if params.Len() == 0 || !origin.IsContext(params.At(0).Type()) || m.standard(c.fn) || m.implemented(c) {
		return nil, nil
	}
	o := &Op{Kind: Acquire, House: true, lent: true, Lockish: true, Compares: true, API: houseName(c, c.fn), instr: c.instr, fn: c.instr.Parent(), pos: c.pos(), call: c}
	shared := sharedWord.MatchString(c.fn.Name()) || sharedWord.MatchString(receiverName(c.fn.Signature())) || sharedWord.MatchString(lastElem(c.fn.Pkg().Path()))
	var f *ssa.Function
	for i := range min(params.Len(), len(c.args)) {
		p, a := params.At(i), c.args[i]
		switch _, isFunc := p.Type().Underlying().(*types.Signature); {
		case isFunc && f != nil:
			return nil, nil
		case isFunc:
			if f = m.funcValue(a, 3); f == nil {
				return nil, nil
			}
		case named(p.Type()) == "Duration":
			if !waitTime.MatchString(p.Name()) {
				shared = true
				o.TTL = makeTTL(m.of(a), catalog.Duration)
			}
		case o.Key == nil && keyLike(p.Type()):
			o.Key = m.of(a)
		}
	}
	if !shared || f == nil || o.Key == nil {
		return nil, nil
	}
	return o, f
}
