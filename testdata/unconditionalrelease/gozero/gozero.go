// Package gozero reconciles payments on go-zero's Redis store.
package gozero

import (
	"context"
	"crypto/rand"
	"errors"

	"github.com/zeromicro/go-zero/core/stores/redis"
)

var errBusy = errors.New("batch is being reconciled")

const batchSeconds = 90

type Reconciler struct {
	store *redis.Redis
	id    string
}

func batchKey(bank string) string { return "reconcile#" + bank }

func (r *Reconciler) Begin(ctx context.Context, bank string) error {
	r.id = rand.Text()
	ok, err := r.store.SetnxExCtx(ctx, batchKey(bank), r.id, batchSeconds)
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	return nil
}

func (r *Reconciler) End(ctx context.Context, bank string) error {
	_, err := r.store.DelCtx(ctx, batchKey(bank)) // want unconditionalrelease "(?i)del"
	return err
}

func (r *Reconciler) EndRead(bank string) error {
	owner, err := r.store.Get(batchKey(bank))
	if err != nil {
		return err
	}
	if owner != r.id {
		return errBusy
	}
	_, err = r.store.Del(batchKey(bank)) // want unconditionalrelease "(?i)del"
	return err
}

func (r *Reconciler) Longer(bank string) error {
	return r.store.Expire(batchKey(bank), batchSeconds) // want unconditionalrelease "(?i)expire"
}

var endOwn = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then
    return redis.call("DEL", KEYS[1])
else
    return 0
end`)

func (r *Reconciler) EndOwn(ctx context.Context, bank string) error {
	_, err := r.store.ScriptRunCtx(ctx, endOwn, []string{batchKey(bank)}, r.id) // silent: compares
	return err
}

func (r *Reconciler) EndEval(ctx context.Context, bank string) error {
	_, err := r.store.EvalCtx(ctx, `redis.call("DEL", KEYS[1]) return 1`, []string{batchKey(bank)}) // want unconditionalrelease "(?i)del"
	return err
}

// Statement uses the library's lock.
func (r *Reconciler) Statement(ctx context.Context, bank string, fetch func(context.Context) error) error {
	lock := redis.NewRedisLock(r.store, "statement#"+bank)
	lock.SetExpire(30)
	ok, err := lock.AcquireCtx(ctx)
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer lock.ReleaseCtx(context.WithoutCancel(ctx)) // silent: compares inside
	return fetch(ctx)
}

// Rates drops the cached exchange rates.
func (r *Reconciler) Rates(ctx context.Context, day string) error {
	_, err := r.store.DelCtx(ctx, "rates#"+day) // silent: a cache
	return err
}
