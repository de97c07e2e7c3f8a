// Package transactions takes session locks of PostgreSQL inside transactions: the
// unlock is refused once the transaction has aborted.
package transactions

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
)

func Import(ctx context.Context, db *sql.DB, load func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_lock(21)"); err != nil { // want pooledlock "pg_advisory_lock inside a transaction outlives it"
		return err
	}
	defer tx.ExecContext(ctx, "SELECT pg_advisory_unlock(21)") // want pooledlock "refused once the transaction has aborted"
	if err := load(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// ImportXact uses the lock that ends with the transaction.
func ImportXact(ctx context.Context, tx pgx.Tx, load func(pgx.Tx) error) error {
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(21)"); err != nil {
		return err
	}
	return load(tx)
}

// ImportMySQL: MySQL's transactions do not refuse statements after an error.
func ImportMySQL(ctx context.Context, tx *sql.Tx, load func(*sql.Tx) error) error {
	if _, err := tx.ExecContext(ctx, "SELECT GET_LOCK('import', 10)"); err != nil { // want ignoredacquire "get_lock.*when somebody else holds it"
		return err
	}
	defer tx.ExecContext(ctx, "SELECT RELEASE_LOCK('import')")
	return load(tx)
}

// ImportServer: the application locks of SQL Server belong to the transaction
// unless the statement says otherwise.
func ImportServer(ctx context.Context, tx *sql.Tx, load func(*sql.Tx) error) error {
	if _, err := tx.ExecContext(ctx, "EXEC sp_getapplock @Resource = 'import', @LockMode = 'Exclusive'"); err != nil { // want ignoredacquire "sp_getapplock"
		return err
	}
	return load(tx)
}
