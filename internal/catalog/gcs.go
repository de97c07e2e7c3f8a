package catalog

// googleStorage is Google's object store. If makes a new handle, and only the last
// If counts: earlier conditions are dropped. A zero GenerationMatch has no effect,
// it does not ask for absence (storage.go, Conditions). Deleting a handle of one
// Generation deletes that version only, which is a comparison. A Writer sends, and
// learns whether its condition held, in Close.
var googleStorage = &Library{
	Name:  "Google Cloud Storage",
	Store: Objects,
	Paths: []string{"cloud.google.com/go/storage"},
	Check: []string{"cloud.google.com/go/storage"},

	OnHandle: true,
	Rows: []Row{
		{Role: ChainLink, Call: "Bucket(name) self", On: "Client", Strict: true, Link: "bucket"},
		{Role: ChainLink, Call: "Object(key) self", On: "BucketHandle", Strict: true, Link: "object"},
		{Role: ChainLink, Call: "UserProject(_) self", On: "BucketHandle", Strict: true, Link: "same"},
		{Role: ChainLink, Call: "Retryer(opts...) self", On: "BucketHandle|ObjectHandle", Strict: true, Link: "same"},
		{Role: ChainLink, Call: "If(conds) self", On: "ObjectHandle", Strict: true, Link: "if"},
		{Role: ChainLink, Call: "Generation(version) self", On: "ObjectHandle", Strict: true, Link: "generation"},
		{Role: ChainLink, Call: "Key(_) self", On: "ObjectHandle", Strict: true, Link: "same"},
		{Role: ChainLink, Call: "ReadCompressed|OverrideUnlockedRetention(_) self", On: "ObjectHandle", Strict: true, Link: "same"},

		{Role: Write, Call: "NewWriter(ctx) batch", On: "ObjectHandle", Strict: true, Link: "writer", Display: "object write"},
		{Role: Result, Call: "Close() error", On: "Writer", Strict: true, Link: "close"},
		{Role: Write, Call: "Update(ctx, value) reply, error", On: "ObjectHandle", Strict: true, Raises: true, Display: "Update of object attributes"},
		{Role: Delete, Call: "Delete(ctx) error", On: "ObjectHandle", Strict: true, Raises: true, Display: "object delete"},
		{Role: ReadOwner, Call: "NewReader(ctx, opts...?) reply, error", On: "ObjectHandle", Strict: true},
		{Role: ReadOwner, Call: "Attrs(ctx) reply, error", On: "ObjectHandle", Strict: true},
		// The receiver of CopierFrom and ComposerFrom is the object that is written.
		{Role: ChainLink, Call: "CopierFrom(_) self", On: "ObjectHandle", Strict: true, Link: "same"},
		{Role: ChainLink, Call: "ComposerFrom(_...) self", On: "ObjectHandle", Strict: true, Link: "same"},
		{Role: Write, Call: "Run(ctx) reply, error", On: "Copier", Strict: true, Raises: true, Display: "object copy"},
		{Role: Write, Call: "Run(ctx) reply, error", On: "Composer", Strict: true, Raises: true, Display: "object compose"},
	},
	Fields: []Field{
		{On: "Conditions", Name: "GenerationMatch", Param: "match", Cond: true},
		{On: "Conditions", Name: "MetagenerationMatch", Param: "match", Cond: true},
		{On: "Conditions", Name: "DoesNotExist", Param: "absent", Cond: true},
		{Role: Fence, On: "ObjectAttrs", Name: "Generation", Param: "version"},
		{Role: Fence, On: "ObjectAttrs", Name: "Metageneration", Param: "version"},
	},
}
