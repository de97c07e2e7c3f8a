// Package queues extends the visibility of messages while it handles them.
package queues

import (
	"context"
	"log"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/sqs"
)

type Reader struct {
	sqs *sqs.Client
	url *string
}

func (r *Reader) extend(ctx context.Context, receipt *string) error {
	_, err := r.sqs.ChangeMessageVisibility(ctx, &sqs.ChangeMessageVisibilityInput{QueueUrl: r.url, ReceiptHandle: receipt, VisibilityTimeout: 60})
	return err
}

func (r *Reader) Handle(ctx context.Context, receipt *string, handle func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(20 * time.Second):
				if err := r.extend(ctx, receipt); err != nil { // want lostlease "only logged"
					log.Println(err)
				}
			}
		}
	}()
	return handle(ctx)
}

func (r *Reader) HandleDetached(ctx context.Context, receipt *string, handle func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() { // want detachedrenew "ChangeMessageVisibility"
		for range time.Tick(20 * time.Second) {
			if err := r.extend(context.Background(), receipt); err != nil {
				cancel(err)
				return
			}
		}
	}()
	return handle(ctx)
}

// Delay puts off another try at a message that could not be handled. It extends
// nothing that somebody works under.
func (r *Reader) Delay(ctx context.Context, receipt *string, handle func(context.Context) error) {
	go func() {
		if err := handle(ctx); err != nil {
			if _, err := r.sqs.ChangeMessageVisibility(ctx, &sqs.ChangeMessageVisibilityInput{QueueUrl: r.url, ReceiptHandle: receipt, VisibilityTimeout: 300}); err != nil { // silent: before any pause, and after the work
				log.Println(err)
			}
			time.Sleep(time.Minute) // there is a jam
		}
	}()
}

// Return gives a message back at once, which extends nothing.
func (r *Reader) Return(ctx context.Context, receipts []*string) {
	for _, receipt := range receipts {
		if _, err := r.sqs.ChangeMessageVisibility(ctx, &sqs.ChangeMessageVisibilityInput{QueueUrl: r.url, ReceiptHandle: receipt}); err != nil { // silent: given back
			log.Println(err)
		}
	}
}
