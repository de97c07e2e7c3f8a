package catalog

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"strings"
	"testing"
)

// TestPatterns parses every row: a bad one is left out at run time without a word.
func TestPatterns(t *testing.T) {
	for _, lib := range append([]*Library{inHouse, inHouseSQL}, Libraries...) {
		for _, r := range lib.Rows {
			if err := r.parse(); err != nil {
				t.Errorf("%s: %v", lib.Name, err)
			}
			if r.Strict && r.On == "" {
				t.Errorf("%s %q: a function cannot be Strict", lib.Name, r.Call)
			}
			if r.Role == ChainLink && r.Link == "" {
				t.Errorf("%s %q: a chain link without Link", lib.Name, r.Call)
			}
		}
	}
}

func TestParse(t *testing.T) {
	r := Row{Call: "Add|Put(ctx?, *Item{Key: key, Opt: Inner{TTL: ttl_s}}, words...?) ok, error?"}
	if err := r.parse(); err != nil {
		t.Fatal(err)
	}
	want := []Param{
		{Name: "ctx", Optional: true},
		{Name: "struct", Type: "Item", Fields: map[string]Param{
			"Key": {Name: "key"},
			"Opt": {Name: "struct", Type: "Inner", Fields: map[string]Param{"TTL": {Name: "ttl", Unit: Seconds}}, order: []string{"TTL"}},
		}, order: []string{"Key", "Opt"}},
		{Name: "words", Variadic: true, Optional: true},
	}
	if !reflect.DeepEqual(r.Params, want) {
		t.Errorf("params %+v", r.Params)
	}
	if !reflect.DeepEqual(r.Names, []string{"Add", "Put"}) || !reflect.DeepEqual(r.Results, []string{"ok", "error"}) || r.leastResults != 1 {
		t.Errorf("names %q results %q least %d", r.Names, r.Results, r.leastResults)
	}
	for _, bad := range []string{
		"", "SetNX", "SetNX(", "SetNX(key", "SetNX(key,", "SetNX(key token)", "SetNX(kay)", "SetNX(keys..., ttl)",
		"SetNX(key) yes", "SetNX(key) ok error", "(key)", "SetNX|(key)", "Add(*Item)", "Add(*Item{Key})",
		"Add(*Item{Key: kay})", "Add(*Item{Key: key, Key: key})", "Add(*Item{Key: key", "SetNX(ttl_h)", "SetNX(key) ok,, error",
	} {
		r := Row{Call: bad}
		if r.parse() == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("SetNX|Foo(ctx?, key, *Item{Key: key, TTL: ttl_s}, words...) cmd, error?")
	f.Fuzz(func(t *testing.T, call string) {
		r := Row{Call: call}
		_ = r.parse() // must not panic or hang
	})
}

func TestClassifyCommand(t *testing.T) {
	none := RawCommand{Key: -1, LastKey: -1, Field: -1, Token: -1, TTL: -1, Match: -1, Script: -1, NumKeys: -1}
	for text, want := range map[string]func(*RawCommand){
		"SET k v": func(c *RawCommand) { c.Role, c.Key, c.LastKey, c.Token = Write, 1, 1, 2 },
		"set k v nx px _": func(c *RawCommand) {
			c.Role, c.Cond, c.Key, c.LastKey, c.Token, c.TTL, c.Unit = Acquire, "NX", 1, 1, 2, 5, Milliseconds
		},
		"SET k NX EX 30 NX": func(c *RawCommand) {
			c.Role, c.Cond, c.Key, c.LastKey, c.Token, c.TTL, c.Unit = Acquire, "NX", 1, 1, 2, 4, Seconds
		},
		"SET k v XX KEEPTTL": func(c *RawCommand) {
			c.Role, c.Cond, c.Key, c.LastKey, c.Token, c.KeepTTL = Write, "XX", 1, 1, 2, true
		},
		"SET k v IFEQ v PX 5": func(c *RawCommand) {
			c.Role, c.Cond, c.Compares, c.Match = CondWrite, "IFEQ", true, 4
			c.Key, c.LastKey, c.Token, c.TTL, c.Unit = 1, 1, 2, 6, Milliseconds
		},
		"SET k v IFNE v": func(c *RawCommand) {
			c.Role, c.Cond, c.Match, c.Key, c.LastKey, c.Token = CondWrite, "IFNE", 4, 1, 1, 2
		},
		"SETNX k v":   func(c *RawCommand) { c.Role, c.Cond, c.Key, c.LastKey, c.Token = Acquire, "NX", 1, 1, 2 },
		"SETEX k 5 v": func(c *RawCommand) { c.Role, c.Key, c.LastKey, c.TTL, c.Unit, c.Token = Write, 1, 1, 2, Seconds, 3 },
		"DEL a b c":   func(c *RawCommand) { c.Role, c.Key, c.LastKey = Delete, 1, 3 },
		"DELEX k":     func(c *RawCommand) { c.Role, c.Key, c.LastKey = Delete, 1, 1 },
		"DELEX k IFEQ v": func(c *RawCommand) {
			c.Role, c.Cond, c.Compares, c.Match, c.Key, c.LastKey = Release, "IFEQ", true, 3, 1, 1
		},
		"DELIFEQ k v": func(c *RawCommand) {
			c.Role, c.Cond, c.Compares, c.Match, c.Key, c.LastKey = Release, "IFEQ", true, 2, 1, 1
		},
		"EXPIRE k 5 XX":     func(c *RawCommand) { c.Role, c.Cond, c.Key, c.LastKey, c.TTL, c.Unit = Expire, "XX", 1, 1, 2, Seconds },
		"PEXPIREAT k 5":     func(c *RawCommand) { c.Role, c.Key, c.LastKey, c.TTL, c.Unit = Expire, 1, 1, 2, Instant },
		"GETEX k EXAT 5":    func(c *RawCommand) { c.Role, c.Key, c.LastKey, c.TTL, c.Unit = Expire, 1, 1, 3, Instant },
		"HSETNX k f v":      func(c *RawCommand) { c.Role, c.Cond, c.Key, c.LastKey, c.Field, c.Token = Acquire, "NX", 1, 1, 2, 3 },
		"EVAL text 1 k v":   func(c *RawCommand) { c.Role, c.Script, c.NumKeys = Script, 1, 2 },
		"EVALSHA sha 1 k v": func(c *RawCommand) { c.Role, c.Script, c.NumKeys = RunSHA, 1, 2 },
		"SCRIPT LOAD text":  func(c *RawCommand) { c.Role, c.Script = ScriptLoad, 2 },
		"MULTI":             func(c *RawCommand) { c.Role = Pipe },
		"DEL":               func(c *RawCommand) { c.Role = Delete },
		"SET k v NX PX": func(c *RawCommand) {
			c.Role, c.Cond, c.Key, c.LastKey, c.Token, c.Unit = Acquire, "NX", 1, 1, 2, Milliseconds
		},
		"GET k":     func(c *RawCommand) { c.Role, c.Key, c.LastKey = ReadOwner, 1, 1 },
		"WATCH a b": func(c *RawCommand) { c.Role, c.Key, c.LastKey = Watch, 1, 2 },
		"SET k v IFDEQ d EX 5": func(c *RawCommand) {
			c.Role, c.Cond, c.Compares, c.Match = CondWrite, "IFDEQ", true, 4
			c.Key, c.LastKey, c.Token, c.TTL, c.Unit = 1, 1, 2, 6, Seconds
		},
	} {
		words := strings.Fields(strings.ReplaceAll(text, "_", "-"))
		got, ok := ClassifyCommand(words)
		w := none
		w.Name = strings.ToUpper(words[0])
		want(&w)
		if !ok || got != w {
			t.Errorf("%s:\n got %+v\nwant %+v", text, got, w)
		}
	}
	for _, words := range [][]string{nil, {""}, {"", "k"}, {"PING"}, {"SCRIPT"}} {
		if c, ok := ClassifyCommand(words); ok {
			t.Errorf("%q is %+v", words, c)
		}
	}
}

func TestByMode(t *testing.T) {
	for _, c := range []struct {
		role     Role
		mode     string
		want     Role
		compares bool
	}{
		{Write, "nx", Acquire, false}, {Write, "XX", Write, false}, {Write, "", Write, false},
		{Write, "IFEQ", CondWrite, true}, {Write, "IFDNE", CondWrite, false},
		{Delete, "IFEQ", Release, true}, {Delete, "IFNE", Delete, false}, {Delete, "", Delete, false},
	} {
		r := Row{Role: c.role}
		if role, compares := r.ByMode(c.mode); role != c.want || compares != c.compares {
			t.Errorf("%d %q: %d %v", c.role, c.mode, role, compares)
		}
	}
}

func TestPlace(t *testing.T) {
	for p, want := range map[string]struct {
		lib   *Library
		sub   string
		major int
	}{
		"github.com/redis/go-redis/v9":                         {goRedis, "", 9},
		"github.com/go-redis/redis":                            {goRedis, "", 0},
		"gopkg.in/redis.v5":                                    {goRedis, "", 5},
		"corp.example/app/vendor/github.com/go-redis/redis/v8": {goRedis, "", 8},
		"vendor/database/sql":                                  {databaseSQL, "", 0},
		"database/sql/driver":                                  {databaseSQL, "driver", 0},
		"go.mongodb.org/mongo-driver/v2/mongo":                 {mongo, "mongo", 2},
		"go.etcd.io/etcd/client/v3/concurrency":                {etcd, "concurrency", 3},
		"github.com/coreos/etcd/clientv3/concurrency":          {etcd, "concurrency", 0},
		"github.com/jackc/pgx/v5/pgxpool":                      {pgx, "pgxpool", 5},
		"github.com/redis/rueidis":                             {rueidis, "", 0},
		"github.com/redis/rueidis/internal/cmds":               {rueidis, "internal/cmds", 0},
		"github.com/redis/rueidis/rueidiscompat":               {goRedis, "", 0},
		"github.com/redis/go-redis-extra":                      {},
		"github.com/redis":                                     {},
		"":                                                     {},
		"github.com/aws/aws-sdk-go-v2/service/dynamodb/types":  {dynamodb, "types", 0},
		"github.com/mediocregopher/radix/v4":                   {radix, "", 4},
	} {
		if at := placeOf(p); at.lib != want.lib || at.sub != want.sub || at.major != want.major {
			t.Errorf("%s: %+v", p, at)
		}
	}
	for p, want := range map[string]bool{
		"github.com/redis/go-redis/v9": true, "database/sql/driver": false, "github.com/redis/rueidis/internal/cmds": true,
		"go.etcd.io/etcd/client/v3/concurrency": true, "net/http": false,
		"github.com/redis/go-redis/v9/maintnotifications": false,
	} {
		if Known(p) != want {
			t.Errorf("Known(%s) is %v", p, !want)
		}
	}
}

// compile type-checks a file against the loaded libraries.
func compile(t *testing.T, src string) *types.Package {
	t.Helper()
	if _, err := libs(); err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "src.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: importerFunc(fromSources)}
	pkg, err := conf.Check("corp.example/store", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

func TestLookupShape(t *testing.T) {
	if testing.Short() {
		t.Skip("loads every client library")
	}
	pkg := compile(t, `package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/redis/go-redis/v9"
)

type DBTX interface { // as sqlc writes it
	ExecContext(context.Context, string, ...any) (sql.Result, error)
	PrepareContext(context.Context, string) (*sql.Stmt, error)
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
	QueryRowContext(context.Context, string, ...any) *sql.Row
}

type PgTX interface {
	Exec(context.Context, string, ...any) (pgconn.CommandTag, error)
	Query(context.Context, string, ...any) (pgx.Rows, error)
	QueryRow(context.Context, string, ...any) pgx.Row
}

type Shell interface {
	Exec(ctx context.Context, name string, args ...any) ([]byte, error)
}

type Typed interface {
	SetNX(ctx context.Context, key string, value any, ttl time.Duration) *redis.BoolCmd
	Del(ctx context.Context, keys ...string) *redis.IntCmd
	Eval(ctx context.Context, script string, keys []string, args ...any) *redis.Cmd
	Get(ctx context.Context, key int) *redis.StringCmd // no key
}

type Plain interface {
	SetNX(ctx context.Context, key, owner string, ttl time.Duration) (bool, error)
	Del(ctx context.Context, key string) error
	Expire(ctx context.Context, key string, ttl time.Duration) (bool, error)
	Get(ctx context.Context, key string) (string, error)
	Set(ctx context.Context, key string, value any, n int) error // no ttl
}

type Cache interface { // no SetNX beside
	Del(ctx context.Context, key string) error
	Get(ctx context.Context, key string) (string, error)
}

type Conn interface {
	Do(cmd string, args ...any) (any, error)
}

type Doer interface {
	Do(ctx context.Context, job string) (any, error)
}

type impl struct{}

func (impl) SetNX(ctx context.Context, key, owner string, ttl time.Duration) (bool, error) { return false, nil }
`)
	for name, want := range map[string]Role{
		"Typed.SetNX": Acquire, "Typed.Del": Delete, "Typed.Eval": Script, "Typed.Get": None,
		"DBTX.ExecContext": SQLExec, "DBTX.PrepareContext": SQLPrepare, "DBTX.QueryContext": SQLQuery, "DBTX.QueryRowContext": SQLQuery,
		"PgTX.Exec": SQLExec, "PgTX.Query": SQLQuery, "PgTX.QueryRow": SQLQuery, "Shell.Exec": None,
		"Plain.SetNX": Acquire, "Plain.Del": Delete, "Plain.Expire": Expire, "Plain.Get": ReadOwner, "Plain.Set": None,
		"Cache.Del": None, "Cache.Get": None, "Conn.Do": Command, "Doer.Do": None, "impl.SetNX": None,
	} {
		on, method, _ := strings.Cut(name, ".")
		row := LookupShape(find(pkg, on, method))
		if got := roleOf(row); got != want {
			t.Errorf("%s is %d, want %d", name, got, want)
		}
	}
	fn := find(pkg, "Plain", "SetNX")
	row := LookupShape(fn)
	if row.Arg(fn, "ctx") != 0 || row.Arg(fn, "key") != 1 || row.Arg(fn, "token") != 2 || row.Arg(fn, "ttl") != 3 || row.Result("ok") != 0 {
		t.Errorf("positions of %s in %s", row.Call, fn)
	}
	if Lookup(fn) != nil {
		t.Errorf("Lookup takes an in-house method")
	}
}

func roleOf(r *Row) Role {
	if r == nil {
		return None
	}
	return r.Role
}

// TestPositions checks that an absent ctx moves the other arguments.
func TestPositions(t *testing.T) {
	if testing.Short() {
		t.Skip("loads every client library")
	}
	all, err := libs()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		pkg, on, name, role string
		arg                 int
	}{
		{"github.com/redis/go-redis/v9", "Client", "SetNX", "key", 1},
		{"github.com/redis/go-redis/v9", "Client", "SetNX", "ttl", 3},
		{"github.com/go-redis/redis/v7", "Client", "SetNX", "key", 0},
		{"github.com/go-redis/redis/v7", "Client", "SetNX", "ctx", -1},
		{"github.com/go-redis/redis/v7", "Client", "SetNX", "ttl", 2},
		{"github.com/go-redis/redis/v7", "Client", "Watch", "fn", 0},
		{"github.com/go-redis/redis/v7", "Tx", "Watch", "keys", 0},
		{"github.com/redis/go-redis/v9", "Script", "Run", "skeys", 2},
		{"github.com/gomodule/redigo/redis", "", "DoContext", "ctx", 1},
		{"github.com/gomodule/redigo/redis", "", "DoContext", "cmd", 2},
		{"github.com/mediocregopher/radix/v3", "", "FlatCmd", "key", 2},
		{"github.com/mediocregopher/radix/v4", "", "FlatCmd", "words", 2},
		{"github.com/jackc/pgx", "Conn", "Exec", "sql", 0},
		{"github.com/jackc/pgx/v5", "Conn", "Exec", "sql", 1},
		{"github.com/aws/aws-sdk-go/service/dynamodb", "DynamoDB", "PutItem", "struct", 0},
	} {
		fn := find(all[c.pkg], c.on, c.name)
		row := Lookup(fn)
		if row == nil {
			t.Errorf("%s: no row", fn)
			continue
		}
		if got := row.Arg(fn, c.role); got != c.arg {
			t.Errorf("%s in %s: %s at %d, want %d", row.Call, fn.FullName(), c.role, got, c.arg)
		}
	}
	// The checks of TestLibraries see a wrong row.
	fn := find(all["github.com/redis/go-redis/v9"], "Client", "SetNX")
	for _, bad := range []string{"SetNX(ctx, ttl, token, key) cmd", "SetNX(ctx, key, token, ttl_s) cmd", "SetNX(ctx, key, token, ttl) ok", "SetNX(ctx, key, *Item{Key: key}, ttl) cmd", "SetNX(ctx, key, token, ttl) cmd, error"} {
		r := Row{Call: bad}
		if err := r.parse(); err != nil {
			t.Fatal(err)
		}
		if len(mistyped(&r, fn)) == 0 {
			t.Errorf("%s is taken for SetNX", bad)
		}
	}
	fn = find(all["github.com/redis/go-redis/v9"], "Client", "SetArgs")
	if ops := Lookup(fn).Operands(fn, "ttl"); len(ops) != 2 || ops[0].Field != "TTL" || ops[1].Field != "ExpireAt" || ops[1].Param.Unit != Instant {
		t.Errorf("ttl of SetArgs: %+v", ops)
	}
	fn = find(all["github.com/bradfitz/gomemcache/memcache"], "Client", "Add")
	if op, ok := Lookup(fn).Operand(fn, "ttl"); !ok || op.Arg != 0 || op.Field != "Expiration" || op.Param.Unit != Seconds {
		t.Errorf("ttl of memcache Add: %+v %v", op, ok)
	}
}
