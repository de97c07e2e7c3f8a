package catalog

import "slices"

// etcd is etcd's v3 client and its concurrency package, and what etcd2.go has of the
// v2 API. client.Put is declared
// on KV and client.Grant on Lease, which Client embeds.
var etcd = &Library{
	Name:  "etcd",
	Store: Etcd,
	Paths: []string{
		"go.etcd.io/etcd/client", "go.etcd.io/etcd/clientv3", "github.com/coreos/etcd/clientv3", "github.com/coreos/etcd/client",
		"go.etcd.io/etcd/api", "go.etcd.io/etcd/etcdserver/etcdserverpb", "github.com/coreos/etcd/etcdserver/etcdserverpb",
		"go.etcd.io/etcd/mvcc/mvccpb", "github.com/coreos/etcd/mvcc/mvccpb",
	},
	Check: []string{"go.etcd.io/etcd/client/v3", "go.etcd.io/etcd/api/v3", "go.etcd.io/etcd/client/v2"},
	Rows: slices.Concat([]Row{
		{Role: Write, Call: "Put(ctx, key, value, opts...) reply, error", On: "Client|KV", Strict: true},
		{Role: Delete, Call: "Delete(ctx, key, opts...) reply, error", On: "Client|KV", Strict: true},
		{Role: ReadOwner, Call: "Get(ctx, key, opts...) reply, error", On: "Client|KV", Strict: true},
		{Role: ChainEnd, Call: "Do(ctx, ops) reply, error", On: "KV", Strict: true, Link: "do"},
		{Role: Handle, Call: "NewKV|NewLease(client) client"},
		// The client's own context: it ends when the client is closed, not when a caller has gone.
		{Role: Handle, Call: "Ctx() lctx", On: "Client", Strict: true, Link: "ctx"},

		// A transaction with an empty If always succeeds.
		{Role: ChainLink, Call: "Txn(ctx) self", On: "Client|KV", Strict: true, Link: "txn"},
		{Role: ChainLink, Call: "If(conds...) self", On: "Txn", Strict: true, Link: "if"},
		{Role: ChainLink, Call: "Then(ops...) self", On: "Txn", Strict: true, Link: "then"},
		{Role: ChainLink, Call: "Else(ops...) self", On: "Txn", Strict: true, Link: "else"},
		{Role: ChainEnd, Call: "Commit() reply, error", On: "Txn", Strict: true, Link: "commit", Display: "Txn"},
		{Role: Guard, Call: "Compare(conds, mode, match) guard", Link: "compare"},
		{Role: Guard, Call: "CreateRevision(key) guard", Link: "create"},
		{Role: Guard, Call: "ModRevision(key) guard", Link: "mod"},
		{Role: Guard, Call: "Version(key) guard", Link: "version"},
		{Role: Guard, Call: "Value(key) guard", Link: "value"},
		{Role: Guard, Call: "LeaseValue(key) guard", Link: "lease"},
		{Role: Op, Call: "OpPut(key, value, opts...) op", Link: "put"},
		{Role: Op, Call: "OpDelete(key, opts...) op", Link: "delete"},
		{Role: Op, Call: "OpGet(key, opts...) op", Link: "get"},
		{Role: Op, Call: "OpTxn(conds, ops, _) op", Link: "txn"},

		// Leases. An undrained KeepAlive channel does not stop the renewal, the ctx does.
		{Role: NewLease, Call: "Grant(ctx, ttl_s) session, error", On: "Client|Lease", Strict: true},
		{Role: AutoRenew, Call: "KeepAlive(ctx, session) lost, error", On: "Client|Lease", Strict: true},
		{Role: Renew, Call: "KeepAliveOnce(ctx, session) reply, error", On: "Client|Lease", Strict: true, Compares: true, Raises: true},
		{Role: Release, Call: "Revoke(ctx, session) reply, error", On: "Client|Lease", Strict: true, Compares: true, Raises: true},
		{Role: Option, Call: "WithLease(session) option", Link: "lease"},

		// Sessions live 60 s by default and are renewed under client.Ctx() unless
		// WithContext is given; WithTTL(n ≤ 0) is ignored (session.go).
		{Role: AutoRenew, Call: "NewSession(client, opts...) session, error", Pkg: "concurrency"},
		{Role: Option, Call: "WithTTL(ttl_s) option", Pkg: "concurrency", Link: "ttl"},
		{Role: Option, Call: "WithContext(ctx) option", Pkg: "concurrency", Link: "ctx"},
		{Role: Option, Call: "WithLease(session) option", Pkg: "concurrency", Link: "lease"},
		{Role: Lost, Call: "Done() lost", On: "Session", Pkg: "concurrency", Strict: true},
		{Role: Lost, Call: "Ctx() lctx", On: "Session", Pkg: "concurrency", Strict: true},
		{Role: Release, Call: "Close() error", On: "Session", Pkg: "concurrency", Strict: true, Compares: true, Display: "Session.Close"},
		{Role: Handle, Call: "Lease() session", On: "Session", Pkg: "concurrency", Strict: true},
		{Role: Handle, Call: "Client() client", On: "Session", Pkg: "concurrency", Strict: true},
		// Orphan ends the renewal and leaves the lease to expire.
		{Role: None, Call: "Orphan()", On: "Session", Pkg: "concurrency", Strict: true, Link: "orphan"},

		// The key is prefix/leaseID: two mutexes of one session do not exclude each other.
		{Role: NewLock, Call: "NewMutex|NewElection|NewLocker(session, key) lock", Pkg: "concurrency", Link: "below"},
		{Role: NewLock, Call: "ResumeElection(session, key, _, version) lock", Pkg: "concurrency", Link: "below"},
		{Role: Acquire, Call: "Lock|TryLock(ctx) error", On: "Mutex", Pkg: "concurrency", Strict: true, Raises: true, Display: "Mutex.Lock"},
		{Role: Release, Call: "Unlock(ctx) error", On: "Mutex", Pkg: "concurrency", Strict: true, Compares: true, Raises: true, Display: "Mutex.Unlock"},
		{Role: Guard, Call: "IsOwner() guard", On: "Mutex", Pkg: "concurrency", Strict: true, Link: "owner"},
		{Role: Fence, Call: "Header() version", On: "Mutex|Election", Pkg: "concurrency", Strict: true},
		{Role: Fence, Call: "Rev() version", On: "Election", Pkg: "concurrency", Strict: true},
		{Role: Handle, Call: "Key() _", On: "Mutex|Election", Pkg: "concurrency", Strict: true},
		{Role: Acquire, Call: "Campaign(ctx, token) error", On: "Election", Pkg: "concurrency", Strict: true, Raises: true, Display: "Election.Campaign"},
		{Role: CondWrite, Call: "Proclaim(ctx, value) error", On: "Election", Pkg: "concurrency", Strict: true, Compares: true, Raises: true},
		{Role: Release, Call: "Resign(ctx) error", On: "Election", Pkg: "concurrency", Strict: true, Compares: true, Display: "Election.Resign"},

		// STM retries until it commits; it guards only keys that were read in fn.
		{Role: InTx, Call: "NewSTM(client, fn, opts...) reply, error", Pkg: "concurrency", Link: "stm", Raises: true},
		{Role: InTx, Call: "NewSTMRepeatable|NewSTMSerializable|NewSTMReadCommitted(ctx, client, fn) reply, error", Pkg: "concurrency", Link: "stm", Raises: true},
		{Role: CondWrite, Call: "Put(key, value, opts...)", On: "STM", Pkg: "concurrency", Strict: true, Raises: true},
		{Role: CondWrite, Call: "Del(key)", On: "STM", Pkg: "concurrency", Strict: true, Raises: true},
		{Role: Read, Call: "Get(key...) reply", On: "STM", Pkg: "concurrency", Strict: true},
	}, etcdKeysRows),
	Fields: slices.Concat([]Field{
		{Role: Outcome, On: "TxnResponse", Name: "Succeeded"},
		{Role: NewLease, On: "LeaseGrantResponse", Name: "ID", Param: "session"},
		{Role: Fence, On: "ResponseHeader", Name: "Revision", Pkg: "etcdserverpb|", Param: "version"},
		{Role: Fence, On: "KeyValue", Name: "CreateRevision", Pkg: "mvccpb|", Param: "version"},
		{Role: Fence, On: "KeyValue", Name: "ModRevision", Pkg: "mvccpb|", Param: "version"},
		{Role: Fence, On: "KeyValue", Name: "Version", Pkg: "mvccpb|", Param: "version"},
		{Role: ReadOwner, On: "KeyValue", Name: "Value", Pkg: "mvccpb|", Param: "value"},
	}, etcdKeysFields),
}
