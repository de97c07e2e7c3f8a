// Package jinzhuchains does the same on the first gorm.
package jinzhuchains

import (
	"errors"

	"github.com/jinzhu/gorm"
)

type Lease struct {
	ID     int64
	Tenant string
	Rent   int64
	Rev    int64
}

var errStale = errors.New("lease contract was changed meanwhile")

type Leases struct{ db *gorm.DB }

func (l *Leases) Raise(id, rev, rent int64) error {
	return l.db.Model(&Lease{}).Where("id = ? AND rev = ?", id, rev).Updates(map[string]interface{}{"rent": rent, "rev": rev + 1}).Error // want ignoredrowcount "(?i)update"
}

func (l *Leases) RaiseRaw(id, rev, rent int64) error {
	if err := l.db.Exec("UPDATE leases SET rent = ?, rev = rev + 1 WHERE id = ? AND rev = ?", rent, id, rev).Error; err != nil { // want ignoredrowcount "UPDATE"
		return err
	}
	return nil
}

func (l *Leases) RaiseIn(id, rev, rent int64) error {
	tx := l.db.Begin()
	defer tx.RollbackUnlessCommitted()
	if err := tx.Model(&Lease{}).Where("id = ?", id).Where("rev = ?", rev).Update("rent", rent).Error; err != nil { // want ignoredrowcount "(?i)update"
		return err
	}
	return tx.Commit().Error
}

func (l *Leases) RaiseChecked(id, rev, rent int64) error {
	res := l.db.Model(&Lease{}).Where("id = ? AND rev = ?", id, rev).Update("rent", rent) // silent: RowsAffected is tested
	if err := res.Error; err != nil {
		return err
	}
	if res.RowsAffected < 1 {
		return errStale
	}
	return nil
}

func (l *Leases) Move(id int64, tenant string) error {
	return l.db.Model(&Lease{}).Where("id = ?", id).Update("tenant", tenant).Error // silent: by key alone
}
