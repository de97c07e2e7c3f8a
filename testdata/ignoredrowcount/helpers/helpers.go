// Package helpers hands its results to functions: some look at them, some do
// not, and some cannot be seen.
package helpers

import (
	"context"
	"database/sql"

	"testdata.leasevet/ignoredrowcount/helpers/rows"
)

type Badges struct {
	db      *sql.DB
	observe func(sql.Result)
	seen    []sql.Result
}

const issue = `UPDATE badges SET holder = ?, revision = revision + 1 WHERE id = ? AND revision = ?`

func (b *Badges) Issue(ctx context.Context, id, revision int64, holder string) error {
	return rows.One(b.db.ExecContext(ctx, issue, holder, id, revision)) // silent: the helper compares
}

func (b *Badges) IssueSteps(ctx context.Context, id, revision int64, holder string) (bool, error) {
	res, err := b.db.ExecContext(ctx, issue, holder, id, revision) // silent: compared here
	if err != nil {
		return false, err
	}
	return rows.Count(res) == 1, nil
}

func (b *Badges) IssueNoted(ctx context.Context, id, revision int64, holder string) error {
	res, err := b.db.ExecContext(ctx, issue, holder, id, revision) // want ignoredrowcount "UPDATE"
	if err != nil {
		return err
	}
	rows.Note("badge issued", res)
	return nil
}

func (b *Badges) IssueErr(ctx context.Context, id, revision int64, holder string) error {
	return rows.Err(b.db.ExecContext(ctx, issue, holder, id, revision)) // want ignoredrowcount "UPDATE"
}

// IssueCounted counts and forgets.
func (b *Badges) IssueCounted(ctx context.Context, id, revision int64, holder string) error {
	res, err := b.db.ExecContext(ctx, issue, holder, id, revision) // want ignoredrowcount "UPDATE"
	if err == nil {
		_ = rows.Count(res)
	}
	return err
}

func (b *Badges) must(res sql.Result, err error) {
	if err := rows.One(res, err); err != nil {
		panic(err)
	}
}

func (b *Badges) MustIssue(ctx context.Context, id, revision int64, holder string) {
	b.must(b.db.ExecContext(ctx, issue, holder, id, revision)) // silent: the helper's helper compares
}

// IssueObserved gives the result to a function that nobody can see from here.
func (b *Badges) IssueObserved(ctx context.Context, id, revision int64, holder string) error {
	res, err := b.db.ExecContext(ctx, issue, holder, id, revision) // silent: the result escapes
	if err != nil {
		return err
	}
	b.observe(res)
	return nil
}

// IssueKept keeps the result for later.
func (b *Badges) IssueKept(ctx context.Context, id, revision int64, holder string) error {
	res, err := b.db.ExecContext(ctx, issue, holder, id, revision) // silent: the result escapes
	if err == nil {
		b.seen = append(b.seen, res)
	}
	return err
}
