package sqlstmt

import "strings"

// quote reads a '…' string whose token began at pos; a prefix like E may
// already have been read.
//
// MySQL takes a backslash in front of a quote for an escape, standard SQL does
// not. The escape is tried first; if the string then never ends, it was none.
func (l *lexer) quote(pos int, q byte) {
	prefixed := l.src[pos] == 'E' || l.src[pos] == 'e'
	escapes := prefixed || !l.noBackslash && !l.afterEscape()
	l.i++
	start, plainEnd := l.i, -1
	for l.i < len(l.src) {
		switch c := l.src[l.i]; {
		case c == '\\' && escapes && l.i+1 < len(l.src):
			if l.src[l.i+1] == q && plainEnd < 0 {
				plainEnd = l.i + 2
			}
			l.i += 2
		case c == q && l.at(1) == q:
			l.i += 2
		case c == q:
			l.i++
			l.add(str, pos, l.stringFlags(start, l.i-1))
			return
		default:
			l.i++
		}
	}
	if plainEnd >= 0 && !prefixed {
		l.i = plainEnd
		l.noBackslash = true
	}
	l.add(str, pos, l.stringFlags(start, l.i))
}

// afterEscape reports whether the string follows ESCAPE, as in ESCAPE '\'.
func (l *lexer) afterEscape() bool {
	n := len(l.toks)
	return n > 0 && l.toks[n-1].kw == "ESCAPE"
}

// stringFlags tells whether the quoted text has a hole: '%s', 'lock:%d'.
// In LIKE patterns a % before a letter is no verb; the loss is small.
func (l *lexer) stringFlags(from, to int) uint8 {
	s := l.src[from:to]
	if strings.Contains(s, holeText) || strings.Contains(s, "${") || strings.Contains(s, "{{") {
		return withHole
	}
	for k := strings.IndexByte(s, '%'); k >= 0 && k < len(s); k++ {
		if s[k] != '%' {
			continue
		}
		in := lexer{src: s, i: k}
		if n, _ := in.verb(); n > 0 && !nameByte(in.at(n)) {
			return withHole
		}
	}
	return 0
}

// quoteName reads "…" or `…`.
func (l *lexer) quoteName(pos int, q byte) {
	l.i++
	start := l.i
	for l.i < len(l.src) {
		if l.src[l.i] == q {
			if l.at(1) != q {
				break
			}
			l.i++
		}
		l.i++
	}
	flags := l.stringFlags(start, l.i)
	if l.i < len(l.src) {
		l.i++
	}
	if q == '"' {
		flags |= dquoted
	}
	l.add(quoted, pos, flags)
}

// bracketName reads [name] of SQL Server. arr[1], ARRAY['x'] and CQL lists are
// no names: they stick to a name, or hold other things than a name.
func (l *lexer) bracketName() bool {
	if n := len(l.toks); n > 0 && l.toks[n-1].kw == "ARRAY" || l.afterName() {
		return false
	}
	in := lexer{src: l.src, i: l.i + 1}
	flags := uint8(0)
	if !nameByte(in.at(0)) && in.at(0) != '#' && in.at(0) != '%' || digit(in.at(0)) {
		return false
	}
	for in.i < len(l.src) && in.i < l.i+130 {
		c := in.src[in.i]
		if c == ']' {
			pos := l.i
			l.i = in.i + 1
			l.add(quoted, pos, flags)
			return true
		}
		if n := in.holeLen(); n > 0 {
			flags, in.i = withHole, in.i+n
			continue
		}
		if !nameByte(c) && strings.IndexByte(" $#@.-", c) < 0 {
			return false
		}
		in.i++
	}
	return false
}

// dollar reads $$…$$ and $tag$…$tag$.
func (l *lexer) dollar() bool {
	n := 1
	for nameByte(l.at(n)) && (n > 1 || !digit(l.at(n))) {
		n++
	}
	if l.at(n) != '$' {
		return false
	}
	pos, tag := l.i, l.src[l.i:l.i+n+1]
	l.i += len(tag)
	l.to(tag)
	l.add(str, pos, 0)
	return true
}
