// Package objectstores overwrites objects under a lease: an index that was built
// from a listing, a pointer to the newest snapshot.
package objectstores

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	gcs "cloud.google.com/go/storage"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/s3/manager"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	aws1 "github.com/aws/aws-sdk-go/aws"
	s3v1 "github.com/aws/aws-sdk-go/service/s3"
	"github.com/bsm/redislock"
	"github.com/google/uuid"
	"github.com/minio/minio-go/v7"
)

var errGone = errors.New("the catalogue has no index yet")

type Catalogue struct {
	locker   *redislock.Client
	bucket   *gcs.BucketHandle
	index    *gcs.ObjectHandle
	s3       *s3.Client
	up       *manager.Uploader
	old      *s3v1.S3
	minio    *minio.Client
	shelf    *container.Client
	azure    *azblob.Client
	bucketID string
}

func New(client *gcs.Client, bucket string) *Catalogue {
	return &Catalogue{bucket: client.Bucket(bucket), index: client.Bucket(bucket).Object("index.txt"), bucketID: bucket}
}

// under runs f while the catalogue's lease is held.
func (c *Catalogue) under(ctx context.Context, f func(context.Context) error) error {
	lock, err := c.locker.Obtain(ctx, "catalogue", 30*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	return f(ctx)
}

// Rebuild lists, joins and overwrites: nothing tells it that a newer index is there.
func (c *Catalogue) Rebuild(ctx context.Context, names []string) error {
	return c.under(ctx, func(ctx context.Context) error {
		w := c.bucket.Object("index.txt").NewWriter(ctx) // want unfencedwrite "object write of \"index.txt\" under lock \"catalogue\""
		w.ContentType = "text/plain"
		if _, err := w.Write([]byte(strings.Join(names, "\n"))); err != nil {
			return err
		}
		return w.Close()
	})
}

// Through a handle that was kept.
func (c *Catalogue) Truncate(ctx context.Context) error {
	return c.under(ctx, func(ctx context.Context) error {
		w := c.index.NewWriter(ctx) // want unfencedwrite "object write"
		return w.Close()
	})
}

// Replace asks for the generation that it has read.
func (c *Catalogue) Replace(ctx context.Context, names []string) error {
	return c.under(ctx, func(ctx context.Context) error {
		obj := c.bucket.Object("index.txt")
		attrs, err := obj.Attrs(ctx)
		if err != nil {
			return err
		}
		w := obj.If(gcs.Conditions{GenerationMatch: attrs.Generation}).NewWriter(ctx) // silent: compares the generation
		if err := json.NewEncoder(w).Encode(names); err != nil {
			return err
		}
		return w.Close()
	})
}

// Either way of asking is a condition.
func (c *Catalogue) ReplaceOrCreate(ctx context.Context, generation int64, text []byte) error {
	return c.under(ctx, func(ctx context.Context) error {
		var conds gcs.Conditions
		if generation == 0 {
			conds.DoesNotExist = true
		} else {
			conds.GenerationMatch = generation
		}
		w := c.bucket.Object("index.txt").If(conds).NewWriter(ctx) // silent
		if _, err := w.Write(text); err != nil {
			return err
		}
		return w.Close()
	})
}

// A zero generation has no effect: it does not ask for absence.
func (c *Catalogue) ZeroGeneration(ctx context.Context, text []byte) error {
	return c.under(ctx, func(ctx context.Context) error {
		w := c.bucket.Object("index.txt").If(gcs.Conditions{GenerationMatch: 0}).NewWriter(ctx) // want unfencedwrite "object write"
		if _, err := w.Write(text); err != nil {
			return err
		}
		return w.Close()
	})
}

// Create writes once.
func (c *Catalogue) Create(ctx context.Context, text []byte) error {
	return c.under(ctx, func(ctx context.Context) error {
		w := c.bucket.Object("index.txt").If(gcs.Conditions{DoesNotExist: true}).NewWriter(ctx) // silent: insert if absent
		if _, err := w.Write(text); err != nil {
			return err
		}
		return w.Close()
	})
}

// Snapshot has a name of its own, the pointer to it has not.
func (c *Catalogue) Snapshot(ctx context.Context, text []byte) error {
	return c.under(ctx, func(ctx context.Context) error {
		name := "snapshots/" + uuid.NewString()
		_, err := c.s3.PutObject(ctx, &s3.PutObjectInput{Bucket: &c.bucketID, Key: aws.String(name), Body: bytes.NewReader(text)}) // silent: a fresh name
		if err != nil {
			return err
		}
		_, err = c.s3.PutObject(ctx, &s3.PutObjectInput{ // want unfencedwrite "PutObject of \"latest\""
			Bucket: &c.bucketID,
			Key:    aws.String("latest"),
			Body:   strings.NewReader(name),
		})
		return err
	})
}

// Point hands the ETag of the pointer that it read on, where there was one.
func (c *Catalogue) Point(ctx context.Context, name string) error {
	return c.under(ctx, func(ctx context.Context) error {
		in := &s3.PutObjectInput{Bucket: &c.bucketID, Key: aws.String("latest"), Body: strings.NewReader(name)}
		head, err := c.s3.HeadObject(ctx, &s3.HeadObjectInput{Bucket: &c.bucketID, Key: aws.String("latest")})
		if err == nil {
			in.IfMatch = head.ETag
		} else {
			in.IfNoneMatch = aws.String("*")
		}
		_, err = c.s3.PutObject(ctx, in) // silent
		return err
	})
}

// Somebody else may have put a condition into the input.
func (c *Catalogue) PutAs(ctx context.Context, in *s3.PutObjectInput) error {
	return c.under(ctx, func(ctx context.Context) error {
		_, err := c.s3.PutObject(ctx, in) // silent: the input comes from elsewhere
		return err
	})
}

func (c *Catalogue) Upload(ctx context.Context, text []byte) error {
	return c.under(ctx, func(ctx context.Context) error {
		_, err := c.up.Upload(ctx, &s3.PutObjectInput{Bucket: &c.bucketID, Key: aws.String("latest"), Body: bytes.NewReader(text)}) // want unfencedwrite "Upload of \"latest\""
		return err
	})
}

// CopySourceIfMatch looks at the source.
func (c *Catalogue) Promote(ctx context.Context, tag *string) error {
	return c.under(ctx, func(ctx context.Context) error {
		_, err := c.s3.CopyObject(ctx, &s3.CopyObjectInput{ // want unfencedwrite "CopyObject of \"latest\""
			Bucket: &c.bucketID, Key: aws.String("latest"), CopySource: aws.String("staging/latest"), CopySourceIfMatch: tag,
		})
		return err
	})
}

func (c *Catalogue) PutV1(ctx context.Context, text []byte) error {
	return c.under(ctx, func(ctx context.Context) error {
		put := s3v1.PutObjectInput{Bucket: aws1.String(c.bucketID), Key: aws1.String("latest"), Body: bytes.NewReader(text)}
		if len(text) > 1<<20 {
			put.StorageClass = aws1.String("STANDARD_IA")
		}
		_, err := c.old.PutObjectWithContext(ctx, &put) // want unfencedwrite "PutObject of \"latest\""
		return err
	})
}

func (c *Catalogue) Minio(ctx context.Context, text []byte, etag string) error {
	return c.under(ctx, func(ctx context.Context) error {
		_, err := c.minio.PutObject(ctx, c.bucketID, "latest", bytes.NewReader(text), int64(len(text)), minio.PutObjectOptions{}) // want unfencedwrite "PutObject of \"latest\""
		if err != nil {
			return err
		}
		var opts minio.PutObjectOptions
		opts.SetMatchETag(etag)
		_, err = c.minio.PutObject(ctx, c.bucketID, "shelf", bytes.NewReader(text), int64(len(text)), opts) // silent: compares the ETag
		return err
	})
}

func (c *Catalogue) Azure(ctx context.Context, text []byte, etag azcore.ETag, leaseID string) error {
	return c.under(ctx, func(ctx context.Context) error {
		client := c.shelf.NewBlockBlobClient("latest")
		if _, err := client.UploadBuffer(ctx, text, nil); err != nil { // want unfencedwrite "UploadBuffer of \"latest\""
			return err
		}
		if _, err := c.azure.UploadBuffer(ctx, "shelf", "latest", text, &azblob.UploadBufferOptions{}); err != nil { // want unfencedwrite "UploadBuffer of \"latest\""
			return err
		}
		_, err := client.UploadBuffer(ctx, text, &blockblob.UploadBufferOptions{ // silent: compares the ETag
			AccessConditions: &blob.AccessConditions{ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfMatch: &etag}},
		})
		if err != nil {
			return err
		}
		_, err = client.CommitBlockList(ctx, nil, &blockblob.CommitBlockListOptions{ // silent: the lease is the fence
			AccessConditions: &blob.AccessConditions{LeaseAccessConditions: &blob.LeaseAccessConditions{LeaseID: &leaseID}},
		})
		return err
	})
}

// Store hides which store it is.
type Store interface {
	Put(ctx context.Context, name string, text []byte) error
}

type bucketStore struct{ bucket *gcs.BucketHandle }

func (s *bucketStore) Put(ctx context.Context, name string, text []byte) error {
	w := s.object(name).NewWriter(ctx)
	if _, err := w.Write(text); err != nil {
		return err
	}
	return w.Close()
}

func (s *bucketStore) object(name string) *gcs.ObjectHandle {
	return s.bucket.Object("shelves/" + name)
}

func (c *Catalogue) Through(ctx context.Context, store Store, text []byte) error {
	lock, err := c.locker.Obtain(ctx, "catalogue", 30*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	if len(text) == 0 {
		return errGone
	}
	return store.Put(ctx, "index.txt", text) // want unfencedwrite "object write"
}
