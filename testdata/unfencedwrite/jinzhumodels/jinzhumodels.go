// Package jinzhumodels saves models of the first gorm under redigo's redsync
// pool.
package jinzhumodels

import (
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
	redigosync "github.com/go-redsync/redsync/v4/redis/redigo"
	"github.com/gomodule/redigo/redis"
	"github.com/jinzhu/gorm"
)

type Ticket struct {
	ID       int64
	Assignee string
	State    string
	Rev      int64
}

var errStale = errors.New("ticket has a newer revision")

type Tickets struct {
	rs *redsync.Redsync
	db *gorm.DB
}

func NewTickets(pool *redis.Pool, db *gorm.DB) *Tickets {
	return &Tickets{rs: redsync.New(redigosync.NewPool(pool)), db: db}
}

func (t *Tickets) Assign(ticket *Ticket, who string) error {
	mu := t.rs.NewMutex("tickets", redsync.WithExpiry(5*time.Second))
	if err := mu.Lock(); err != nil {
		return err
	}
	defer mu.Unlock()
	ticket.Assignee = who
	return t.db.Save(ticket).Error // want unfencedwrite "(?i)save"
}

func (t *Tickets) Rename(id int64, who string) error {
	mu := t.rs.NewMutex("tickets", redsync.WithExpiry(5*time.Second))
	if err := mu.Lock(); err != nil {
		return err
	}
	defer mu.Unlock()
	return t.db.Model(&Ticket{}).Where("id = ?", id).Update("assignee", who).Error // want unfencedwrite "(?i)update"
}

func (t *Tickets) RenameAt(id, rev int64, who string) error {
	mu := t.rs.NewMutex("tickets", redsync.WithExpiry(5*time.Second))
	if err := mu.Lock(); err != nil {
		return err
	}
	defer mu.Unlock()
	res := t.db.Model(&Ticket{}).Where("id = ? AND rev = ?", id, rev).Updates(map[string]interface{}{"assignee": who, "rev": rev + 1}) // silent: the revision is compared
	if res.Error == nil && res.RowsAffected == 0 {
		return errStale
	}
	return res.Error
}

func (t *Tickets) File(ticket *Ticket) error {
	mu := t.rs.NewMutex("tickets", redsync.WithExpiry(5*time.Second))
	if err := mu.Lock(); err != nil {
		return err
	}
	defer mu.Unlock()
	return t.db.Create(ticket).Error // silent: an insert
}
