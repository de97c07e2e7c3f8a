package catalog

import (
	"fmt"
	"go/types"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
)

// fromSource are rows, and whole libraries, of modules that the test module cannot require: they were
// compared with the source by hand.
var fromSource = map[string]string{
	"dynamolock":              "the proxy refuses the module; v1.4.0, v2.2.0 and v5.0.0 of the repository",
	"pglock":                  "the proxy refuses the module; the repository at 38e8fcf",
	"redsync.New(client)":     "v1.4.2 pulls redigo v2.0.0+incompatible, which is older than v1.9",
	"redislock.ObtainMulti":   "the repository at 76760bd (v0.10.0); the proxy ends at v0.9.4",
	"redislock.FenceToken":    "seen in no release",
	"redsync.SetExpiry":       "v1.4.2",
	"redsync.SetTries":        "v1.4.2",
	"redsync.SetGenValueFunc": "v1.4.2",
}

// subs are the sub-packages that a library's rows are in.
func subs(lib *Library) map[string]bool {
	m := map[string]bool{}
	for _, r := range lib.Rows {
		for sub := range strings.SplitSeq(r.Pkg, "|") {
			m[sub] = true
		}
	}
	for _, f := range lib.Fields {
		for sub := range strings.SplitSeq(f.Pkg, "|") {
			m[sub] = true
		}
	}
	return m
}

// checked calls fn for every package of the library that pkg ("a|b") names.
func checked(lib *Library, pkg string, all map[string]*types.Package, fn func(*types.Package)) {
	for _, check := range lib.Check {
		for sub := range strings.SplitSeq(pkg, "|") {
			if p := all[path.Join(check, sub)]; p != nil {
				fn(p)
			}
		}
	}
}

// TestLibraries compares every row and field with the real library.
func TestLibraries(t *testing.T) {
	if testing.Short() {
		t.Skip("loads every client library")
	}
	all, err := libs()
	if err != nil {
		t.Fatal(err)
	}
	for _, lib := range Libraries {
		t.Run(lib.Name, func(t *testing.T) {
			if why := fromSource[lib.Name]; why != "" {
				t.Skip(why)
			}
			for _, check := range lib.Check {
				if !slices.ContainsFunc(slices.Collect(maps.Keys(subs(lib))), func(sub string) bool { return all[path.Join(check, sub)] != nil }) {
					t.Errorf("%s cannot be loaded: add it to testdata/catalogdeps", check)
				}
			}
			for i := range lib.Rows {
				checkRow(t, &lib.Rows[i], all)
			}
			for i := range lib.Fields {
				checkField(t, &lib.Fields[i], all)
			}
		})
	}
}

// checkRow looks for every name on every receiver, in each release.
func checkRow(t *testing.T, r *Row, all map[string]*types.Package) {
	index()
	named := map[string]bool{} // names that some receiver has
	met := map[string]bool{}   // receivers that have some name
	for _, name := range r.Names {
		for on := range strings.SplitSeq(r.On, "|") {
			checked(r.Lib, r.Pkg, all, func(p *types.Package) {
				fn := find(p, on, name)
				if fn == nil {
					return
				}
				at := placeOf(fn.Pkg().Path())
				if at.lib != r.Lib || !r.in(at) {
					return
				}
				got := Lookup(fn)
				if got == nil {
					t.Errorf("%s: %s is in no row", p.Path(), fn.Signature())
					return
				}
				if got != r {
					return // another row has it, with another shape
				}
				named[name], met[on] = true, true
				for _, problem := range mistyped(r, fn) {
					t.Errorf("%s.%s %s: %s", p.Path(), fn.Name(), r.Call, problem)
				}
			})
		}
	}
	for _, name := range r.Names {
		key := r.Lib.Name + "." + name
		if _, byHand := fromSource[key]; byHand {
			continue
		}
		if _, byHand := fromSource[r.Lib.Name+"."+strings.SplitN(r.Call, " ", 2)[0]]; byHand {
			continue
		}
		if !named[name] {
			t.Errorf("%s %q: no release has %s on %q, or another row hides it", r.Lib.Name, r.Call, name, r.On)
		}
	}
	for on := range strings.SplitSeq(r.On, "|") {
		if _, byHand := fromSource[r.Lib.Name+"."+r.Names[0]]; on != "" && !met[on] && !byHand {
			t.Errorf("%s %q: no release has it on %s", r.Lib.Name, r.Call, on)
		}
	}
}

// find returns the method of a type, or the function if on is "".
func find(p *types.Package, on, name string) *types.Func {
	if on == "" {
		switch obj := p.Scope().Lookup(name).(type) {
		case *types.Func:
			return obj
		case *types.TypeName:
			return Callee(obj.Type())
		case *types.Var:
			return CalleeVar(obj)
		}
		return nil
	}
	tn, ok := p.Scope().Lookup(on).(*types.TypeName)
	if !ok {
		return nil
	}
	typ := tn.Type()
	if !types.IsInterface(typ) {
		typ = types.NewPointer(types.Unalias(typ))
	}
	obj, _, _ := types.LookupFieldOrMethod(typ, true, p, name)
	fn, _ := obj.(*types.Func)
	return fn
}

// mistyped lists the parameters and results that cannot have their role.
func mistyped(r *Row, fn *types.Func) (problems []string) {
	sig := fn.Signature()
	at := make([]int, len(r.Params))
	r.fit(sig, at)
	for k, p := range r.Params {
		if at[k] < 0 {
			continue
		}
		typ := sig.Params().At(at[k]).Type()
		if p.Variadic {
			typ = typ.(*types.Slice).Elem()
		}
		if why := misfit(p, typ); why != "" {
			problems = append(problems, why)
		}
	}
	if n := sig.Results().Len(); n > len(r.Results) || n < r.leastResults {
		return append(problems, fmt.Sprintf("has %d results", n))
	}
	for i := range sig.Results().Len() {
		if typ := sig.Results().At(i).Type(); !resultFits(r.Results[i], typ) {
			problems = append(problems, fmt.Sprintf("result %s is %s", r.Results[i], typ))
		}
	}
	return problems
}

// misfit says why a parameter of type t cannot have the role, or "".
func misfit(p Param, t types.Type) string {
	ok := true
	switch p.Name {
	case "struct":
		return badStruct(p, t)
	case "ctx":
		ok = isContext(t)
	case "key", "column", "name":
		ok = isText(t) || isAny(t) || p.Name == "column"
	case "keys":
		ok = isText(t) || isAny(t) || isSlice(t)
	case "sql":
		ok = isText(t) || types.IsInterface(t) // go-pg, xorm and squirrel take expressions too
	case "sha":
		ok = isText(t)
	case "script":
		ok = isText(t) || isHandle(t)
	case "skeys":
		ok = isSlice(t)
	case "ttl":
		ok = isTTL(deref(t), p.Unit)
	case "fn":
		_, ok = t.Underlying().(*types.Signature)
	case "stop":
		_, ok = t.Underlying().(*types.Chan)
	case "client":
		ok = isHandle(t) || isSlice(t)
	}
	if !ok {
		return fmt.Sprintf("%s is %s", p.Name, t)
	}
	return ""
}

func badStruct(p Param, t types.Type) string {
	t = deref(t)
	if s, ok := t.(*types.Slice); ok {
		t = deref(s.Elem())
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok || typeName(t) != p.Type {
		return fmt.Sprintf("%s is %s", p.Type, t)
	}
	for name, q := range p.Fields {
		i := slices.IndexFunc(slices.Collect(st.Fields()), func(v *types.Var) bool { return v.Name() == name })
		switch {
		case i < 0:
			if !releaseFields[p.Type+"."+name] {
				return fmt.Sprintf("%s has no field %s", p.Type, name)
			}
		case misfit(q, st.Field(i).Type()) != "":
			return p.Type + "." + name + ": " + misfit(q, st.Field(i).Type())
		}
	}
	return ""
}

// releaseFields are fields that only some of the checked releases have.
var releaseFields = map[string]bool{
	"SetArgs.MatchValue": true, "SetArgs.MatchDigest": true, // since go-redis v9.17
}

func resultFits(role string, t types.Type) bool {
	switch role {
	case "error":
		return holds(role, t)
	case "ok", "applied":
		return holds("ok", t)
	case "count":
		b, ok := t.Underlying().(*types.Basic)
		return ok && b.Info()&types.IsNumeric != 0
	case "cmd":
		return isCommand(t) || types.IsInterface(t)
	case "lctx":
		return isContext(t) || strings.HasSuffix(typeName(t), "Context")
	case "lost":
		_, ok := t.Underlying().(*types.Chan)
		return ok || isHandle(t)
	case "cancel":
		s, ok := t.Underlying().(*types.Signature)
		return ok && s.Params().Len() == 0
	case "ttl":
		return isTTL(t, Duration)
	case "sha":
		return isString(t)
	case "lock", "tx", "conn", "batch", "stmt", "client":
		return isHandle(t)
	}
	return true
}

func isText(t types.Type) bool {
	b, ok := deref(t).Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func isSlice(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}

// isHandle accepts pointers, interfaces and struct values.
func isHandle(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Struct:
		return true
	}
	return false
}

// checkField looks for the field on every type, in each release.
func checkField(t *testing.T, f *Field, all map[string]*types.Package) {
	index()
	for on := range strings.SplitSeq(f.On, "|") {
		found := false
		checked(f.Lib, f.Pkg, all, func(p *types.Package) {
			tn, ok := p.Scope().Lookup(on).(*types.TypeName)
			if !ok {
				return
			}
			if v, _, _ := types.LookupFieldOrMethod(tn.Type(), true, p, f.Name); v == nil {
				return
			}
			found = found || LookupField(types.NewPointer(tn.Type()), f.Name) == f
		})
		if !found {
			t.Errorf("%s: no release has field %s.%s", f.Lib.Name, on, f.Name)
		}
	}
}
