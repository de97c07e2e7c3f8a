package docgen

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/leasevet/leasevet/analyzers"
	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/wanttest"
)

var update = flag.Bool("update", false, "write the generated documentation")

const (
	root   = "../.."
	readme = root + "/README.md"
)

// TestGenerated compares the generated documentation with the files.
func TestGenerated(t *testing.T) {
	files := map[string][]byte{}
	for _, a := range analyzers.All() {
		doc := analyzers.Doc(a.Name)
		if doc.Title == "" || doc.Text == "" || doc.Before == "" || doc.After == "" || doc.Since == "" {
			t.Errorf("%s: the documentation lacks a part", a.Name)
		}
		files[filepath.Join(root, "docs", a.Name+".md")] = Page(a, doc)
	}
	old, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	if files[readme], err = Readme(old); err != nil {
		t.Error(err)
		delete(files, readme)
	}
	for name, want := range files {
		if got, err := os.ReadFile(name); err == nil && bytes.Equal(got, want) {
			continue
		}
		if !*update {
			t.Errorf("%s is stale: run go generate ./internal/docgen", name)
			continue
		}
		if err := os.WriteFile(name, want, 0o644); err != nil {
			t.Error(err)
		}
	}
}

// TestStores makes sure that no library is left out of the table.
func TestStores(t *testing.T) {
	table := Clients(catalog.Libraries)
	for _, lib := range catalog.Libraries {
		if !strings.Contains(table, "| "+escape(lib.Name)+" |") {
			t.Errorf("%s is of a store that the table does not know", lib.Name)
		}
	}
}

var (
	finding = regexp.MustCompile(`(?m)^testdata/(\S+\.go):(\d+):\d+: (.*) \(([a-z]+)\)$`)
	excerpt = regexp.MustCompile("(?ms)^<!-- from (testdata/\\S+) -->\n```go\n(.*?)^```$")
	want    = regexp.MustCompile(`[ \t]+// (want|silent).*`)
)

// TestReadmeFindings holds the findings that the README shows against what the
// scenarios expect, which another test holds against what leasevet finds.
func TestReadmeFindings(t *testing.T) {
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	wants, err := wanttest.Wants(filepath.Join(root, "testdata"))
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	for _, m := range finding.FindAllStringSubmatch(string(text), -1) {
		line, err := strconv.Atoi(m[2])
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(wants, func(w wanttest.Want) bool {
			return w.File == m[1] && w.Line == line && w.Analyzer == m[4] && w.Pattern.MatchString(m[3])
		}) {
			t.Errorf("the README shows what testdata does not expect: %s", m[0])
		}
		shown[m[4]] = true
	}
	for _, a := range analyzers.All() {
		if !shown[a.Name] {
			t.Errorf("the README shows no finding of %s", a.Name)
		}
	}
}

// TestReadmeExcerpts looks for the code that the README shows in the files that
// it is from. A line of "// …" stands for any number of lines.
func TestReadmeExcerpts(t *testing.T) {
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	all := excerpt.FindAllStringSubmatch(string(text), -1)
	if len(all) == 0 {
		t.Error("the README shows no code")
	}
	for _, m := range all {
		src, err := os.ReadFile(filepath.Join(root, m[1]))
		if err != nil {
			t.Error(err)
			continue
		}
		rest := want.ReplaceAllString(string(src), "")
		for part := range strings.SplitSeq(m[2], "// …\n") {
			_, after, ok := strings.Cut(rest, strings.TrimRight(part, "\t "))
			if !ok {
				t.Errorf("%s does not hold, or not in this order:\n%s", m[1], part)
				break
			}
			rest = after
		}
	}
}

func TestEscape(t *testing.T) {
	for in, out := range map[string]string{
		"by its _id, *all* of <them>": `by its \_id, \*all\* of &lt;them>`,
		"the `_id` and a_b":           "the `_id` and a\\_b",
	} {
		if got := escape(in); got != out {
			t.Errorf("escape(%q) = %q, want %q", in, got, out)
		}
	}
}
