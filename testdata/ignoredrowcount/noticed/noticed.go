// Package noticed beats for its claims without a look, because the end of the
// work looks: a worker that has lost its claim cannot finish.
package noticed

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"
)

var errLost = errors.New("scan was given to another worker")

type Scans struct {
	pool *pgxpool.Pool
	me   string
}

func (s *Scans) beat(ctx context.Context, id int64) error {
	_, err := s.pool.Exec(ctx, "UPDATE scans SET heartbeat_at = now() WHERE id = $1 AND worker_id = $2", id, s.me) // silent: the loss is noticed in finish
	return err
}

func (s *Scans) finish(ctx context.Context, id int64, report string) error {
	tag, err := s.pool.Exec(ctx, "UPDATE scans SET report = $3, state = 'done' WHERE id = $1 AND worker_id = $2", id, s.me, report) // silent: zero rows is an error
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return errLost
	}
	return nil
}

// Scan beats after each page, and finishes only its own claim.
func (s *Scans) Scan(ctx context.Context, id int64, pages []string, scan func(context.Context, string) (string, error)) error {
	var report string
	for _, page := range pages {
		text, err := scan(ctx, page)
		if err != nil {
			return err
		}
		report += text
		if err := s.beat(ctx, id); err != nil {
			return err
		}
	}
	return s.finish(ctx, id, report)
}
