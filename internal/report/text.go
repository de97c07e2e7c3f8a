package report

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Text writes findings for people.
type Text struct {
	Dir     string // paths below it are shown relative to it
	Context int    // lines of source around a finding; negative for none
	Color   bool
	Why     bool // tell below each finding how it does harm
}

// Summary is the figures of the closing line.
type Summary struct {
	Packages int
	Elapsed  time.Duration
	Hidden   []string // what is left out, and why: "3 in the baseline"
}

type line struct {
	analyzer string
	Finding
}

// Write writes the findings of all packages sorted by position, and a closing
// line that counts them by analyzer.
func (t Text) Write(w io.Writer, packages []*Package, sum Summary) error {
	var buf bytes.Buffer
	counts := t.findings(&buf, packages)
	t.closing(&buf, counts, sum)
	_, err := w.Write(buf.Bytes())
	return err
}

// WriteFindings is Write without the closing line.
func (t Text) WriteFindings(w io.Writer, packages []*Package) error {
	var buf bytes.Buffer
	t.findings(&buf, packages)
	_, err := w.Write(buf.Bytes())
	return err
}

func (t Text) findings(buf *bytes.Buffer, packages []*Package) (counts map[string]int) {
	lines := sorted(packages)
	counts = make(map[string]int)
	for _, l := range lines {
		counts[l.analyzer]++
		t.finding(buf, l)
	}
	return counts
}

// sorted is the findings of all packages by position.
func sorted(packages []*Package) []line {
	var lines []line
	for _, p := range packages {
		for analyzer, list := range p.Findings {
			for _, f := range list {
				lines = append(lines, line{analyzer, f})
			}
		}
	}
	slices.SortFunc(lines, func(a, b line) int {
		return cmp.Or(comparePositions(a.Posn, b.Posn), strings.Compare(a.analyzer, b.analyzer), strings.Compare(a.Message, b.Message))
	})
	return lines
}

func (t Text) finding(buf *bytes.Buffer, l line) {
	message := l.Message
	// go vet drops the analyzer's name, so a message may carry it already.
	if !strings.Contains(message, l.analyzer) {
		message += " (" + l.analyzer + ")"
	}
	fmt.Fprintf(buf, "%s: %s\n", t.bold(t.Position(l.Posn)), message)
	t.source(buf, l.Posn, l.End)
	for _, r := range l.Related {
		fmt.Fprintf(buf, "\t%s: %s\n", t.Position(r.Posn), r.Message)
		t.source(buf, r.Posn, r.End)
	}
	if t.Why {
		t.why(buf, l.Schedule)
	}
}

// source shows the lines of a finding with t.Context lines around them.
func (t Text) source(buf *bytes.Buffer, from, to Position) {
	if t.Context < 0 || from.Line == 0 {
		return
	}
	data, err := os.ReadFile(from.File)
	if err != nil {
		return // the file went away since it was analysed
	}
	lines := strings.Split(string(data), "\n")
	last := from.Line
	if to.File == from.File && to.Line > last {
		last = to.Line
	}
	for n := max(1, from.Line-t.Context); n <= min(len(lines), last+t.Context); n++ {
		fmt.Fprintf(buf, "%d\t%s\n", n, strings.TrimSuffix(lines[n-1], "\r"))
	}
}

func (t Text) closing(buf *bytes.Buffer, counts map[string]int, sum Summary) {
	total := 0
	names := make([]string, 0, len(counts))
	for name, n := range counts {
		total += n
		names = append(names, name)
	}
	slices.Sort(names)
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %d", name, counts[name])
	}
	verdict := "no findings"
	if total > 0 {
		verdict = fmt.Sprintf("%s (%s)", Plural(total, "finding"), strings.Join(names, ", "))
	}
	for _, h := range sum.Hidden {
		verdict += ", " + h
	}
	fmt.Fprintf(buf, "%s in %s, %.1fs\n", verdict, Plural(sum.Packages, "package"), sum.Elapsed.Seconds())
}

// Position shows a position as it appears in the text.
func (t Text) Position(p Position) string {
	if rel, err := filepath.Rel(t.Dir, p.File); err == nil && filepath.IsLocal(rel) {
		p.File = rel
	}
	return p.String()
}

func (t Text) bold(s string) string {
	if !t.Color {
		return s
	}
	return "\x1b[1m" + s + "\x1b[0m"
}

// Plural is "1 noun" or "n nouns".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
