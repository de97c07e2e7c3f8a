package lease

import (
	"strings"

	"github.com/leasevet/leasevet/internal/origin"
)

// lockishKey reports whether the text of a key, or the name of the constant,
// field or function it comes from, speaks of a lock.
func lockishKey(k *origin.Value) bool {
	found := false
	origin.Walk(k, func(v *origin.Value) bool {
		switch v.Kind {
		case origin.Const, origin.Field, origin.Param, origin.Global:
			if lockishName(lastPart(v.Text)) {
				found = true
			}
		case origin.Call:
			if lockishName(lastPart(v.Text)) {
				found = true
			}
		}
		return !found
	})
	return found
}

// lastPart drops the package path of a qualified name, which may speak of
// locks for other reasons.
func lastPart(s string) string {
	if i := strings.LastIndexByte(s, '/'); i >= 0 && !strings.ContainsAny(s, " %") && strings.Contains(s[i:], ".") {
		return s[i+1:]
	}
	return s
}

// freshKey reports whether a key is made from a value drawn for this write: a
// random id or a content hash names a record that nobody else writes.
func freshKey(k *origin.Value) bool {
	fresh := false
	origin.Walk(k, func(v *origin.Value) bool {
		if v.Kind == origin.Call && randomSource(v.Text) {
			fresh = true
		}
		return !fresh
	})
	return fresh
}

// randomSource reports whether a function yields a value that no other caller gets.
func randomSource(name string) bool {
	n := strings.ToLower(name)
	for _, w := range []string{"uuid", "xid.", "ksuid", "ulid", "nanoid", "crypto/rand", "math/rand", "snowflake", "sha256", "sha1.", "sha512", "md5", "hash",
		"random", "newtoken", "gentoken", "generatetoken", "genvalue", "objectid", "newid", "rand."} {
		if strings.Contains(n, w) {
			return true
		}
	}
	return false
}
