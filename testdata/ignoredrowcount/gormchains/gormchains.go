// Package gormchains reads .Error of a chain whose outcome is .RowsAffected.
package gormchains

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
)

type Device struct {
	ID        int64
	Firmware  string
	Status    string
	ClaimedBy string
	Version   int64
}

var errStale = errors.New("device was changed meanwhile")

type Devices struct{ db *gorm.DB }

func (d *Devices) Flash(ctx context.Context, id, version int64, firmware string) error {
	return d.db.WithContext(ctx).Model(&Device{}).Where("id = ? AND version = ?", id, version).Updates(map[string]any{"firmware": firmware, "version": version + 1}).Error // want ignoredrowcount "(?i)update"
}

// FlashSteps builds the same chain over several statements.
func (d *Devices) FlashSteps(ctx context.Context, id, version int64, firmware string) error {
	q := d.db.WithContext(ctx).Model(&Device{}).Where("id = ?", id)
	if version > 0 {
		q = q.Where("version = ?", version)
	}
	res := q.Update("firmware", firmware) // want ignoredrowcount "(?i)update"
	if res.Error != nil {
		return res.Error
	}
	return nil
}

func (d *Devices) FlashRaw(ctx context.Context, id, version int64, firmware string) error {
	return d.db.WithContext(ctx).Exec("UPDATE devices SET firmware = ?, version = version + 1 WHERE id = ? AND version = ?", firmware, id, version).Error // want ignoredrowcount "UPDATE"
}

// FlashStruct puts the version into the struct of the condition.
func (d *Devices) FlashStruct(ctx context.Context, id, version int64, firmware string) error {
	return d.db.WithContext(ctx).Model(&Device{}).Where(&Device{ID: id, Version: version}).UpdateColumn("firmware", firmware).Error // want ignoredrowcount "(?i)update"
}

// Done is owner-checked, in a transaction.
func (d *Devices) Done(ctx context.Context, id int64, worker string) error {
	return d.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		return tx.Model(&Device{}).Where("id = ? AND claimed_by = ?", id, worker).Update("status", "done").Error // want ignoredrowcount "(?i)update"
	})
}

func (d *Devices) FlashChecked(ctx context.Context, id, version int64, firmware string) error {
	res := d.db.WithContext(ctx).Model(&Device{}).Where("id = ? AND version = ?", id, version).Updates(map[string]any{"firmware": firmware, "version": version + 1}) // silent: RowsAffected is tested
	if res.Error != nil {
		return res.Error
	}
	if res.RowsAffected == 0 {
		return errStale
	}
	return nil
}

func (d *Devices) FlashCounted(ctx context.Context, id, version int64, firmware string) (int64, error) {
	tx := d.db.WithContext(ctx).Model(&Device{}).Where("id = ?", id).Where("version = ?", version)
	tx = tx.Update("firmware", firmware) // silent: the count is returned
	return tx.RowsAffected, tx.Error
}

func (d *Devices) Touch(ctx context.Context, dev *Device) error {
	return d.db.WithContext(ctx).Model(dev).Update("seen_at", time.Now()).Error // silent: by primary key alone
}

// Generic uses the newer interface, where the count is a result of its own.
func (d *Devices) Generic(ctx context.Context, id, version int64, firmware string) error {
	_, err := gorm.G[Device](d.db).Where("id = ? AND version = ?", id, version).Update(ctx, "firmware", firmware) // want ignoredrowcount "(?i)update"
	return err
}

func (d *Devices) GenericExec(ctx context.Context, id, version int64, firmware string) error {
	return gorm.G[Device](d.db).Exec(ctx, "UPDATE devices SET firmware = ? WHERE id = ? AND version = ?", firmware, id, version) // want ignoredrowcount "UPDATE"
}

func (d *Devices) GenericChecked(ctx context.Context, id, version int64, firmware string) error {
	rows, err := gorm.G[Device](d.db).Where("id = ? AND version = ?", id, version).Updates(ctx, Device{Firmware: firmware, Version: version + 1}) // silent: the count is tested
	if err == nil && rows == 0 {
		err = errStale
	}
	return err
}
