package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/leasevet/leasevet/internal/schedule"
)

// HTML writes findings as one page that needs nothing else: grouped by lock
// section, with the code and each schedule drawn.
type HTML struct {
	Sarif // paths and rules are the same
}

//go:embed html.tmpl
var pageText string

// page is parsed when it is first written: under go vet nobody writes it.
var page = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(pageText)) })

type (
	htmlPage struct {
		Version    string
		Root       string
		Total      int
		Counts     []htmlCount
		Groups     []*htmlGroup
		Incomplete bool
	}
	htmlCount struct {
		Rule
		N int
	}
	// An htmlGroup is a lock section, or a file for findings that are in none.
	htmlGroup struct {
		Title    string
		Posn     Position
		Where    string
		Code     []codeLine
		Findings []htmlFinding
	}
	htmlFinding struct {
		Rule
		Message  string
		Where    string
		Code     []codeLine
		Timeline template.HTML
		Steps    []string
	}
	codeLine struct {
		N    int
		Text string
		Hit  bool
	}
)

// Write writes the findings of all packages, sorted by position.
func (h HTML) Write(w io.Writer, packages []*Package) error {
	p := htmlPage{Version: h.Version, Root: filepath.Base(h.Root), Incomplete: h.Incomplete}
	rules, counts := map[string]Rule{}, map[string]int{}
	for _, r := range h.Rules {
		rules[r.Name] = r
	}
	files := columns{}
	byPlace := map[Position]*htmlGroup{}
	for _, l := range sorted(packages) {
		counts[l.analyzer]++
		p.Total++
		title, at := section(l)
		g := byPlace[at]
		if g == nil {
			g = &htmlGroup{Title: title, Posn: at, Where: h.where(at)}
			if at.Line > 0 {
				g.Code = excerpt(files, at, at, 1)
			}
			byPlace[at] = g
			p.Groups = append(p.Groups, g)
		}
		f := htmlFinding{
			Rule:     rules[l.analyzer],
			Message:  l.Message,
			Where:    h.where(l.Posn),
			Code:     excerpt(files, l.Posn, l.End, 3),
			Timeline: timeline(l.Schedule),
		}
		for _, s := range l.Schedule {
			f.Steps = append(f.Steps, s.sentence())
		}
		g.Findings = append(g.Findings, f)
	}
	for _, r := range h.Rules {
		if n := counts[r.Name]; n > 0 {
			p.Counts = append(p.Counts, htmlCount{r, n})
		}
	}
	slices.SortStableFunc(p.Groups, func(a, b *htmlGroup) int { return comparePositions(a.Posn, b.Posn) })
	return page().Execute(w, p)
}

// section is what a finding is shown under: the acquisition that its schedule
// begins with, or the file.
func section(l line) (title string, at Position) {
	for _, s := range l.Schedule {
		if s.Who == schedule.A && s.Change == schedule.Taken && !s.Posn.IsZero() {
			lock, _, _ := strings.Cut(strings.TrimPrefix(s.Does, "acquires "), " for ")
			return lock, s.Posn
		}
	}
	return "", Position{File: l.Posn.File}
}

func (h HTML) where(p Position) string {
	p.File = h.rel(p.File)
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// excerpt is the lines of a finding with context, without the indentation that
// all of them share.
func excerpt(files columns, from, to Position, context int) []codeLine {
	lines := files.lines(from.File)
	last := from.Line
	if to.File == from.File {
		last = max(last, min(to.Line, from.Line+20))
	}
	var out []codeLine
	for n := max(1, from.Line-context); n <= min(len(lines), last+context); n++ {
		text := strings.TrimRight(lines[n-1], "\r\n")
		out = append(out, codeLine{n, strings.ReplaceAll(text, "\t", "    "), n >= from.Line && n <= last})
	}
	shared := -1
	for _, l := range out {
		if indent := len(l.Text) - len(strings.TrimLeft(l.Text, " ")); strings.TrimSpace(l.Text) != "" && (shared < 0 || indent < shared) {
			shared = indent
		}
	}
	for i, l := range out {
		out[i].Text = l.Text[min(max(shared, 0), len(l.Text)):]
	}
	return out
}
