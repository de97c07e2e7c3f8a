// Package schedule runs holders of a lock one step at a time, so that an experiment
// decides who works when, and comes out the same each time.
package schedule

import (
	"errors"
	"iter"
)

// A Program is what a holder runs. It calls stall where a process may stop for
// longer than its lease: a long GC pause, a slow disk, a lost packet.
type Program func(stall func()) error

// A Holder is one process that runs a program. It is a coroutine and no
// goroutine: between two steps it does nothing at all, as a process that stalls.
// One that is not resumed any more has died: not even its defers run.
type Holder struct {
	next  func() (struct{}, bool)
	err   error
	ended bool
}

// Start runs a program up to its first stall, or to its end.
func Start(p Program) *Holder {
	h := &Holder{}
	h.next, _ = iter.Pull(func(yield func(struct{}) bool) {
		h.err = p(func() { yield(struct{}{}) })
	})
	h.Resume()
	return h
}

// Resume runs it up to its next stall, or to its end.
func (h *Holder) Resume() {
	if _, stalled := h.next(); !stalled {
		h.ended = true
	}
}

// Finish runs it to its end, through all stalls, and returns its error.
func (h *Holder) Finish() error {
	for !h.ended {
		h.Resume()
	}
	return h.err
}

// Stalled returns an error unless the program is in a stall, which is where an
// experiment expects it.
func (h *Holder) Stalled() error {
	if !h.ended {
		return nil
	}
	return errors.Join(errors.New("the program has ended where it should stall"), h.err)
}

// Err is the error of a program that has ended.
func (h *Holder) Err() error { return h.err }

// Ended says whether the program has come to its end.
func (h *Holder) Ended() bool { return h.ended }
