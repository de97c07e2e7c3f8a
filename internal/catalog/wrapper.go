package catalog

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// Wrapper declares what a function outside the catalogue does to a lock: an
// in-house lock service, a client that the tables do not know. Users declare
// wrappers in their configuration, or by a comment at the function.
type Wrapper struct {
	Package  string // import path
	Receiver string // name of the type or interface, "" for a function
	Role     string // one of WrapperRoles
	Call     string // as Row.Call
	// Compares says of a release or renewal that the owner is compared in the
	// same request. A declaration says so unless it says otherwise.
	Compares bool
	At       string // where it is declared, "file:line:column"
}

// WrapperRoles are the roles that a wrapper can have.
var WrapperRoles = []string{"acquire", "release", "renew"}

var wrapperRole = map[string]Role{"acquire": Acquire, "release": Release, "renew": Renew}

// wrappers is the library that all wrappers belong to. Its store is its own, so
// that a wrapper's key is never taken for that of a client's record.
var wrappers = &Library{Name: "a declared wrapper", Store: LockLibrary}

// PatternError is a fault in a pattern.
type PatternError struct {
	Offset int // in bytes from the beginning of the pattern
	Msg    string
}

func (e *PatternError) Error() string { return e.Msg }

// Validate checks all that can be checked without the function itself. A fault
// in the pattern is a *PatternError.
func (w Wrapper) Validate() error {
	_, err := w.row()
	return err
}

func (w Wrapper) row() (*Row, error) {
	role, ok := wrapperRole[w.Role]
	if !ok {
		return nil, fmt.Errorf("unknown role %q: there are %s", w.Role, strings.Join(WrapperRoles, ", "))
	}
	r := &Row{Role: role, Call: w.Call, On: w.Receiver, Compares: w.Compares && role != Acquire, Lib: wrappers}
	if err := r.parse(); err != nil {
		return nil, err
	}
	if w.Receiver == "" && !r.namesLock() {
		return nil, fmt.Errorf("%q has neither a key nor a receiver: which parameter tells the lock?", w.Call)
	}
	return r, nil
}

// namesLock says whether the row tells which lock it is about by something else
// than its receiver.
func (r *Row) namesLock() bool {
	named := slices.Contains(r.Results, "lock")
	var look func(p Param)
	look = func(p Param) {
		named = named || p.Name == "key" || p.Name == "keys" || p.Name == "lock"
		p.each("", func(_ string, q Param) { look(q) })
	}
	for _, p := range r.Params {
		look(p)
	}
	return named
}

// Resolve finds the functions of pkg that w declares, and what they mean. That
// there is none, or that one cannot have these parameters or results, is an
// error that names the place of the declaration.
func (w Wrapper) Resolve(pkg *types.Package) (map[*types.Func]*Row, error) {
	row, err := w.row()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", w.At, err)
	}
	out := make(map[*types.Func]*Row, len(row.Names))
	for _, name := range row.Names {
		fn, err := w.find(pkg, name)
		if err == nil {
			err = row.suits(fn)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", w.At, err)
		}
		own := *row
		own.Display = name
		if w.Receiver != "" {
			own.Display = w.Receiver + "." + name
		}
		out[fn.Origin()] = &own
	}
	return out, nil
}

// find looks for a function of pkg, or a method of the receiver: its own, one
// of an embedded type, or one of an interface.
func (w Wrapper) find(pkg *types.Package, name string) (*types.Func, error) {
	if w.Receiver == "" {
		if fn, ok := pkg.Scope().Lookup(name).(*types.Func); ok {
			return fn, nil
		}
		return nil, fmt.Errorf("package %s has no function %s", pkg.Path(), name)
	}
	tn, ok := pkg.Scope().Lookup(w.Receiver).(*types.TypeName)
	if !ok {
		return nil, fmt.Errorf("package %s has no type %s", pkg.Path(), w.Receiver)
	}
	typ := tn.Type()
	if !types.IsInterface(typ) {
		typ = types.NewPointer(types.Unalias(typ))
	}
	obj, _, _ := types.LookupFieldOrMethod(typ, true, pkg, name)
	if fn, ok := obj.(*types.Func); ok {
		return fn, nil
	}
	return nil, fmt.Errorf("%s.%s has no method %s", pkg.Path(), w.Receiver, name)
}

// suits says why fn cannot be what the row says, or nil.
func (r *Row) suits(fn *types.Func) error {
	sig := fn.Signature()
	what := fmt.Sprintf("%s%s", fn.Name(), strings.TrimPrefix(types.TypeString(sig, types.RelativeTo(fn.Pkg())), "func"))
	at := make([]int, len(r.Params))
	if !r.fit(sig, at) {
		return fmt.Errorf("the parameters of %q are not those of %s", r.Call, what)
	}
	for k, p := range r.Params {
		if at[k] < 0 {
			continue
		}
		if why := p.unfit(sig.Params().At(at[k]).Type()); why != "" {
			return fmt.Errorf("parameter %d of %s %s", at[k], what, why)
		}
	}
	if n := sig.Results().Len(); n > len(r.Results) || n < r.leastResults {
		return fmt.Errorf("the results of %q are not those of %s", r.Call, what)
	}
	for i := range sig.Results().Len() {
		if role := r.Results[i]; !resultSuits(role, sig.Results().At(i).Type()) {
			return fmt.Errorf("result %d of %s cannot be %s", i, what, role)
		}
	}
	return nil
}

// unfit says why a parameter of type t cannot have the role, or "". Keys and
// tokens may be of any type: houses have types of their own for them.
func (p Param) unfit(t types.Type) string {
	if p.Variadic {
		if s, ok := t.(*types.Slice); ok {
			t = s.Elem()
		}
	}
	t = deref(t)
	if p.Name == "struct" {
		return p.unfitFields(t)
	}
	ok := true
	switch p.Name {
	case "ctx":
		ok = isContext(t)
	case "ttl":
		ok = isTTL(t, p.Unit)
	case "stop":
		_, ok = t.Underlying().(*types.Chan)
	case "fn":
		_, ok = t.Underlying().(*types.Signature)
	case "key", "token":
		ok = !isContext(t)
	}
	if !ok {
		return fmt.Sprintf("is %s, which cannot be %s", t, p.Name)
	}
	return ""
}

func (p Param) unfitFields(t types.Type) string {
	if s, ok := t.(*types.Slice); ok {
		t = deref(s.Elem())
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok || typeName(t) != p.Type {
		return fmt.Sprintf("is %s, not %s", t, p.Type)
	}
	for _, name := range p.order {
		i := 0
		for i < st.NumFields() && st.Field(i).Name() != name {
			i++
		}
		if i == st.NumFields() {
			return fmt.Sprintf("is %s, which has no field %s", p.Type, name)
		}
		if why := p.Fields[name].unfit(st.Field(i).Type()); why != "" {
			return fmt.Sprintf("is %s, whose field %s %s", p.Type, name, why)
		}
	}
	return ""
}

func deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return types.Unalias(p.Elem())
	}
	return types.Unalias(t)
}

func resultSuits(role string, t types.Type) bool {
	switch role {
	case "ok", "applied", "error":
		return holds(strings.Replace(role, "applied", "ok", 1), t)
	case "lctx":
		return isContext(t)
	case "lost":
		_, ok := t.Underlying().(*types.Chan)
		return ok
	case "cancel":
		_, ok := t.Underlying().(*types.Signature)
		return ok
	case "ttl":
		return isTTL(t, Duration)
	case "count", "version":
		b, ok := t.Underlying().(*types.Basic)
		return ok && b.Info()&types.IsNumeric != 0
	}
	return !holds("error", t)
}
