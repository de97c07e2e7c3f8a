package dynamobackend

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const lease = 15 * time.Second

// BookLock is held by the clerk who writes into a book.
type BookLock struct {
	backend  *Backend
	key      string
	identity string
	lost     chan struct{}
}

func (l *BookLock) Lock(ctx context.Context) error {
	if err := l.write(ctx, true); err != nil {
		return err
	}
	go l.renew(ctx)
	go l.watch(ctx)
	return nil
}

func (l *BookLock) renew(ctx context.Context) {
	for {
		select {
		case <-time.After(lease / 3):
			l.write(ctx, false) // want ignoredrowcount "UpdateItem in write compares identity"
		case <-ctx.Done():
			return
		}
	}
}

// watch closes lost when the item is another clerk's.
func (l *BookLock) watch(ctx context.Context) {
	defer close(l.lost)
	for {
		select {
		case <-time.After(lease / 5):
			out, err := l.backend.client.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String(l.backend.table), Key: item(l.key)})
			if err != nil {
				return
			}
			if id, ok := out.Item["identity"].(*types.AttributeValueMemberS); !ok || id.Value != l.identity {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// write takes the item, where it is free or its time is up, or renews it.
func (l *BookLock) write(ctx context.Context, create bool) error {
	cond := "attribute_exists(folder) AND "
	if create {
		cond = "attribute_not_exists(folder) OR "
	}
	cond += "(#identity = :identity OR expires <= :now)"
	_, err := l.backend.client.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName:                aws.String(l.backend.table),
		Key:                      item(l.key),
		UpdateExpression:         aws.String("SET #identity = :identity, expires = :expires"),
		ConditionExpression:      aws.String(cond),
		ExpressionAttributeNames: map[string]string{"#identity": "identity"},
		ExpressionAttributeValues: map[string]types.AttributeValue{
			":identity": &types.AttributeValueMemberS{Value: l.identity},
			":now":      &types.AttributeValueMemberN{Value: strconv.FormatInt(time.Now().Unix(), 10)},
			":expires":  &types.AttributeValueMemberN{Value: strconv.FormatInt(time.Now().Add(lease).Unix(), 10)},
		},
	})
	return err
}

func (l *BookLock) Unlock(ctx context.Context) error {
	return l.backend.Delete(ctx, l.key) // want unconditionalrelease "DeleteItem in Delete in table l.backend.table does not compare the owner"
}

func (l *BookLock) UnlockBatch(ctx context.Context) error {
	return l.backend.Remove(ctx, l.key) // want unconditionalrelease "BatchWriteItem in Remove in table l.backend.table does not compare the owner"
}

// Vacate removes the holder and leaves the item.
func (l *BookLock) Vacate(ctx context.Context) error {
	in := &dynamodb.UpdateItemInput{TableName: aws.String(l.backend.table), Key: item(l.key), UpdateExpression: aws.String("REMOVE #identity, expires"), ExpressionAttributeNames: map[string]string{"#identity": "identity"}}
	_, err := l.backend.client.UpdateItem(ctx, in) // want unconditionalrelease "UpdateItem in table l.backend.table does not compare the owner.*releases"
	return err
}

func (l *BookLock) VacateOwn(ctx context.Context) error {
	in := &dynamodb.UpdateItemInput{TableName: aws.String(l.backend.table), Key: item(l.key), UpdateExpression: aws.String("REMOVE #identity, expires"), ExpressionAttributeNames: map[string]string{"#identity": "identity"}}
	in.ConditionExpression = aws.String("#identity = :identity")
	in.ExpressionAttributeValues = map[string]types.AttributeValue{":identity": &types.AttributeValueMemberS{Value: l.identity}}
	_, err := l.backend.client.UpdateItem(ctx, in) // silent: the condition compares the holder
	return err
}

func (l *BookLock) UnlockOwn(ctx context.Context) error {
	_, err := l.backend.client.DeleteItem(ctx, &dynamodb.DeleteItemInput{ // silent: the condition compares the holder
		TableName:                 aws.String(l.backend.table),
		Key:                       item(l.key),
		ConditionExpression:       aws.String("#identity = :identity"),
		ExpressionAttributeNames:  map[string]string{"#identity": "identity"},
		ExpressionAttributeValues: map[string]types.AttributeValue{":identity": &types.AttributeValueMemberS{Value: l.identity}},
	})
	var failed *types.ConditionalCheckFailedException
	if errors.As(err, &failed) {
		return nil // another clerk has the book
	}
	return err
}
