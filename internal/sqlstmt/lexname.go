package sqlstmt

import "strings"

// holeLen returns the length of the hole at the current byte, or 0: the Hole
// rune or a formatting verb. {{…}} and ${…} are read by placeholder.
func (l *lexer) holeLen() int {
	if strings.HasPrefix(l.src[l.i:], holeText) {
		return len(holeText)
	}
	n, _ := l.verb()
	return n
}

// verb returns the length of the formatting verb at the current byte, or 0,
// and its letter.
func (l *lexer) verb() (int, byte) {
	if l.at(0) != '%' {
		return 0, 0
	}
	n := 1
	for strings.IndexByte("+-#0123456789.*", l.at(n)) >= 0 && l.at(n) != 0 {
		n++
	}
	if l.at(n) == '[' {
		for n++; digit(l.at(n)); n++ {
		}
		if l.at(n) != ']' {
			return 0, 0
		}
		n++
	}
	c := l.at(n)
	if c == 0 || strings.IndexByte("vTtcdboxXqsefgp", c) < 0 {
		return 0, 0
	}
	// id %size is a remainder, but SET %sversion has a verb.
	if next := l.at(n + 1); (nameByte(next) && next != '_' && !strings.HasPrefix(l.src[l.i+n+1:], holeText)) && l.afterOperand() {
		return 0, 0
	}
	return n + 1, c
}

// afterOperand reports whether the last token ends an operand, so that an
// operator is to come.
func (l *lexer) afterOperand() bool {
	n := len(l.toks)
	return n > 0 && endsOperand(&l.toks[n-1], l.src)
}

// word reads a name, with the holes in it: lock_%s, %s_locks. A hole that only
// touches a name is left alone, since text made by concatenation often touches:
// "SET "+cols+"version = 1".
func (l *lexer) word() {
	pos := l.i
	if l.holeLen() > 0 {
		l.i += l.holeLen()
		flags := uint8(0)
		if c := l.src[l.i-1]; l.src[pos] == '%' && c != 's' && c != 'v' && c != 'T' {
			flags = scalar
		}
		if c := l.at(0); c != '_' && !digit(c) {
			l.add(hole, pos, flags)
			return
		}
		l.restOfWord(pos, withHole)
		return
	}
	if l.at(0) == '#' {
		l.i++
		if l.at(0) == '#' {
			l.i++
		}
	}
	l.restOfWord(pos, 0)
}

func (l *lexer) restOfWord(pos int, flags uint8) {
	for l.i < len(l.src) {
		c := l.src[l.i]
		if n := l.holeLen(); n > 0 {
			_, letter := l.verb()
			if l.src[l.i-1] != '_' && (letter == 0 || letter == 's' || letter == 'v') {
				break
			}
			l.i += n
			flags |= withHole
			continue
		}
		if !nameByte(c) && !(c == '$' && nameByte(l.at(1)) && !digit(l.at(1))) {
			break
		}
		if c == 0xC2 && l.at(1) == 0xA0 {
			break
		}
		l.i++
	}
	w := l.src[pos:l.i]
	if l.at(0) == '\'' && len(w) <= 2 { // E'…', N'…', x'…', B'…'
		switch strings.ToLower(w) {
		case "e", "n", "x", "b", "r", "u":
			l.quote(pos, '\'')
			return
		}
	}
	t := l.add(word, pos, flags)
	if flags&withHole == 0 {
		t.kw = keyword(w)
	}
}
