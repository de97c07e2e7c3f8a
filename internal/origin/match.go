package origin

import (
	"strings"
	"unicode"
)

// Match is how well two origins agree.
type Match int

const (
	Different Match = iota
	// Weak: both are parameters or otherwise open; nothing says that they differ.
	Weak
	// Strong: the same constant, format text, field, key function or SSA value.
	Strong
)

// Compare says whether two values name the same thing, such as one lock key. Parts
// that differ only by who passes them (a parameter here, a field there) do not
// count against a match: acquire and release of one lock live in different
// functions.
func Compare(a, b *Value) Match { return compare(a, b, 0) }

func compare(a, b *Value, depth int) Match {
	if a == nil || b == nil || depth > maxDepth {
		return Different
	}
	if i := a.ident(); i != nil && i == b.ident() && a.Kind != Const {
		return Strong
	}
	if a.Kind == Choice || b.Kind == Choice {
		return compareChoice(a, b, depth)
	}
	if open(a) && open(b) {
		return Weak
	}
	if a.Kind != b.Kind {
		return Different
	}
	switch a.Kind {
	case Const:
		if a.Text == b.Text {
			return Strong
		}
	case Format:
		return compareFormat(a.Parts, b.Parts, depth)
	case Field:
		if a.Text == b.Text && a.Type == b.Type {
			return Strong
		}
	case Global:
		if a.Text == b.Text {
			return Strong
		}
	case Call:
		if a.Text != b.Text || a.Index != b.Index || len(a.Parts) != len(b.Parts) {
			return Different
		}
		same := Weak
		for i := range a.Parts {
			if !compatible(a.Parts[i], b.Parts[i], depth+1) {
				return Different
			}
			if compare(a.Parts[i], b.Parts[i], depth+1) == Strong && a.Parts[i].Kind != Const {
				same = Strong
			}
		}
		if nameless(a.Text) {
			return same // strings.TrimPrefix makes no key by itself
		}
		return Strong
	case Elem:
		if len(a.Parts) > 0 && len(b.Parts) > 0 {
			return compare(a.Parts[0], b.Parts[0], depth+1)
		}
	}
	return Different
}

// open values carry no identity of their own.
func open(v *Value) bool {
	switch v.Kind {
	case Param, Unknown, Fresh, Self:
		return true
	}
	return false
}

// compatible is the rule for parts of a key: only two different constants, two
// different fields of one type, or two different functions speak against.
func compatible(a, b *Value, depth int) bool {
	if a == nil || b == nil {
		return true
	}
	if a.Kind == Const && b.Kind == Const {
		return a.Text == b.Text
	}
	if a.Kind == Field && b.Kind == Field && a.Type == b.Type && a.Type != "" {
		return a.Text == b.Text
	}
	if a.Kind == Format && b.Kind == Format {
		return compareFormat(a.Parts, b.Parts, depth+1) != Different
	}
	return true
}

func compareChoice(a, b *Value, depth int) Match {
	if a.Kind != Choice {
		a, b = b, a
	}
	best := Different
	for _, p := range a.Parts {
		if m := compare(p, b, depth+1); m > best {
			best = m
		}
	}
	return best
}

func compareFormat(a, b []*Value, depth int) Match {
	if len(a) != len(b) {
		return Different
	}
	strong := false
	for i := range a {
		x, y := a[i], b[i]
		if (x.Kind == Const) != (y.Kind == Const) {
			return Different
		}
		if !compatible(x, y, depth) {
			return Different
		}
		if x.Kind == Const && telling(x.Text) {
			strong = true
		} else if x.Kind != Const && compare(x, y, depth+1) == Strong {
			strong = true
		}
	}
	if strong {
		return Strong
	}
	return Weak
}

// telling reports whether a literal piece says something: ":" alone does not.
func telling(s string) bool {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n >= 2
}

// Telling reports whether a format has a literal piece that says something.
func Telling(v *Value) bool {
	if v == nil {
		return false
	}
	for _, p := range v.Parts {
		if p.Kind == Const && telling(p.Text) {
			return true
		}
	}
	return false
}

// nameless reports whether a call says nothing of what its result is for: one of
// the standard library, an operator, a function that was handed in.
func nameless(name string) bool {
	if !strings.Contains(name, ".") {
		return true
	}
	name = strings.TrimLeft(name, "(*")
	return std[name[:strings.IndexAny(name+"/", "./")]]
}

// std are the first elements of the import paths of the standard library. Modules
// outside need no dot in theirs, so that the list cannot be a rule.
var std = func() map[string]bool {
	m := map[string]bool{}
	for _, s := range strings.Fields(`archive bufio bytes cmp compress container context crypto database debug embed
		encoding errors expvar flag fmt go hash html image index io iter log maps math mime net os path plugin reflect
		regexp runtime slices sort strconv strings structs sync syscall testing text time unicode unique unsafe weak`) {
		m[s] = true
	}
	return m
}()
