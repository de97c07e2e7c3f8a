package origin

import "testing"

const decls = `
type conf struct{ key string; ttl int }
type lock struct{ name string; conf conf; opts *conf }
func newLock(name string) *lock { return &lock{name: name} }
func (l *lock) key() string { return "lock:" + l.name }
func (l lock) val() string { return "lock:" + l.name }
`

func TestCalls(t *testing.T) {
	testOrigins(t, []originCase{
		{"key function", `func key(id string) string { return "order:" + id }; func f(x string) { use(key(x)) }`, `{"order:" x#0}`},
		{"key function of a constant", `func key(id string) string { return "order:" + id }; func f() { use(key("7")) }`, `"order:7"`},
		{"key functions in a row", `func key(id string) string { return "order:" + tail(id) }
			func tail(s string) string { return s + ":lock" }
			func f(x string) { use(key(x)) }`, `{"order:" x#0 ":lock"}`},
		{"verb of the format stays", `func key(id int) string { return fmt.Sprintf("o:%05d", id) }; func f(n int) { use(key(n)) }`, `{"o:" n#0%05d}`},
		{"text beside an error", `func key(id string) (string, error) { if id == "" { return "", errors.New("x") }; return "k:" + id, nil }
			func f(x string) { k, _ := key(x); use(k) }`, `{"k:" x#0}`},
		{"texts that differ", `func key(b bool) string { if b { return "a" }; return "b" }; func f() { use(key(true)) }`, `("a"|"b")`},
		{"method", decls + `func f(x *lock) { use(x.key()) }`, `{"lock:" x#0.name}`},
		{"method of a value", decls + `func f(x lock) { use(x.val()) }`, `{"lock:" x#0.name}`},
		{"method of a field", decls + `type s struct{ l *lock }; func (s *s) f() { use(s.l.key()) }`, `{"lock:" s#0.l.name}`},
		{"interface", `type keyer interface{ Key(string) string }; func f(k keyer, id string) { use(k.Key(id)) }`, `(keyer).Key(k#0, id#1)`},
		{"function value", `func f(key func(string) string, id string) { use(key(id)) }`, `key(id#1)`},
		{"function in a field", `type s struct{ key func(string) string }; func (s *s) f(id string) { use(s.key(id)) }`, `s.key(id#1)`},
		{"no body", `func f(s string) { use(strings.Repeat(s, 2)) }`, `strings.Repeat(s#0, 2:int)`},
		{"second result", `func two(a string) (string, string) { return a, "x:" + a }; func f(s string) { _, b := two(s); use(b) }`, `{"x:" s#0}`},
		{"recursive", `func r(s string) string { if s == "" { return r("a" + s) }; return "b" + s }; func f(s string) { use(r(s)) }`, `(r({"a" s#0})|{"b" s#0})`},
		{"generic", `func key[T any](v T) string { return fmt.Sprintf("k:%v", v) }; func f(n int) { use(key(n)) }`, `{"k:" n#0%v}`},
		{"append is its head", `func f(a []string) { use(append(a, "x")) }`, `a#0`},
	})
}

func TestFields(t *testing.T) {
	testOrigins(t, []originCase{
		{"of the receiver", decls + `func (l *lock) f() { use(l.name) }`, `l#0.name`},
		{"of a receiver by value", decls + `func (l lock) f() { use(l.name) }`, `l#0.name`},
		{"nested", decls + `func (l *lock) f() { use(l.conf.key) }`, `l#0.conf.key`},
		{"nested by pointer", decls + `func (l *lock) f() { use(l.opts.key) }`, `l#0.opts.key`},
		{"local literal", decls + `func f(id string) { l := &lock{name: "a:" + id}; use(l.name) }`, `{"a:" id#0}`},
		{"local literal by value", decls + `func f(id string) { l := lock{name: "a:" + id}; use(l.name) }`, `{"a:" id#0}`},
		{"field of a result", decls + `type loader interface{ load() lock }; func f(l loader) { use(l.load().name) }`, `(loader).load(l#0).name`},
		{"captured literal", decls + `func f(id string) { l := lock{name: id}; go func() { use(l.name) }() }`, `id#0`},
		{"only one text is ever stored", `type s struct{ sql string }; func n() *s { return &s{sql: "SELECT 1"} }; func (x *s) f() { use(x.sql) }`, `"SELECT 1"`},
		{"exported: others may store", `type S struct{ SQL string }; func n() *S { return &S{SQL: "SELECT 1"} }; func (x *S) f() { use(x.SQL) }`, `x#0.SQL`},
		{"two texts stored", `type s struct{ sql string }; func n() []*s { return []*s{{sql: "a"}, {sql: "b"}} }; func (x *s) f() { use(x.sql) }`, `x#0.sql`},
		{"copy of a field", decls + `func (l *lock) f() { c := l.conf; use(c.key) }`, `l#0.conf.key`},
		{"element's field", decls + `func f(ls []*lock) { for _, l := range ls { use(l.name) } }`, `ls#0[].name`},
	})
}

func TestVariables(t *testing.T) {
	testOrigins(t, []originCase{
		{"captured", `func f(id string) { k := "a:" + id; func() { use(k) }() }`, `{"a:" id#0}`},
		{"captured parameter", `func f(id string) { func() { func() { use(id) }() }() }`, `id#0`},
		{"captured and changed", `func f(id string) { k := "a"; g := func() { k = "b" }; g(); use(k) }`, `("a"|"b")`},
		{"changed by a closure in a closure", `func f(id string) { k := "a"; g := func() { func() { k = id }() }; g(); use(k) }`, `("a"|id#0)`},
		{"declared, then set", `func f(id string) { var k string; k = "a:" + id; func() { use(k) }() }`, `{"a:" id#0}`},
		{"address handed out", `func set(*string) {}; func f() { k := "a"; set(&k); use(k) }`, `("a"|?)`},
		{"equal texts", `func f(b bool) { k := "a"; if b { k = "a" }; use(k) }`, `"a"`},
		{"equal formats", `func f(b bool, id string) { var k string; if b { k = "a:" + id } else { k = fmt.Sprint("a:", id) }; use(k) }`, `{"a:" id#1}`},
		{"same field", decls + `func (l *lock) f(b bool) { var k string; if b { k = l.name } else { k = l.name }; use(k) }`, `l#0.name`},
		{"different texts", `func f(b bool) { k := "a"; if b { k = "b" }; use(k) }`, `("a"|"b")`},
		{"common beginning", `func f(b bool) { q := "UPDATE t SET a = 1"; if b { q += " WHERE b" }; use(q) }`, `{"UPDATE t SET a = 1" ?}`},
		{"grows in a loop", `func f(l []string) { q := "a IN ("; for range l { q += "?," }; use(q) }`, `{"a IN (" ?}`},
		{"grows in two loops", `func f(l []string) { q := "a IN ("; for range l { for range l { q += "?," } }; use(q) }`, `{"a IN (" ?}`},
		{"too many texts", `func f(n int) { k := ""; switch n {
			case 1: k = "1"; case 2: k = "2"; case 3: k = "3"; case 4: k = "4"; case 5: k = "5"; case 6: k = "6"; case 7: k = "7" }; use(k) }`, `?`},
		{"received", `func f(c chan string) { use(<-c) }`, `new`},
		{"asserted", `func f(v any) { use(v.(string)) }`, `v#0`},
		{"asserted with ok", `func f(v any) { s, _ := v.(string); use(s) }`, `v#0`},
		{"element", `func f(s []string) { use(s[0]) }`, `s#0[]`},
		{"element of a map", `func f(m map[string]string) { use(m["a"]) }`, `m#0[]`},
		{"element of a map with ok", `func f(m map[string]string) { v, _ := m["a"]; use(v) }`, `m#0[]`},
		{"closure", `func f(n int) { use(func() int { return n }) }`, `new`},
		{"function", `func g() {}; func f() { use(g) }`, `func g()`},
	})
}

func TestGlobals(t *testing.T) {
	testOrigins(t, []originCase{
		{"one store", `var key = "a"; func f() { use(key) }`, `"a"`},
		{"built from another", `var pre = "a:"; var key = pre + "b"; func f() { use(key) }`, `"a:b"`},
		{"two stores", `var key = "a"; func set() { key = "b" }; func f() { use(key) }`, `$key`},
		{"set by a function", `var key string; func set(k string) { key = k }; func f() { use(key) }`, `$key`},
		{"address handed out", `var key = "a"; func set(*string) {}; func init() { set(&key) }; func f() { use(key) }`, `$key`},
		{"not a text", `var n = new(int); func f() { use(n) }`, `$n`},
		{"context", `var ctx = context.Background(); func f() { use(ctx) }`, `ctx:context.Background()`},
		{"map by constant", `var m = map[string]string{"a": "x", "b": "y"}; func f() { use(m["b"]) }`, `"y"`},
		{"map by variable", `var m = map[string]string{"a": "x", "b": "y"}; func f(k string) { use(m[k]) }`, `("x"|"y")`},
		{"map with ok", `var m = map[string]string{"a": "x"}; func f(k string) { v, _ := m[k]; use(v) }`, `"x"`},
		{"local map", `func f(id string) { m := map[string]string{"a": "k:" + id}; use(m["a"]) }`, `{"k:" id#0}`},
		{"package of another", `func f() { use(io.EOF) }`, `$io.EOF`},
	})
}
