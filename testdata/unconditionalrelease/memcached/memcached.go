// Package memcached locks with Add. The protocol has no compare-and-delete:
// only a compare-and-swap to an item that ends at once gives a lock back.
package memcached

import (
	"crypto/rand"
	"errors"
	"fmt"

	"github.com/bradfitz/gomemcache/memcache"
)

var ErrStocktaking = errors.New("shelf is being counted")

type Shelves struct{ mc *memcache.Client }

func countKey(shelf int) string { return fmt.Sprintf("shelf-%d-count", shelf) }

func (s *Shelves) Begin(shelf int) (string, error) {
	token := rand.Text()
	err := s.mc.Add(&memcache.Item{Key: countKey(shelf), Value: []byte(token), Expiration: 60})
	if errors.Is(err, memcache.ErrNotStored) {
		return "", ErrStocktaking
	}
	return token, err
}

func (s *Shelves) End(shelf int) error {
	err := s.mc.Delete(countKey(shelf)) // want unconditionalrelease "(?i)delete"
	if errors.Is(err, memcache.ErrCacheMiss) {
		return nil
	}
	return err
}

// EndRead looks first, which leaves a gap before the delete.
func (s *Shelves) EndRead(shelf int, token string) error {
	item, err := s.mc.Get(countKey(shelf))
	if err != nil {
		return err
	}
	if string(item.Value) != token {
		return ErrStocktaking
	}
	return s.mc.Delete(countKey(shelf)) // want unconditionalrelease "(?i)delete"
}

func (s *Shelves) Stay(shelf int) error {
	return s.mc.Touch(countKey(shelf), 60) // want unconditionalrelease "(?i)touch"
}

// EndOwn swaps the item that it has just read for one that is gone in a second.
func (s *Shelves) EndOwn(shelf int, token string) error {
	item, err := s.mc.Get(countKey(shelf))
	if err != nil {
		return err
	}
	if string(item.Value) != token {
		return ErrStocktaking
	}
	item.Value, item.Expiration = []byte("ended"), 1
	return s.mc.CompareAndSwap(item) // silent: the server compares the item's CAS id
}

// Repaint drops a cached picture and lengthens another one.
func (s *Shelves) Repaint(shelf int) error {
	if err := s.mc.Delete(fmt.Sprintf("shelf-%d-picture", shelf)); err != nil { // silent: a cache entry
		return err
	}
	return s.mc.Touch("shelf-overview", 300) // silent: a cache entry
}
