// Package syncs starts a synchronisation and returns the function that ends it.
package syncs

import (
	"context"
	"database/sql"
)

type Finish func(ctx context.Context, cursor string) error

type DB struct{ db *sql.DB }

func (d *DB) Start(ctx context.Context, feed int64) (int64, Finish, error) {
	res, err := d.db.ExecContext(ctx, "INSERT INTO syncs (feed) VALUES (?)", feed)
	if err != nil {
		return 0, nil, err
	}
	id, err := res.LastInsertId()
	if err != nil {
		return 0, nil, err
	}
	return id, func(ctx context.Context, cursor string) error {
		_, err := d.db.ExecContext(ctx, "UPDATE feeds SET cursor = ? WHERE id = ?", cursor, feed)
		return err
	}, nil
}

// Count returns a function that only appends.
func (d *DB) Count(ctx context.Context) func(n int) error {
	return func(n int) error {
		_, err := d.db.ExecContext(ctx, "INSERT INTO counts (n) VALUES (?)", n)
		return err
	}
}
