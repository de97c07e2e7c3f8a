package origin

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// sprintf splits a constant format into literal text and its arguments.
func (r *Resolver) sprintf(args []ssa.Value, depth int) *Value {
	f := r.of(args[0], depth)
	if f.Kind == Format {
		// A format that is itself built: keep what is known of the text.
		return f
	}
	if f.Kind != Const {
		return nil
	}
	var el []ssa.Value
	if len(args) > 1 {
		el, _ = r.Elements(args[1])
	}
	return r.formatText(f.Text, el, depth)
}

func (r *Resolver) formatText(text string, el []ssa.Value, depth int) *Value {
	var parts []*Value
	next := 0
	lit := func(s string) { parts = append(parts, &Value{Kind: Const, Text: s, Type: "string"}) }
	for len(text) > 0 {
		i := strings.IndexByte(text, '%')
		if i < 0 {
			lit(text)
			break
		}
		lit(text[:i])
		verb, rest := cutVerb(text[i:])
		text = rest
		if verb == "%%" {
			lit("%")
			continue
		}
		var p *Value
		if next < len(el) && !strings.Contains(verb, "[") {
			p = r.of(el[next], depth)
			next++
		} else if n := explicitIndex(verb); n > 0 && n <= len(el) {
			p = r.of(el[n-1], depth)
			next = n
		} else {
			p = unknown
		}
		if p.Kind != Const {
			c := *p
			c.Verb = verb
			p = &c
		} else if strings.HasSuffix(verb, "q") {
			p = &Value{Kind: Const, Text: `"` + p.Text + `"`, Type: "string"}
		}
		parts = append(parts, p)
	}
	return NewFormat(parts...)
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
	sep := &Value{Kind: Const, Text: "/", Type: "string"}
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

// Elements returns the elements of a slice that is built in sight: a literal,
// the packed arguments of a variadic call, appends to one. ok is false when
// there may be more that cannot be seen.
func (r *Resolver) Elements(v ssa.Value) (el []ssa.Value, ok bool) {
	return r.elements(v, 0)
}

func (r *Resolver) elements(v ssa.Value, depth int) (el []ssa.Value, ok bool) {
	if depth > 12 {
		return nil, false
	}
	switch v := v.(type) {
	case *ssa.Const:
		return nil, v.Value == nil
	case *ssa.Slice:
		alloc, isAlloc := v.X.(*ssa.Alloc)
		if !isAlloc {
			return r.elements(v.X, depth+1)
		}
		return arrayElements(alloc), true
	case *ssa.ChangeType:
		return r.elements(v.X, depth+1)
	case *ssa.MakeInterface:
		return r.elements(v.X, depth+1)
	case *ssa.Phi:
		var best []ssa.Value
		for _, e := range v.Edges {
			if e == v {
				continue
			}
			if x, _ := r.elements(e, depth+4); len(x) > len(best) {
				best = x
			}
		}
		return best, false
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return nil, false
		}
		var alloc ssa.Value = v.X
		if fv, isFV := alloc.(*ssa.FreeVar); isFV {
			alloc = binding(fv)
		}
		switch a := alloc.(type) {
		case *ssa.Alloc:
			if s := soleStore(a); s != nil {
				return r.elements(s, depth+1)
			}
		case *ssa.Global:
			if st := r.Index.GlobalStores(a); len(st) == 1 {
				return r.elements(st[0], depth+1)
			}
		}
		return nil, false
	case *ssa.Call:
		if b, isB := v.Call.Value.(*ssa.Builtin); isB && b.Name() == "append" && len(v.Call.Args) == 2 {
			head, ok1 := r.elements(v.Call.Args[0], depth+1)
			tail, ok2 := r.elements(v.Call.Args[1], depth+1)
			return append(append([]ssa.Value{}, head...), tail...), ok1 && ok2
		}
	case *ssa.MakeSlice:
		if c, isC := v.Len.(*ssa.Const); isC && c.Int64() == 0 {
			return nil, true
		}
	}
	return nil, false
}

// arrayElements reads the stores into a local array in index order.
func arrayElements(alloc *ssa.Alloc) []ssa.Value {
	p, ok := alloc.Type().Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	arr, ok := p.Elem().Underlying().(*types.Array)
	if !ok || arr.Len() > 256 {
		return nil
	}
	out := make([]ssa.Value, arr.Len())
	for _, ref := range *alloc.Referrers() {
		ia, ok := ref.(*ssa.IndexAddr)
		if !ok || ia.Referrers() == nil {
			continue
		}
		c, ok := ia.Index.(*ssa.Const)
		if !ok {
			continue
		}
		for _, rr := range *ia.Referrers() {
			if st, ok := rr.(*ssa.Store); ok && st.Addr == ia {
				if i := c.Int64(); i >= 0 && i < int64(len(out)) {
					out[i] = st.Val
				}
			}
		}
	}
	return out
}

// builder reads the text of a strings.Builder or bytes.Buffer: its writes in
// source order; a write that may not run, or runs in a loop, is a hole.
func (r *Resolver) builder(call *ssa.Call, depth int) *Value {
	recv := call.Call.Args[0]
	if recv.Referrers() == nil {
		return nil
	}
	type write struct {
		pos  token.Pos
		part *Value
	}
	var writes []write
	for _, ref := range *recv.Referrers() {
		w, ok := ref.(*ssa.Call)
		if !ok || w == call {
			continue
		}
		var part *Value
		f := w.Call.StaticCallee()
		if f == nil {
			return nil
		}
		switch f.Name() {
		case "WriteString", "Write":
			part = r.of(w.Call.Args[1], depth)
		case "WriteByte", "WriteRune":
			if c, isC := w.Call.Args[1].(*ssa.Const); isC {
				part = &Value{Kind: Const, Text: string(rune(c.Int64())), Type: "string"}
			}
		case "Len", "Cap", "Grow", "String", "Reset":
			continue
		}
		if part == nil || !w.Block().Dominates(call.Block()) || w.Pos() > call.Pos() {
			part = unknown
		}
		writes = append(writes, write{w.Pos(), part})
	}
	// fmt.Fprintf(&b, …) takes the builder as an interface.
	for _, ref := range *recv.Referrers() {
		mi, ok := ref.(*ssa.MakeInterface)
		if !ok || mi.Referrers() == nil {
			continue
		}
		for _, rr := range *mi.Referrers() {
			w, ok := rr.(*ssa.Call)
			if !ok {
				continue
			}
			part := unknown
			if f := w.Call.StaticCallee(); f != nil && f.String() == "fmt.Fprintf" && w.Block().Dominates(call.Block()) {
				if p := r.sprintf(w.Call.Args[1:], depth); p != nil {
					part = p
				}
			}
			writes = append(writes, write{w.Pos(), part})
		}
	}
	if len(writes) == 0 {
		return nil
	}
	for i := 1; i < len(writes); i++ {
		for j := i; j > 0 && writes[j].pos < writes[j-1].pos; j-- {
			writes[j], writes[j-1] = writes[j-1], writes[j]
		}
	}
	var parts []*Value
	for _, w := range writes {
		parts = append(parts, w.part)
	}
	return NewFormat(parts...)
}
