// Package resourceids ships parcels under locks that hold the name of what they
// lock.
package resourceids

import (
	"context"
	"crypto/rand"
	"fmt"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"
)

var release = redis.NewScript(`
if redis.call("get", KEYS[1]) == ARGV[1] then
	return redis.call("del", KEYS[1])
end
return 0`)

type Parcels struct{ rdb *redis.Client }

func (p *Parcels) Lock(ctx context.Context, parcel string) (bool, error) {
	key := "parcel-lock:" + parcel
	return p.rdb.SetNX(ctx, key, key, time.Minute).Result() // want ownertoken "own key"
}

func (p *Parcels) Unlock(ctx context.Context, parcel string) error {
	key := "parcel-lock:" + parcel
	return release.Run(ctx, p.rdb, []string{key}, key).Err()
}

func (p *Parcels) LockVan(ctx context.Context, van int64) (bool, error) {
	return p.rdb.SetNX(ctx, fmt.Sprintf("van-lock:%d", van), strconv.FormatInt(van, 10), time.Minute).Result() // want ownertoken "part of its own key"
}

func (p *Parcels) UnlockVan(ctx context.Context, van int64) error {
	return release.Run(ctx, p.rdb, []string{fmt.Sprintf("van-lock:%d", van)}, strconv.FormatInt(van, 10)).Err()
}

// LockRoute stores the driver, whom the key does not name.
func (p *Parcels) LockRoute(ctx context.Context, route, driver string) (bool, error) {
	return p.rdb.SetNX(ctx, "route-lock:"+route, driver, time.Minute).Result() // silent: whose it is, the caller says
}

func (p *Parcels) UnlockRoute(ctx context.Context, route, driver string) error {
	return release.Run(ctx, p.rdb, []string{"route-lock:" + route}, driver).Err()
}

// Sorter has a record of its own, that nobody else wants.
type Sorter struct {
	rdb *redis.Client
	id  string
}

func NewSorter(rdb *redis.Client) *Sorter { return &Sorter{rdb: rdb, id: rand.Text()} }

func (s *Sorter) Lease(ctx context.Context) (bool, error) {
	return s.rdb.SetNX(ctx, "sorter-lease:"+s.id, s.id, time.Minute).Result() // silent: a key of its own
}

func (s *Sorter) Release(ctx context.Context) error {
	return release.Run(ctx, s.rdb, []string{"sorter-lease:" + s.id}, s.id).Err()
}
