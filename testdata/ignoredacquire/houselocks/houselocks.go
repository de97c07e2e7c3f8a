// Package houselocks uses locks of which only the names are known.
package houselocks

import (
	"context"
	"errors"
	"log"
	"sync"
)

var errBusy = errors.New("busy")

type Job func(context.Context) error

// Locker may be behind anything that can fail, which a mutex cannot.
type Locker interface {
	TryLock(ctx context.Context, key string) (bool, error)
	Unlock(ctx context.Context, key string) error
}

func Dropped(ctx context.Context, l Locker, work Job) error {
	l.TryLock(ctx, "night") // want ignoredacquire "Locker.TryLock of lock \"night\" does not decide what follows"
	defer l.Unlock(ctx, "night")
	return work(ctx)
}

func ErrorOnly(ctx context.Context, l Locker, work Job) error {
	if _, err := l.TryLock(ctx, "night"); err != nil { // want ignoredacquire "when somebody else holds it"
		return err
	}
	defer l.Unlock(ctx, "night")
	return work(ctx)
}

func Both(ctx context.Context, l Locker, work Job) error {
	ok, err := l.TryLock(ctx, "night")
	if err != nil || !ok {
		return errors.Join(err, errBusy)
	}
	defer l.Unlock(ctx, "night")
	return work(ctx)
}

// Early unlocks even when it was refused. What Unlock compares is not in sight.
func Early(ctx context.Context, l Locker, work Job) error {
	ok, err := l.TryLock(ctx, "night")
	defer func() { // want ignoredacquire "release of lock \"night\" also runs when Locker.TryLock has not acquired it"
		if err := l.Unlock(ctx, "night"); err != nil {
			log.Println(err)
		}
	}()
	if err != nil || !ok {
		return errors.Join(err, errBusy)
	}
	return work(ctx)
}

// Client has locks among other things.
type Client interface {
	AcquireImportLock(ctx context.Context) error
	ReleaseImportLock(ctx context.Context) error
	IsLocked(err error) bool
	Import(ctx context.Context) error
}

// Import handles one error of two.
func Import(ctx context.Context, c Client) error {
	err := c.AcquireImportLock(ctx) // want ignoredacquire "Client.AcquireImportLock"
	if c.IsLocked(err) {
		return nil
	}
	defer c.ReleaseImportLock(ctx)
	return c.Import(ctx)
}

func ImportRight(ctx context.Context, c Client) error {
	err := c.AcquireImportLock(ctx)
	if c.IsLocked(err) {
		return nil
	}
	if err != nil {
		return err
	}
	defer c.ReleaseImportLock(ctx)
	return c.Import(ctx)
}

// Local is a lock of the process: it cannot fail.
type Local struct{ mu sync.Mutex }

func (l *Local) TryLock(key string) bool { return l.mu.TryLock() }

func (l *Local) Unlock(key string) { l.mu.Unlock() }

func WithLocal(ctx context.Context, l *Local, work Job) error {
	l.TryLock("night")
	defer l.Unlock("night")
	return work(ctx)
}

// FileLock is a lock of this machine.
type FileLock interface {
	TryLock() (bool, error)
	Unlock() error
}

func WithFile(ctx context.Context, l FileLock, work Job) error {
	if _, err := l.TryLock(); err != nil {
		return err
	}
	defer l.Unlock()
	return work(ctx)
}

// Seats are locked by their numbers.
type Seats interface {
	LockSeat(ctx context.Context, number int64) error
	UnlockSeat(ctx context.Context, number int64) error
}

// TwoSeats gives the first one back when it does not get the second.
func TwoSeats(ctx context.Context, s Seats, work Job) error {
	if err := s.LockSeat(ctx, 1); err != nil {
		return err
	}
	defer s.UnlockSeat(ctx, 1) // silent: another lock than the one that is refused
	if err := s.LockSeat(ctx, 2); err != nil {
		return err
	}
	defer s.UnlockSeat(ctx, 2)
	return work(ctx)
}
