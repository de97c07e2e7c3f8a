// Package lockdocs holds locks that are documents with a heartbeat.
package lockdocs

import (
	"context"
	"log"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// Header tells whose a lock is.
type Header struct {
	Replset string `bson:"replset,omitempty"`
	OPID    string `bson:"opid,omitempty"`
}

type record struct {
	Header `bson:",inline"`
	Beat   time.Time `bson:"hb"`
}

// Lock is kept in a collection that only its maker knows by name.
type Lock struct {
	record
	coll   *mongo.Collection
	cancel context.CancelFunc
	lost   func(error)
}

func (l *Lock) Acquire(ctx context.Context) (bool, error) {
	l.Beat = time.Now()
	if _, err := l.coll.InsertOne(ctx, l.record); err != nil {
		if mongo.IsDuplicateKeyError(err) {
			return false, nil
		}
		return false, err
	}
	ctx, l.cancel = context.WithCancel(ctx)
	go l.keep(ctx)
	return true, nil
}

func (l *Lock) Release() error {
	l.cancel()
	_, err := l.coll.DeleteOne(context.Background(), l.Header)
	return err
}

func (l *Lock) beat(ctx context.Context) error {
	res, err := l.coll.UpdateOne(ctx, l.Header, bson.M{"$set": bson.M{"hb": time.Now()}})
	if err == nil && res.MatchedCount == 0 {
		err = mongo.ErrNoDocuments
	}
	return err
}

func (l *Lock) keep(ctx context.Context) {
	tk := time.NewTicker(5 * time.Second)
	defer tk.Stop()
	for {
		select {
		case <-tk.C:
			if err := l.beat(ctx); err != nil { // want lostlease "UpdateOne on lock.*only logged"
				log.Println("heartbeat:", err)
			}
		case <-ctx.Done():
			return
		}
	}
}

// keepTold calls whoever asked to be told.
func (l *Lock) keepTold(ctx context.Context) {
	tk := time.NewTicker(5 * time.Second)
	defer tk.Stop()
	for {
		select {
		case <-tk.C:
			if err := l.beat(ctx); err != nil { // silent: a callback is told
				l.lost(err)
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// Presence says which nodes are there. Nothing is done under it.
type Presence struct {
	coll *mongo.Collection
}

func (p *Presence) Announce(ctx context.Context, node string) {
	for range time.Tick(5 * time.Second) {
		if _, err := p.coll.UpdateOne(ctx, bson.M{"_id": node}, bson.M{"$set": bson.M{"hb": time.Now()}}); err != nil { // silent: no lock's record
			log.Println("announce:", err)
		}
	}
}
