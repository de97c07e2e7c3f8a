package oldclients

import (
	"crypto/rand"
	"time"

	redis7 "github.com/go-redis/redis/v7"
)

// Tours runs on v7 behind the Cmdable interface.
type Tours struct {
	rdb   redis7.Cmdable
	token string
}

const tourTTL = 40 * time.Second

func tourKey(tour string) string { return "tour-seats:" + tour }

func (t *Tours) Hold(tour string) (bool, error) {
	t.token = rand.Text()
	return t.rdb.SetNX(tourKey(tour), t.token, tourTTL).Result()
}

func (t *Tours) Stay(tour string) error {
	return t.rdb.Expire(tourKey(tour), tourTTL).Err() // want unconditionalrelease "EXPIRE"
}

func (t *Tours) Leave(tour string) error {
	return t.rdb.Unlink(tourKey(tour)).Err() // want unconditionalrelease "UNLINK"
}

var leaveTour = redis7.NewScript(compareDelete)

func (t *Tours) LeaveOwn(c *redis7.Client, tour string) (bool, error) {
	n, err := leaveTour.Run(c, []string{tourKey(tour)}, t.token).Int()
	return n == 1, err // silent: compares
}

// LeaveWatched needs no script: EXEC fails when the key has changed since GET.
func (t *Tours) LeaveWatched(c *redis7.Client, tour string) error {
	return c.Watch(func(tx *redis7.Tx) error {
		owner, err := tx.Get(tourKey(tour)).Result()
		if err != nil {
			return err
		}
		if owner != t.token {
			return errBusy
		}
		_, err = tx.TxPipelined(func(p redis7.Pipeliner) error {
			p.Del(tourKey(tour)) // silent: watched, compared, in MULTI
			return nil
		})
		return err
	}, tourKey(tour))
}
