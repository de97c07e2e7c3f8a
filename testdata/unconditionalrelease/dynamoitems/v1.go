package dynamoitems

import (
	"context"
	"crypto/rand"

	aws1 "github.com/aws/aws-sdk-go/aws"
	"github.com/aws/aws-sdk-go/aws/awserr"
	dynamodb1 "github.com/aws/aws-sdk-go/service/dynamodb"
	"github.com/aws/aws-sdk-go/service/dynamodb/dynamodbiface"
)

// Imports runs on the first SDK, behind its interface.
type Imports struct {
	db    dynamodbiface.DynamoDBAPI
	owner string
}

func importID(feed string) map[string]*dynamodb1.AttributeValue {
	return map[string]*dynamodb1.AttributeValue{"feed": {S: aws1.String(feed)}}
}

func (i *Imports) Acquire(ctx context.Context, feed string) error {
	i.owner = rand.Text()
	_, err := i.db.PutItemWithContext(ctx, &dynamodb1.PutItemInput{
		TableName:           aws1.String("import-locks"),
		Item:                map[string]*dynamodb1.AttributeValue{"feed": {S: aws1.String(feed)}, "owner": {S: aws1.String(i.owner)}},
		ConditionExpression: aws1.String("attribute_not_exists(feed)"),
	})
	if aerr, ok := err.(awserr.Error); ok && aerr.Code() == dynamodb1.ErrCodeConditionalCheckFailedException {
		return errTaken
	}
	return err
}

func (i *Imports) Release(ctx context.Context, feed string) error {
	_, err := i.db.DeleteItemWithContext(ctx, &dynamodb1.DeleteItemInput{TableName: aws1.String("import-locks"), Key: importID(feed)}) // want unconditionalrelease "(?i)delete"
	return err
}

func (i *Imports) ReleaseOwn(feed string) error {
	in := new(dynamodb1.DeleteItemInput).SetTableName("import-locks").SetKey(importID(feed))
	in.ConditionExpression = aws1.String("#o = :o")
	in.ExpressionAttributeNames = map[string]*string{"#o": aws1.String("owner")}
	in.ExpressionAttributeValues = map[string]*dynamodb1.AttributeValue{":o": {S: aws1.String(i.owner)}}
	_, err := i.db.DeleteItem(in) // silent: the condition compares the owner
	return err
}
