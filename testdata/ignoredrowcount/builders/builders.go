// Package builders puts its statements together with squirrel, goqu, jet, bun and
// xorm. Each of them counts the rows, for those who look.
package builders

import (
	"context"
	"database/sql"
	"errors"

	sq "github.com/Masterminds/squirrel"
	"github.com/doug-martin/goqu/v9"
	. "github.com/go-jet/jet/v2/postgres"
	"github.com/uptrace/bun"
	"xorm.io/builder"
	"xorm.io/xorm"
)

var (
	errStale = errors.New("ticket changed meanwhile")
	psql     = sq.StatementBuilder.PlaceholderFormat(sq.Dollar)
)

type Desk struct {
	db   *sql.DB
	goqu *goqu.Database
	bun  *bun.DB
	xorm *xorm.Engine
}

func (d *Desk) Squirrel(ctx context.Context, id, seen int64, title string) error {
	query, args, err := psql.Update("tickets").
		Set("title", title).
		Set("version", sq.Expr("version + 1")).
		Where(sq.Eq{"id": id, "version": seen}).
		ToSql()
	if err != nil {
		return err
	}
	_, err = d.db.ExecContext(ctx, query, args...) // want ignoredrowcount "UPDATE tickets compares version"
	return err
}

func (d *Desk) SquirrelRun(ctx context.Context, id, seen int64, title string) error {
	_, err := sq.Update("tickets").SetMap(map[string]any{"title": title, "version": seen + 1}). // want ignoredrowcount "UPDATE tickets compares version"
													Where("id = ?", id).Where(sq.LtOrEq{"version": seen}).
													RunWith(d.db).ExecContext(ctx)
	return err
}

func (d *Desk) SquirrelChecked(ctx context.Context, id, seen int64, title string) error {
	res, err := psql.Update("tickets").Set("title", title).Set("version", seen+1).
		Where(sq.And{sq.Eq{"id": id}, sq.Eq{"version": seen}}).RunWith(d.db).ExecContext(ctx) // silent: the count is looked at
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errStale)
	}
	return nil
}

func (d *Desk) SquirrelWith(ctx context.Context, id, seen int64, title string) error {
	stmt := sq.Update("tickets").Set("title", title).Set("version", seen+1).Where(sq.And{sq.Eq{"id": id}, sq.Eq{"version": seen}})
	_, err := sq.ExecContextWith(ctx, d.db, stmt) // want ignoredrowcount "UPDATE tickets compares version"
	return err
}

// By key alone, or by a branch of an OR.
func (d *Desk) SquirrelKey(ctx context.Context, id, seen int64, title string) error {
	if _, err := sq.Update("tickets").Set("title", title).Where(sq.Eq{"id": id}).RunWith(d.db).ExecContext(ctx); err != nil { // silent
		return err
	}
	_, err := sq.Update("tickets").Set("title", title).Where(sq.Or{sq.Eq{"version": seen}, sq.Eq{"title": ""}}).RunWith(d.db).ExecContext(ctx) // silent
	return err
}

// exec is the house's own: it takes anything that gives a text.
func (d *Desk) exec(ctx context.Context, stmt sq.Sqlizer) (sql.Result, error) {
	query, args, err := stmt.ToSql()
	if err != nil {
		return nil, err
	}
	return d.db.ExecContext(ctx, query, args...)
}

func (d *Desk) House(ctx context.Context, id, seen int64, title string) error {
	_, err := d.exec(ctx, psql.Update("tickets").Set("title", title).Set("version", seen+1).Where(sq.Eq{"id": id, "version": seen})) // want ignoredrowcount "UPDATE tickets in exec compares version"
	return err
}

func (d *Desk) HouseChecked(ctx context.Context, id, seen int64, title string) error {
	res, err := d.exec(ctx, psql.Update("tickets").Set("title", title).Set("version", seen+1).Where(sq.Eq{"id": id, "version": seen})) // silent
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errStale)
	}
	return nil
}

func (d *Desk) Goqu(ctx context.Context, id, seen int64, title string) error {
	_, err := d.goqu.Update("tickets"). // want ignoredrowcount "UPDATE tickets compares version"
						Set(goqu.Record{"title": title, "version": goqu.L("version + 1")}).
						Where(goqu.C("id").Eq(id), goqu.C("version").Eq(seen)).
						Executor().ExecContext(ctx)
	return err
}

func (d *Desk) GoquText(ctx context.Context, id, seen int64, title string) error {
	query, args, err := goqu.Dialect("postgres").Update("tickets").
		Set(goqu.Record{"title": title, "version": seen + 1}).
		Where(goqu.Ex{"id": id, "version": goqu.Op{"lte": seen}}).ToSQL()
	if err != nil {
		return err
	}
	_, err = d.db.ExecContext(ctx, query, args...) // want ignoredrowcount "UPDATE tickets compares version"
	return err
}

func (d *Desk) GoquChecked(ctx context.Context, id, seen int64, title string) (int64, error) {
	res, err := d.goqu.From("tickets").Where(goqu.And(goqu.C("id").Eq(id), goqu.C("version").Eq(seen))).
		Update().Set(goqu.Record{"title": title, "version": seen + 1}).Executor().ExecContext(ctx) // silent: handed on
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// Tickets is a table as jet generates it.
type ticketsTable struct {
	Table
	ID      ColumnInteger
	Title   ColumnString
	State   ColumnString
	Version ColumnInteger
}

var Tickets = &ticketsTable{
	ID: IntegerColumn("id"), Title: StringColumn("title"), State: StringColumn("state"), Version: IntegerColumn("version"),
}

func (d *Desk) Jet(ctx context.Context, id, seen int64, title string) error {
	_, err := Tickets.UPDATE(Tickets.Title, Tickets.Version). // want ignoredrowcount "UPDATE tickets compares version"
									SET(title, Tickets.Version.ADD(Int(1))).
									WHERE(Tickets.ID.EQ(Int(id)).AND(Tickets.Version.EQ(Int(seen)))).
									ExecContext(ctx, d.db)
	return err
}

func (d *Desk) JetAssign(ctx context.Context, id, seen int64, title string) error {
	_, err := Tickets.UPDATE().SET(Tickets.Title.SET(String(title)), Tickets.Version.SET(Int(seen+1))). // want ignoredrowcount "UPDATE tickets compares version"
														WHERE(AND(Tickets.ID.EQ(Int(id)), Tickets.Version.LT_EQ(Int(seen)))).
														ExecContext(ctx, d.db)
	return err
}

func (d *Desk) JetKey(ctx context.Context, id int64, title string) error {
	_, err := Tickets.UPDATE(Tickets.Title).SET(title).WHERE(Tickets.ID.EQ(Int(id))).ExecContext(ctx, d.db) // silent: by key alone
	return err
}

type Ticket struct {
	bun.BaseModel `bun:"table:tickets"`
	ID            int64
	Title         string
	Version       int64
}

func (d *Desk) Bun(ctx context.Context, id, seen int64, title string) error {
	_, err := d.bun.NewUpdate().Model((*Ticket)(nil)). // want ignoredrowcount "compares version"
								Set("title = ?", title).Set("version = version + 1").
								Where("id = ?", id).Where("version = ?", seen).
								Exec(ctx)
	return err
}

// WherePK is the key, and nothing else.
func (d *Desk) BunKey(ctx context.Context, t *Ticket) error {
	_, err := d.bun.NewUpdate().Model(t).Column("title").WherePK().Exec(ctx) // silent
	return err
}

func (d *Desk) BunScan(ctx context.Context, id, seen int64, title string) (t Ticket, err error) {
	err = d.bun.NewUpdate().Model(&t).Set("title = ?", title).Set("version = version + 1").
		Where("id = ?", id).Where("version = ?", seen).Returning("*").Scan(ctx) // silent: no row is an error
	return t, err
}

func (d *Desk) BunRaw(ctx context.Context, id, seen int64, title string) error {
	_, err := d.bun.NewRaw("UPDATE tickets SET title = ?, version = version + 1 WHERE id = ? AND version = ?", title, id, seen).Exec(ctx) // want ignoredrowcount "UPDATE tickets compares version"
	return err
}

// Versioned is compared by xorm itself.
type Versioned struct {
	ID      int64
	Title   string
	Version int `xorm:"version"`
}

func (d *Desk) Xorm(id, seen int64, title string) error {
	_, err := d.xorm.Table("tickets").Where("id = ? AND version = ?", id, seen).Cols("title", "version").Update(&Ticket{Title: title, Version: seen + 1}) // want ignoredrowcount "UPDATE tickets compares version"
	return err
}

func (d *Desk) XormTag(v *Versioned) error {
	_, err := d.xorm.ID(v.ID).Update(v) // want ignoredrowcount "compares version"
	return err
}

func (d *Desk) XormSession(id, seen int64, title string) error {
	sess := d.xorm.NewSession()
	defer sess.Close()
	sess.Table("tickets")
	sess.Where(builder.Eq{"id": id}.And(builder.Eq{"version": seen}))
	n, err := sess.Cols("title", "version").Update(&Ticket{Title: title, Version: seen + 1}) // silent: the count is looked at
	if err == nil && n == 0 {
		err = errStale
	}
	return err
}

func (d *Desk) XormExec(id, seen int64, title string) error {
	_, err := d.xorm.Exec("UPDATE tickets SET title = ?, version = version + 1 WHERE id = ? AND version = ?", title, id, seen) // want ignoredrowcount "UPDATE tickets compares version"
	return err
}

func (d *Desk) XormKey(id int64, title string) error {
	_, err := d.xorm.ID(id).Cols("title").Update(&Ticket{Title: title}) // silent: by key alone
	return err
}
