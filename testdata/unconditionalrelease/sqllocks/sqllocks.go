// Package sqllocks settles merchants' accounts. Each job has a row that says
// who runs it and until when.
package sqllocks

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"time"
)

var errRunning = errors.New("settlement runs elsewhere")

type Settlement struct {
	db     *sql.DB
	holder string
	ttl    time.Duration
}

func New(db *sql.DB) *Settlement {
	return &Settlement{db: db, holder: rand.Text(), ttl: 2 * time.Minute}
}

// take claims the row when there is none or when the last holder's time is up.
func (s *Settlement) take(ctx context.Context, job string) error {
	res, err := s.db.ExecContext(ctx, `
		INSERT INTO job_locks (job, holder, until) VALUES ($1, $2, $3)
		ON CONFLICT (job) DO UPDATE SET holder = excluded.holder, until = excluded.until
		WHERE job_locks.until < now()`, job, s.holder, time.Now().Add(s.ttl))
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if n == 0 {
		return errRunning
	}
	return nil
}

func (s *Settlement) drop(ctx context.Context, job string) error {
	_, err := s.db.ExecContext(ctx, `DELETE FROM job_locks WHERE job = $1`, job) // want unconditionalrelease "DELETE.*job_locks"
	return err
}

func (s *Settlement) clear(ctx context.Context, job string) error {
	_, err := s.db.ExecContext(ctx, "UPDATE job_locks SET holder = NULL, until = NULL WHERE job = $1", job) // want unconditionalrelease "UPDATE.*job_locks"
	return err
}

func (s *Settlement) prolong(ctx context.Context, job string) error {
	_, err := s.db.ExecContext(ctx, "UPDATE job_locks SET until = $2 WHERE job = $1", job, time.Now().Add(s.ttl)) // want unconditionalrelease "UPDATE.*job_locks"
	return err
}

// dropRead reads the holder, compares it here and deletes with a second statement.
func (s *Settlement) dropRead(ctx context.Context, job string) error {
	var holder string
	err := s.db.QueryRowContext(ctx, `SELECT holder FROM job_locks WHERE job = $1`, job).Scan(&holder)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	if holder == s.holder {
		_, err = s.db.ExecContext(ctx, `DELETE FROM job_locks WHERE job = $1`, job) // want unconditionalrelease "DELETE.*job_locks"
	}
	return err
}

// dropLocked compares while the transaction keeps the row from changing.
func (s *Settlement) dropLocked(ctx context.Context, job string) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var holder string
	if err := tx.QueryRowContext(ctx, `SELECT holder FROM job_locks WHERE job = $1 FOR UPDATE`, job).Scan(&holder); err != nil {
		return err
	}
	if holder != s.holder {
		return errRunning
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM job_locks WHERE job = $1`, job); err != nil { // silent: the row was read for update
		return err
	}
	return tx.Commit()
}

func (s *Settlement) dropOwn(ctx context.Context, job string) error {
	_, err := s.db.ExecContext(ctx, `DELETE FROM job_locks WHERE job = $1 AND holder = $2`, job, s.holder) // silent: compares the holder
	return err
}

func (s *Settlement) prolongOwn(ctx context.Context, job string) error {
	res, err := s.db.ExecContext(ctx, `UPDATE job_locks SET until = $3 WHERE job = $1 AND holder = $2`, job, s.holder, time.Now().Add(s.ttl)) // silent: compares the holder
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errRunning)
	}
	return nil
}

// purge removes rows whose time is up, whoever wrote them.
func (s *Settlement) purge(ctx context.Context) error {
	_, err := s.db.ExecContext(ctx, `DELETE FROM job_locks WHERE until < now()`) // silent: only what has expired
	return err
}

// forget removes a settled merchant's drafts.
func (s *Settlement) forget(ctx context.Context, merchant int64) error {
	_, err := s.db.ExecContext(ctx, `DELETE FROM settlement_drafts WHERE merchant_id = $1`, merchant) // silent: no lock table
	return err
}

// Run is the careful round trip.
func (s *Settlement) Run(ctx context.Context, job string, settle func(context.Context) error) error {
	if err := s.take(ctx, job); err != nil {
		return err
	}
	defer s.dropOwn(context.WithoutCancel(ctx), job)
	return settle(ctx)
}

// Lapse ends the lock by its clock, whoever holds it.
func (s *Settlement) Lapse(ctx context.Context, job string) error {
	_, err := s.db.ExecContext(ctx, "UPDATE job_locks SET until = now() WHERE job = $1", job) // want unconditionalrelease "UPDATE job_locks .*releases"
	return err
}
