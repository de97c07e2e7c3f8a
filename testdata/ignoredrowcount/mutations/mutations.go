// Package mutations writes Bigtable rows under a condition. Apply's error does not
// tell whether it held.
package mutations

import (
	"context"
	"errors"

	"cloud.google.com/go/bigtable"
)

var errTaken = errors.New("the berth is taken")

type Berths struct{ table *bigtable.Table }

func claim(ship string) *bigtable.Mutation {
	free := bigtable.ChainFilters(bigtable.FamilyFilter("berth"), bigtable.ColumnFilter("ship"))
	set := bigtable.NewMutation()
	set.Set("berth", "ship", bigtable.Now(), []byte(ship))
	return bigtable.NewCondMutation(free, nil, set)
}

func (b *Berths) Take(ctx context.Context, berth, ship string) error {
	set := bigtable.NewMutation()
	set.Set("berth", "ship", bigtable.Now(), []byte(ship))
	mut := bigtable.NewCondMutation(bigtable.ColumnFilter("ship"), nil, set)
	return b.table.Apply(ctx, berth, mut) // want ignoredrowcount "Table.Apply is conditional and its outcome is dropped"
}

func (b *Berths) TakeOrFail(ctx context.Context, berth, ship string) error {
	set := bigtable.NewMutation()
	set.Set("berth", "ship", bigtable.Now(), []byte(ship))
	var taken bool
	if err := b.table.Apply(ctx, berth, bigtable.NewCondMutation(bigtable.ColumnFilter("ship"), nil, set), bigtable.GetCondMutationResult(&taken)); err != nil { // silent
		return err
	}
	if taken {
		return errTaken
	}
	return nil
}

// A plain mutation cannot be refused.
func (b *Berths) Paint(ctx context.Context, berth, colour string) error {
	mut := bigtable.NewMutation()
	mut.Set("berth", "colour", bigtable.Now(), []byte(colour))
	return b.table.Apply(ctx, berth, mut) // silent: no condition
}

func (b *Berths) Elsewhere(ctx context.Context, berth, ship string) error {
	return b.table.Apply(ctx, berth, claim(ship)) // silent: the mutation is put together elsewhere
}
