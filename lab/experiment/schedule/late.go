package schedule

import (
	"context"
	"errors"
	"fmt"
)

// A Lock is a lock record, as an observer sees it who is no holder.
type Lock interface {
	// Record tells holders apart. It is empty when nobody holds the lock.
	Record(ctx context.Context) (string, error)
	// Expire lets time pass until the lease of its holder has ended.
	Expire(ctx context.Context) error
}

// Late is the schedule that explains all of it.
type Late struct {
	Lock   Lock
	A, B   Program
	Writes bool // B writes, and stalls again before its release

	// Awake is called when A stalls and B holds the lock, if it is set.
	Awake func(a, b *Holder) error
}

// Run has A acquire and stall until its lease is over, B acquire and write, and A go
// on to its end. It returns what became of B's lock, and what A returns.
func (l Late) Run(ctx context.Context) (fate string, a error, err error) {
	holderA := Start(l.A)
	if err := errors.Join(holderA.Stalled(), held(ctx, l.Lock, "A")); err != nil {
		return "", nil, err
	}
	if err := l.Lock.Expire(ctx); err != nil {
		return "", nil, err
	}
	if record, err := l.Lock.Record(ctx); err != nil || record != "" {
		return "", nil, errors.Join(err, fmt.Errorf("the lease of A should be over, its record is %q", record))
	}
	holderB := Start(l.B)
	if err := errors.Join(holderB.Stalled(), held(ctx, l.Lock, "B")); err != nil {
		return "", nil, err
	}
	if l.Writes {
		holderB.Resume()
		if err := holderB.Stalled(); err != nil {
			return "", nil, err
		}
	}
	before, err := l.Lock.Record(ctx)
	if err != nil {
		return "", nil, err
	}
	if l.Awake != nil {
		if err := l.Awake(holderA, holderB); err != nil {
			return "", nil, err
		}
	}
	a = holderA.Finish()
	after, err := l.Lock.Record(ctx)
	if err != nil {
		return "", nil, err
	}
	if after != before {
		return Lost, a, nil
	}
	return Survives, a, nil
}

func held(ctx context.Context, lock Lock, who string) error {
	record, err := lock.Record(ctx)
	if err == nil && record == "" {
		err = fmt.Errorf("%s should hold the lock, and there is no record", who)
	}
	return err
}
