package redisscript

import (
	"strconv"
	"strings"
)

type kind uint8

const (
	kUnknown kind = iota
	kNil
	kFalse
	kTrue
	kNumber
	kString
	kRef     // an element of KEYS or ARGV, or something built from them
	kStored  // the stored value of a key, or something made from it
	kCount   // a number that a command replied: what it proves is in domain
	kCond    // a boolean: what it proves is in yes and no
	kTypeOf  // type(x)
	kIndex   // the index of a loop
	kLen     // #KEYS, #ARGV
	kTable   //
	kFunc    // a function of the script
	kBuiltin // KEYS, ARGV, redis, redis.call, string.sub, …
	kPhi     // one of several, depending on the path
)

// A value is what the interpreter knows about a Lua value.
type value struct {
	kind kind
	id   string // equal ids are equal values
	text string // literal text of a constant, name of a builtin
	ref  Ref    // of kRef: how callers see it

	stored []keyRef // the keys whose stored values went into this
	args   []Ref    // the arguments that went into this
	opaque bool     // by a way that is not understood
	hole   bool     // the caller formatted it into the text
	many   bool     // stands for any number of values: unpack(KEYS)
	from   int      // of many: the index that the first of them has in text

	yes, no facts // kCond, kStored: what follows when it is true, false or nil
	domain  []point
	alts    []alt
	of      *value // of kTypeOf
	tab     *table
	fn      *closure
}

// A point is one number that a command may reply, and what it proves.
type point struct {
	n float64
	f facts
}

// An alt is one possible value and what holds when it is that one.
type alt struct {
	f facts
	v value
	// index is the loop index under which the value was put into a list.
	index string
}

const (
	maxAlts = 8
	maxText = 160
)

func nilValue() value { return value{kind: kNil, id: "nil", text: "nil"} }

func boolValue(b bool) value {
	if b {
		return value{kind: kTrue, id: "true", text: "true"}
	}
	return value{kind: kFalse, id: "false", text: "false"}
}

func number(text string) value { return value{kind: kNumber, id: "c:" + text, text: text} }

func str(text string) value {
	v := value{kind: kString, id: "c:" + text, text: text, hole: quotedHole.MatchString(text)}
	if v.hole {
		v.args = []Ref{{Kind: Const, Text: text}}
	}
	return v
}

func builtin(name string) value { return value{kind: kBuiltin, id: "b:" + name, text: name} }

func cond(yes, no facts, id string) value { return value{kind: kCond, id: id, yes: yes, no: no} }

func (v value) constant() bool { return v.kind >= kNil && v.kind <= kString }

func (v value) num() (float64, bool) {
	if v.kind != kNumber && v.kind != kString {
		return 0, false
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(v.text), 64)
	if err != nil {
		i, ierr := strconv.ParseInt(v.text, 0, 64)
		return float64(i), ierr == nil
	}
	return n, true
}

// print is the form of a value in a derived Ref.
func (v value) print() string {
	switch {
	case v.kind == kRef:
		return v.ref.Text
	case v.kind == kString:
		return strconv.Quote(v.text)
	case v.constant():
		return v.text
	}
	return "?"
}

// reference is how a caller sees the value.
func (v value) reference() Ref {
	switch {
	case v.kind == kRef:
		return v.ref
	case v.kind == kNumber || v.kind == kString:
		return Ref{Kind: Const, Text: v.text}
	case v.constant():
		return Ref{Text: v.text}
	case v.kind == kPhi:
		// the same from everywhere: fine; else it is not known which
		r := v.alts[0].v.reference()
		for _, a := range v.alts[1:] {
			if a.v.reference() != r {
				return Ref{Text: "?"}
			}
		}
		return r
	case len(v.args) > 0 && len(v.stored) == 0 && !v.opaque && !v.hole:
		return Ref{Kind: Derived, Text: "?"}
	}
	return Ref{Text: "?"}
}

func (v value) key() keyRef { return keyRef{id: v.id, ref: v.reference()} }

// comparand is what Call.ComparedWith says when the value was compared.
func (v value) comparand() Ref {
	switch {
	case v.kind == kRef && v.ref.Kind == Derived && len(v.args) == 1 && v.args[0].Kind == Arg:
		return v.args[0] // string.sub(ARGV[1], 1, 16) is still that argument
	case v.kind == kRef:
		return v.ref
	case v.kind == kString && v.hole:
		return Ref{Kind: Const, Text: v.text}
	case len(v.args) > 0:
		return v.args[0]
	}
	return Ref{}
}

func unionRefs(a, b []Ref) []Ref {
	out := a
	for _, r := range b {
		if !containsRef(out, r) && len(out) < maxAlts {
			out = append(out[:len(out):len(out)], r)
		}
	}
	return out
}

func containsRef(list []Ref, r Ref) bool {
	for _, x := range list {
		if x == r {
			return true
		}
	}
	return false
}

func unionKeys(a, b []keyRef) []keyRef {
	out := a
next:
	for _, k := range b {
		for _, x := range out {
			if x == k {
				continue next
			}
		}
		if len(out) < maxAlts {
			out = append(out[:len(out):len(out)], k)
		}
	}
	return out
}

// taint adds what went into w to v.
func (v value) taint(w value) value {
	v.stored = unionKeys(v.stored, w.allStored())
	v.args = unionRefs(v.args, w.allArgs())
	v.opaque = v.opaque || w.opaque
	v.hole = v.hole || w.hole
	return v
}

// allStored and allArgs look through tables and alternatives.
func (v value) allStored() []keyRef {
	out := v.stored
	if v.tab != nil {
		out = unionKeys(out, v.tab.stored)
	}
	for _, a := range v.alts {
		out = unionKeys(out, a.v.allStored())
	}
	return out
}

func (v value) allArgs() []Ref {
	out := v.args
	if v.tab != nil {
		out = unionRefs(out, v.tab.args)
	}
	for _, a := range v.alts {
		out = unionRefs(out, a.v.allArgs())
	}
	return out
}

// options returns the alternatives of a value, itself when it has none.
func (v value) options() []alt {
	if v.kind == kPhi {
		return v.alts
	}
	return []alt{{v: v}}
}

// pick returns the i-th of many values.
func (v value) pick(i int) value {
	if !v.many {
		return v
	}
	if v.from > 0 {
		return argument(v.text, number(strconv.Itoa(v.from+i)))
	}
	v.many = false
	v.id += "@" + strconv.Itoa(i)
	return v
}
