// Package pluginkv lets the nodes of a chat server water a greenhouse in turns.
package pluginkv

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/mattermost/mattermost/server/public/model"
	"github.com/mattermost/mattermost/server/public/plugin"
)

var errDry = errors.New("no water")

const turn = 60 // seconds

// Bed is watered by one node at a time.
type Bed struct {
	api plugin.API
	key string
}

func (b *Bed) tryLock() (bool, error) {
	ok, err := b.api.KVSetWithOptions(b.key, []byte{1}, model.PluginKVSetOptions{Atomic: true, ExpireInSeconds: turn}) // want ownertoken "constant"
	if err != nil {
		return false, err
	}
	return ok, nil
}

func (b *Bed) unlock() {
	_, _ = b.api.KVSetWithOptions(b.key, nil, model.PluginKVSetOptions{}) // want unconditionalrelease "KVSetWithOptions of .*key.* does not compare the owner"
}

// Valve is opened by whoever drew the token.
type Valve struct {
	api   plugin.API
	token []byte
}

func key(n int) string { return fmt.Sprintf("valve_%d", n) }

func (v *Valve) Open(n int) error {
	v.token = fresh()
	ok, err := v.api.KVSetWithOptions(key(n), v.token, model.PluginKVSetOptions{Atomic: true, OldValue: nil, ExpireInSeconds: turn})
	if err != nil {
		return err
	}
	if !ok {
		return errDry
	}
	return nil
}

func (v *Valve) KeepOpen(n int) (bool, error) {
	ok, err := v.api.KVSetWithOptions(key(n), v.token, model.PluginKVSetOptions{Atomic: true, OldValue: v.token, ExpireInSeconds: turn}) // silent: compares
	if err != nil {
		return false, err
	}
	return ok, nil
}

func (v *Valve) Extend(n int) error {
	if err := v.api.KVSetWithExpiry(key(n), v.token, turn); err != nil { // silent: looks like data
		return err
	}
	return nil
}

func (v *Valve) Close(n int) {
	if _, err := v.api.KVCompareAndDelete(key(n), v.token); err != nil { // silent: compares
		v.api.LogError("valve", "err", err)
	}
}

func (v *Valve) Slam(n int) {
	if err := v.api.KVDelete(key(n)); err != nil { // want unconditionalrelease "KVDelete of .*valve_%d.* does not compare the owner"
		v.api.LogError("valve", "err", err)
	}
}

func fresh() []byte {
	b := make([]byte, 16)
	_, _ = rand.Read(b)
	return []byte(hex.EncodeToString(b))
}

// Tank is filled once a day.
type Tank struct{ api plugin.API }

func (t *Tank) Lock(name string) bool {
	ok, err := t.api.KVCompareAndSet("tank_lock_"+name, nil, fresh()) // want leasettl "sets no TTL"
	return err == nil && ok
}

func (t *Tank) Unlock(name string) {
	_ = t.api.KVSet("tank_lock_"+name, nil) // want unconditionalrelease "KVSet of .*tank_lock_.* does not compare the owner"
}

// Level is a number that many nodes count up.
func (t *Tank) Level(name string, old, next []byte) error {
	if _, err := t.api.KVCompareAndSet("level_"+name, old, next); err != nil { // want ignoredrowcount "KVCompareAndSet"
		return err
	}
	return nil
}

func (t *Tank) LevelSeen(name string, old, next []byte) error {
	ok, err := t.api.KVCompareAndSet("level_"+name, old, next)
	if err != nil {
		return err
	}
	if !ok {
		return errDry
	}
	return nil
}

// Forget drops a setting, which nobody ever locked.
func (t *Tank) Forget(name string) {
	_ = t.api.KVDelete("setting_" + name) // silent: no lock
}
