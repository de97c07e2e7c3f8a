package sqlstmt

import (
	"strconv"
	"strings"
)

// placeholder reads the placeholders of all drivers, and the templates {{…}}
// and ${…}. It reports false when the byte is only an operator.
func (l *lexer) placeholder() bool {
	switch l.src[l.i] {
	case '{':
		return !l.noTemplate && l.template("{{", "}}", &l.noTemplate)
	case '$':
		return l.dollarHolder()
	case ':':
		if c := l.at(1); c == ':' || c == '=' || l.afterName() && digit(c) || l.at(-1) == ':' {
			return false
		}
		return l.named()
	case '@':
		if l.at(1) == '@' && nameByte(l.at(2)) { // @@ROWCOUNT
			pos := l.i
			l.i += 2
			l.restOfWord(pos, 0)
			return true
		}
		return l.named()
	}
	return l.question()
}

func (l *lexer) template(open, closer string, failed *bool) bool {
	if !strings.HasPrefix(l.src[l.i:], open) {
		return false
	}
	n := strings.Index(l.src[l.i:], closer)
	if n < 0 {
		*failed = true
		return false
	}
	pos := l.i
	l.i += n + len(closer)
	if c := l.at(0); c == '_' || digit(c) { // {{.Prefix}}_locks
		l.restOfWord(pos, withHole)
		return true
	}
	l.add(hole, pos, 0)
	return true
}

// dollarHolder reads $1, $name, ${name}, $%d (a number made by Sprintf) and the
// $$ strings.
func (l *lexer) dollarHolder() bool {
	if l.at(1) == '{' {
		return !l.noBrace && l.template("${", "}", &l.noBrace)
	}
	if !digit(l.at(1)) && l.dollar() {
		return true
	}
	return l.named()
}

// named reads a sigil with a number, a name or a hole behind it.
func (l *lexer) named() bool {
	pos := l.i
	l.i++
	if n := l.holeLen(); n > 0 {
		l.i += n
		l.add(holder, pos, 0)
		return true
	}
	if c := l.at(0); !nameByte(c) {
		l.i = pos
		return false
	}
	for l.i < len(l.src) {
		if n := l.holeLen(); n > 0 { // @p%d
			l.i += n
			continue
		}
		if !nameByte(l.src[l.i]) {
			break
		}
		l.i++
	}
	t := l.add(holder, pos, 0)
	t.arg = int32(holderNumber(l.src[pos:l.i]))
	return true
}

// holderNumber returns the 0-based index in $2, :2, ?2 and @p2, or -1.
func holderNumber(s string) int {
	if s[0] == '@' {
		if len(s) < 3 || s[1] != 'p' && s[1] != 'P' {
			return -1
		}
		s = s[1:]
	}
	n, err := strconv.Atoi(s[1:])
	if err != nil || n < 1 || n > 1<<16 {
		return -1
	}
	return n - 1
}

// question reads ?, ?1 and ?name, but not PostgreSQL's JSON operators ? ?| ?&,
// which stand between two operands.
func (l *lexer) question() bool {
	if l.afterOperand() {
		if c := l.at(1); c == '|' && l.at(2) != '|' || c == '&' {
			return false
		}
		n := 1
		for l.at(n) == ' ' {
			n++
		}
		if c := l.at(n); c == '\'' || c == '$' || c == '?' || c == ':' && l.at(n+1) != ':' || c == '@' {
			return false
		}
	}
	pos := l.i
	l.i++
	flags := uint8(0)
	switch c := l.at(0); {
	case digit(c):
		for digit(l.at(0)) {
			l.i++
		}
	case nameByte(c) && !strings.HasPrefix(l.src[l.i:], holeText):
		for nameByte(l.at(0)) && !strings.HasPrefix(l.src[l.i:], holeText) {
			l.i++
		}
	default:
		flags = ordered
	}
	t := l.add(holder, pos, flags)
	if flags == 0 {
		t.arg = int32(holderNumber(l.src[pos:l.i]))
	}
	return true
}

// numberHolders gives the plain ? their argument indexes and returns how many
// arguments the text takes. Behind a hole that may itself hold placeholders an
// index cannot be known.
func numberHolders(toks []token, src string) int {
	plain, top, known := 0, 0, true
	zero := false // go-pg and bun count from ?0
	for i := range toks {
		t := &toks[i]
		zero = zero || t.kind == holder && src[t.pos:t.end] == "?0"
	}
	for i := range toks {
		t := &toks[i]
		switch {
		case t.kind == hole:
			if !t.is(scalar) && !nameHole(toks, i, src) {
				known = false
			}
		case t.kind == holder && t.is(ordered):
			if known {
				t.arg = int32(plain)
			}
			plain++
		case t.kind == holder:
			if zero && src[t.pos] == '?' && digit(src[t.end-1]) {
				t.arg++
			}
			top = max(top, int(t.arg)+1)
		}
	}
	return plain + top
}

// nameHole reports whether the hole stands where only a name can stand.
func nameHole(toks []token, i int, src string) bool {
	if i > 0 {
		switch p := &toks[i-1]; p.kw {
		case "UPDATE", "INTO", "FROM", "JOIN", "TABLE", "AS", "ONLY", "BY":
			return true
		default:
			if p.kind == op && src[p.pos:p.end] == "." {
				return true
			}
		}
	}
	if i+1 < len(toks) {
		n := &toks[i+1]
		if n.kind == op && (src[n.pos:n.end] == "." || comparison(src[n.pos:n.end]) != "") {
			return true
		}
		if i+2 < len(toks) && toks[i+2].kw == "VALUES" && src[n.pos] == ')' { // INSERT INTO t (⬚) VALUES
			return true
		}
		return n.kw == "SET" || n.kw == "ASC" || n.kw == "DESC" || n.kw == "FROM"
	}
	return false
}
