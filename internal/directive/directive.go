// Package directive reads the comments by which a program speaks to leasevet:
//
//	//leasevet:ignore NAME[,NAME] REASON      findings of these analyzers are right, and wanted so
//	//leasevet:efficiency REASON              this lock only saves duplicate work
//	//leasevet:acquire key=PARAM token=PARAM  this function takes a lock; release and renew likewise
//
// and those of other tools that mean the same: staticcheck's //lint:ignore and
// //lint:file-ignore, golangci-lint's //nolint. It is the only place that parses
// comments; who asks gets the directives of a package as a Set.
package directive

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// Word is what a directive asks for.
type Word string

// The words after //leasevet:. The other dialects' words come to Ignore.
const (
	Ignore     Word = "ignore"
	Efficiency Word = "efficiency"
	Acquire    Word = "acquire"
	Release    Word = "release"
	Renew      Word = "renew"
)

// Words are the words that leasevet knows, sorted.
var Words = []Word{Acquire, Efficiency, Ignore, Release, Renew}

// Declares says whether the word declares what a function does to a lock.
func (w Word) Declares() bool { return w == Acquire || w == Release || w == Renew }

// Dialect is the tool that a directive was made for.
type Dialect uint8

// The dialects differ in how a reason is written and in what a directive
// without names means.
const (
	Leasevet Dialect = iota // //leasevet:
	Lint                    // //lint:, of staticcheck
	Nolint                  // //nolint, of golangci-lint
)

// A Directive is one such comment.
type Directive struct {
	Dialect Dialect
	Word    Word     // may be one that nobody knows
	Names   []string // of analyzers as written; empty for all of them
	Args    []string // of Acquire, Release and Renew: "key=name"
	Reason  string
	Text    string // as written, without the reason
	Fault   Fault
	Pos     token.Pos // of the comment
	End     token.Pos // of Text in it

	// WholeFile says that it speaks of all findings in its file.
	WholeFile bool

	file  *file
	group *ast.CommentGroup
	lines span
}

// Fault is what is wrong with a directive by its text alone.
type Fault uint8

// The faults. One of these has no effect.
const (
	Fine       Fault = iota
	Spaced           // "// leasevet:ignore" is a comment like any other
	NoNames          // //leasevet:ignore without the name of an analyzer
	NoReason         // it does not say why
	BareReason       // //nolint:NAME why: golangci-lint takes "NAME why" for the name
)

// All is the name that stands for every analyzer, as golangci-lint has one
// linter for all of them.
const All = "leasevet"

// covers says whether d speaks of a finding of the analyzer at pos.
func (d *Directive) covers(fset *token.FileSet, pos token.Pos, analyzer string) bool {
	return d.Word == Ignore && d.active() && d.Naming(analyzer) && d.at(fset, pos)
}

// Naming says whether d names an analyzer, or all of them.
func (d *Directive) Naming(analyzer string) bool {
	return d.General() || slices.ContainsFunc(d.Names, func(n string) bool { return strings.EqualFold(n, analyzer) })
}

// General says that d speaks of all analyzers.
func (d *Directive) General() bool {
	return len(d.Names) == 0 || slices.ContainsFunc(d.Names, func(n string) bool { return strings.EqualFold(n, All) })
}

// active says whether a directive has an effect in spite of its fault:
// golangci-lint asks for no reason, so a //nolint counts without one.
func (d *Directive) active() bool {
	return d.Fault == Fine || d.Fault == NoReason && d.Dialect == Nolint
}

func (d *Directive) at(fset *token.FileSet, pos token.Pos) bool {
	if !pos.IsValid() || fset.File(pos) != fset.File(d.Pos) {
		return false
	}
	if d.WholeFile {
		return true
	}
	d.file.cover(fset)
	line := fset.Position(pos).Line
	return d.lines.from <= line && line <= d.lines.to
}

// In says whether d is one of the comments of a group.
func (d *Directive) In(g *ast.CommentGroup) bool { return g != nil && d.group == g }

// Set is the directives of a package.
type Set struct {
	List []*Directive // in the order of the source
	fset *token.FileSet
}

// New reads the directives in files that were parsed with their comments.
func New(fset *token.FileSet, files []*ast.File) *Set {
	s := &Set{fset: fset}
	for _, f := range files {
		in := &file{syntax: f}
		for _, group := range f.Comments {
			for _, c := range group.List {
				if d := parse(c.Text); d != nil {
					d.Pos, d.End = c.Pos(), c.Pos()+token.Pos(len(d.Text))
					d.file, d.group = in, group
					in.list = append(in.list, d)
				}
			}
		}
		s.List = append(s.List, in.list...)
	}
	slices.SortStableFunc(s.List, func(a, b *Directive) int { return cmp.Compare(a.Pos, b.Pos) })
	return s
}

// Efficiency is the directive that says so of the acquisition at pos, or nil.
func (s *Set) Efficiency(pos token.Pos) *Directive {
	for _, d := range s.List {
		if d.Word == Efficiency && d.Fault == Fine && d.at(s.fset, pos) {
			return d
		}
	}
	return nil
}

// Mentions says whether a comment speaks to leasevet, or to another tool of one of
// these analyzers.
func Mentions(files []*ast.File, analyzers []string) bool {
	ours := func(d *Directive) bool {
		return d.Dialect == Leasevet || slices.ContainsFunc(d.Names, func(n string) bool {
			return strings.EqualFold(n, All) || slices.ContainsFunc(analyzers, func(a string) bool { return strings.EqualFold(a, n) })
		})
	}
	for _, f := range files {
		for _, g := range f.Comments {
			for _, c := range g.List {
				if d := parse(c.Text); d != nil && ours(d) {
					return true
				}
			}
		}
	}
	return false
}
