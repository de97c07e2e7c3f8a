package catalog

import (
	"go/types"
	"strings"
	"testing"
)

// TestHandleTypes looks every named handle up in the real libraries.
func TestHandleTypes(t *testing.T) {
	if testing.Short() {
		t.Skip("loads every client library")
	}
	all, err := libs()
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range handleTypes {
		for name := range strings.SplitSeq(h.on, "|") {
			found := false
			for path, p := range all {
				obj := p.Scope().Lookup(name)
				if obj == nil || placeOf(path).lib != h.lib {
					continue
				}
				found = true
				if got := HandleOf(types.NewPointer(obj.Type())); got != h.kind {
					t.Errorf("HandleOf(*%s.%s) = %v, want %v", path, name, got, h.kind)
				}
			}
			if !found {
				t.Errorf("%s has no type %s", h.lib.Name, name)
			}
		}
	}
}
