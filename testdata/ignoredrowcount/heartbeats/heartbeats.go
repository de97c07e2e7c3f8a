// Package heartbeats prolongs claims by their owner. Outside a loop a dropped
// count is ours; inside a renewal loop it belongs to another analyzer.
package heartbeats

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

var errLost = errors.New("upload was given to another worker")

const beat = `UPDATE uploads SET leased_until = now() + interval '30 seconds' WHERE id = $1 AND worker = $2`

type Uploads struct {
	db *sql.DB
	c  *mongo.Collection
	me string
}

// Ping is called between two parts of an upload.
func (u *Uploads) Ping(ctx context.Context, id int64) error {
	_, err := u.db.ExecContext(ctx, beat, id, u.me) // want ignoredrowcount "UPDATE"
	return err
}

func (u *Uploads) PingDoc(ctx context.Context, id string) error {
	_, err := u.c.UpdateOne(ctx, bson.M{"_id": id, "worker": u.me}, bson.M{"$set": bson.M{"leasedUntil": time.Now().Add(30 * time.Second)}}) // want ignoredrowcount "(?i)update"
	return err
}

func (u *Uploads) PingChecked(ctx context.Context, id int64) error {
	res, err := u.db.ExecContext(ctx, beat, id, u.me) // silent: zero rows is an error
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errLost)
	}
	return nil
}

// Upload renews in a loop, which looks, and ends with the work.
func (u *Uploads) Upload(ctx context.Context, id int64, upload func(context.Context) error) error {
	work, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(10 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-work.Done():
				return
			case <-tick.C:
			}
			if err := u.PingChecked(work, id); err != nil {
				cancel(err)
				return
			}
		}
	}()
	return upload(work)
}
