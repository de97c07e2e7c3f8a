// Package wanttest compares what the suite finds in a module with what the
// comments of that module expect of it.
//
// An expectation is a comment at the end of the line where a finding must
// stand: the name of an analyzer and a regular expression for the message, or
// several of them.
//
//	rdb.Del(ctx, key) // want unconditionalrelease "DEL.*order:%d"
//
// Where the line ends in a directive, the expectation follows in the same comment.
//
// A finding meets one expectation, an expectation is met by one finding, and a
// line without an expectation is silent.
package wanttest

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/scanner"
	"go/token"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Want is one expectation.
type Want struct {
	File     string // relative to the module, with slashes
	Line     int
	Analyzer string
	Pattern  *regexp.Regexp
}

// A Finding is one diagnostic of one analyzer.
type Finding struct {
	Analyzer string
	File     string // relative to the module where it lies in it, with slashes
	Line     int
	Column   int
	Message  string
}

func (f Finding) String() string {
	return fmt.Sprintf("%s:%d:%d: %s: %s", f.File, f.Line, f.Column, f.Analyzer, f.Message)
}

// Wants reads the expectations of every Go file below dir. All malformed ones
// together make the error.
func Wants(dir string) ([]Want, error) {
	var wants []Want
	var errs []error
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != dir && ignored(d.Name()):
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".go":
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		ws, err := ParseFile(filepath.ToSlash(rel), src)
		wants = append(wants, ws...)
		errs = append(errs, err)
		return nil
	})
	return wants, errors.Join(append(errs, err)...)
}

// ignored tells which folders the go command does not look into.
func ignored(dir string) bool {
	return strings.HasPrefix(dir, ".") || strings.HasPrefix(dir, "_") || dir == "testdata" || dir == "vendor"
}

// ParseFile reads the expectations in one file's text. Text inside strings is
// none.
func ParseFile(name string, src []byte) ([]Want, error) {
	file := token.NewFileSet().AddFile(name, -1, len(src))
	var errs []error
	var s scanner.Scanner
	s.Init(file, src, func(at token.Position, msg string) {
		errs = append(errs, fmt.Errorf("%s:%d: %s", name, at.Line, msg))
	}, scanner.ScanComments)
	var wants []Want
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return wants, errors.Join(errs...)
		}
		text, ok := strings.CutPrefix(lit, "//")
		if tok != token.COMMENT || !ok {
			continue
		}
		if i := strings.Index(text, " // want "); i >= 0 {
			text = text[i+len(" //"):] // behind a directive
		}
		text, ok = strings.CutPrefix(strings.TrimSpace(text), "want ")
		if !ok {
			continue
		}
		line := file.Line(pos)
		ws, err := parse(text)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s:%d: %w", name, line, err))
		}
		for _, w := range ws {
			w.File, w.Line = name, line
			wants = append(wants, w)
		}
	}
}

var word = regexp.MustCompile(`^[a-z]+`)

// parse reads `analyzer "regexp"…`, again and again.
func parse(text string) (wants []Want, err error) {
	for text = strings.TrimSpace(text); text != ""; {
		analyzer := word.FindString(text)
		if analyzer == "" {
			return nil, fmt.Errorf("want: no analyzer's name at %q", text)
		}
		text = strings.TrimSpace(text[len(analyzer):])
		patterns := 0
		for text != "" && (text[0] == '"' || text[0] == '`') {
			quoted, err := strconv.QuotedPrefix(text)
			if err != nil {
				return nil, fmt.Errorf("want: %w at %s", err, text)
			}
			pattern, err := strconv.Unquote(quoted)
			if err != nil {
				return nil, fmt.Errorf("want: %w at %s", err, quoted)
			}
			re, err := regexp.Compile(pattern)
			if err != nil {
				return nil, fmt.Errorf("want: %w", err)
			}
			wants = append(wants, Want{Analyzer: analyzer, Pattern: re})
			text = strings.TrimSpace(text[len(quoted):])
			patterns++
		}
		if patterns == 0 {
			return nil, fmt.Errorf("want: no pattern behind %s", analyzer)
		}
	}
	if len(wants) == 0 {
		return nil, errors.New("want: empty")
	}
	return wants, nil
}

// Findings reads the tree that `go vet -json` and `leasevet -json` write, from
// one JSON object or from many with lines of the go command between them.
// A package and its test variant report one place twice: it counts once.
// The failure of an analyzer is an error.
func Findings(r io.Reader, dir string) ([]Finding, error) {
	out, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	for line := range strings.Lines(string(out)) {
		if !strings.HasPrefix(line, "#") {
			text.WriteString(line)
		}
	}
	seen := make(map[Finding]bool)
	for dec := json.NewDecoder(strings.NewReader(text.String())); ; {
		var tree map[string]map[string]json.RawMessage
		err := dec.Decode(&tree)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("not a tree of findings: %w", err)
		}
		for pkg, analyzers := range tree {
			for analyzer, raw := range analyzers {
				found, err := decode(raw, analyzer, dir)
				if err != nil {
					return nil, fmt.Errorf("%s: %s: %w", pkg, analyzer, err)
				}
				for _, f := range found {
					seen[f] = true
				}
			}
		}
	}
	return slices.SortedFunc(maps.Keys(seen), compare), nil
}

// decode reads what one analyzer says of one package: findings, or an error.
func decode(raw json.RawMessage, analyzer, dir string) ([]Finding, error) {
	var failure struct {
		Err string `json:"error"`
	}
	if json.Unmarshal(raw, &failure) == nil && failure.Err != "" {
		return nil, errors.New(failure.Err)
	}
	var list []struct{ Posn, Message string }
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, err
	}
	found := make([]Finding, 0, len(list))
	for _, d := range list {
		f := Finding{Analyzer: analyzer, Message: d.Message}
		if err := f.at(d.Posn, dir); err != nil {
			return nil, err
		}
		found = append(found, f)
	}
	return found, nil
}

var position = regexp.MustCompile(`^(.+?):(\d+)(?::(\d+))?$`)

// at fills the place in from a position such as dir/file.go:12:3.
func (f *Finding) at(posn, dir string) error {
	m := position.FindStringSubmatch(posn)
	if m == nil {
		return fmt.Errorf("no position: %q", posn)
	}
	path := m[1]
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	if rel, err := filepath.Rel(real(dir), real(path)); err == nil {
		path = rel
	}
	f.File = filepath.ToSlash(path)
	f.Line, _ = strconv.Atoi(m[2])
	f.Column, _ = strconv.Atoi(m[3])
	return nil
}

// real is the path without symbolic links, where there is such a file.
func real(path string) string {
	if p, err := filepath.EvalSymlinks(path); err == nil {
		path = p
	}
	if p, err := filepath.Abs(path); err == nil {
		path = p
	}
	return path
}

// Check returns a line for each expectation that is not met and for each
// finding that meets none, in the order of the files.
func Check(wants []Want, found []Finding) []string {
	type line struct {
		file string
		line int
	}
	type problem struct {
		line
		text string
	}
	open := make(map[line][]Want)
	for _, w := range wants {
		at := line{w.File, w.Line}
		open[at] = append(open[at], w)
	}
	var problems []problem
	for _, f := range found {
		at := line{f.File, f.Line}
		i := slices.IndexFunc(open[at], func(w Want) bool {
			return w.Analyzer == f.Analyzer && w.Pattern.MatchString(f.Message)
		})
		if i < 0 {
			problems = append(problems, problem{at, fmt.Sprintf("%s:%d: unexpected %s: %s", f.File, f.Line, f.Analyzer, f.Message)})
			continue
		}
		open[at] = slices.Delete(open[at], i, i+1)
	}
	for at, ws := range open {
		for _, w := range ws {
			problems = append(problems, problem{at, fmt.Sprintf("%s:%d: missed %s %q", w.File, w.Line, w.Analyzer, w.Pattern)})
		}
	}
	slices.SortFunc(problems, func(a, b problem) int {
		if c := strings.Compare(a.file, b.file); c != 0 {
			return c
		}
		if a.line.line != b.line.line {
			return a.line.line - b.line.line
		}
		return strings.Compare(a.text, b.text)
	})
	out := make([]string, len(problems))
	for i, p := range problems {
		out[i] = p.text
	}
	return out
}

// Diff returns a line for each finding that only one of two runs has.
func Diff(aName string, a []Finding, bName string, b []Finding) []string {
	only := make(map[Finding]string)
	for _, f := range a {
		only[f] = aName
	}
	for _, f := range b {
		if only[f] == aName {
			delete(only, f)
		} else {
			only[f] = bName
		}
	}
	var out []string
	for _, f := range slices.SortedFunc(maps.Keys(only), compare) {
		out = append(out, fmt.Sprintf("only %s: %v", only[f], f))
	}
	return out
}

func compare(a, b Finding) int {
	if c := strings.Compare(a.File, b.File); c != 0 {
		return c
	}
	if a.Line != b.Line {
		return a.Line - b.Line
	}
	if a.Column != b.Column {
		return a.Column - b.Column
	}
	if c := strings.Compare(a.Analyzer, b.Analyzer); c != 0 {
		return c
	}
	return strings.Compare(a.Message, b.Message)
}
