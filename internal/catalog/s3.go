package catalog

// s3 is the AWS SDK's client of S3, v1 and v2, with its upload managers. A write is
// conditional if and only if its input has IfMatch or IfNoneMatch; a refused one
// (412) is an error. CopySourceIf… look at the source and guard nothing. The inputs
// of v1 never got the fields: with v1 a write is conditional only by a header that
// somebody sets on the request, which these calls do not show.
var s3 = &Library{
	Name:  "S3",
	Store: Objects,
	Paths: []string{
		"github.com/aws/aws-sdk-go-v2/service/s3", "github.com/aws/aws-sdk-go/service/s3", "github.com/aws/aws-sdk-go-v2/feature/s3/manager",
	},
	Check: []string{
		"github.com/aws/aws-sdk-go-v2/service/s3", "github.com/aws/aws-sdk-go/service/s3", "github.com/aws/aws-sdk-go-v2/feature/s3/manager",
	},
	Rows: []Row{
		{Role: Write, Call: "PutObject(ctx?, *PutObjectInput{Bucket: name, Key: key}, opts...?) reply, error", On: "Client|S3|S3API", Pkg: "|s3iface", Raises: true},
		{Role: Write, Call: "PutObjectWithContext(ctx, *PutObjectInput{Bucket: name, Key: key}, opts...) reply, error", On: "S3|S3API", Pkg: "|s3iface", Raises: true, Display: "PutObject"},
		{Role: Write, Call: "CopyObject(ctx?, *CopyObjectInput{Bucket: name, Key: key}, opts...?) reply, error", On: "Client|S3|S3API", Pkg: "|s3iface", Raises: true},
		{Role: Write, Call: "CopyObjectWithContext(ctx, *CopyObjectInput{Bucket: name, Key: key}, opts...) reply, error", On: "S3|S3API", Pkg: "|s3iface", Raises: true, Display: "CopyObject"},
		{Role: Write, Call: "CompleteMultipartUpload(ctx?, *CompleteMultipartUploadInput{Bucket: name, Key: key}, opts...?) reply, error", On: "Client|S3|S3API", Pkg: "|s3iface", Raises: true},
		{Role: Write, Call: "CompleteMultipartUploadWithContext(ctx, *CompleteMultipartUploadInput{Bucket: name, Key: key}, opts...) reply, error", On: "S3|S3API", Pkg: "|s3iface", Raises: true, Display: "CompleteMultipartUpload"},
		{Role: Write, Call: "Upload(ctx, *PutObjectInput{Bucket: name, Key: key}, opts...) reply, error", On: "Uploader", Strict: true, Raises: true},
		{Role: Write, Call: "Upload(*UploadInput{Bucket: name, Key: key}, opts...) reply, error", On: "Uploader", Pkg: "s3manager", Strict: true, Raises: true, Detached: true},
		{Role: Write, Call: "UploadWithContext(ctx, *UploadInput{Bucket: name, Key: key}, opts...) reply, error", On: "Uploader", Pkg: "s3manager", Strict: true, Raises: true, Display: "Upload"},
		{Role: Delete, Call: "DeleteObject(ctx?, *DeleteObjectInput{Bucket: name, Key: key}, opts...?) reply, error", On: "Client|S3|S3API", Pkg: "|s3iface", Raises: true},
		{Role: Delete, Call: "DeleteObjectWithContext(ctx, *DeleteObjectInput{Bucket: name, Key: key}, opts...) reply, error", On: "S3|S3API", Pkg: "|s3iface", Raises: true, Display: "DeleteObject"},
		{Role: ReadOwner, Call: "GetObject(ctx?, *GetObjectInput{Bucket: name, Key: key}, opts...?) reply, error", On: "Client|S3|S3API", Pkg: "|s3iface"},
		{Role: ReadOwner, Call: "HeadObject(ctx?, *HeadObjectInput{Bucket: name, Key: key}, opts...?) reply, error", On: "Client|S3|S3API", Pkg: "|s3iface"},
		{Role: ReadOwner, Call: "GetObjectWithContext(ctx, *GetObjectInput{Bucket: name, Key: key}, opts...) reply, error", On: "S3|S3API", Pkg: "|s3iface", Display: "GetObject"},
	},
	Fields: []Field{
		{On: "PutObjectInput|CopyObjectInput|CompleteMultipartUploadInput|DeleteObjectInput", Name: "IfMatch", Param: "match", Cond: true},
		{On: "PutObjectInput|CopyObjectInput|CompleteMultipartUploadInput", Name: "IfNoneMatch", Param: "absent", Cond: true},
		// A delete of one version deletes that version only.
		{On: "DeleteObjectInput", Name: "VersionId", Param: "match", Cond: true},
		{On: "DeleteObjectInput", Name: "IfMatchLastModifiedTime", Param: "match", Cond: true},
	},
}
