// Package etcdtxns commits transactions with a condition. Commit has no error
// when the condition did not hold.
package etcdtxns

import (
	"context"
	"errors"
	"fmt"

	clientv3 "go.etcd.io/etcd/client/v3"
)

var ErrChanged = errors.New("config was changed meanwhile")

type Config struct{ kv clientv3.KV }

func (c *Config) Set(ctx context.Context, name, value string, rev int64) error {
	_, err := c.kv.Txn(ctx).If(clientv3.Compare(clientv3.ModRevision(name), "=", rev)).Then(clientv3.OpPut(name, value)).Commit() // want ignoredrowcount "(?i)txn|commit|put"
	return err
}

// SetAt returns a revision, whether or not it is that of its own write.
func (c *Config) SetAt(ctx context.Context, name, value string, rev int64) (int64, error) {
	txn := c.kv.Txn(ctx).If(clientv3.Compare(clientv3.ModRevision(name), "=", rev))
	resp, err := txn.Then(clientv3.OpPut(name, value)).Commit() // want ignoredrowcount "(?i)txn|commit|put"
	if err != nil {
		return 0, fmt.Errorf("set %s: %w", name, err)
	}
	return resp.Header.Revision, nil
}

// Claim goes on to start the node, whoever has the name.
func (c *Config) Claim(ctx context.Context, name, node string, start func(context.Context) error) error {
	free := clientv3.Compare(clientv3.CreateRevision("/names/"+name), "=", 0)
	if _, err := c.kv.Txn(ctx).If(free).Then(clientv3.OpPut("/names/"+name, node)).Commit(); err != nil { // want ignoredrowcount "(?i)txn|commit|put"
		return err
	}
	return start(ctx)
}

func (c *Config) SetChecked(ctx context.Context, name, value string, rev int64) error {
	resp, err := c.kv.Txn(ctx).If(clientv3.Compare(clientv3.ModRevision(name), "=", rev)).Then(clientv3.OpPut(name, value)).Commit() // silent: Succeeded is tested
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return ErrChanged
	}
	return nil
}

// SetOrGet takes the other branch's answer as the outcome.
func (c *Config) SetOrGet(ctx context.Context, name, value string) (string, error) {
	resp, err := c.kv.Txn(ctx).If(clientv3.Compare(clientv3.Version(name), "=", 0)).Then(clientv3.OpPut(name, value)).Else(clientv3.OpGet(name)).Commit() // silent: Succeeded is tested
	if err != nil {
		return "", err
	}
	if resp.Succeeded {
		return value, nil
	}
	return string(resp.Responses[0].GetResponseRange().Kvs[0].Value), nil
}

// Retry loops until its condition holds.
func (c *Config) Retry(ctx context.Context, name string, change func(string) string) error {
	for {
		got, err := c.kv.Get(ctx, name)
		if err != nil {
			return err
		}
		if len(got.Kvs) == 0 {
			return ErrChanged
		}
		kv := got.Kvs[0]
		resp, err := c.kv.Txn(ctx).If(clientv3.Compare(clientv3.ModRevision(name), "=", kv.ModRevision)).Then(clientv3.OpPut(name, change(string(kv.Value)))).Commit() // silent: Succeeded ends the loop
		if err != nil || resp.Succeeded {
			return err
		}
	}
}

// Both always succeeds.
func (c *Config) Both(ctx context.Context, a, b, value string) error {
	_, err := c.kv.Txn(ctx).Then(clientv3.OpPut(a, value), clientv3.OpPut(b, value)).Commit() // silent: no condition
	return err
}
