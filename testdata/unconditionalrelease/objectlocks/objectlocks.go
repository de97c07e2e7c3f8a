// Package objectlocks keeps locks in object stores: the object that must not exist
// yet is the lock record, and deleting it is the release.
package objectlocks

import (
	"context"
	"strings"

	gcs "cloud.google.com/go/storage"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// Plain deletes whoever's lock there is.
type Plain struct {
	bucket *gcs.BucketHandle
	owner  string
}

func (l *Plain) Lock(ctx context.Context) error {
	w := l.bucket.Object("state.lock").If(gcs.Conditions{DoesNotExist: true}).NewWriter(ctx)
	if _, err := w.Write([]byte(l.owner)); err != nil {
		return err
	}
	return w.Close()
}

func (l *Plain) Unlock(ctx context.Context) error {
	return l.bucket.Object("state.lock").Delete(ctx) // want unconditionalrelease "object delete of lock key \"state.lock\""
}

// Fenced deletes the generation that it wrote.
type Fenced struct {
	bucket     *gcs.BucketHandle
	owner      string
	generation int64
}

func (l *Fenced) Lock(ctx context.Context) error {
	w := l.bucket.Object("fenced.lock").If(gcs.Conditions{DoesNotExist: true}).NewWriter(ctx)
	if _, err := w.Write([]byte(l.owner)); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	l.generation = w.Attrs().Generation
	return nil
}

func (l *Fenced) Unlock(ctx context.Context) error {
	return l.bucket.Object("fenced.lock").If(gcs.Conditions{GenerationMatch: l.generation}).Delete(ctx) // silent: compares
}

func (l *Fenced) UnlockVersion(ctx context.Context) error {
	return l.bucket.Object("fenced.lock").Generation(l.generation).Delete(ctx) // silent: that version only
}

// Files are locks in S3.
type Files struct {
	api    *s3.Client
	bucket string
}

func (f *Files) Acquire(ctx context.Context, name, owner string) error {
	_, err := f.api.PutObject(ctx, &s3.PutObjectInput{
		Bucket: &f.bucket, Key: aws.String("locks/" + name), Body: strings.NewReader(owner), IfNoneMatch: aws.String("*"),
	})
	return err
}

func (f *Files) Release(ctx context.Context, name string) error {
	_, err := f.api.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &f.bucket, Key: aws.String("locks/" + name)}) // want unconditionalrelease "DeleteObject of lock key"
	return err
}

func (f *Files) ReleaseOwn(ctx context.Context, name string, etag *string) error {
	_, err := f.api.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &f.bucket, Key: aws.String("locks/" + name), IfMatch: etag}) // silent: compares
	return err
}

// Uploads are written once and deleted when they are no longer wanted: no locks.
type Uploads struct {
	api    *s3.Client
	bucket string
}

func (u *Uploads) Create(ctx context.Context, name string, text string) error {
	_, err := u.api.PutObject(ctx, &s3.PutObjectInput{Bucket: &u.bucket, Key: &name, Body: strings.NewReader(text), IfNoneMatch: aws.String("*")})
	return err
}

func (u *Uploads) Remove(ctx context.Context, name string) error {
	_, err := u.api.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &u.bucket, Key: &name}) // silent: no lock
	return err
}
