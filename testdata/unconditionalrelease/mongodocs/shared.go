package mongodocs

import (
	"context"
	"crypto/rand"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// Yard keeps the locks on its trucks, and beside them a document of statistics.
type Yard struct {
	locks *mongo.Collection
}

func (y *Yard) Lock(ctx context.Context, truck string) error {
	_, err := y.locks.InsertOne(ctx, bson.M{"_id": "truck:" + truck, "owner": rand.Text()})
	return err
}

func (y *Yard) Unlock(ctx context.Context, truck string) error {
	_, err := y.locks.DeleteOne(ctx, bson.M{"_id": "truck:" + truck}) // want unconditionalrelease "(?i)delete"
	return err
}

// ResetStatistics deletes the other document.
func (y *Yard) ResetStatistics(ctx context.Context) error {
	_, err := y.locks.DeleteOne(ctx, bson.M{"_id": "statistics"}) // silent: no lock's document
	return err
}
