package catalog

// natsKV is the key-value store of NATS JetStream: package jetstream, and the
// older package nats, which has no ctx. Create's record ends only with KeyTTL or
// a TTL of the bucket. Revisions are ordered: a fence.
var natsKV = &Library{
	Name:   "NATS KV",
	Store:  NATS,
	Paths:  []string{"github.com/nats-io/nats.go"},
	Check:  []string{"github.com/nats-io/nats.go"},
	Consts: map[string]string{"ErrKeyExists": "refused", "ErrKeyRevisionMismatch": "refused"},
	Rows: []Row{
		{Role: Acquire, Call: "Create(ctx?, key, token, opts...?) version, error", On: "KeyValue", Pkg: "jetstream|", Strict: true, Cond: "NX", Raises: true, Display: "KV.Create"},
		{Role: CondWrite, Call: "Update(ctx?, key, value, version) version, error", On: "KeyValue", Pkg: "jetstream|", Strict: true, Compares: true, Raises: true, Display: "KV.Update"},
		{Role: Write, Call: "Put|PutString(ctx?, key, value) version, error", On: "KeyValue", Pkg: "jetstream|", Strict: true, Display: "KV.Put"},
		// With the option LastRevision, and only then, the revision is compared.
		{Role: Delete, Call: "Delete|Purge(ctx?, key, opts...) error", On: "KeyValue", Pkg: "jetstream|", Strict: true, Raises: true, Display: "KV.Delete"},
		{Role: ReadOwner, Call: "Get(ctx?, key) reply, error", On: "KeyValue", Pkg: "jetstream|", Strict: true, Display: "KV.Get"},
		{Role: Option, Call: "LastRevision(version) option", Pkg: "jetstream|", Link: "version"},
		{Role: Option, Call: "KeyTTL|PurgeTTL(ttl) option", Pkg: "jetstream", Link: "ttl"},
		{Role: Option, Call: "ExpectLastSequence|ExpectLastSequencePerSubject(version) option", Link: "version"},
		{Role: ReadOwner, Call: "Value() owner", On: "KeyValueEntry", Pkg: "jetstream|", Strict: true},
		{Role: Fence, Call: "Revision() version", On: "KeyValueEntry", Pkg: "jetstream|", Strict: true},
	},
	Fields: []Field{{On: "KeyValueConfig", Name: "TTL", Pkg: "jetstream|", Param: "ttl"}},
}
