package refreshes

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Tables keeps prices in memory and reads them once more each minute.
type Tables struct {
	rdb    *redis.Client
	prices map[string]string
}

// turn is the number of a reading. Its counter begins at 0, once for each day.
func (t *Tables) turn(ctx context.Context, day string) (int64, error) {
	if err := t.rdb.SetNX(ctx, "turn:"+day, 0, 24*time.Hour).Err(); err != nil {
		return 0, err
	}
	return t.rdb.Incr(ctx, "turn:"+day).Result()
}

func (t *Tables) read(ctx context.Context, day string) (map[string]string, error) {
	if _, err := t.turn(ctx, day); err != nil {
		return nil, err
	}
	return t.rdb.HGetAll(ctx, "prices:"+day).Result()
}

func (t *Tables) follow(day string) {
	for {
		time.Sleep(time.Minute)
		prices, err := t.read(context.Background(), day)
		if err != nil {
			continue
		}
		t.prices = prices
	}
}

func (t *Tables) Start(ctx context.Context, day string) error {
	prices, err := t.read(ctx, day)
	if err != nil {
		return err
	}
	t.prices = prices
	go t.follow(day) // silent: no lease is renewed
	return nil
}
