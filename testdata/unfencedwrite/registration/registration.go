// Package registration keeps leases that say that a node is there. They guard
// nothing, so that what a node writes meanwhile is written in no section.
package registration

import (
	"context"
	"database/sql"
	"time"

	"github.com/hashicorp/consul/api"
	"github.com/redis/go-redis/v9"
	clientv3 "go.etcd.io/etcd/client/v3"
)

type Node struct {
	id, addr string
	cli      *clientv3.Client
	rdb      *redis.Client
	consul   *api.Client
	db       *sql.DB
}

// Register announces the node in etcd for as long as ctx lives.
func (n *Node) Register(ctx context.Context) (<-chan *clientv3.LeaseKeepAliveResponse, error) {
	grant, err := n.cli.Grant(ctx, 10)
	if err != nil {
		return nil, err
	}
	if _, err := n.cli.Put(ctx, "/nodes/"+n.id, n.addr, clientv3.WithLease(grant.ID)); err != nil { // silent: the registration itself
		return nil, err
	}
	alive, err := n.cli.KeepAlive(ctx, grant.ID)
	if err != nil {
		return nil, err
	}
	if _, err := n.db.ExecContext(ctx, "UPDATE nodes SET started_at = now() WHERE id = $1", n.id); err != nil { // silent: nothing is guarded
		return nil, err
	}
	return alive, nil
}

// Beat keeps a presence key and writes down what the node does.
func (n *Node) Beat(ctx context.Context, load float64) error {
	if err := n.rdb.Set(ctx, "alive:"+n.id, n.addr, 15*time.Second).Err(); err != nil { // silent: presence
		return err
	}
	_, err := n.db.ExecContext(ctx, "UPDATE nodes SET load = $2 WHERE id = $1", n.id, load) // silent: nothing is guarded
	return err
}

// Join registers a service in Consul, with a check of its own.
func (n *Node) Join(ctx context.Context, service string) error {
	reg := &api.AgentServiceRegistration{ID: n.id, Name: service, Address: n.addr, Check: &api.AgentServiceCheck{TTL: "15s"}}
	if err := n.consul.Agent().ServiceRegister(reg); err != nil {
		return err
	}
	if _, err := n.consul.KV().Put(&api.KVPair{Key: "nodes/" + n.id, Value: []byte(n.addr)}, nil); err != nil { // silent: nothing is guarded
		return err
	}
	_, err := n.db.ExecContext(ctx, "UPDATE nodes SET service = $2 WHERE id = $1", n.id, service) // silent: nothing is guarded
	return err
}
