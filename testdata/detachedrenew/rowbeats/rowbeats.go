// Package rowbeats prolongs claims that are rows: with database/sql, pgx and
// gorm.
package rowbeats

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"gorm.io/gorm"
)

var errLost = errors.New("claim lost")

type Claim struct {
	ID      int64
	Worker  string
	Expires time.Time
}

type Claims struct {
	db   *sql.DB
	pool *pgxpool.Pool
	orm  *gorm.DB
	me   string
	lost func(error)
}

func (c *Claims) once(ctx context.Context, id int64) error {
	res, err := c.db.ExecContext(ctx, "UPDATE claims SET expires = now() + interval '1 minute' WHERE id = $1 AND worker = $2", id, c.me)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errLost)
	}
	return nil
}

func (c *Claims) Keep(ctx context.Context, id int64) error {
	if err := c.once(ctx, id); err != nil {
		return err
	}
	go func() { // want detachedrenew "(?i)renew|update"
		for range time.Tick(20 * time.Second) {
			if err := c.once(context.Background(), id); err != nil {
				c.lost(err)
				return
			}
		}
	}()
	return nil
}

func (c *Claims) KeepTied(ctx context.Context, id int64) error {
	if err := c.once(ctx, id); err != nil {
		return err
	}
	go func() { // silent: ends with the caller
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(20 * time.Second):
			}
			if err := c.once(ctx, id); err != nil {
				c.lost(err)
				return
			}
		}
	}()
	return nil
}

func (c *Claims) KeepPgx(ctx context.Context, id int64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	go func() { // want detachedrenew "(?i)renew|update"
		for {
			time.Sleep(20 * time.Second)
			tag, err := c.pool.Exec(context.Background(), "UPDATE claims SET expires = now() + interval '1 minute' WHERE id = $1 AND worker = $2", id, c.me)
			if err != nil || tag.RowsAffected() == 0 {
				c.lost(errors.Join(err, errLost))
				return
			}
		}
	}()
	return nil
}

func (c *Claims) KeepModel(ctx context.Context, id int64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	detached := context.WithoutCancel(ctx)
	go func() { // want detachedrenew "(?i)renew|update"
		for range time.Tick(20 * time.Second) {
			res := c.orm.WithContext(detached).Model(&Claim{}).Where("id = ? AND worker = ?", id, c.me).Update("expires", time.Now().Add(time.Minute))
			if res.Error != nil || res.RowsAffected == 0 {
				c.lost(errors.Join(res.Error, errLost))
				return
			}
		}
	}()
	return nil
}

// Seen updates rows just as often, and prolongs nothing.
func (c *Claims) Seen(ctx context.Context, node string) {
	go func() { // silent: no claim is prolonged
		for range time.Tick(time.Minute) {
			if _, err := c.db.ExecContext(context.Background(), "UPDATE nodes SET load = load * 0.5 WHERE name = $1", node); err != nil {
				c.lost(err)
			}
		}
	}()
	<-ctx.Done()
}
