package report

import (
	"bytes"
	"fmt"

	"github.com/leasevet/leasevet/internal/schedule"
)

// A Step is a step of a schedule whose position is resolved.
type Step struct {
	schedule.Step
	Posn Position `json:"posn,omitzero"` // none for what only happens
}

// IsZero says that there is no place.
func (p Position) IsZero() bool { return p == Position{} }

// steps resolves the positions of a schedule.
func (p *Places) steps(s schedule.Schedule) []Step {
	var out []Step
	for _, step := range s {
		r := Step{Step: step}
		if step.Pos.IsValid() {
			r.Posn = p.at(step.Pos)
		}
		out = append(out, r)
	}
	return out
}

// sentence is a step as people read it: "A acquires …", "the lease ends".
func (s Step) sentence() string {
	if s.Who == schedule.Clock {
		return s.Does
	}
	return string(s.Who) + " " + s.Does
}

// why writes the schedule of a finding below it.
func (t Text) why(buf *bytes.Buffer, steps []Step) {
	for i, s := range steps {
		where := ""
		if !s.Posn.IsZero() {
			where = "  (" + t.Position(s.Posn) + ")"
		}
		fmt.Fprintf(buf, "\t%2d. %s%s\n", i+1, s.sentence(), where)
	}
}
