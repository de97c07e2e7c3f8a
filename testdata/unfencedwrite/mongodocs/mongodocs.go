// Package mongodocs changes documents under redsync, through both drivers.
package mongodocs

import (
	"context"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
	bson1 "go.mongodb.org/mongo-driver/bson"
	mongo1 "go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

var errStale = errors.New("playlist was edited meanwhile")

type Playlist struct {
	ID     string   `bson:"_id"`
	Songs  []string `bson:"songs"`
	Edited int64    `bson:"revision"`
}

type Playlists struct {
	rs    *redsync.Redsync
	lists *mongo.Collection
	old   *mongo1.Collection
}

func (p *Playlists) lock(ctx context.Context, id string) (*redsync.Mutex, error) {
	mu := p.rs.NewMutex("playlist:"+id, redsync.WithExpiry(6*time.Second))
	return mu, mu.LockContext(ctx)
}

func (p *Playlists) Shuffle(ctx context.Context, id string, shuffle func([]string) []string) error {
	mu, err := p.lock(ctx, id)
	if err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var list Playlist
	if err := p.lists.FindOne(ctx, bson.M{"_id": id}).Decode(&list); err != nil {
		return err
	}
	list.Songs = shuffle(list.Songs)
	_, err = p.lists.ReplaceOne(ctx, bson.M{"_id": id}, list) // want unfencedwrite "(?i)replace"
	return err
}

func (p *Playlists) Clear(ctx context.Context, id string) error {
	mu, err := p.lock(ctx, id)
	if err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	_, err = p.lists.UpdateByID(ctx, id, bson.M{"$set": bson.M{"songs": []string{}}}) // want unfencedwrite "(?i)update"
	return err
}

func (p *Playlists) Publish(ctx context.Context, id string) error {
	mu, err := p.lock(ctx, id)
	if err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	return p.lists.FindOneAndUpdate(ctx, bson.D{{Key: "_id", Value: id}}, bson.M{"$set": bson.M{"public": true}}, options.FindOneAndUpdate().SetUpsert(true)).Err() // want unfencedwrite "(?i)update"
}

func (p *Playlists) ShuffleAt(ctx context.Context, id string, shuffle func([]string) []string) error {
	mu, err := p.lock(ctx, id)
	if err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var list Playlist
	if err := p.lists.FindOne(ctx, bson.M{"_id": id}).Decode(&list); err != nil {
		return err
	}
	seen := list.Edited
	list.Songs, list.Edited = shuffle(list.Songs), seen+1
	res, err := p.lists.ReplaceOne(ctx, bson.M{"_id": id, "revision": seen}, list) // silent: the revision is in the filter
	if err != nil {
		return err
	}
	if res.MatchedCount == 0 {
		return errStale
	}
	return nil
}

// Log appends, and removes what nobody misses.
func (p *Playlists) Log(ctx context.Context, id string) error {
	mu, err := p.lock(ctx, id)
	if err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	if _, err := p.lists.InsertOne(ctx, bson.M{"list": id, "at": time.Now()}); err != nil { // silent: append only
		return err
	}
	_, err = p.lists.DeleteMany(ctx, bson.M{"list": id, "at": bson.M{"$lt": time.Now().AddDate(0, -1, 0)}}) // silent: a delete
	return err
}

func (p *Playlists) CopyOld(ctx context.Context, id string, songs []string) error {
	mu, err := p.lock(ctx, id)
	if err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	_, err = p.old.UpdateOne(ctx, bson1.M{"_id": id}, bson1.M{"$set": bson1.M{"songs": songs}}) // want unfencedwrite "(?i)update"
	return err
}

func (p *Playlists) CopyOldAt(ctx context.Context, id string, seen int64, songs []string) error {
	mu, err := p.lock(ctx, id)
	if err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	filter := bson1.D{{Key: "_id", Value: id}, {Key: "revision", Value: bson1.D{{Key: "$lte", Value: seen}}}}
	res, err := p.old.UpdateOne(ctx, filter, bson1.M{"$set": bson1.M{"songs": songs, "revision": seen + 1}}) // silent: the revision is in the filter
	if err == nil && res.MatchedCount == 0 {
		err = errStale
	}
	return err
}
