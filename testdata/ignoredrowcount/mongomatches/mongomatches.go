// Package mongomatches updates documents with a condition, through both
// drivers; no match is no error.
package mongomatches

import (
	"context"
	"errors"
	"time"

	bson1 "go.mongodb.org/mongo-driver/bson"
	mongo1 "go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

var errStale = errors.New("trip was changed meanwhile")

type Trips struct {
	c   *mongo.Collection
	old *mongo1.Collection
}

func (t *Trips) Book(ctx context.Context, id string, version int64, guest string) error {
	_, err := t.c.UpdateOne(ctx, bson.M{"_id": id, "version": version}, bson.M{"$push": bson.M{"guests": guest}, "$inc": bson.M{"version": 1}}) // want ignoredrowcount "(?i)update"
	return err
}

// BookUnmatched looks at an id that only an upsert has.
func (t *Trips) BookUnmatched(ctx context.Context, id string, version int64, guest string) (any, error) {
	res, err := t.c.UpdateOne(ctx, bson.D{{Key: "_id", Value: id}, {Key: "version", Value: version}}, bson.M{"$push": bson.M{"guests": guest}}) // want ignoredrowcount "(?i)update"
	if err != nil {
		return nil, err
	}
	return res.UpsertedID, nil
}

func (t *Trips) Replace(ctx context.Context, id string, version int64, trip bson.M) error {
	trip["version"] = version + 1
	_, err := t.c.ReplaceOne(ctx, bson.M{"_id": id, "version": version}, trip) // want ignoredrowcount "(?i)replace"
	return err
}

// Cancel asks the single result for nothing, not even its error.
func (t *Trips) Cancel(ctx context.Context, id string, version int64) {
	t.c.FindOneAndUpdate(ctx, bson.M{"_id": id, "version": version}, bson.M{"$set": bson.M{"cancelled": true}}) // want ignoredrowcount "(?i)update"
}

func (t *Trips) BookChecked(ctx context.Context, id string, version int64, guest string) error {
	res, err := t.c.UpdateOne(ctx, bson.M{"_id": id, "version": version}, bson.M{"$push": bson.M{"guests": guest}, "$inc": bson.M{"version": 1}}) // silent: MatchedCount is compared
	if err != nil {
		return err
	}
	if res.MatchedCount == 0 {
		return errStale
	}
	return nil
}

func (t *Trips) CancelChecked(ctx context.Context, id string, version int64) error {
	err := t.c.FindOneAndUpdate(ctx, bson.M{"_id": id, "version": version}, bson.M{"$set": bson.M{"cancelled": true}}).Err() // silent: no document is an error
	if errors.Is(err, mongo.ErrNoDocuments) {
		err = errStale
	}
	return err
}

func (t *Trips) Rename(ctx context.Context, id, name string) error {
	_, err := t.c.UpdateByID(ctx, id, bson.M{"$set": bson.M{"name": name}}) // silent: by key alone
	return err
}

// Archive sweeps whatever is old.
func (t *Trips) Archive(ctx context.Context) error {
	_, err := t.c.UpdateMany(ctx, bson.M{"ends": bson.M{"$lt": time.Now()}, "state": "open"}, bson.M{"$set": bson.M{"state": "archived"}}) // silent: a sweep
	return err
}

func (t *Trips) BookOld(ctx context.Context, id string, version int64, guest string) error {
	_, err := t.old.UpdateOne(ctx, bson1.M{"_id": id, "version": version}, bson1.M{"$push": bson1.M{"guests": guest}, "$inc": bson1.M{"version": 1}}) // want ignoredrowcount "(?i)update"
	return err
}

func (t *Trips) BookOldChecked(ctx context.Context, id string, version int64, guest string) (bool, error) {
	res, err := t.old.UpdateOne(ctx, bson1.M{"_id": id, "version": version}, bson1.M{"$push": bson1.M{"guests": guest}, "$inc": bson1.M{"version": 1}}) // silent: the count is returned
	if err != nil {
		return false, err
	}
	return res.ModifiedCount > 0, nil
}
