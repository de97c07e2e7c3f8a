// Package qmgodocs writes documents through qmgo under redislock.
package qmgodocs

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	"github.com/qiniu/qmgo"
	"go.mongodb.org/mongo-driver/bson"
)

type Wards struct {
	locker *redislock.Client
	coll   *qmgo.Collection
}

func (w *Wards) Plan(ctx context.Context, id string, seen int64, nurse string) error {
	lock, err := w.locker.Obtain(ctx, "ward:"+id, 5*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	if err := w.coll.UpdateId(ctx, id, bson.M{"$set": bson.M{"nurse": nurse}}); err != nil { // want unfencedwrite "UpdateId on coll"
		return err
	}
	if err := w.coll.UpdateOne(ctx, bson.M{"_id": id, "version": seen}, bson.M{"$set": bson.M{"nurse": nurse, "version": seen + 1}}); err != nil { // silent: compares
		return err
	}
	if err := w.coll.UpdateId(ctx, id, bson.M{"$inc": bson.M{"shifts": 1}}); err != nil { // silent: a counter
		return err
	}
	return w.coll.RemoveId(ctx, id) // silent: a delete
}
