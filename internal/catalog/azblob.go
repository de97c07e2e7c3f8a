package catalog

// azureBlob is Azure's blob storage with its lease client. The storage compares
// the lease id in each request. A lease lasts 15 to 60 s, or for ever with -1. A
// write that gives the lease's id among its access conditions is refused when the
// lease has passed to another: the id is the fence. BreakLease ends whatever lease
// there is. StageBlock changes nothing until CommitBlockList.
var azureBlob = &Library{
	Name:  "azblob",
	Store: Objects,
	Paths: []string{"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"},
	Check: []string{"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"},
	Rows: []Row{
		{Role: Acquire, Call: "AcquireLease(ctx, ttl_s, opts) reply, error", On: "BlobClient|ContainerClient", Pkg: "lease", Strict: true, Raises: true},
		{Role: Renew, Call: "RenewLease(ctx, opts) reply, error", On: "BlobClient|ContainerClient", Pkg: "lease", Strict: true, Compares: true, Raises: true},
		{Role: Release, Call: "ReleaseLease(ctx, opts) reply, error", On: "BlobClient|ContainerClient", Pkg: "lease", Strict: true, Compares: true, Raises: true},
		{Role: Release, Call: "BreakLease(ctx, opts) reply, error", On: "BlobClient|ContainerClient", Pkg: "lease", Strict: true, Raises: true},

		{Role: Write, Call: "Upload(ctx, _, *UploadOptions{AccessConditions: conds}) reply, error", On: "Client", Pkg: "blockblob", Strict: true, Raises: true},
		{Role: Write, Call: "UploadBuffer|UploadFile(ctx, _, *uploadFromReaderOptions{AccessConditions: conds}) reply, error", On: "Client", Pkg: "blockblob", Strict: true, Raises: true},
		{Role: Write, Call: "UploadStream(ctx, _, *UploadStreamOptions{AccessConditions: conds}) reply, error", On: "Client", Pkg: "blockblob", Strict: true, Raises: true},
		{Role: Write, Call: "CommitBlockList(ctx, _, *CommitBlockListOptions{AccessConditions: conds}) reply, error", On: "Client", Pkg: "blockblob", Strict: true, Raises: true},
		{Role: Write, Call: "UploadBuffer|UploadFile(ctx, name, key, _, *uploadFromReaderOptions{AccessConditions: conds}) reply, error", On: "Client", Strict: true, Raises: true},
		{Role: Write, Call: "UploadStream(ctx, name, key, _, *UploadStreamOptions{AccessConditions: conds}) reply, error", On: "Client", Strict: true, Raises: true},
		{Role: Delete, Call: "Delete(ctx, *DeleteOptions{AccessConditions: conds}) reply, error", On: "Client", Pkg: "blob|blockblob|appendblob|pageblob", Strict: true, Raises: true, Display: "blob Delete"},
		{Role: Delete, Call: "DeleteBlob(ctx, name, key, *DeleteOptions{AccessConditions: conds}) reply, error", On: "Client", Strict: true, Raises: true},
		// The blob's name is in the client, or in the one that it was made from.
		{Role: ChainLink, Call: "NewContainerClient(name) self", On: "Client", Pkg: "service", Strict: true, Link: "bucket"},
		{Role: ChainLink, Call: "NewBlobClient|NewBlockBlobClient|NewAppendBlobClient|NewPageBlobClient(key) self", On: "Client", Pkg: "container", Strict: true, Link: "object"},
	},
	Fields: []Field{
		{On: "LeaseAccessConditions", Pkg: "blob|internal/generated", Name: "LeaseID", Param: "match", Cond: true},
		{On: "ModifiedAccessConditions", Pkg: "blob|internal/generated", Name: "IfMatch", Param: "match", Cond: true},
		{On: "ModifiedAccessConditions", Pkg: "blob|internal/generated", Name: "IfUnmodifiedSince", Param: "match", Cond: true},
		{On: "ModifiedAccessConditions", Pkg: "blob|internal/generated", Name: "IfTags", Param: "match", Cond: true},
		{On: "ModifiedAccessConditions", Pkg: "blob|internal/generated", Name: "IfNoneMatch", Param: "absent", Cond: true},
	},
}

// azureBlobURL is its predecessor, which takes the lease id in each call.
var azureBlobURL = &Library{
	Name:  "azblob",
	Store: Objects,
	Paths: []string{"github.com/Azure/azure-storage-blob-go/azblob"},
	Check: []string{"github.com/Azure/azure-storage-blob-go/azblob"},
	Rows: []Row{
		{Role: Acquire, Call: "AcquireLease(ctx, token, ttl_s, opts) reply, error", On: "BlobURL|ContainerURL", Strict: true, Raises: true},
		{Role: Renew, Call: "RenewLease(ctx, session, opts) reply, error", On: "BlobURL|ContainerURL", Strict: true, Compares: true, Raises: true},
		{Role: Release, Call: "ReleaseLease(ctx, session, opts) reply, error", On: "BlobURL|ContainerURL", Strict: true, Compares: true, Raises: true},
		{Role: Release, Call: "BreakLease(ctx, _, opts) reply, error", On: "BlobURL|ContainerURL", Strict: true, Raises: true},

		{Role: Write, Call: "Upload(ctx, _, _, _, conds, _, _, _, _) reply, error", On: "BlockBlobURL", Strict: true, Raises: true},
		{Role: Write, Call: "CommitBlockList(ctx, _, _, _, conds, _, _, _, _) reply, error", On: "BlockBlobURL", Strict: true, Raises: true},
		{Role: Delete, Call: "Delete(ctx, _, conds) reply, error", On: "BlobURL", Strict: true, Raises: true, Display: "blob Delete"},
		{Role: ChainLink, Call: "NewContainerURL(name) self", On: "ServiceURL", Strict: true, Link: "bucket"},
		{Role: ChainLink, Call: "NewBlobURL|NewBlockBlobURL|NewAppendBlobURL|NewPageBlobURL(key) self", On: "ContainerURL", Strict: true, Link: "object"},
	},
	Fields: []Field{
		{On: "LeaseAccessConditions", Name: "LeaseID", Param: "match", Cond: true},
		{On: "ModifiedAccessConditions", Name: "IfMatch", Param: "match", Cond: true},
		{On: "ModifiedAccessConditions", Name: "IfUnmodifiedSince", Param: "match", Cond: true},
		{On: "ModifiedAccessConditions", Name: "IfNoneMatch", Param: "absent", Cond: true},
	},
}
