// Package flags inspects silos under a lock, and repairs them if it is told to: what a
// flag keeps from happening is no write.
package flags

import (
	"context"
	"encoding/json"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
)

type Silo struct {
	Tons int `json:"tons"`
}

type Store struct{ rdb *redis.Client }

func siloKey(name string) string { return "silo:" + name }

// Inspect reads a silo, and with repair writes it back with what was measured.
func (s *Store) Inspect(ctx context.Context, name string, measured int, repair bool) (*Silo, error) {
	raw, err := s.rdb.Get(ctx, siloKey(name)).Bytes()
	if err != nil {
		return nil, err
	}
	silo := new(Silo)
	if err := json.Unmarshal(raw, silo); err != nil {
		return nil, err
	}
	if !repair {
		return silo, nil
	}
	silo.Tons = measured
	return silo, s.put(ctx, name, silo)
}

func (s *Store) put(ctx context.Context, name string, silo *Silo) error {
	raw, err := json.Marshal(silo)
	if err != nil {
		return err
	}
	return s.rdb.Set(ctx, siloKey(name), raw, 0).Err()
}

// Fill sets what is in a silo, unless the run is dry.
func (s *Store) Fill(ctx context.Context, name string, tons int, dry bool) error {
	if dry {
		return nil
	}
	return s.put(ctx, name, &Silo{Tons: tons})
}

// Rounds goes over all silos in a function that is run for each.
func (s *Store) Rounds(ctx context.Context, names []string, repair bool) error {
	return each(names, func(name string) error {
		if repair {
			return s.put(ctx, name, &Silo{})
		}
		return s.rdb.Get(ctx, siloKey(name)).Err()
	})
}

func each(names []string, do func(string) error) error {
	for _, name := range names {
		if err := do(name); err != nil {
			return err
		}
	}
	return nil
}

// Always forgets its flag: the write does not depend on it.
func (s *Store) Always(ctx context.Context, name string, repair bool) error {
	if repair {
		repair = false
	}
	return s.put(ctx, name, &Silo{})
}

type Farm struct {
	store  *Store
	locker *redislock.Client
}

func (f *Farm) lock(ctx context.Context, name string) (*redislock.Lock, error) {
	return f.locker.Obtain(ctx, "lock:silo:"+name, 10*time.Second, nil)
}

func (f *Farm) Look(ctx context.Context, name string) (*Silo, error) {
	l, err := f.lock(ctx, name)
	if err != nil {
		return nil, err
	}
	defer l.Release(context.WithoutCancel(ctx))
	if err := f.store.Fill(ctx, name, 0, true); err != nil { // silent: a dry run
		return nil, err
	}
	if err := f.store.Rounds(ctx, []string{name}, false); err != nil { // silent: repairs nothing
		return nil, err
	}
	return f.store.Inspect(ctx, name, 0, false) // silent: repairs nothing
}

func (f *Farm) Repair(ctx context.Context, name string, tons int) error {
	l, err := f.lock(ctx, name)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	if err := f.store.Fill(ctx, name, tons, false); err != nil { // want unfencedwrite "SET"
		return err
	}
	if err := f.store.Rounds(ctx, []string{name}, true); err != nil { // want unfencedwrite "SET"
		return err
	}
	if err := f.store.Always(ctx, name, false); err != nil { // want unfencedwrite "SET"
		return err
	}
	_, err = f.store.Inspect(ctx, name, tons, true) // want unfencedwrite "SET"
	return err
}

// Check hands the flag on.
func (f *Farm) Check(ctx context.Context, name string, repair bool) error {
	l, err := f.lock(ctx, name)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	_, err = f.store.Inspect(ctx, name, 0, repair) // want unfencedwrite "SET"
	return err
}
