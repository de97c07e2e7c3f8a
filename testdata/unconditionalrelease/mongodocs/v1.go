package mongodocs

import (
	"context"
	"crypto/rand"
	"time"

	bson1 "go.mongodb.org/mongo-driver/bson"
	mongo1 "go.mongodb.org/mongo-driver/mongo"
)

// Ramps runs on the first driver.
type Ramps struct {
	locks *mongo1.Collection
	owner string
}

func (r *Ramps) Acquire(ctx context.Context, ramp int) (bool, error) {
	r.owner = rand.Text()
	_, err := r.locks.InsertOne(ctx, bson1.M{"ramp": ramp, "owner": r.owner, "createdAt": time.Now()})
	if mongo1.IsDuplicateKeyError(err) {
		return false, nil
	}
	return err == nil, err
}

func (r *Ramps) Release(ctx context.Context, ramp int) error {
	_, err := r.locks.DeleteMany(ctx, bson1.M{"ramp": ramp}) // want unconditionalrelease "(?i)delete"
	return err
}

// ReleaseRead finds, compares and deletes: three steps, two requests.
func (r *Ramps) ReleaseRead(ctx context.Context, ramp int) error {
	var doc struct {
		Owner string `bson:"owner"`
	}
	if err := r.locks.FindOne(ctx, bson1.M{"ramp": ramp}).Decode(&doc); err != nil {
		return err
	}
	if doc.Owner != r.owner {
		return errTaken
	}
	_, err := r.locks.DeleteOne(ctx, bson1.D{{Key: "ramp", Value: ramp}}) // want unconditionalrelease "(?i)delete"
	return err
}

func (r *Ramps) ReleaseOwn(ctx context.Context, ramp int) error {
	_, err := r.locks.DeleteOne(ctx, bson1.M{"ramp": ramp, "owner": r.owner}) // silent: the owner is in the filter
	return err
}
