package main

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// A progress shows on a terminal how far a long run is. It says nothing of
// runs that end soon, and leaves no trace.
type progress struct {
	w     io.Writer
	mu    sync.Mutex
	next  time.Time // when to show something
	shown bool
}

const (
	progressAfter = 2 * time.Second
	progressEach  = 200 * time.Millisecond
	eraseLine     = "\r\x1b[K"
)

func newProgress(w io.Writer) *progress {
	return &progress{w: w, next: time.Now().Add(progressAfter)}
}

// step is told of each unit that is done.
func (p *progress) step(done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if now.Before(p.next) {
		return
	}
	p.next, p.shown = now.Add(progressEach), true
	fmt.Fprintf(p.w, "%sleasevet: %d of %d packages", eraseLine, done, total)
}

// end removes the line.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.w, eraseLine)
	}
}
