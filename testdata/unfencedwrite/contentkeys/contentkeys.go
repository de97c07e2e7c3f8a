// Package contentkeys names what it stores after what it holds: a late write
// writes the same bytes again.
package contentkeys

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type Blobs struct {
	locker *redislock.Client
	rdb    *redis.Client
	docs   *mongo.Collection
}

func digest(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}

func (b *Blobs) Put(ctx context.Context, body []byte) error {
	lock, err := b.locker.Obtain(ctx, "blobs", 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	return b.rdb.Set(ctx, "blob:"+digest(body), body, 0).Err() // silent: the key is the content's hash
}

func (b *Blobs) PutDoc(ctx context.Context, body []byte) error {
	lock, err := b.locker.Obtain(ctx, "blobs", 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	id := digest(body)
	_, err = b.docs.ReplaceOne(ctx, bson.M{"_id": id}, bson.M{"_id": id, "body": body}, options.Replace().SetUpsert(true)) // silent: the key is the content's hash
	return err
}

// Name points a name at a blob, which the next holder may point elsewhere.
func (b *Blobs) Name(ctx context.Context, name string, body []byte) error {
	lock, err := b.locker.Obtain(ctx, "names", 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	return b.rdb.Set(ctx, "name:"+name, digest(body), 0).Err() // want unfencedwrite "SET"
}

// Tag hashes the name and not the content.
func (b *Blobs) Tag(ctx context.Context, name, tag string) error {
	lock, err := b.locker.Obtain(ctx, "tags", 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	return b.rdb.HSet(ctx, "tags", digest([]byte(name)), tag).Err() // want unfencedwrite "HSET"
}
