package schedule

import (
	"go/token"
	"time"
)

// Lock is what stories say of a lock.
type Lock struct {
	Name string        // as in messages: "order:%d" in quotes, l.mu; "" where nothing is known
	Pos  token.Pos     // where it is acquired, if known
	TTL  time.Duration // of its record; 0 where it is not known
}

// the is "the lock" or the lock's name.
func (l Lock) the() string {
	if l.Name == "" {
		return "the lock"
	}
	return "lock " + l.Name
}

// Lost begins the story that most findings share: A stalls past the end of its
// lease, and B takes the lock.
func (l Lock) Lost() Schedule {
	ttl, stall := "", "stalls until its lease has expired: a long GC pause, a slow disk, a lost packet"
	if l.TTL > 0 {
		ttl = " for " + Short(l.TTL)
		stall = "stalls for more than " + Short(l.TTL) + ": a long GC pause, a slow disk, a lost packet"
	}
	return Schedule{
		{Who: A, Does: "acquires " + l.the() + ttl, Change: Taken, Pos: l.Pos},
		{Who: A, Does: stall},
		{Does: "the lease of A ends by its clock", Change: Expired},
		{Who: B, Does: "acquires " + l.the(), Change: Taken},
	}
}

// Short prints a duration without zero parts: 10s, 2m, not 2m0s.
func Short(d time.Duration) string {
	s := d.String()
	for _, zero := range []string{"m0s", "h0m"} {
		if n := len(s) - len(zero); n > 0 && s[n:] == zero {
			s = s[:n+1]
		}
	}
	return s
}
