package origin

import (
	"go/types"
	"testing"

	"golang.org/x/tools/go/ssa"
)

// What the resolver is told by others: facts, embedded files, dynamic callees.
func TestImported(t *testing.T) {
	facts := map[string][]*Value{
		"path.Base":                {NewFormat(text("key:"), param(0))},
		"strconv.ParseBool":        {nil, {Kind: Ctx, Text: CtxBackground}},
		"context.WithValue":        {{Kind: Ctx, Text: CtxWithoutCancel, Parts: []*Value{param(0)}}},
		"(*net/http.Request).Host": {text("x")},
		"path.Dir":                 {{}},
		"(x.org/p.keyer).Key":      {NewFormat(text("k:"), param(1))},
	}
	for _, c := range []originCase{
		{"key function", `func f(id string) { use(path.Base(id)) }`, `{"key:" id#0}`},
		{"key function of a constant", `func f() { use(path.Base("a")) }`, `"key:a"`},
		{"helper that detaches", `func f(ctx context.Context) { use(context.WithValue(ctx, 1, 2)) }`, `ctx:context.WithoutCancel(ctx#0)`},
		{"interface method", `type keyer interface{ Key(string) string }; func f(k keyer, id string) { use(k.Key(id)) }`, `{"k:" id#1}`},
		{"nothing known of the result", `func f(s string) { b, _ := strconv.ParseBool(s); use(b) }`, `strconv.ParseBool(s#0)`},
		{"empty value of a fact", `func f(s string) { use(path.Dir(s)) }`, `path.Dir(s#0)`},
		{"no fact", `func f(s string) { use(path.Ext(s)) }`, `path.Ext(s#0)`},
		{"a body in sight is better", `func own(s string) string { return "own:" + path.Base(s) }; func f(s string) { use(own(s)) }`, `{"own:key:" s#0}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := build(t, c.src)
			p.res.Imported = func(fn *types.Func) []*Value { return facts[fn.FullName()] }
			if got := dump(p.res.Of(p.the())); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestEmbed(t *testing.T) {
	p := build(t, `var script string; var other string; func f() { use(script + other) }`)
	p.res.Embed = func(g *ssa.Global) (string, bool) { return "return 1", g.Name() == "script" }
	if got := dump(p.res.Of(p.the())); got != `{"return 1" $other}` {
		t.Errorf("got %s", got)
	}
}

func TestStatic(t *testing.T) {
	p := build(t, `func key(id string) string { return "k:" + id }; func f(g func(string) string, id string) { use(g(id)) }`)
	p.res.Static = func(c *ssa.CallCommon) *ssa.Function { return p.pkg.Func("key") }
	if got := dump(p.res.Of(p.the())); got != `{"k:" id#1}` {
		t.Errorf("got %s", got)
	}
}

func TestWalk(t *testing.T) {
	v := NewFormat(text("a"), &Value{Kind: Call, Text: "f", Parts: []*Value{param(0)}}, param(1))
	n := 0
	if !Walk(v, func(*Value) bool { n++; return true }) || n != 5 {
		t.Errorf("visited %d values, want 5", n)
	}
	n = 0
	if Walk(v, func(x *Value) bool { n++; return x.Kind != Call }) || n != 3 {
		t.Errorf("went on to %d values, want 3", n)
	}
	if !Walk(nil, func(*Value) bool { return false }) {
		t.Error("nil was visited")
	}
}
