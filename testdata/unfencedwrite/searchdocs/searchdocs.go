// Package searchdocs overwrites documents of a search index under redislock.
package searchdocs

import (
	"context"
	"strings"
	"time"

	"github.com/bsm/redislock"
	"github.com/elastic/go-elasticsearch/v8/esapi"
	"github.com/olivere/elastic/v7"
)

type Profile struct{ Visits int }

type Profiles struct {
	locker *redislock.Client
	client *elastic.Client
	es     *esapi.API
	via    esapi.Transport
}

func (p *Profiles) under(ctx context.Context, id string, f func(context.Context) error) error {
	lock, err := p.locker.Obtain(ctx, "profile:"+id, 5*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	return f(ctx)
}

func (p *Profiles) Store(ctx context.Context, id string, doc Profile) error {
	return p.under(ctx, id, func(ctx context.Context) error {
		_, err := p.client.Index().Index("profiles").Id(id).BodyJson(doc).Do(ctx) // want unfencedwrite "Index of \"profiles/"
		return err
	})
}

func (p *Profiles) StoreSeen(ctx context.Context, id string, doc Profile, seq, term int64) error {
	return p.under(ctx, id, func(ctx context.Context) error {
		_, err := p.client.Index().Index("profiles").Id(id).IfSeqNo(seq).IfPrimaryTerm(term).BodyJson(doc).Do(ctx) // silent: compares
		return err
	})
}

// RetryOnConflict reads again: the late write is applied to what is newer.
func (p *Profiles) Merge(ctx context.Context, id string, doc Profile) error {
	return p.under(ctx, id, func(ctx context.Context) error {
		_, err := p.client.Update().Index("profiles").Id(id).Doc(doc).RetryOnConflict(3).Do(ctx) // want unfencedwrite "Update of \"profiles/"
		return err
	})
}

func (p *Profiles) Count(ctx context.Context, id string) error {
	return p.under(ctx, id, func(ctx context.Context) error {
		_, err := p.client.Update().Index("profiles").Id(id).Script(elastic.NewScript("ctx._source.visits += 1")).Do(ctx) // silent: a script
		return err
	})
}

// Without an id the store makes one; with "create" nothing is replaced.
func (p *Profiles) Log(ctx context.Context, id, text string) error {
	return p.under(ctx, id, func(ctx context.Context) error {
		if _, err := p.client.Index().Index("visits").BodyString(text).Do(ctx); err != nil { // silent
			return err
		}
		_, err := p.client.Index().Index("profiles").Id(id).OpType("create").BodyString(text).Do(ctx) // silent
		return err
	})
}

func (p *Profiles) Official(ctx context.Context, id, text string, seq, term int) error {
	return p.under(ctx, id, func(ctx context.Context) error {
		res, err := esapi.IndexRequest{Index: "profiles", DocumentID: id, Body: strings.NewReader(text)}.Do(ctx, p.via) // want unfencedwrite "Index of"
		if err != nil {
			return err
		}
		res.Body.Close()
		res, err = esapi.IndexRequest{Index: "profiles", DocumentID: id, Body: strings.NewReader(text), IfSeqNo: &seq, IfPrimaryTerm: &term}.Do(ctx, p.via) // want ignoredrowcount "Index is conditional"
		if err != nil {
			return err
		}
		res.Body.Close()
		res, err = p.es.Index("profiles", strings.NewReader(text), p.es.Index.WithDocumentID(id)) // want unfencedwrite "Index of"
		if err != nil {
			return err
		}
		res.Body.Close()
		res, err = p.es.Index("profiles", strings.NewReader(text), p.es.Index.WithDocumentID(id), p.es.Index.WithIfSeqNo(seq), p.es.Index.WithIfPrimaryTerm(term)) // silent: compares
		if err != nil {
			return err
		}
		defer res.Body.Close()
		if res.IsError() {
			return context.Canceled
		}
		return nil
	})
}
