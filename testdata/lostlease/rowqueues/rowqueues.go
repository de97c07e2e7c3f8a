// Package rowqueues lends messages that are rows of a table, and prolongs the loan
// while a job runs.
package rowqueues

import (
	"context"
	"log"
	"time"

	"testdata.leasevet/lostlease/rowqueues/lent"
)

type Runner struct {
	queue *lent.Queue
	job   func(context.Context, string) error
}

// Run goes on with the job when the message has been lent to another.
func (r *Runner) Run(ctx context.Context, id string) error {
	jobCtx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		time.Sleep(20 * time.Second)
		for {
			select {
			case <-jobCtx.Done():
				return
			default:
				if err := r.queue.Extend(jobCtx, id, time.Minute); err != nil { // want lostlease "(?i)extend.*only logged"
					log.Println("extending:", err)
				}
				time.Sleep(20 * time.Second)
			}
		}
	}()
	if err := r.job(jobCtx, id); err != nil {
		return err
	}
	return r.queue.Delete(ctx, id)
}

// RunTold ends the job.
func (r *Runner) RunTold(ctx context.Context, id string) error {
	jobCtx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		for {
			select {
			case <-jobCtx.Done():
				return
			case <-time.After(20 * time.Second):
				if err := r.queue.Extend(jobCtx, id, time.Minute); err != nil { // silent: cancels the job
					cancel(err)
					return
				}
			}
		}
	}()
	if err := r.job(jobCtx, id); err != nil {
		return err
	}
	return r.queue.Delete(ctx, id)
}

// Broker lends many messages at once, and says until when.
type Broker interface {
	ExtendLease(queue string, ids ...string) (time.Time, error)
}

type Heart struct {
	broker Broker
	tasks  map[string]map[string]*lent.Task
}

// beat prolongs all loans. A loan that is not prolonged lapses, which is looked at
// before each beat.
func (h *Heart) beat() {
	for queue, tasks := range h.tasks {
		var ids []string
		for id, t := range tasks {
			t.Lapse()
			ids = append(ids, id)
		}
		until, err := h.broker.ExtendLease(queue, ids...)
		if err != nil {
			log.Println("extending:", queue, err)
			continue
		}
		for _, t := range tasks {
			t.Prolong(until)
		}
	}
}

func (h *Heart) Beat(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(10 * time.Second):
			h.beat() // silent: the new end goes to the tasks, which notice when it has passed
		}
	}
}
