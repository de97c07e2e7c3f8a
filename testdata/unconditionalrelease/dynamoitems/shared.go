package dynamoitems

import (
	"context"
	"crypto/rand"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Cabinet keeps drawers and the locks on them in one table: the lock of a drawer
// is an item with a key of its own.
type Cabinet struct {
	db    *dynamodb.Client
	table string
}

const drawerKey = "drawer"

func lockItem(drawer string) string { return "LOCK-" + drawer }

func (c *Cabinet) Lock(ctx context.Context, drawer string) error {
	_, err := c.db.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String(c.table),
		Item: map[string]types.AttributeValue{
			drawerKey: &types.AttributeValueMemberS{Value: lockItem(drawer)},
			"token":   &types.AttributeValueMemberS{Value: rand.Text()},
		},
		ConditionExpression: aws.String("attribute_not_exists(drawer)"),
	})
	return err
}

func (c *Cabinet) Unlock(ctx context.Context, drawer string) error {
	in := &dynamodb.DeleteItemInput{TableName: aws.String(c.table), Key: map[string]types.AttributeValue{drawerKey: &types.AttributeValueMemberS{Value: lockItem(drawer)}}}
	_, err := c.db.DeleteItem(ctx, in) // want unconditionalrelease "(?i)delete"
	return err
}

// Delete removes the drawer itself.
func (c *Cabinet) Delete(ctx context.Context, drawer string) error {
	in := &dynamodb.DeleteItemInput{TableName: aws.String(c.table), Key: map[string]types.AttributeValue{drawerKey: &types.AttributeValueMemberS{Value: drawer}}}
	_, err := c.db.DeleteItem(ctx, in) // silent: not the lock's item
	return err
}

// Clear is a caller of it.
func (c *Cabinet) Clear(ctx context.Context, drawers []string) error {
	for _, d := range drawers {
		if err := c.Delete(ctx, d); err != nil { // silent: as there
			return err
		}
	}
	return nil
}
