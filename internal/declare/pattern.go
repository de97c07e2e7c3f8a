package declare

import (
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/directive"
)

// roles are what a declaration can say of a parameter: words of the catalogue's
// patterns.
var roles = []string{"key", "token", "ttl", "ttl_s", "ttl_ms", "lock", "stop"}

// wrapper turns a declaration into the pattern that a configuration would
// hold for the same function, so that both mean the same.
func wrapper(pass *analysis.Pass, fn *types.Func, d *directive.Directive) (catalog.Wrapper, error) {
	w := catalog.Wrapper{Package: pass.Pkg.Path(), Receiver: receiver(fn), Role: string(d.Word), Compares: true}
	p := &pattern{sig: fn.Signature(), fn: fn.Name(), params: make(map[int][]assigned)}
	for _, arg := range d.Args {
		if arg == "unconditional" && d.Word != directive.Acquire {
			w.Compares = false
			continue
		}
		role, param, ok := strings.Cut(arg, "=")
		if !ok || !slices.Contains(roles, role) {
			return w, fmt.Errorf("%q says nothing of a parameter: write ROLE=PARAM, where ROLE is one of %s%s", arg, strings.Join(roles, ", "), unconditional(d.Word))
		}
		if err := p.assign(role, param); err != nil {
			return w, err
		}
	}
	w.Call = p.call()
	if err := w.Validate(); err != nil {
		return w, fmt.Errorf("%s has neither a key nor a receiver: say key=PARAM", fn.Name())
	}
	_, err := w.Resolve(pass.Pkg)
	if err != nil {
		err = fmt.Errorf("%s", strings.TrimPrefix(err.Error(), ": ")) // it has no place of its own
	}
	return w, err
}

func unconditional(w directive.Word) string {
	if w == directive.Acquire {
		return ""
	}
	return "; or unconditional"
}

// receiver is the name of the type that declares a method, "" for a function.
func receiver(fn *types.Func) string {
	recv := fn.Signature().Recv()
	if recv == nil {
		return ""
	}
	t := types.Unalias(recv.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

// pattern collects what is said of the parameters of one function.
type pattern struct {
	fn     string
	sig    *types.Signature
	params map[int][]assigned
}

// assigned is the role of a parameter, or of a field of it.
type assigned struct{ role, field string }

func (p *pattern) assign(role, param string) error {
	name, field, dotted := strings.Cut(param, ".")
	i, err := p.index(name)
	if err != nil {
		return err
	}
	if dotted {
		if _, ok := structOf(p.sig.Params().At(i).Type()); !ok {
			return fmt.Errorf("parameter %s of %s has no fields", name, p.fn)
		}
	}
	for j, list := range p.params {
		for _, a := range list {
			if a.role == role || j == i && (a.field == field || a.field == "" || field == "") {
				return fmt.Errorf("%s=%s: the role or the parameter is named twice", role, param)
			}
		}
	}
	p.params[i] = append(p.params[i], assigned{role, field})
	return nil
}

// index finds a parameter by its name or number.
func (p *pattern) index(name string) (int, error) {
	n := p.sig.Params().Len()
	if i, err := strconv.Atoi(name); err == nil {
		if 0 <= i && i < n {
			return i, nil
		}
		return 0, fmt.Errorf("%s has no parameter %d: there are %s", p.fn, i, numbered(n))
	}
	for i := range n {
		if p.sig.Params().At(i).Name() == name && name != "" && name != "_" {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%s has no parameter %q: it has %s", p.fn, name, p.names())
}

func numbered(n int) string {
	switch n {
	case 0:
		return "none"
	case 1:
		return "one, 0"
	}
	return fmt.Sprintf("%d, 0 to %d", n, n-1)
}

func (p *pattern) names() string {
	var names []string
	for v := range p.sig.Params().Variables() {
		if v.Name() != "" && v.Name() != "_" {
			names = append(names, v.Name())
		}
	}
	if len(names) == 0 {
		return numbered(p.sig.Params().Len()) + ", without names"
	}
	return strings.Join(names, ", ")
}

// call writes the pattern.
func (p *pattern) call() string {
	var params, results []string
	ttl := p.only(isDuration)
	for i := range p.sig.Params().Len() {
		t := p.sig.Params().At(i).Type()
		s := "_"
		switch list := p.params[i]; {
		case len(list) > 0 && list[0].field == "":
			s = list[0].role
		case len(list) > 0:
			var fields []string
			for _, a := range list {
				fields = append(fields, a.field+": "+a.role)
			}
			name, _ := structOf(t)
			s = name + "{" + strings.Join(fields, ", ") + "}"
		case isNamed(t, "context", "Context"):
			s = "ctx"
		case i == ttl:
			s = "ttl"
		}
		if p.sig.Variadic() && i == p.sig.Params().Len()-1 {
			if s == "key" {
				s = "keys"
			}
			s += "..."
		}
		params = append(params, s)
	}
	for v := range p.sig.Results().Variables() {
		results = append(results, result(v.Type()))
	}
	return strings.TrimSpace(fmt.Sprintf("%s(%s) %s", p.fn, strings.Join(params, ", "), strings.Join(results, ", ")))
}

// only is the single parameter of a kind, unless the declaration names the TTL
// itself; -1 for none or several.
func (p *pattern) only(kind func(types.Type) bool) int {
	found := -1
	for i := range p.sig.Params().Len() {
		for _, a := range p.params[i] {
			if strings.HasPrefix(a.role, "ttl") {
				return -1
			}
		}
		if kind(p.sig.Params().At(i).Type()) {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}

// result is the role of a result by its type.
func result(t types.Type) string {
	switch {
	case isNamed(t, "context", "Context"):
		return "lctx"
	case isNamed(t, "", "error"):
		return "error"
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Kind() == types.Bool {
			return "ok"
		}
	case *types.Chan:
		return "lost"
	case *types.Signature:
		return "cancel"
	case *types.Pointer, *types.Interface:
		return "lock"
	}
	return "_"
}

func isDuration(t types.Type) bool { return isNamed(t, "time", "Duration") }

func isNamed(t types.Type, pkg, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Name() != name {
		return false
	}
	if n.Obj().Pkg() == nil {
		return pkg == ""
	}
	return n.Obj().Pkg().Path() == pkg
}

// structOf is the name of a named struct type, or of what a pointer points to.
func structOf(t types.Type) (name string, ok bool) {
	t = types.Unalias(t)
	if p, isPtr := t.(*types.Pointer); isPtr {
		t = types.Unalias(p.Elem())
	}
	n, isNamed := t.(*types.Named)
	if !isNamed {
		return "", false
	}
	_, ok = n.Underlying().(*types.Struct)
	return n.Obj().Name(), ok
}
