package redisscript

// truth returns what follows when a value is true, and when it is false or nil.
func (in *interp) truth(v value) (yes, no facts) {
	switch v.kind {
	case kNil, kFalse:
		return dead, facts{}
	case kTrue, kNumber, kString, kTable, kFunc, kTypeOf, kLen, kIndex:
		return facts{}, dead
	case kCond, kStored:
		return v.yes, v.no
	case kPhi:
		yes, no = dead, dead
		for _, a := range v.alts {
			y, n := in.truth(a.v)
			yes, no = join(yes, a.f.with(y)), join(no, a.f.with(n))
		}
		return yes, no
	case kUnknown:
		if v.opaque {
			f := in.unclear(v.stored, v.args)
			return f, f
		}
	}
	// A number that EXISTS replied is true even when it is 0: it proves nothing.
	return facts{}, facts{}
}

// relation returns what a comparison proves when it holds and when it does not.
func (in *interp) relation(op string, a, b value) (yes, no facts) {
	yes, no = dead, dead
	for _, x := range a.options() {
		for _, y := range b.options() {
			f := x.f.with(y.f)
			if f.dead || !in.step() {
				continue
			}
			t, e := in.relate(op, x.v, y.v)
			yes, no = join(yes, f.with(t)), join(no, f.with(e))
		}
	}
	return yes, no
}

func (in *interp) relate(op string, a, b value) (yes, no facts) {
	switch op {
	case "==":
		return in.equal(a, b)
	case "~=":
		yes, no = in.equal(a, b)
		return no, yes
	case ">":
		return in.less(b, a, true)
	case ">=":
		return in.less(b, a, false)
	case "<":
		return in.less(a, b, true)
	}
	return in.less(a, b, false)
}

func (in *interp) equal(a, b value) (yes, no facts) {
	if a.constant() || b.kind == kTypeOf {
		a, b = b, a // the constant to the right
	}
	if b.constant() {
		if yes, no, ok := in.equalConst(a, b); ok {
			return yes, no
		}
	}
	if a.id == b.id {
		return facts{}, facts{}
	}
	f, _ := in.mixed(a, b, fact{kind: compared})
	return f, in.blurred(f)
}

// blurred: an unclear condition is unclear both ways.
func (in *interp) blurred(f facts) facts {
	for _, x := range f.list {
		if x.kind == unclear {
			return f
		}
	}
	return facts{}
}

func (in *interp) equalConst(a, b value) (yes, no facts, ok bool) {
	if a.hole || b.hole {
		return facts{}, facts{}, false // nobody knows what is formatted there
	}
	if a.constant() {
		same := a.id == b.id
		if x, okx := a.num(); okx {
			if y, oky := b.num(); oky && a.kind == b.kind {
				same = x == y
			}
		}
		if same {
			return facts{}, dead, true
		}
		if (a.kind == kNil || a.kind == kFalse) && (b.kind == kNil || b.kind == kFalse) {
			return facts{}, facts{}, true // which of the two it is was not kept
		}
		return dead, facts{}, true
	}
	if a.kind == kTypeOf {
		t, f := in.truth(*a.of)
		if b.text == "nil" || b.text == "boolean" {
			return f, t, true
		}
		return t, facts{}, true
	}
	if a.kind == kCount {
		if n, isNum := b.num(); isNum {
			yes, no = a.decide(func(x float64) bool { return x == n })
			return yes, no, true
		}
		return facts{}, facts{}, true
	}
	switch b.kind {
	case kNil, kFalse:
		t, f := in.truth(a)
		return f, t, true
	case kTrue:
		t, f := in.truth(a)
		return t, f, true
	case kString:
		switch {
		case a.kind == kCond:
			return a.yes, a.no, true // a status compared with "OK"
		case a.kind == kStored && b.text == "":
			return a.no, a.yes, true // an empty owner is nobody
		case a.kind == kStored:
			return a.yes, facts{}, true
		}
	case kNumber:
		if a.kind == kStored {
			return a.yes, facts{}, true
		}
	}
	return facts{}, facts{}, false
}

// less: a < b, or a <= b when not strict.
func (in *interp) less(a, b value, strict bool) (yes, no facts) {
	below := func(x, y float64) bool { return x < y || !strict && x == y }
	x, okx := a.num()
	y, oky := b.num()
	switch {
	case okx && oky:
		if below(x, y) {
			return facts{}, dead
		}
		return dead, facts{}
	case a.kind == kCount && oky:
		return a.decide(func(n float64) bool { return below(n, y) })
	case b.kind == kCount && okx:
		return b.decide(func(n float64) bool { return below(x, n) })
	}
	// Lua fails on nil here, so the value was there.
	var there facts
	for _, v := range []value{a, b} {
		if v.kind == kStored {
			there = there.with(v.yes)
		}
	}
	left, right := len(a.allStored()) > 0, len(b.allStored()) > 0
	f, ok := in.mixed(a, b, fact{kind: compared, ordered: true})
	if !ok || left == right || left && len(a.allArgs()) > 0 || right && len(b.allArgs()) > 0 {
		// both on one side (ARGV[1] - stored > 0): which way is not followed
		return there.with(f), there.with(f)
	}
	// stored < ARGV lets newer ones through; its opposite, older ones.
	back := facts{list: append([]fact(nil), f.list...)}
	for i := range back.list {
		back.list[i].reversed = true
	}
	if left {
		return there.with(f), there.with(back)
	}
	return there.with(back), there.with(f)
}

// decide returns what the replies prove that satisfy a test, and the others.
func (v value) decide(test func(float64) bool) (yes, no facts) {
	yes, no = dead, dead
	for _, p := range v.domain {
		if test(p.n) {
			yes = join(yes, p.f)
		} else {
			no = join(no, p.f)
		}
	}
	return yes, no
}

// mixed makes a fact for each key whose stored value meets an argument.
func (in *interp) mixed(a, b value, form fact) (facts, bool) {
	keys := unionKeys(a.allStored(), b.allStored())
	args := unionRefs(a.allArgs(), b.allArgs())
	if len(keys) == 0 || len(args) == 0 {
		return facts{}, false
	}
	if a.opaque || b.opaque {
		f := in.unclear(keys, args)
		for _, x := range f.list {
			x.with = args[0]
			in.compares = append(in.compares, x)
		}
		return f, false
	}
	form.with = a.comparand()
	if len(a.allStored()) > 0 && len(b.allArgs()) > 0 {
		form.with = b.comparand()
	}
	if form.with == (Ref{}) {
		form.with = args[0]
	}
	var f facts
	for _, k := range keys {
		form.key = k
		f.list = append(f.list, form)
	}
	in.compares = append(in.compares, f.list...)
	if len(in.compares) > maxSteps {
		in.compares = nil
	}
	return f, true
}

func (in *interp) unclear(keys []keyRef, args []Ref) facts {
	var f facts
	if len(args) > 0 {
		for _, k := range keys {
			f.list = append(f.list, fact{kind: unclear, key: in.settled(k, facts{})})
		}
	}
	return f
}

// ownMember: the reply exists only for the member that an argument names.
func (in *interp) ownMember(keys []keyRef, with Ref) facts {
	var f facts
	for _, k := range keys {
		f.list = append(f.list, fact{kind: compared, key: k, with: with})
	}
	in.compares = append(in.compares, f.list...)
	return f
}
