// Package etcdbatches keeps nodes through a layer that hands on what etcd answered.
package etcdbatches

import (
	"context"
	"errors"

	"testdata.leasevet/ignoredrowcount/etcdbatches/layer"

	clientv3 "go.etcd.io/etcd/client/v3"
)

var errRefused = errors.New("nodes were changed meanwhile")

type Nodes struct {
	layer.KV
	etcd *layer.Etcd
}

func (n *Nodes) Update(ctx context.Context, name, data string) error {
	_, err := n.BatchUpdate(ctx, map[string]string{"/node/" + name: data}) // want ignoredrowcount "Txn in BatchUpdate is conditional"
	return err
}

func (n *Nodes) UpdateDirect(ctx context.Context, name, data string) error {
	if _, err := n.etcd.BatchUpdate(ctx, map[string]string{"/node/" + name: data}); err != nil { // want ignoredrowcount "Txn in BatchUpdate is conditional"
		return err
	}
	return nil
}

func (n *Nodes) UpdateChecked(ctx context.Context, name, data string) error {
	resp, err := n.BatchUpdate(ctx, map[string]string{"/node/" + name: data}) // silent: Succeeded is asked
	if err == nil && !resp.Succeeded {
		err = errRefused
	}
	return err
}

func (n *Nodes) Add(ctx context.Context, name, data string) error {
	_, err := n.BatchCreate(ctx, map[string]string{"/node/" + name: data}) // silent: the layer makes an error of it
	return err
}

// Store asks once, behind both branches.
func (n *Nodes) Store(ctx context.Context, name, data string, create bool) error {
	var resp *clientv3.TxnResponse
	var err error
	if create {
		resp, err = n.BatchCreate(ctx, map[string]string{"/node/" + name: data}) // silent: asked below
	} else {
		resp, err = n.BatchUpdate(ctx, map[string]string{"/node/" + name: data}) // silent: asked below
	}
	if err == nil && !resp.Succeeded {
		err = errRefused
	}
	return err
}

func (n *Nodes) Remove(ctx context.Context, name string) error {
	_, err := n.BatchDelete(ctx, []string{"/node/" + name}) // silent: there is no condition
	return err
}

func (n *Nodes) Put(ctx context.Context, name, data string) error {
	_, err := n.etcd.Commit(ctx, nil, clientv3.OpPut("/node/"+name, data)) // silent: there is no condition
	return err
}

func (n *Nodes) PutAt(ctx context.Context, name, data string, rev int64) error {
	conds := []clientv3.Cmp{clientv3.Compare(clientv3.ModRevision("/node/"+name), "=", rev)}
	_, err := n.etcd.Commit(ctx, conds, clientv3.OpPut("/node/"+name, data)) // want ignoredrowcount "Commit is conditional"
	return err
}
