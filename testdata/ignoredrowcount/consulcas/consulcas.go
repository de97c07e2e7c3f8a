// Package consulcas sets feature flags in Consul, whose answer to a condition
// that does not hold is false and no error.
package consulcas

import (
	"errors"
	"fmt"

	"github.com/hashicorp/consul/api"
)

var errChanged = errors.New("flag was changed meanwhile")

type Flags struct{ client *api.Client }

func (f *Flags) Set(name string, value []byte, index uint64) error {
	_, _, err := f.client.KV().CAS(&api.KVPair{Key: "flags/" + name, Value: value, ModifyIndex: index}, nil) // want ignoredrowcount "CAS"
	return err
}

// SetNoted prints the bool and does not act on it.
func (f *Flags) SetNoted(name string, value []byte, index uint64) error {
	ok, _, err := f.client.KV().CAS(&api.KVPair{Key: "flags/" + name, Value: value, ModifyIndex: index}, nil) // want ignoredrowcount "CAS"
	if err != nil {
		return err
	}
	fmt.Println("flag", name, "set:", ok)
	return nil
}

func (f *Flags) Both(a, b string, value []byte, index uint64) error {
	ops := api.KVTxnOps{
		{Verb: api.KVCAS, Key: "flags/" + a, Value: value, Index: index},
		{Verb: api.KVSet, Key: "flags/" + b, Value: value},
	}
	_, _, _, err := f.client.KV().Txn(ops, nil) // want ignoredrowcount "(?i)txn|cas"
	return err
}

func (f *Flags) SetChecked(name string, value []byte, index uint64) error {
	ok, _, err := f.client.KV().CAS(&api.KVPair{Key: "flags/" + name, Value: value, ModifyIndex: index}, nil) // silent: the bool is tested
	if err == nil && !ok {
		err = errChanged
	}
	return err
}

func (f *Flags) BothChecked(a, b string, value []byte, index uint64) error {
	ops := api.KVTxnOps{
		{Verb: api.KVCheckIndex, Key: "flags/" + a, Index: index},
		{Verb: api.KVSet, Key: "flags/" + b, Value: value},
	}
	ok, resp, _, err := f.client.KV().Txn(ops, nil) // silent: the bool is tested
	if err != nil {
		return err
	}
	if !ok {
		return errors.New(resp.Errors[0].What)
	}
	return nil
}

func (f *Flags) Remove(name string, index uint64) (bool, error) {
	ok, _, err := f.client.KV().DeleteCAS(&api.KVPair{Key: "flags/" + name, ModifyIndex: index}, nil) // silent: the bool is returned
	return ok, err
}

func (f *Flags) Put(name string, value []byte) error {
	_, err := f.client.KV().Put(&api.KVPair{Key: "flags/" + name, Value: value}, nil) // silent: no condition
	return err
}
