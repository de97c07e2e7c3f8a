// Package dynamoitems keeps locks on customers' exports as DynamoDB items,
// through the second SDK (this file) and the first.
package dynamoitems

import (
	"context"
	"crypto/rand"
	"errors"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const lockTable = "export-locks"

var errTaken = errors.New("export is locked")

type Exports struct {
	db    *dynamodb.Client
	token string
}

func lockID(customer string) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{"customer": &types.AttributeValueMemberS{Value: customer}}
}

func seconds(t time.Time) *types.AttributeValueMemberN {
	return &types.AttributeValueMemberN{Value: strconv.FormatInt(t.Unix(), 10)}
}

func (e *Exports) Lock(ctx context.Context, customer string) error {
	e.token = rand.Text()
	item := lockID(customer)
	item["token"] = &types.AttributeValueMemberS{Value: e.token}
	item["expires"] = seconds(time.Now().Add(time.Minute))
	_, err := e.db.PutItem(ctx, &dynamodb.PutItemInput{
		TableName:                 aws.String(lockTable),
		Item:                      item,
		ConditionExpression:       aws.String("attribute_not_exists(customer) OR expires < :now"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":now": seconds(time.Now())},
	})
	var failed *types.ConditionalCheckFailedException
	if errors.As(err, &failed) {
		return errTaken
	}
	return err
}

func (e *Exports) Unlock(ctx context.Context, customer string) error {
	in := &dynamodb.DeleteItemInput{TableName: aws.String(lockTable), Key: lockID(customer)}
	_, err := e.db.DeleteItem(ctx, in) // want unconditionalrelease "(?i)delete"
	return err
}

// UnlockForgotten builds the condition and leaves it in the builder.
func (e *Exports) UnlockForgotten(ctx context.Context, customer string) error {
	expr, err := expression.NewBuilder().WithCondition(expression.Name("token").Equal(expression.Value(e.token))).Build()
	if err != nil {
		return err
	}
	in := &dynamodb.DeleteItemInput{TableName: aws.String(lockTable), Key: lockID(customer), ExpressionAttributeNames: expr.Names()}
	_, err = e.db.DeleteItem(ctx, in) // want unconditionalrelease "(?i)delete"
	return err
}

func (e *Exports) UnlockOwn(ctx context.Context, customer string) error {
	expr, err := expression.NewBuilder().WithCondition(expression.Name("token").Equal(expression.Value(e.token))).Build()
	if err != nil {
		return err
	}
	in := &dynamodb.DeleteItemInput{TableName: aws.String(lockTable), Key: lockID(customer)}
	in.ConditionExpression = expr.Condition()
	in.ExpressionAttributeNames = expr.Names()
	in.ExpressionAttributeValues = expr.Values()
	_, err = e.db.DeleteItem(ctx, in) // silent: the condition compares the token
	return err
}

func (e *Exports) Extend(ctx context.Context, customer string) error {
	_, err := e.db.UpdateItem(ctx, &dynamodb.UpdateItemInput{TableName: aws.String(lockTable), Key: lockID(customer), UpdateExpression: aws.String("SET expires = :e"), ExpressionAttributeValues: map[string]types.AttributeValue{":e": seconds(time.Now().Add(time.Minute))}}) // want unconditionalrelease "(?i)update"
	return err
}

func (e *Exports) ExtendOwn(ctx context.Context, customer string) error {
	in := &dynamodb.UpdateItemInput{
		TableName:                aws.String(lockTable),
		Key:                      lockID(customer),
		UpdateExpression:         aws.String("SET expires = :e"),
		ConditionExpression:      aws.String("#t = :t"),
		ExpressionAttributeNames: map[string]string{"#t": "token"},
		ExpressionAttributeValues: map[string]types.AttributeValue{
			":e": seconds(time.Now().Add(time.Minute)),
			":t": &types.AttributeValueMemberS{Value: e.token},
		},
	}
	_, err := e.db.UpdateItem(ctx, in) // silent: the condition compares the token
	return err
}

// Forget deletes a finished export's manifest, another table's item.
func (e *Exports) Forget(ctx context.Context, customer string) error {
	_, err := e.db.DeleteItem(ctx, &dynamodb.DeleteItemInput{TableName: aws.String("export-manifests"), Key: lockID(customer)}) // silent: no lock
	return err
}
