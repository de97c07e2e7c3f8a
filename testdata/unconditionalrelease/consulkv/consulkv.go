// Package consulkv holds deployment slots in Consul's key-value store.
package consulkv

import (
	"errors"
	"time"

	"github.com/hashicorp/consul/api"
)

var ErrSlotTaken = errors.New("deployment slot is taken")

type Slot struct {
	client  *api.Client
	key     string
	session string
}

func Open(client *api.Client, service string) (*Slot, error) {
	id, _, err := client.Session().Create(&api.SessionEntry{Name: "deploy-" + service, TTL: "30s", LockDelay: time.Second}, nil)
	if err != nil {
		return nil, err
	}
	return &Slot{client: client, key: "deploy/" + service + "/slot", session: id}, nil
}

func (s *Slot) Take(host string) error {
	ok, _, err := s.client.KV().Acquire(&api.KVPair{Key: s.key, Value: []byte(host), Session: s.session}, nil)
	if err != nil {
		return err
	}
	if !ok {
		return ErrSlotTaken
	}
	return nil
}

func (s *Slot) Leave() error {
	_, err := s.client.KV().Delete(s.key, nil) // want unconditionalrelease "(?i)delete"
	return err
}

// LeaveRead asks for the holder in a request of its own.
func (s *Slot) LeaveRead() error {
	kv := s.client.KV()
	pair, _, err := kv.Get(s.key, nil)
	if err != nil || pair == nil {
		return err
	}
	if pair.Session != s.session {
		return ErrSlotTaken
	}
	_, err = kv.Delete(s.key, nil) // want unconditionalrelease "(?i)delete"
	return err
}

// LeaveTxn is atomic and compares nothing.
func (s *Slot) LeaveTxn() error {
	ops := api.KVTxnOps{{Verb: api.KVDelete, Key: s.key}, {Verb: api.KVDelete, Key: s.key + "-progress"}}
	ok, resp, _, err := s.client.KV().Txn(ops, nil) // want unconditionalrelease "(?i)delete"
	if err == nil && !ok {
		err = errors.New(resp.Errors[0].What)
	}
	return err
}

func (s *Slot) LeaveOwn() (bool, error) {
	ok, _, err := s.client.KV().Release(&api.KVPair{Key: s.key, Session: s.session}, nil) // silent: Consul compares the session
	return ok, err
}

// LeaveAt deletes the entry only while it is as it was read.
func (s *Slot) LeaveAt() (bool, error) {
	pair, _, err := s.client.KV().Get(s.key, nil)
	if err != nil || pair == nil || pair.Session != s.session {
		return false, err
	}
	ok, _, err := s.client.KV().DeleteCAS(pair, nil) // silent: Consul compares the index
	return ok, err
}

// Close ends the session, and with it whatever the session holds.
func (s *Slot) Close() error {
	_, err := s.client.Session().Destroy(s.session, nil) // silent: the own session
	return err
}

// Freeze marks a service as frozen, by creating a key that must not exist yet.
func Freeze(kv *api.KV, service, who string) (bool, error) {
	ok, _, err := kv.CAS(&api.KVPair{Key: "freeze/" + service, Value: []byte(who), ModifyIndex: 0}, nil)
	return ok, err
}

func Thaw(kv *api.KV, service string) error {
	_, err := kv.Delete("freeze/"+service, nil) // want unconditionalrelease "(?i)delete.*freeze/"
	return err
}

// WithSlot uses the client's own lock.
func WithSlot(client *api.Client, service string, deploy func(lost <-chan struct{}) error) error {
	lock, err := client.LockKey("deploy/" + service + "/lock")
	if err != nil {
		return err
	}
	lost, err := lock.Lock(nil)
	if err != nil {
		return err
	}
	if lost == nil {
		return ErrSlotTaken
	}
	defer lock.Unlock() // silent: releases by session
	return deploy(lost)
}

func ForgetHealth(kv *api.KV, service string) error {
	_, err := kv.Delete("health/"+service, nil) // silent: nobody acquires it
	return err
}
