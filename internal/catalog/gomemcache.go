package catalog

// gomemcache is bradfitz/gomemcache. Nothing takes a context. The protocol has no
// compare-and-delete, so no Delete of a lock is safe; CompareAndSwap to a short
// expiry is. Item.Expiration is in seconds, 0 never ends, more than 30 days is a
// Unix time.
var gomemcache = &Library{
	Name:   "gomemcache",
	Store:  Memcached,
	Paths:  []string{"github.com/bradfitz/gomemcache/memcache"},
	Check:  []string{"github.com/bradfitz/gomemcache/memcache"},
	Consts: map[string]string{"ErrNotStored": "refused", "ErrCASConflict": "refused", "ErrCacheMiss": "refused"},
	Rows: []Row{
		{Role: Acquire, Call: "Add(*Item{Key: key, Value: token, Expiration: ttl_s}) error", On: "Client", Strict: true, Cond: "NX", Raises: true, Detached: true},
		{Role: Write, Call: "Set|Append|Prepend(*Item{Key: key, Value: value, Expiration: ttl_s}) error", On: "Client", Strict: true, Detached: true},
		{Role: Write, Call: "Replace(*Item{Key: key, Value: value, Expiration: ttl_s}) error", On: "Client", Strict: true, Cond: "XX", Detached: true},
		{Role: CondWrite, Call: "CompareAndSwap(*Item{Key: key, Value: value, Expiration: ttl_s, CasID: version}) error", On: "Client", Strict: true, Compares: true, Raises: true, Detached: true},
		{Role: Delete, Call: "Delete(key) error", On: "Client", Strict: true, Detached: true},
		{Role: Expire, Call: "Touch(key, ttl_s) error", On: "Client", Strict: true, Detached: true},
		{Role: Expire, Call: "GetAndTouch(key, ttl_s) reply, error", On: "Client", Strict: true, Detached: true},
		{Role: ReadOwner, Call: "Get(key) owner, error", On: "Client", Strict: true, Detached: true},
		// A counter can be evicted: a poor fence.
		{Role: Counter, Call: "Increment|Decrement(key, value) count, error", On: "Client", Strict: true, Detached: true},
	},
	Fields: []Field{
		{Role: ReadOwner, On: "Item", Name: "Value", Param: "token"},
		{Role: Fence, On: "Item", Name: "CasID", Param: "version"},
	},
}
