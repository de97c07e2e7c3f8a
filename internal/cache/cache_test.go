package cache

import (
	"bytes"
	"crypto/sha256"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

type value struct{ Text string }

func key(s string) Key { return sha256.Sum256([]byte(s)) }

func TestGetPut(t *testing.T) {
	c := Open(t.TempDir())
	var v value
	if c.Get(key("a"), &v) {
		t.Fatal("an entry in an empty cache")
	}
	if err := c.Put(key("a"), value{"x"}); err != nil {
		t.Fatal(err)
	}
	if !c.Get(key("a"), &v) || v.Text != "x" {
		t.Fatal("not found", v)
	}
	if c.Get(key("b"), &v) {
		t.Fatal("another key's entry")
	}
}

// A file that is not a whole entry of ours is no entry, and is replaced.
func TestDamaged(t *testing.T) {
	c := Open(t.TempDir())
	k := key("a")
	if err := c.Put(k, value{"a text of some length"}); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(c.file(k))
	if err != nil {
		t.Fatal(err)
	}
	damaged := map[string][]byte{
		"empty":   {},
		"foreign": []byte("#!/bin/sh\n"),
		"changed": append(bytes.Clone(whole[:len(whole)-2]), '!', '}'),
	}
	for n := range whole {
		damaged["cut"] = whole[:n]
		for name, data := range damaged {
			if err := os.WriteFile(c.file(k), data, 0o666); err != nil {
				t.Fatal(err)
			}
			if v := new(value); c.Get(k, v) {
				t.Fatalf("%s file of %d bytes taken for an entry: %v", name, len(data), v)
			}
		}
	}
	if err := c.Put(k, value{"new"}); err != nil {
		t.Fatal(err)
	}
	if v := new(value); !c.Get(k, v) || v.Text != "new" {
		t.Fatal("not replaced", v)
	}
}

// Readers see a whole entry or none while others write.
func TestConcurrent(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			c := Open(dir)
			for range 50 {
				if err := c.Put(key("a"), value{"x"}); err != nil {
					t.Error(err)
				}
				var v value
				if !c.Get(key("a"), &v) || v.Text != "x" {
					t.Error("lost", v)
				}
			}
		})
	}
	wg.Wait()
	if left, _ := filepath.Glob(filepath.Join(dir, "*", tempPrefix+"*")); len(left) > 0 {
		t.Error("temporary files left:", left)
	}
}

func TestNoPlace(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []*Cache{nil, Open(file)} {
		c.Put(key("a"), value{"x"})
		c.Trim()
		if v := new(value); c.Get(key("a"), v) {
			t.Error("an entry from nowhere")
		}
	}
}

func TestTrim(t *testing.T) {
	c := Open(t.TempDir())
	now := time.Now()
	put := func(name string, age time.Duration) {
		t.Helper()
		if err := c.Put(key(name), value{name}); err != nil {
			t.Fatal(err)
		}
		used := now.Add(-age)
		if err := os.Chtimes(c.file(key(name)), used, used); err != nil {
			t.Fatal(err)
		}
	}
	has := func(name string) bool {
		_, err := os.Stat(c.file(key(name)))
		return err == nil
	}
	put("old", maxAge+time.Hour)
	put("b", 3*time.Hour)
	put("c", 2*time.Hour)
	put("d", 0)
	leftover := filepath.Join(filepath.Dir(c.file(key("d"))), tempPrefix+"1")
	if err := os.WriteFile(leftover, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	os.Chtimes(leftover, now.Add(-2*time.Hour), now.Add(-2*time.Hour))

	c.trim(now, maxBytes)
	if has("old") || !has("b") || !has("c") || !has("d") {
		t.Fatal("trim by age")
	}
	if _, err := os.Stat(leftover); err == nil {
		t.Fatal("what an interrupted run left is still there")
	}
	// Use makes an entry young again.
	if v := new(value); !c.Get(key("b"), v) {
		t.Fatal("b is gone")
	}
	info, err := os.Stat(c.file(key("b")))
	if err != nil {
		t.Fatal(err)
	}
	c.trim(now, 2*info.Size())
	if !has("b") || has("c") || !has("d") {
		t.Fatal("trim by size")
	}
}
