// Package pgxtags finishes and prolongs claims on transcoding jobs with pgx,
// versions 5 and 4. The command tag is the only one who knows.
package pgxtags

import (
	"context"
	"errors"

	pgx4 "github.com/jackc/pgx/v4"
	pool4 "github.com/jackc/pgx/v4/pgxpool"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

var errReclaimed = errors.New("the job was given to another worker")

const finish = `UPDATE jobs SET state = 'done', output = $3 WHERE id = $1 AND worker_id = $2`

type Jobs struct {
	pool *pgxpool.Pool
	me   string
}

func (j *Jobs) Finish(ctx context.Context, id int64, output string) error {
	_, err := j.pool.Exec(ctx, finish, id, j.me, output) // want ignoredrowcount "UPDATE"
	return err
}

func (j *Jobs) FinishNamed(ctx context.Context, id, attempt int64) error {
	_, err := j.pool.Exec(ctx, "UPDATE jobs SET state = 'done' WHERE id = @id AND generation = @generation", pgx.NamedArgs{"id": id, "generation": attempt}) // want ignoredrowcount "UPDATE"
	return err
}

// FinishKind asks what kind of command it was, which it knew.
func (j *Jobs) FinishKind(ctx context.Context, id int64, output string) error {
	tag, err := j.pool.Exec(ctx, finish, id, j.me, output) // want ignoredrowcount "UPDATE"
	if err == nil && !tag.Update() {
		err = errReclaimed
	}
	return err
}

func (j *Jobs) FinishChecked(ctx context.Context, id int64, output string) error {
	tag, err := j.pool.Exec(ctx, finish, id, j.me, output) // silent: zero rows is an error
	if err != nil {
		return err
	}
	if tag.RowsAffected() != 1 {
		return errReclaimed
	}
	return nil
}

// Exec is the part of pgx that the tests fake.
type Exec interface {
	Exec(ctx context.Context, sql string, arguments ...any) (pgconn.CommandTag, error)
}

func FinishVia(ctx context.Context, db Exec, id int64, me, output string) error {
	_, err := db.Exec(ctx, finish, id, me, output) // want ignoredrowcount "UPDATE"
	return err
}

func (j *Jobs) Requeue(ctx context.Context, id int64) (pgconn.CommandTag, error) {
	return j.pool.Exec(ctx, `UPDATE jobs SET state = 'queued', worker_id = NULL WHERE id = $1 AND worker_id = $2`, id, j.me) // silent: the tag goes to the caller
}

// Old still runs on version 4, whose tag is a slice of bytes.
type Old struct{ pool *pool4.Pool }

func (o *Old) Finish(ctx context.Context, id int64, me, output string) error {
	return o.pool.BeginFunc(ctx, func(tx pgx4.Tx) error {
		_, err := tx.Exec(ctx, finish, id, me, output) // want ignoredrowcount "UPDATE"
		return err
	})
}

func (o *Old) FinishChecked(ctx context.Context, id int64, me, output string) error {
	tag, err := o.pool.Exec(ctx, finish, id, me, output) // silent: zero rows is an error
	if err == nil && tag.RowsAffected() == 0 {
		err = errReclaimed
	}
	return err
}
