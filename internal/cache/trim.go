package cache

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Limits of what the cache keeps.
const (
	maxAge   = 10 * 24 * time.Hour // since last use
	maxBytes = 256 << 20
	trimEach = 24 * time.Hour
)

// Trim removes what was not used for long and, above the size limit, what was
// used longest ago. It does so once a day; the other calls cost one stat.
func (c *Cache) Trim() {
	if c == nil {
		return
	}
	mark := filepath.Join(c.dir, "trimmed")
	if info, err := os.Stat(mark); err == nil && time.Since(info.ModTime()) < trimEach {
		return
	}
	if os.WriteFile(mark, nil, 0o666) != nil {
		return // no cache directory, or not ours to write
	}
	now := time.Now()
	os.Chtimes(mark, now, now)
	c.trim(now, maxBytes)
}

type entry struct {
	name string
	size int64
	used time.Time
}

func (c *Cache) trim(now time.Time, limit int64) {
	files, err := filepath.Glob(filepath.Join(c.dir, "[0-9a-f][0-9a-f]", "*"))
	if err != nil {
		return
	}
	var kept []entry
	var total int64
	for _, name := range files {
		info, err := os.Stat(name)
		if err != nil {
			continue
		}
		age := now.Sub(info.ModTime())
		leftover := strings.HasPrefix(filepath.Base(name), tempPrefix) && age > freshness
		if age > maxAge || leftover {
			os.Remove(name)
			continue
		}
		kept = append(kept, entry{name, info.Size(), info.ModTime()})
		total += info.Size()
	}
	slices.SortFunc(kept, func(a, b entry) int {
		return cmp.Or(a.used.Compare(b.used), strings.Compare(a.name, b.name))
	})
	for _, e := range kept {
		if total <= limit {
			break
		}
		os.Remove(e.name)
		total -= e.size
	}
}
