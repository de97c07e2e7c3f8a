package origin

import "testing"

func TestConstants(t *testing.T) {
	testOrigins(t, []originCase{
		{"string", `func f() { use("order") }`, `"order"`},
		{"int", `func f() { use(30) }`, `30:int`},
		{"duration", `func f() { use(30 * time.Second) }`, `30000000000:time.Duration`},
		{"nil", `func f() { use(error(nil)) }`, `nil`},
		{"named constant", `const key = "a" + ":b"; func f() { use(key) }`, `"a:b"`},
		{"named type", `type Key string; func f() { use(Key("k")) }`, `"k"`},
		{"bytes of a constant", `func f() { use([]byte("k")) }`, `"k"`},
		{"arithmetic of a parameter", `func f(n int) { use(n * 3) }`, `*(n#0, 3:int)`},
	})
}

func TestConcatenation(t *testing.T) {
	testOrigins(t, []originCase{
		{"with a parameter", `func f(id string) { use("order:" + id) }`, `{"order:" id#0}`},
		{"neighbouring literals merge", `func f(id string) { a := id + ":"; use(a + "lock") }`, `{id#0 ":lock"}`},
		{"two parameters", `func f(a, b string) { use(a + b) }`, `{a#0 b#1}`},
		{"assigned in steps", `func f(id string) { k := "order:"; k += id; k += ":lock"; use(k) }`, `{"order:" id#0 ":lock"}`},
		{"constants through a variable", `var pre = "a"; func f() { use(pre + "b") }`, `"ab"`},
		{"a number in a string", `func f(n int) { use("n" + strconv.Itoa(n)) }`, `{"n" n#0}`},
		{"empty literal", `func f(a string) { use("" + a) }`, `a#0`},
	})
}

func TestSprintf(t *testing.T) {
	testOrigins(t, []originCase{
		{"%d", `func f(id int) { use(fmt.Sprintf("order:%d", id)) }`, `{"order:" id#0%d}`},
		{"two verbs", `func f(a string, b int) { use(fmt.Sprintf("%s:%d:x", a, b)) }`, `{a#0%s ":" b#1%d ":x"}`},
		{"constant argument", `func f() { use(fmt.Sprintf("%s:%d", "a", 5)) }`, `"a:5"`},
		{"padded constant", `func f() { use(fmt.Sprintf("%03d-%x", 5, 255)) }`, `"005-ff"`},
		{"named constant that prints itself", `func f() { use(fmt.Sprintf("%v", time.Second)) }`, `?%v`},
		{"%[1]s", `func f(a, b string) { use(fmt.Sprintf("%[2]s:%[1]s:%s", a, b)) }`, `{b#1%[2]s ":" a#0%[1]s ":" b#1%s}`},
		{"%%", `func f(a string) { use(fmt.Sprintf("100%%:%s", a)) }`, `{"100%:" a#0%s}`},
		{"%q of a constant", `func f() { use(fmt.Sprintf("%q", "a\"b")) }`, `"\"a\\\"b\""`},
		{"%q of a parameter", `func f(a string) { use(fmt.Sprintf("k %q", a)) }`, `{"k " a#0%q}`},
		{"width from an argument", `func f(a string) { use(fmt.Sprintf("%*s|", 8, a)) }`, `{a#0%*s "|"}`},
		{"flags", `func f(n int) { use(fmt.Sprintf("%-5d|%+v", n, n)) }`, `{n#0%-5d "|" n#0%+v}`},
		{"missing argument", `func f() { s := "a%s"; use(fmt.Sprintf(s)) }`, `{"a" ?%s}`},
		{"arguments not in sight", `func f(args ...any) { use(fmt.Sprintf("a:%s", args...)) }`, `{"a:" ?%s}`},
		{"format in a constant", `const form = "lock:%s"; func f(a string) { use(fmt.Sprintf(form, a)) }`, `{"lock:" a#0%s}`},
		{"format that is built", `type s struct{ prefix string }; func (x *s) f(a string) { use(fmt.Sprintf(x.prefix+":%s!", a)) }`, `{x#0.prefix ":" a#1%s "!"}`},
		{"format with a hole", `func f(a string, more bool) {
			q := "UPDATE t SET a = %d"
			if more { q += a }
			use(fmt.Sprintf(q+" %s", 1, 2)) }`, `{"UPDATE t SET a = 1" ? " " ?%s}`},
		{"format not known", `func f(form string) { use(fmt.Sprintf(form, 1)) }`, `fmt.Sprintf(form#0, new)`},
		{"nested", `func f(a string) { use(fmt.Sprintf("x:%s", fmt.Sprintf("y:%s", a))) }`, `{"x:y:" a#0%s}`},
		{"Sprint", `func f(a string) { use(fmt.Sprint("k:", a)) }`, `{"k:" a#0}`},
		{"Sprint of a constant", `func f() { use(fmt.Sprint(5)) }`, `"5"`},
	})
}

func TestTextFunctions(t *testing.T) {
	testOrigins(t, []originCase{
		{"Join", `func f(id string) { use(strings.Join([]string{"lock", id, "x"}, ":")) }`, `{"lock:" id#0 ":x"}`},
		{"Join of constants", `func f() { use(strings.Join([]string{"a", "b"}, "/")) }`, `"a/b"`},
		{"Join of a parameter", `func f(s []string) { use(strings.Join(s, ":")) }`, `strings.Join(s#0, ":")`},
		{"Join of appended", `func f(id string) { s := []string{"a"}; s = append(s, id); use(strings.Join(s, ":")) }`, `{"a:" id#0}`},
		{"path.Join", `func f(id string) { use(path.Join("locks", id)) }`, `{"locks/" id#0}`},
		{"ToUpper", `func f() { use(strings.ToUpper("set")) }`, `"SET"`},
		{"ToLower of a format", `func f(id string) { use(strings.ToLower("Order:" + id)) }`, `{"order:" id#0}`},
		{"TrimSpace", `func f() { use(strings.TrimSpace(" a ")) }`, `"a"`},
		{"TrimPrefix is a call", `func f(s string) { use(strings.TrimPrefix(s, "x")) }`, `strings.TrimPrefix(s#0, "x")`},
		{"Quote", `func f() { use(strconv.Quote("a")) }`, `"\"a\""`},
		{"FormatInt", `func f(n int64) { use("k" + strconv.FormatInt(n, 10)) }`, `{"k" n#0}`},
		{"FormatInt to another base", `func f() { use(strconv.FormatInt(255, 16)) }`, `"ff"`},
		{"part of a text", `func f(s string) { use(s[:3]) }`, `s#0[]`},
		{"hash of a format", `func f(s string) { h := sha256.Sum256([]byte("a:" + s)); use(hex.EncodeToString(h[:])) }`,
			`encoding/hex.EncodeToString(crypto/sha256.Sum256({"a:" s#0}))`},
	})
}

func TestBuilder(t *testing.T) {
	testOrigins(t, []originCase{
		{"writes", `func f(id string) { var b strings.Builder; b.WriteString("a:"); b.WriteString(id); b.WriteByte('!'); use(b.String()) }`, `{"a:" id#0 "!"}`},
		{"Fprintf", `func f(id int) { var b strings.Builder; b.WriteString("UPDATE t"); fmt.Fprintf(&b, " SET a = %d", id); use(b.String()) }`, `{"UPDATE t SET a = " id#0%d}`},
		{"bytes.Buffer", `func f(id string) { b := new(bytes.Buffer); b.WriteString("k:"); b.Write([]byte(id)); use(b.String()) }`, `{"k:" id#0}`},
		{"a write that may not run", `func f(w bool) { var b strings.Builder; b.WriteString("a"); if w { b.WriteString("b") }; use(b.String()) }`, `{"a" ?}`},
		{"a write in a loop", `func f(l []string) { var b strings.Builder; b.WriteString("a"); for _, s := range l { b.WriteString(s) }; use(b.String()) }`, `{"a" ?}`},
		{"a write afterwards", `func f() { var b strings.Builder; b.WriteString("a"); use(b.String()); b.WriteString("b") }`, `"a"`},
		{"a helper that writes", `func add(b *strings.Builder) {}; func f() { var b strings.Builder; b.WriteString("a"); add(&b); use(b.String()) }`, `{"a" ?}`},
		{"a closure that writes", `func f() { var b strings.Builder; b.WriteString("a"); func() { b.WriteString("b") }(); use(b.String()) }`, `{"a" ?}`},
		{"a builder handed in", `func f(b *strings.Builder) { b.WriteString("a"); use(b.String()) }`, `{? "a"}`},
		{"Fprint and io.WriteString", `func f(id string) { var b strings.Builder; fmt.Fprint(&b, "a:"); io.WriteString(&b, id); use(b.String()) }`, `{"a:" id#0}`},
		{"nothing written", `func f() { var b strings.Builder; use(b.String()) }`, `(*strings.Builder).String(new)`},
	})
}
