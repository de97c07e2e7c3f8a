package catalog

// Libraries is every known library, in order of their files.
var Libraries = []*Library{
	goRedis, redigo, rueidis, goZero, radix, gomemcache,
	redsync, redislock,
	databaseSQL, sqlx, pgx,
	gorm,
	etcd, consul,
	mongo, dynamodb,
}
