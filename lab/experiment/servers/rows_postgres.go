package servers

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/leasevet/leasevet/lab/experiment/programs/pgpool"
	"github.com/leasevet/leasevet/lab/experiment/programs/pgtag"
	"github.com/leasevet/leasevet/lab/experiment/programs/pgunfenced"
	"github.com/leasevet/leasevet/lab/experiment/rows"
	"github.com/leasevet/leasevet/lab/experiment/schedule"
	"github.com/leasevet/leasevet/lab/experiment/stores"
)

const ttl = 10 * time.Second

var onPostgres = [][]string{{stores.Postgres}}

var postgresRows = []rows.Row{
	{
		Shape: "pgunfenced", Analyzers: []string{"unfencedwrite"}, On: onPostgres,
		Title: "UPDATE by the key alone, through pgx",
		Steps: rows.LateWrite,
		Wrong: rows.Overwritten, Right: rows.Refused,
		Run: pgWrite("quota", pgunfenced.Wrong, pgunfenced.Right, pgunfenced.ErrLost),
	},
	{
		Shape: "pgtag", Analyzers: []string{"ignoredrowcount"}, On: onPostgres,
		Title: "the command tag is dropped",
		Steps: rows.LateWrite,
		Wrong: rows.Unnoticed, Right: rows.Refused,
		Run: pgWrite("premium", pgtag.Wrong, pgtag.Right, pgtag.ErrLost),
	},
	{
		Shape: "pgpool", Analyzers: []string{"pooledlock"}, On: onPostgres,
		Title: "a lock of the session, through a pool of several connections",
		Steps: []string{
			"A takes a session lock through its pool, which uses its first connection.",
			"Another request of A's process is given that connection, and keeps it for a while.",
			"A unlocks through its pool, which opens a second connection.",
			"Does the lock end? Does B get it?",
		},
		Note:  "pg_advisory_unlock on a connection that does not hold the lock is no error. It returns false.",
		Wrong: schedule.Outcome{Lock: schedule.Waits, Told: "unlock is false"},
		Right: schedule.Outcome{Lock: schedule.Gets, Told: "unlock is true"},
		Run:   pooled,
	},
}

type pgWriter = func(ctx context.Context, pool *pgxpool.Pool, now time.Time, ttl time.Duration, value string, stall func()) error

func pgWrite(name string, wrong, right pgWriter, lost error) func(context.Context, *stores.Env, schedule.Side) (schedule.Outcome, error) {
	return func(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
		pool, err := pgxpool.New(ctx, e.Endpoint)
		if err != nil {
			return schedule.Outcome{}, err
		}
		defer pool.Close()
		run := schedule.Pick(side, wrong, right)
		return rows.LateWriter{
			Lock:  e.Row(name),
			A:     func(stall func()) error { return run(ctx, pool, e.Now(), ttl, "A", stall) },
			B:     func(stall func()) error { return run(ctx, pool, e.Now(), ttl, "B", stall) },
			Value: func() (string, error) { return e.Value(ctx, "resource") },
			Lost:  lost,
		}.Run(ctx)
	}
}

// sessionLock keeps apart the two programs, whose locks are the server's and not a
// schema's.
func sessionLock(ctx context.Context, db *sql.DB) (free bool, err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return false, err
	}
	defer conn.Close()
	if err := conn.QueryRowContext(ctx, `SELECT pg_try_advisory_lock(17)`).Scan(&free); err != nil || !free {
		return false, err
	}
	return true, conn.QueryRowContext(ctx, `SELECT pg_advisory_unlock(17)`).Scan(new(bool))
}

// pooled has A's stall take the connection that is free in the pool.
func pooled(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
	pool, err := sql.Open("pgx", e.Endpoint)
	if err != nil {
		return schedule.Outcome{}, err
	}
	defer pool.Close() // ends the sessions, and their locks
	var unlocked bool
	a := schedule.Start(func(stall func()) (err error) {
		unlocked, err = schedule.Pick(side, pgpool.Wrong, pgpool.Right)(ctx, pool, stall)
		return err
	})
	if err := a.Stalled(); err != nil {
		return schedule.Outcome{}, err
	}
	other, err := pool.Conn(ctx)
	if err != nil {
		return schedule.Outcome{}, err
	}
	defer other.Close()
	if err := a.Finish(); err != nil {
		return schedule.Outcome{}, err
	}
	if n := pool.Stats().OpenConnections; n != 2 {
		return schedule.Outcome{}, fmt.Errorf("the pool has %d connections, and should have two", n)
	}
	free, err := sessionLock(ctx, e.DB)
	out := schedule.Outcome{Lock: schedule.Waits, Told: fmt.Sprintf("unlock is %v", unlocked)}
	if free {
		out.Lock = schedule.Gets
	}
	if free != unlocked {
		err = errors.Join(err, errors.New("the answer of the unlock is not what B finds"))
	}
	return out, err
}
