// Package gormmodels saves gorm models under redislock.
package gormmodels

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type Patient struct {
	ID      int64 `gorm:"primaryKey"`
	Ward    string
	Bed     int
	State   string
	Version int64
}

type Visit struct {
	ID        int64
	PatientID int64
	At        time.Time
}

var errStale = errors.New("patient's record has changed")

type Wards struct {
	locker *redislock.Client
	db     *gorm.DB
}

// under runs fn while the ward is locked.
func (w *Wards) under(ctx context.Context, ward string, fn func(tx *gorm.DB) error) error {
	lock, err := w.locker.Obtain(ctx, "ward:"+ward, 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	return fn(w.db.WithContext(ctx))
}

func (w *Wards) Admit(ctx context.Context, p *Patient) error {
	return w.under(ctx, p.Ward, func(tx *gorm.DB) error {
		p.State = "admitted"
		return tx.Save(p).Error // want unfencedwrite "(?i)save"
	})
}

func (w *Wards) Move(ctx context.Context, p *Patient, bed int) error {
	return w.under(ctx, p.Ward, func(tx *gorm.DB) error {
		return tx.Model(p).Updates(map[string]any{"bed": bed}).Error // want unfencedwrite "(?i)update"
	})
}

func (w *Wards) Upsert(ctx context.Context, p *Patient) error {
	return w.under(ctx, p.Ward, func(tx *gorm.DB) error {
		return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(p).Error // want unfencedwrite "(?i)create|upsert|insert"
	})
}

func (w *Wards) Raw(ctx context.Context, ward string, bed int) error {
	return w.under(ctx, ward, func(tx *gorm.DB) error {
		return tx.Exec("UPDATE patients SET bed = ? WHERE ward = ?", bed, ward).Error // want unfencedwrite "UPDATE"
	})
}

// SaveVersioned has a condition, which Save drops when no row matches it.
func (w *Wards) SaveVersioned(ctx context.Context, p *Patient, seen int64) error {
	return w.under(ctx, p.Ward, func(tx *gorm.DB) error {
		res := tx.Where("version = ?", seen).Save(p) // want unfencedwrite "(?i)save"
		if res.Error == nil && res.RowsAffected == 0 {
			return errStale
		}
		return res.Error
	})
}

func (w *Wards) MoveVersioned(ctx context.Context, p *Patient, bed int) error {
	return w.under(ctx, p.Ward, func(tx *gorm.DB) error {
		res := tx.Model(&Patient{}).Where("id = ? AND version = ?", p.ID, p.Version).Updates(map[string]any{"bed": bed, "version": p.Version + 1}) // silent: the version is in the predicate
		if res.Error == nil && res.RowsAffected == 0 {
			return errStale
		}
		return res.Error
	})
}

func (w *Wards) Discharge(ctx context.Context, p *Patient) error {
	return w.under(ctx, p.Ward, func(tx *gorm.DB) error {
		res := tx.Model(p).Where("state = ?", "admitted").Update("state", "discharged") // silent: compares the column that it sets
		if res.Error == nil && res.RowsAffected == 0 {
			return errStale
		}
		return res.Error
	})
}

// Visit appends, inserts what may be there already, and deletes.
func (w *Wards) Visit(ctx context.Context, p *Patient) error {
	return w.under(ctx, p.Ward, func(tx *gorm.DB) error {
		if err := tx.Create(&Visit{PatientID: p.ID, At: time.Now()}).Error; err != nil { // silent: append only
			return err
		}
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(p).Error; err != nil { // silent: insert if absent
			return err
		}
		return tx.Where("patient_id = ? AND at < ?", p.ID, time.Now().AddDate(-10, 0, 0)).Delete(&Visit{}).Error // silent: a delete
	})
}

// Locked lets the database lock the row in the transaction that writes it.
func (w *Wards) Locked(ctx context.Context, id int64, bed int) error {
	return w.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		var p Patient
		if err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).First(&p, id).Error; err != nil {
			return err
		}
		p.Bed = bed
		return tx.Save(&p).Error // silent: the row is locked by this transaction
	})
}
