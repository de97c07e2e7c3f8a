package origin

import "testing"

func TestCompare(t *testing.T) {
	const decls = `type lock struct{ name, owner string; key func() string }
		type other struct{ name string }
		type keys interface{ Key(string) string; Owner(string) string }
		func token() string { b := make([]byte, 8); rand.Read(b); return hex.EncodeToString(b) }
		`
	for _, c := range []struct {
		name, src string // uses two values
		want      Match
	}{
		{"equal constants", `func f() { use("a"); use("a") }`, Strong},
		{"different constants", `func f() { use("a"); use("b") }`, Different},
		{"equal formats", `func f(a, b string) { use("lock:" + a); use("lock:" + b) }`, Strong},
		{"a format written in two ways", `func f(a, b string) { use("lock:" + a); use(fmt.Sprintf("lock:%s", b)) }`, Strong},
		{"look-alike formats", `func f(a, b string) { use("order:" + a); use("order:" + b + ":lock") }`, Different},
		{"different literals", `func f(a string) { use("order:" + a); use("lock:" + a) }`, Different},
		{"a format and a constant", `func f(a string) { use("lock:" + a); use("lock:x") }`, Different},
		{"formats of parameters only", `func f(a, b, c string) { use(a + ":" + b); use(b + ":" + c) }`, Weak},
		{"formats with one letter", `func f(a, b string) { use("o:" + a); use("o:" + b) }`, Weak},
		{"formats with the same field", `func (l *lock) f() { use("o:" + l.name); use("o:" + l.name) }`, Strong},
		{"formats with another field", `func (l *lock) f() { use("lock:" + l.name); use("lock:" + l.owner) }`, Different},
		{"a field here, a parameter there", `func (l *lock) f(a string) { use("lock:" + l.name); use("lock:" + a) }`, Strong},
		{"same parameter", `func f(a string) { use(a); use(a) }`, Strong},
		{"two parameters", `func f(a, b string) { use(a); use(b) }`, Weak},
		{"parameter and constant", `func f(a string) { use(a); use("x") }`, Different},
		{"same field of two values", `func f(a, b *lock) { use(a.name); use(b.name) }`, Strong},
		{"two fields", `func (l *lock) f() { use(l.name); use(l.owner) }`, Different},
		{"same field of other types", `func f(a *lock, b *other) { use(a.name); use(b.name) }`, Different},
		{"same variable", `var a, b = new(int), new(int); func f() { use(a); use(a) }`, Strong},
		{"two variables", `var a, b = new(int), new(int); func f() { use(a); use(b) }`, Different},
		{"same key function", `func f(k keys, a, b string) { use(k.Key(a)); use(k.Key(b)) }`, Strong},
		{"key function of other constants", `func f(k keys) { use(k.Key("a")); use(k.Key("b")) }`, Different},
		{"other key function", `func f(k keys, a string) { use(k.Key(a)); use(k.Owner(a)) }`, Different},
		{"key function in a field", `func (l *lock) f() { use(l.key()); use(l.key()) }`, Strong},
		{"a function handed in", `func f(key func() string) { use(key()); use(key()) }`, Weak},
		{"standard library of parameters", `func f(a, b string) { use(strings.TrimPrefix(a, "x")); use(strings.TrimPrefix(b, "x")) }`, Weak},
		{"standard library of the same", `func f(a string) { use(strings.TrimPrefix(a, "x")); use(strings.TrimPrefix(a, "x")) }`, Strong},
		{"standard library of other constants", `func f(a string) { use(strings.TrimPrefix(a, "x")); use(strings.TrimPrefix(a, "y")) }`, Different},
		{"standard library behind a helper", `func trim(s string) string { return strings.TrimPrefix(s, "x") }
			func f(a, b string) { use(trim(a)); use(trim(b)) }`, Weak},
		{"two random tokens", `func f() { use(token()); use(token()) }`, Weak},
		{"one random token", `func f() { t := token(); use(t); use(t) }`, Strong},
		{"arithmetic", `func f(a, b int) { use(a * 3); use(b * 3) }`, Weak},
		{"one of several", `func f(b bool) { k := "a"; if b { k = "b" }; use(k); use("b") }`, Strong},
		{"none of several", `func f(b bool) { k := "a"; if b { k = "b" }; use(k); use("c") }`, Different},
		{"elements of one map", `func f(m map[string]string, a, b string) { use(m[a]); use(m[b]) }`, Strong},
		{"elements of two maps", `func f(m, n map[string]string, a string) { use(m[a]); use(n[a]) }`, Weak},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := build(t, decls+c.src)
			vals := p.used()
			if len(vals) != 2 {
				t.Fatalf("the source uses %d values", len(vals))
			}
			a, b := p.res.Of(vals[0]), p.res.Of(vals[1])
			if got := Compare(a, b); got != c.want {
				t.Errorf("got %d, want %d: %s and %s", got, c.want, dump(a), dump(b))
			}
			if ab, ba := Compare(a, b), Compare(b, a); ab != ba {
				t.Errorf("%d one way, %d the other", ab, ba)
			}
		})
	}
	if Compare(nil, text("a")) != Different || Compare(text("a"), nil) != Different {
		t.Error("nil is the same as something")
	}
}

func TestNameless(t *testing.T) {
	for name, want := range map[string]bool{
		"strings.TrimPrefix": true, "(*strings.Builder).String": true, "net/http.Get": true, "(*database/sql.DB).Query": true,
		"+": true, "t5": true, "key": true, "error.Error": false,
		"github.com/x/y.Key": false, "(*github.com/x/y.T).Key": false, "(x.org/p.T).Key": false,
		"app/locks.Key": false, "app.Key": false, "(*shop/internal/lock.L).Key": false,
	} {
		if got := nameless(name); got != want {
			t.Errorf("nameless(%s) = %v", name, got)
		}
	}
}

func TestTelling(t *testing.T) {
	hole := &Value{Kind: Param}
	for _, c := range []struct {
		v    *Value
		want bool
	}{
		{NewFormat(text("ab"), hole), true}, {NewFormat(hole, text(":"), hole), false}, {NewFormat(text("o:"), hole), false},
		{NewFormat(text("{a}:{b}"), hole), true}, {hole, false}, {nil, false},
	} {
		if got := Telling(c.v); got != c.want {
			t.Errorf("Telling(%v) = %v", c.v, got)
		}
	}
}
