package catalog

// radix is mediocregopher/radix v3 and v4. A command is an Action that Do runs
// later; its answer goes to the receiver argument, and with a nil receiver to
// nowhere. MaybeNil{Nil} (v3) and Maybe{Null} (v4) tell a refused SET NX.
var radix = &Library{
	Name:  "radix",
	Store: Redis,
	Paths: []string{"github.com/mediocregopher/radix"},
	Check: []string{"github.com/mediocregopher/radix/v3", "github.com/mediocregopher/radix/v4"},
	Rows: []Row{
		{Role: Command, Call: "Cmd(dest, cmd, words...) op", Link: "queued"},
		{Role: Command, Call: "FlatCmd(dest, cmd, key, words...) op", Until: 3, Link: "queued"},
		{Role: Command, Call: "FlatCmd(dest, cmd, words...) op", Since: 4, Link: "queued"},
		{Role: Command, Call: "Cmd|FlatCmd(dest, cmd, words...) op", On: "CmdConfig", Strict: true, Link: "queued"},
		{Role: NewScript, Call: "NewEvalScript(nkeys, script) script", Until: 3},
		{Role: NewScript, Call: "NewEvalScript(script) script", Since: 4},
		{Role: RunScript, Call: "Cmd(dest, keysargs...) op", On: "EvalScript", Strict: true, Until: 3, Link: "queued", Display: "EVAL"},
		{Role: RunScript, Call: "Cmd(dest, skeys, sargs...) op", On: "EvalScript", Strict: true, Since: 4, Link: "queued", Display: "EVAL"},
		{Role: RunScript, Call: "FlatCmd(dest, skeys, sargs...) op", On: "EvalScript", Strict: true, Link: "queued", Display: "EVAL"},
		{Role: PipeRun, Call: "Do(ctx?, ops) error", On: "Client|Pool|Cluster"},
		{Role: PipeRun, Call: "DoSecondary(ctx, ops) error", On: "MultiClient"},
		{Role: Pipe, Call: "Pipeline(ops...) batch", Until: 3},
		{Role: Pipe, Call: "NewPipeline() batch", Since: 4},
		{Role: Pipe, Call: "Append(ops)", On: "Pipeline", Strict: true},
		{Role: InTx, Call: "WithConn(key, fn) op", Link: "dedicated"},
	},
	Fields: []Field{
		{Role: Outcome, On: "MaybeNil", Name: "Nil"},
		{Role: Outcome, On: "Maybe", Name: "Null"},
	},
}
