// Package report turns what analyzers say into what people and tools read.
package report

import "fmt"

// A Finding is a diagnostic whose positions are resolved, so that it outlives
// the syntax. Its JSON form is that of `go vet -json`, field for field, with the
// declaration that it stands in and the schedule besides.
type Finding struct {
	Category string    `json:"category,omitempty"`
	Decl     string    `json:"declaration,omitempty"` // "F", "(*T).M", "" outside of functions
	Posn     Position  `json:"posn"`
	End      Position  `json:"end"`
	Message  string    `json:"message"`
	Fixes    []Fix     `json:"suggested_fixes,omitempty"`
	Related  []Related `json:"related,omitempty"`
	Schedule []Step    `json:"schedule,omitempty"` // how it does harm
}

// A Fix is a set of edits to be made all or not at all.
type Fix struct {
	Message string `json:"message"`
	Edits   []Edit `json:"edits"`
}

// An Edit replaces the bytes from Start to End of a file.
type Edit struct {
	Filename string `json:"filename"`
	Start    int    `json:"start"`
	End      int    `json:"end"`
	New      string `json:"new"`
}

// A Related is a second place that a finding speaks of.
type Related struct {
	Posn    Position `json:"posn"`
	End     Position `json:"end"`
	Message string   `json:"message"`
}

// String is for test failures.
func (f Finding) String() string { return fmt.Sprintf("%s: %s", f.Posn, f.Message) }
