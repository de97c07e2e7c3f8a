// Package zknodes writes ZooKeeper nodes under the recipe's lock.
package zknodes

import (
	"strconv"

	"github.com/go-zookeeper/zk"
)

type Registry struct{ conn *zk.Conn }

func (r *Registry) Bump(shard string) error {
	lock := zk.NewLock(r.conn, "/locks/shards", zk.WorldACL(zk.PermAll))
	if err := lock.Lock(); err != nil {
		return err
	}
	defer lock.Unlock()
	data, _, err := r.conn.Get("/shards/" + shard)
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(string(data))
	if err != nil {
		return err
	}
	_, err = r.conn.Set("/shards/"+shard, []byte(strconv.Itoa(n+1)), -1) // want unfencedwrite "Set of \"/shards/"
	return err
}

func (r *Registry) BumpVersion(shard string) error {
	lock := zk.NewLock(r.conn, "/locks/shards", zk.WorldACL(zk.PermAll))
	if err := lock.Lock(); err != nil {
		return err
	}
	defer lock.Unlock()
	data, stat, err := r.conn.Get("/shards/" + shard)
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(string(data))
	if err != nil {
		return err
	}
	_, err = r.conn.Set("/shards/"+shard, []byte(strconv.Itoa(n+1)), stat.Version) // silent: compares the version
	return err
}
