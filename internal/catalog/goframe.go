package catalog

// goFrame is the Redis client of GoFrame 2. Its commands stand on interfaces, one for
// each group, which Redis embeds. TTLs are whole numbers, SetNX has none, and answers
// are values: a gvar.Var reads as 0, "" or false where Redis answered nil.
//
// Set is left out: whether it is a SET NX stands in an option behind a pointer.
var goFrame = &Library{
	Name:  "GoFrame",
	Store: Redis,
	Paths: []string{"github.com/gogf/gf/database/gredis", "github.com/gogf/gf/container/gvar"},
	Check: []string{"github.com/gogf/gf/v2/database/gredis", "github.com/gogf/gf/v2/container/gvar"},
	Rows: []Row{
		{Role: Handle, Call: "GroupGeneric|GroupHash|GroupScript|GroupString() client", On: "AdapterGroup", Since: 2},

		{Role: Acquire, Call: "SetNX(ctx, key, token) ok, error", On: "IGroupString", Cond: "NX", Since: 2},
		{Role: Acquire, Call: "HSetNX(ctx, key, column, token) count, error", On: "IGroupHash", Cond: "NX", Since: 2},
		{Role: Write, Call: "SetEX(ctx, key, value, ttl_s) error", On: "IGroupString", Since: 2},
		{Role: Write, Call: "GetSet(ctx, key, value) owner, error", On: "IGroupString", Since: 2},
		{Role: ReadOwner, Call: "Get(ctx, key) owner, error", On: "IGroupString", Since: 2},
		{Role: ReadOwner, Call: "HGet(ctx, key, column) owner, error", On: "IGroupHash", Since: 2},
		{Role: Delete, Call: "Del(ctx, keys...) count, error", On: "IGroupGeneric", Since: 2},
		{Role: Delete, Call: "Unlink(ctx, keys...) count, error", On: "IGroupGeneric", Since: 2},
		{Role: Delete, Call: "GetDel(ctx, key) owner, error", On: "IGroupString", Since: 2},
		{Role: Delete, Call: "HDel(ctx, key, column...) count, error", On: "IGroupHash", Since: 2},
		{Role: Expire, Call: "Expire(ctx, key, ttl_s, opts...) count, error", On: "IGroupGeneric", Since: 2},
		{Role: Expire, Call: "PExpire(ctx, key, ttl_ms, opts...) count, error", On: "IGroupGeneric", Since: 2},
		{Role: Counter, Call: "Incr|Decr(ctx, key) count, error", On: "IGroupString", Since: 2},
		{Role: Counter, Call: "IncrBy|DecrBy(ctx, key, value) count, error", On: "IGroupString", Since: 2},

		{Role: Script, Call: "Eval(ctx, script, nkeys, skeys, sargs) reply, error", On: "IGroupScript", Since: 2},
		{Role: RunSHA, Call: "EvalSha(ctx, sha, nkeys, skeys, sargs) reply, error", On: "IGroupScript", Since: 2},
		{Role: ScriptLoad, Call: "ScriptLoad(ctx, script) sha, error", On: "IGroupScript", Since: 2},
		{Role: Command, Call: "Do(ctx, cmd, words...) reply, error", On: "Redis", Since: 2},

		{Role: Result, Call: "Bool|Int|Int32|Int64|Uint|Uint64|Float64|String|Bytes|Val|Interface|Strings|Ints|Int64s() reply", On: "Var", Since: 2},
		{Role: Result, Call: "IsNil|IsEmpty() reply", On: "Var", Since: 2},
	},
}
