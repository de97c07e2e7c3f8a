// Package docbeats prolongs claims that are documents and items: MongoDB and
// DynamoDB.
package docbeats

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

var errLost = errors.New("lease lost")

type Leases struct {
	c    *mongo.Collection
	dy   *dynamodb.Client
	me   string
	lost func(error)
}

func (l *Leases) beat(ctx context.Context, id string) error {
	res, err := l.c.UpdateOne(ctx, bson.M{"_id": id, "owner": l.me}, bson.M{"$set": bson.M{"expiresAt": time.Now().Add(time.Minute)}})
	if err == nil && res.MatchedCount == 0 {
		err = errLost
	}
	return err
}

func (l *Leases) loop(ctx context.Context, id string, beat func(context.Context, string) error) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(20 * time.Second):
		}
		if err := beat(ctx, id); err != nil {
			l.lost(err)
			return
		}
	}
}

func (l *Leases) Keep(ctx context.Context, id string) error {
	if err := l.beat(ctx, id); err != nil {
		return err
	}
	go func() { // want detachedrenew "(?i)renew|update"
		for range time.Tick(20 * time.Second) {
			if err := l.beat(context.TODO(), id); err != nil {
				l.lost(err)
				return
			}
		}
	}()
	return nil
}

func (l *Leases) KeepTied(ctx context.Context, id string) error {
	if err := l.beat(ctx, id); err != nil {
		return err
	}
	go l.loop(ctx, id, l.beat) // silent: the caller's context
	return nil
}

func (l *Leases) beatItem(ctx context.Context, id string) error {
	_, err := l.dy.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName:                aws.String("leases"),
		Key:                      map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: id}},
		UpdateExpression:         aws.String("SET expires = :e"),
		ConditionExpression:      aws.String("#o = :o"),
		ExpressionAttributeNames: map[string]string{"#o": "owner"},
		ExpressionAttributeValues: map[string]types.AttributeValue{
			":e": &types.AttributeValueMemberN{Value: strconv.FormatInt(time.Now().Add(time.Minute).Unix(), 10)},
			":o": &types.AttributeValueMemberS{Value: l.me},
		},
	})
	return err
}

func (l *Leases) KeepItem(ctx context.Context, id string) error {
	if err := l.beatItem(ctx, id); err != nil {
		return err
	}
	go func() { // want detachedrenew "(?i)renew|update"
		for {
			time.Sleep(20 * time.Second)
			if err := l.beatItem(context.Background(), id); err != nil {
				l.lost(err)
				return
			}
		}
	}()
	return nil
}

func (l *Leases) KeepItemTied(ctx context.Context, id string, work func(context.Context) error) error {
	wctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() { // silent: ends with the work
		for {
			select {
			case <-wctx.Done():
				return
			case <-time.After(20 * time.Second):
			}
			if err := l.beatItem(wctx, id); err != nil {
				cancel(err)
				return
			}
		}
	}()
	return work(wctx)
}
