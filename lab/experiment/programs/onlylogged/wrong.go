// Package onlylogged prints pages on the one printer of an office. A printer
// compares no fencing token: that A stops is all that helps.
package onlylogged

import (
	"context"
	"log"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/leasevet/leasevet/lab/experiment/programs/lease"
)

// Wrong hears that its lease is gone, writes it down, and prints on.
func Wrong(ctx context.Context, rdb *redis.Client, ttl time.Duration, pages []string, print func(string), stall func()) error {
	l, err := lease.Take(ctx, rdb, "printer:lock", ttl)
	if err != nil {
		return err
	}
	defer l.Give(context.WithoutCancel(ctx))
	for _, page := range pages {
		if ok, err := l.Extend(ctx); err != nil || !ok {
			log.Println("printer lock not renewed:", err)
		}
		print(page)
		stall()
	}
	return nil
}
