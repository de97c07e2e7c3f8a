package sqlcgen

import (
	"context"
	"errors"
)

var errMoved = errors.New("booking was moved by somebody else")

type Tables struct{ q *Queries }

func (t *Tables) Move(ctx context.Context, id, version int64, table int32) error {
	return t.q.MoveBooking(ctx, MoveBookingParams{ID: id, Version: version, TableNo: table}) // silent: there is no count here, the query is at fault
}

func (t *Tables) MoveChecked(ctx context.Context, id, version int64, table int32) error {
	n, err := t.q.MoveBookingRows(ctx, MoveBookingRowsParams{ID: id, Version: version, TableNo: table})
	if err == nil && n == 0 {
		err = errMoved
	}
	return err
}

// MoveUnchecked has the count and drops it.
func (t *Tables) MoveUnchecked(ctx context.Context, id, version int64, table int32) error {
	_, err := t.q.MoveBookingRows(ctx, MoveBookingRowsParams{ID: id, Version: version, TableNo: table}) // want ignoredrowcount "UPDATE"
	return err
}

func (t *Tables) MoveResult(ctx context.Context, id, version int64, table int32) error {
	_, err := t.q.MoveBookingResult(ctx, MoveBookingResultParams{ID: id, Version: version, TableNo: table}) // want ignoredrowcount "UPDATE"
	return err
}
