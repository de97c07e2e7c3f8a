// Package objectwriters writes objects under a condition. Whether it held is what
// Close answers, and nothing else does.
package objectwriters

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	gcs "cloud.google.com/go/storage"
)

type Menus struct{ bucket *gcs.BucketHandle }

// Deferred throws the answer away.
func (m *Menus) Deferred(ctx context.Context, generation int64, dishes []string) error {
	w := m.bucket.Object("menu.json").If(gcs.Conditions{GenerationMatch: generation}).NewWriter(ctx) // want ignoredrowcount "object write is conditional and its outcome is dropped"
	defer w.Close()
	return json.NewEncoder(w).Encode(dishes)
}

// Blank does so in words.
func (m *Menus) Blank(ctx context.Context, generation int64, text []byte) error {
	w := m.bucket.Object("menu.json").If(gcs.Conditions{GenerationMatch: generation}).NewWriter(ctx) // want ignoredrowcount "object write"
	_, err := w.Write(text)
	_ = w.Close()
	return err
}

// Unconditional: nothing can be refused.
func (m *Menus) Unconditional(ctx context.Context, dishes []string) error {
	w := m.bucket.Object("menu.json").NewWriter(ctx) // silent: no condition
	defer w.Close()
	return json.NewEncoder(w).Encode(dishes)
}

func (m *Menus) Returned(ctx context.Context, generation int64, r io.Reader) error {
	w := m.bucket.Object("menu.json").If(gcs.Conditions{GenerationMatch: generation}).NewWriter(ctx) // silent
	if _, err := io.Copy(w, r); err != nil {
		_ = w.Close()
		return err
	}
	return w.Close()
}

func (m *Menus) Joined(ctx context.Context, generation int64, text []byte) (err error) {
	w := m.bucket.Object("menu.json").If(gcs.Conditions{GenerationMatch: generation}).NewWriter(ctx) // silent
	defer func() { err = errors.Join(err, w.Close()) }()
	_, err = w.Write(text)
	return err
}

// Open hands the writer on.
func (m *Menus) Open(ctx context.Context, generation int64) io.WriteCloser {
	return m.bucket.Object("menu.json").If(gcs.Conditions{GenerationMatch: generation}).NewWriter(ctx) // silent: the caller closes it
}
