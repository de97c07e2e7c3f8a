package origin

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// sprintf splits a format into literal text and its arguments. Of a format that
// is itself built, the constant pieces are read as such.
func (r *Resolver) sprintf(args []ssa.Value, depth int) *Value {
	format := r.of(args[0], depth)
	w := &formatter{r: r, depth: depth}
	if len(args) > 1 {
		w.args, _ = r.Elements(args[1])
	}
	switch format.Kind {
	case Const:
		w.text(format.Text)
	case Format:
		for _, p := range format.Parts {
			switch p.Kind {
			case Const:
				w.text(p.Text)
				continue
			case Param, Field, Global, Call: // a prefix, as a rule
			default:
				w.lost = true // it may have verbs
			}
			w.parts = append(w.parts, p)
		}
	default:
		return nil
	}
	return NewFormat(w.parts...)
}

// formatter reads format texts with the arguments of one call.
type formatter struct {
	r     *Resolver
	depth int
	args  []ssa.Value
	next  int
	lost  bool // which argument comes next is not known
	parts []*Value
}

func (w *formatter) text(s string) {
	for s != "" {
		i := strings.IndexByte(s, '%')
		if i < 0 {
			w.parts = append(w.parts, text(s))
			return
		}
		w.parts = append(w.parts, text(s[:i]))
		var verb string
		verb, s = cutVerb(s[i:])
		if verb == "%%" {
			w.parts = append(w.parts, text("%"))
			continue
		}
		w.parts = append(w.parts, formatted(w.arg(verb), verb))
	}
}

// arg is the origin of the argument that a verb prints.
func (w *formatter) arg(verb string) *Value {
	w.next += strings.Count(verb, "*") // widths are arguments too
	i := w.next
	if n := explicitIndex(verb); n > 0 {
		i = n - 1
	} else if w.lost {
		return unknown
	}
	w.next = i + 1
	if i >= len(w.args) {
		return unknown
	}
	return w.r.of(w.args[i], w.depth)
}

// formatted is a value as a verb prints it: a literal for a constant whose text
// is certain, else the value with the verb.
func formatted(v *Value, verb string) *Value {
	if v.Kind == Const && !strings.ContainsAny(verb, "*[") {
		switch kind := verb[len(verb)-1]; {
		case v.Type == "string" && strings.IndexByte("svqxX", kind) >= 0:
			return text(fmt.Sprintf(verb, v.Text))
		case v.Type == "bool" && (kind == 't' || kind == 'v'):
			return text(fmt.Sprintf(verb, v.Text == "true"))
		case strings.IndexByte("dxXobc", kind) >= 0, kind == 'v' && !strings.Contains(v.Type, "."): // a named type may print itself
			if n, err := strconv.ParseInt(v.Text, 10, 64); err == nil && v.Type != "string" {
				return text(fmt.Sprintf(verb, n))
			}
		}
		v = &Value{Kind: Unknown, ssa: v.ssa}
	} else if v.Kind == Const && v.Type == "string" && strings.HasSuffix(verb, "s") {
		if i := strings.LastIndexByte(verb, ']'); i == len(verb)-2 && strings.HasPrefix(verb, "%[") {
			return v // %[1]s
		}
	}
	c := *v
	c.size, c.Verb = 0, verb
	return &c
}

// cutVerb splits "%-5d rest" into "%-5d" and " rest".
func cutVerb(s string) (verb, rest string) {
	for i := 1; i < len(s); i++ {
		c := s[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '%' {
			return s[:i+1], s[i+1:]
		}
		if !strings.ContainsRune("+-# 0123456789.[]*", rune(c)) {
			return s[:i], s[i:]
		}
	}
	return s, ""
}

func explicitIndex(verb string) int {
	i := strings.IndexByte(verb, '[')
	if i < 0 {
		return 0
	}
	n := 0
	for _, c := range verb[i+1:] {
		if c < '0' || c > '9' {
			break
		}
		n = n*10 + int(c-'0')
	}
	return n
}

func (r *Resolver) join(args []ssa.Value, depth int) *Value {
	el, ok := r.Elements(args[0])
	if !ok || len(el) == 0 {
		return nil
	}
	sep := text("/")
	if len(args) > 1 && args[1] != nil {
		sep = r.of(args[1], depth)
	}
	var parts []*Value
	for i, e := range el {
		if i > 0 {
			parts = append(parts, sep)
		}
		parts = append(parts, r.of(e, depth))
	}
	return NewFormat(parts...)
}

// joinPath is join with slashes, cleaned as far as it is known.
func (r *Resolver) joinPath(args []ssa.Value, depth int) *Value {
	v := r.join([]ssa.Value{args[0], nil}, depth)
	if v == nil {
		return nil
	}
	if v.Kind == Const {
		return text(path.Clean(v.Text))
	}
	return mapText(v, func(s string) string { return strings.ReplaceAll(s, "//", "/") })
}

// sprint is fmt.Sprint: a space stands between two operands that are no strings.
func (r *Resolver) sprint(arg ssa.Value, depth int) *Value {
	el, ok := r.Elements(arg)
	if !ok {
		return nil
	}
	isText := func(v ssa.Value) bool {
		mi, ok := v.(*ssa.MakeInterface)
		return !ok || isString(mi.X.Type())
	}
	var parts []*Value
	for i, e := range el {
		if i > 0 && !isText(el[i-1]) && !isText(e) {
			parts = append(parts, text(" "))
		}
		p := r.of(e, depth)
		if p.Kind == Const {
			p = formatted(p, "%v")
		}
		parts = append(parts, p)
	}
	return NewFormat(parts...)
}

// mapText applies a function to the literal pieces of a text.
func mapText(v *Value, f func(string) string) *Value {
	switch v.Kind {
	case Const:
		return text(f(v.Text))
	case Format:
		parts := make([]*Value, len(v.Parts))
		for i, p := range v.Parts {
			if parts[i] = p; p.Kind == Const {
				parts[i] = text(f(p.Text))
			}
		}
		return NewFormat(parts...)
	}
	return v
}
