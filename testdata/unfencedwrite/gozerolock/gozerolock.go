// Package gozerolock books lessons under go-zero's lock and stores them with
// sqlx and in the lock's own Redis.
package gozerolock

import (
	"context"
	"errors"

	"github.com/jmoiron/sqlx"
	"github.com/zeromicro/go-zero/core/stores/redis"
)

var (
	errBusy = errors.New("teacher's calendar is busy")
	errGone = errors.New("lesson is no longer free")
)

type Lessons struct {
	store *redis.Redis
	db    *sqlx.DB
}

func (l *Lessons) locked(ctx context.Context, teacher string) (*redis.RedisLock, error) {
	lock := redis.NewRedisLock(l.store, "calendar:"+teacher)
	lock.SetExpire(5)
	ok, err := lock.AcquireCtx(ctx)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errBusy
	}
	return lock, nil
}

func (l *Lessons) Move(ctx context.Context, teacher string, lesson int64, hour int) error {
	lock, err := l.locked(ctx, teacher)
	if err != nil {
		return err
	}
	defer lock.ReleaseCtx(context.WithoutCancel(ctx))
	_, err = l.db.ExecContext(ctx, "UPDATE lessons SET hour = ? WHERE id = ?", hour, lesson) // want unfencedwrite "UPDATE"
	return err
}

func (l *Lessons) Book(ctx context.Context, teacher string, lesson, pupil int64) error {
	lock, err := l.locked(ctx, teacher)
	if err != nil {
		return err
	}
	defer lock.ReleaseCtx(context.WithoutCancel(ctx))
	res, err := l.db.ExecContext(ctx, "UPDATE lessons SET pupil_id = ? WHERE id = ? AND pupil_id IS NULL", pupil, lesson) // silent: compares the column that it sets
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errGone)
	}
	return nil
}

// Note keeps the teacher's remark for ever, and the page of today for an hour.
func (l *Lessons) Note(ctx context.Context, teacher, remark, page string) error {
	lock := redis.NewRedisLock(l.store, "notes:"+teacher)
	lock.SetExpire(5)
	if ok, err := lock.Acquire(); err != nil || !ok {
		return errors.Join(err, errBusy)
	}
	defer lock.Release()
	if err := l.store.SetCtx(ctx, "remark:"+teacher, remark); err != nil { // want unfencedwrite "(?i)set"
		return err
	}
	return l.store.SetexCtx(ctx, "page:"+teacher, page, 3600) // silent: a cache fill with a TTL
}
