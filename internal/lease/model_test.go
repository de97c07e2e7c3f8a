package lease

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// service is one service of the fixed package: a lock with acquire, a plain and
// a comparing release, renewal, and work in a section.
const service = `
type Service%[1]d struct { rdb *redis.Client; db *sql.DB; token string; ttl time.Duration }
func (s *Service%[1]d) key(id int) string { return fmt.Sprintf("lock:service%[1]d:%%d", id) }
func (s *Service%[1]d) Lock(ctx context.Context, id int) (bool, error) {
	return s.rdb.SetNX(ctx, s.key(id), s.token, s.ttl).Result()
}
func (s *Service%[1]d) Unlock(ctx context.Context, id int) error { return s.rdb.Del(ctx, s.key(id)).Err() }
func (s *Service%[1]d) Release(ctx context.Context, id int) error {
	return s.rdb.Eval(ctx, "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0", []string{s.key(id)}, s.token).Err()
}
func (s *Service%[1]d) renew(ctx context.Context, id int) {
	t := time.NewTicker(s.ttl / 3)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			if ok, err := s.rdb.Expire(ctx, s.key(id), s.ttl).Result(); err != nil || !ok {
				return
			}
		}
	}
}
func (s *Service%[1]d) store(ctx context.Context, id, total, version int) error {
	res, err := s.db.ExecContext(ctx, "UPDATE orders%[1]d SET total = $1, version = version + 1 WHERE id = $2 AND version = $3", total, id, version)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.New("stale")
	}
	_, err = s.db.ExecContext(ctx, "UPDATE totals%[1]d SET total = $1 WHERE id = $2", total, id)
	return err
}
func (s *Service%[1]d) Do(ctx context.Context, id, total, version int) error {
	ok, err := s.Lock(ctx, id)
	if err != nil || !ok {
		return err
	}
	defer s.Unlock(ctx, id)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go s.renew(ctx, id)
	return s.store(ctx, id, total, version)
}
`

func fixedPackage(services int) string {
	var b strings.Builder
	b.WriteString("package p\nimport (\"context\"; \"database/sql\"; \"errors\"; \"fmt\"; \"time\"; redis \"" + redisPath + "\")\n")
	for i := range services {
		fmt.Fprintf(&b, service, i)
	}
	return b.String()
}

func runModel(tb testing.TB, pass *analysis.Pass) *Model {
	tb.Helper()
	result, err := Analyzer.Run(pass)
	if err != nil {
		tb.Fatal(err)
	}
	m := result.(*Model)
	if m == nil {
		tb.Fatal("no model: the package is taken for one that reaches no client")
	}
	return m
}

func TestModelFact(t *testing.T) {
	var fact analysis.Fact
	runModel(t, newPass(t, fixedPackage(1), &fact))
	sums, ok := fact.(*Summaries)
	if !ok {
		t.Fatalf("the fact is %T", fact)
	}
	var got []string
	for _, name := range slices.Sorted(maps.Keys(sums.Funcs)) {
		s := name + ":"
		for _, op := range sums.Funcs[name].Ops {
			s += fmt.Sprintf(" %s %v", op.API, op.Key)
		}
		got = append(got, s)
	}
	want := []string{
		`Service0.Do: SET NX "lock:service0:%d" DEL "lock:service0:%d" EXPIRE "lock:service0:%d" UPDATE orders0 "orders0" UPDATE totals0 "totals0"`,
		`Service0.Lock: SET NX "lock:service0:%d"`,
		`Service0.Release: script DEL "lock:service0:%d"`,
		`Service0.Unlock: DEL "lock:service0:%d"`,
		`Service0.key:`,
		`Service0.renew: EXPIRE "lock:service0:%d"`,
		`Service0.store: UPDATE orders0 "orders0" UPDATE totals0 "totals0"`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	lock := sums.Funcs["Service0.Lock"]
	if lock == nil || len(lock.Ops) != 1 {
		t.Fatal("Lock has no operation")
	}
	if op := lock.Ops[0]; op.Kind != Acquire || op.Store != catalog.Redis || op.Key.String() != `"lock:service0:%d"` || !slices.Equal(lock.Holds, []int{0}) {
		t.Errorf("Lock is %s of %s, holds %v", op.API, op.Key, lock.Holds)
	}
	unlock := sums.Funcs["Service0.Unlock"]
	if unlock == nil || len(unlock.Ops) != 1 || unlock.Ops[0].Kind != End || unlock.Ops[0].Compares {
		t.Error("Unlock is no plain end")
	} else if got := origin.Compare(lock.Ops[0].Key, unlock.Ops[0].Key); got != origin.Strong {
		t.Errorf("the keys of Lock and Unlock agree by %d", got)
	}
	if rel := sums.Funcs["Service0.Release"]; rel == nil || len(rel.Ops) != 1 || rel.Ops[0].Kind != End || !rel.Ops[0].Compares {
		t.Error("Release does not compare")
	}
	if renew := sums.Funcs["Service0.renew"]; renew == nil || renew.Renews == nil || renew.Renews.Key.String() != `"lock:service0:%d"` {
		t.Error("renew does not renew")
	}
}

// The limits are what the model took when they were set, and half as much again.
// Who breaks one says in the change why the cost is worth it.
const (
	modelAllocs = 31_000 // of fixedPackage(10)
	modelBytes  = 2_430_000
	modelFact   = 21_000 // bytes of its fact
)

func TestModelCost(t *testing.T) {
	var fact analysis.Fact
	pass := newPass(t, fixedPackage(10), &fact)
	const runs = 10
	runModel(t, pass) // what is made once is not counted
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range runs {
		runModel(t, pass)
	}
	runtime.ReadMemStats(&after)
	allocs, size := (after.Mallocs-before.Mallocs)/runs, (after.TotalAlloc-before.TotalAlloc)/runs
	t.Logf("%d allocations, %d bytes", allocs, size)
	if limit := uint64(modelAllocs * 3 / 2); allocs > limit {
		t.Errorf("%d allocations, more than %d", allocs, limit)
	}
	if limit := uint64(modelBytes * 3 / 2); size > limit {
		t.Errorf("%d bytes, more than %d", size, limit)
	}
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(fact); err != nil {
		t.Fatal(err)
	}
	t.Logf("a fact of %d bytes", buf.Len())
	if limit := modelFact * 3 / 2; buf.Len() > limit {
		t.Errorf("a fact of %d bytes, more than %d", buf.Len(), limit)
	}
}

func BenchmarkModel(b *testing.B) {
	pass := newPass(b, fixedPackage(10), nil)
	b.ReportAllocs()
	for b.Loop() {
		runModel(b, pass)
	}
}
