package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/leasevet/leasevet/internal/schedule"
)

// story is a schedule with every kind of step.
func story(file string) []Step {
	at := Position{file, 3, 1}
	return []Step{
		{schedule.Step{Who: schedule.A, Does: `acquires lock "a<b>" for 10s`, Change: schedule.Taken}, at},
		{schedule.Step{Does: "the lease of A ends", Change: schedule.Expired}, Position{}},
		{schedule.Step{Who: schedule.B, Does: "acquires it", Change: schedule.Taken}, Position{}},
		{schedule.Step{Who: schedule.A, Does: "deletes it", Change: schedule.Deleted}, at},
		{schedule.Step{Does: "the lock of B is gone", Harm: true}, Position{}},
	}
}

func TestHTML(t *testing.T) {
	dir, packages := logged(t)
	list := packages[0].Findings["unfencedwrite"]
	list[0].Message = `SET of "<script>alert(1)</script>"`
	list[0].Schedule = story(list[0].Posn.File)
	var buf bytes.Buffer
	if err := (HTML{Sarif{Root: dir, Version: "v1", Rules: testRules}}).Write(&buf, packages); err != nil {
		t.Fatal(err)
	}
	page := buf.String()
	for _, want := range []string{
		"<h1>2 findings in ", `SET of &#34;&lt;script&gt;`, `<h2>lock &#34;a&lt;b&gt;&#34;</h2>`, "acquired at a b/p.go:3",
		`<span class="hit"><i>3</i>var ä, 𝄞 = lock(), write()</span>`, `<a href="https://example.com">unfencedwrite</a> 2`,
		"<li>the lease of A ends</li>",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	for _, other := range []string{"<script", "http://", `src="`, "@import", "<link"} {
		if strings.Contains(page, other) {
			t.Errorf("the page needs or runs something else: %s", other)
		}
	}
}

func TestTimeline(t *testing.T) {
	svg := string(timeline(story("p.go")))
	for what, n := range map[string]int{`class="recA"`: 1, `class="recB"`: 1, `class="end"`: 2, `class="markA`: 2, `class="markB"`: 1, `class="step harm"`: 1} {
		if got := strings.Count(svg, what); got != n {
			t.Errorf("%d of %s, want %d", got, what, n)
		}
	}
	for dec := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if timeline(nil) != "" {
		t.Error("a finding without a schedule has a drawing")
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"one two three", []string{"one two", "three"}},
		{"äöüäöüä x", []string{"äöüäöüä", "x"}},
		{"abcdefghijkl m", []string{"abcdefgh", "ijkl m"}},
		{"a abcdefghijkl", []string{"a", "abcdefgh", "ijkl"}},
	} {
		if got := wrap(c.text, 8); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestCodeFlow(t *testing.T) {
	dir, packages := logged(t)
	list := packages[0].Findings["unfencedwrite"]
	list[0].Schedule = story(list[0].Posn.File)
	flows := (Sarif{Root: dir, Rules: testRules}).codeFlow(columns{}, line{"unfencedwrite", list[0]})
	locations := flows[0].ThreadFlows[0].Locations
	if len(locations) != 5 || locations[2].Location.Message.Text != "B acquires it" || locations[2].Location.PhysicalLocation.Region.StartLine != 3 {
		t.Errorf("the flow is %+v", locations)
	}
}

func TestWhy(t *testing.T) {
	dir, packages := logged(t)
	list := packages[0].Findings["unfencedwrite"][:1]
	packages[0].Findings["unfencedwrite"] = list
	list[0].Schedule = story(list[0].Posn.File)
	for why, want := range map[bool]int{true: 1, false: 0} {
		var buf bytes.Buffer
		if err := (Text{Dir: dir, Context: -1, Why: why}).WriteFindings(&buf, packages); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(buf.String(), "\t 4. A deletes it  (a b/p.go:3:1)\n\t 5. the lock of B is gone\n"); n != want {
			t.Errorf("-why=%t:\n%s", why, buf.String())
		}
	}
}
