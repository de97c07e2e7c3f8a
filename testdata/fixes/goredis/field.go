package goredis

import (
	"context"
	"crypto/rand"
	"errors"
	"time"
)

// Lock keeps its token in a field. This file does not import the client.
type Lock struct {
	berths *Berths
	key    string
	token  string
}

func (l *Lock) Acquire(ctx context.Context) error {
	l.token = rand.Text()
	ok, err := l.berths.rdb.SetNX(ctx, l.key, l.token, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("taken")
	}
	return nil
}

func (lock *Lock) Release(ctx context.Context) error {
	if err := lock.berths.rdb.Del(ctx, lock.key).Err(); err != nil { // want unconditionalrelease "DEL"
		return err
	}
	return nil
}
