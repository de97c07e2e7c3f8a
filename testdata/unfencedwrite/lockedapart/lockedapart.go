// Package lockedapart locks rows FOR UPDATE, in the transaction that writes them and
// beside it.
package lockedapart

import (
	"context"
	"fmt"

	"github.com/go-redsync/redsync/v4"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

var db *gorm.DB

type Berth struct {
	ID    uint
	Free  int
	Ships string
}

type Harbour struct {
	rs *redsync.Redsync
	db *gorm.DB
}

// Moor locks the row in a transaction of its own, which is over at once: db is the pool.
func (h *Harbour) Moor(ctx context.Context, id uint, n int) error {
	mu := h.rs.NewMutex(fmt.Sprintf("berth:%d", id))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	tx := db.Begin()
	var b Berth
	if err := db.Clauses(clause.Locking{Strength: "UPDATE"}).First(&b, id).Error; err != nil {
		tx.Rollback()
		return err
	}
	b.Free -= n
	if err := tx.Save(&b).Error; err != nil { // want unfencedwrite "Save of berth.*compares no fencing token"
		tx.Rollback()
		return err
	}
	return tx.Commit().Error
}

// MoorField does the same with the pool that it keeps.
func (h *Harbour) MoorField(ctx context.Context, id uint, n int) error {
	mu := h.rs.NewMutex(fmt.Sprintf("berth:%d", id))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	tx := h.db.Begin()
	var b Berth
	if err := h.db.Clauses(clause.Locking{Strength: "UPDATE"}).First(&b, id).Error; err != nil {
		tx.Rollback()
		return err
	}
	b.Free -= n
	if err := tx.Save(&b).Error; err != nil { // want unfencedwrite "Save of berth.*compares no fencing token"
		tx.Rollback()
		return err
	}
	return tx.Commit().Error
}

// MoorLocked locks the row in the transaction that writes it.
func (h *Harbour) MoorLocked(ctx context.Context, id uint, n int) error {
	mu := h.rs.NewMutex(fmt.Sprintf("berth:%d", id))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	tx := db.Begin()
	var b Berth
	if err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).First(&b, id).Error; err != nil {
		tx.Rollback()
		return err
	}
	b.Free -= n
	if err := tx.Save(&b).Error; err != nil { // silent: the row is locked until the commit
		tx.Rollback()
		return err
	}
	return tx.Commit().Error
}

// Given may have been made with a transaction: what it keeps is only called db.
func (h *Harbour) Given(ctx context.Context, id uint, n int) error {
	mu := h.rs.NewMutex(fmt.Sprintf("berth:%d", id))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var b Berth
	if err := h.db.Clauses(clause.Locking{Strength: "UPDATE"}).First(&b, id).Error; err != nil {
		return err
	}
	b.Free -= n
	return h.db.Save(&b).Error // silent: db may be a transaction
}
