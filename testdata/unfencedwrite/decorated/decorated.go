// Package decorated uses a lock and a store that it knows as interfaces only.
package decorated

import (
	"context"

	"testdata.leasevet/unfencedwrite/decorated/slots"
)

type Desk struct {
	store slots.Store
}

// Move reads and writes a slot under its lock.
func (d *Desk) Move(ctx context.Context, from, to string) error {
	mu := d.store.NewMutex(to)
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer func() { mu.Unlock(context.WithoutCancel(ctx)) }()
	patient, err := d.store.Patient(ctx, from)
	if err != nil {
		return err
	}
	if err := d.store.SetPatient(ctx, to, patient); err != nil { // want unfencedwrite "UPDATE slots in SetPatient"
		return err
	}
	return d.store.Note(ctx, to, "moved from "+from) // silent: appends
}

// Book writes without a lock.
func (d *Desk) Book(ctx context.Context, slot, patient string) error {
	return d.store.SetPatient(ctx, slot, patient) // silent: no lock
}
