// Package catalogdeps keeps libraries in go.mod that the catalog knows and no
// scenario uses. The catalog's test checks its tables against them.
package catalogdeps

import (
	_ "github.com/Masterminds/squirrel"
	_ "github.com/go-pg/pg/v10"
	_ "github.com/go-zookeeper/zk"
	_ "github.com/gocql/gocql"
	_ "github.com/jackc/pgx"
	_ "github.com/jackc/pgx/v4/pgxpool"
	_ "github.com/nats-io/nats.go/jetstream"
	_ "github.com/redis/rueidis/rueidiscompat"
	_ "github.com/uptrace/bun"
	_ "gopkg.in/mgo.v2"
	_ "gopkg.in/redis.v5"
	_ "k8s.io/client-go/tools/leaderelection"
	_ "xorm.io/xorm"
)
