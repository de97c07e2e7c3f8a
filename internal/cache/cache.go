// Package cache keeps results between runs, by the content of what they were
// computed from. A cache can only save work: whatever goes wrong with it, a
// result is computed anew.
package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"time"
)

// A Key is the hash of everything that a result depends on.
type Key [sha256.Size]byte

// String is the key in hexadecimal.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// A Cache is a directory of entries. Any number of processes may share it:
// an entry appears complete or not at all. A nil Cache holds nothing.
type Cache struct{ dir string }

// Open opens the cache in dir, or in the user's cache directory if dir is "".
// It returns nil if there is no such place.
func Open(dir string) *Cache {
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return nil
		}
		dir = filepath.Join(user, "leasevet")
	}
	return &Cache{dir}
}

// magic begins every entry. It changes with the form of what is stored.
const magic = "leasevet cache 1\n"

// freshness is how exact the time of last use is. Writing it at each use would
// cost a system call that changes the disk for every package.
const freshness = time.Hour

func (c *Cache) file(key Key) string {
	name := key.String()
	return filepath.Join(c.dir, name[:2], name)
}

// Get reads the entry of key into value and says whether there is one. A file
// that is cut short, damaged or not ours is no entry.
func (c *Cache) Get(key Key, value any) bool {
	if c == nil {
		return false
	}
	name := c.file(key)
	data, err := os.ReadFile(name)
	if err != nil {
		return false
	}
	data, ours := bytes.CutPrefix(data, []byte(magic))
	if !ours || len(data) < sha256.Size {
		return false
	}
	sum, body := data[:sha256.Size], data[sha256.Size:]
	if got := sha256.Sum256(body); !bytes.Equal(sum, got[:]) || json.Unmarshal(body, value) != nil {
		return false
	}
	if info, err := os.Stat(name); err == nil && time.Since(info.ModTime()) > freshness {
		now := time.Now()
		os.Chtimes(name, now, now)
	}
	return true
}

// Put stores value under key. It is written to a file of its own and renamed,
// so that no reader, and no run that is interrupted, leaves half an entry.
func (c *Cache) Put(key Key, value any) error {
	if c == nil {
		return nil
	}
	body, err := json.Marshal(value)
	if err != nil {
		return err
	}
	name := c.file(key)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), tempPrefix)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(body)
	_, err = f.Write(bytes.Join([][]byte{[]byte(magic), sum[:], body}, nil))
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

const tempPrefix = "tmp-"
