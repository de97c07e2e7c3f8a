package catalog

// goRedis is go-redis since v5. All releases have the same method names; v8
// added the leading ctx. The method's declaring type moves between minor
// releases (cmdable, Cmdable, StringCmdable, Pipeline …), so no row of a command
// is Strict. rueidiscompat and valkeycompat are adapters with go-redis's API.
var goRedis = &Library{
	Name:  "go-redis",
	Store: Redis,
	Paths: []string{
		"github.com/redis/go-redis", "github.com/go-redis/redis", "gopkg.in/redis",
		"github.com/redis/rueidis/rueidiscompat", "github.com/valkey-io/valkey-go/valkeycompat",
	},
	Check: []string{
		"github.com/redis/go-redis/v9", "github.com/go-redis/redis/v8", "github.com/go-redis/redis/v7",
		"github.com/go-redis/redis", "gopkg.in/redis.v5", "github.com/redis/rueidis/rueidiscompat",
	},
	// KeepTTL is -1: on a new key it means no TTL (string_commands.go).
	Consts: map[string]string{"KeepTTL": "no ttl", "Nil": "refused", "TxFailedErr": "refused"},
	Rows: []Row{
		// Scripts. Strict: Script.Eval has as many parameters as Client.Eval.
		{Role: NewScript, Call: "NewScript|NewScriptServerSHA(script) script"},
		{Role: RunScript, Call: "Run|RunRO|Eval|EvalRO(ctx?, client, skeys, sargs...) cmd", On: "Script", Strict: true, Display: "EVAL"},
		{Role: RunScript, Call: "EvalSha|EvalShaRO(ctx?, client, skeys, sargs...) cmd", On: "Script", Strict: true, Display: "EVALSHA"},
		{Role: None, Call: "Load|Exists(ctx?, client) cmd", On: "Script", Strict: true},
		{Role: ScriptLoad, Call: "Hash() sha", On: "Script", Strict: true},
		{Role: Script, Call: "Eval|EvalRO(ctx?, script, skeys, sargs...) cmd", On: "Client|ClusterClient|Ring|Cmdable|Pipeliner|Tx", Display: "EVAL"},
		{Role: RunSHA, Call: "EvalSha|EvalShaRO(ctx?, sha, skeys, sargs...) cmd", On: "Client|ClusterClient|Ring|Cmdable|Pipeliner|Tx", Display: "EVALSHA"},
		{Role: ScriptLoad, Call: "ScriptLoad(ctx?, script) cmd", On: "Client|Cmdable|Pipeliner"},

		// Strings. A command that is refused by its mode answers redis.Nil.
		{Role: Acquire, Call: "SetNX(ctx?, key, token, ttl) cmd", On: "Client|ClusterClient|Ring|UniversalClient|Cmdable|Pipeliner|Tx", Cond: "NX", Display: "SET NX"},
		{Role: Write, Call: "SetXX(ctx?, key, token, ttl) cmd", On: "Client|Cmdable|Pipeliner", Cond: "XX", Display: "SET XX"},
		{Role: Write, Call: "Set|SetEX|SetEx(ctx?, key, value, ttl) cmd", On: "Client|Cmdable|Pipeliner|Tx", Display: "SET"},
		{Role: Write, Call: "SetArgs(ctx, key, token, SetArgs{Mode: mode, MatchValue: match, MatchDigest: match, TTL: ttl, ExpireAt: ttl_at}) cmd", On: "Client|Cmdable|Pipeliner", Display: "SET"},
		{Role: CondWrite, Call: "SetIFEQ|SetIFEQGet|SetIFDEQ|SetIFDEQGet(ctx, key, token, match, ttl) cmd", On: "Client|Cmdable|Pipeliner", Cond: "IFEQ", Compares: true, Display: "SET IFEQ"},
		{Role: CondWrite, Call: "SetIFNE|SetIFNEGet|SetIFDNE|SetIFDNEGet(ctx, key, token, match, ttl) cmd", On: "Client|Cmdable|Pipeliner", Cond: "IFNE", Display: "SET IFNE"},
		{Role: Write, Call: "SetFromBuffer(ctx, key, value) cmd", On: "Client|Cmdable", Display: "SET"},
		{Role: Write, Call: "GetSet(ctx?, key, value) cmd", On: "Client|Cmdable|Pipeliner", Display: "GETSET"},
		{Role: Write, Call: "Append(ctx?, key, value) cmd", On: "Client|Cmdable|Pipeliner", Display: "APPEND"},
		{Role: Write, Call: "SetRange|SetBit(ctx?, key, _, value) cmd", On: "Client|Cmdable|Pipeliner", Display: "SETRANGE"},
		{Role: Write, Call: "MSet(ctx?, words...) cmd", On: "Client|Cmdable|Pipeliner", Display: "MSET"},
		{Role: Insert, Call: "MSetNX(ctx?, words...) cmd", On: "Client|Cmdable|Pipeliner", Cond: "NX", Display: "MSETNX"},
		{Role: Write, Call: "MSetEX(ctx, MSetEXArgs{Condition: mode}, words...) cmd", On: "Client|Cmdable", Display: "MSETEX"},
		{Role: ReadOwner, Call: "Get(ctx?, key) cmd", On: "Client|ClusterClient|Cmdable|Pipeliner|Tx", Display: "GET"},
		{Role: Counter, Call: "Incr|Decr(ctx?, key) cmd", On: "Client|Cmdable|Pipeliner", Display: "INCR"},
		{Role: Counter, Call: "IncrBy|DecrBy|IncrByFloat(ctx?, key, value) cmd", On: "Client|Cmdable|Pipeliner", Display: "INCRBY"},

		// Keys.
		{Role: Delete, Call: "Del(ctx?, keys...) cmd", On: "Client|ClusterClient|Ring|UniversalClient|Cmdable|Pipeliner|Tx", Display: "DEL"},
		{Role: Delete, Call: "Unlink(ctx?, keys...) cmd", On: "Client|Cmdable|Pipeliner|Tx", Display: "UNLINK"},
		{Role: Delete, Call: "GetDel(ctx, key) cmd", On: "Client|Cmdable|Pipeliner", Display: "GETDEL"},
		{Role: Delete, Call: "DelExArgs(ctx, key, DelExArgs{Mode: mode, MatchValue: match, MatchDigest: match}) cmd", On: "Client|Cmdable|Pipeliner", Display: "DELEX"},
		{Role: Expire, Call: "Expire|ExpireGT(ctx?, key, ttl) cmd", On: "Client|Cmdable|Pipeliner|Tx", Display: "EXPIRE"},
		{Role: Expire, Call: "ExpireNX|ExpireXX|ExpireLT(ctx, key, ttl) cmd", On: "Client|Cmdable|Pipeliner", Display: "EXPIRE"},
		{Role: Expire, Call: "PExpire(ctx?, key, ttl) cmd", On: "Client|Cmdable|Pipeliner", Display: "PEXPIRE"},
		{Role: Expire, Call: "ExpireAt|PExpireAt(ctx?, key, ttl_at) cmd", On: "Client|Cmdable|Pipeliner", Display: "EXPIREAT"},
		{Role: Expire, Call: "GetEx(ctx, key, ttl) cmd", On: "Client|Cmdable|Pipeliner", Display: "GETEX"},
		{Role: Expire, Call: "Persist(ctx?, key) cmd", On: "Client|Cmdable|Pipeliner", Display: "PERSIST"},
		{Role: Write, Call: "Rename(ctx?, _, key) cmd", On: "Client|Cmdable|Pipeliner", Display: "RENAME"},
		{Role: Write, Call: "Restore|RestoreReplace(ctx?, key, ttl, value) cmd", On: "Client|Cmdable|Pipeliner", Display: "RESTORE"},

		// Hashes. The hash key is the object; a field takes part in its name.
		{Role: Acquire, Call: "HSetNX(ctx?, key, column, token) cmd", On: "Client|Cmdable|Pipeliner", Cond: "NX", Display: "HSETNX"},
		// One value in v7 and older's HSet(key, field, value).
		{Role: Write, Call: "HSet|HMSet(ctx?, key, words...) cmd", On: "Client|Cmdable|Pipeliner", Display: "HSET"},
		{Role: Write, Call: "HSet(key, column, value) cmd", On: "Client|Cmdable|Pipeliner", Display: "HSET"},
		{Role: Write, Call: "HMSet(key, value) cmd", On: "Client|Cmdable|Pipeliner", Display: "HMSET"},
		{Role: Write, Call: "HSetEX(ctx, key, words...) cmd", On: "Client|Cmdable", Display: "HSETEX"},
		{Role: Delete, Call: "HDel(ctx?, key, column...) cmd", On: "Client|Cmdable|Pipeliner", Display: "HDEL"},
		{Role: ReadOwner, Call: "HGet(ctx?, key, column) cmd", On: "Client|Cmdable|Pipeliner", Display: "HGET"},
		{Role: Read, Call: "HGetAll(ctx?, key) cmd", On: "Client|Cmdable|Pipeliner", Display: "HGETALL"},
		{Role: Counter, Call: "HIncrBy|HIncrByFloat(ctx?, key, column, value) cmd", On: "Client|Cmdable|Pipeliner", Display: "HINCRBY"},

		// Raw commands.
		{Role: Command, Call: "Do(ctx?, words...) cmd", On: "Client|ClusterClient|Ring|Pipeliner|Conn|Tx"},
		{Role: Command, Call: "NewCmd|NewBoolCmd|NewIntCmd|NewStatusCmd|NewStringCmd(ctx?, words...) cmd"},
		{Role: Handle, Call: "Process(ctx?, reply) error", On: "Client|ClusterClient|Ring|Pipeliner|Tx|Conn"},

		// Pipelines and transactions. Commands of a pipeline have no answer before
		// Exec. Tx.Pipelined is outside the transaction; Tx.TxPipelined is MULTI.
		{Role: Watch, Call: "Watch(ctx?, fn, keys...) error", On: "Client|ClusterClient|Ring|UniversalClient", Display: "WATCH", Raises: true},
		{Role: Watch, Call: "Watch(ctx?, keys...) cmd", On: "Tx", Display: "WATCH"},
		{Role: Pipe, Call: "Pipeline() batch", On: "Client|ClusterClient|Ring|Cmdable|Tx|Pipeliner"},
		{Role: Pipe, Call: "TxPipeline() batch", On: "Client|ClusterClient|Ring|Cmdable|Tx", Atomic: true, Display: "MULTI"},
		{Role: Pipe, Call: "Pipelined(ctx?, fn) reply, error", On: "Client|ClusterClient|Ring|Cmdable|Tx|Pipeliner"},
		{Role: Pipe, Call: "TxPipelined(ctx?, fn) reply, error", On: "Client|ClusterClient|Ring|Cmdable|Tx|Pipeliner", Atomic: true, Display: "MULTI"},
		{Role: PipeRun, Call: "Exec(ctx?) reply, error", On: "Pipeliner|Pipeline", Display: "EXEC"},
		{Role: Rollback, Call: "Discard() error?", On: "Pipeliner|Pipeline", Display: "DISCARD"},

		// Clients.
		{Role: Handle, Call: "WithContext(ctx) client", On: "Client|ClusterClient|Ring", Until: 8},
		{Role: Handle, Call: "Conn(ctx?) client", On: "Client"},
		{Role: Handle, Call: "WithTimeout(_) client", On: "Client"},

		// Answers. Err alone drops the bool of SetNX: it is nil when the lock is
		// taken by another.
		{Role: Result, Call: "Result() reply, error", On: "BoolCmd|IntCmd|StatusCmd|StringCmd|Cmd|DurationCmd|SliceCmd"},
		{Role: Result, Call: "Val() reply", On: "BoolCmd|IntCmd|StatusCmd|StringCmd|Cmd|DurationCmd"},
		{Role: Result, Call: "Err() error", On: "BoolCmd|IntCmd|StatusCmd|StringCmd|Cmd|Cmder"},
		{Role: Result, Call: "Text|Int|Int64|Uint64|Float64|Bool|Bytes|Slice|StringSlice(_?) reply, error", On: "Cmd|StringCmd"},
		{Role: Result, Call: "Scan(dest) error", On: "StringCmd|SliceCmd"},
	},
}
