// Package lent keeps until when a task is lent to a worker.
package lent

import (
	"sync"
	"time"
)

type Task struct {
	mu    sync.Mutex
	until time.Time
	gone  chan struct{}
}

// Prolong moves the end.
func (t *Task) Prolong(until time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.until = until
}

// Lapse tells the worker once the end has passed.
func (t *Task) Lapse() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if time.Now().After(t.until) {
		close(t.gone)
	}
}
