// Package qmgodocs updates documents through qmgo, which makes an error of a filter
// that matched nothing, unless several documents were asked for.
package qmgodocs

import (
	"context"

	"github.com/qiniu/qmgo"
	"go.mongodb.org/mongo-driver/bson"
)

type Beds struct{ coll *qmgo.Collection }

func (b *Beds) Move(ctx context.Context, id string, seen int64, room string) error {
	return b.coll.UpdateOne(ctx, bson.M{"_id": id, "version": seen}, bson.M{"$set": bson.M{"room": room, "version": seen + 1}}) // silent: no match is an error
}

func (b *Beds) Replace(ctx context.Context, id string, seen int64, bed any) error {
	return b.coll.ReplaceOne(ctx, bson.M{"_id": id, "version": seen}, bed) // silent: no match is an error
}

func (b *Beds) MoveAll(ctx context.Context, id string, seen int64, room string) error {
	_, err := b.coll.UpdateAll(ctx, bson.M{"_id": id, "version": seen}, bson.M{"$set": bson.M{"room": room, "version": seen + 1}}) // want ignoredrowcount "UpdateAll on coll compares version"
	return err
}

func (b *Beds) MoveAllChecked(ctx context.Context, id string, seen int64, room string) error {
	res, err := b.coll.UpdateAll(ctx, bson.M{"_id": id, "version": seen}, bson.M{"$set": bson.M{"room": room, "version": seen + 1}}) // silent
	if err == nil && res.MatchedCount == 0 {
		err = qmgo.ErrNoSuchDocuments
	}
	return err
}
