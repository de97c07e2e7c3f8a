package load

// strip blanks what importers of a file never see: the bodies of its functions
// and the elements of its package-level composite literals. Parsing and
// type-checking those is most of the work on a dependency. Lines and offsets
// stay as they are. src is changed in place; it is Go code, or the parser will
// complain about it.
func strip(src []byte) {
	s := stripper{src: src}
	for {
		switch s.next() {
		case 0:
			return
		case ';':
		case word:
			switch s.text {
			case "func":
				s.function()
			case "var":
				s.variables()
			default:
				s.rest()
			}
		default:
			s.rest()
		}
	}
}

// A stripper reads the tokens of a file, as far as needed to tell which braces
// hold code.
type stripper struct {
	src  []byte
	pos  int
	text string // of the last token, if it is a word
	kind byte   // of the last token: its first byte, or word
	ends bool   // a line may end after it
}

// word is the kind of names, keywords and numbers.
const word = 'a'

// function blanks a body: the first brace outside parentheses that does not
// belong to a struct or interface type.
func (s *stripper) function() {
	for {
		inType := s.typeWord()
		switch s.next() {
		case 0, ';':
			return // implemented elsewhere
		case '(', '[':
			s.group()
		case '{':
			if !inType {
				s.blank()
				return
			}
			s.group()
		}
	}
}

// variables handles one declaration of variables, or a group in parentheses.
func (s *stripper) variables() {
	if s.next() != '(' {
		s.values()
		return
	}
	for {
		switch s.next() {
		case 0, ')':
			return
		case ';':
		default:
			if s.values() {
				return
			}
		}
	}
}

// values blanks the elements of composite literals and the bodies of function
// literals up to the end of the line, and says whether it ended the group.
func (s *stripper) values() (closed bool) {
	counted := false
	for {
		inType := s.typeWord()
		switch s.next() {
		case 0, ';':
			return false
		case ')':
			return true
		case '[':
			// The number of elements is part of the type [...]T.
			counted = counted || s.dots()
			s.group()
		case '(':
			s.group()
		case '{':
			if inType || counted {
				s.group()
			} else {
				s.blank()
			}
		}
	}
}

// rest skips any other declaration.
func (s *stripper) rest() {
	for {
		switch s.next() {
		case 0, ';':
			return
		case '(', '[', '{':
			s.group()
		}
	}
}

// typeWord says whether a brace that comes next belongs to a type.
func (s *stripper) typeWord() bool {
	return s.kind == word && (s.text == "struct" || s.text == "interface")
}

func (s *stripper) dots() bool {
	i := s.pos
	for i < len(s.src) && (s.src[i] == ' ' || s.src[i] == '\t') {
		i++
	}
	return i+3 <= len(s.src) && string(s.src[i:i+3]) == "..."
}

// blank empties the braces whose opening one was the last token.
func (s *stripper) blank() {
	from := s.pos
	if !s.group() {
		return // cut off
	}
	for i := from; i < s.pos-1; i++ {
		if s.src[i] != '\n' {
			s.src[i] = ' '
		}
	}
}

// group skips to behind the bracket that closes the last token, and says
// whether there is one.
func (s *stripper) group() bool {
	s.kind, s.ends = ')', true
	depth := 1
	for s.pos < len(s.src) {
		c := s.src[s.pos]
		s.pos++
		switch c {
		case '{', '(', '[':
			depth++
		case '}', ')', ']':
			if depth--; depth == 0 {
				return true
			}
		case '"', '`', '\'':
			s.quoted(c)
		case '/':
			s.comment()
		}
	}
	return false
}

// next reads a token. As the language has it, a line ends with a semicolon
// after certain tokens.
func (s *stripper) next() byte {
	for s.pos < len(s.src) {
		c := s.src[s.pos]
		s.pos++
		switch {
		case c == '\n':
			if s.ends {
				return s.token(';', false)
			}
		case c == ' ' || c == '\t' || c == '\r':
		case c == '/':
			comment, lines := s.comment()
			if !comment {
				return s.token(c, false)
			}
			if lines && s.ends {
				return s.token(';', false)
			}
		case c == '"' || c == '`' || c == '\'':
			s.quoted(c)
			return s.token(c, true)
		case letter(c):
			from := s.pos - 1
			for s.pos < len(s.src) && letter(s.src[s.pos]) {
				s.pos++
			}
			s.text = string(s.src[from:s.pos])
			return s.token(word, true)
		default:
			return s.token(c, c == ')' || c == ']' || c == '}')
		}
	}
	return s.token(0, false)
}

func (s *stripper) token(kind byte, ends bool) byte {
	s.kind, s.ends = kind, ends
	return kind
}

func letter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c >= 0x80
}

// quoted skips to behind the end of a string or rune.
func (s *stripper) quoted(quote byte) {
	for s.pos < len(s.src) {
		c := s.src[s.pos]
		s.pos++
		switch {
		case c == quote:
			return
		case c == '\\' && quote != '`':
			s.pos++
		}
	}
}

// comment skips a comment whose slash was read, if it is one, and says whether
// it ran over lines. The newline after a line comment is left.
func (s *stripper) comment() (ok, lines bool) {
	if s.pos >= len(s.src) {
		return false, false
	}
	switch s.src[s.pos] {
	case '/':
		for s.pos < len(s.src) && s.src[s.pos] != '\n' {
			s.pos++
		}
		return true, false
	case '*':
		for s.pos++; s.pos < len(s.src); s.pos++ {
			switch {
			case s.src[s.pos] == '\n':
				lines = true
			case s.src[s.pos] == '*' && s.pos+1 < len(s.src) && s.src[s.pos+1] == '/':
				s.pos += 2
				return true, lines
			}
		}
		return true, lines
	}
	return false, false
}
