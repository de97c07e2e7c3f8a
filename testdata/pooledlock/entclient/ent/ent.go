// Package ent has as much of what ent generates as the scenario needs.
package ent

import (
	"context"
	"database/sql"
	"errors"
)

type config struct{ driver any }

func (c *config) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	ex, ok := c.driver.(interface {
		ExecContext(context.Context, string, ...any) (sql.Result, error)
	})
	if !ok {
		return nil, errors.New("Driver.ExecContext is not supported")
	}
	return ex.ExecContext(ctx, query, args...)
}

func (c *config) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	q, ok := c.driver.(interface {
		QueryContext(context.Context, string, ...any) (*sql.Rows, error)
	})
	if !ok {
		return nil, errors.New("Driver.QueryContext is not supported")
	}
	return q.QueryContext(ctx, query, args...)
}

type Client struct{ config }

func (c *Client) Debug() *Client                      { return c }
func (c *Client) Tx(ctx context.Context) (*Tx, error) { return &Tx{}, nil }

type Tx struct{ config }

func (tx *Tx) Client() *Client { return &Client{tx.config} }
func (tx *Tx) Commit() error   { return nil }
func (tx *Tx) Rollback() error { return nil }
