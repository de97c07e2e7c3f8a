package catalog

// mongo is the official driver, v1 and v2. An update that matched nothing is no
// error: its count is. ModifiedCount is 0 where the values were equal, so a fence
// compares MatchedCount. SetUpsert with a version in the filter turns a mismatch
// into an insert or a duplicate key.
var mongo = &Library{
	Name:   "mongo",
	Store:  Mongo,
	Paths:  []string{"go.mongodb.org/mongo-driver"},
	Check:  []string{"go.mongodb.org/mongo-driver", "go.mongodb.org/mongo-driver/v2"},
	Consts: map[string]string{"ErrNoDocuments": "refused"},
	Rows: []Row{
		{Role: DocUpdate, Call: "UpdateOne|UpdateMany(ctx, filter, update, opts...) result, error", On: "Collection", Pkg: "mongo", Strict: true},
		// The filter is the _id's value.
		{Role: DocUpdate, Call: "UpdateByID(ctx, key, update, opts...) result, error", On: "Collection", Pkg: "mongo", Strict: true},
		{Role: DocReplace, Call: "ReplaceOne(ctx, filter, doc, opts...) result, error", On: "Collection", Pkg: "mongo", Strict: true},
		{Role: DocDelete, Call: "DeleteOne|DeleteMany(ctx, filter, opts...) result, error", On: "Collection", Pkg: "mongo", Strict: true},
		{Role: DocInsert, Call: "InsertOne|InsertMany(ctx, doc, opts...) result, error", On: "Collection", Pkg: "mongo", Strict: true, Raises: true},
		{Role: DocFindUpdate, Call: "FindOneAndUpdate(ctx, filter, update, opts...) reply", On: "Collection", Pkg: "mongo", Strict: true},
		{Role: DocFindUpdate, Call: "FindOneAndReplace(ctx, filter, doc, opts...) reply", On: "Collection", Pkg: "mongo", Strict: true, Link: "replace"},
		{Role: DocFindUpdate, Call: "FindOneAndDelete(ctx, filter, opts...) reply", On: "Collection", Pkg: "mongo", Strict: true, Link: "delete"},
		{Role: ReadOwner, Call: "FindOne(ctx, filter, opts...) reply", On: "Collection", Pkg: "mongo", Strict: true},
		{Role: Read, Call: "Find(ctx, filter, opts...) reply, error", On: "Collection", Pkg: "mongo", Strict: true},
		{Role: Handle, Call: "Collection(name, opts...) client", On: "Database", Pkg: "mongo", Strict: true, Link: "collection"},
		{Role: Handle, Call: "Database(name, opts...) client", On: "Client", Pkg: "mongo", Strict: true, Link: "database"},

		{Role: Result, Call: "Err() error", On: "SingleResult", Pkg: "mongo", Strict: true},
		{Role: Result, Call: "Decode(dest) error", On: "SingleResult", Pkg: "mongo", Strict: true},
		{Role: Result, Call: "Raw|DecodeBytes() reply, error", On: "SingleResult", Pkg: "mongo", Strict: true},
		{Role: Result, Call: "IsDuplicateKeyError(reply) ok", Pkg: "mongo", Link: "refused"},

		// Counts of a bulk write are totals.
		{Role: CondWrite, Call: "BulkWrite(ctx, ops, opts...) result, error", On: "Collection|Client", Pkg: "mongo", Strict: true, Link: "bulk"},
		{Role: Op, Call: "NewUpdateOneModel|NewUpdateManyModel|NewClientUpdateOneModel|NewClientUpdateManyModel() op", Pkg: "mongo", Link: "update"},
		{Role: Op, Call: "NewReplaceOneModel|NewClientReplaceOneModel() op", Pkg: "mongo", Link: "replace"},
		{Role: Op, Call: "NewDeleteOneModel|NewDeleteManyModel|NewClientDeleteOneModel|NewClientDeleteManyModel() op", Pkg: "mongo", Link: "delete"},
		{Role: Op, Call: "NewInsertOneModel|NewClientInsertOneModel() op", Pkg: "mongo", Link: "insert"},
		{Role: ChainLink, Call: "SetFilter(filter) self", On: "UpdateOneModel|UpdateManyModel|ReplaceOneModel|DeleteOneModel|DeleteManyModel|ClientUpdateOneModel", Pkg: "mongo", Link: "filter"},
		{Role: ChainLink, Call: "SetUpdate(update) self", On: "UpdateOneModel|UpdateManyModel|ClientUpdateOneModel", Pkg: "mongo", Link: "update"},
		{Role: ChainLink, Call: "SetReplacement(doc) self", On: "ReplaceOneModel|ClientReplaceOneModel", Pkg: "mongo", Link: "replace"},
		{Role: ChainLink, Call: "SetDocument(doc) self", On: "InsertOneModel|ClientInsertOneModel", Pkg: "mongo", Link: "insert"},
		{Role: ChainLink, Call: "SetUpsert(mode) self", On: "UpdateOneModel|UpdateManyModel|ReplaceOneModel|ClientUpdateOneModel", Pkg: "mongo", Link: "upsert"},
		{Role: Option, Call: "SetUpsert(mode) self", On: "UpdateOptions|UpdateOneOptionsBuilder|UpdateManyOptionsBuilder|ReplaceOptions|ReplaceOptionsBuilder|FindOneAndUpdateOptions|FindOneAndUpdateOptionsBuilder|FindOneAndReplaceOptions|FindOneAndReplaceOptionsBuilder", Pkg: "mongo/options", Link: "upsert"},
		{Role: Option, Call: "Update|UpdateOne|UpdateMany|Replace|FindOneAndUpdate|FindOneAndReplace|FindOneAndDelete() self", Pkg: "mongo/options", Link: "options"},

		// Inside fn the outer ctx is not in the transaction.
		{Role: InTx, Call: "WithTransaction(ctx, fn, opts...) reply, error", On: "Session", Pkg: "mongo", Link: "tx"},
		{Role: InTx, Call: "UseSession(ctx, fn) error", On: "Client", Pkg: "mongo", Strict: true, Link: "session"},
		{Role: InTx, Call: "UseSessionWithOptions(ctx, opts, fn) error", On: "Client", Pkg: "mongo", Strict: true, Link: "session"},
		{Role: InTx, Call: "WithSession(ctx, session, fn) error", Pkg: "mongo", Link: "session"},
		{Role: Handle, Call: "StartSession(opts...) session, error", On: "Client", Pkg: "mongo", Strict: true},
		{Role: Begin, Call: "StartTransaction(opts...) error", On: "Session", Pkg: "mongo"},
		{Role: Commit, Call: "CommitTransaction(ctx) error", On: "Session", Pkg: "mongo"},
		{Role: Rollback, Call: "AbortTransaction(ctx) error", On: "Session", Pkg: "mongo"},
		// v1 gives a SessionContext, v2 a plain context.
		{Role: Handle, Call: "NewSessionContext(ctx, session) lctx", Pkg: "mongo", Link: "ctx"},
	},
	Fields: []Field{
		{Role: Outcome, On: "UpdateResult|BulkWriteResult|ClientBulkWriteResult", Name: "MatchedCount", Pkg: "mongo"},
		{Role: Outcome, On: "UpdateResult|BulkWriteResult|ClientBulkWriteResult", Name: "ModifiedCount", Pkg: "mongo"},
		{Role: Outcome, On: "UpdateResult|BulkWriteResult|ClientBulkWriteResult", Name: "UpsertedCount", Pkg: "mongo"},
		{Role: Outcome, On: "UpdateResult", Name: "UpsertedID", Pkg: "mongo"},
		{Role: Outcome, On: "DeleteResult|BulkWriteResult|ClientBulkWriteResult", Name: "DeletedCount", Pkg: "mongo"},
		{Role: Outcome, On: "BulkWriteResult|ClientBulkWriteResult", Name: "InsertedCount", Pkg: "mongo"},
	},
}
