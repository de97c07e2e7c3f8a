package catalog

import "sync"

// acquireNames are the methods of an in-house interface that LookupShape takes for a
// request for a lock, and whether only beside others, as a cache's Add is. Those that
// count for a client's own types in their signature are not among them: whoever
// declares such an interface imports the client.
var acquireNames = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	for _, r := range index().rows {
		if r.Lib == goRedis && r.Role == Acquire && r.On != "" && !r.Strict {
			for _, name := range r.Names {
				names[name] = false
			}
		}
	}
	for name, rows := range shapes() {
		for _, r := range rows {
			if r.Role == Acquire {
				cache, seen := names[name]
				names[name] = r.Link == "cache" && (cache || !seen)
			}
		}
	}
	return names
})

// ShapesLock says whether a method of this name may be a request for a lock of an
// in-house interface.
func ShapesLock(name string) bool {
	cache, ok := acquireNames()[name]
	return ok && !cache
}

// ShapesCache says so of names that everybody has, and that count on the interface of a
// cache only.
func ShapesCache(name string) bool { return acquireNames()[name] }
