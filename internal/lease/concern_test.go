package lease

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

func TestMayConcern(t *testing.T) {
	const mutexes = "import \"sync\"\n\nvar mu sync.Mutex\n\ntype x struct { mu *sync.RWMutex }\n\n"
	for _, test := range []struct {
		src  string
		want bool
	}{
		// A mutex, and names that only look like locks.
		{mutexes + "func f() { mu.Lock(); defer mu.Unlock(); mu.RLock(); x.mu.Lock(); go mu.Lock() }", false},
		{mutexes + "func (s *store) Lock() { s.mu.Lock() }", false},
		{"func f() { now := clock.Now(); blockchain(now); m.Get(now); wg.Wait(); wg.Add(1) }", false},
		{"type blockReader struct{ r io.Reader }", false},
		{"type fileLock struct{}", false},
		{"func renewLater() (*pb.Reply, error) { return nil, nil }", false},
		{"import \"io\"\n\ntype r struct{ io.Reader }", false},
		{"import net \"net/http\"\n\ntype r struct{ *net.Client }", false},
		// What is no mutex may be a lock, also where nobody looks at its answer.
		{"func f() { t.j.Lock(); defer t.j.Unlock() }", true},
		{mutexes + "func f() { x.Lock() }", true},
		{"func f() error { return l.Lock() }", true},
		{"func f() { l.Lock(ctx) }", true},
		{"func f() { s.locks.LockOrder(ctx, id) }", true},
		{"func f() { retry(l.TryLock) }", true},
		{"func f() { AcquireSlot(ctx) }", true},
		{"func f() { store.LockAll[int](ctx) }", true},
		{"func f() { w.RenewLease(ctx) }", true},
		{"func f() { w.Renew(ctx) }", true},
		{"func f() { l.WithLock(ctx, run) }", true},
		{"func f() { s.SetNX(ctx, key, owner, ttl) }", true},
		{"func f() { c.Add(key, 1, ttl) }", true},
		// Declarations.
		{"type orderLock struct{}", true},
		{"type Elector interface { Campaign(ctx context.Context) error; KeepAlive() error }", true},
		{"func (l *thing) RenewCtx(ctx context.Context) error { return nil }", true},
		{"func (s *Shard) extendShardLease() error { return nil }", true},
		{"import \"example.com/sess\"\n\ntype worker struct{ *sess.Holder }", true},
		{"import \"example.com/sess\"\n\ntype only interface{ sess.Holding }", true},
		{"import \"example.com/sess\"\n\ntype mine sess.Holding", true},
		// Comments, of analyzers that are off as well.
		{"//nolint:leakedlock\nvar x int", true},
		{"//leasevet:acquire key=id\nfunc Claim(id string) {}", true},
		{"//nolint:errcheck\nvar x int", false},
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "a.go", "package a\n\n"+test.src+"\n", parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got := MayConcern("example.com/a", []*ast.File{f}, []string{"leakedlock"}, nil, nil); got != test.want {
			t.Errorf("%s: %v", test.src, got)
		}
	}
}

// What an import declares counts, whatever it is called where it is used; and so does
// the package that the configuration speaks of.
func TestMayConcernImports(t *testing.T) {
	typeCheck := func(path, src string) *types.Package {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "a.go", src, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		pkg, err := (&types.Config{}).Check(path, fset, []*ast.File{f}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return pkg
	}
	pkgs := map[string]*types.Package{
		"example.com/jobs":  typeCheck("example.com/jobs", "package jobs\n\ntype JobLock interface {\n\tTryLock(key string) error\n\tUnlock(key string) error\n}\n"),
		"example.com/plain": typeCheck("example.com/plain", "package plain\n\ntype Job interface {\n\tTryLock(key string) error\n\tUnlock(key string) error\n}\n"),
	}
	load := func(path string) *types.Package { return pkgs[path] }
	for path, want := range map[string]bool{"example.com/jobs": true, "example.com/plain": false, "example.com/gone": false, "errors": false} {
		if got := MayConcern("example.com/a", nil, nil, []string{path}, load); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}
