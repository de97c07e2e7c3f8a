// Package catalogdeps keeps libraries in go.mod that the catalog knows and no
// scenario uses. The catalog's test checks its tables against them.
package catalogdeps

import (
	_ "github.com/jackc/pgx"
	_ "github.com/jackc/pgx/v4/pgxpool"
	_ "github.com/redis/rueidis/rueidiscompat"
	_ "gopkg.in/redis.v5"
)
