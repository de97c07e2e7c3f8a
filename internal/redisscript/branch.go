package redisscript

// A journal remembers the values that variables had before a branch, so that
// the other branch can start from them.
type journal struct {
	old   map[*cell]value
	order []*cell
}

// A branch is what one path did.
type branch struct {
	vals  map[*cell]value
	order []*cell
	facts facts
	left  exit
	at    facts
}

// lives says whether the branch's variables matter to what follows: a return
// from the script takes them along, a jump lands somewhere.
func (b branch) lives() bool { return b.left != ends }

// held is what held where the branch's variables got their values.
func (b branch) held() facts {
	if b.left == jumps {
		return b.at
	}
	return b.facts
}

func (in *interp) set(c *cell, v value) {
	if n := len(in.journals); n > 0 {
		j := in.journals[n-1]
		if _, ok := j.old[c]; !ok {
			j.old[c] = c.v
			j.order = append(j.order, c)
		}
	}
	c.v = v
}

// fork runs f on a path where start holds and undoes its assignments.
func (in *interp) fork(start facts, f func()) branch {
	saved, left, at, sc := in.facts, in.left, in.at, in.scope
	in.facts, in.left = start, stays
	j := &journal{old: map[*cell]value{}}
	in.journals = append(in.journals, j)
	f()
	in.journals = in.journals[:len(in.journals)-1]
	b := branch{facts: in.facts, left: in.left, at: in.at, order: j.order, vals: map[*cell]value{}}
	if b.facts.dead && b.left == stays {
		b.left = ends // its condition can never hold
	}
	for _, c := range j.order {
		b.vals[c] = c.v
		c.v = j.old[c]
	}
	in.facts, in.left, in.at, in.scope = saved, left, at, sc
	return b
}

// merge continues where two branches meet.
func (in *interp) merge(a, b branch) {
	in.facts = join(a.facts, b.facts)
	if in.facts.dead {
		in.left = ends
		in.at = join(a.at, b.at)
		if a.left == jumps || b.left == jumps {
			in.left = jumps
		}
	}
	done := map[*cell]bool{}
	for _, c := range append(append([]*cell(nil), a.order...), b.order...) {
		if done[c] {
			continue
		}
		done[c] = true
		var alts []alt
		for _, side := range []branch{a, b} {
			if !side.lives() {
				continue
			}
			v, changed := side.vals[c]
			if !changed {
				v = c.v
			}
			alts = append(alts, alt{f: side.held(), v: v})
		}
		if len(alts) > 0 {
			in.set(c, in.phi(alts))
		}
	}
}

// phi makes one value of several alternatives.
func (in *interp) phi(alts []alt) value {
	var flat []alt
	for _, a := range alts {
		for _, o := range a.v.options() {
			f := a.f.with(o.f)
			if !f.dead {
				flat = addAlt(flat, alt{f: f, v: o.v})
			}
		}
	}
	switch {
	case len(flat) == 0:
		return nilValue() // never read
	case len(flat) == 1:
		return flat[0].v
	case len(flat) > maxAlts:
		return in.blur(flat)
	}
	return value{kind: kPhi, id: in.fresh(), alts: flat}
}

func addAlt(list []alt, a alt) []alt {
	for i := range list {
		if list[i].v.id == a.v.id && list[i].v.kind == a.v.kind {
			list[i].f = join(list[i].f, a.f)
			return list
		}
	}
	return append(list, a)
}

// blur gives up on which alternative it is, but not on what went into it.
func (in *interp) blur(alts []alt) value {
	v := in.unknown()
	v.opaque = true
	for _, a := range alts {
		v = v.taint(a.v)
		// the path is an influence as well
		for _, x := range a.f.list {
			if x.kind == compared || x.kind == vacant || x.kind == unclear {
				v.stored = unionKeys(v.stored, []keyRef{x.key})
				v.args = unionRefs(v.args, []Ref{x.with})
			}
		}
	}
	return v
}

// lift applies f to each alternative of v.
func (in *interp) lift(v value, f func(value) value) value {
	if v.kind != kPhi {
		return f(v)
	}
	alts := make([]alt, 0, len(v.alts))
	for _, a := range v.alts {
		alts = append(alts, alt{f: a.f, v: f(a.v)})
	}
	r := in.phi(alts)
	r.many = v.many
	return r
}

// lift2 applies f to each pair of alternatives.
func (in *interp) lift2(a, b value, f func(a, b value) value) value {
	if a.kind != kPhi && b.kind != kPhi {
		return f(a, b)
	}
	var alts []alt
	for _, x := range a.options() {
		for _, y := range b.options() {
			g := x.f.with(y.f)
			if !g.dead {
				alts = append(alts, alt{f: g, v: f(x.v, y.v)})
			}
		}
	}
	return in.phi(alts)
}
