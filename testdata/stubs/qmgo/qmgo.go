// Package qmgo has the names and signatures of github.com/qiniu/qmgo that the
// catalogue knows. The module proxy does not serve the real module.
package qmgo

import (
	"context"
	"errors"
)

// ErrNoSuchDocuments is the answer when no document matched.
var ErrNoSuchDocuments = errors.New("mongo: no documents in result")

type (
	Database   struct{}
	Collection struct{}
	Options    struct{}

	UpdateResult    struct{ MatchedCount, ModifiedCount, UpsertedCount int64 }
	DeleteResult    struct{ DeletedCount int64 }
	InsertOneResult struct{ InsertedID any }

	Change struct {
		Update    any
		Replace   bool
		Remove    bool
		Upsert    bool
		ReturnNew bool
	}

	QueryI interface {
		One(result any) error
		Apply(change Change, result any) error
	}
)

func (*Database) Collection(name string) *Collection { return nil }

func (*Collection) UpdateOne(ctx context.Context, filter, update any, opts ...Options) error {
	return nil
}
func (*Collection) UpdateId(ctx context.Context, id, update any, opts ...Options) error { return nil }
func (*Collection) UpdateAll(ctx context.Context, filter, update any, opts ...Options) (*UpdateResult, error) {
	return nil, nil
}
func (*Collection) ReplaceOne(ctx context.Context, filter, doc any, opts ...Options) error {
	return nil
}
func (*Collection) Upsert(ctx context.Context, filter, replacement any, opts ...Options) (*UpdateResult, error) {
	return nil, nil
}
func (*Collection) UpsertId(ctx context.Context, id, replacement any, opts ...Options) (*UpdateResult, error) {
	return nil, nil
}
func (*Collection) Remove(ctx context.Context, filter any, opts ...Options) error { return nil }
func (*Collection) RemoveId(ctx context.Context, id any, opts ...Options) error   { return nil }
func (*Collection) RemoveAll(ctx context.Context, filter any, opts ...Options) (*DeleteResult, error) {
	return nil, nil
}
func (*Collection) InsertOne(ctx context.Context, doc any, opts ...Options) (*InsertOneResult, error) {
	return nil, nil
}
func (*Collection) InsertMany(ctx context.Context, docs any, opts ...Options) (*InsertOneResult, error) {
	return nil, nil
}
func (*Collection) Find(ctx context.Context, filter any, opts ...Options) QueryI { return nil }
