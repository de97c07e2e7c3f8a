// Package cqlcas writes to Cassandra under IF. The answer is [applied], which Exec
// throws away.
package cqlcas

import (
	"context"
	"errors"

	v2 "github.com/apache/cassandra-gocql-driver/v2"
	"github.com/gocql/gocql"
)

var errLost = errors.New("somebody else has the seat")

type Seats struct {
	session *gocql.Session
	next    *v2.Session
}

func (s *Seats) Move(ctx context.Context, seat, from, to string) error {
	return s.session.Query(`UPDATE seats SET guest = ? WHERE seat = ? IF guest = ?`, to, seat, from). // want ignoredrowcount "UPDATE seats"
														WithContext(ctx).Exec()
}

func (s *Seats) MoveOrFail(ctx context.Context, seat, from, to string) error {
	applied, err := s.session.Query(`UPDATE seats SET guest = ? WHERE seat = ? IF guest = ?`, to, seat, from).
		WithContext(ctx).ScanCAS(nil) // silent: applied is looked at
	if err == nil && !applied {
		err = errLost
	}
	return err
}

func (s *Seats) MoveMap(ctx context.Context, seat, from, to string) error {
	now := map[string]any{}
	_, err := s.session.Query(`UPDATE seats SET guest = ? WHERE seat = ? IF guest = ?`, to, seat, from).WithContext(ctx).MapScanCAS(now) // want ignoredrowcount "UPDATE seats"
	return err
}

// Scan reads the answer into a variable.
func (s *Seats) MoveScan(ctx context.Context, seat, from, to string) error {
	var applied bool
	err := s.session.Query(`UPDATE seats SET guest = ? WHERE seat = ? IF guest = ?`, to, seat, from).WithContext(ctx).Scan(&applied) // silent: read back
	if err == nil && !applied {
		err = errLost
	}
	return err
}

// Plain statements are last-write-wins.
func (s *Seats) Paint(ctx context.Context, seat, colour string) error {
	return s.session.Query(`UPDATE seats SET colour = ? WHERE seat = ?`, colour, seat).WithContext(ctx).Exec() // silent: no condition
}

func (s *Seats) MoveNext(ctx context.Context, seat, from, to string) error {
	return s.next.Query(`UPDATE seats SET guest = ? WHERE seat = ? IF guest = ?`, to, seat, from).ExecContext(ctx) // want ignoredrowcount "UPDATE seats"
}

func (s *Seats) MoveNextOrFail(ctx context.Context, seat, from, to string) (bool, error) {
	return s.next.Query(`UPDATE seats SET guest = ? WHERE seat = ? IF guest = ?`, to, seat, from).ScanCASContext(ctx, nil) // silent: handed on
}

// Swap moves two guests at once, or thinks so.
func (s *Seats) Swap(a, b, x, y string) error {
	batch := s.session.NewBatch(gocql.LoggedBatch)
	batch.Query(`UPDATE seats SET guest = ? WHERE seat = ? IF guest = ?`, y, a, x) // want ignoredrowcount "UPDATE seats"
	batch.Query(`UPDATE seats SET guest = ? WHERE seat = ? IF guest = ?`, x, b, y) // want ignoredrowcount "UPDATE seats"
	return s.session.ExecuteBatch(batch)
}

func (s *Seats) SwapOrFail(ctx context.Context, a, b, x, y string) error {
	batch := s.next.Batch(v2.LoggedBatch)
	batch.Query(`UPDATE seats SET guest = ? WHERE seat = ? IF guest = ?`, y, a, x) // silent
	batch.Query(`UPDATE seats SET guest = ? WHERE seat = ? IF guest = ?`, x, b, y) // silent
	applied, iter, err := batch.ExecCASContext(ctx)
	if err != nil {
		return err
	}
	defer iter.Close()
	if !applied {
		return errLost
	}
	return nil
}
