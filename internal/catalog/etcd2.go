package catalog

// etcdKeysRows are the calls of etcd's v2 API in its newer client: package client of
// etcd, whose path differs from that of v3 in the major version only. A zero
// PrevIndex and an empty PrevValue are no condition (keys.go, SetOptions); Create and
// Update are Set with PrevExist, and have no TTL to give. A refused request is an error.
var etcdKeysRows = []Row{
	{Role: Acquire, Call: "Create(ctx, key, token) reply, error", On: "KeysAPI|httpKeysAPI", Strict: true, Cond: "NX", Raises: true, Display: "Create"},
	{Role: Write, Call: "Set(ctx, key, value, *SetOptions{PrevValue: match, PrevIndex: version, TTL: ttl}) reply, error", On: "KeysAPI|httpKeysAPI", Strict: true, Link: "conditions", Raises: true, Display: "Set"},
	{Role: Write, Call: "Update(ctx, key, value) reply, error", On: "KeysAPI|httpKeysAPI", Strict: true, Cond: "XX", Display: "Update"},
	{Role: Delete, Call: "Delete(ctx, key, *DeleteOptions{PrevValue: match, PrevIndex: version}) reply, error", On: "KeysAPI|httpKeysAPI", Strict: true, Link: "conditions", Raises: true, Display: "Delete"},
	{Role: ReadOwner, Call: "Get(ctx, key, opts) reply, error", On: "KeysAPI|httpKeysAPI", Strict: true},
}

var etcdKeysFields = []Field{
	{On: "SetOptions|DeleteOptions", Name: "PrevValue", Param: "match", Cond: true},
	{On: "SetOptions|DeleteOptions", Name: "PrevIndex", Param: "match", Cond: true},
	{On: "SetOptions", Name: "PrevExist", Param: "exists", Cond: true},
	{Role: Fence, On: "Node", Name: "ModifiedIndex", Param: "version"},
	{Role: Fence, On: "Node", Name: "CreatedIndex", Param: "version"},
	{Role: ReadOwner, On: "Node", Name: "Value", Param: "value"},
}

// goEtcd is the first client of that API. TTLs are in seconds, 0 never ends.
// CompareAndSwap and CompareAndDelete refuse to run without a value or an index to
// compare (compare_and_swap.go).
var goEtcd = &Library{
	Name:  "go-etcd",
	Store: Etcd,
	Paths: []string{"github.com/coreos/go-etcd/etcd"},
	Check: []string{"github.com/coreos/go-etcd/etcd"},
	Rows: []Row{
		{Role: Acquire, Call: "Create|RawCreate(key, token, ttl_s) reply, error", On: "Client", Strict: true, Cond: "NX", Raises: true, Detached: true, Display: "Create"},
		{Role: Write, Call: "Set|RawSet(key, value, ttl_s) reply, error", On: "Client", Strict: true, Detached: true, Display: "Set"},
		{Role: Write, Call: "Update|RawUpdate(key, value, ttl_s) reply, error", On: "Client", Strict: true, Cond: "XX", Detached: true, Display: "Update"},
		{Role: CondWrite, Call: "CompareAndSwap|RawCompareAndSwap(key, value, ttl_s, match, version) reply, error", On: "Client", Strict: true, Compares: true, Raises: true, Detached: true, Display: "CompareAndSwap"},
		{Role: Release, Call: "CompareAndDelete|RawCompareAndDelete(key, match, version) reply, error", On: "Client", Strict: true, Compares: true, Raises: true, Detached: true, Display: "CompareAndDelete"},
		{Role: Delete, Call: "Delete(key, _) reply, error", On: "Client", Strict: true, Detached: true, Display: "Delete"},
		{Role: Delete, Call: "RawDelete(key, _, _) reply, error", On: "Client", Strict: true, Detached: true, Display: "Delete"},
		{Role: Insert, Call: "CreateInOrder|AddChild(key, value, ttl_s) reply, error", On: "Client", Strict: true, Detached: true},
		{Role: ReadOwner, Call: "Get(key, _, _) reply, error", On: "Client", Strict: true, Detached: true},
	},
	Fields: []Field{
		{Role: Fence, On: "Node", Name: "ModifiedIndex", Param: "version"},
		{Role: Fence, On: "Node", Name: "CreatedIndex", Param: "version"},
		{Role: ReadOwner, On: "Node", Name: "Value", Param: "value"},
	},
}
