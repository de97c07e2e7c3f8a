package catalog

// consul is Consul's API client. A lock has no ctx: stop only ends the waiting.
// Lock answers (nil, nil) when it did not acquire (lock.go). Unlock ignores the
// bool of KV.Release, so its nil error does not prove that the lock was still held.
var consul = &Library{
	Name:  "Consul",
	Store: Consul,
	Paths: []string{"github.com/hashicorp/consul/api"},
	Check: []string{"github.com/hashicorp/consul/api"},
	Rows: []Row{
		{Role: Handle, Call: "KV|Session|Txn() client", On: "Client", Strict: true},

		// SessionTTL is 15 s by default.
		{Role: NewLock, Call: "LockKey(key) lock, error", On: "Client"},
		{Role: NewLock, Call: "LockOpts(*LockOptions{Key: key, Value: token, Session: session, SessionTTL: ttl_text}) lock, error", On: "Client"},
		{Role: Acquire, Call: "Lock(stop) lost, error", On: "Lock", Strict: true, Display: "Lock.Lock"},
		{Role: Release, Call: "Unlock() error", On: "Lock", Strict: true, Compares: true, Detached: true, Display: "Lock.Unlock"},
		{Role: None, Call: "Destroy() error", On: "Lock|Semaphore", Strict: true},
		{Role: NewLock, Call: "SemaphorePrefix(key, _) lock, error", On: "Client", Link: "semaphore"},
		{Role: NewLock, Call: "SemaphoreOpts(*SemaphoreOptions{Prefix: key, Value: token, Session: session, SessionTTL: ttl_text}) lock, error", On: "Client", Link: "semaphore"},
		{Role: Acquire, Call: "Acquire(stop) lost, error", On: "Semaphore", Strict: true, Display: "Semaphore.Acquire"},
		{Role: Release, Call: "Release() error", On: "Semaphore", Strict: true, Compares: true, Detached: true, Display: "Semaphore.Release"},

		// A session without a TTL and checks never ends.
		{Role: Acquire, Call: "Acquire(*KVPair{Key: key, Value: value, Session: token}, opts) ok, _, error", On: "KV", Strict: true, Cond: "NX", Display: "KV.Acquire"},
		{Role: Release, Call: "Release(*KVPair{Key: key, Value: value, Session: token}, opts) ok, _, error", On: "KV", Strict: true, Compares: true, Display: "KV.Release"},
		{Role: CondWrite, Call: "CAS(*KVPair{Key: key, Value: value, ModifyIndex: version}, opts) ok, _, error", On: "KV", Strict: true, Compares: true, Display: "KV.CAS"},
		{Role: Release, Call: "DeleteCAS(*KVPair{Key: key, ModifyIndex: version}, opts) ok, _, error", On: "KV", Strict: true, Compares: true, Display: "KV.DeleteCAS"},
		// Put on a locked key takes no notice of its holder.
		{Role: Write, Call: "Put(*KVPair{Key: key, Value: value}, opts) _, error", On: "KV", Strict: true, Display: "KV.Put"},
		{Role: Delete, Call: "Delete|DeleteTree(key, opts) _, error", On: "KV", Strict: true, Display: "KV.Delete"},
		{Role: ReadOwner, Call: "Get(key, opts) reply, _, error", On: "KV", Strict: true, Display: "KV.Get"},
		{Role: CondWrite, Call: "Txn(ops, opts) ok, reply, _, error", On: "KV|Txn", Strict: true, Display: "Txn"},
		{Role: Option, Call: "WithContext(ctx) option", On: "WriteOptions|QueryOptions", Link: "ctx"},

		// A TTL check keeps the agent's own service listed.
		{Role: Handle, Call: "Agent() client", On: "Client", Strict: true},
		{Role: Renew, Call: "PassTTL|WarnTTL(session, _) error", On: "Agent", Strict: true, Compares: true, Raises: true, Link: "registration", Display: "Agent.PassTTL"},
		{Role: Renew, Call: "UpdateTTL(session, _, _) error", On: "Agent", Strict: true, Compares: true, Raises: true, Link: "registration", Display: "Agent.UpdateTTL"},
		{Role: Renew, Call: "UpdateTTLOpts(session, _, _, opts) error", On: "Agent", Strict: true, Compares: true, Raises: true, Link: "registration", Display: "Agent.UpdateTTL"},

		{Role: NewLease, Call: "Create|CreateNoChecks(*SessionEntry{Name: name, TTL: ttl_text, Behavior: mode}, opts) session, _, error", On: "Session", Strict: true, Display: "Session.Create"},
		// A nil entry with a nil error: the session is gone.
		{Role: Renew, Call: "Renew(session, opts) lost, _, error", On: "Session", Strict: true, Compares: true, Display: "Session.Renew"},
		// The returned error is the only lost signal; closing stop destroys the session.
		{Role: AutoRenew, Call: "RenewPeriodic(ttl_text, session, opts, stop) error", On: "Session", Strict: true, Display: "Session.RenewPeriodic"},
		{Role: Release, Call: "Destroy(session, opts) _, error", On: "Session", Strict: true, Compares: true, Display: "Session.Destroy"},
	},
	Fields: []Field{
		{Role: Fence, On: "KVPair", Name: "LockIndex", Param: "version"},
		{Role: Fence, On: "KVPair", Name: "ModifyIndex", Param: "version", Cond: true},
		{Role: ReadOwner, On: "KVPair", Name: "Session", Param: "token"},
		{Role: ReadOwner, On: "KVPair", Name: "Value", Param: "value"},
		{Role: None, On: "KVTxnOp", Name: "Verb", Param: "mode"},
		{Role: None, On: "KVTxnOp", Name: "Key", Param: "key"},
		{Role: None, On: "KVTxnOp", Name: "Index", Param: "version", Cond: true},
		{Role: None, On: "KVTxnOp", Name: "Session", Param: "token"},
	},
	// The verbs of a transaction that compare or lock.
	Consts: map[string]string{
		"KVCAS": "cas", "KVDeleteCAS": "cas", "KVCheckIndex": "cas", "KVCheckSession": "cas", "KVCheckNotExists": "nx",
		"KVLock": "acquire", "KVUnlock": "release", "KVSet": "write", "KVDelete": "delete", "KVDeleteTree": "delete",
	},
}
