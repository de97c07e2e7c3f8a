package origin

import "golang.org/x/tools/go/ssa"

// maxDepth bounds how deep a Value nests, maxParts how wide it is, maxText how
// long a text that is put together may grow: s += s doubles it each time.
const (
	maxDepth = 10
	maxParts = 64
	maxText  = 1 << 15
)

// maxSize bounds how many values one value is made of: parts are shared, so that
// a small graph can be an enormous tree to whoever walks it.
const maxSize = 150

// weigh counts the values that v is made of. The count is kept only in values
// of this package: those from facts are shared with other goroutines.
func (v *Value) weigh() int {
	if v == nil {
		return 0
	}
	if v.size > 0 {
		return v.size
	}
	n := 1
	for _, p := range v.Parts {
		n += p.weigh()
	}
	if v.ssa != nil {
		v.size = n
	}
	return n
}

// bounded replaces a value that has grown too large by what little is needed
// to tell it from others.
func bounded(v *Value) *Value {
	if v.weigh() <= maxSize {
		return v
	}
	c := *v
	c.size = 0
	c.Parts = nil
	for _, p := range v.Parts {
		if p.weigh() > 8 {
			p = &Value{Kind: Unknown, ssa: p.ssa, Verb: p.Verb}
		}
		c.Parts = append(c.Parts, p)
	}
	if c.weigh() > maxSize {
		return &Value{Kind: Unknown, ssa: v.ssa}
	}
	return &c
}

// Substitute rewrites a value of callee's terms: each Param that belongs to
// callee (or comes from a fact) is replaced by arg(index); nil keeps it.
func Substitute(v *Value, callee *ssa.Function, arg func(i int) *Value) *Value {
	return substitute(v, callee, arg, 0)
}

func substitute(v *Value, callee *ssa.Function, arg func(i int) *Value, depth int) *Value {
	if v == nil || depth > maxDepth {
		return unknown
	}
	if v.Kind == Param && (v.fn == callee || v.fn == nil) {
		if a := arg(v.Index); a != nil {
			if v.Verb != "" && a.Verb == "" {
				c := *a
				c.size, c.Verb = 0, v.Verb
				return &c
			}
			return a
		}
		return v
	}
	if len(v.Parts) == 0 {
		return v
	}
	parts, changed := make([]*Value, len(v.Parts)), false
	for i, p := range v.Parts {
		parts[i] = substitute(p, callee, arg, depth+1)
		changed = changed || parts[i] != p
	}
	if !changed {
		return v
	}
	if v.Kind == Format {
		f := NewFormat(parts...)
		if f.Kind == Format {
			f.Verb = v.Verb
		}
		return bounded(f)
	}
	c := *v
	c.size, c.Parts = 0, parts
	return bounded(&c)
}

// Elsewhere is the index of a parameter that no caller of the summarised function
// passes: it has a name, and nothing takes its place.
const Elsewhere = 1 << 16

// Settle prepares a value of fn's terms for a fact, in which parameters lose
// their function: those of other functions, such as the constructor that stored
// a key in a field, would be taken for fn's own.
func Settle(v *Value, fn *ssa.Function) *Value { return settle(v, fn, 0) }

func settle(v *Value, fn *ssa.Function, depth int) *Value {
	if v == nil || depth > maxDepth {
		return v
	}
	c := v
	if v.Kind == Param && v.fn != nil && v.fn != fn {
		c = v.copy()
		c.Index = Elsewhere
	}
	for i, p := range v.Parts {
		if q := settle(p, fn, depth+1); q != p {
			if c == v {
				c = v.copy()
				c.Parts = append([]*Value{}, v.Parts...)
			}
			c.Parts[i] = q
		}
	}
	return c
}

// leave marks what comes out of a call: what the callee computed is another
// value each time that it runs, though one instruction makes it.
func leave(v *Value) *Value {
	c := v
	for i, p := range v.Parts {
		if q := leave(p); q != p {
			if c == v {
				c = v.copy()
				c.Parts = append([]*Value{}, v.Parts...)
			}
			c.Parts[i] = q
		}
	}
	switch v.Kind {
	case Call, Elem, Fresh, Unknown, Self, Choice:
		if v.ssa != nil && (!v.moved || v.at != nil) {
			if c == v {
				c = v.copy()
			}
			c.moved, c.at = true, nil
		}
	}
	return c
}

func (v *Value) copy() *Value {
	c := *v
	return &c
}
