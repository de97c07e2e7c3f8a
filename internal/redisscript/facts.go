package redisscript

// allKeys is the printable form of a key that stands for every element of KEYS.
const allKeys = "KEYS[*]"

// A keyRef is a key: its identity within the script, and how callers see it.
type keyRef struct {
	id  string
	ref Ref
}

// everyKey is the key of a fact that holds for each element of KEYS.
var everyKey = keyRef{id: "K<*>", ref: Ref{Kind: Key, Text: allKeys}}

type factKind uint8

const (
	exists factKind = iota
	absent
	compared
	// vacant: compared, or else absent. An absent key has nobody to harm, so
	// the guards "v == false or v == ARGV[1]" and "if v and v ~= ARGV[1] then
	// return end" are as good as the plain comparison.
	vacant
	unclear // some condition mixes the stored value and an argument
)

// A fact is what a condition proves about the stored value of one key.
type fact struct {
	kind              factKind
	key               keyRef
	with              Ref
	ordered, reversed bool
}

// facts is what holds at a point of the script. Dead means that the point is
// never reached; then everything holds.
type facts struct {
	dead bool
	list []fact
}

var dead = facts{dead: true}

// maxFacts bounds the work on conditions that no person writes.
const maxFacts = 48

func (f facts) has(x fact) bool {
	for _, y := range f.list {
		if x == y {
			return true
		}
	}
	return false
}

// with is f and g together.
func (f facts) with(g facts) facts {
	if f.dead || g.dead {
		return dead
	}
	if len(g.list) == 0 {
		return f
	}
	out := facts{list: append([]fact(nil), f.list...)}
	for _, x := range g.list {
		if len(out.list) < maxFacts && !out.has(x) {
			out.list = append(out.list, x)
		}
	}
	return out
}

// join is what holds where two paths meet.
func join(a, b facts) facts {
	switch {
	case a.dead:
		return b
	case b.dead:
		return a
	}
	var out facts
	for _, x := range a.list {
		if b.has(x) {
			out.list = append(out.list, x)
		}
	}
	for _, side := range []facts{a, b} {
		for _, x := range side.list {
			if m, ok := meet(a, b, x.key); ok && !out.has(m) && len(out.list) < maxFacts {
				out.list = append(out.list, m)
			}
		}
	}
	return out
}

// meet finds the strongest thing that both paths prove about a key in different
// ways: absent on one and compared on the other is vacant.
func meet(a, b facts, key keyRef) (fact, bool) {
	x, okx := a.strongest(key.id)
	y, oky := b.strongest(key.id)
	if !okx || !oky || x.kind == absent && y.kind == absent {
		return fact{}, false
	}
	m := fact{key: key, with: x.with, ordered: x.ordered, reversed: x.reversed}
	switch {
	case x.kind == unclear || y.kind == unclear:
		return fact{kind: unclear, key: key}, true
	case x.kind == absent:
		m.with, m.ordered, m.reversed = y.with, y.ordered, y.reversed
	case y.kind == absent:
	case x.with == y.with:
		// equal or below the same argument: "<=" in two steps
		m.ordered = x.ordered || y.ordered
		m.reversed = x.reversed || y.reversed
	default:
		m.ordered = x.ordered && y.ordered
		m.reversed = m.ordered && (x.reversed || y.reversed)
	}
	m.kind = vacant
	if x.kind == compared && y.kind == compared {
		m.kind = compared
	}
	return m, true
}

// strongest returns the best comparison, absence or unclear fact about a key.
func (f facts) strongest(id string) (fact, bool) {
	var best fact
	found := false
	rank := map[factKind]int{compared: 4, absent: 3, vacant: 2, unclear: 1}
	for _, x := range f.list {
		if rank[x.kind] > 0 && covers(x.key.id, id) && (!found || rank[x.kind] > rank[best.kind]) {
			best, found = x, true
		}
	}
	return best, found
}

// covers: a fact about every element of KEYS holds for each.
func covers(fact, id string) bool {
	return fact == id || fact == everyKey.id && len(id) > 1 && id[0] == 'K'
}

// known is what the facts say about one key argument.
type known struct {
	compared, ordered, reversed, orAbsent bool
	absent, exists, unclear               bool
	with                                  Ref
}

// about collects what holds for a key under any of its identities.
func (f facts) about(ids ...string) known {
	var k known
	for _, x := range f.list {
		hit := false
		for _, id := range ids {
			hit = hit || covers(x.key.id, id)
		}
		if !hit {
			continue
		}
		switch x.kind {
		case exists:
			k.exists = true
		case absent:
			k.absent = true
		case unclear:
			k.unclear = true
		case compared, vacant:
			// an equality says more than an ordering, a plain comparison
			// more than one with an exception
			better := !k.compared || k.orAbsent && x.kind == compared || k.orAbsent == (x.kind == vacant) && k.ordered && !x.ordered
			if better {
				k.compared, k.with, k.orAbsent = true, x.with, x.kind == vacant
				k.ordered, k.reversed = x.ordered, x.reversed
			}
		}
	}
	k.exists = k.exists || k.compared && !k.orAbsent
	k.unclear = k.unclear && !k.compared
	return k
}

// guards lists the comparisons for Call.Guards.
func (f facts) guards() []Guard {
	var out []Guard
	for _, x := range f.list {
		if x.kind == compared || x.kind == vacant {
			out = append(out, Guard{Key: x.key.ref, With: x.with, Ordered: x.ordered, Reversed: x.reversed, OrAbsent: x.kind == vacant})
		}
	}
	return out
}
