package load

import (
	"fmt"
	"go/scanner"
	"go/types"
	"go/version"
	"path/filepath"
	"slices"
	"strings"

	"github.com/leasevet/leasevet/internal/report"
)

// A Problem is a package that could not be analysed, and why.
type Problem struct {
	Path string
	Posn report.Position // of the fault; zero if it has no place
	Msg  string

	// Import says that Msg is about something imported, and holds wherever that is.
	Import bool `json:",omitzero"`
}

// typeProblem is the first fault of a unit and the number of those that
// follow, which are mostly its consequences. There is none if the fault is that
// of an import, which go list has told already.
func (l *loader) typeProblem(n *node, s *syntax) []*Problem {
	p := &Problem{Path: n.path, Msg: s.first.Error()}
	switch err := s.first.(type) {
	case types.Error:
		if strings.HasSuffix(err.Msg, "("+errNoPackage.Error()+")") {
			return nil
		}
		p.Posn, p.Msg = report.At(l.fset, err.Pos), err.Msg
	case *scanner.Error:
		p.Posn, p.Msg = report.Position{File: err.Pos.Filename, Line: err.Pos.Line, Col: err.Pos.Column}, err.Msg
	}
	if s.faults > 1 {
		p.Msg += fmt.Sprintf(" (and %d more)", s.faults-1)
	}
	return []*Problem{p}
}

// inheritProblems takes over the problems of what n imports, so that a cached
// result of n alone still tells all that a full run would.
func (n *node) inheritProblems() {
	for _, path := range sortedKeys(n.imports) {
		for _, p := range n.imports[path].problems {
			if len(n.problems) < maxInherited && !slices.ContainsFunc(n.problems, func(q *Problem) bool { return q.Path == p.Path }) {
				n.problems = append(n.problems, p)
			}
		}
	}
}

// maxInherited bounds what a broken package at the bottom costs above it.
const maxInherited = 20

// listProblem is what go list could not resolve. A missing import is told of
// the package that imports it.
func (l *loader) listProblem(p *listed) Problem {
	problem := Problem{Msg: oneLine(p.Error.Err), Import: true}
	problem.Path, _ = variantOf(p.ImportPath)
	if p.Error.Pos == "" {
		return problem
	}
	problem.Posn.UnmarshalText([]byte(p.Error.Pos)) // never fails
	if file, err := filepath.Abs(filepath.Join(l.Dir, problem.Posn.File)); err == nil && !filepath.IsAbs(problem.Posn.File) {
		problem.Posn.File = file
	}
	if stack := p.Error.ImportStack; len(stack) > 0 && len(p.GoFiles) == 0 {
		importer := stack[len(stack)-1]
		if importer == p.ImportPath && len(stack) > 1 {
			importer = stack[len(stack)-2]
		}
		problem.Path, _ = variantOf(importer)
	}
	return problem
}

// oneLine joins the lines of a message of the go command.
func oneLine(msg string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(msg)) {
		if b.Len() > 0 && !strings.HasSuffix(b.String(), ":") {
			b.WriteByte(';')
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strings.TrimSpace(line))
	}
	return b.String()
}

// problems gathers what go list, the type-checker and the analyzers could not
// deal with: one for each package.
func (l *loader) problems(list []*listed) []Problem {
	seen := make(map[string]bool)
	var all []Problem
	add := func(p Problem) {
		if !seen[p.Path] {
			seen[p.Path] = true
			all = append(all, p)
		}
	}
	for _, p := range list {
		if p.Error != nil && !nothingToBuild(p) && !nothingToEmbed(p) {
			add(l.listProblem(p))
		}
	}
	for _, n := range l.nodes {
		for _, p := range n.problems {
			add(*p)
		}
	}
	slices.SortFunc(all, func(a, b Problem) int { return strings.Compare(a.Path, b.Path) })
	return all
}

// nothingToBuild says that build constraints exclude all files of a package:
// for this platform it does not exist, which is no fault.
func nothingToBuild(p *listed) bool {
	return len(p.GoFiles) == 0 && strings.Contains(p.Error.Err, "build constraints exclude all Go files")
}

// nothingToEmbed says that a //go:embed pattern finds no file, mostly because what
// it embeds is built before the program is. The code is complete without it.
func nothingToEmbed(p *listed) bool {
	return len(p.GoFiles) > 0 && strings.HasPrefix(p.Error.Err, "pattern ") && strings.HasSuffix(p.Error.Err, ": no matching files found")
}

// newer compares language versions: go1.26.3 is not newer than go1.26.
func newer(asked, built string) bool {
	if !version.IsValid(built) {
		return false // a development build knows at least what is released
	}
	return version.Compare(version.Lang(asked), version.Lang(built)) > 0
}
