package catalog

// Libraries is every known library, in order of their files.
var Libraries = []*Library{
	// Redis and Memcached clients.
	goRedis, redigo, rueidis, goZero, goFrame, radix, gomemcache,
	// Lock libraries.
	redsync, redislock, dynamoLock, pgLock,
	// SQL.
	databaseSQL, sqlx, pgx, gorm, bun, xorm, squirrel, goqu, jet, ent, goPG, gocql,
	// Coordination.
	etcd, goEtcd, consul, zooKeeper, natsKV, mattermostKV, leaderElection, vault,
	// Objects.
	googleStorage, s3, minio, azureBlob, azureBlobURL,
	// Documents.
	mongo, mgo, qmgo, dynamodb, bigTable, olivereElastic, elasticAPI,
	// Message queues and service registries.
	sqs, pubSub, serviceBus, polaris, serviceComb,
}

// Library is a family of packages with one API.
type Library struct {
	// Name is what messages call it: "go-redis".
	Name string
	// Store is the kind of storage behind it.
	Store Store
	// Paths are the module paths with the major version stripped:
	// "github.com/redis/go-redis" matches …/v9 too; gopkg.in/redis.v5 likewise.
	Paths []string
	// Check are module paths (with version suffix) that the test compiles against.
	Check []string
	Rows  []Row
	// Fields are struct fields that tell something.
	Fields []Field
	// Chains says that commands are built as chains, see ChainWord.
	Chains bool
	// Mutable says that builders change when a link is called on them, so that the
	// result of a link may be dropped.
	Mutable bool
	// OnHandle says that the conditions of a request are links of its handle, and no
	// arguments: where a link may be out of sight, so may a condition.
	OnHandle bool
	// Consts are named values with a meaning: "KeepTTL" → "no ttl".
	Consts map[string]string
}

// Field is a struct field with a meaning: gorm.DB.RowsAffected is an Outcome,
// ResponseHeader.Revision a Fence.
type Field struct {
	Role Role // Outcome, Fence, ReadOwner, Lost; Result for an error
	// On are the struct types, "DB|Result".
	On   string
	Pkg  string
	Name string
	// Conditions, on input structs of a call (DynamoDB, S3, options of a store):
	// Cond says that a value in this field makes the write conditional.
	Cond bool
	// Param is the role of the field, as in a pattern: "cond", "key". A condition's
	// is "match" (what is there must be this), "absent" (nothing may be there) or
	// "optype" (absent where it says create) or "exists" (absent where it says false).
	Param string

	Lib *Library
}

// Store is the kind of a storage.
type Store int

const (
	AnyStore Store = iota
	Redis
	Memcached
	Etcd
	Consul
	SQL
	Mongo
	Dynamo
	LockLibrary // redsync, redislock: a lock API over some store
	ZooKeeper
	NATS
	Kubernetes
	Objects // GCS, S3, Azure blobs
	Wide    // Bigtable
	Search  // Elasticsearch
	Queues  // SQS, Pub/Sub, Service Bus
	Registries
	Plugins // the key-value store that a host gives its plugins
)
