package analyzers

import (
	"bytes"
	"encoding/gob"
	"flag"
	"reflect"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// TestNogo checks the rules of Bazel's nogo, which links the variable Analyzer
// of each package into a program: names are unique in the whole graph, facts
// can be encoded, flags are on public analyzers only and have defaults that
// can be set again.
func TestNogo(t *testing.T) {
	names := map[string]*analysis.Analyzer{}
	public := map[*analysis.Analyzer]bool{}
	for _, a := range All() {
		public[a] = true
	}
	var visit func(a *analysis.Analyzer)
	visit = func(a *analysis.Analyzer) {
		if other, ok := names[a.Name]; ok {
			if other != a {
				t.Errorf("two analyzers are called %s", a.Name)
			}
			return
		}
		names[a.Name] = a
		for _, f := range a.FactTypes {
			typ := reflect.TypeOf(f)
			if typ.Kind() != reflect.Pointer {
				t.Errorf("%s: the fact %v is no pointer", a.Name, typ)
				continue
			}
			if err := gob.NewEncoder(&bytes.Buffer{}).Encode(reflect.New(typ.Elem()).Interface()); err != nil {
				t.Errorf("%s: the fact %v: %v", a.Name, typ, err)
			}
		}
		a.Flags.VisitAll(func(f *flag.Flag) {
			if !public[a] {
				t.Errorf("%s is not public and has the flag %s", a.Name, f.Name)
			}
			if err := f.Value.Set(f.DefValue); err != nil {
				t.Errorf("%s: the default of %s: %v", a.Name, f.Name, err)
			}
		})
		for _, r := range a.Requires {
			visit(r)
		}
	}
	for _, a := range All() {
		visit(a)
	}
	if len(names) <= len(public) {
		t.Errorf("%d analyzers, of which %d are public: the model is missing", len(names), len(public))
	}
}
