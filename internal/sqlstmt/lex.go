package sqlstmt

import (
	"strings"
	"unicode/utf8"
)

// maxText bounds the work on one text. What is behind it counts as a Hole.
const maxText = 1 << 18

const holeText = string(Hole)

// lexer cuts a text into tokens. It knows no dialect: where two dialects
// disagree, the neighbours of a character decide.
type lexer struct {
	src  string
	i    int
	toks []token
	// A closer that was not found once is not looked for again; this keeps
	// the lexer linear on hostile texts.
	noBackslash, noTemplate, noBrace bool
}

func lex(src string) []token {
	l := &lexer{src: src}
	for l.skipSpace(); l.i < len(l.src); l.skipSpace() {
		l.next()
	}
	return l.toks
}

// skipSpace passes white space and comments.
func (l *lexer) skipSpace() {
	for l.i < len(l.src) {
		switch c := l.src[l.i]; {
		case c <= ' ':
			l.i++
		case c == 0xC2 && l.at(1) == 0xA0: // no-break space, from copied SQL
			l.i += 2
		case c == '-' && l.at(1) == '-', c == '#' && l.hashComment():
			l.to("\n")
		case c == '/' && l.at(1) == '*':
			l.blockComment()
		default:
			return
		}
	}
}

// hashComment tells a MySQL comment from the operators #> #>> #- and from the
// names of temporary tables (#jobs).
func (l *lexer) hashComment() bool {
	next := l.at(1)
	if next == '>' || next == '-' {
		return false
	}
	if n := len(l.toks); n > 0 && (nameByte(next) || next == '#') {
		switch l.toks[n-1].kw {
		case "INTO", "FROM", "UPDATE", "TABLE", "JOIN", "DELETE", "MERGE", "EXISTS":
			return false
		}
	}
	return true
}

// blockComment passes /* … */, which nests in PostgreSQL.
func (l *lexer) blockComment() {
	depth := 0
	for l.i < len(l.src) {
		switch {
		case strings.HasPrefix(l.src[l.i:], "/*"):
			depth++
			l.i += 2
		case strings.HasPrefix(l.src[l.i:], "*/"):
			depth--
			l.i += 2
			if depth == 0 {
				return
			}
		default:
			l.i++
		}
	}
}

// to moves behind the next s, or to the end, and reports whether s was there.
func (l *lexer) to(s string) bool {
	if n := strings.Index(l.src[l.i:], s); n >= 0 {
		l.i += n + len(s)
		return true
	}
	l.i = len(l.src)
	return false
}

// at returns the byte n behind the current one, or 0.
func (l *lexer) at(n int) byte {
	if l.i+n < len(l.src) && l.i+n >= 0 {
		return l.src[l.i+n]
	}
	return 0
}

// add appends the token that began at pos and ends here.
func (l *lexer) add(kind tokenKind, pos int, flags uint8) *token {
	if n := len(l.toks); n > 0 && int(l.toks[n-1].end) == pos {
		flags |= glued
	}
	l.toks = append(l.toks, token{kind: kind, flags: flags, pos: int32(pos), end: int32(l.i), arg: -1})
	return &l.toks[len(l.toks)-1]
}

// next reads one token; the current byte is no space.
func (l *lexer) next() {
	pos := l.i
	switch c := l.src[l.i]; {
	case c == '\'':
		l.quote(pos, '\'')
	case c == '"', c == '`':
		l.quoteName(pos, c)
	case c == '[' && l.bracketName():
	case c == '{' || c == '$' || c == ':' || c == '@' || c == '?':
		if !l.placeholder() {
			l.operator()
		}
	case '0' <= c && c <= '9', c == '.' && digit(l.at(1)) && !l.afterName():
		l.number()
	case nameByte(c) || l.holeLen() > 0 || c == '#' && nameByte(l.at(1)):
		l.word()
	default:
		l.operator()
	}
}

// afterName reports whether the current byte sticks to a name or closing bracket.
func (l *lexer) afterName() bool {
	n := len(l.toks)
	if n == 0 || int(l.toks[n-1].end) != l.i {
		return false
	}
	t := &l.toks[n-1]
	c := l.src[t.end-1]
	return t.kind == word || t.kind == quoted || t.kind == holder || t.kind == hole || c == ')' || c == ']'
}

func (l *lexer) number() {
	pos := l.i
	for l.i < len(l.src) {
		c := l.src[l.i]
		exp := (c == '+' || c == '-') && (l.at(-1) == 'e' || l.at(-1) == 'E') && digit(l.at(1)) &&
			!strings.HasPrefix(l.src[pos:], "0x")
		if !nameByte(c) && c != '.' && !exp || c >= utf8.RuneSelf {
			break
		}
		l.i++
	}
	l.add(number, pos, 0)
}

// operators of two and three bytes; the longest comes first.
var operators = []string{
	"!~~*", "<=>", "->>", "#>>", "!~*", "!~~", "~~*", "@>", "<@", "<=", ">=", "<>", "!=", "==", "^=", "||", "&&",
	"->", "#>", "#-", "::", ":=", "+=", "-=", "*=", "/=", "%=", "~*", "!~", "~~", "<<", ">>", "?|", "?&", "@@", "=>", "%%",
}

func (l *lexer) operator() {
	pos := l.i
	for _, o := range operators {
		if !strings.HasPrefix(l.src[l.i:], o) {
			continue
		}
		if o == "<@" && nameByte(l.at(2)) { // fence<@p1
			continue
		}
		l.i += len(o)
		l.add(op, pos, 0)
		return
	}
	_, n := utf8.DecodeRuneInString(l.src[l.i:])
	l.i += n
	l.add(op, pos, 0)
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// nameByte reports whether c can stand in an unquoted name. All of Unicode
// can; the Hole rune is looked for first.
func nameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || digit(c) || c == '_' || c >= utf8.RuneSelf
}
