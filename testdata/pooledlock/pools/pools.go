// Package pools sends session locks through the pools of several libraries.
package pools

import (
	"context"
	"database/sql"

	"github.com/go-pg/pg/v10"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
	"github.com/uptrace/bun"
	"xorm.io/xorm"
)

type Migrator struct {
	db    *sql.DB
	dbx   *sqlx.DB
	pool  *pgxpool.Pool
	bunny *bun.DB
	eng   *xorm.Engine
	pgdb  *pg.DB
}

func (m *Migrator) Plain(ctx context.Context, step func() error) error {
	if _, err := m.db.ExecContext(ctx, "SELECT pg_advisory_lock($1)", 17); err != nil { // want pooledlock "pg_advisory_lock through a connection pool"
		return err
	}
	defer func() {
		m.db.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", 17) // want pooledlock "pg_advisory_unlock.*answer.*dropped"
	}()
	return step()
}

// Asked reads the answer of the unlock, which helps to notice and not to release.
func (m *Migrator) Asked(ctx context.Context, step func() error) error {
	if _, err := m.db.ExecContext(ctx, "SELECT pg_advisory_lock($1)", 17); err != nil { // want pooledlock "pg_advisory_lock"
		return err
	}
	err := step()
	var ok bool
	if err := m.db.QueryRowContext(ctx, "SELECT pg_advisory_unlock($1)", 17).Scan(&ok); err != nil || !ok { // want pooledlock "pg_advisory_unlock through a connection pool may run on a connection that does not hold the lock: "
		return err
	}
	return err
}

func (m *Migrator) Sqlx(step func() error) error {
	var got int
	if err := m.dbx.Get(&got, "SELECT GET_LOCK(?, 5)", "schema"); err != nil || got != 1 { // want pooledlock "get_lock"
		return err
	}
	defer m.dbx.MustExec("SELECT RELEASE_LOCK(?)", "schema") // want pooledlock "release_lock"
	return step()
}

func (m *Migrator) Pgx(ctx context.Context, step func() error) error {
	var ok bool
	if err := m.pool.QueryRow(ctx, "SELECT pg_try_advisory_lock_shared($1)", 17).Scan(&ok); err != nil || !ok { // want pooledlock "pg_try_advisory_lock_shared"
		return err
	}
	defer m.pool.Exec(ctx, "SELECT pg_advisory_unlock_shared($1)", 17) // want pooledlock "pg_advisory_unlock_shared"
	return step()
}

func (m *Migrator) Bun(ctx context.Context, step func() error) error {
	if _, err := m.bunny.ExecContext(ctx, "SELECT pg_advisory_lock(?)", 17); err != nil { // want pooledlock "pg_advisory_lock"
		return err
	}
	defer m.bunny.NewRaw("SELECT pg_advisory_unlock(?)", 17).Exec(ctx) // want pooledlock "pg_advisory_unlock"
	return step()
}

func (m *Migrator) Xorm(step func() error) error {
	if _, err := m.eng.Exec("SELECT GET_LOCK('schema', 5)"); err != nil { // want ignoredacquire "does not decide what follows" pooledlock "get_lock"
		return err
	}
	defer m.eng.Exec("SELECT RELEASE_LOCK('schema')") // want pooledlock "release_lock"
	return step()
}

func (m *Migrator) GoPG(step func() error) error {
	if _, err := m.pgdb.Exec("SELECT pg_advisory_lock(?)", 17); err != nil { // want pooledlock "pg_advisory_lock"
		return err
	}
	defer m.pgdb.Exec("SELECT pg_advisory_unlock(?)", 17) // want pooledlock "pg_advisory_unlock"
	return step()
}

// Prepared statements of a pool are prepared again on whatever connection runs them.
func (m *Migrator) Prepared(ctx context.Context, step func() error) error {
	lock, err := m.db.PrepareContext(ctx, "SELECT pg_advisory_lock($1)")
	if err != nil {
		return err
	}
	defer lock.Close()
	if _, err := lock.ExecContext(ctx, 17); err != nil { // want pooledlock "pg_advisory_lock"
		return err
	}
	return step()
}

// Job picks a row and locks it for the session in one statement.
func (m *Migrator) Job(ctx context.Context) (id int64, err error) {
	err = m.db.QueryRowContext(ctx, "SELECT id FROM jobs WHERE done_at IS NULL AND pg_try_advisory_lock(id) LIMIT 1").Scan(&id) // want pooledlock "pg_try_advisory_lock"
	return id, err
}

// Both takes and ends the lock in one text, which is one session.
func (m *Migrator) Both(ctx context.Context) error {
	_, err := m.db.ExecContext(ctx, "SELECT pg_advisory_lock(17); REFRESH MATERIALIZED VIEW totals; SELECT pg_advisory_unlock(17)")
	return err
}

// Pinned has one connection for all of it.
func (m *Migrator) Pinned(ctx context.Context, step func(*sqlx.Conn) error) error {
	conn, err := m.dbx.Connx(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", 17); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", 17)
	return step(conn)
}

// Session begins an xorm session, which may or may not keep its connection.
func (m *Migrator) Session(step func(*xorm.Session) error) error {
	s := m.eng.NewSession()
	defer s.Close()
	if _, err := s.Exec("SELECT GET_LOCK('schema', 5)"); err != nil { // want ignoredacquire "does not decide what follows"
		return err
	}
	defer s.Exec("SELECT RELEASE_LOCK('schema')")
	return step(s)
}
