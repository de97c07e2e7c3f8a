// Package schedule holds the story behind a finding: what two holders of a lock
// do, step by step, until harm is done. Analyzers tell it with the program's own
// names; reports show it as text, as a drawing, or as a code flow.
package schedule

import (
	"go/token"

	"golang.org/x/tools/go/analysis"
)

// Actor is who does a step.
type Actor string

// The actors of every story. A is the program that the finding is in.
const (
	A     Actor = "A"
	B     Actor = "B"
	Clock Actor = "" // time, or the server: nobody's doing
)

// Change is what a step does to the lock record.
type Change string

// The changes. Most steps make none.
const (
	None    Change = ""
	Taken   Change = "taken"   // the actor's record is there from now on
	Expired Change = "expired" // the record ends by its clock
	Deleted Change = "deleted" // somebody deletes the record
)

// A Step is one thing that happens.
type Step struct {
	Who    Actor     `json:"who,omitempty"`
	Does   string    `json:"does"` // with the actor as its subject: "acquires …"
	Change Change    `json:"change,omitempty"`
	Harm   bool      `json:"harm,omitempty"` // this is where it goes wrong
	Pos    token.Pos `json:"-"`              // in the program; NoPos for what only happens
}

// A Schedule is the steps in the order of time.
type Schedule []Step

// Stories are the schedules of the findings of one package. An analyzer returns
// them, since a diagnostic has no room for more than text.
type Stories map[Key]Schedule

// Add tells the schedule of a finding.
func (s Stories) Add(d analysis.Diagnostic, steps Schedule) {
	s[Key{d.Pos, d.Message}] = steps
}

// A Key is the finding that a schedule belongs to.
type Key struct {
	Pos     token.Pos
	Message string
}
