// Package circles has functions that call each other in a circle: the one that the
// circle is entered by knows what all of them do, and so do the others.
package circles

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"
)

type Tree struct {
	locker *redislock.Client
	db     *sql.DB
}

func (t *Tree) Move(ctx context.Context, id int64, depth int) error {
	lock, err := t.locker.Obtain(ctx, "tree", time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	return t.node(ctx, id, depth) // want unfencedwrite "UPDATE nodes in node"
}

func (t *Tree) node(ctx context.Context, id int64, depth int) error {
	if depth == 0 {
		return t.Again(ctx, id, 1)
	}
	return t.children(ctx, id, depth-1)
}

func (t *Tree) children(ctx context.Context, id int64, depth int) error {
	if depth > 0 {
		return t.node(ctx, id, depth)
	}
	_, err := t.db.ExecContext(ctx, "UPDATE nodes SET parent = ? WHERE id = ?", depth, id)
	return err
}

// Again enters the circle from within.
func (t *Tree) Again(ctx context.Context, id int64, depth int) error {
	lock, err := t.locker.Obtain(ctx, "tree", time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	return t.node(ctx, id, depth) // want unfencedwrite "UPDATE nodes in node"
}
