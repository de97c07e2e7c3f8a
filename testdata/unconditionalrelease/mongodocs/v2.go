// Package mongodocs keeps locks on warehouses as documents, through the second
// driver (this file) and the first.
package mongodocs

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

var errTaken = errors.New("warehouse is locked")

type Warehouses struct {
	locks *mongo.Collection
	goods *mongo.Collection
	owner string
}

// Lock inserts or takes over what has expired: a live lock makes the upsert collide on _id.
func (w *Warehouses) Lock(ctx context.Context, code string) error {
	w.owner = rand.Text()
	now := time.Now()
	filter := bson.M{"_id": code, "expires": bson.M{"$lt": now}}
	update := bson.M{"$set": bson.M{"owner": w.owner, "expires": now.Add(time.Minute)}}
	err := w.locks.FindOneAndUpdate(ctx, filter, update, options.FindOneAndUpdate().SetUpsert(true)).Err()
	if mongo.IsDuplicateKeyError(err) {
		return errTaken
	}
	if errors.Is(err, mongo.ErrNoDocuments) {
		return nil
	}
	return err
}

func (w *Warehouses) Unlock(ctx context.Context, code string) error {
	_, err := w.locks.DeleteOne(ctx, bson.M{"_id": code}) // want unconditionalrelease "(?i)delete"
	return err
}

func (w *Warehouses) UnlockTaking(ctx context.Context, code string) error {
	var was struct{ Owner string }
	if err := w.locks.FindOneAndDelete(ctx, bson.D{{Key: "_id", Value: code}}).Decode(&was); err != nil { // want unconditionalrelease "(?i)delete"
		return err
	}
	if was.Owner != w.owner {
		return errTaken
	}
	return nil
}

func (w *Warehouses) Expire(ctx context.Context, code string) error {
	_, err := w.locks.UpdateOne(ctx, bson.M{"_id": code}, bson.M{"$unset": bson.M{"owner": "", "expires": ""}}) // want unconditionalrelease "(?i)update"
	return err
}

func (w *Warehouses) Extend(ctx context.Context, code string) error {
	_, err := w.locks.UpdateByID(ctx, code, bson.M{"$set": bson.M{"expires": time.Now().Add(time.Minute)}}) // want unconditionalrelease "(?i)update"
	return err
}

func (w *Warehouses) UnlockOwn(ctx context.Context, code string) error {
	_, err := w.locks.DeleteOne(ctx, bson.M{"_id": code, "owner": w.owner}) // silent: the owner is in the filter
	return err
}

func (w *Warehouses) ExtendOwn(ctx context.Context, code string) error {
	mine := bson.D{{Key: "_id", Value: code}, {Key: "owner", Value: w.owner}}
	res, err := w.locks.UpdateOne(ctx, mine, bson.M{"$set": bson.M{"expires": time.Now().Add(time.Minute)}}) // silent: the owner is in the filter
	if err != nil {
		return err
	}
	if res.MatchedCount == 0 {
		return errTaken
	}
	return nil
}

func (w *Warehouses) Discard(ctx context.Context, sku string) error {
	_, err := w.goods.DeleteOne(ctx, bson.M{"_id": sku}) // silent: goods, no lock
	return err
}
