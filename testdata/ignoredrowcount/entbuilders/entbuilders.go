// Package entbuilders claims jobs through a client that ent has generated. Save of
// a bulk update gives the count, Exec throws it away.
package entbuilders

import (
	"context"
	"errors"

	"testdata.leasevet/libs/entstore"
	"testdata.leasevet/libs/entstore/job"
)

var errStale = errors.New("job changed meanwhile")

type Jobs struct{ client *entstore.Client }

func (j *Jobs) Rename(ctx context.Context, id int, name string, seen int64) error {
	return j.client.Job.Update(). // want ignoredrowcount "UPDATE job compares version"
					Where(job.ID(id), job.VersionEQ(seen)).
					SetName(name).AddVersion(1).
					Exec(ctx)
}

func (j *Jobs) RenameBlank(ctx context.Context, id int, name string, seen int64) error {
	_, err := j.client.Job.Update().Where(job.IDEQ(id)).Where(job.Version(seen)).SetName(name).SetVersion(seen + 1).Save(ctx) // want ignoredrowcount "UPDATE job compares version"
	return err
}

func (j *Jobs) RenameOrFail(ctx context.Context, id int, name string, seen int64) error {
	n, err := j.client.Job.Update().Where(job.ID(id), job.VersionEQ(seen)).SetName(name).AddVersion(1).Save(ctx) // silent: the count is looked at
	if err == nil && n == 0 {
		err = errStale
	}
	return err
}

// UpdateOneID answers a NotFoundError when no row matched.
func (j *Jobs) RenameOne(ctx context.Context, id int, name string, seen int64) error {
	return j.client.Job.UpdateOneID(id).Where(job.VersionEQ(seen)).SetName(name).AddVersion(1).Exec(ctx) // silent: an error
}

// By key alone.
func (j *Jobs) Touch(ctx context.Context, id int) error {
	return j.client.Job.Update().Where(job.ID(id)).AddAttempts(1).Exec(ctx) // silent
}

// Any number of rows will do.
func (j *Jobs) Requeue(ctx context.Context, worker string) error {
	return j.client.Job.Update().Where(job.WorkerEQ(worker), job.StateEQ("running")).SetState("queued").ClearWorker().Exec(ctx) // silent: a sweep
}

// The builder changes in place, so that the results of links may be dropped.
func (j *Jobs) Steps(ctx context.Context, id int, name string, seen int64) error {
	q := j.client.Job.Update()
	q.Where(job.ID(id), job.Version(seen))
	q.SetName(name)
	q.AddVersion(1)
	return q.Exec(ctx) // want ignoredrowcount "UPDATE job compares version"
}

// In a predicate of both.
func (j *Jobs) Joined(ctx context.Context, id int, name string, seen int64) error {
	return j.client.Job.Update().Where(job.And(job.ID(id), job.VersionLTE(seen))).SetName(name).SetVersion(seen).Exec(ctx) // want ignoredrowcount "UPDATE job compares version"
}
