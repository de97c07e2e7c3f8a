// Package dynamoitems writes DynamoDB items under redislock, through both SDKs.
package dynamoitems

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	aws1 "github.com/aws/aws-sdk-go/aws"
	dynamodb1 "github.com/aws/aws-sdk-go/service/dynamodb"
	"github.com/bsm/redislock"
)

var errStale = errors.New("voucher changed meanwhile")

type Vouchers struct {
	locker *redislock.Client
	db     *dynamodb.Client
	old    *dynamodb1.DynamoDB
	table  *string
}

func voucherKey(code string) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{"code": &types.AttributeValueMemberS{Value: code}}
}

func number(n int64) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.FormatInt(n, 10)}
}

func (v *Vouchers) Put(ctx context.Context, code string, cents int64) error {
	lock, err := v.locker.Obtain(ctx, "voucher:"+code, 3*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	item := voucherKey(code)
	item["cents"] = number(cents)
	_, err = v.db.PutItem(ctx, &dynamodb.PutItemInput{TableName: v.table, Item: item}) // want unfencedwrite "(?i)put"
	return err
}

// Spend builds a condition, and copies only the update out of it.
func (v *Vouchers) Spend(ctx context.Context, code string, cents, seen int64) error {
	lock, err := v.locker.Obtain(ctx, "voucher:"+code, 3*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	expr, err := expression.NewBuilder().
		WithUpdate(expression.Set(expression.Name("cents"), expression.Value(cents))).
		WithCondition(expression.Name("version").Equal(expression.Value(seen))).
		Build()
	if err != nil {
		return err
	}
	in := &dynamodb.UpdateItemInput{TableName: v.table, Key: voucherKey(code)}
	in.UpdateExpression = expr.Update()
	in.ExpressionAttributeNames = expr.Names()
	in.ExpressionAttributeValues = expr.Values()
	_, err = v.db.UpdateItem(ctx, in) // want unfencedwrite "(?i)update"
	return err
}

func (v *Vouchers) SpendVersioned(ctx context.Context, code string, cents, seen int64) error {
	lock, err := v.locker.Obtain(ctx, "voucher:"+code, 3*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	_, err = v.db.UpdateItem(ctx, &dynamodb.UpdateItemInput{ // silent: the version is compared
		TableName:                 v.table,
		Key:                       voucherKey(code),
		UpdateExpression:          aws.String("SET cents = :c, version = :n"),
		ConditionExpression:       aws.String("version = :v"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":c": number(cents), ":v": number(seen), ":n": number(seen + 1)},
	})
	var failed *types.ConditionalCheckFailedException
	if errors.As(err, &failed) {
		return errStale
	}
	return err
}

func (v *Vouchers) Issue(ctx context.Context, code string, cents int64) error {
	lock, err := v.locker.Obtain(ctx, "voucher:"+code, 3*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	item := voucherKey(code)
	item["cents"] = number(cents)
	_, err = v.db.PutItem(ctx, &dynamodb.PutItemInput{TableName: v.table, Item: item, ConditionExpression: aws.String("attribute_not_exists(code)")}) // silent: insert if absent
	return err
}

func oldKey(code string) map[string]*dynamodb1.AttributeValue {
	return map[string]*dynamodb1.AttributeValue{"code": {S: aws1.String(code)}}
}

func (v *Vouchers) SpendOld(ctx context.Context, code string, cents int64) error {
	lock, err := v.locker.Obtain(ctx, "voucher:"+code, 3*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	values := map[string]*dynamodb1.AttributeValue{":c": {N: aws1.String(strconv.FormatInt(cents, 10))}}
	in := &dynamodb1.UpdateItemInput{TableName: v.table, Key: oldKey(code), UpdateExpression: aws1.String("SET cents = :c"), ExpressionAttributeValues: values}
	_, err = v.old.UpdateItemWithContext(ctx, in) // want unfencedwrite "(?i)update"
	return err
}

func (v *Vouchers) VoidOld(ctx context.Context, code string) error {
	lock, err := v.locker.Obtain(ctx, "voucher:"+code, 3*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	_, err = v.old.DeleteItemWithContext(ctx, &dynamodb1.DeleteItemInput{TableName: v.table, Key: oldKey(code)}) // silent: a delete
	return err
}
