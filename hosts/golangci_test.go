package hosts_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/leasevet/leasevet/internal/wanttest"
)

// golangci builds golangci-lint with leasevet in it, once for all tests.
var golangci = sync.OnceValues(func() (string, error) {
	bin := filepath.Join(tmp, "golangci-lint.exe")
	_, err := run(filepath.Join(root, "hosts"), nil, "go", "build", "-o", bin, "./golangci")
	return bin, err
})

const golangciConfig = `version: "2"
linters:
  default: none
  enable: [leasevet]
  settings:
    custom:
      leasevet:
        type: module
        description: misuse of distributed locks and leases
        settings:
          facts: FACTS
  exclusions:
    generated: disable
issues:
  max-issues-per-linter: 0
  max-same-issues: 0
  uniq-by-line: false
`

// scenarioConfig has the settings that the scenarios' own configuration has:
// their form is the same.
func scenarioConfig(t *testing.T, facts string) string {
	t.Helper()
	own, err := os.ReadFile(filepath.Join(scenarios, ".leasevet.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	const indent = "\n          "
	settings := "facts: " + facts + indent + strings.ReplaceAll(strings.TrimSpace(string(own)), "\n", indent)
	return strings.Replace(golangciConfig, "facts: FACTS", settings, 1)
}

// lint runs golangci-lint in a folder and reads its JSON output.
func lint(t *testing.T, dir, config string, statuses ...int) []wanttest.Finding {
	t.Helper()
	bin, err := golangci()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "golangci.yml")
	write(t, file, config)
	out, err := runEnv(dir, []string{"GOLANGCI_LINT_CACHE=" + t.TempDir()}, statuses, bin,
		"run", "--config", file, "--allow-parallel-runners", "--path-mode=abs",
		"--output.json.path", "stdout", "--show-stats=false", "./...")
	if err != nil {
		t.Fatal(err)
	}
	var report struct {
		Issues []struct {
			FromLinter, Text string
			Pos              struct {
				Filename     string
				Line, Column int
			}
		}
	}
	if err := json.Unmarshal(out, &report); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var found []wanttest.Finding
	for _, i := range report.Issues {
		analyzer, message, ok := strings.Cut(i.Text, ": ")
		if i.FromLinter != "leasevet" || !ok {
			t.Errorf("not an issue of leasevet that names its analyzer: %+v", i)
			continue
		}
		rel, err := filepath.Rel(dir, i.Pos.Filename)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, wanttest.Finding{Analyzer: analyzer, File: filepath.ToSlash(rel), Line: i.Pos.Line, Column: i.Pos.Column, Message: message})
	}
	return found
}

// TestGolangci runs the plugin with facts, which is the whole of leasevet.
func TestGolangci(t *testing.T) {
	equal(t, "golangci-lint", lint(t, scenarios, scenarioConfig(t, "true"), 1))
}

// TestGolangciWithoutFacts: each finding without facts is one with facts. What
// is missing lies across packages.
func TestGolangciWithoutFacts(t *testing.T) {
	expected, err := own()
	if err != nil {
		t.Fatal(err)
	}
	found := lint(t, scenarios, scenarioConfig(t, "false"), 1)
	type place struct {
		file     string
		line     int
		analyzer string
	}
	known := map[place]bool{}
	for _, f := range expected {
		known[place{f.File, f.Line, f.Analyzer}] = true
	}
	for _, f := range found {
		if !known[place{f.File, f.Line, f.Analyzer}] {
			t.Errorf("only without facts: %v", f)
		}
	}
	if 2*len(found) < len(expected) {
		t.Errorf("%d findings without facts, %d with", len(found), len(expected))
	}
	t.Logf("%d findings without facts, %d with", len(found), len(expected))
}

// TestGolangciRefuses shows that a mistake in the settings is no silence.
func TestGolangciRefuses(t *testing.T) {
	bin, err := golangci()
	if err != nil {
		t.Fatal(err)
	}
	for settings, want := range map[string]string{
		"factz: true": `unknown field "factz"`,
		"analyzers: {unfencedwrites: {enabled: false}}":                 `unknown analyzer "unfencedwrites"`,
		"analyzers: {unfencedwrite: {al: true}}":                        `unknown option "al" of unfencedwrite`,
		"analyzers: {unfencedwrite: {all: perhaps}}":                    `"perhaps" is no value for option all of unfencedwrite`,
		"wrappers: [{role: acquire, package: p, call: 'Lock(ctx, k)'}]": `unknown role k`,
	} {
		file := filepath.Join(t.TempDir(), "golangci.yml")
		write(t, file, strings.Replace(golangciConfig, "facts: FACTS", settings, 1))
		_, err := run(scenarios, nil, bin, "run", "--config", file, "--allow-parallel-runners", "./unfencedwrite/withlock")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", settings, err, want)
		}
	}
}

// TestGolangciNolint: //nolint:leasevet silences a line, as for any linter.
func TestGolangciNolint(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "m")
	module(t, dir, "\t//nolint:leasevet // a worker that dies leaves a stale lock, which the operator removes\n")
	if found := lint(t, dir, strings.Replace(golangciConfig, "FACTS", "false", 1)); len(found) > 0 {
		t.Errorf("found %v", found)
	}
	dir = filepath.Join(t.TempDir(), "m")
	module(t, dir, "")
	if found := lint(t, dir, strings.Replace(golangciConfig, "FACTS", "false", 1), 1); len(found) != 1 || found[0].Analyzer != "unconditionalrelease" {
		t.Errorf("found %v", found)
	}
}
