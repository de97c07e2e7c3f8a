// Package comparedinapp reads a version, compares it in Go and updates without
// it: what was true when it was read may no longer be true when it is written.
package comparedinapp

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

var (
	errStale  = errors.New("contract was changed by somebody else")
	errClosed = errors.New("contract is closed")
)

type Contract struct {
	ID         string `bson:"_id"`
	Text       string `bson:"text"`
	Generation int64  `bson:"generation"`
}

type Contracts struct {
	rs  *redsync.Redsync
	db  *sql.DB
	all *mongo.Collection
}

func (c *Contracts) Edit(ctx context.Context, id, seen int64, text string) error {
	mu := c.rs.NewMutex("contract", redsync.WithExpiry(4*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var version int64
	if err := c.db.QueryRowContext(ctx, "SELECT version FROM contracts WHERE id = $1", id).Scan(&version); err != nil {
		return err
	}
	if version != seen {
		return errStale
	}
	_, err := c.db.ExecContext(ctx, "UPDATE contracts SET text = $2, version = $3 WHERE id = $1", id, text, version+1) // want unfencedwrite "UPDATE"
	return err
}

// EditUnlocked makes the same mistake with no lock at all.
func (c *Contracts) EditUnlocked(ctx context.Context, id, seen int64, text string) error {
	var version int64
	if err := c.db.QueryRowContext(ctx, "SELECT version FROM contracts WHERE id = $1", id).Scan(&version); err != nil {
		return err
	}
	if version > seen {
		return errStale
	}
	_, err := c.db.ExecContext(ctx, "UPDATE contracts SET text = $2, version = version + 1 WHERE id = $1", id, text) // want unfencedwrite "UPDATE"
	return err
}

func (c *Contracts) Replace(ctx context.Context, id, text string, seen int64) error {
	var doc Contract
	if err := c.all.FindOne(ctx, bson.M{"_id": id}).Decode(&doc); err != nil {
		return err
	}
	if doc.Generation != seen {
		return errStale
	}
	doc.Text, doc.Generation = text, seen+1
	_, err := c.all.ReplaceOne(ctx, bson.M{"_id": id}, doc) // want unfencedwrite "(?i)replace"
	return err
}

func (c *Contracts) EditCompared(ctx context.Context, id, seen int64, text string) error {
	var version int64
	if err := c.db.QueryRowContext(ctx, "SELECT version FROM contracts WHERE id = $1", id).Scan(&version); err != nil {
		return err
	}
	if version != seen {
		return errStale
	}
	res, err := c.db.ExecContext(ctx, "UPDATE contracts SET text = $2, version = version + 1 WHERE id = $1 AND version = $3", id, text, seen) // silent: compared again by the storage
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errStale)
	}
	return nil
}

// EditLocked compares while the transaction keeps the row.
func (c *Contracts) EditLocked(ctx context.Context, id, seen int64, text string) error {
	tx, err := c.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var version int64
	if err := tx.QueryRowContext(ctx, "SELECT version FROM contracts WHERE id = $1 FOR UPDATE", id).Scan(&version); err != nil {
		return err
	}
	if version != seen {
		return errStale
	}
	if _, err := tx.ExecContext(ctx, "UPDATE contracts SET text = $2, version = $3 WHERE id = $1", id, text, seen+1); err != nil { // silent: the row was read for update
		return err
	}
	return tx.Commit()
}

// Rename looks at business state, with no lock and no version.
func (c *Contracts) Rename(ctx context.Context, id int64, name string) error {
	var closed bool
	if err := c.db.QueryRowContext(ctx, "SELECT closed FROM contracts WHERE id = $1", id).Scan(&closed); err != nil {
		return err
	}
	if closed {
		return errClosed
	}
	_, err := c.db.ExecContext(ctx, "UPDATE contracts SET name = $2 WHERE id = $1", id, name) // silent: business state, no lock
	return err
}
