package lease

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
)

// expressions builds one function for each body, which returns what is asked
// about, and hands its first result and the named parameter to judge.
func expressions(t *testing.T, decls string, bodies []string, judge func(i int, m *Model, v, key *origin.Value)) {
	t.Helper()
	var b strings.Builder
	b.WriteString("package p\nimport (\"bytes\"; \"crypto/rand\"; \"crypto/sha256\"; \"encoding/hex\"; \"fmt\"; \"os\"; \"runtime\"; \"strconv\"; \"strings\"; \"sync/atomic\"; \"time\"; redis \"" + redisPath + "\")\n")
	b.WriteString("var ( _ = bytes.Fields; _ = rand.Text; _ = sha256.Sum256; _ = hex.EncodeToString; _ = fmt.Sprint; _ = os.Getpid; _ = runtime.Stack; _ = strconv.Itoa; _ = strings.Split; _ atomic.Int64; _ = time.Now; _ *redis.Client )\n")
	b.WriteString("type lock struct { owner, id, mixed string; seq int64; ttl time.Duration; seconds int }\n")
	b.WriteString(decls)
	for i, body := range bodies {
		fmt.Fprintf(&b, "func (l *lock) f%d(key string, n int, ttl time.Duration, expireSeconds, ttlMs int) any { %s }\n", i, body)
	}
	m := runModel(t, newPass(t, b.String(), nil))
	byName := map[string]*ssa.Function{}
	for _, fn := range m.fns {
		byName[fn.Name()] = fn
	}
	for i := range bodies {
		fn := byName[fmt.Sprintf("f%d", i)]
		for _, blk := range fn.Blocks {
			if r, ok := blk.Instrs[len(blk.Instrs)-1].(*ssa.Return); ok {
				judge(i, m, m.of(r.Results[0]), m.of(fn.Params[1]))
				break
			}
		}
	}
}

func TestIdentity(t *testing.T) {
	const decls = `
var boot = rand.Text()
var later string
var host string
var taken atomic.Int64
func init() { host, _ = os.Hostname() }
func reset() { later = rand.Text() }
func newLock(n int) *lock { return &lock{owner: "service", id: rand.Text()} }
func (l *lock) step() { l.seq++ }
func (l *lock) set(s string) { l.mixed = s; l.mixed = "x" }
func goid() string { b := make([]byte, 64); b = b[:runtime.Stack(b, false)]; return string(bytes.Fields(b)[1]) }
`
	tests := []struct {
		body string
		want identity
	}{
		{`return "1"`, idConst},
		{`return true`, idConst},
		{`return []byte{1}`, idConst},
		{`return fmt.Sprintf("%s-%d", "a", 2)`, idConst},
		{`return key`, idKey},
		{`return "lock:" + key`, idConst | idKey},
		{`return hex.EncodeToString([]byte(key))`, idKey},
		{`return n`, idOpen},
		{`return l.owner`, idConst},
		{`return l.id`, idRandom},
		{`return l.mixed`, idConst | idOpen},
		{`return l.seq`, idCounter},
		{`return taken.Add(1)`, idCounter},
		{`return boot`, idProcess},
		{`return later`, idRandom},
		{`return host`, idHost},
		{`return strings.Split(host, ".")[0]`, idHost | idConst},
		{`return os.Getenv("POD_NAME")`, idHost},
		{`return os.Getenv("TOKEN")`, idOpen},
		{`return os.Getpid()`, idPid},
		{`return goid()`, idGoroutine},
		{`return fmt.Sprintf("%s/%d", host, os.Getpid())`, idHost | idConst | idPid},
		{`return time.Now().Unix()`, idClock},
		{`return strconv.FormatInt(time.Now().UnixMilli(), 10)`, idClock},
		{`return time.Now().UnixNano() / 1e6`, idClock},
		{`return time.Now().UTC().Format("2006-01-02 15:04:05.000")`, idClock},
		{`return time.Now().Format(time.RFC3339Nano)`, idNano},
		{`return time.Now().UnixNano()`, idNano},
		{`return time.Now()`, idNano},
		{`return time.Now().Add(ttl)`, idDeadline},
		{`return time.Now().Add(ttl).Unix()`, idDeadline},
		{`return time.Now().Add(ttl).UnixNano()`, idNano},
		{`return rand.Text()`, idRandom},
		{`return host + rand.Text()`, idHost | idRandom},
	}
	bodies := make([]string, len(tests))
	for i, tt := range tests {
		bodies[i] = tt.body
	}
	expressions(t, decls, bodies, func(i int, m *Model, v, key *origin.Value) {
		if got := m.identityOf(v, key); got != tests[i].want {
			t.Errorf("%s: identity %b of %v, want %b", tests[i].body, got, v, tests[i].want)
		}
	})
}

func TestFault(t *testing.T) {
	for _, tt := range []struct {
		id   identity
		want TokenFault
	}{
		{idConst, ConstantToken}, {idConst | idKey, KeyToken}, {idKey, KeyToken}, {idClock | idConst, ClockToken}, {idDeadline, DeadlineToken},
		{idPid | idKey, PidToken}, {idGoroutine | idPid | idConst, GoroutineToken}, {idCounter, CounterToken}, {idHost, HostToken},
		{idHost | idPid, ProcessToken}, {idProcess, ProcessToken},
		{idRandom | idConst, NoTokenFault}, {idOpen, NoTokenFault}, {idNano, NoTokenFault}, {idHost | idClock, NoTokenFault},
		{idHost | idPid | idGoroutine, NoTokenFault}, {idHost | idRandom, NoTokenFault},
	} {
		if got := fault(tt.id); got != tt.want {
			t.Errorf("fault(%b) = %d, want %d", tt.id, got, tt.want)
		}
	}
}

func TestNamedIdentity(t *testing.T) {
	for name, want := range map[string]identity{
		"example.org/utils.GetProcessAndGoroutineIDStr": idGoroutine | idPid,
		"example.org/utils.GetLocalIP":                  idHost,
		"example.org/utils.Hostname":                    idHost,
		"example.org/goid.Get":                          idOpen,
		"example.org/utils.GetUniqueHostToken":          idOpen,
		"example.org/ids.Next":                          idOpen,
		"(*example.org/x.T).String":                     idOpen,
	} {
		if got := namedIdentity(name); got != want {
			t.Errorf("%s: %b, want %b", name, got, want)
		}
	}
}

func TestFraction(t *testing.T) {
	for layout, want := range map[string]int{
		"2006-01-02 15:04:05": 0, "2006-01-02 15:04:05.000": 3, "15:04:05.000000": 6, "2006-01-02T15:04:05.999999999Z07:00": 9, "02.01.2006 15:04:05,000": 3,
	} {
		if got := fraction(layout); got != want {
			t.Errorf("fraction(%q) = %d, want %d", layout, got, want)
		}
	}
}
