// Package baseline keeps the findings that a team has decided to live with for
// now, so that only new ones are reported.
//
// A baseline is a JSON file with one finding a line, sorted, so that merges and
// reviews can read it. Findings are recognised by their fingerprint, which
// survives moved lines.
package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/leasevet/leasevet/internal/report"
)

// An Entry is one finding, or several that are alike.
type Entry struct {
	Fingerprint string `json:"fingerprint"`
	Analyzer    string `json:"analyzer"`
	File        string `json:"file"` // relative to the baseline, with slashes
	Declaration string `json:"declaration,omitempty"`
	Message     string `json:"message"`
	Count       int    `json:"count,omitempty"` // if there is more than one
}

func (e Entry) count() int { return max(1, e.Count) }

// String is one line about the entry.
func (e Entry) String() string {
	where := e.File
	if e.Declaration != "" {
		where += ": " + e.Declaration
	}
	return fmt.Sprintf("%s: %s (%s)", where, e.Message, e.Analyzer)
}

// A Baseline is what a file holds.
type Baseline struct {
	file    string // absolute
	Entries []Entry
}

// version is the form of the file, and of the fingerprints in it.
const version = 1

type content struct {
	Version  int     `json:"version"`
	Findings []Entry `json:"findings"`
}

// New is an empty baseline, for a file that is not there yet.
func New(file string) *Baseline { return &Baseline{file: file} }

// Read reads the baseline in a file. That there is none is an error that wraps
// fs.ErrNotExist.
func Read(file string) (*Baseline, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("there is no baseline %s: -baseline-write makes one (%w)", file, fs.ErrNotExist)
		}
		return nil, fmt.Errorf("baseline: %w", err)
	}
	var c content
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&c); err != nil {
		return nil, fmt.Errorf("%s is no baseline: %s", file, place(data, dec.InputOffset(), err))
	}
	if c.Version != version {
		return nil, fmt.Errorf("%s is a baseline of version %d, and this leasevet reads version %d: write it again with -baseline-write", file, c.Version, version)
	}
	return &Baseline{file, c.Findings}, nil
}

// place gives an error of the JSON decoder a line.
func place(data []byte, offset int64, err error) string {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		offset = syntax.Offset
	}
	line := 1 + bytes.Count(data[:min(offset, int64(len(data)))], []byte("\n"))
	return fmt.Sprintf("line %d: %s", line, strings.TrimPrefix(err.Error(), "json: "))
}

// entries is the findings of packages as entries of b, in order.
func (b *Baseline) entries(packages []*report.Package) []Entry {
	found := make(map[string]*Entry)
	for _, p := range packages {
		for analyzer, list := range p.Findings {
			for _, f := range list {
				e := b.entry(analyzer, f)
				if same := found[e.Fingerprint]; same != nil {
					same.Count = same.count() + 1
				} else {
					found[e.Fingerprint] = &e
				}
			}
		}
	}
	list := make([]Entry, 0, len(found))
	for _, e := range found {
		list = append(list, *e)
	}
	slices.SortFunc(list, compare)
	return list
}

func compare(a, b Entry) int {
	return cmp.Or(strings.Compare(a.File, b.File), strings.Compare(a.Declaration, b.Declaration),
		strings.Compare(a.Analyzer, b.Analyzer), strings.Compare(a.Message, b.Message), strings.Compare(a.Fingerprint, b.Fingerprint))
}

func (b *Baseline) entry(analyzer string, f report.Finding) Entry {
	file := b.rel(f.Posn.File)
	return Entry{
		Fingerprint: report.Fingerprint(analyzer, file, f),
		Analyzer:    analyzer,
		File:        file,
		Declaration: f.Decl,
		Message:     f.Message,
	}
}

// rel names a file as entries do.
func (b *Baseline) rel(file string) string {
	if rel, err := filepath.Rel(filepath.Dir(b.file), file); err == nil {
		file = rel
	}
	return filepath.ToSlash(file)
}

// Compare takes the findings that b knows out of packages, and returns how many
// those were. Of several that are alike, the first ones are taken.
func (b *Baseline) Compare(packages []*report.Package) (known int) {
	left := make(map[string]int, len(b.Entries))
	for _, e := range b.Entries {
		left[e.Fingerprint] += e.count()
	}
	for _, p := range packages {
		p.Filter(func(analyzer string, f report.Finding) bool {
			print := b.entry(analyzer, f).Fingerprint
			if left[print] == 0 {
				return true
			}
			left[print]--
			known++
			return false
		})
	}
	return known
}

// A Scope is what a run has looked at. What lies outside of it can neither be
// found nor be gone.
type Scope struct {
	Files     []string // analysed, absolute
	Analyzers []string // that ran
}

// judge says for entries whether a run had to find them again.
func (b *Baseline) judge(s Scope) func(Entry) bool {
	analysed := make(map[string]bool, len(s.Files))
	for _, f := range s.Files {
		analysed[b.rel(f)] = true
	}
	return func(e Entry) bool {
		if !slices.Contains(s.Analyzers, e.Analyzer) {
			return false
		}
		if analysed[e.File] {
			return true
		}
		_, err := os.Stat(filepath.Join(filepath.Dir(b.file), filepath.FromSlash(e.File)))
		return errors.Is(err, fs.ErrNotExist)
	}
}

// Gone is the entries that no longer occur, or not as often: Count is how many
// are missing. packages must have all their findings.
func (b *Baseline) Gone(packages []*report.Package, s Scope) []Entry {
	found := make(map[string]int)
	for _, e := range b.entries(packages) {
		found[e.Fingerprint] = e.count()
	}
	judged := b.judge(s)
	var gone []Entry
	for _, e := range b.Entries {
		missing := e.count() - found[e.Fingerprint]
		found[e.Fingerprint] = max(0, -missing) // should a fingerprint stand there twice
		if missing > 0 && judged(e) {
			e.Count = missing
			gone = append(gone, e)
		}
	}
	return gone
}

// Update makes b the findings of packages. Entries outside the scope stay.
func (b *Baseline) Update(packages []*report.Package, s Scope) {
	judged := b.judge(s)
	now := b.entries(packages)
	for _, e := range b.Entries {
		if !judged(e) && !slices.ContainsFunc(now, func(n Entry) bool { return n.Fingerprint == e.Fingerprint }) {
			now = append(now, e)
		}
	}
	slices.SortFunc(now, compare)
	b.Entries = now
}

// Total is the number of findings in b.
func (b *Baseline) Total() int {
	n := 0
	for _, e := range b.Entries {
		n += e.count()
	}
	return n
}

// Marshal is the content of the file.
func (b *Baseline) Marshal() ([]byte, error) {
	var buf bytes.Buffer
	fmt.Fprintf(&buf, "{\"version\": %d, \"findings\": [", version)
	for i, e := range b.Entries {
		if i > 0 {
			buf.WriteByte(',')
		}
		buf.WriteByte('\n')
		enc := json.NewEncoder(&buf)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(e); err != nil {
			return nil, err
		}
		buf.Truncate(buf.Len() - 1) // the encoder's newline
	}
	buf.WriteString("\n]}\n")
	return buf.Bytes(), nil
}
