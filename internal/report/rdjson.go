package report

import (
	"encoding/json"
	"io"
	"slices"
	"unicode/utf8"
)

// Rdjson writes findings in the Reviewdog Diagnostic Format, which reviewdog
// reads with -f=rdjson. Its columns count bytes, as ours do.
type Rdjson struct {
	Sarif // paths and rules are the same
}

type (
	rdResult struct {
		Source      rdSource       `json:"source"`
		Severity    string         `json:"severity"`
		Diagnostics []rdDiagnostic `json:"diagnostics"`
	}
	rdSource struct {
		Name string `json:"name"`
		URL  string `json:"url"`
	}
	rdDiagnostic struct {
		Message     string         `json:"message"`
		Location    rdLocation     `json:"location"`
		Severity    string         `json:"severity"`
		Code        rdCode         `json:"code"`
		Suggestions []rdSuggestion `json:"suggestions,omitempty"`
		Related     []rdRelated    `json:"relatedLocations,omitempty"`
	}
	rdCode struct {
		Value string `json:"value"`
		URL   string `json:"url,omitempty"`
	}
	rdLocation struct {
		Path  string  `json:"path"`
		Range rdRange `json:"range"`
	}
	rdRange struct {
		Start rdPosition  `json:"start"`
		End   *rdPosition `json:"end,omitempty"`
	}
	rdPosition struct {
		Line   int `json:"line"`
		Column int `json:"column,omitempty"`
	}
	rdSuggestion struct {
		Range rdRange `json:"range"`
		Text  string  `json:"text"`
	}
	rdRelated struct {
		Message  string     `json:"message"`
		Location rdLocation `json:"location"`
	}
)

// Write writes the findings of all packages, sorted by position.
func (r Rdjson) Write(w io.Writer, packages []*Package) error {
	out := rdResult{
		Source:      rdSource{"leasevet", "https://github.com/leasevet/leasevet"},
		Severity:    "WARNING",
		Diagnostics: []rdDiagnostic{},
	}
	c := columns{}
	for _, l := range sorted(packages) {
		d := rdDiagnostic{Message: l.Message, Location: r.at(l.Posn, l.End), Severity: "WARNING", Code: rdCode{Value: l.analyzer}}
		if i := slices.IndexFunc(r.Rules, func(rule Rule) bool { return rule.Name == l.analyzer }); i >= 0 {
			d.Code.URL = r.Rules[i].URL
			if r.Rules[i].Level == "error" {
				d.Severity = "ERROR"
			}
		}
		for _, rel := range l.Related {
			d.Related = append(d.Related, rdRelated{rel.Message, r.at(rel.Posn, rel.End)})
		}
		d.Suggestions = suggestions(c, l)
		out.Diagnostics = append(out.Diagnostics, d)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func (r Rdjson) at(from, to Position) rdLocation {
	loc := rdLocation{Path: r.rel(from.File), Range: rdRange{Start: rdPosition{max(from.Line, 1), from.Col}}}
	if to.File == from.File && comparePositions(from, to) < 0 {
		loc.Range.End = &rdPosition{to.Line, to.Col}
	}
	return loc
}

// suggestions are fixes of one edit in the finding's file: reviewdog applies
// each suggestion by itself, and half a fix is none.
func suggestions(c columns, l line) []rdSuggestion {
	var out []rdSuggestion
	for _, f := range l.Fixes {
		if len(f.Edits) != 1 || f.Edits[0].Filename != l.Posn.File || !utf8.ValidString(f.Edits[0].New) {
			continue
		}
		e := f.Edits[0]
		from, to := c.at(e.Filename, e.Start), c.at(e.Filename, e.End)
		out = append(out, rdSuggestion{rdRange{rdPosition{from.Line, from.Col}, &rdPosition{to.Line, to.Col}}, e.New})
	}
	return out
}
