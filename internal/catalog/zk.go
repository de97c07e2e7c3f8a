package catalog

// zooKeeper is the ZooKeeper client. A lock's node is sequential and its own, so
// Unlock is safe without a comparison. There is no ctx and no lost signal but the
// session's event channel. Version -1 writes without a condition.
var zooKeeper = &Library{
	Name:  "ZooKeeper",
	Store: ZooKeeper,
	Paths: []string{"github.com/go-zookeeper/zk", "github.com/samuel/go-zookeeper/zk"},
	Check: []string{"github.com/go-zookeeper/zk", "github.com/samuel/go-zookeeper/zk"},
	Consts: map[string]string{
		"ErrBadVersion": "refused", "ErrNodeExists": "refused", "FlagPersistent": "no ttl", "FlagSequence": "no ttl", "FlagEphemeral": "ttl",
	},
	Rows: []Row{
		{Role: NewLock, Call: "NewLock(client, key, _) lock", Link: "below"},
		{Role: Acquire, Call: "Lock() error", On: "Lock", Strict: true, Raises: true, Detached: true, Display: "Lock.Lock"},
		{Role: Acquire, Call: "LockWithData(token) error", On: "Lock", Strict: true, Raises: true, Detached: true, Display: "Lock.Lock"},
		{Role: Release, Call: "Unlock() error", On: "Lock", Strict: true, Compares: true, Raises: true, Detached: true, Display: "Lock.Unlock"},
		// An ephemeral node is a lock record, a persistent one never ends.
		{Role: Insert, Call: "Create|CreateContainer(key, token, mode, _) _, error", On: "Conn", Strict: true, Raises: true, Link: "node"},
		{Role: Insert, Call: "CreateTTL(key, token, mode, _, ttl) _, error", On: "Conn", Strict: true, Raises: true},
		{Role: Insert, Call: "CreateProtectedEphemeralSequential(key, token, _) _, error", On: "Conn", Strict: true, Raises: true},
		{Role: CondWrite, Call: "Set(key, value, version) _, error", On: "Conn", Strict: true, Raises: true, Link: "version"},
		{Role: Delete, Call: "Delete(key, version) error", On: "Conn", Strict: true, Raises: true, Link: "version"},
		{Role: ReadOwner, Call: "Get(key) owner, version, error", On: "Conn", Strict: true},
		{Role: ReadOwner, Call: "GetW(key) owner, version, lost, error", On: "Conn", Strict: true},
		{Role: Lost, Call: "ExistsW(key) ok, version, lost, error", On: "Conn", Strict: true},
		{Role: CondWrite, Call: "Multi(ops...) reply, error", On: "Conn", Strict: true, Raises: true},
	},
	Fields: []Field{
		{Role: Fence, On: "Stat", Name: "Version", Param: "version"},
		{Role: Fence, On: "Stat", Name: "Czxid", Param: "version"},
		{Role: Fence, On: "Stat", Name: "Mzxid", Param: "version"},
		{On: "CheckVersionRequest|SetDataRequest|DeleteRequest", Name: "Version", Param: "version", Cond: true},
	},
}
