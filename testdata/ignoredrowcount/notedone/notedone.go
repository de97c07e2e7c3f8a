// Package notedone notes when something was done, after it was done and before.
package notedone

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

type Index struct{ Name string }

type Yard struct{ db *pgxpool.Pool }

func (y *Yard) build(ctx context.Context, d Index) error {
	_, err := y.db.Exec(ctx, "REINDEX TABLE "+d.Name)
	return err
}

// rebuild builds first, and then says so.
func (y *Yard) rebuild(ctx context.Context, d Index) error {
	if err := y.build(ctx, d); err != nil {
		return err
	}
	_, err := y.db.Exec(ctx, "UPDATE dropped_indexes SET rebuilt_at = now() WHERE name = $1 AND rebuilt_at IS NULL", d.Name)
	return err
}

// claim says that it will be built, so that nobody else does.
func (y *Yard) claim(ctx context.Context, d Index) error {
	_, err := y.db.Exec(ctx, "UPDATE dropped_indexes SET started_at = now() WHERE name = $1 AND started_at IS NULL", d.Name)
	return err
}

func (y *Yard) startNext(ctx context.Context, d Index) error { return y.build(ctx, d) }

func (y *Yard) Rebuild(ctx context.Context, d Index) error {
	if err := y.rebuild(ctx, d); err != nil { // silent: it was done, whoever noted it first
		return err
	}
	return y.startNext(ctx, d)
}

func (y *Yard) Claim(ctx context.Context, d Index) error {
	if err := y.claim(ctx, d); err != nil { // want ignoredrowcount "UPDATE dropped_indexes in claim compares started_at"
		return err
	}
	return y.startNext(ctx, d)
}
