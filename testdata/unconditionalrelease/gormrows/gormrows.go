// Package gormrows keeps leases of background jobs as gorm models.
package gormrows

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type JobLease struct {
	Name      string `gorm:"primaryKey"`
	Holder    string
	ExpiresAt time.Time
}

type JobRun struct {
	ID   int64
	Name string
}

var errLost = errors.New("job lease lost")

type Leases struct {
	db     *gorm.DB
	holder string
}

func NewLeases(db *gorm.DB) *Leases { return &Leases{db: db, holder: rand.Text()} }

func (l *Leases) Acquire(ctx context.Context, name string) (bool, error) {
	lease := JobLease{Name: name, Holder: l.holder, ExpiresAt: time.Now().Add(time.Minute)}
	res := l.db.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&lease)
	return res.RowsAffected == 1, res.Error
}

func (l *Leases) Release(ctx context.Context, name string) error {
	return l.db.WithContext(ctx).Where("name = ?", name).Delete(&JobLease{}).Error // want unconditionalrelease "(?i)delete"
}

// ReleaseKey deletes by the model's primary key, which is the name again.
func (l *Leases) ReleaseKey(ctx context.Context, name string) error {
	return l.db.WithContext(ctx).Delete(&JobLease{Name: name}).Error // want unconditionalrelease "(?i)delete"
}

func (l *Leases) ReleaseRaw(ctx context.Context, name string) error {
	return l.db.WithContext(ctx).Exec("DELETE FROM job_leases WHERE name = ?", name).Error // want unconditionalrelease "DELETE.*job_leases"
}

func (l *Leases) ReleaseRead(ctx context.Context, name string) error {
	var cur JobLease
	if err := l.db.WithContext(ctx).First(&cur, "name = ?", name).Error; err != nil {
		return err
	}
	if cur.Holder != l.holder {
		return errLost
	}
	return l.db.WithContext(ctx).Delete(&JobLease{}, "name = ?", name).Error // want unconditionalrelease "(?i)delete"
}

func (l *Leases) Extend(ctx context.Context, name string) error {
	return l.db.WithContext(ctx).Model(&JobLease{}).Where("name = ?", name).Update("expires_at", time.Now().Add(time.Minute)).Error // want unconditionalrelease "(?i)update"
}

func (l *Leases) ReleaseOwn(ctx context.Context, name string) error {
	return l.db.WithContext(ctx).Where("name = ? AND holder = ?", name, l.holder).Delete(&JobLease{}).Error // silent: the holder is in the predicate
}

func (l *Leases) ReleaseMatching(ctx context.Context, name string) error {
	return l.db.WithContext(ctx).Where(&JobLease{Name: name, Holder: l.holder}).Delete(&JobLease{}).Error // silent: the struct names the holder
}

// mine is a scope, which the chain calls later.
func (l *Leases) mine(db *gorm.DB) *gorm.DB { return db.Where("holder = ?", l.holder) }

func (l *Leases) ReleaseScoped(ctx context.Context, name string) error {
	return l.db.WithContext(ctx).Scopes(l.mine).Where("name = ?", name).Delete(&JobLease{}).Error // silent: the scope adds the holder
}

func (l *Leases) ExtendOwn(ctx context.Context, name string) error {
	own := map[string]any{"name": name, "holder": l.holder}
	res := l.db.WithContext(ctx).Model(&JobLease{}).Where(own).Update("expires_at", time.Now().Add(time.Minute)) // silent: the map names the holder
	if res.Error == nil && res.RowsAffected == 0 {
		return errLost
	}
	return res.Error
}

func (l *Leases) DropRuns(ctx context.Context, name string) error {
	return l.db.WithContext(ctx).Where("name = ?", name).Delete(&JobRun{}).Error // silent: another model
}
