// Package retakes renews a lock by taking it again, which its store allows the
// holder.
package retakes

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"time"
)

var errTaken = errors.New("taken")

type Census struct {
	conn *sql.Conn
}

func (c *Census) take(ctx context.Context) error {
	var got int
	if err := c.conn.QueryRowContext(ctx, "SELECT GET_LOCK(?, 1)", "census").Scan(&got); err != nil {
		return err
	}
	if got != 1 {
		return errTaken
	}
	return nil
}

// Count takes the lock, and again every minute.
func (c *Census) Count(ctx context.Context, count func(context.Context) error) error {
	if err := c.take(ctx); err != nil {
		return err
	}
	go c.check(ctx)
	return count(ctx)
}

func (c *Census) check(ctx context.Context) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			if err := c.take(ctx); err != nil { // want lostlease "only logged"
				log.Println(err)
			}
		}
	}
}

// Wait tries until it gets the lock: that is no renewal.
func (c *Census) Wait(ctx context.Context) error {
	for ctx.Err() == nil {
		err := c.take(ctx) // silent: a retry
		if err == nil {
			return nil
		}
		log.Println(err)
		time.Sleep(time.Second)
	}
	return ctx.Err()
}

// Answer has the counting done by a goroutine, which asks for the lock until it has it.
func (c *Census) Answer(answers chan<- error, count func() error) {
	go func() { // silent: nothing is renewed
		answers <- c.counted(count)
	}()
}

func (c *Census) counted(count func() error) error {
	if err := c.retry(5); err != nil {
		return err
	}
	return count()
}

func (c *Census) retry(times int) error {
	err := c.take(context.Background())
	var i int
	for err != nil && i < times {
		time.Sleep(time.Second)
		err = c.take(context.Background())
		i++
	}
	return err
}
