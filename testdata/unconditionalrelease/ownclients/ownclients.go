// Package ownclients keeps the boats of a ferry line apart. It asks for as much of a
// client as it uses, so that its tests can put a fake in the place.
package ownclients

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/bradfitz/gomemcache/memcache"
)

// Items is what the line uses of a DynamoDB client.
type Items interface {
	PutItem(ctx context.Context, in *dynamodb.PutItemInput, opts ...func(*dynamodb.Options)) (*dynamodb.PutItemOutput, error)
	DeleteItem(ctx context.Context, in *dynamodb.DeleteItemInput, opts ...func(*dynamodb.Options)) (*dynamodb.DeleteItemOutput, error)
}

// Berth is given to one boat at a time.
type Berth struct {
	items Items
	name  string
	boat  string
}

func (b *Berth) Lock(ctx context.Context) error {
	_, err := b.items.PutItem(ctx, &dynamodb.PutItemInput{
		TableName:           aws.String("berth_locks"),
		Item:                map[string]types.AttributeValue{"name": &types.AttributeValueMemberS{Value: b.name}, "boat": &types.AttributeValueMemberS{Value: b.boat}},
		ConditionExpression: aws.String("attribute_not_exists(#n)"),
	})
	return err
}

func (b *Berth) Unlock(ctx context.Context) error {
	_, err := b.items.DeleteItem(ctx, &dynamodb.DeleteItemInput{ // want unconditionalrelease "DeleteItem .*does not compare the owner"
		TableName: aws.String("berth_locks"),
		Key:       map[string]types.AttributeValue{"name": &types.AttributeValueMemberS{Value: b.name}},
	})
	return err
}

func (b *Berth) UnlockOwn(ctx context.Context) error {
	_, err := b.items.DeleteItem(ctx, &dynamodb.DeleteItemInput{ // silent: compares the boat
		TableName:                 aws.String("berth_locks"),
		Key:                       map[string]types.AttributeValue{"name": &types.AttributeValueMemberS{Value: b.name}},
		ConditionExpression:       aws.String("boat = :boat"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":boat": &types.AttributeValueMemberS{Value: b.boat}},
	})
	return err
}

// Cache is what the line uses of a memcached client.
type Cache interface {
	Add(item *memcache.Item) error
	Delete(key string) error
}

// Ticket is sold by one counter.
type Ticket struct{ cache Cache }

func (t *Ticket) Lock(id, counter string) error {
	return t.cache.Add(&memcache.Item{Key: "ticket_" + id, Value: []byte(counter), Expiration: int32(time.Minute / time.Second)})
}

// Fares is an interface of the line's own, with names that clients have too.
type Fares interface {
	PutItem(ctx context.Context, name string, price int) error
	DeleteItem(ctx context.Context, name string) error
}

func drop(ctx context.Context, f Fares, name string) error {
	if err := f.PutItem(ctx, name, 0); err != nil {
		return err
	}
	return f.DeleteItem(ctx, name) // silent: no client's
}
