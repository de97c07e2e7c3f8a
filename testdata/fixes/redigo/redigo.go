// Package redigo releases through a raw command.
package redigo

import (
	"crypto/rand"

	"github.com/gomodule/redigo/redis"
)

type Presses struct{ pool *redis.Pool }

func (p *Presses) Run(press string, work func() error) error {
	conn := p.pool.Get()
	defer conn.Close()
	token := rand.Text()
	reply, err := redis.String(conn.Do("SET", "press:"+press, token, "NX", "PX", 10000))
	if err != nil || reply != "OK" {
		return err
	}
	defer conn.Do("DEL", "press:"+press) // want unconditionalrelease "DEL"
	return work()
}

func (p *Presses) Counted(press string, work func() error) (int, error) {
	conn := p.pool.Get()
	defer conn.Close()
	token := rand.Text()
	if _, err := redis.String(conn.Do("SET", "press:"+press, token, "NX", "PX", 10000)); err != nil { // want leakedlock "not released on every way out"
		return 0, err
	}
	if err := work(); err != nil {
		return 0, err
	}
	return redis.Int(conn.Do("DEL", "press:"+press)) // want unconditionalrelease "DEL"
}
