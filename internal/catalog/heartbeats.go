package catalog

// Lock libraries that renew by themselves, in a goroutine that their acquire starts.
// Of a loss they tell only those who ask: by an option, by a method of the lock, or
// by the context of a callback. The proxy refuses both modules; the rows were read
// from the source.

// dynamoLock is cirello.io/dynamolock over DynamoDB. Its heartbeat runs on
// context.Background() until the client is closed (client.go). Since v5 every call
// takes a ctx first. The record version is random: no fence.
var dynamoLock = &Library{
	Name:  "dynamolock",
	Store: LockLibrary,
	Paths: []string{"cirello.io/dynamolock"},
	Rows: []Row{
		{Role: Acquire, Call: "AcquireLock(ctx?, key, opts...) lock, error", On: "Client", Strict: true, Raises: true, Link: "heartbeats"},
		{Role: Acquire, Call: "AcquireLockWithContext(ctx, key, opts...) lock, error", On: "Client", Strict: true, Raises: true, Link: "heartbeats", Display: "AcquireLock"},
		{Role: Release, Call: "ReleaseLock(ctx?, lock, opts...) ok, error", On: "Client", Strict: true, Compares: true},
		{Role: Release, Call: "ReleaseLockWithContext(ctx, lock, opts...) ok, error", On: "Client", Strict: true, Compares: true, Display: "ReleaseLock"},
		{Role: Release, Call: "Close(ctx?) error", On: "Lock", Strict: true, Compares: true, Display: "Lock.Close"},
		{Role: Renew, Call: "SendHeartbeat(ctx?, lock, opts...) error", On: "Client", Strict: true, Compares: true, Raises: true},
		{Role: Renew, Call: "SendHeartbeatWithContext(ctx, lock, opts...) error", On: "Client", Strict: true, Compares: true, Raises: true, Display: "SendHeartbeat"},
		{Role: Lost, Call: "IsExpired() ok", On: "Lock", Strict: true},
		{Role: Lost, Call: "IsAlmostExpired() ok, error", On: "Lock", Strict: true},
		{Role: Option, Call: "WithSessionMonitor(ttl, fn) option", Link: "monitor"},
		{Role: Option, Call: "WithLeaseDuration(ttl) option", Link: "ttl"},
	},
}

// pgLock is cirello.io/pglock over PostgreSQL. The heartbeat ends with the context
// of the acquire. Do cancels the context of its callback when the lock is lost
// (client.go).
var pgLock = &Library{
	Name:  "pglock",
	Store: LockLibrary,
	Paths: []string{"cirello.io/pglock"},
	Rows: []Row{
		{Role: Acquire, Call: "Acquire(key, opts...) lock, error", On: "Client", Strict: true, Raises: true, Link: "heartbeats"},
		{Role: Acquire, Call: "AcquireContext(ctx, key, opts...) lock, error", On: "Client", Strict: true, Raises: true, Link: "heartbeats", Display: "Acquire"},
		{Role: Release, Call: "Release(lock) error", On: "Client", Strict: true, Compares: true, Raises: true},
		{Role: Release, Call: "ReleaseContext(ctx, lock) error", On: "Client", Strict: true, Compares: true, Raises: true, Display: "Release"},
		{Role: Release, Call: "Close() error", On: "Lock", Strict: true, Compares: true, Raises: true, Display: "Lock.Close"},
		{Role: Renew, Call: "SendHeartbeat(ctx, lock) error", On: "Client", Strict: true, Compares: true, Raises: true},
		{Role: Lost, Call: "IsReleased() ok", On: "Lock", Strict: true},
		{Role: InTx, Call: "Do(ctx, key, fn, opts...) error", On: "Client", Strict: true, Link: "held", Display: "Do"},
		// A sequence that may cycle.
		{Role: Fence, Call: "RecordVersionNumber() version", On: "Lock", Strict: true},
	},
}
