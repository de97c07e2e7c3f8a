// Package rows turns counts into errors, or into a line in the log.
package rows

import (
	"database/sql"
	"errors"
	"fmt"
	"log"
)

var ErrNone = errors.New("rows: nothing was updated")

// One returns ErrNone unless exactly one row was touched.
func One(res sql.Result, err error) error {
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if n != 1 {
		return fmt.Errorf("%w: %d rows", ErrNone, n)
	}
	return nil
}

// Count is for those who compare by themselves.
func Count(res sql.Result) int64 {
	n, err := res.RowsAffected()
	if err != nil {
		return -1
	}
	return n
}

// Note writes the count to the log.
func Note(what string, res sql.Result) {
	n, err := res.RowsAffected()
	log.Println(what, n, err)
}

// Err forgets the result.
func Err(_ sql.Result, err error) error { return err }
