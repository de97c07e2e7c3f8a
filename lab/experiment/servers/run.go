package servers

import (
	"context"
	"slices"
	"sync"

	"github.com/leasevet/leasevet/lab/experiment/rows"
	"github.com/leasevet/leasevet/lab/experiment/schedule"
	"github.com/leasevet/leasevet/lab/experiment/table"
)

// Rows are all experiments, those for which a server is needed included, in the order of
// the analyzers in the README.
func Rows() []rows.Row {
	all := slices.Concat(rows.All(), postgresRows, etcdRows)
	order := []string{"unconditionalrelease", "unfencedwrite", "ignoredrowcount", "detachedrenew", "lostlease", "leasettl", "ownertoken", "ignoredacquire", "leakedlock", "pooledlock"}
	place := func(r rows.Row) int {
		if r.Limit() {
			return len(order)
		}
		return slices.Index(order, r.Analyzers[0])
	}
	slices.SortStableFunc(all, func(a, b rows.Row) int { return place(a) - place(b) })
	return all
}

// A Run is what came of a row on some stores.
type Run struct {
	table.Result
	Missing error // why it was not run
	Err     error // what has not come out as declared
}

// atOnce is how many experiments run at the same time. Most of them wait for a lease.
const atOnce = 8

// Run runs all experiments on all stores that are there.
func (s *Servers) Run(ctx context.Context) []Run {
	var runs []Run
	for _, row := range Rows() {
		for _, on := range row.On {
			runs = append(runs, Run{Result: table.Result{Row: row, On: on}, Missing: s.Missing(on)})
		}
	}
	var wg sync.WaitGroup
	slots := make(chan struct{}, atOnce)
	for i := range runs {
		if runs[i].Missing != nil {
			continue
		}
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			runs[i].Err = s.both(ctx, &runs[i].Result)
		})
	}
	wg.Wait()
	return runs
}

// both runs the wrong program and then the right one.
func (s *Servers) both(ctx context.Context, r *table.Result) (err error) {
	if r.Wrong, err = s.one(ctx, r, schedule.Wrong); err != nil {
		return err
	}
	r.Right, err = s.one(ctx, r, schedule.Right)
	return err
}

func (s *Servers) one(ctx context.Context, r *table.Result, side schedule.Side) (schedule.Outcome, error) {
	env, done, err := s.Open(ctx, r.On)
	if err != nil {
		return schedule.Outcome{}, err
	}
	defer done()
	return r.Row.Check(ctx, env, side)
}
