package hosts_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	_ "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif" // has the schema, and keeps it to itself
	"github.com/xeipuuv/gojsonschema"
)

// officialSchema reads the standard's JSON schema from the source of a library
// that has it as a constant.
func officialSchema(t *testing.T) string {
	t.Helper()
	out, err := run(filepath.Join(root, "hosts"), nil, "go", "list", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(out)), "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	schema := ""
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if ok && len(spec.Values) == 1 && spec.Names[0].Name == "schema" {
				if lit, ok := spec.Values[0].(*ast.BasicLit); ok {
					schema, _ = strconv.Unquote(lit.Value)
				}
			}
			return true
		})
	}
	if !strings.Contains(schema, "partialFingerprints") {
		t.Fatal("no schema found")
	}
	return schema
}

// TestSarifSchema validates a log with every kind of content.
func TestSarifSchema(t *testing.T) {
	bin, err := leasevet()
	if err != nil {
		t.Fatal(err)
	}
	schema := gojsonschema.NewStringLoader(officialSchema(t))
	for name, args := range map[string][]string{
		"findings": {"./unfencedwrite/...", "./unconditionalrelease/...", "./leasevetdirective/..."},
		"none":     {"./catalogdeps"},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := run(scenarios, []int{1}, bin, append([]string{"-sarif", "-"}, args...)...)
			if err != nil {
				t.Fatal(err)
			}
			result, err := gojsonschema.Validate(schema, gojsonschema.NewBytesLoader(out))
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range result.Errors() {
				t.Error(e)
			}
			if has := strings.Contains(string(out), `"codeFlows"`); has != (name == "findings") {
				t.Errorf("the log has code flows: %t", has)
			}
			// GitHub refuses more than 25,000 results and 10 MB when packed.
			if len(out) > 10<<20 {
				t.Errorf("%d bytes", len(out))
			}
		})
	}
}
