// Package layer is a house's own layer over etcd: it packs many keys into few
// transactions, and hands on what etcd answered.
package layer

import (
	"context"
	"errors"
	"sync"

	clientv3 "go.etcd.io/etcd/client/v3"
)

var (
	ErrExists  = errors.New("key exists")
	ErrMissing = errors.New("key is missing")
)

// KV is what stores are given.
type KV interface {
	BatchCreate(ctx context.Context, data map[string]string) (*clientv3.TxnResponse, error)
	BatchUpdate(ctx context.Context, data map[string]string) (*clientv3.TxnResponse, error)
	BatchDelete(ctx context.Context, keys []string) (*clientv3.TxnResponse, error)
}

type Etcd struct{ kv clientv3.KV }

func New(kv clientv3.KV) *Etcd { return &Etcd{kv} }

// BatchCreate makes an error of a refusal.
func (e *Etcd) BatchCreate(ctx context.Context, data map[string]string) (*clientv3.TxnResponse, error) {
	resp, err := e.put(ctx, data, "=")
	if err != nil {
		return resp, err
	}
	if !resp.Succeeded {
		return resp, ErrExists
	}
	return resp, nil
}

// BatchUpdate makes an error of one kind of refusal, and of another none.
func (e *Etcd) BatchUpdate(ctx context.Context, data map[string]string) (*clientv3.TxnResponse, error) {
	resp, err := e.put(ctx, data, "!=")
	if err != nil {
		return resp, err
	}
	if !resp.Succeeded {
		for _, r := range resp.Responses {
			if len(r.GetResponseRange().Kvs) == 0 {
				return resp, ErrMissing
			}
		}
	}
	return resp, nil
}

// BatchDelete has no conditions.
func (e *Etcd) BatchDelete(ctx context.Context, keys []string) (*clientv3.TxnResponse, error) {
	ops := []clientv3.Op{}
	for _, key := range keys {
		ops = append(ops, clientv3.OpDelete(key))
	}
	return e.do(ctx, nil, ops, nil)
}

func (e *Etcd) put(ctx context.Context, data map[string]string, how string) (*clientv3.TxnResponse, error) {
	conds, ops, fails := []clientv3.Cmp{}, []clientv3.Op{}, []clientv3.Op{}
	for key, value := range data {
		ops = append(ops, clientv3.OpPut(key, value))
		conds = append(conds, clientv3.Compare(clientv3.Version(key), how, 0))
		if how != "=" {
			fails = append(fails, clientv3.OpGet(key))
			conds = append(conds, clientv3.Compare(clientv3.Value(key), how, value))
		}
	}
	return e.do(ctx, conds, ops, fails)
}

const most = 100

// do runs the parts side by side.
func (e *Etcd) do(ctx context.Context, conds []clientv3.Cmp, ops, fails []clientv3.Op) (*clientv3.TxnResponse, error) {
	n := (len(ops) + most - 1) / most
	resps, errs := make([]*clientv3.TxnResponse, n), make([]error, n)
	var wg sync.WaitGroup
	part := func(i int, ops []clientv3.Op) {
		defer wg.Done()
		txn := e.kv.Txn(ctx)
		if len(conds) != 0 {
			txn = txn.If(conds...)
		}
		resps[i], errs[i] = txn.Then(ops...).Else(fails...).Commit()
	}
	for i := range n {
		wg.Add(1)
		go part(i, ops[i*most:min(len(ops), (i+1)*most)])
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil || n == 0 {
		return &clientv3.TxnResponse{}, err
	}
	all := resps[0]
	for _, r := range resps[1:] {
		all.Succeeded = all.Succeeded && r.Succeeded
	}
	return all, nil
}

// Commit is one transaction under whatever conditions.
func (e *Etcd) Commit(ctx context.Context, conds []clientv3.Cmp, ops ...clientv3.Op) (*clientv3.TxnResponse, error) {
	return e.kv.Txn(ctx).If(conds...).Then(ops...).Commit()
}
