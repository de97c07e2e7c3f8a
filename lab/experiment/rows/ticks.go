package rows

import (
	"context"
	"errors"
	"time"

	"github.com/leasevet/leasevet/lab/experiment/stores"
)

// ticks are the ticks of a program's ticker: they come when an experiment says so.
type ticks struct {
	*time.Ticker
	key stores.Key
	c   chan time.Time
}

func newTicks(key stores.Key) *ticks {
	c := make(chan time.Time)
	return &ticks{Ticker: &time.Ticker{C: c}, key: key, c: c}
}

// tick ticks, and waits until the record has been given more time. A tick that is
// not expected to be heard waits for a moment only.
func (t *ticks) tick(ctx context.Context, expected bool) error {
	patience := 100 * time.Millisecond
	if expected {
		patience = 10 * time.Second
	}
	before, err := t.key.Left(ctx)
	if err != nil {
		return err
	}
	deadline := time.Now().Add(patience)
	select {
	case t.c <- time.Time{}:
	case <-time.After(patience):
	}
	for time.Now().Before(deadline) {
		after, err := t.key.Left(ctx)
		if err != nil || after > before {
			return err
		}
		time.Sleep(time.Millisecond)
	}
	if expected {
		return errors.New("nobody renews the lease")
	}
	return nil
}
