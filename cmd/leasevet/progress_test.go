package main

import (
	"strings"
	"testing"
	"time"
)

func TestProgress(t *testing.T) {
	var out strings.Builder
	p := newProgress(&out)
	p.step(1, 10)
	p.end()
	if out.Len() > 0 {
		t.Errorf("a short run shows %q", out.String())
	}
	p.next = time.Now()
	p.step(2, 10)
	p.step(3, 10) // too soon
	p.end()
	if got, want := out.String(), eraseLine+"leasevet: 2 of 10 packages"+eraseLine; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
