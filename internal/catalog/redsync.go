package catalog

// redsync is go-redsync. Its mutexes compare the value in Lua on every node.
// Without …Context the call works under context.Background() (mutex.go). There
// is no renewal unless the program calls Extend. Value is random: no fence.
var redsync = &Library{
	Name:  "redsync",
	Store: LockLibrary,
	Paths: []string{"github.com/go-redsync/redsync", "gopkg.in/redsync", "github.com/hjr265/redsync.go/redsync"},
	Check: []string{"github.com/go-redsync/redsync/v4"},
	Rows: []Row{
		{Role: Handle, Call: "New(client...) client", Since: 2},
		{Role: Handle, Call: "New(client) client", Until: 1},
		{Role: NewLock, Call: "NewMutex(key, opts...) lock", On: "Redsync"},
		{Role: Acquire, Call: "Lock|TryLock() error", On: "Mutex", Detached: true, Raises: true, Display: "Mutex.Lock"},
		{Role: Acquire, Call: "LockContext|TryLockContext(ctx) error", On: "Mutex", Raises: true, Display: "Mutex.Lock"},
		// False with a nil error is possible in v1 (the script returned 0).
		{Role: Release, Call: "Unlock() ok, error?", On: "Mutex", Compares: true, Detached: true, Display: "Mutex.Unlock"},
		{Role: Release, Call: "UnlockContext(ctx) ok, error", On: "Mutex", Compares: true, Display: "Mutex.Unlock"},
		{Role: Renew, Call: "Extend() ok, error?", On: "Mutex", Compares: true, Detached: true, Display: "Mutex.Extend"},
		{Role: Renew, Call: "ExtendContext(ctx) ok, error", On: "Mutex", Compares: true, Display: "Mutex.Extend"},
		{Role: ReadOwner, Call: "Value() owner", On: "Mutex"},
		{Role: Read, Call: "Valid() ok, error", On: "Mutex", Detached: true},
		{Role: Read, Call: "ValidContext(ctx) ok, error", On: "Mutex"},
		{Role: Read, Call: "Until() _", On: "Mutex"},
		{Role: Read, Call: "Name() _", On: "Mutex"},

		// Options. WithExpiry's default is 8 s (redsync.go).
		{Role: Option, Call: "WithExpiry(ttl) option", Link: "ttl"},
		{Role: Option, Call: "WithValue(token) option", Link: "token"},
		{Role: Option, Call: "WithGenValueFunc(fn) option", Link: "tokenfunc"},
		{Role: Option, Call: "WithTries(_) option", Link: "tries"},
		// The names of v1.
		{Role: Option, Call: "SetExpiry(ttl) option", Link: "ttl", Until: 1},
		{Role: Option, Call: "SetTries(_) option", Link: "tries", Until: 1},
		{Role: Option, Call: "SetGenValueFunc(fn) option", Link: "tokenfunc", Until: 1},
		// WithSetNXOnExtend lets Extend create a lost lock again.
		{Role: Option, Call: "WithSetNXOnExtend() option", Link: "recreate"},
	},
}
