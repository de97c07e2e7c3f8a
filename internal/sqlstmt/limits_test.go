package sqlstmt

import (
	"strings"
	"testing"
	"time"
)

// hostile are texts whose cost must not grow faster than their length. Each is
// repeated up to a megabyte.
var hostile = map[string]struct{ head, unit, tail string }{
	"parens":            {"SELECT * FROM t WHERE ", "(", "a = 1"},
	"closed parens":     {"SELECT 1 WHERE a = ", "()", ""},
	"stray closers":     {"SELECT ", ")]}", ""},
	"mixed brackets":    {"SELECT ", "([{(", ")"},
	"nested queries":    {"SELECT * FROM t WHERE a = ", "(SELECT b FROM u WHERE c = ", "1"},
	"query comparisons": {"UPDATE t SET (a, b, c) = ", "(SELECT x, y, z FROM u WHERE (d, e) = ", "1"},
	"nested case":       {"UPDATE t SET a = ", "CASE WHEN b = 1 THEN ", "1"},
	"not":               {"SELECT 1 WHERE ", "NOT ", "a"},
	"not parens":        {"SELECT 1 WHERE ", "NOT (a OR ", "b"},
	"and":               {"SELECT 1 WHERE a = 1", " AND a = 1", ""},
	"or":                {"SELECT 1 WHERE a = 1", " OR a = 1", ""},
	"or and":            {"SELECT 1 WHERE ", "(a = 1 OR b = 2 AND ", "c"},
	"between":           {"SELECT 1 WHERE a BETWEEN 1", " AND b BETWEEN 2", ""},
	"in list":           {"SELECT 1 WHERE a IN (1", ",?", ")"},
	"set list":          {"UPDATE t SET a = 1", ", b = b + 1", " WHERE id = 1"},
	"sum":               {"UPDATE t SET a = a", " + a", ""},
	"casts":             {"SELECT 1 WHERE a", "::b + c", ""},
	"rows":              {"INSERT INTO t (a, b) VALUES (1, 2)", ", (?, ?)", ""},
	"statements":        {"", "a;", ""},
	"if begin":          {"", "IF a BEGIN ", ""},
	"if else":           {"", "IF a = 1 SELECT 1 ELSE ", ""},
	"if rowcount":       {"SELECT 1 ", "IF @@ROWCOUNT = 0 SELECT 1 ", ""},
	"set set":           {"", "SET NOCOUNT ON SELECT 1 ", ""},
	"ctes":              {"WITH a AS (SELECT 1)", ", a AS (SELECT 1)", " UPDATE a SET b = 1"},
	"nested ctes":       {"", "WITH a AS (", "SELECT 1"},
	"when":              {"MERGE INTO t USING s ON a = b", " WHEN MATCHED AND a = 1 THEN UPDATE SET a = 1", ""},
	"conflicts":         {"INSERT INTO t VALUES (1)", " ON CONFLICT (a) DO UPDATE SET a = 1 WHERE b = 2", ""},
	"joins":             {"SELECT 1 FROM t", " JOIN u ON t.a = u.a", ""},
	"commas":            {"SELECT 1 FROM t", ", u", ""},
	"holes":             {"UPDATE t SET ", holeText + " ", ""},
	"glued holes":       {"UPDATE t", holeText + "a_", ""},
	"verbs":             {"UPDATE t SET ", "%s%d", ""},
	"percent":           {"SELECT ", "%", ""},
	"verb digits":       {"SELECT ", "%0", ""},
	"quotes":            {"SELECT ", "'\\'", ""},
	"double quotes":     {"SELECT ", "\"", ""},
	"dollar quotes":     {"SELECT ", "$a$b", ""},
	"dollars":           {"SELECT ", "$", ""},
	"templates":         {"SELECT ", "{{", ""},
	"braces":            {"SELECT ", "${", ""},
	"brackets":          {"SELECT ", "[a ", ""},
	"comments":          {"SELECT ", "/*", ""},
	"dashes":            {"SELECT ", "--\n", ""},
	"questions":         {"SELECT ", "? ", ""},
	"question spaces":   {"SELECT ?", "     ", "?"},
	"dots":              {"SELECT ", "a.", ""},
	"json":              {"SELECT 1 WHERE a", "->'b'", " = 1"},
	"one word":          {"", "a", ""},
	"digits":            {"SELECT 1", "1", ""},
	"zero":              {"", "\x00", ""},
	"invalid":           {"", "\xff\xfe", ""},
	"body":              {"DO $$ ", "DO a(", " $$"},
	"functions":         {"SELECT ", "f(", "1"},
	"minus":             {"SELECT 1 WHERE a", " - (b", " > 1"},
}

func TestHostile(t *testing.T) {
	for name, h := range hostile {
		t.Run(name, func(t *testing.T) {
			text := h.head + strings.Repeat(h.unit, (1<<20)/len(h.unit)) + h.tail
			start := time.Now()
			Parse(text)
			// Shorter than what is cut, so that the tail is read too.
			text = h.head + strings.Repeat(h.unit, (1<<16)/len(h.unit)) + h.tail
			Parse(text)
			ParseFragment(text)
			// A quadratic step takes half a minute; the bound leaves room for a
			// slow machine and the race detector.
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		for _, c := range cases {
			Parse(c.sql)
		}
	}
}
