package lease

import (
	"strconv"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// Defaults of lock libraries, where the constructor is given no TTL.
const (
	redsyncExpiry = 8 * time.Second        // redsync.go: NewMutex
	goZeroExpiry  = 500 * time.Millisecond // redislock.go: tolerance, beside the seconds of SetExpire
)

// handleTTL is the TTL of a lock handle whose constructor is in sight: what its
// options say, or the library's default.
func (m *Model) handleTTL(o *Op) TTL {
	if !o.LockAPI || o.call.recv == nil || o.Depth > 0 {
		return TTL{}
	}
	ctor := m.madeBy(o.call.recv, 0)
	if ctor == nil {
		return TTL{}
	}
	c := newCall(ctor)
	row := c.row()
	if row == nil || row.Role != catalog.NewLock {
		return TTL{}
	}
	switch row.Lib.Name {
	case "redsync":
		return m.optionTTL(c, row)
	case "go-zero":
		return m.setExpire(o, ctor)
	}
	return TTL{}
}

// optionTTL reads the ttl option among a constructor's options.
func (m *Model) optionTTL(c call, row *catalog.Row) TTL {
	v := c.arg(row, "opts")
	if v == nil {
		return TTL{}
	}
	el, complete := m.res.Elements(v)
	for _, e := range el {
		opt, ok := unwrap(e).(*ssa.Call)
		if !ok {
			complete = false // an option from elsewhere may be the one
			continue
		}
		oc := newCall(opt)
		orow := oc.row()
		if orow == nil {
			complete = false
			continue
		}
		if orow.Link == "ttl" {
			return m.ttl(oc, orow)
		}
	}
	if !complete {
		return TTL{}
	}
	return constTTL(redsyncExpiry)
}

// setExpire reads SetExpire calls on a handle that its function makes and keeps.
func (m *Model) setExpire(o *Op, ctor *ssa.Call) TTL {
	if ctor.Parent() != o.fn || ctor.Referrers() == nil {
		return TTL{}
	}
	for _, r := range *ctor.Referrers() {
		ci, ok := r.(ssa.CallInstruction)
		if !ok {
			return TTL{} // kept or captured: whoever has it may set it
		}
		c := newCall(ci)
		if row := c.row(); row != nil && row.Link == "ttl" {
			t := m.ttl(c, row)
			if t.Known {
				t.Dur += goZeroExpiry
			}
			return t
		}
		if c.recv != ctor {
			return TTL{} // handed on
		}
	}
	return constTTL(goZeroExpiry)
}

func constTTL(d time.Duration) TTL {
	return TTL{Known: true, Dur: d, Origin: &origin.Value{Kind: origin.Const, Text: strconv.FormatInt(int64(d), 10), Type: "time.Duration"}}
}
