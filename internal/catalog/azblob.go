package catalog

// azureBlob is the lease client of Azure's blob storage. The storage compares
// the lease id in each request. A lease lasts 15 to 60 s, or for ever with -1.
var azureBlob = &Library{
	Name:  "azblob",
	Store: Objects,
	Paths: []string{"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"},
	Check: []string{"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"},
	Rows: []Row{
		{Role: Acquire, Call: "AcquireLease(ctx, ttl_s, opts) reply, error", On: "BlobClient|ContainerClient", Pkg: "lease", Strict: true, Raises: true},
		{Role: Renew, Call: "RenewLease(ctx, opts) reply, error", On: "BlobClient|ContainerClient", Pkg: "lease", Strict: true, Compares: true, Raises: true},
		{Role: Release, Call: "ReleaseLease(ctx, opts) reply, error", On: "BlobClient|ContainerClient", Pkg: "lease", Strict: true, Compares: true, Raises: true},
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
	},
}
