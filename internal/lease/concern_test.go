package lease

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"
)

func TestMayConcern(t *testing.T) {
	for _, test := range []struct {
		src  string
		want bool
	}{
		// A mutex, and names that only look like locks.
		{"func f() { mu.Lock(); defer mu.Unlock(); mu.RLock(); x.mu.Lock() }", false},
		{"func f() { go mu.Lock() }", false},
		{"func f() { now := clock.Now(); blockchain(now); m.Get(now); wg.Wait() }", false},
		{"type blockReader struct{ mu sync.Mutex }", false},
		{"type fileLock struct{}", false},
		{"func (s *store) Lock() { s.mu.Lock() }", false},
		{"func renewLater() {}", false},
		{`import "example.com/block"`, false},
		{`import "sync"`, false},
		// Whoever looks at the answer, or gives arguments, calls no mutex.
		{"func f() error { return l.Lock() }", true},
		{"func f() { if err := l.Lock(); err != nil { return } }", true},
		{"func f() { l.Lock(ctx) }", true},
		{"func f() { s.locks.LockOrder(ctx, id) }", true},
		{"func f() { ok := l.TryLock(); _ = ok }", true},
		{"func f() { AcquireSlot(ctx) }", true},
		{"func f() { q.claimJob(ctx) }", true},
		{"func f() { s.locker.Get(ctx, key) }", true},
		{"func f() { s.GetLock(ctx, key) }", true},
		{"func f() { l.WithLock(ctx, run) }", true},
		{"func f() { s.SetNX(ctx, key, owner, ttl) }", true},
		// Declarations.
		{"type orderLock struct{}", true},
		{"type Elector interface { Campaign(ctx context.Context) error; KeepAlive() error }", true},
		{"func (l *thing) RenewCtx(ctx context.Context) error { return nil }", true},
		{"func (s *Shard) extendShardLease() error { return nil }", true},
		{`import "example.com/redis-lock"`, true},
		{`import l "example.com/distlock"`, true},
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "a.go", "package a\n"+test.src+"\n", parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got := MayConcern([]*ast.File{f}); got != test.want {
			t.Errorf("%s: %v", test.src, got)
		}
	}
}
