// Package builders writes through squirrel, goqu, jet, bun, xorm and gorm while
// redislock's lease is held.
package builders

import (
	"context"
	"database/sql"
	"time"

	sq "github.com/Masterminds/squirrel"
	"github.com/bsm/redislock"
	"github.com/doug-martin/goqu/v9"
	"github.com/go-jet/jet/v2/postgres"
	"github.com/uptrace/bun"
	"gorm.io/gorm"
	"xorm.io/xorm"
)

type Menu struct {
	ID    int64
	Soup  string
	State string
}

type Kitchen struct {
	locker *redislock.Client
	db     *sql.DB
	goqu   *goqu.Database
	bun    *bun.DB
	xorm   *xorm.Engine
	gorm   *gorm.DB
}

// menus is a table as jet generates it.
var menus = struct {
	postgres.Table
	ID   postgres.ColumnInteger
	Soup postgres.ColumnString
}{ID: postgres.IntegerColumn("id"), Soup: postgres.StringColumn("soup")}

func (k *Kitchen) Cook(ctx context.Context, id, version int64, soup string) error {
	lock, err := k.locker.Obtain(ctx, "kitchen", 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	if _, err := sq.Update("menus").Set("soup", soup).Where(sq.Eq{"id": id}).RunWith(k.db).ExecContext(ctx); err != nil { // want unfencedwrite "UPDATE menus under lock \"kitchen\""
		return err
	}
	if _, err := sq.Update("menus").Set("soup", soup).Where(sq.Eq{"id": id, "version": version}).RunWith(k.db).ExecContext(ctx); err != nil { // want ignoredrowcount "UPDATE menus compares version"
		return err
	}
	if _, err := sq.Update("menus").Set("state", "done").Where(sq.Eq{"id": id, "state": "open"}).RunWith(k.db).ExecContext(ctx); err != nil { // silent: flips what it compares
		return err
	}
	if _, err := sq.Insert("menus").Columns("id", "soup").Values(id, soup).RunWith(k.db).ExecContext(ctx); err != nil { // silent: an insert
		return err
	}
	_, err = sq.Insert("menus").Columns("id", "soup").Values(id, soup).Suffix("ON CONFLICT (id) DO UPDATE SET soup = excluded.soup").RunWith(k.db).ExecContext(ctx) // want unfencedwrite "INSERT INTO menus"
	return err
}

func (k *Kitchen) Season(ctx context.Context, id int64, soup string) error {
	lock, err := k.locker.Obtain(ctx, "kitchen", 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	if _, err := k.goqu.Update("menus").Set(goqu.Record{"soup": soup}).Where(goqu.C("id").Eq(id)).Executor().ExecContext(ctx); err != nil { // want unfencedwrite "UPDATE menus"
		return err
	}
	if _, err := menus.UPDATE(menus.Soup).SET(soup).WHERE(menus.ID.EQ(postgres.Int(id))).ExecContext(ctx, k.db); err != nil { // want unfencedwrite "UPDATE menus"
		return err
	}
	if _, err := k.bun.NewUpdate().Model(&Menu{ID: id, Soup: soup}).Column("soup").WherePK().Exec(ctx); err != nil { // want unfencedwrite "UPDATE menu"
		return err
	}
	if _, err := k.bun.NewInsert().Model(&Menu{ID: id, Soup: soup}).On("CONFLICT (id) DO NOTHING").Exec(ctx); err != nil { // silent: only if absent
		return err
	}
	if _, err := k.bun.NewInsert().Model(&Menu{ID: id, Soup: soup}).On("CONFLICT (id) DO UPDATE").Set("soup = EXCLUDED.soup").Exec(ctx); err != nil { // want unfencedwrite "INSERT INTO menu"
		return err
	}
	if _, err := k.bun.NewInsert().Model(&Menu{ID: id, Soup: soup}).On("CONFLICT (id) DO UPDATE").Set("soup = EXCLUDED.soup").Where("menu.version < ?", id).Exec(ctx); err != nil { // want ignoredrowcount "compares version"
		return err
	}
	_, err = k.xorm.ID(id).Cols("soup").Update(&Menu{Soup: soup}) // want unfencedwrite "UPDATE menu"
	return err
}

// conn gives the handle that gorm's chains begin with.
func (k *Kitchen) conn(ctx context.Context) *gorm.DB { return k.gorm.WithContext(ctx) }

// scoped gives a handle with a condition on it.
func (k *Kitchen) scoped(ctx context.Context, version int64) *gorm.DB {
	return k.gorm.WithContext(ctx).Where("version = ?", version)
}

func (k *Kitchen) Serve(ctx context.Context, id, version int64, soup string) error {
	lock, err := k.locker.Obtain(ctx, "kitchen", 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	if err := k.conn(ctx).Model(&Menu{}).Where("id = ?", id).Update("soup", soup).Error; err != nil { // want unfencedwrite "UPDATE menu"
		return err
	}
	return k.scoped(ctx, version).Model(&Menu{}).Where("id = ?", id).Updates(map[string]any{"soup": soup, "version": version + 1}).Error // want ignoredrowcount "compares version"
}
