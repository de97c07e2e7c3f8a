//go:build catalogdeps

// Package catalogdeps keeps libraries in go.mod that the catalog knows and no
// scenario uses. The catalog's test checks its tables against them. Nobody compiles
// them: go mod tidy looks at files under any build tag.
package catalogdeps

import (
	_ "cloud.google.com/go/bigtable"
	_ "cloud.google.com/go/pubsub/v2/apiv1"
	_ "cloud.google.com/go/storage"
	_ "entgo.io/ent"
	_ "github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus"
	_ "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/lease"
	_ "github.com/Azure/azure-storage-blob-go/azblob"
	_ "github.com/Masterminds/squirrel"
	_ "github.com/apache/cassandra-gocql-driver/v2"
	_ "github.com/aws/aws-sdk-go-v2/feature/s3/manager"
	_ "github.com/aws/aws-sdk-go-v2/service/s3"
	_ "github.com/aws/aws-sdk-go-v2/service/sqs"
	_ "github.com/aws/aws-sdk-go/service/s3"
	_ "github.com/aws/aws-sdk-go/service/s3/s3iface"
	_ "github.com/aws/aws-sdk-go/service/s3/s3manager"
	_ "github.com/aws/aws-sdk-go/service/sqs"
	_ "github.com/aws/aws-sdk-go/service/sqs/sqsiface"
	_ "github.com/doug-martin/goqu/v9"
	_ "github.com/elastic/go-elasticsearch/v8/esapi"
	_ "github.com/go-chassis/sc-client"
	_ "github.com/go-jet/jet/v2/mysql"
	_ "github.com/go-jet/jet/v2/postgres"
	_ "github.com/go-jet/jet/v2/sqlite"
	_ "github.com/go-pg/pg/v10"
	_ "github.com/go-zookeeper/zk"
	_ "github.com/gocql/gocql"
	_ "github.com/jackc/pgx"
	_ "github.com/jackc/pgx/v4/pgxpool"
	_ "github.com/minio/minio-go/v7"
	_ "github.com/nats-io/nats.go/jetstream"
	_ "github.com/olivere/elastic/v7"
	_ "github.com/polarismesh/polaris-go"
	_ "github.com/redis/rueidis/rueidiscompat"
	_ "github.com/samuel/go-zookeeper/zk"
	_ "github.com/uptrace/bun"
	_ "gopkg.in/mgo.v2"
	_ "gopkg.in/redis.v5"
	_ "k8s.io/client-go/tools/leaderelection"
	_ "xorm.io/builder"
	_ "xorm.io/xorm"
)
