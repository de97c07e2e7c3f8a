// Package zknodes makes lock nodes by hand.
package zknodes

import "github.com/go-zookeeper/zk"

type Turnstile struct {
	conn    *zk.Conn
	owner   []byte
	version int32
}

func (t *Turnstile) Lock() error {
	_, err := t.conn.Create("/locks/turnstile", t.owner, zk.FlagEphemeral, zk.WorldACL(zk.PermAll))
	return err
}

func (t *Turnstile) Unlock() error {
	return t.conn.Delete("/locks/turnstile", -1) // want unconditionalrelease "Delete of lock key \"/locks/turnstile\""
}

func (t *Turnstile) UnlockOwn() error {
	return t.conn.Delete("/locks/turnstile", t.version) // silent: compares the version
}

// Queue waits in line with a sequential node: the path that Create answers is its own.
type Queue struct {
	conn *zk.Conn
	path string
}

func (q *Queue) Lock() (err error) {
	q.path, err = q.conn.CreateProtectedEphemeralSequential("/locks/queue/n-", nil, zk.WorldACL(zk.PermAll))
	return err
}

func (q *Queue) Unlock() error { return q.conn.Delete(q.path, -1) } // silent: its own node

// Recipe deletes the parent of its lock nodes when all is over. The lock is a node
// below it.
type Recipe struct {
	conn *zk.Conn
	lock *zk.Lock
}

func NewRecipe(conn *zk.Conn) *Recipe {
	return &Recipe{conn: conn, lock: zk.NewLock(conn, "/locks/recipe", zk.WorldACL(zk.PermAll))}
}

func (r *Recipe) Lock() error { return r.lock.Lock() }

func (r *Recipe) Unlock() error {
	if err := r.lock.Unlock(); err != nil {
		return err
	}
	return r.conn.Delete("/locks/recipe", -1) // silent: not the lock's node
}
