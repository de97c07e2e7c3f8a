// Package errorforms uses clients that turn a refused write into an error. Who
// returns the error has looked at the outcome.
package errorforms

import (
	"context"
	"errors"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	dynamodb1 "github.com/aws/aws-sdk-go/service/dynamodb"
	"github.com/bradfitz/gomemcache/memcache"
	"github.com/redis/go-redis/v9"
)

var errStale = errors.New("cart was changed meanwhile")

type Carts struct {
	dy  *dynamodb.Client
	old *dynamodb1.DynamoDB
	mc  *memcache.Client
	rdb *redis.Client
}

func num(n int64) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.FormatInt(n, 10)}
}

func (c *Carts) update(id string, total, version int64) *dynamodb.UpdateItemInput {
	return &dynamodb.UpdateItemInput{
		TableName:                 aws.String("carts"),
		Key:                       map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: id}},
		UpdateExpression:          aws.String("SET total = :t, version = :n"),
		ConditionExpression:       aws.String("version = :v"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":t": num(total), ":n": num(version + 1), ":v": num(version)},
	}
}

func (c *Carts) Total(ctx context.Context, id string, total, version int64) error {
	_, err := c.dy.UpdateItem(ctx, c.update(id, total, version)) // silent: a failed condition is an error
	var failed *types.ConditionalCheckFailedException
	if errors.As(err, &failed) {
		return errStale
	}
	return err
}

func (c *Carts) TotalPlain(ctx context.Context, id string, total, version int64) error {
	_, err := c.dy.UpdateItem(ctx, c.update(id, total, version)) // silent: the error goes to the caller
	return err
}

func (c *Carts) TotalOld(in *dynamodb1.UpdateItemInput, version int64) error {
	in.SetConditionExpression("version = :v")
	in.SetExpressionAttributeValues(map[string]*dynamodb1.AttributeValue{":v": {N: aws.String(strconv.FormatInt(version, 10))}})
	_, err := c.old.UpdateItem(in) // silent: a failed condition is an error
	return err
}

// Cached swaps an item that it has read; a conflict is an error.
func (c *Carts) Cached(id string, total int64) error {
	item, err := c.mc.Get("cart-" + id)
	if err != nil {
		return err
	}
	item.Value = strconv.AppendInt(nil, total, 10)
	if err := c.mc.CompareAndSwap(item); errors.Is(err, memcache.ErrCASConflict) { // silent: a conflict is an error
		return errStale
	} else if err != nil {
		return err
	}
	return nil
}

// Watched fails with redis.TxFailedErr when the key has changed.
func (c *Carts) Watched(ctx context.Context, id string, add int64) error {
	key := "cart:" + id
	err := c.rdb.Watch(ctx, func(tx *redis.Tx) error {
		total, err := tx.Get(ctx, key).Int64()
		if err != nil && !errors.Is(err, redis.Nil) {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error { // silent: a changed key is an error
			p.Set(ctx, key, total+add, 0)
			return nil
		})
		return err
	}, key)
	if errors.Is(err, redis.TxFailedErr) {
		err = errStale
	}
	return err
}
