package catalog

// qmgo is qiniu/qmgo, over the official MongoDB driver. Updates, replacements and
// removals of one document answer ErrNoSuchDocuments when none matched
// (collection.go); those of several give the driver's counts. The module proxy does
// not serve the module: the rows are checked against a stub in testdata/stubs, whose
// signatures were compared with the source at 012b29d by hand.
var qmgo = &Library{
	Name:   "qmgo",
	Store:  Mongo,
	Paths:  []string{"github.com/qiniu/qmgo"},
	Check:  []string{"github.com/qiniu/qmgo"},
	Consts: map[string]string{"ErrNoSuchDocuments": "refused"},
	Rows: []Row{
		{Role: DocUpdate, Call: "UpdateOne(ctx, filter, update, opts...) error", On: "Collection", Strict: true, Raises: true},
		{Role: DocUpdate, Call: "UpdateId(ctx, key, update, opts...) error", On: "Collection", Strict: true, Raises: true},
		{Role: DocUpdate, Call: "UpdateAll(ctx, filter, update, opts...) result, error", On: "Collection", Strict: true},
		{Role: DocReplace, Call: "ReplaceOne(ctx, filter, doc, opts...) error", On: "Collection", Strict: true, Raises: true},
		{Role: DocReplace, Call: "Upsert(ctx, filter, doc, opts...) result, error", On: "Collection", Strict: true, Link: "upsert"},
		{Role: DocReplace, Call: "UpsertId(ctx, key, doc, opts...) result, error", On: "Collection", Strict: true, Link: "upsert"},
		{Role: DocDelete, Call: "Remove(ctx, filter, opts...) error", On: "Collection", Strict: true, Raises: true},
		{Role: DocDelete, Call: "RemoveId(ctx, key, opts...) error", On: "Collection", Strict: true, Raises: true},
		{Role: DocDelete, Call: "RemoveAll(ctx, filter, opts...) result, error", On: "Collection", Strict: true},
		{Role: DocInsert, Call: "InsertOne|InsertMany(ctx, doc, opts...) result, error", On: "Collection", Strict: true, Raises: true},
		{Role: ChainLink, Call: "Find(ctx, filter, opts...) self", On: "Collection", Strict: true, Link: "filter"},
		{Role: ReadOwner, Call: "One(dest) error", On: "QueryI", Strict: true},
		{Role: DocFindUpdate, Call: "Apply(Change{Update: update}, dest) error", On: "QueryI", Strict: true, Raises: true},
		{Role: Handle, Call: "Collection(name, opts...?) client", On: "Database", Strict: true, Link: "collection"},
	},
	Fields: []Field{
		{Role: Outcome, On: "UpdateResult", Name: "MatchedCount"},
		{Role: Outcome, On: "UpdateResult", Name: "ModifiedCount"},
		{Role: Outcome, On: "UpdateResult", Name: "UpsertedCount"},
		{Role: Outcome, On: "DeleteResult", Name: "DeletedCount"},
	},
}
