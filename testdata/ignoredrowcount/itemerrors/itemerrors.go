// Package itemerrors writes items of DynamoDB under conditions. A refused write is an
// error: who looks at that has looked at the outcome, who throws it away has not.
package itemerrors

import (
	"context"
	"errors"
	"log"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

type Seats struct {
	db *dynamodb.Client
	me string
}

func (s *Seats) write(ctx context.Context, seat string, create bool) error {
	cond := ""
	if create {
		cond += "attribute_not_exists(#seat) or "
	} else {
		cond += "attribute_exists(#seat) and "
	}
	cond += "(attribute_not_exists(#holder) or #holder = :holder)"
	_, err := s.db.UpdateItem(ctx, &dynamodb.UpdateItemInput{ // silent: the error goes to the callers
		TableName:                aws.String("seats"),
		Key:                      map[string]types.AttributeValue{"seat": &types.AttributeValueMemberS{Value: seat}},
		UpdateExpression:         aws.String("SET #holder = :holder"),
		ConditionExpression:      aws.String(cond),
		ExpressionAttributeNames: map[string]string{"#seat": "seat", "#holder": "holder"},
		ExpressionAttributeValues: map[string]types.AttributeValue{
			":holder": &types.AttributeValueMemberS{Value: s.me},
		},
	})
	return err
}

// Keep never learns that the seat is another's.
func (s *Seats) Keep(ctx context.Context, seat string) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			s.write(ctx, seat, false) // want ignoredrowcount "UpdateItem in write compares holder and its error"
		}
	}
}

func (s *Seats) Send(ctx context.Context, seat string) {
	go s.write(ctx, seat, false) // want ignoredrowcount "UpdateItem in write compares holder"
}

func (s *Seats) KeepLogged(ctx context.Context, seat string) {
	if err := s.write(ctx, seat, false); err != nil { // silent: somebody looks at the error
		var refused *types.ConditionalCheckFailedException
		if !errors.As(err, &refused) {
			log.Println(err)
		}
	}
}

func (s *Seats) Take(ctx context.Context, seat string) error {
	return s.write(ctx, seat, true) // silent: handed on
}

// Move is direct.
func (s *Seats) Move(ctx context.Context, seat, row string) {
	_, _ = s.db.PutItem(ctx, &dynamodb.PutItemInput{ // want ignoredrowcount "PutItem compares version and its error"
		TableName:           aws.String("rows"),
		Item:                map[string]types.AttributeValue{"row": &types.AttributeValueMemberS{Value: row}},
		ConditionExpression: aws.String("version = :v"),
	})
}

// Remember writes once and lets what is there be.
func (s *Seats) Remember(ctx context.Context, seat string) {
	_, _ = s.db.PutItem(ctx, &dynamodb.PutItemInput{ // silent: nothing is compared, what is there is as good
		TableName:           aws.String("seen"),
		Item:                map[string]types.AttributeValue{"seat": &types.AttributeValueMemberS{Value: seat}},
		ConditionExpression: aws.String("attribute_not_exists(seat)"),
	})
}

// Release gives a seat back.
func (s *Seats) Release(ctx context.Context, seat string) {
	_, _ = s.db.UpdateItem(ctx, &dynamodb.UpdateItemInput{ // silent: the outcome of a release
		TableName:                 aws.String("seats"),
		Key:                       map[string]types.AttributeValue{"seat": &types.AttributeValueMemberS{Value: seat}},
		UpdateExpression:          aws.String("REMOVE holder"),
		ConditionExpression:       aws.String("holder = :holder"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":holder": &types.AttributeValueMemberS{Value: s.me}},
	})
}
