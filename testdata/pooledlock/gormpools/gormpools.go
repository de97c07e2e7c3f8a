// Package gormpools has *gorm.DB stand for a pool, a connection and a transaction.
package gormpools

import (
	"errors"

	"gorm.io/gorm"
)

var errBusy = errors.New("busy")

type Store struct{ db *gorm.DB }

func Open(d gorm.Dialector) (*Store, error) {
	db, err := gorm.Open(d)
	if err != nil {
		return nil, err
	}
	return &Store{db: db}, nil
}

func (s *Store) Migrate(step func() error) error {
	var ok bool
	if err := s.db.Raw("SELECT pg_try_advisory_lock(?)", 9).Scan(&ok).Error; err != nil { // want pooledlock "pg_try_advisory_lock through a connection pool"
		return err
	}
	if !ok {
		return errBusy
	}
	defer s.db.Exec("SELECT pg_advisory_unlock(?)", 9) // want pooledlock "pg_advisory_unlock"
	return step()
}

// Handed is given a pool by its name: nothing else hands out a plain db.
func Handed(db *gorm.DB, step func() error) error {
	if err := db.Exec("SELECT pg_advisory_lock(9)").Error; err != nil { // want pooledlock "pg_advisory_lock"
		return err
	}
	return step()
}

// InTx is given a transaction, or what its caller calls one.
func InTx(tx *gorm.DB, step func() error) error {
	if err := tx.Exec("SELECT pg_advisory_xact_lock(9)").Error; err != nil {
		return err
	}
	return step()
}

// Connection pins one for the callback.
func (s *Store) Connection(step func(*gorm.DB) error) error {
	return s.db.Connection(func(conn *gorm.DB) error {
		if err := conn.Exec("SELECT pg_advisory_lock(9)").Error; err != nil {
			return err
		}
		defer conn.Exec("SELECT pg_advisory_unlock(9)")
		return step(conn)
	})
}

func (s *Store) Transaction(step func(*gorm.DB) error) error {
	return s.db.Transaction(func(db *gorm.DB) error {
		if err := db.Exec("SELECT pg_advisory_xact_lock(9)").Error; err != nil {
			return err
		}
		return step(db)
	})
}

// Single asks for a transaction's lock without a transaction.
func (s *Store) Single(step func() error) error {
	if err := s.db.Exec("SELECT pg_advisory_xact_lock(9)").Error; err != nil { // want pooledlock "transaction of its own"
		return err
	}
	return step()
}

// Repo is sometimes built around a transaction.
type Repo struct{ db *gorm.DB }

func NewRepo(db *gorm.DB) *Repo { return &Repo{db} }

func (r *Repo) WithTx(tx *gorm.DB) *Repo { return &Repo{db: tx} }

func (r *Repo) Lock() error { return r.db.Exec("SELECT pg_advisory_xact_lock(9)").Error }
