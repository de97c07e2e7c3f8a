package sessionleaks

import (
	"sync"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Cluster has one session for all its locks, and closes it when it leaves.
type Cluster struct {
	mu      sync.Mutex
	cli     *clientv3.Client
	session *concurrency.Session
}

func (c *Cluster) getSession() (*concurrency.Session, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.session != nil {
		return c.session, nil
	}
	s, err := concurrency.NewSession(c.cli)
	if err != nil {
		return nil, err
	}
	c.session = s
	return s, nil
}

func (c *Cluster) newSession() (*concurrency.Session, error) {
	s, err := concurrency.NewSession(c.cli)
	if err != nil {
		return nil, err
	}
	return s, nil
}

func (c *Cluster) Leave() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.session == nil {
		return nil
	}
	return c.session.Close()
}

func (c *Cluster) Mutex(name string) (*concurrency.Mutex, error) {
	s, err := c.getSession() // silent: the session is the cluster's, who closes it
	if err != nil {
		return nil, err
	}
	return concurrency.NewMutex(s, name), nil
}

func (c *Cluster) OwnMutex(name string) (*concurrency.Mutex, error) {
	s, err := c.newSession() // want detachedrenew "NewSession, started by newSession, renews until it is closed"
	if err != nil {
		return nil, err
	}
	return concurrency.NewMutex(s, name), nil
}
