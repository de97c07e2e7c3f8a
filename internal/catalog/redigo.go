package catalog

// redigo is gomodule/redigo and its old path. Module v2.0.0+incompatible is
// older than v1.9: it has no DoContext. SET … NX that is refused answers a nil
// reply and a nil error; redis.String turns it into ErrNil.
var redigo = &Library{
	Name:   "redigo",
	Store:  Redis,
	Paths:  []string{"github.com/gomodule/redigo/redis", "github.com/garyburd/redigo/redis"},
	Check:  []string{"github.com/gomodule/redigo/redis"},
	Consts: map[string]string{"ErrNil": "refused"},
	Rows: []Row{
		{Role: NewScript, Call: "NewScript(nkeys, script) script"},
		{Role: RunScript, Call: "Do(client, keysargs...) reply, error", On: "Script", Strict: true, Detached: true, Display: "EVAL"},
		{Role: RunScript, Call: "DoContext(ctx, client, keysargs...) reply, error", On: "Script", Strict: true, Display: "EVAL"},
		{Role: RunScript, Call: "Send|SendHash(client, keysargs...) error", On: "Script", Strict: true, Link: "queued", Display: "EVAL"},
		{Role: ScriptLoad, Call: "Hash() sha", On: "Script", Strict: true},
		{Role: None, Call: "Load(client) error", On: "Script", Strict: true},

		{Role: Command, Call: "Do(cmd, words...) reply, error", On: "Conn", Detached: true},
		{Role: Command, Call: "DoContext(ctx, cmd, words...) reply, error", On: "ConnWithContext"},
		{Role: Command, Call: "DoWithTimeout(_, cmd, words...) reply, error", On: "ConnWithTimeout", Detached: true},
		// The function takes the connection first, then the context.
		{Role: Command, Call: "DoContext(client, ctx, cmd, words...) reply, error"},
		{Role: Command, Call: "DoWithTimeout(client, _, cmd, words...) reply, error", Detached: true},
		{Role: Command, Call: "Send(cmd, words...) error", On: "Conn", Link: "queued"},
		{Role: PipeRun, Call: "Flush() error", On: "Conn"},
		{Role: Result, Call: "Receive() reply, error", On: "Conn"},
		{Role: Result, Call: "ReceiveContext(client, ctx) reply, error"},
		{Role: Handle, Call: "Get() conn", On: "Pool"},
		{Role: Handle, Call: "GetContext(ctx) conn, error", On: "Pool"},

		{Role: ChainLink, Call: "Add(words...) self", On: "Args", Strict: true, Link: "args"},
		{Role: ChainLink, Call: "AddFlat(words) self", On: "Args", Strict: true, Link: "flat"},

		{Role: Result, Call: "Bool|Bytes|Float64|Int|Int64|Uint64|String|Strings|Ints|Int64s|Values|ByteSlices|StringMap|MultiBulk(reply, _) reply, error"},
	},
}
