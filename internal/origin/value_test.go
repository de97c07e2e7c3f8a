package origin

import (
	"bytes"
	"encoding/gob"
	"reflect"
	"strings"
	"sync"
	"testing"
)

func TestString(t *testing.T) {
	const decls = `type conf struct{ key string }
		type Lock struct{ name string; conf conf }
		func (l *Lock) Key(n int) any { return nil }
		`
	for _, c := range []struct{ name, src, want string }{
		{"constant", `func f() { use("a\n") }`, `"a\n"`},
		{"format", `func f(id int) { use(fmt.Sprintf("order:%05d:%s", id, "x")) }`, `"order:%05d:x"`},
		{"concatenation", `func f(id string) { use("order:" + id) }`, `"order:{id}"`},
		{"quotes inside", `func f(id string) { use("\"a\"" + id) }`, `"\"a\"{id}"`},
		{"hole", `func f(b bool) { q := "UPDATE t SET a"; if b { q += " WHERE" }; use(q) }`, `"UPDATE t SET a{?}"`},
		{"field", `func (l *Lock) f() { use(l.name) }`, `l.name`},
		{"field in a format", `func (l *Lock) f() { use("k:" + l.conf.key) }`, `"k:{l.conf.key}"`},
		{"field of something made here", `func n() *Lock { return nil }; func f(c chan *Lock) { use((<-c).name) }`, `Lock.name`},
		{"variable", `var Client = new(int); func f() { use(Client) }`, `Client`},
		{"call", `func f(s string) { use(strings.TrimPrefix(s, "x")) }`, `TrimPrefix(…)`},
		{"method", `type K interface{ Key() string }; func f(k K) { use(k.Key()) }`, `Key(…)`},
		{"function", `func g() {}; func f() { use(g) }`, `g`},
		{"arithmetic", `func f(ttl time.Duration) { use(ttl / 3) }`, `ttl / 3`},
		{"element", `func f(m map[string]int) { use(m["a"]) }`, `m[…]`},
		{"one of several", `func f(b bool) { k := "a"; if b { k = "b" }; use(k) }`, `"a"`},
		{"root context", `func f() { c, _ := context.WithCancel(context.Background()); use(c) }`, `context.Background()`},
		{"derived context", `func f(ctx context.Context) { c, _ := context.WithCancel(ctx); use(c) }`, `ctx`},
		{"detached context", `func f(ctx context.Context) { use(context.WithoutCancel(ctx)) }`, `context.WithoutCancel(ctx)`},
		{"request", `func f(r *http.Request) { use(r.Context()) }`, `Request.Context()`},
		{"made here", `func f(c chan int) { use(<-c) }`, `?`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := build(t, decls+c.src)
			if got := p.res.Of(p.the()).String(); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
	if got := (*Value)(nil).String(); got != "?" {
		t.Errorf("nil is %s", got)
	}
	for _, k := range []Kind{Elem, Choice, Ctx} { // from a fact of another release
		_ = (&Value{Kind: k, Text: CtxCancel}).String()
	}
}

func param(i int) *Value { return &Value{Kind: Param, Index: i, Text: "p"} }

func TestSubstitute(t *testing.T) {
	args := func(list ...*Value) func(int) *Value {
		return func(i int) *Value {
			if i < len(list) {
				return list[i]
			}
			return nil
		}
	}
	verb := param(0)
	verb.Verb = "%03d"
	field := &Value{Kind: Field, Text: "key", Parts: []*Value{param(0)}}
	for _, c := range []struct {
		name string
		v    *Value
		args func(int) *Value
		want string
	}{
		{"parameter", param(0), args(text("a")), `"a"`},
		{"nothing for it", param(1), args(text("a")), `p#1`},
		{"literals merge", NewFormat(text("a:"), param(0), text(":b")), args(text("x")), `"a:x:b"`},
		{"formats flatten", NewFormat(text("a:"), param(0)), args(NewFormat(text("b:"), param(1))), `{"a:b:" p#1}`},
		{"base of a field", field, args(&Value{Kind: Global, Text: "g"}), `$g.key`},
		{"verb goes with it", NewFormat(text("a:"), verb), args(param(3)), `{"a:" p#3%03d}`},
		{"arguments of a call", &Value{Kind: Call, Text: "f", Parts: []*Value{param(0), param(1)}}, args(text("x"), text("y")), `f("x", "y")`},
		{"constant", text("a"), args(text("b")), `"a"`},
		{"nil", nil, args(), `?`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := dump(Substitute(c.v, nil, c.args)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
	if dump(field) != `p#0.key` || dump(verb) != `p#0%03d` {
		t.Error("Substitute changed its input")
	}
	// Parameters of another function of the package stay.
	p := build(t, `func f(a string) { use(a) }; func g(b string) {}`)
	if v := p.res.Of(p.the()); Substitute(v, p.pkg.Func("g"), args(text("x"))) != v {
		t.Error("a parameter of another function was replaced")
	}
}

func TestNewFormatBounds(t *testing.T) {
	var parts []*Value
	for range 200 {
		parts = append(parts, param(0), text("x"))
	}
	f := NewFormat(parts...)
	if len(f.Parts) != maxParts+1 || f.Parts[maxParts].Kind != Unknown || f.Parts[maxParts-1].Text != "x" {
		t.Errorf("%d parts, ending in %s %s", len(f.Parts), dump(f.Parts[maxParts-1]), dump(f.Parts[len(f.Parts)-1]))
	}
	for want, f := range map[string]*Value{`""`: NewFormat(), `"5"`: NewFormat(&Value{Kind: Const, Text: "5", Type: "int"}), `{"a" ?}`: NewFormat(text("a"), nil)} {
		if got := dump(f); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestTextOf(t *testing.T) {
	for _, c := range []struct {
		v            *Value
		want         string
		complete, ok bool
	}{
		{text("a"), "a", true, true},
		{NewFormat(text("a "), param(0), text(" b")), "a ? b", false, true},
		{NewFormat(param(0), param(1)), "??", false, false},
		{&Value{Kind: Choice, Parts: []*Value{param(0), text("b")}}, "b", false, true},
		{NewFormat(text("a "), &Value{Kind: Choice, Parts: []*Value{text("b"), text("c")}}), "a b", false, true},
		{param(0), "", false, false},
		{nil, "", false, false},
	} {
		if got, complete, ok := TextOf(c.v, "?"); got != c.want || complete != c.complete || ok != c.ok {
			t.Errorf("TextOf(%v) = %q, %v, %v", c.v, got, complete, ok)
		}
	}
}

func TestGob(t *testing.T) {
	p := build(t, `type s struct{ ttl int }
		func key(id string, n int) string { return fmt.Sprintf("order:%s:%03d", id, n) }
		func (s *s) f(ctx context.Context, id string, m map[string]int, b bool) {
			k := "a"; if b { k = "b" }
			c, _ := context.WithTimeout(context.WithoutCancel(ctx), 1)
			use("a", key(id, s.ttl), s.ttl, m["x"], k, c, strings.TrimPrefix(id, "x"), error(nil))
		}`)
	for _, v := range p.used() {
		in := p.res.Of(v)
		var buf bytes.Buffer
		if err := gob.NewEncoder(&buf).Encode(in); err != nil {
			t.Fatal(err)
		}
		out := new(Value)
		if err := gob.NewDecoder(&buf).Decode(out); err != nil {
			t.Fatal(err)
		}
		if dump(out) != dump(in) || out.String() != in.String() || out.Type != in.Type {
			t.Errorf("%s came back as %s", dump(in), dump(out))
		}
		if out.SSA() != nil || out.Var() != nil || out.Fn() != nil {
			t.Errorf("%s kept something of its package", dump(out))
		}
		if in.Kind != Ctx && in.Kind != Choice && Compare(in, out) != Strong && Compare(in, out) != Weak {
			t.Errorf("%s differs from itself", dump(in))
		}
	}
}

// Facts are decoded once, and used by all the packages that are analysed at a
// time: with -race this fails when a value from a fact is written to.
func TestSharedFacts(t *testing.T) {
	fact := NewFormat(text("order:"), &Value{Kind: Call, Text: "x.F", Parts: []*Value{param(0), {Kind: Unknown}}}, param(1))
	before := *fact.Parts[1]
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			got := Substitute(fact, nil, func(i int) *Value { return text(strings.Repeat("x", i+1)) })
			if dump(got) != `{"order:" x.F("x", ?) "xx"}` {
				t.Errorf("got %s", dump(got))
			}
			_ = bounded(fact)
			_ = bounded(unknown)
			Walk(fact, func(*Value) bool { return true })
		})
	}
	wg.Wait()
	if !reflect.DeepEqual(before, *fact.Parts[1]) {
		t.Error("the fact was written to")
	}
}
