// Package jinzhurows locks rooms for cleaning, on the first gorm.
package jinzhurows

import (
	"crypto/rand"
	"errors"
	"time"

	"github.com/jinzhu/gorm"
)

type CleaningLock struct {
	Room      string `gorm:"primary_key"`
	Cleaner   string
	ExpiresAt time.Time
}

var errLost = errors.New("cleaning lock lost")

type Cleaning struct {
	db    *gorm.DB
	token string
}

func (c *Cleaning) Start(room string) (bool, error) {
	c.token = rand.Text()
	res := c.db.Set("gorm:insert_option", "ON CONFLICT DO NOTHING").Create(&CleaningLock{Room: room, Cleaner: c.token, ExpiresAt: time.Now().Add(time.Hour)})
	return res.RowsAffected == 1, res.Error
}

func (c *Cleaning) Done(room string) error {
	return c.db.Where("room = ?", room).Delete(&CleaningLock{}).Error // want unconditionalrelease "(?i)delete"
}

func (c *Cleaning) DoneInline(room string) error {
	return c.db.Delete(&CleaningLock{}, "room = ?", room).Error // want unconditionalrelease "(?i)delete"
}

func (c *Cleaning) Longer(room string) error {
	return c.db.Model(&CleaningLock{}).Where("room = ?", room).Update("expires_at", time.Now().Add(time.Hour)).Error // want unconditionalrelease "(?i)update"
}

func (c *Cleaning) DoneRaw(room string) error {
	return c.db.Exec("UPDATE cleaning_locks SET cleaner = NULL, expires_at = NULL WHERE room = ?", room).Error // want unconditionalrelease "UPDATE.*cleaning_locks"
}

func (c *Cleaning) DoneOwn(room string) error {
	return c.db.Where("room = ? AND cleaner = ?", room, c.token).Delete(&CleaningLock{}).Error // silent: compares the cleaner
}

func (c *Cleaning) LongerOwn(room string) error {
	res := c.db.Model(&CleaningLock{}).Where("room = ?", room).Where("cleaner = ?", c.token).Update("expires_at", time.Now().Add(time.Hour)) // silent: compares the cleaner
	if res.Error == nil && res.RowsAffected == 0 {
		return errLost
	}
	return res.Error
}
