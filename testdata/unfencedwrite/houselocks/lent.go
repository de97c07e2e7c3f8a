package houselocks

import (
	"context"
	"time"

	"testdata.leasevet/unfencedwrite/houselocks/ports"
)

type Night struct {
	jobs   ports.JobLocker
	shared ports.DistributedLocks
	keys   ports.KeyLocks
	stays  ports.StayRepository
	rooms  ports.RoomStore
	seats  ports.SeatStore
}

// Audit works in a function that is lent a lease.
func (n *Night) Audit(ctx context.Context, s *ports.Stay) error {
	return n.jobs.WithLock(ctx, "night:audit", 30*time.Minute, func(ctx context.Context) error {
		s.Nights++
		return n.stays.Update(ctx, s) // want unfencedwrite "StayRepository.Update .*under lock \"night:audit\" is given no fencing token"
	})
}

// AuditShared does so under a lock that is shared by its name.
func (n *Night) AuditShared(ctx context.Context, s *ports.Stay) error {
	return n.shared.RunLocked(ctx, "night:audit", func() error {
		return n.stays.Update(ctx, s) // want unfencedwrite "StayRepository.Update"
	})
}

// AuditKeys may be kept apart inside the process only.
func (n *Night) AuditKeys(ctx context.Context, s *ports.Stay) error {
	if err := n.keys.WithLockWait(ctx, "night:audit", time.Second, func() error {
		return n.stays.Update(ctx, s) // silent: waits, and has no time to live
	}); err != nil {
		return err
	}
	return n.keys.WithLock(ctx, "night:audit", func() error {
		return n.stays.Update(ctx, s) // silent: nothing says that the lock is shared
	})
}

// Rows locks the room's row in the transaction of the store.
func (n *Night) Rows(ctx context.Context, room int64) error {
	return n.jobs.WithLock(ctx, "night:rows", time.Minute, func(ctx context.Context) error {
		if _, err := n.rooms.FindForUpdate(ctx, room); err != nil {
			return err
		}
		return n.rooms.SetGuest(ctx, room, "") // silent: the row is locked
	})
}

// NoRows does not.
func (n *Night) NoRows(ctx context.Context, room int64) error {
	return n.jobs.WithLock(ctx, "night:rows", time.Minute, func(ctx context.Context) error {
		return n.rooms.SetGuest(ctx, room, "") // want unfencedwrite "RoomStore.SetGuest"
	})
}

// Publish replaces an object of the name.
func (n *Night) Publish(ctx context.Context, blobs ports.Blobstore, ledger ports.LedgerStore, list []byte) error {
	return n.jobs.WithLock(ctx, "night:publish", time.Minute, func(ctx context.Context) error {
		if err := blobs.CreateObject(ctx, "hotel", "index.txt", list); err != nil { // want unfencedwrite "Blobstore.CreateObject"
			return err
		}
		return ledger.SetTotal(ctx, 1, int64(len(list))) // silent: the implementation is in sight, and in memory
	})
}
