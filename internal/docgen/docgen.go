// Package docgen writes the documentation that would go stale by hand: a page
// of docs/ for each analyzer, and the tables of the README.
//
// Its test compares what it writes with what is there. `go generate
// ./internal/docgen` brings the files up to date.
package docgen

//go:generate go test -run ^TestGenerated$ . -update

import (
	"bytes"
	"flag"
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Page is the page of one analyzer in Markdown.
func Page(a *analysis.Analyzer, raw *lint.RawDocumentation) []byte {
	return append(fmt.Appendf(nil, "<!-- Generated from analyzers/%s/doc.go by go generate ./internal/docgen. DO NOT EDIT. -->\n\n", a.Name), Body(a, raw)...)
}

// Body is the page without the line that says where it comes from.
func Body(a *analysis.Analyzer, raw *lint.RawDocumentation) []byte {
	doc := raw.Compile()
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n\n**%s.**\n\n", a.Name, escape(sentence(doc.TitleMarkdown)))
	for paragraph := range strings.SplitSeq(doc.TextMarkdown, "\n\n") {
		text(&b, paragraph)
	}
	if doc.Before != "" {
		fmt.Fprintf(&b, "## Wrong\n\n```go\n%s\n```\n\n## Right\n\n```go\n%s\n```\n\n", doc.Before, doc.After)
	}
	flags(&b, a)
	fmt.Fprintf(&b, "---\n\nIn leasevet since %s. Severity: %s. `leasevet explain %s` prints the same text.\n", doc.Since, severity(doc.Severity), a.Name)
	return b.Bytes()
}

// headings are the paragraphs that begin a part of the page.
var headings = []string{"Reported", "Not reported"}

// text writes one paragraph. One that is indented is a schedule and keeps its
// lines.
func text(b *bytes.Buffer, paragraph string) {
	if strings.HasPrefix(paragraph, "  ") {
		fmt.Fprintf(b, "```text\n%s\n```\n\n", strings.ReplaceAll("\n"+paragraph, "\n  ", "\n")[1:])
		return
	}
	for _, h := range headings {
		if rest, ok := strings.CutPrefix(paragraph, h+":"); ok {
			fmt.Fprintf(b, "## %s\n\n", h)
			paragraph = sentence(strings.TrimSpace(rest))
		}
	}
	fmt.Fprintf(b, "%s\n\n", escape(paragraph))
}

func flags(b *bytes.Buffer, a *analysis.Analyzer) {
	first := true
	a.Flags.VisitAll(func(f *flag.Flag) {
		if first {
			b.WriteString("## Flags\n\n")
			first = false
		}
		fmt.Fprintf(b, "- `-%s.%s`: %s\n", a.Name, f.Name, escape(f.Usage))
	})
	if !first {
		b.WriteString("\n")
	}
}

// sentence begins with a capital letter, unless that would change a name.
func sentence(s string) string {
	word, _, _ := strings.Cut(s, " ")
	if s == "" || strings.ContainsAny(word, ".(`") {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

var special = strings.NewReplacer("*", `\*`, "_", `\_`, "<", "&lt;", "[", `\[`)

// escape keeps Markdown from reading anything into plain text. What stands
// between backquotes is code already.
func escape(s string) string {
	parts := strings.Split(s, "`")
	for i := 0; i < len(parts); i += 2 {
		parts[i] = special.Replace(parts[i])
	}
	return strings.Join(parts, "`")
}

func severity(s lint.Severity) string {
	switch s {
	case lint.SeverityError:
		return "error"
	case lint.SeverityWarning:
		return "warning"
	case lint.SeverityInfo:
		return "info"
	}
	return "none"
}
