package rows_test

import (
	"slices"
	"testing"

	"github.com/leasevet/leasevet/lab/experiment/rows"
	"github.com/leasevet/leasevet/lab/experiment/stores"
)

// TestComplete makes sure that there are experiments, and that each can be run.
func TestComplete(t *testing.T) {
	all := rows.All()
	if len(all) < 25 {
		t.Fatalf("there are only %d experiments", len(all))
	}
	seen := map[string]bool{}
	for _, row := range all {
		switch {
		case seen[row.Shape]:
			t.Errorf("%s is there twice", row.Shape)
		case row.Title == "", len(row.Steps) == 0, row.Run == nil:
			t.Errorf("%s lacks a part", row.Shape)
		case row.Limit() && row.Note == "":
			t.Errorf("%s is a limit, and does not say what helps", row.Shape)
		case !slices.ContainsFunc(row.On, stores.Embedded):
			t.Errorf("%s does not run on embedded stores", row.Shape)
		case !slices.ContainsFunc(row.On, func(on []string) bool { return !stores.Embedded(on) }):
			t.Errorf("%s does not run on a server", row.Shape)
		}
		seen[row.Shape] = true
	}
}
