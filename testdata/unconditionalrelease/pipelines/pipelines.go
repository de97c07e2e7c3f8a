// Package pipelines queues its releases: in a pipeline, in MULTI, and under
// WATCH, rightly and wrongly.
package pipelines

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var (
	errOpen = errors.New("till is being counted")
	errLost = errors.New("till lock lost")
)

type Till struct {
	rdb   *redis.Client
	key   string
	token string
}

func NewTill(rdb *redis.Client, shop, till string) *Till {
	return &Till{rdb: rdb, key: "till:" + shop + ":" + till, token: rand.Text()}
}

func (t *Till) Open(ctx context.Context) error {
	ok, err := t.rdb.SetNX(ctx, t.key, t.token, 5*time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errOpen
	}
	return nil
}

func (t *Till) Close(ctx context.Context) error {
	pipe := t.rdb.Pipeline()
	pipe.Del(ctx, t.key) // want unconditionalrelease "DEL"
	pipe.Publish(ctx, "tills", t.key)
	_, err := pipe.Exec(ctx)
	return err
}

// CloseRead gets both answers at once, the owner's too late.
func (t *Till) CloseRead(ctx context.Context) error {
	var owner *redis.StringCmd
	_, err := t.rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		owner = p.Get(ctx, t.key)
		p.Unlink(ctx, t.key) // want unconditionalrelease "UNLINK"
		return nil
	})
	if err == nil && owner.Val() != t.token {
		err = errLost
	}
	return err
}

// CloseMulti is atomic and compares nothing.
func (t *Till) CloseMulti(ctx context.Context) error {
	_, err := t.rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Del(ctx, t.key) // want unconditionalrelease "DEL"
		p.Publish(ctx, "tills", t.key)
		return nil
	})
	return err
}

func (t *Till) CloseWatched(ctx context.Context) error {
	return t.rdb.Watch(ctx, func(tx *redis.Tx) error {
		owner, err := tx.Get(ctx, t.key).Result()
		if err != nil {
			return err
		}
		if owner != t.token {
			return errLost
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Del(ctx, t.key) // silent: watched, compared and in MULTI
			return nil
		})
		return err
	}, t.key)
}

// CloseUncompared watches the key and forgets to look at it.
func (t *Till) CloseUncompared(ctx context.Context) error {
	return t.rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Del(ctx, t.key) // want unconditionalrelease "DEL"
			return nil
		})
		return err
	}, t.key)
}

// ClosePiped sends the delete outside the transaction that it watches for.
func (t *Till) ClosePiped(ctx context.Context) error {
	return t.rdb.Watch(ctx, func(tx *redis.Tx) error {
		if tx.Get(ctx, t.key).Val() != t.token {
			return errLost
		}
		_, err := tx.Pipelined(ctx, func(p redis.Pipeliner) error {
			p.Del(ctx, t.key) // want unconditionalrelease "DEL"
			return nil
		})
		return err
	}, t.key)
}

// CloseOuter uses the outer client inside the watch.
func (t *Till) CloseOuter(ctx context.Context) error {
	return t.rdb.Watch(ctx, func(tx *redis.Tx) error {
		if owner, err := tx.Get(ctx, t.key).Result(); err != nil || owner != t.token {
			return errors.Join(err, errLost)
		}
		return t.rdb.Del(ctx, t.key).Err() // want unconditionalrelease "DEL"
	}, t.key)
}

// CloseOther watches a key that says nothing about the lock.
func (t *Till) CloseOther(ctx context.Context) error {
	return t.rdb.Watch(ctx, func(tx *redis.Tx) error {
		if tx.Get(ctx, t.key).Val() != t.token {
			return errLost
		}
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Del(ctx, t.key) // want unconditionalrelease "DEL"
			return nil
		})
		return err
	}, t.key+":float")
}

// ClearDrafts queues deletes of other keys.
func (t *Till) ClearDrafts(ctx context.Context, receipts []string) error {
	pipe := t.rdb.TxPipeline()
	for _, r := range receipts {
		pipe.Del(ctx, "receipt-draft:"+r) // silent: drafts
	}
	_, err := pipe.Exec(ctx)
	return err
}
