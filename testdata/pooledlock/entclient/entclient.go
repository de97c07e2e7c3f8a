// Package entclient sends session locks through the handles that ent generates.
package entclient

import (
	"context"

	"testdata.leasevet/pooledlock/entclient/ent"
)

func Migrate(ctx context.Context, c *ent.Client, step func() error) error {
	if _, err := c.ExecContext(ctx, "SELECT pg_advisory_lock(11)"); err != nil { // want pooledlock "pg_advisory_lock through a connection pool"
		return err
	}
	defer c.ExecContext(ctx, "SELECT pg_advisory_unlock(11)") // want pooledlock "pg_advisory_unlock through a connection pool"
	return step()
}

func Import(ctx context.Context, tx *ent.Tx, load func() error) error {
	rows, err := tx.QueryContext(ctx, "SELECT pg_try_advisory_lock(11)") // want pooledlock "inside a transaction outlives it"
	if err != nil {
		return err
	}
	rows.Close()
	return load()
}

func ImportXact(ctx context.Context, tx *ent.Tx, load func() error) error {
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(11)"); err != nil {
		return err
	}
	return load()
}
