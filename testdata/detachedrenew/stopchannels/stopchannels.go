// Package stopchannels ends its renewals through channels, with redigo, whose
// Do knows no context.
package stopchannels

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/gomodule/redigo/redis"
)

var (
	errBusy = errors.New("printer is busy")
	extend  = redis.NewScript(1, `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("pexpire", KEYS[1], ARGV[2]) end return 0`)
	remove  = redis.NewScript(1, `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)
)

const ttlMillis = 15000

type Printer struct {
	pool  *redis.Pool
	key   string
	token string
	stop  chan struct{}
	gone  chan struct{}
}

func (p *Printer) take() error {
	conn := p.pool.Get()
	defer conn.Close()
	p.token = rand.Text()
	reply, err := conn.Do("SET", p.key, p.token, "NX", "PX", ttlMillis)
	if err == nil && reply == nil {
		err = errBusy
	}
	p.stop, p.gone = make(chan struct{}), make(chan struct{})
	return err
}

func (p *Printer) renewUntil(stop <-chan struct{}) {
	tick := time.NewTicker(5 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
		}
		conn := p.pool.Get()
		ok, err := redis.Bool(extend.Do(conn, p.key, p.token, ttlMillis))
		conn.Close()
		if err != nil || !ok {
			close(p.gone)
			return
		}
	}
}

// Lock knows no context; Unlock's channel is all that there can be.
func (p *Printer) Lock() error {
	if err := p.take(); err != nil {
		return err
	}
	go p.renewUntil(p.stop) // silent: no context, and Unlock closes the channel
	return nil
}

// LockContext has one and waits for Unlock only.
func (p *Printer) LockContext(ctx context.Context) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if err := p.take(); err != nil {
		return err
	}
	go p.renewUntil(p.stop) // want detachedrenew "(?i)renew|extend"
	return nil
}

// LockForever has no stop either way.
func (p *Printer) LockForever() error {
	if err := p.take(); err != nil {
		return err
	}
	go func() { // want detachedrenew "(?i)renew|extend"
		for range time.Tick(5 * time.Second) {
			conn := p.pool.Get()
			_, err := redis.Bool(extend.Do(conn, p.key, p.token, ttlMillis)) // want lostlease "is dropped"
			conn.Close()
			if err != nil {
				close(p.gone)
				return
			}
		}
	}()
	return nil
}

// LockDone passes the caller's channel.
func (p *Printer) LockDone(ctx context.Context) error {
	if err := p.take(); err != nil {
		return err
	}
	go p.renewUntil(ctx.Done()) // silent: the caller's channel
	return nil
}

// LockEither stops at whichever comes first.
func (p *Printer) LockEither(ctx context.Context) error {
	if err := p.take(); err != nil {
		return err
	}
	inner := make(chan struct{})
	context.AfterFunc(ctx, func() { close(inner) })
	go p.renewUntil(inner) // silent: closed when the caller's context is done
	return nil
}

func (p *Printer) Unlock() error {
	close(p.stop)
	conn := p.pool.Get()
	defer conn.Close()
	_, err := remove.Do(conn, p.key, p.token)
	return err
}
