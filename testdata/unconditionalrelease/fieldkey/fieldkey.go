// Package fieldkey exports bank statements. Taking the lock and giving it back
// are sibling methods that share the key through a field of their receiver.
package fieldkey

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/redis/go-redis/v9"
)

var ErrRunning = errors.New("statement export is already running")

// Exporter gives its lock back without showing its token.
type Exporter struct {
	rdb   *redis.Client
	key   string
	token string
	log   *slog.Logger
}

func NewExporter(rdb *redis.Client, account int64, log *slog.Logger) *Exporter {
	return &Exporter{
		rdb:   rdb,
		key:   fmt.Sprintf("statement-export:%d", account),
		token: rand.Text(),
		log:   log,
	}
}

func (e *Exporter) begin(ctx context.Context) error {
	ok, err := e.rdb.SetNX(ctx, e.key, e.token, 30*time.Second).Result()
	if err != nil {
		return fmt.Errorf("statement export: %w", err)
	}
	if !ok {
		return ErrRunning
	}
	return nil
}

func (e *Exporter) end(ctx context.Context) {
	if err := e.rdb.Del(ctx, e.key).Err(); err != nil { // want unconditionalrelease "DEL"
		e.log.Error("statement export: release", "key", e.key, "err", err)
	}
}

// Run exports while nobody else does.
func (e *Exporter) Run(ctx context.Context, export func(context.Context) error) error {
	if err := e.begin(ctx); err != nil {
		return err
	}
	defer e.end(context.WithoutCancel(ctx))
	return export(ctx)
}

// Mailbox embeds the client: the commands are its own methods.
type Mailbox struct {
	*redis.Client
	lockKey  string
	draftKey string
	me       string
}

func OpenMailbox(c *redis.Client, address string) *Mailbox {
	return &Mailbox{Client: c, lockKey: "mailbox:" + address + ":sync", draftKey: "mailbox:" + address + ":draft", me: rand.Text()}
}

func (m *Mailbox) Claim(ctx context.Context) (bool, error) {
	return m.SetNX(ctx, m.lockKey, m.me, 45*time.Second).Result()
}

func (m *Mailbox) Yield(ctx context.Context) error {
	return m.Unlink(ctx, m.lockKey).Err() // want unconditionalrelease "UNLINK"
}

// YieldBoth drops the draft with the lock, in one command with two keys.
func (m *Mailbox) YieldBoth(ctx context.Context) error {
	drop := m.Del
	return drop(ctx, m.draftKey, m.lockKey).Err() // want unconditionalrelease "DEL"
}

func (m *Mailbox) Discard(ctx context.Context) error {
	return m.Del(ctx, m.draftKey).Err() // silent: the draft's key, which nobody acquires
}

// Vault has the same two methods and compares its token on the server.
type Vault struct {
	rdb   redis.Cmdable
	key   string
	token string
}

var closeVault = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`)

func (v *Vault) Open(ctx context.Context) (bool, error) {
	return v.rdb.SetNX(ctx, v.key, v.token, time.Minute).Result()
}

func (v *Vault) Close(ctx context.Context) error {
	return closeVault.Run(ctx, v.rdb, []string{v.key}, v.token).Err() // silent: the script compares
}
