// Package ports declares what a service needs of the outside. Who implements it is
// decided elsewhere.
package ports

import (
	"context"
	"time"
)

type Stay struct {
	ID     int64
	Guest  string
	Nights int
}

// Rate carries the version that it was read with.
type Rate struct {
	ID      int64
	Version int64
	Cents   int64
}

type Watermark struct{ Version int64 }

type Locker interface {
	LockRoom(ctx context.Context, room int64) error
	UnlockRoom(ctx context.Context, room int64) error
	TryLock(ctx context.Context, name string) (bool, error)
	Unlock(ctx context.Context, name string) error
}

type StayRepository interface {
	Find(ctx context.Context, id int64) (*Stay, error)
	Update(ctx context.Context, s *Stay) error
	UpdateIfUnchanged(ctx context.Context, s *Stay) error
	UpdateNights(ctx context.Context, id int64, nights int, expectedVersion int64) error
	UpdateGuest(ctx context.Context, id int64, guest string) (bool, error)
	SaveRate(ctx context.Context, r *Rate) error
	DecrBeds(ctx context.Context, hotel int64, n int) error
	IncrVisits(ctx context.Context, hotel int64) error
	CreateStay(ctx context.Context, s *Stay) error
	DeleteStay(ctx context.Context, id int64) error
	SetDoorLock(ctx context.Context, id int64) error
}

type StayCache interface {
	SetStay(ctx context.Context, s *Stay) error
	UpdateStatus(ctx context.Context, id int64, status string) (existed bool, err error)
}

type WatermarkStore interface {
	Get() (Watermark, error)
	Put(Watermark) error
}

type ObjectStore interface {
	Put(ctx context.Context, path string, b []byte) error
	PutWithTTL(ctx context.Context, path string, b []byte, ttl time.Duration) error
}

// Gate is a mutex of the process: taking it cannot fail.
type Gate interface {
	LockGate(room int64)
	UnlockGate(room int64)
}

// Accounts has a state that it calls locked.
type Accounts interface {
	LockAccount(ctx context.Context, id int64) error
	UnlockAccount(ctx context.Context, id int64) error
}

// AccountStore is where accounts live.
type AccountStore interface {
	SetReason(ctx context.Context, id int64, reason string) error
}

// Handle is a lock that is held.
type Handle interface {
	Release(ctx context.Context) error
}

// LeaseKeeper hands out handles.
type LeaseKeeper interface {
	AcquireLease(ctx context.Context, name string) (HotelLease, error)
}

type HotelLease interface {
	Release(ctx context.Context) error
}

// Seats is a table in memory: what its methods do is in sight, and is nothing outside.
type Seats interface{ SetSeat(n int, who string) error }

type SeatTable struct{ rows map[int]string }

func (t *SeatTable) SetSeat(n int, who string) error { t.rows[n] = who; return nil }

// SeatStore is implemented by SeatTable here.
type SeatStore interface{ SetSeat(n int, who string) error }

// JobLocker runs a job under a lease.
type JobLocker interface {
	WithLock(ctx context.Context, name string, ttl time.Duration, job func(context.Context) error) error
}

// DistributedLocks says by its name that its locks are shared.
type DistributedLocks interface {
	RunLocked(ctx context.Context, name string, job func() error) error
}

// KeyLocks may be a map of mutexes.
type KeyLocks interface {
	WithLock(ctx context.Context, name string, job func() error) error
	WithLockWait(ctx context.Context, name string, wait time.Duration, job func() error) error
}

// RoomStore locks a room's row in the transaction that Do begins.
type RoomStore interface {
	FindForUpdate(ctx context.Context, id int64) (*Stay, error)
	SetGuest(ctx context.Context, id int64, guest string) error
}

// Blobstore keeps objects. Its buckets are in files that the build tags leave out.
type Blobstore interface {
	CreateObject(ctx context.Context, bucket, name string, contents []byte) error
}

type Memory struct{ objects map[string][]byte }

func (m *Memory) CreateObject(ctx context.Context, bucket, name string, contents []byte) error {
	m.objects[bucket+name] = contents
	return nil
}

// LedgerStore is kept in memory in this program.
type LedgerStore interface {
	SetTotal(ctx context.Context, id, total int64) error
}

type MemoryLedger struct{ totals map[int64]int64 }

func (m *MemoryLedger) SetTotal(ctx context.Context, id, total int64) error {
	m.totals[id] = total
	return nil
}
