// Package upserts inserts or updates. The condition of the update branch can
// refuse the write, without an error.
package upserts

import (
	"context"
	"database/sql"
	"errors"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

var errOlder = errors.New("a newer position is stored")

type Position struct {
	Ship string `gorm:"primaryKey"`
	Lat  float64
	Seq  int64
}

type Positions struct {
	db  *sql.DB
	orm *gorm.DB
}

const upsert = `
INSERT INTO positions (ship, lat, seq) VALUES ($1, $2, $3)
ON CONFLICT (ship) DO UPDATE SET lat = excluded.lat, seq = excluded.seq
WHERE positions.seq < excluded.seq`

// The numbers of a ship's positions are its versions.
const versioned = `
INSERT INTO positions (ship, lat, version) VALUES ($1, $2, $3)
ON CONFLICT (ship) DO UPDATE SET lat = excluded.lat, version = excluded.version
WHERE positions.version < excluded.version`

func (p *Positions) Put(ctx context.Context, pos Position) error {
	_, err := p.db.ExecContext(ctx, versioned, pos.Ship, pos.Lat, pos.Seq) // want ignoredrowcount "(?i)insert|upsert"
	return err
}

func (p *Positions) PutChecked(ctx context.Context, pos Position) error {
	res, err := p.db.ExecContext(ctx, upsert, pos.Ship, pos.Lat, pos.Seq) // silent: zero rows is an error
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errOlder)
	}
	return nil
}

func (p *Positions) PutModel(ctx context.Context, pos *Position) error {
	newer := clause.Where{Exprs: []clause.Expression{gorm.Expr("positions.version < excluded.version")}}
	return p.orm.WithContext(ctx).Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "ship"}}, Where: newer, UpdateAll: true}).Create(pos).Error // want ignoredrowcount "(?i)create|upsert|insert"
}

// Last replaces whatever is there.
func (p *Positions) Last(ctx context.Context, pos Position) error {
	_, err := p.db.ExecContext(ctx, "INSERT INTO last_positions (ship, lat) VALUES ($1, $2) ON CONFLICT (ship) DO UPDATE SET lat = excluded.lat", pos.Ship, pos.Lat) // silent: no condition
	return err
}

// Name is there already, or is there now.
func (p *Positions) Name(ctx context.Context, ship string) error {
	_, err := p.db.ExecContext(ctx, "INSERT INTO ships (name) VALUES ($1) ON CONFLICT (name) DO NOTHING", ship) // silent: idempotent, and nothing follows
	return err
}
