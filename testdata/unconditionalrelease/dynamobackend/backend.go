// Package dynamobackend keeps the deeds of a land registry in one DynamoDB table, and
// the locks on its books among them. The backend's Delete knows nothing of locks.
package dynamobackend

import (
	"context"
	"path"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Backend is a general store.
type Backend struct {
	client *dynamodb.Client
	table  string
}

func folder(key string) string { return path.Dir(key) }

func name(key string) string { return path.Base(key) }

func item(key string) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{
		"folder": &types.AttributeValueMemberS{Value: folder(key)},
		"name":   &types.AttributeValueMemberS{Value: name(key)},
	}
}

// Delete removes one item.
func (b *Backend) Delete(ctx context.Context, key string) error {
	in := &dynamodb.DeleteItemInput{TableName: aws.String(b.table), Key: item(key)}
	_, err := b.client.DeleteItem(ctx, in) // silent: any item; who calls it knows which
	return err
}

// Remove does so with a batch, which cannot have conditions.
func (b *Backend) Remove(ctx context.Context, key string) error {
	requests := []types.WriteRequest{{DeleteRequest: &types.DeleteRequest{Key: item(key)}}}
	if parent := folder(key); parent != "." {
		requests = append(requests, types.WriteRequest{DeleteRequest: &types.DeleteRequest{Key: item(parent)}})
	}
	return b.send(ctx, requests) // silent: any item
}

func (b *Backend) send(ctx context.Context, requests []types.WriteRequest) error {
	for len(requests) > 0 {
		n := min(len(requests), 25)
		batch := requests[:n]
		requests = requests[n:]
		_, err := b.client.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{
			RequestItems: map[string][]types.WriteRequest{b.table: batch},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Record stores a deed.
func (b *Backend) Record(ctx context.Context, key, deed string) error {
	it := item(key)
	it["deed"] = &types.AttributeValueMemberS{Value: deed}
	return b.send(ctx, []types.WriteRequest{{PutRequest: &types.PutRequest{Item: it}}})
}

// Strike removes a deed.
func (b *Backend) Strike(ctx context.Context, parcel string) error {
	return b.Delete(ctx, path.Join("deeds", parcel)) // silent: a deed is no lock
}
