// Package suppressed has faults that somebody has looked at and wants to keep.
package suppressed

import (
	"context"
	"crypto/rand"
	"database/sql"
	"time"

	"github.com/redis/go-redis/v9"
)

type Boards struct {
	rdb *redis.Client
	db  *sql.DB
}

// Line has its reason behind the call.
func (b *Boards) Line(ctx context.Context, board string) error {
	key := "board:" + board + ":lock"
	ok, err := b.rdb.SetNX(ctx, key, rand.Text(), 10*time.Second).Result()
	if err != nil || !ok {
		return err
	}
	defer b.rdb.Del(ctx, key) //leasevet:ignore unconditionalrelease boards are redrawn by one process only
	return b.redraw(ctx, board)
}

// Chain is written over several lines, and the comment stands above them.
func (b *Boards) Chain(ctx context.Context, board string) error {
	key := "board:" + board + ":lock"
	ok, err := b.rdb.SetNX(ctx, key, rand.Text(), 10*time.Second).Result() // want leakedlock "not released on every way out"
	if err != nil || !ok {
		return err
	}
	if err := b.redraw(ctx, board); err != nil {
		return err
	}
	//leasevet:ignore UnconditionalRelease boards are redrawn by one process only
	return b.rdb.
		Del(ctx, key).
		Err()
}

// Declaration is covered as a whole.
//
//leasevet:ignore unconditionalrelease,unfencedwrite boards are redrawn by one process only
func (b *Boards) Declaration(ctx context.Context, board, svg string) error {
	key := "board:" + board + ":lock"
	ok, err := b.rdb.SetNX(ctx, key, rand.Text(), 10*time.Second).Result()
	if err != nil || !ok {
		return err
	}
	defer func() {
		b.rdb.Del(ctx, key) // silent: the declaration is covered
	}()
	_, err = b.db.ExecContext(ctx, "UPDATE boards SET svg = $2 WHERE id = $1", board, svg) // silent: the declaration is covered
	return err
}

// Others speak in the comments of other tools.
func (b *Boards) Others(ctx context.Context, board, svg string, version int) {
	const q = "UPDATE boards SET svg = $2, version = version + 1 WHERE id = $1 AND version = $3"
	b.db.ExecContext(ctx, q, board, svg, version) //nolint:errcheck,ignoredrowcount // a lost redraw is drawn again
	b.db.ExecContext(ctx, q, board, svg, version) //nolint:errcheck,leasevet // a lost redraw is drawn again
	b.db.ExecContext(ctx, q, board, svg, version) //nolint
	//lint:ignore ignoredrowcount,SA9999 a lost redraw is drawn again
	b.db.ExecContext(ctx, q, board, svg, version)
	b.db.ExecContext(ctx, q, board, svg, version) // want ignoredrowcount "UPDATE boards"
}

func (b *Boards) redraw(ctx context.Context, board string) error { return ctx.Err() }
