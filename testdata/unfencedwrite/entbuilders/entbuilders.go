// Package entbuilders writes jobs through a client that ent has generated, under a
// lock row of the same client or a lock elsewhere.
package entbuilders

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	"testdata.leasevet/libs/entstore"
	"testdata.leasevet/libs/entstore/job"
)

type Planner struct {
	locker *redislock.Client
	client *entstore.Client
}

func (p *Planner) Plan(ctx context.Context, id int, name string, seen int64) error {
	lock, err := p.locker.Obtain(ctx, "plan", 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	if err := p.client.Job.UpdateOneID(id).SetName(name).Exec(ctx); err != nil { // want unfencedwrite "UPDATE job under lock \"plan\""
		return err
	}
	if _, err := p.client.Job.Update().Where(job.NameEQ(name)).SetWorker("planner").Save(ctx); err != nil { // want unfencedwrite "UPDATE job"
		return err
	}
	if _, err := p.client.Job.UpdateOneID(id).Where(job.VersionEQ(seen)).SetName(name).AddVersion(1).Save(ctx); err != nil { // silent: compares the version
		return err
	}
	if _, err := p.client.Job.Update().Where(job.ID(id), job.StateEQ("new")).SetState("planned").Save(ctx); err != nil { // silent: flips what it compares
		return err
	}
	if err := p.client.Job.UpdateOneID(id).AddAttempts(1).Exec(ctx); err != nil { // silent: a counter
		return err
	}
	if err := p.client.Job.DeleteOneID(id).Exec(ctx); err != nil { // silent: a delete
		return err
	}
	_, err = p.client.Job.Create().SetName(name).SetState("new").SetVersion(1).Save(ctx) // silent: an insert
	return err
}

// Overwrite inserts or overwrites.
func (p *Planner) Overwrite(ctx context.Context, name string) error {
	lock, err := p.locker.Obtain(ctx, "plan", 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	if err := p.client.Job.Create().SetName(name).SetState("new").SetVersion(1).OnConflictColumns(job.FieldName).Ignore().Exec(ctx); err != nil { // silent: only if absent
		return err
	}
	return p.client.Job.Create().SetName(name).SetState("new").SetVersion(1).OnConflictColumns(job.FieldName).UpdateNewValues().Exec(ctx) // want unfencedwrite "INSERT INTO job"
}
