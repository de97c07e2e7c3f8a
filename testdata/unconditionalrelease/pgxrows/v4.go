package pgxrows

import (
	"context"
	"crypto/rand"
	"time"

	pgx4 "github.com/jackc/pgx/v4"
	pool4 "github.com/jackc/pgx/v4/pgxpool"
)

// Sitemaps still runs on pgx v4.
type Sitemaps struct {
	pool *pool4.Pool
	me   string
}

func (s *Sitemaps) lock(ctx context.Context, site int64) (bool, error) {
	s.me = rand.Text()
	tag, err := s.pool.Exec(ctx, `INSERT INTO sitemap_lock (site_id, owner, valid_until) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, site, s.me, time.Now().Add(time.Minute))
	return tag.RowsAffected() == 1, err
}

func (s *Sitemaps) unlock(ctx context.Context, site int64) error {
	_, err := s.pool.Exec(ctx, `DELETE FROM sitemap_lock WHERE site_id = $1`, site) // want unconditionalrelease "DELETE.*sitemap_lock"
	return err
}

func (s *Sitemaps) unlockOwn(ctx context.Context, site int64) error {
	_, err := s.pool.Exec(ctx, `DELETE FROM sitemap_lock WHERE site_id = $1 AND owner = $2`, site, s.me) // silent: compares the owner
	return err
}

// extend does in a transaction what one statement should do, without locking the row.
func (s *Sitemaps) extend(ctx context.Context, site int64) error {
	return s.pool.BeginFunc(ctx, func(tx pgx4.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE sitemap_lock SET valid_until = $2 WHERE site_id = $1`, site, time.Now().Add(time.Minute)) // want unconditionalrelease "UPDATE.*sitemap_lock"
		return err
	})
}

func (s *Sitemaps) Build(ctx context.Context, site int64, build func(context.Context) error) error {
	ok, err := s.lock(ctx, site)
	if err != nil || !ok {
		return err
	}
	defer s.unlockOwn(context.WithoutCancel(ctx), site)
	return build(ctx)
}
