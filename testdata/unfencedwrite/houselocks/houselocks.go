// Package houselocks takes locks and writes through interfaces alone. Nothing is
// known of what is behind them but their names, and what they are given.
package houselocks

import (
	"context"
	"fmt"
	"time"

	"testdata.leasevet/unfencedwrite/houselocks/ports"
)

type Desk struct {
	locker  ports.Locker
	stays   ports.StayRepository
	cache   ports.StayCache
	marks   ports.WatermarkStore
	objects ports.ObjectStore
	gate    ports.Gate
	leases  ports.LeaseKeeper
	seats   ports.SeatStore
}

func (d *Desk) Extend(ctx context.Context, room, id int64, nights int) error {
	if err := d.locker.LockRoom(ctx, room); err != nil {
		return err
	}
	defer d.locker.UnlockRoom(ctx, room)
	s, err := d.stays.Find(ctx, id)
	if err != nil {
		return err
	}
	s.Nights += nights
	if err := d.stays.Update(ctx, s); err != nil { // want unfencedwrite "StayRepository.Update .*under lock room is given no fencing token"
		return err
	}
	if err := d.stays.DecrBeds(ctx, room, 1); err != nil { // want unfencedwrite "DecrBeds"
		return err
	}
	if _, err = d.cache.UpdateStatus(ctx, id, "extended"); err != nil { // want unfencedwrite "StayCache.UpdateStatus"
		return err
	}
	return d.cache.SetStay(ctx, s) // silent: fills a cache
}

// Guarded hands the store something to compare, or writes nothing that could be newer.
func (d *Desk) Guarded(ctx context.Context, room, id, version int64, r *ports.Rate) error {
	if err := d.locker.LockRoom(ctx, room); err != nil {
		return err
	}
	defer d.locker.UnlockRoom(ctx, room)
	if err := d.stays.UpdateNights(ctx, id, 2, version); err != nil { // silent: the expected version is handed over
		return err
	}
	if err := d.stays.UpdateIfUnchanged(ctx, &ports.Stay{ID: id}); err != nil { // silent: conditional by its name
		return err
	}
	if ok, err := d.stays.UpdateGuest(ctx, id, "Ada"); err != nil || !ok { // silent: its answer is looked at
		return err
	}
	if err := d.stays.SaveRate(ctx, r); err != nil { // silent: the record carries its version
		return err
	}
	if err := d.stays.CreateStay(ctx, &ports.Stay{}); err != nil { // silent: an insert
		return err
	}
	if err := d.stays.DeleteStay(ctx, id); err != nil { // silent: a delete
		return err
	}
	if err := d.stays.SetDoorLock(ctx, id); err != nil { // silent: a lock's own record
		return err
	}
	return d.stays.IncrVisits(ctx, room) // silent: a counter
}

func (d *Desk) Mark(ctx context.Context, to int64) error {
	ok, err := d.locker.TryLock(ctx, "mark")
	if err != nil || !ok {
		return err
	}
	defer func() { _ = d.locker.Unlock(ctx, "mark") }()
	if m, err := d.marks.Get(); err != nil || m.Version >= to {
		return err
	}
	return d.marks.Put(ports.Watermark{Version: to}) // want unfencedwrite "WatermarkStore.Put"
}

// Publish writes a part under a temporary name, and the index under its own.
func (d *Desk) Publish(ctx context.Context, id int64, b []byte) error {
	ok, err := d.locker.TryLock(ctx, "publish")
	if err != nil || !ok {
		return err
	}
	defer d.locker.Unlock(ctx, "publish")
	if err := d.objects.Put(ctx, fmt.Sprintf("tmp/%d", id), b); err != nil { // silent: a temporary object
		return err
	}
	if err := d.objects.PutWithTTL(ctx, "hint", b, time.Minute); err != nil { // silent: a cache fill
		return err
	}
	return d.index(ctx, b) // want unfencedwrite "ObjectStore.Put of .index. in index"
}

func (d *Desk) index(ctx context.Context, b []byte) error {
	return d.objects.Put(ctx, "index", b) // silent: the section is the caller's
}

// Finish unlocks through a bound method.
func (d *Desk) Finish(ctx context.Context, room int64, s *ports.Stay) error {
	if err := d.locker.LockRoom(ctx, room); err != nil {
		return err
	}
	defer logged(ctx, room, d.locker.UnlockRoom)
	return d.stays.Update(ctx, s) // want unfencedwrite "StayRepository.Update"
}

func logged(ctx context.Context, room int64, unlock func(context.Context, int64) error) {
	if err := unlock(ctx, room); err != nil {
		fmt.Println(err)
	}
}

// After writes when the lock is gone.
func (d *Desk) After(ctx context.Context, room int64, s *ports.Stay) error {
	if err := d.locker.LockRoom(ctx, room); err != nil {
		return err
	}
	if err := d.locker.UnlockRoom(ctx, room); err != nil {
		return err
	}
	return d.stays.Update(ctx, s) // silent: after the release
}

// Here is a mutex of the process.
func (d *Desk) Here(ctx context.Context, room int64, s *ports.Stay) error {
	d.gate.LockGate(room)
	defer d.gate.UnlockGate(room)
	return d.stays.Update(ctx, s) // silent: taking the gate cannot fail, it is no lock of another process
}

// Leased holds what it was given.
func (d *Desk) Leased(ctx context.Context, s *ports.Stay) error {
	l, err := d.leases.AcquireLease(ctx, "desk")
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	if err := d.seats.SetSeat(1, s.Guest); err != nil { // silent: the implementation is in sight and writes to memory
		return err
	}
	return d.stays.Update(ctx, s) // want unfencedwrite "StayRepository.Update under"
}

type Office struct {
	accounts ports.Accounts
	store    ports.AccountStore
}

// Suspend locks an account for good: that is a state of it.
func (o *Office) Suspend(ctx context.Context, id int64) error {
	if err := o.accounts.LockAccount(ctx, id); err != nil {
		return err
	}
	return o.store.SetReason(ctx, id, "unpaid") // silent: nothing is released here
}
