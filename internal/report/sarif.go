package report

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf16"

	"honnef.co/go/tools/sarif"
)

// Sarif writes findings as a SARIF 2.1.0 log, the format that code scanning
// services and editors read.
type Sarif struct {
	Root    string // paths below it are relative to it, so that the log means the same elsewhere
	Version string // of leasevet
	Rules   []Rule
	// Incomplete says that some packages could not be analysed.
	Incomplete bool
}

// A Rule is what a log says of an analyzer.
type Rule struct {
	Name     string
	Title    string // one line
	Text     string // the whole documentation as plain text
	Markdown string // and as Markdown
	URL      string
	Level    string // "error", "warning" or "note"
}

// The structs of honnef.co/go/tools/sarif lack some of what the standard has:
// these add it.
type (
	sarifLog struct {
		sarif.Log
		Runs []sarifRun `json:"runs"`
	}
	sarifRun struct {
		sarif.Run
		ColumnKind         string                            `json:"columnKind"`
		OriginalURIBaseIDs map[string]sarif.ArtifactLocation `json:"originalUriBaseIds"`
		Results            []sarifResult                     `json:"results"`
	}
	sarifResult struct {
		sarif.Result
		RuleIndex           int                 `json:"ruleIndex"`
		PartialFingerprints map[string]string   `json:"partialFingerprints,omitempty"`
		CodeFlows           []sarifCodeFlow     `json:"codeFlows,omitempty"`
		Suppressions        []sarif.Suppression `json:"suppressions,omitempty"`
	}
	sarifCodeFlow struct {
		ThreadFlows []sarifThreadFlow `json:"threadFlows"`
	}
	sarifThreadFlow struct {
		ID        string              `json:"id,omitempty"`
		Locations []sarifFlowLocation `json:"locations"`
	}
	sarifFlowLocation struct {
		Location       sarif.Location `json:"location"`
		ExecutionOrder int            `json:"executionOrder,omitempty"`
	}
)

const sarifSchema = "https://json.schemastore.org/sarif-2.1.0.json"

// sarifRoot is the name by which a log speaks of Sarif.Root.
const sarifRoot = "SRCROOT"

// Write writes the findings of all packages, sorted by position.
func (s Sarif) Write(w io.Writer, packages []*Package) error {
	index := map[string]int{}
	run := sarifRun{
		ColumnKind:         "utf16CodeUnits",
		OriginalURIBaseIDs: map[string]sarif.ArtifactLocation{sarifRoot: {URI: fileURI(s.Root) + "/"}},
		Results:            []sarifResult{},
	}
	run.Tool.Driver = sarif.ToolComponent{
		Name:           "leasevet",
		Version:        s.Version,
		InformationURI: "https://github.com/leasevet/leasevet",
	}
	for i, r := range s.Rules {
		index[r.Name] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarif.ReportingDescriptor{
			ID:                   r.Name,
			ShortDescription:     sarif.Message{Text: r.Title},
			Help:                 sarif.Message{Text: r.Text, Markdown: r.Markdown},
			HelpURI:              r.URL,
			DefaultConfiguration: sarif.ReportingConfiguration{Enabled: true, Level: r.Level},
		})
	}
	run.Invocations = []sarif.Invocation{{ExecutionSuccessful: !s.Incomplete}}
	c := columns{}
	for _, l := range sorted(packages) {
		i, ok := index[l.analyzer]
		if !ok {
			return fmt.Errorf("no rule is called %s", l.analyzer)
		}
		run.Results = append(run.Results, s.result(c, l, i))
	}
	number(run.Results)
	data, err := json.MarshalIndent(sarifLog{
		Log:  sarif.Log{Version: sarif.Version, Schema: sarifSchema},
		Runs: []sarifRun{run},
	}, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(data, '\n'))
	return err
}

// result is one finding. Related places are linked from the message, since a
// viewer shows a link where the text has [words](id).
func (s Sarif) result(c columns, l line, rule int) sarifResult {
	r := sarifResult{RuleIndex: rule}
	r.RuleID = l.analyzer
	r.Kind = sarif.Fail
	r.Level = s.Rules[rule].Level
	r.Locations = []sarif.Location{s.location(c, l.Posn, l.End)}
	text := bracket.Replace(l.Message)
	for i, rel := range l.Related {
		at := s.location(c, rel.Posn, rel.End)
		at.ID = i + 1
		at.Message = &sarif.Message{Text: rel.Message}
		r.RelatedLocations = append(r.RelatedLocations, at)
		text += fmt.Sprintf("\n[%s](%d)", bracket.Replace(rel.Message), at.ID)
	}
	r.Message.Text = text
	for _, f := range l.Fixes {
		r.Fixes = append(r.Fixes, s.fix(c, f))
	}
	r.CodeFlows = s.codeFlow(c, l)
	r.PartialFingerprints = map[string]string{"leasevet/v1": Fingerprint(l.analyzer, s.rel(l.Posn.File), l.Finding)}
	return r
}

// codeFlow tells the schedule of a finding step by step. A step that has no place
// in the program, such as the end of a lease, is shown where the step before it
// was, or at the finding.
func (s Sarif) codeFlow(c columns, l line) []sarifCodeFlow {
	if len(l.Schedule) == 0 {
		return nil
	}
	var flow sarifThreadFlow
	at := l.Posn
	for i, step := range l.Schedule {
		if !step.Posn.IsZero() {
			at = step.Posn
		}
		loc := s.location(c, at, at)
		loc.Message = &sarif.Message{Text: bracket.Replace(step.sentence())}
		flow.Locations = append(flow.Locations, sarifFlowLocation{Location: loc, ExecutionOrder: i + 1})
	}
	return []sarifCodeFlow{{ThreadFlows: []sarifThreadFlow{flow}}}
}

// In the text of a message brackets are links.
var bracket = strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`)

func (s Sarif) location(c columns, from, to Position) sarif.Location {
	return sarif.Location{PhysicalLocation: sarif.PhysicalLocation{
		ArtifactLocation: s.artifact(from.File),
		Region:           c.region(from, to),
	}}
}

func (s Sarif) artifact(file string) sarif.ArtifactLocation {
	if rel := s.rel(file); rel != file {
		return sarif.ArtifactLocation{URI: (&url.URL{Path: rel}).EscapedPath(), URIBaseID: sarifRoot}
	}
	return sarif.ArtifactLocation{URI: fileURI(file)}
}

// rel is the path relative to the root with slashes; a file elsewhere keeps its
// path.
func (s Sarif) rel(file string) string {
	if rel, err := filepath.Rel(s.Root, file); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return file
}

// fix groups the edits of a fix by file.
func (s Sarif) fix(c columns, f Fix) sarif.Fix {
	out := sarif.Fix{Description: sarif.Message{Text: f.Message}}
	byFile := map[string]int{}
	for _, e := range f.Edits {
		i, ok := byFile[e.Filename]
		if !ok {
			i = len(out.ArtifactChanges)
			byFile[e.Filename] = i
			out.ArtifactChanges = append(out.ArtifactChanges, sarif.ArtifactChange{ArtifactLocation: s.artifact(e.Filename)})
		}
		out.ArtifactChanges[i].Replacements = append(out.ArtifactChanges[i].Replacements, sarif.Replacement{
			DeletedRegion:   c.bytes(e.Filename, e.Start, e.End),
			InsertedContent: sarif.ArtifactContent{Text: e.New},
		})
	}
	return out
}

// number tells apart findings with one fingerprint, in order of position, so
// that a second one of the same kind in a function is an alert of its own.
func number(results []sarifResult) {
	seen := map[string]int{}
	for _, r := range results {
		p := r.PartialFingerprints["leasevet/v1"]
		seen[p]++
		r.PartialFingerprints["leasevet/v1"] = fmt.Sprintf("%s:%d", p, seen[p])
	}
}

func fileURI(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/…
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// columns turns byte positions into those of SARIF, which count UTF-16 code
// units. It holds the lines of the files it was asked about.
type columns map[string][]string

func (c columns) lines(file string) []string {
	if l, ok := c[file]; ok {
		return l
	}
	data, err := os.ReadFile(file)
	if err != nil {
		data = nil // the file went away since it was analysed: bytes are the best guess
	}
	c[file] = strings.SplitAfter(string(data), "\n")
	return c[file]
}

// column is the UTF-16 column of a byte column; both count from 1.
func (c columns) column(p Position) int {
	lines := c.lines(p.File)
	if p.Line < 1 || p.Line > len(lines) || p.Col < 1 || p.Col-1 > len(lines[p.Line-1]) {
		return max(p.Col, 1)
	}
	return len(utf16.Encode([]rune(lines[p.Line-1][:p.Col-1]))) + 1
}

func (c columns) region(from, to Position) sarif.Region {
	r := sarif.Region{StartLine: max(from.Line, 1), StartColumn: c.column(from)}
	if to.File == from.File && comparePositions(from, to) < 0 {
		r.EndLine, r.EndColumn = to.Line, c.column(to)
	}
	return r
}

// at is the position of a byte offset of a file.
func (c columns) at(file string, offset int) Position {
	lines := c.lines(file)
	for i, l := range lines {
		if offset < len(l) {
			return Position{file, i + 1, offset + 1}
		}
		offset -= len(l)
	}
	return Position{file, len(lines), len(lines[len(lines)-1]) + 1}
}

// bytes is the region from one byte offset of a file to another.
func (c columns) bytes(file string, start, end int) sarif.Region {
	from, to := c.at(file, start), c.at(file, end)
	return sarif.Region{StartLine: from.Line, StartColumn: c.column(from), EndLine: to.Line, EndColumn: c.column(to)}
}
