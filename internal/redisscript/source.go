package redisscript

import (
	"errors"
	"strings"

	"github.com/leasevet/leasevet/internal/pattern"
)

// hole stands in a text for a part that the caller could not resolve. It is
// sqlstmt.Hole, spelled out to keep the packages apart.
const hole = "\uFFFC"

// holeName replaces a hole in code. Glued to letters it makes a longer name,
// which is a hole as well.
const holeName = "__hole__"

type reading int

const (
	asIs       reading = iota // a hole is an expression, "%s" is Lua
	verbs                     // "%s" and "{{.X}}" are expressions too
	statements                // every hole is a call, hence also a statement
)

var (
	verb   = pattern.New(`^%(\[\d+\])?[-+# 0]*\d*(\.\d+)?[svdqxXtgf]`)
	action = pattern.New(`^\{\{-?\s*[.$a-zA-Z/"(][^{}]*\}\}`)
	// quotedHole finds what a formatting function would fill inside a literal.
	quotedHole = pattern.New(hole + `|%(\[\d+\])?[svdqx]|\{\{[^{}]*\}\}|\$\{[^{}]*\}`)
)

// prepare makes Lua of the text: the #! line goes, holes in code become names,
// holes inside quotes stay (they are bytes like any other there). Lines keep
// their numbers.
func prepare(src string, r reading) (string, error) {
	src = shebang(strings.TrimPrefix(src, "\uFEFF"))
	var b strings.Builder
	depth := 0
	for i := 0; i < len(src); {
		rest := src[i:]
		n, repl := token(rest, r)
		if n > 0 && repl != "" {
			b.WriteString(repl)
			i += n
			continue
		}
		if n == 0 {
			n = 1
		}
		depth += nests(rest[:n])
		if depth > maxNesting {
			return "", errors.New("redisscript: nested too deeply")
		}
		b.WriteString(rest[:n])
		i += n
	}
	return b.String(), nil
}

// shebang blanks the first line of a function library or a flagged script.
func shebang(src string) string {
	trimmed := strings.TrimLeft(src, " \t\r\n")
	if !strings.HasPrefix(trimmed, "#!") {
		return src
	}
	skipped := len(src) - len(trimmed)
	if end := strings.IndexByte(trimmed, '\n'); end >= 0 {
		return src[:skipped] + trimmed[end:]
	}
	return ""
}

// token returns the length of the token at the start of s, and what to write in
// its place when it is a hole.
func token(s string, r reading) (int, string) {
	name := holeName
	if r == statements {
		name = " " + name + "() "
	}
	switch {
	case strings.HasPrefix(s, hole):
		return len(hole), name
	case strings.HasPrefix(s, "--"):
		if n := longBracket(s[2:]); n > 0 {
			return 2 + n, ""
		}
		if end := strings.IndexByte(s, '\n'); end >= 0 {
			return end, ""
		}
		return len(s), ""
	case s[0] == '"' || s[0] == '\'':
		return quoted(s), ""
	case s[0] == '[':
		return longBracket(s), ""
	case s[0] == '%' && r != asIs:
		if strings.HasPrefix(s, "%%") {
			return 2, "%"
		}
		if m := verb.FindString(s); m != "" {
			return len(m), name
		}
	case s[0] == '{' && r != asIs:
		if m := action.FindString(s); m != "" {
			return len(m), name
		}
	case letter(s[0]):
		n := 1
		for n < len(s) && (letter(s[n]) || s[n] >= '0' && s[n] <= '9') {
			n++
		}
		return n, ""
	}
	return 0, ""
}

func letter(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func quoted(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case s[0]:
			return i + 1
		case '\n':
			return i // unterminated: the parser will say so
		}
	}
	return len(s)
}

// longBracket returns the length of a [[…]] or [==[…]==] at the start of s.
func longBracket(s string) int {
	if s == "" || s[0] != '[' {
		return 0
	}
	level := 1
	for level < len(s) && s[level] == '=' {
		level++
	}
	if level >= len(s) || s[level] != '[' {
		return 0
	}
	closing := "]" + s[1:level] + "]"
	if end := strings.Index(s[level+1:], closing); end >= 0 {
		return level + 1 + end + len(closing)
	}
	return len(s)
}

// nests returns by how much a token deepens the nesting.
func nests(tok string) int {
	switch tok {
	case "(", "{", "[", "function", "do", "then", "repeat":
		return 1
	case ")", "}", "]", "end", "until", "elseif":
		return -1
	}
	return 0
}
