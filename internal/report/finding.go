// Package report turns what analyzers say into what people and tools read.
package report

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// A Finding is a diagnostic whose positions are resolved, so that it outlives
// the syntax. Its JSON form is that of `go vet -json`, field for field.
type Finding struct {
	Category string    `json:"category,omitempty"`
	Posn     Position  `json:"posn"`
	End      Position  `json:"end"`
	Message  string    `json:"message"`
	Fixes    []Fix     `json:"suggested_fixes,omitempty"`
	Related  []Related `json:"related,omitempty"`
}

// A Fix is a set of edits to be made all or not at all.
type Fix struct {
	Message string `json:"message"`
	Edits   []Edit `json:"edits"`
}

// An Edit replaces the bytes from Start to End of a file.
type Edit struct {
	Filename string `json:"filename"`
	Start    int    `json:"start"`
	End      int    `json:"end"`
	New      string `json:"new"`
}

// A Related is a second place that a finding speaks of.
type Related struct {
	Posn    Position `json:"posn"`
	End     Position `json:"end"`
	Message string   `json:"message"`
}

// NewFinding resolves the positions of a diagnostic.
func NewFinding(fset *token.FileSet, d analysis.Diagnostic) Finding {
	f := Finding{
		Category: d.Category,
		Posn:     At(fset, d.Pos),
		End:      At(fset, cmp.Or(d.End, d.Pos)),
		Message:  d.Message,
	}
	for _, r := range d.Related {
		f.Related = append(f.Related, Related{At(fset, r.Pos), At(fset, cmp.Or(r.End, r.Pos)), r.Message})
	}
	for _, sf := range d.SuggestedFixes {
		fix := Fix{Message: sf.Message}
		for _, e := range sf.TextEdits {
			// Offsets are those of the file that was parsed, whatever a
			// //line directive says about where its text came from.
			file := fset.File(e.Pos)
			if file == nil {
				continue
			}
			fix.Edits = append(fix.Edits, Edit{file.Name(), file.Offset(e.Pos), file.Offset(cmp.Or(e.End, e.Pos)), string(e.NewText)})
		}
		f.Fixes = append(f.Fixes, fix)
	}
	return f
}

// A Position is a place in a file, written "file:line:column".
type Position struct {
	File      string
	Line, Col int
}

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

// A Package is the findings of one unit by analyzer, and the analyzers that
// failed on it.
type Package struct {
	Path     string
	Findings map[string][]Finding
	Errors   map[string]string
}

// Add adds one analyzer's findings to p, sorted by position.
func (p *Package) Add(fset *token.FileSet, analyzer string, diags []analysis.Diagnostic, err error) {
	if err != nil {
		if p.Errors == nil {
			p.Errors = make(map[string]string)
		}
		p.Errors[analyzer] = err.Error()
		return
	}
	if len(diags) == 0 {
		return
	}
	list := make([]Finding, len(diags))
	for i, d := range diags {
		list[i] = NewFinding(fset, d)
	}
	slices.SortStableFunc(list, func(a, b Finding) int {
		return cmp.Or(comparePositions(a.Posn, b.Posn), strings.Compare(a.Message, b.Message))
	})
	if p.Findings == nil {
		p.Findings = make(map[string][]Finding)
	}
	p.Findings[analyzer] = list
}

// Len is the number of findings.
func (p *Package) Len() int {
	n := 0
	for _, list := range p.Findings {
		n += len(list)
	}
	return n
}

// String is for test failures.
func (f Finding) String() string { return fmt.Sprintf("%s: %s", f.Posn, f.Message) }
