// Package family says which library a package path belongs to, by the path alone.
//
// It stands apart from the catalogue, whose tables take longer to build than
// most of what is asked of them: under go vet a process is started for each package of
// the import graph, and nearly all of those import no client at all.
package family

import (
	"slices"
	"strings"
)

// A Place is where a package stands in a library.
type Place struct {
	Family string // the path of the library without the major version, as the catalogue has it
	Sub    string // the package below that
	Major  int    // the major version; 0: the path has none
}

// Find places a package path, which may be one of a vendor directory. It reports
// false for a package of no catalogued library.
func Find(path string) (Place, bool) {
	if i := strings.LastIndex(path, "/vendor/"); i >= 0 {
		path = path[i+len("/vendor/"):]
	}
	path, major := unversioned(strings.TrimPrefix(path, "vendor/"))
	for cut := path; ; {
		if _, ok := slices.BinarySearch(paths, cut); ok {
			return Place{Family: cut, Sub: strings.TrimPrefix(path[len(cut):], "/"), Major: major}, true
		}
		i := strings.LastIndexByte(cut, '/')
		if i < 0 {
			return Place{}, false
		}
		cut = cut[:i]
	}
}

// unversioned takes the major versions out of a path and returns the first one:
// go.mongodb.org/mongo-driver/v2/mongo, gopkg.in/redis.v5.
func unversioned(path string) (string, int) {
	if strings.HasPrefix(path, "gopkg.in/") {
		path = strings.Replace(path, ".v", "/v", 1)
	}
	if !strings.Contains(path, "/v") {
		return path, 0
	}
	major, kept := 0, strings.Split(path, "/")
	kept = slices.DeleteFunc(kept, func(elem string) bool {
		n := majorVersion(elem)
		if major == 0 {
			major = n
		}
		return n > 0
	})
	return strings.Join(kept, "/"), major
}

// majorVersion reads "v9" as 9, anything else as 0.
func majorVersion(s string) int {
	digits, ok := strings.CutPrefix(s, "v")
	if !ok || digits == "" || len(digits) > 3 {
		return 0
	}
	n := 0
	for _, c := range []byte(digits) {
		if c < '0' || c > '9' {
			return 0
		}
		n = 10*n + int(c-'0')
	}
	return n
}
