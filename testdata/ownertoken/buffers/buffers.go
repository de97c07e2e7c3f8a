// Package buffers lends telescopes. The owner is drawn into a buffer of bytes, which
// holds nothing but zeros until somebody fills it.
package buffers

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"io"
	"time"

	"github.com/redis/go-redis/v9"
)

const release = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`

// Dome keeps the observers of a telescope apart.
type Dome struct {
	rdb   *redis.Client
	owner string
}

func draw() string {
	b := make([]byte, 16)
	if _, err := rand.Read(b); err != nil {
		return ""
	}
	return hex.EncodeToString(b)
}

func (d *Dome) Lock(ctx context.Context) (bool, error) {
	d.owner = draw()
	return d.rdb.SetNX(ctx, "lock:dome", d.owner, time.Minute).Result() // silent: drawn
}

func (d *Dome) Unlock(ctx context.Context) error {
	return d.rdb.Eval(ctx, release, []string{"lock:dome"}, d.owner).Err()
}

func (d *Dome) night(ctx context.Context, night string, watch func() error) error {
	var b [8]byte
	if _, err := io.ReadFull(rand.Reader, b[:]); err != nil {
		return err
	}
	owner := base64.RawURLEncoding.EncodeToString(b[:])
	ok, err := d.rdb.SetNX(ctx, "lock:night:"+night, owner, time.Minute).Result() // silent: drawn
	if err != nil || !ok {
		return err
	}
	defer d.rdb.Eval(context.WithoutCancel(ctx), release, []string{"lock:night:" + night}, owner)
	return watch()
}

func fill(b []byte) { _, _ = rand.Read(b) }

func (d *Dome) raw(ctx context.Context, lens string, look func() error) error {
	owner := make([]byte, 16)
	fill(owner)
	ok, err := d.rdb.SetNX(ctx, "lock:lens:"+lens, owner, time.Minute).Result() // silent: drawn
	if err != nil || !ok {
		return err
	}
	defer d.rdb.Eval(context.WithoutCancel(ctx), release, []string{"lock:lens:" + lens}, owner)
	return look()
}

func (d *Dome) same(ctx context.Context, lens string, look func() error) error {
	owner := []byte{'m', 'e'}
	ok, err := d.rdb.SetNX(ctx, "lock:cap:"+lens, owner, time.Minute).Result() // want ownertoken "constant"
	if err != nil || !ok {
		return err
	}
	defer d.rdb.Eval(context.WithoutCancel(ctx), release, []string{"lock:cap:" + lens}, owner)
	return look()
}
