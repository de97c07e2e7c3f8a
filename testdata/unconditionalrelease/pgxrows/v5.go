// Package pgxrows keeps a politeness lock for each host that the crawler
// visits: a row that one worker inserts and deletes, with pgx.
package pgxrows

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

var errPolite = errors.New("host is being crawled")

type Crawler struct {
	pool  *pgxpool.Pool
	token string
}

const enter = `INSERT INTO host_locks (host, token, expires_at) VALUES (@host, @token, @until) ON CONFLICT (host) DO NOTHING`

func (c *Crawler) Enter(ctx context.Context, host string) error {
	c.token = rand.Text()
	tag, err := c.pool.Exec(ctx, enter, pgx.NamedArgs{"host": host, "token": c.token, "until": time.Now().Add(time.Minute)})
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return errPolite
	}
	return nil
}

func (c *Crawler) Exit(ctx context.Context, host string) error {
	_, err := c.pool.Exec(ctx, "DELETE FROM host_locks WHERE host = $1", host) // want unconditionalrelease "DELETE.*host_locks"
	return err
}

func (c *Crawler) ExitNamed(ctx context.Context, host string) error {
	_, err := c.pool.Exec(ctx, "DELETE FROM host_locks WHERE host = @host", pgx.NamedArgs{"host": host}) // want unconditionalrelease "DELETE.*host_locks"
	return err
}

// ExitReturning learns whose row it was when the row has gone.
func (c *Crawler) ExitReturning(ctx context.Context, host string) error {
	var owner string
	err := c.pool.QueryRow(ctx, "DELETE FROM host_locks WHERE host = $1 RETURNING token", host).Scan(&owner) // want unconditionalrelease "DELETE.*host_locks"
	if err == nil && owner != c.token {
		return errPolite
	}
	return err
}

// ExitAll sends one statement for each host in a batch.
func (c *Crawler) ExitAll(ctx context.Context, hosts []string) error {
	b := &pgx.Batch{}
	for _, host := range hosts {
		b.Queue("DELETE FROM host_locks WHERE host = $1", host) // want unconditionalrelease "DELETE.*host_locks"
	}
	return c.pool.SendBatch(ctx, b).Close()
}

func (c *Crawler) ExitOwn(ctx context.Context, host string) error {
	_, err := c.pool.Exec(ctx, "DELETE FROM host_locks WHERE host = $1 AND token = $2", host, c.token) // silent: compares the token
	return err
}

func (c *Crawler) ExitOwnAll(ctx context.Context) error {
	_, err := c.pool.Exec(ctx, "DELETE FROM host_locks WHERE token = $1", c.token) // silent: only the own rows
	return err
}

func (c *Crawler) Stay(ctx context.Context, host string) error {
	var until time.Time
	err := c.pool.QueryRow(ctx, `UPDATE host_locks SET expires_at = now() + interval '1 minute' WHERE host = $1 AND token = $2 RETURNING expires_at`, host, c.token).Scan(&until) // silent: compares the token
	if errors.Is(err, pgx.ErrNoRows) {
		return errPolite
	}
	return err
}
