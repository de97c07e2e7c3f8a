// Package blocks takes session locks inside PL/pgSQL blocks.
package blocks

import (
	"context"

	"github.com/jackc/pgx/v5"
)

const asserted = `
do $$
begin
	set lock_timeout = 60000;
	assert (select pg_try_advisory_lock(4370)), 'the lock is taken';
end $$;
`

const raised = `DO $$ BEGIN IF NOT pg_try_advisory_lock(4370) THEN RAISE EXCEPTION 'taken'; END IF; END $$`

const noticed = `DO $$ BEGIN IF NOT pg_try_advisory_lock(4370) THEN RAISE NOTICE 'taken'; END IF; END $$`

func Asserted(ctx context.Context, conn *pgx.Conn) error {
	if _, err := conn.Exec(ctx, asserted); err != nil { // silent: the block raises when it is refused
		return err
	}
	defer conn.Exec(ctx, "SELECT pg_advisory_unlock(4370)")
	return rebuild(ctx, conn)
}

func Raised(ctx context.Context, conn *pgx.Conn) error {
	if _, err := conn.Exec(ctx, raised); err != nil { // silent: the block raises when it is refused
		return err
	}
	defer conn.Exec(ctx, "SELECT pg_advisory_unlock(4370)")
	return rebuild(ctx, conn)
}

// Noticed is told nothing that it could act on.
func Noticed(ctx context.Context, conn *pgx.Conn) error {
	if _, err := conn.Exec(ctx, noticed); err != nil { // want ignoredacquire "pg_try_advisory_lock of the lock does not decide what follows"
		return err
	}
	defer conn.Exec(ctx, "SELECT pg_advisory_unlock(4370)")
	return rebuild(ctx, conn)
}

func rebuild(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, "REFRESH MATERIALIZED VIEW totals")
	return err
}
