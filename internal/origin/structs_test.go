package origin

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
)

// dumpSSA writes the origins of several SSA values.
func (p *program) dumpSSA(vals []ssa.Value) string {
	var out []string
	for _, v := range vals {
		if v == nil {
			out = append(out, "none")
			continue
		}
		out = append(out, dump(p.res.Of(v)))
	}
	return strings.Join(out, " ")
}

func TestElements(t *testing.T) {
	for _, c := range []struct {
		name, src, want string
		ok              bool
	}{
		{"literal", `func f(a string) { use([]string{"x", a}) }`, `"x" a#0`, true},
		{"indexed literal", `func f(a string) { use([]string{2: "x", 0: a}) }`, `a#0 none "x"`, true},
		{"nil", `func f() { use([]string(nil)) }`, ``, true},
		{"append", `func f(a string) { s := []string{"x"}; s = append(s, a, "y"); use(s) }`, `"x" a#0 "y"`, true},
		{"append of a slice", `func f(a string) { use(append([]string{"x"}, []string{a}...)) }`, `"x" a#0`, true},
		{"append of a parameter", `func f(a []string) { use(append([]string{"x"}, a...)) }`, `"x"`, false},
		{"append to make", `func f(a string) { s := make([]string, 0, 4); s = append(s, a); use(s) }`, `a#0`, true},
		{"append to make of a variable capacity", `func f(a string, n int) { s := make([]string, 0, n); s = append(s, a); use(s) }`, `a#0`, true},
		{"set by index", `func f(a string) { s := make([]string, 2); s[0] = a; s[1] = "x"; use(s) }`, `a#0 "x"`, true},
		{"set in a loop", `func f(a string) { s := make([]string, 2); for i := range s { s[i] = a }; use(s) }`, `none none`, false},
		{"made of variable length", `func f(n int) { use(make([]string, n)) }`, ``, false},
		{"part", `func f(a string) { s := []string{"x", a, "y"}; use(s[1:2]) }`, `a#0`, true},
		{"part up to a variable", `func f(n int) { s := []string{"x", "y"}; use(s[:n]) }`, ``, false},
		{"append in a loop", `func f(l []string) { s := []string{"x"}; for _, a := range l { s = append(s, a) }; use(s) }`, `"x" l#0[]`, false},
		{"perhaps appended", `func f(b bool) { s := []string{"x"}; if b { s = append(s, "y") }; use(s) }`, `"x" "y"`, false},
		{"variable of the package", `var s = []string{"x", "y"}; func f() { use(s) }`, `"x" "y"`, true},
		{"captured", `func f(a string) { s := []string{"x", a}; func() { use(s) }() }`, `"x" a#0`, true},
		{"converted", `type l []string; func f(a string) { use(l([]string{a})) }`, `a#0`, true},
		{"as an interface", `func f(a string) { var v any = []string{a}; use(v) }`, `a#0`, true},
		{"parameter", `func f(a []string) { use(a) }`, ``, false},
		{"field", `type s struct{ l []string }; func (s *s) f() { use(s.l) }`, ``, false},
		{"pointer to something else", `func f(a *[3]string) { use(a[:]) }`, ``, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := build(t, c.src)
			el, ok := p.res.Elements(p.the())
			if got := p.dumpSSA(el); got != c.want || ok != c.ok {
				t.Errorf("got [%s], %v; want [%s], %v", got, ok, c.want, c.ok)
			}
		})
	}
}

func TestVariadic(t *testing.T) {
	p := build(t, `func f(a string) { use("x", a, 1) }`)
	if got := p.dumpSSA(p.used()); got != `"x" a#0 1:int` {
		t.Errorf("got %s", got)
	}
}

func TestStructField(t *testing.T) {
	const decls = `type opts struct { Key string; TTL int }
		func fill(*opts) {}
		func with(key string) *opts { return &opts{Key: "k:" + key} }
		func val() opts { return opts{Key: "v"} }
		`
	for _, c := range []struct {
		name, src, want string // of the field Key; "" for none
		set, known      bool
	}{
		{"literal", `func f(a string) { use(&opts{Key: a}) }`, `a#0`, true, true},
		{"literal by value", `func f(a string) { use(opts{Key: a}) }`, `a#0`, true, true},
		{"left zero", `func f() { use(&opts{TTL: 3}) }`, ``, false, true},
		{"nil", `func f() { use((*opts)(nil)) }`, ``, false, true},
		{"assigned", `func f(a string) { var o opts; o.Key = a; use(o) }`, `a#0`, true, true},
		{"one of two", `func f(b bool) { o := &opts{Key: "x"}; if b { o.Key = "y" }; use(o) }`, `("x"|"y")`, true, true},
		{"helper", `func f(a string) { use(with(a)) }`, `{"k:" a#0}`, true, true},
		{"helper by value", `func f() { use(val()) }`, `"v"`, true, true},
		{"helper, then assigned", `func f(a string) { o := val(); o.Key = a; use(o) }`, `("v"|a#0)`, true, true},
		{"variable of the package", `var o = &opts{Key: "g"}; func f() { use(o) }`, `"g"`, true, true},
		{"captured", `func f(a string) { o := &opts{Key: a}; func() { use(o) }() }`, `a#0`, true, true},
		{"captured by value", `func f(a string) { o := opts{Key: a}; func() { use(o) }() }`, `a#0`, true, true},
		{"parameter", `func f(o *opts) { use(o) }`, ``, false, false},
		{"element", `func f(o []opts) { use(o[0]) }`, ``, false, false},
		{"from elsewhere", `func f(c chan opts) { o := <-c; use(o) }`, ``, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := build(t, decls+c.src)
			val, set, known := p.res.StructField(p.the(), "Key")
			got := ""
			if val != nil {
				got = dump(val)
			}
			if got != c.want || set != c.set || known != c.known {
				t.Errorf("got %s, set %v, known %v; want %s, %v, %v", got, set, known, c.want, c.set, c.known)
			}
		})
	}
}

func TestMapEntries(t *testing.T) {
	const decls = `type E struct { Key string; Value any }
		type D []E
		type M map[string]any
		func doc(name string) M { return M{"$" + name: 1} }
		`
	for _, c := range []struct {
		name, src, want string
		complete        bool
	}{
		{"map", `func f(a string) { use(M{"name": a, "n": 1}) }`, `"name"=a#0 "n"=1:int`, true},
		{"empty map", `func f() { use(M{}) }`, ``, true},
		{"updated", `func f(a string) { m := M{"x": 1}; m[a] = 2; use(m) }`, `"x"=1:int a#0=2:int`, true},
		{"perhaps updated", `func f(b bool) { m := M{"x": 1}; if b { m["y"] = 2 }; use(m) }`, `"x"=1:int "y"=2:int`, true},
		{"one of two", `func f(b bool) { m := M{"x": 1}; if b { m = M{"y": 2} }; use(m) }`, `"x"=1:int "y"=2:int`, false},
		{"kept elsewhere", `type s struct{ m M }; func (s *s) f() { m := M{"x": 1}; s.m = m; use(m) }`, `"x"=1:int`, false},
		{"pairs", `func f(a string) { use(D{{"name", a}, {"n", 1}}) }`, `"name"=a#0 "n"=1:int`, true},
		{"pairs with names", `func f(a string) { use(D{{Value: a, Key: "name"}}) }`, `"name"=a#0`, true},
		{"pairs appended", `func f(a string) { d := D{{"x", 1}}; d = append(d, E{a, 2}); use(d) }`, `"x"=1:int a#0=2:int`, true},
		{"a pair from elsewhere", `func f(e E) { use(D{{"x", 1}, e}) }`, `"x"=1:int`, false},
		{"a pair in a variable", `func f(a string) { e := E{"y", a}; use(D{{"x", 1}, e}) }`, `"x"=1:int "y"=a#0`, true},
		{"helper", `func f(a string) { use(doc(a)) }`, `{"$" a#0}=1:int`, true},
		{"helper, then updated", `func f(a string) { m := doc("set"); m["y"] = a; use(m) }`, `"$set"=1:int "y"=a#0`, true},
		{"variable of the package", `var m = M{"x": 1}; func f() { use(m) }`, `"x"=1:int`, false},
		{"captured", `func f(a string) { m := M{"x": a}; func() { use(m) }() }`, `"x"=a#0`, false},
		{"parameter", `func f(m M) { use(m) }`, ``, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := build(t, decls+c.src)
			entries, complete := p.res.MapEntries(p.the())
			var out []string
			for _, e := range entries {
				out = append(out, dump(e.Key)+"="+dump(p.res.Of(e.Val)))
			}
			if got := strings.Join(out, " "); got != c.want || complete != c.complete {
				t.Errorf("got [%s], %v; want [%s], %v", got, complete, c.want, c.complete)
			}
		})
	}
}
