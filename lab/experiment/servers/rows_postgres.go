package servers

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/leasevet/leasevet/lab/experiment/programs/pgpinned"
	"github.com/leasevet/leasevet/lab/experiment/programs/pgpool"
	"github.com/leasevet/leasevet/lab/experiment/programs/pgreturned"
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
	{
		Shape: "pgreturned", Analyzers: []string{"pooledlock"}, On: onPostgres,
		Title: "a connection goes back to its pool with the lock held",
		Steps: []string{
			"A takes a session lock on a connection of its own.",
			"The work fails. A returns, and its connection goes back to the pool.",
			"Does B get the lock?",
		},
		Note:  "sql.Conn.Close ends no session.",
		Wrong: schedule.Outcome{Lock: schedule.Waits}, Right: schedule.Outcome{Lock: schedule.Gets},
		Run: returned,
	},
	{
		Shape: "pgpinned", Analyzers: []string{"unfencedwrite"}, On: onPostgres,
		Title: "a write through the pool, beside the connection that holds the lock",
		Steps: []string{
			"A takes a session lock on a connection of its own, and works.",
			"The connection breaks, and the lock ends with its session. (The server ends it here.)",
			"B takes the lock, and writes.",
			"A writes, and unlocks.",
			"Does B's lock survive? Does B's data survive? Does A learn of it?",
		},
		Wrong: rows.Overwritten, Right: rows.Refused,
		Run: pinned,
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

// free says whether B gets a session lock.
func free(ctx context.Context, db *sql.DB, lock int) (free bool, err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return false, err
	}
	defer conn.Close()
	if err := conn.QueryRowContext(ctx, `SELECT pg_try_advisory_lock($1)`, lock).Scan(&free); err != nil || !free {
		return false, err
	}
	return true, conn.QueryRowContext(ctx, `SELECT pg_advisory_unlock($1)`, lock).Scan(new(bool))
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
	gets, err := free(ctx, e.DB, 17)
	out := schedule.Outcome{Lock: schedule.Waits, Told: fmt.Sprintf("unlock is %v", unlocked)}
	if gets {
		out.Lock = schedule.Gets
	}
	if gets != unlocked {
		err = errors.Join(err, errors.New("the answer of the unlock is not what B finds"))
	}
	return out, err
}

// returned has A's work fail.
func returned(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
	pool, err := sql.Open("pgx", e.Endpoint)
	if err != nil {
		return schedule.Outcome{}, err
	}
	defer pool.Close()
	fails := errors.New("the index cannot be built")
	err = schedule.Pick(side, pgreturned.Wrong, pgreturned.Right)(ctx, pool, func() error { return fails })
	if !errors.Is(err, fails) {
		return schedule.Outcome{}, fmt.Errorf("A's work should fail: %w", err)
	}
	gets, err := free(ctx, e.DB, 23)
	if err == nil && gets {
		return schedule.Outcome{Lock: schedule.Gets}, nil
	}
	return schedule.Outcome{Lock: schedule.Waits}, err
}

// session is a session lock, as the server sees it.
type session struct {
	db   *sql.DB
	lock int
}

// Record is the session that holds the lock.
func (s session) Record(ctx context.Context) (string, error) {
	var pid string
	err := s.db.QueryRowContext(ctx, `SELECT pid::text FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND granted`, s.lock).Scan(&pid)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return pid, err
}

// Expire ends the session, and waits until it has ended.
func (s session) Expire(ctx context.Context) error {
	pid, err := s.Record(ctx)
	if err != nil {
		return err
	}
	var ended bool
	err = s.db.QueryRowContext(ctx, `SELECT pg_terminate_backend($1::text::int, 10000)`, pid).Scan(&ended)
	if err == nil && !ended {
		err = fmt.Errorf("session %s has not ended", pid)
	}
	return err
}

// pinned has the server end the session of A's lock. A and B have a pool each.
func pinned(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
	run := schedule.Pick(side, pgpinned.Wrong, pgpinned.Right)
	broken := errors.New("the connection has broken")
	program := func(value string) (schedule.Program, *sql.DB, error) {
		pool, err := sql.Open("pgx", e.Endpoint)
		return func(stall func()) error {
			err := run(ctx, pool, value, stall)
			var server *pgconn.PgError
			if errors.As(err, &server) && server.Code == pgerrAdminShutdown || errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.ErrUnexpectedEOF) {
				err = errors.Join(broken, err)
			}
			return err
		}, pool, err
	}
	a, poolA, err := program("A")
	if err != nil {
		return schedule.Outcome{}, err
	}
	defer poolA.Close()
	b, poolB, err := program("B")
	if err != nil {
		return schedule.Outcome{}, err
	}
	defer poolB.Close()
	var holder *schedule.Holder
	fate, errA, err := schedule.Late{
		Lock: session{e.DB, 29}, A: a, B: b, Writes: true,
		Awake: func(_, b *schedule.Holder) error { holder = b; return nil },
	}.Run(ctx)
	if err != nil {
		return schedule.Outcome{}, err
	}
	told, err := rows.Told(errA, broken)
	if err != nil {
		return schedule.Outcome{}, err
	}
	value, err := e.Value(ctx, "resource")
	if err != nil {
		return schedule.Outcome{}, err
	}
	whose, err := rows.Whose(value)
	return schedule.Outcome{Lock: fate, Data: whose, Told: told}, errors.Join(err, holder.Finish())
}

// pgerrAdminShutdown is what a session hears that the server ends.
const pgerrAdminShutdown = "57P01"
