// Package upserts elects the station that sends the weather report. Each region has
// a row that says which station sends, and until when.
package upserts

import (
	"context"
	"database/sql"
	"errors"
)

var errOther = errors.New("another station sends")

const (
	reelect = `
		INSERT INTO weather_leader (region, station, expires_at) VALUES ($1, $2, now() + $3 * interval '1 second')
		ON CONFLICT (region) DO UPDATE SET expires_at = now() + $3 * interval '1 second'
		WHERE EXCLUDED.station = $2`
	reelectValues = `
		INSERT INTO weather_leader (region, station, expires_at) VALUES (?, ?, ?)
		ON DUPLICATE KEY UPDATE expires_at = IF(VALUES(station) = ?, VALUES(expires_at), expires_at)`
	prolong = `
		INSERT INTO weather_leader (region, station, expires_at) VALUES ($1, $2, now() + $3 * interval '1 second')
		ON CONFLICT (region) DO UPDATE SET expires_at = EXCLUDED.expires_at`
	reelectOwn = `
		INSERT INTO weather_leader AS held (region, station, expires_at) VALUES ($1, $2, now() + $3 * interval '1 second')
		ON CONFLICT (region) DO UPDATE SET expires_at = EXCLUDED.expires_at
		WHERE held.station = EXCLUDED.station`
	renew = `
		INSERT INTO weather_leader (region, station, expires_at) VALUES ($1, $2, now() + $3 * interval '1 second')
		ON CONFLICT (region) DO UPDATE SET expires_at = EXCLUDED.expires_at WHERE EXCLUDED.station = $2`
	heartbeat = `
		INSERT INTO station_leases (instance_id, expires_at) VALUES ($1, now() + interval '30 seconds')
		ON CONFLICT (instance_id) DO UPDATE SET expires_at = EXCLUDED.expires_at`
	resign = `
		WITH held AS (SELECT region FROM weather_leader WHERE region = $1 AND leader_id = $2 FOR UPDATE)
		DELETE FROM weather_leader USING held WHERE weather_leader.region = held.region`
)

type Stations struct {
	db *sql.DB
	me string
}

func (s *Stations) exec(ctx context.Context, text, region string) error {
	res, err := s.db.ExecContext(ctx, text, region, s.me, 30)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errOther)
	}
	return nil
}

// Elect takes the row of a region that has none.
func (s *Stations) Elect(ctx context.Context, region string) error {
	res, err := s.db.ExecContext(ctx, `
		INSERT INTO weather_leader (region, station, expires_at) VALUES ($1, $2, now() + $3 * interval '1 second')
		ON CONFLICT (region) DO NOTHING`, region, s.me, 30)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errOther)
	}
	return nil
}

// Reelect compares the station with itself: EXCLUDED is the row that was to be
// inserted, and not the one that is there.
func (s *Stations) Reelect(ctx context.Context, region string) (bool, error) {
	res, err := s.db.ExecContext(ctx, reelect, region, s.me, 30) // want unconditionalrelease "INSERT INTO weather_leader does not compare the owner.*extends"
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n > 0, err
}

// ReelectValues does the same in MySQL's words.
func (s *Stations) ReelectValues(ctx context.Context, region string) (bool, error) {
	res, err := s.db.ExecContext(ctx, reelectValues, region, s.me, 30, s.me) // want unconditionalrelease "INSERT INTO weather_leader.*extends"
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n > 0, err
}

// Prolong has no condition at all.
func (s *Stations) Prolong(ctx context.Context, region string) error {
	_, err := s.db.ExecContext(ctx, prolong, region, s.me, 30) // want unconditionalrelease "INSERT INTO weather_leader.*extends"
	return err
}

// ReelectOwn compares the row that is there.
func (s *Stations) ReelectOwn(ctx context.Context, region string) (bool, error) {
	res, err := s.db.ExecContext(ctx, reelectOwn, region, s.me, 30) // silent: compares the stored row
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n > 0, err
}

// Renew says what else is asked in a part that is put together elsewhere.
func (s *Stations) Renew(ctx context.Context, region, unless string) error {
	return s.exec(ctx, renew+unless, region) // silent: the condition is not in sight
}

// Heartbeat is a sign of life: the row is the station's own.
func (s *Stations) Heartbeat(ctx context.Context) error {
	_, err := s.db.ExecContext(ctx, heartbeat, s.me) // silent: the row is named for its holder
	return err
}

// Resign finds the row by its holder first, and locks it.
func (s *Stations) Resign(ctx context.Context, region string) error {
	_, err := s.db.ExecContext(ctx, resign, region, s.me) // silent: the query compares the station while it holds the row
	return err
}
