// Package slots stores the slots of a clinic behind an interface, with a decorator
// that measures and a store in memory for tests.
package slots

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"github.com/go-redsync/redsync/v4"
)

// Mutex is a lock on one slot.
type Mutex interface {
	Lock(ctx context.Context) error
	Unlock(ctx context.Context) (bool, error)
}

// Store is what users see.
type Store interface {
	NewMutex(slot string) Mutex
	Patient(ctx context.Context, slot string) (string, error)
	SetPatient(ctx context.Context, slot, patient string) error
	Note(ctx context.Context, slot, text string) error
}

type rows struct {
	db *sql.DB
	rs *redsync.Redsync
}

type rowMutex struct{ mu *redsync.Mutex }

func (m rowMutex) Lock(ctx context.Context) error           { return m.mu.LockContext(ctx) }
func (m rowMutex) Unlock(ctx context.Context) (bool, error) { return m.mu.UnlockContext(ctx) }

// New opens the store.
func New(db *sql.DB, rs *redsync.Redsync, observe func(string, time.Duration)) Store {
	return &measured{next: &rows{db: db, rs: rs}, observe: observe}
}

func (r *rows) NewMutex(slot string) Mutex { return rowMutex{r.rs.NewMutex("slot:" + slot)} }

func (r *rows) Patient(ctx context.Context, slot string) (p string, err error) {
	err = r.db.QueryRowContext(ctx, "SELECT patient FROM slots WHERE id = ?", slot).Scan(&p)
	return p, err
}

func (r *rows) SetPatient(ctx context.Context, slot, patient string) error {
	_, err := r.db.ExecContext(ctx, "UPDATE slots SET patient = ? WHERE id = ?", patient, slot)
	return err
}

func (r *rows) Note(ctx context.Context, slot, text string) error {
	_, err := r.db.ExecContext(ctx, "INSERT INTO notes (slot, text) VALUES (?, ?)", slot, text)
	return err
}

// measured observes how long each request takes.
type measured struct {
	next    Store
	observe func(string, time.Duration)
}

func (m *measured) NewMutex(slot string) Mutex { return m.next.NewMutex(slot) }

func (m *measured) Patient(ctx context.Context, slot string) (string, error) {
	defer func(t time.Time) { m.observe("patient", time.Since(t)) }(time.Now())
	return m.next.Patient(ctx, slot)
}

func (m *measured) SetPatient(ctx context.Context, slot, patient string) error {
	defer func(t time.Time) { m.observe("set patient", time.Since(t)) }(time.Now())
	return m.next.SetPatient(ctx, slot, patient)
}

func (m *measured) Note(ctx context.Context, slot, text string) error {
	defer func(t time.Time) { m.observe("note", time.Since(t)) }(time.Now())
	return m.next.Note(ctx, slot, text)
}

// Memory is the store of tests.
type Memory struct {
	mu       sync.Mutex
	patients map[string]string
}

type memoryMutex struct{ mu *sync.Mutex }

func (m memoryMutex) Lock(context.Context) error           { m.mu.Lock(); return nil }
func (m memoryMutex) Unlock(context.Context) (bool, error) { m.mu.Unlock(); return true, nil }

func (m *Memory) NewMutex(string) Mutex { return memoryMutex{&m.mu} }

func (m *Memory) Patient(_ context.Context, slot string) (string, error) {
	return m.patients[slot], nil
}

func (m *Memory) SetPatient(_ context.Context, slot, patient string) error {
	m.patients[slot] = patient
	return nil
}

func (m *Memory) Note(context.Context, string, string) error { return nil }
