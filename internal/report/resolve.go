package report

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/schedule"
)

// Places resolves the positions in what analyzers say about one unit.
type Places struct {
	fset  *token.FileSet
	files []*ast.File
	own   map[*token.File]bool
}

// NewPlaces is for a unit of these files.
func NewPlaces(fset *token.FileSet, files []*ast.File) *Places {
	p := &Places{fset, files, make(map[*token.File]bool, len(files))}
	for _, f := range files {
		p.own[fset.File(f.FileStart)] = true
	}
	return p
}

// at resolves a position. In a file of another package only the line counts:
// a driver that has its types from export data knows no more, and what is found
// must not depend on the driver.
func (p *Places) at(pos token.Pos) Position {
	posn := At(p.fset, pos)
	if posn.Col > 0 && !p.own[p.fset.File(pos)] {
		posn.Col = 1
	}
	return posn
}

// finding resolves the positions of a diagnostic.
func (p *Places) finding(d analysis.Diagnostic, stories schedule.Stories) Finding {
	f := Finding{
		Category: d.Category,
		Decl:     p.decl(d.Pos),
		Posn:     p.at(d.Pos),
		End:      p.at(cmp.Or(d.End, d.Pos)),
		Message:  d.Message,
	}
	for _, r := range d.Related {
		f.Related = append(f.Related, Related{p.at(r.Pos), p.at(cmp.Or(r.End, r.Pos)), r.Message})
	}
	f.Schedule = p.steps(stories[schedule.Key{Pos: d.Pos, Message: d.Message}])
	for _, sf := range d.SuggestedFixes {
		if fix, ok := p.fix(sf); ok {
			f.Fixes = append(f.Fixes, fix)
		}
	}
	return f
}

// decl names the function that a position is in.
func (p *Places) decl(pos token.Pos) string {
	for _, f := range p.files {
		if pos < f.FileStart || f.FileEnd < pos {
			continue
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Pos() <= pos && pos < fn.End() {
				return funcName(fn)
			}
		}
	}
	return ""
}

func funcName(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	recv := types.ExprString(fn.Recv.List[0].Type)
	if strings.HasPrefix(recv, "*") {
		recv = "(" + recv + ")"
	}
	return recv + "." + fn.Name.Name
}

// fix resolves a fix. One that would edit a file which was itself made of
// another, as cgo does, is dropped: nobody keeps that file.
func (p *Places) fix(sf analysis.SuggestedFix) (Fix, bool) {
	fix := Fix{Message: sf.Message}
	for _, e := range sf.TextEdits {
		file := p.fset.File(e.Pos)
		if !p.own[file] || file.Name() != p.fset.Position(e.Pos).Filename {
			return Fix{}, false
		}
		fix.Edits = append(fix.Edits, Edit{file.Name(), file.Offset(e.Pos), file.Offset(cmp.Or(e.End, e.Pos)), string(e.NewText)})
	}
	return fix, len(fix.Edits) > 0
}
