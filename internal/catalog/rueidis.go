package catalog

// rueidis is rueidis and its fork valkey-go. The command of Do is a chain of
// builder links, which ChainWord turns into the words of a raw command.
var rueidis = &Library{
	Name:   "rueidis",
	Store:  Redis,
	Chains: true,
	Paths:  []string{"github.com/redis/rueidis", "github.com/valkey-io/valkey-go", "github.com/rueian/rueidis"},
	Check:  []string{"github.com/redis/rueidis", "github.com/valkey-io/valkey-go"},
	Consts: map[string]string{"Nil": "refused"},
	Rows: []Row{
		{Role: Command, Call: "Do(ctx, cmd) reply", On: "Client|DedicatedClient|CoreClient"},
		{Role: Command, Call: "DoMulti(ctx, cmd...) reply", On: "Client|DedicatedClient|CoreClient", Link: "multi"},
		{Role: Read, Call: "DoCache(ctx, cmd, _) reply", On: "Client"},
		{Role: Handle, Call: "B() self", On: "Client|DedicatedClient|CoreClient", Link: "builder"},
		// WATCH, MULTI and EXEC are sent as commands of a dedicated client.
		{Role: InTx, Call: "Dedicated(fn) error", On: "Client", Link: "dedicated"},
		{Role: Pin, Call: "Dedicate() conn, cancel", On: "Client"},

		// A retryable script is sent again after a network error.
		{Role: NewScript, Call: "NewLuaScript|NewLuaScriptReadOnly|NewLuaScriptRetryable(script, opts...?) script"},
		{Role: NewScript, Call: "NewLuaScriptNoSha|NewLuaScriptReadOnlyNoSha|NewLuaScriptNoShaRetryable(script) script"},
		{Role: RunScript, Call: "Exec(ctx, client, skeys, sargs) reply", On: "Lua", Strict: true, Display: "EVAL"},
		{Role: RunScript, Call: "ExecMulti(ctx, client, LuaExec{Keys: skeys, Args: sargs}...) reply", On: "Lua", Strict: true, Display: "EVAL"},

		// Not acquired is an Error with IsRedisNil. NonRedisError hides it.
		{Role: Result, Call: "Error() error", On: "RedisResult|ValkeyResult", Strict: true},
		{Role: Result, Call: "NonRedisError|NonValkeyError() error", On: "RedisResult|ValkeyResult", Strict: true, Link: "hides"},
		{Role: Result, Call: "ToMessage|ToInt64|ToBool|ToFloat64|ToString|ToArray|ToAny|AsBytes|AsInt64|AsUint64|AsBool|AsFloat64|AsStrSlice|AsIntSlice() reply, error", On: "RedisResult|ValkeyResult", Strict: true},
		{Role: Result, Call: "DecodeJSON(dest) error", On: "RedisResult|ValkeyResult", Strict: true},
		{Role: Result, Call: "IsRedisNil|IsValkeyNil(reply) ok", Link: "refused"},

		// rueidislock and valkeylock. The returned context is cancelled when the
		// lock is lost; calling cancel compares and deletes (lock.go).
		{Role: Acquire, Call: "WithContext|TryWithContext(ctx, key) lctx, cancel, error", On: "Locker", Strict: true, Pkg: "rueidislock|valkeylock", Compares: true, Raises: true, Display: "Locker.WithContext"},
		{Role: Acquire, Call: "ForceWithContext(ctx, key) lctx, cancel, error", On: "Locker", Strict: true, Pkg: "rueidislock|valkeylock", Raises: true, Link: "force", Display: "Locker.ForceWithContext"},
		{Role: Handle, Call: "NewLocker(LockerOption{KeyValidity: ttl}) client, error", Pkg: "rueidislock|valkeylock"},
	},
}
