// Package otherbranches reads the count on some ways through a function only,
// or in a variable that is written again before it is read.
package otherbranches

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
)

var errStale = errors.New("shift was changed meanwhile")

type Shifts struct {
	db    *sql.DB
	trace bool
}

const swap = `UPDATE shifts SET nurse = ?, version = version + 1 WHERE id = ? AND version = ?`

// Swap reads the count for the trace.
func (s *Shifts) Swap(ctx context.Context, id, version int64, nurse string) error {
	res, err := s.db.ExecContext(ctx, swap, nurse, id, version) // want ignoredrowcount "UPDATE"
	if err != nil {
		return err
	}
	if s.trace {
		n, err := res.RowsAffected()
		slog.Debug("swap", "rows", n, "err", err)
	}
	return nil
}

// SwapBoth tests the second count and has forgotten the first.
func (s *Shifts) SwapBoth(ctx context.Context, a, b, version int64, nurse string) error {
	res, err := s.db.ExecContext(ctx, swap, nurse, a, version) // want ignoredrowcount "UPDATE"
	if err != nil {
		return err
	}
	res, err = s.db.ExecContext(ctx, swap, nurse, b, version) // silent: tested below
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errStale)
	}
	return nil
}

// SwapEither makes one of two writes and tests after both.
func (s *Shifts) SwapEither(ctx context.Context, id, version int64, nurse string) (err error) {
	var res sql.Result
	if nurse == "" {
		res, err = s.db.ExecContext(ctx, "UPDATE shifts SET nurse = NULL, version = version + 1 WHERE id = ? AND version = ?", id, version) // silent: tested after the branches
	} else {
		res, err = s.db.ExecContext(ctx, swap, nurse, id, version) // silent: tested after the branches
	}
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err == nil && n == 0 {
		err = errStale
	}
	return err
}

// SwapAll adds its counts up and compares the sum.
func (s *Shifts) SwapAll(ctx context.Context, ids []int64, version int64, nurse string) error {
	var done int64
	for _, id := range ids {
		res, err := s.db.ExecContext(ctx, swap, nurse, id, version) // silent: the sum is compared
		if err != nil {
			return err
		}
		n, err := res.RowsAffected()
		if err != nil {
			return err
		}
		done += n
	}
	if done != int64(len(ids)) {
		return errStale
	}
	return nil
}

// SwapIn leaves the test to a closure.
func (s *Shifts) SwapIn(ctx context.Context, id, version int64, nurse string) error {
	check := func(res sql.Result) error {
		if n, _ := res.RowsAffected(); n == 0 {
			return errStale
		}
		return nil
	}
	res, err := s.db.ExecContext(ctx, swap, nurse, id, version) // silent: the closure compares
	if err != nil {
		return err
	}
	return check(res)
}

// SwapSent passes the count on.
func (s *Shifts) SwapSent(ctx context.Context, id, version int64, nurse string, done chan<- int64) error {
	res, err := s.db.ExecContext(ctx, swap, nurse, id, version) // silent: the count is sent on
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	done <- n
	return err
}
