// Package rowlocks works under locks that are rows, documents and items of its
// own, and lets some writes look at them.
package rowlocks

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

var (
	errBusy = errors.New("campaign is being sent")
	errLost = errors.New("campaign lock lost")
)

type Campaigns struct {
	db *sql.DB
	dy *dynamodb.Client
	me string
}

func (c *Campaigns) lock(ctx context.Context, id int64) error {
	c.me = rand.Text()
	res, err := c.db.ExecContext(ctx, "INSERT INTO campaign_locks (campaign_id, owner, expires_at) VALUES ($1, $2, now() + interval '1 minute') ON CONFLICT (campaign_id) DO NOTHING", id, c.me)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errBusy)
	}
	return nil
}

func (c *Campaigns) unlock(ctx context.Context, id int64) {
	c.db.ExecContext(context.WithoutCancel(ctx), "DELETE FROM campaign_locks WHERE campaign_id = $1 AND owner = $2", id, c.me)
}

func (c *Campaigns) Send(ctx context.Context, id int64, send func(context.Context) (int, error)) error {
	if err := c.lock(ctx, id); err != nil {
		return err
	}
	defer c.unlock(ctx, id)
	n, err := send(ctx)
	if err != nil {
		return err
	}
	_, err = c.db.ExecContext(ctx, "UPDATE campaigns SET sent = $2 WHERE id = $1", id, n) // want unfencedwrite "UPDATE"
	return err
}

// SendOwned asks for the lock's row in the very statement that writes.
func (c *Campaigns) SendOwned(ctx context.Context, id int64, n int) error {
	if err := c.lock(ctx, id); err != nil {
		return err
	}
	defer c.unlock(ctx, id)
	res, err := c.db.ExecContext(ctx, "UPDATE campaigns SET sent = $2 WHERE id = $1 AND EXISTS (SELECT 1 FROM campaign_locks l WHERE l.campaign_id = $1 AND l.owner = $3)", id, n, c.me) // silent: the owner is compared
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errLost)
	}
	return nil
}

func key(id string) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: id}}
}

func (c *Campaigns) lockItem(ctx context.Context, id string) error {
	c.me = rand.Text()
	item := key(id)
	item["owner"] = &types.AttributeValueMemberS{Value: c.me}
	_, err := c.dy.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String("locks"), Item: item, ConditionExpression: aws.String("attribute_not_exists(id)")})
	return err
}

func (c *Campaigns) unlockItem(ctx context.Context, id string) error {
	_, err := c.dy.DeleteItem(ctx, &dynamodb.DeleteItemInput{
		TableName:                 aws.String("locks"),
		Key:                       key(id),
		ConditionExpression:       aws.String("#o = :me"),
		ExpressionAttributeNames:  map[string]string{"#o": "owner"},
		ExpressionAttributeValues: map[string]types.AttributeValue{":me": &types.AttributeValueMemberS{Value: c.me}},
	})
	return err
}

func (c *Campaigns) Draft(ctx context.Context, id, text string) error {
	if err := c.lockItem(ctx, id); err != nil {
		return err
	}
	defer c.unlockItem(context.WithoutCancel(ctx), id)
	item := key(id)
	item["text"] = &types.AttributeValueMemberS{Value: text}
	_, err := c.dy.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String("drafts"), Item: item}) // want unfencedwrite "(?i)put"
	return err
}

// DraftOwned writes and checks the lock's item in one transaction.
func (c *Campaigns) DraftOwned(ctx context.Context, id, text string) error {
	if err := c.lockItem(ctx, id); err != nil {
		return err
	}
	defer c.unlockItem(context.WithoutCancel(ctx), id)
	item := key(id)
	item["text"] = &types.AttributeValueMemberS{Value: text}
	held := &types.ConditionCheck{
		TableName:                 aws.String("locks"),
		Key:                       key(id),
		ConditionExpression:       aws.String("#o = :me"),
		ExpressionAttributeNames:  map[string]string{"#o": "owner"},
		ExpressionAttributeValues: map[string]types.AttributeValue{":me": &types.AttributeValueMemberS{Value: c.me}},
	}
	put := &types.Put{TableName: aws.String("drafts"), Item: item}
	_, err := c.dy.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{{ConditionCheck: held}, {Put: put}}}) // silent: the transaction checks the owner
	return err
}

// Sweep is no section: it takes no lock.
func (c *Campaigns) Sweep(ctx context.Context) error {
	_, err := c.db.ExecContext(ctx, "UPDATE campaigns SET archived = true WHERE sent_at < $1", time.Now().AddDate(-1, 0, 0)) // silent: no section
	return err
}
