package report

import (
	"cmp"
	"go/token"
	"strconv"
	"strings"
)

// A Position is a place in a file, written "file:line:column".
type Position struct {
	File      string
	Line, Col int
}

// At resolves a position.
func At(fset *token.FileSet, pos token.Pos) Position {
	p := fset.Position(pos)
	return Position{p.Filename, p.Line, p.Column}
}

// String has the form of token.Position.
func (p Position) String() string {
	return token.Position{Filename: p.File, Line: p.Line, Column: p.Col}.String()
}

// MarshalText implements encoding.TextMarshaler.
func (p Position) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (p *Position) UnmarshalText(text []byte) error {
	*p = Position{}
	s := string(text)
	if s == "-" {
		return nil
	}
	// A file name may hold colons, as on Windows, and a position without
	// a column may not be mistaken for one without a line.
	rest, last, ok := cutLastNumber(s)
	if !ok {
		p.File = s
		return nil
	}
	if file, line, ok := cutLastNumber(rest); ok {
		*p = Position{file, line, last}
	} else {
		*p = Position{File: rest, Line: last}
	}
	return nil
}

func cutLastNumber(s string) (rest string, n int, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0, false
	}
	n, err := strconv.Atoi(s[i+1:])
	return s[:i], n, err == nil
}

func comparePositions(a, b Position) int {
	return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line, a.Col-b.Col)
}
