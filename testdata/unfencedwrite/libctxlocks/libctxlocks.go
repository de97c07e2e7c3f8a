// Package libctxlocks works under rueidislock and valkeylock, whose locks come
// as a context. The context ends with the lock; a request that is already on
// its way does not.
package libctxlocks

import (
	"context"
	"database/sql"
	"errors"

	"github.com/redis/rueidis"
	"github.com/redis/rueidis/rueidislock"
	"github.com/valkey-io/valkey-go/valkeylock"
)

var errStale = errors.New("auction has moved on")

type Auctions struct {
	locker rueidislock.Locker
	client rueidis.Client
	db     *sql.DB
}

func (a *Auctions) Bid(ctx context.Context, lot string, cents int64, check func(context.Context) error) error {
	held, cancel, err := a.locker.WithContext(ctx, "lot:"+lot)
	if err != nil {
		return err
	}
	defer cancel()
	if err := check(held); err != nil {
		return err
	}
	_, err = a.db.ExecContext(held, "UPDATE lots SET best_bid = $2 WHERE id = $1", lot, cents) // want unfencedwrite "UPDATE"
	return err
}

func (a *Auctions) Show(ctx context.Context, lot, text string) error {
	held, cancel, err := a.locker.TryWithContext(ctx, "lot:"+lot)
	if errors.Is(err, rueidislock.ErrNotLocked) {
		return nil
	}
	if err != nil {
		return err
	}
	defer cancel()
	return a.client.Do(held, a.client.B().Set().Key("lot-text:"+lot).Value(text).Build()).Error() // want unfencedwrite "SET"
}

func (a *Auctions) BidNumbered(ctx context.Context, lot string, cents, seq int64) error {
	held, cancel, err := a.locker.WithContext(ctx, "lot:"+lot)
	if err != nil {
		return err
	}
	defer cancel()
	res, err := a.db.ExecContext(held, "UPDATE lots SET best_bid = $2, version = $3 WHERE id = $1 AND version < $3", lot, cents, seq) // silent: the version is compared
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errStale)
	}
	return nil
}

// Hall uses the Valkey twin.
type Hall struct {
	locker valkeylock.Locker
	db     *sql.DB
}

func (h *Hall) Close(ctx context.Context, hall int64, count func(context.Context) (int, error)) error {
	held, cancel, err := h.locker.WithContext(ctx, "hall")
	if err != nil {
		return err
	}
	defer cancel()
	guests, err := count(held)
	if err != nil {
		return err
	}
	_, err = h.db.ExecContext(held, "UPDATE halls SET guests = ?, closed = TRUE WHERE id = ?", guests, hall) // want unfencedwrite "UPDATE"
	return err
}
