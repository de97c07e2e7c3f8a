package catalog

// minio is MinIO's client of S3-like stores. The conditions of a write are set by
// methods on the options value that the call is given.
var minio = &Library{
	Name:  "MinIO",
	Store: Objects,
	Paths: []string{"github.com/minio/minio-go"},
	Check: []string{"github.com/minio/minio-go/v7"},
	Rows: []Row{
		{Role: Write, Call: "PutObject(ctx?, name, key, _, _, conds) reply, error", On: "Client", Strict: true, Raises: true},
		{Role: Write, Call: "FPutObject(ctx?, name, key, _, conds) reply, error", On: "Client", Strict: true, Raises: true},
		{Role: Delete, Call: "RemoveObject(ctx?, name, key, conds) error", On: "Client", Strict: true, Raises: true},
		{Role: ReadOwner, Call: "GetObject|StatObject(ctx?, name, key, _) reply, error", On: "Client", Strict: true},
		{Role: Option, Call: "SetMatchETag(match)", On: "PutObjectOptions", Strict: true, Link: "match"},
		{Role: Option, Call: "SetMatchETagExcept(match)", On: "PutObjectOptions", Strict: true, Link: "absent"},
	},
	Fields: []Field{
		{On: "RemoveObjectOptions", Name: "VersionID", Param: "match", Cond: true},
	},
}
