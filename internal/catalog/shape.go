package catalog

import (
	"go/types"
	"strings"
	"sync"
)

// inHouse are the methods of interfaces that programs declare over a Redis
// client, with plain Go results in the place of command objects. Methods whose
// results are go-redis commands are matched with goRedis itself.
var inHouse = &Library{
	Name:  "a Redis client",
	Store: Redis,
	Rows: []Row{
		{Role: Acquire, Call: "SetNX|SetNx|Setnx|SetIfNotExists|SetIfAbsent(ctx?, key, token, ttl) ok, error", Cond: "NX", Display: "SET NX"},
		{Role: Acquire, Call: "SetNX|SetNx|Setnx|SetIfNotExists|SetIfAbsent(ctx?, key, token, ttl_s) ok, error", Cond: "NX", Display: "SET NX"},
		{Role: Acquire, Call: "SetNX|SetNx|Setnx(ctx?, key, token) ok, error", Cond: "NX", Display: "SETNX"},
		// Add is Memcached's word for it. Lists and schedulers have it too, with another
		// meaning: the interface must have a Get and a Delete of keys beside it.
		{Role: Acquire, Call: "Add|AddFor|AddEx|AddWithTTL(ctx?, key, token, ttl) error", Cond: "NX", Raises: true, Display: "Add", Link: "cache"},
		{Role: Acquire, Call: "Add|AddUntil(ctx?, key, token, ttl_at) error", Cond: "NX", Raises: true, Display: "Add", Link: "cache"},
		{Role: Acquire, Call: "Add(ctx?, key, token, opts...) error", Cond: "NX", Raises: true, Display: "Add", Link: "cache"},
		{Role: Delete, Call: "Delete(ctx?, key) error", Display: "Delete"},
		{Role: Delete, Call: "Del|Unlink(ctx?, keys...) count, error", Display: "DEL"},
		{Role: Delete, Call: "Del|Unlink(ctx?, keys...) error", Display: "DEL"},
		{Role: Delete, Call: "Del|Unlink(ctx?, key) count, error", Display: "DEL"},
		{Role: Delete, Call: "Del|Unlink(ctx?, key) error", Display: "DEL"},
		{Role: Expire, Call: "Expire|PExpire(ctx?, key, ttl) ok, error", Display: "EXPIRE"},
		{Role: Expire, Call: "Expire|PExpire(ctx?, key, ttl) error", Display: "EXPIRE"},
		{Role: Expire, Call: "Expire(ctx?, key, ttl_s) ok, error", Display: "EXPIRE"},
		{Role: Expire, Call: "Expire(ctx?, key, ttl_s) error", Display: "EXPIRE"},
		{Role: ReadOwner, Call: "Get(ctx?, key) owner, error", Display: "GET"},
		{Role: Write, Call: "Set|SetEX|SetEx(ctx?, key, value, ttl) error", Display: "SET"},
		{Role: Script, Call: "Eval(ctx?, script, skeys, sargs...) reply, error", Display: "EVAL"},
		{Role: Script, Call: "Eval(ctx?, script, nkeys, keysargs) reply, error", Display: "EVAL"},
		{Role: RunSHA, Call: "EvalSha(ctx?, sha, skeys, sargs...) reply, error", Display: "EVALSHA"},
		{Role: Command, Call: "Do(ctx?, cmd, words...) reply, error"},
	},
}

// inHouseSQL are the methods of interfaces over database/sql and pgx handles, such
// as the DBTX that sqlc generates. Whether a pool or a connection stands behind
// them is not known.
var inHouseSQL = &Library{
	Name:  "a SQL handle",
	Store: SQL,
	Rows: []Row{
		{Role: SQLExec, Call: "Exec|MustExec(sql, args...) result, error?", Detached: true},
		{Role: SQLExec, Call: "ExecContext|MustExecContext(ctx, sql, args...) result, error?", Display: "Exec"},
		{Role: SQLExec, Call: "Exec(ctx, sql, args...) tag, error"},
		{Role: SQLExec, Call: "NamedExec(sql, arg) result, error", Detached: true},
		{Role: SQLExec, Call: "NamedExecContext(ctx, sql, arg) result, error", Display: "NamedExec"},
		{Role: SQLQuery, Call: "Query|QueryRow(ctx?, sql, args...) rows, error?"},
		{Role: SQLQuery, Call: "QueryContext|QueryRowContext(ctx, sql, args...) rows, error?", Display: "Query"},
		{Role: SQLPrepare, Call: "Prepare(sql) stmt, error", Detached: true},
		{Role: SQLPrepare, Call: "PrepareContext(ctx, sql) stmt, error", Display: "Prepare"},
	},
}

var shapes = sync.OnceValue(func() map[string][]*Row {
	m := map[string][]*Row{}
	for _, lib := range []*Library{inHouse, inHouseSQL} {
		for i := range lib.Rows {
			r := &lib.Rows[i]
			if r.parse() != nil {
				continue
			}
			r.Lib = lib
			for _, name := range r.Names {
				m[name] = append(m[name], r)
			}
		}
	}
	return m
})

// LookupShape returns the row that a method of an in-house interface stands for,
// or nil: the interface is declared outside every catalogued library, and the
// method has the name, the parameter types and the results of a Redis client's or
// of a SQL handle's.
// Names that other stores use too (Del, Get, Expire) count only where the same
// interface has a SetNX or an Eval beside them.
func LookupShape(fn *types.Func) *Row { return LookupShapeOn(fn, nil) }

// LookupShapeOn is LookupShape for a call on a value of type on, nil for the interface
// that declares the method: one that embeds it may have more beside it.
func LookupShapeOn(fn *types.Func, on types.Type) *Row {
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	rows := shapes()[fn.Name()]
	commands := index().names[fn.Name()]
	if rows == nil && commands == nil {
		return nil
	}
	sig := fn.Origin().Signature()
	if sig.Recv() == nil {
		return nil
	}
	iface, ok := sig.Recv().Type().Underlying().(*types.Interface)
	if !ok || placeOf(fn.Pkg().Path()).lib != nil {
		return nil
	}
	if on != nil {
		if wide, ok := on.Underlying().(*types.Interface); ok {
			iface = wide
		}
	}
	for _, r := range commands {
		if r.Lib == goRedis && r.On != "" && !r.Strict && r.shaped(sig) || r.typed(sig) {
			return r
		}
	}
	for _, r := range rows {
		if r.shaped(sig) && (!common[r.Role] || redisLike(iface)) && (r.Link != "cache" || cacheLike(iface)) {
			return r
		}
	}
	return nil
}

// typed reports whether a method of an interface is a client's by its types: it has the
// name and the parameters of the row, and the library's own struct for its input or
// its answer. Programs declare such interfaces over the methods that they use of a
// client, PutItem(*dynamodb.PutItemInput), and fakes in tests.
func (r *Row) typed(sig *types.Signature) bool {
	if r.On == "" || !requests[r.Role] || r.Lib.Store == SQL {
		return false
	}
	at := make([]int, len(r.Params))
	if n := sig.Results().Len(); n > len(r.Results) || n < r.leastResults || !r.fit(sig, at) {
		return false
	}
	own := false
	for k, p := range r.Params {
		if at[k] < 0 {
			continue
		}
		t := sig.Params().At(at[k]).Type()
		switch {
		case p.Type != "":
			if !r.ownType(t, p.Type) {
				return false
			}
			own = true
		case p.Name == "key" && !p.Variadic && !isString(t.Underlying()), p.Name != "ctx" && !p.Variadic && p.unfit(t) != "":
			return false
		}
	}
	for v := range sig.Results().Variables() {
		own = own || r.ownType(v.Type(), "")
	}
	return own
}

// ownType reports whether t is a struct of the row's library, or a pointer to one, in a
// release that has the row. name is its name, "" for any.
func (r *Row) ownType(t types.Type, name string) bool {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil || name != "" && n.Obj().Name() != name {
		return false
	}
	if _, ok := n.Underlying().(*types.Struct); !ok {
		return false
	}
	at := placeOf(n.Obj().Pkg().Path())
	return at.lib == r.Lib && at.major >= r.Since && (r.Until == 0 || at.major <= r.Until)
}

// requests are the roles of calls that ask a store for something by themselves.
var requests = map[Role]bool{
	Acquire: true, Release: true, Renew: true, ReadOwner: true, Read: true,
	Write: true, CondWrite: true, Insert: true, Delete: true, Expire: true,
	DocUpdate: true, DocReplace: true, DocDelete: true, DocInsert: true, DocFindUpdate: true,
}

// common are the roles whose methods other stores have under the same names.
var common = map[Role]bool{Delete: true, Expire: true, ReadOwner: true, Write: true}

// redisLike reports whether an interface has an acquire or a script call.
func redisLike(iface *types.Interface) bool {
	for m := range iface.Methods() {
		for _, r := range shapes()[m.Name()] {
			if (r.Role == Acquire || r.Role == Script) && r.shaped(m.Signature()) && (r.Link != "cache" || cacheLike(iface)) {
				return true
			}
		}
	}
	return false
}

// cacheLike reports whether an interface reads and deletes by key.
func cacheLike(iface *types.Interface) bool {
	reads, deletes := false, false
	for m := range iface.Methods() {
		p := m.Signature().Params()
		i := 0
		if p.Len() > 0 && isContext(p.At(0).Type()) {
			i = 1
		}
		if i >= p.Len() || !isString(p.At(i).Type()) {
			continue
		}
		reads = reads || m.Name() == "Get"
		deletes = deletes || m.Name() == "Delete"
	}
	return reads && deletes
}

// shaped reports whether the parameter and result types are those of the row's roles.
func (r *Row) shaped(sig *types.Signature) bool {
	at := make([]int, len(r.Params))
	if n := sig.Results().Len(); n > len(r.Results) || n < r.leastResults || len(r.Params) == 0 || !r.fit(sig, at) {
		return false
	}
	for k, p := range r.Params {
		if at[k] >= 0 && !p.holds(sig.Params().At(at[k]).Type()) {
			return false
		}
	}
	for i := range sig.Results().Len() {
		if !holds(r.Results[i], sig.Results().At(i).Type()) {
			return false
		}
	}
	return true
}

// holds reports whether a parameter of type t can have the role.
func (p Param) holds(t types.Type) bool {
	if p.Variadic {
		s, ok := t.(*types.Slice)
		if p.Name == "opts" {
			_, fn := s.Elem().Underlying().(*types.Signature)
			return ok && fn
		}
		return ok && (isString(s.Elem()) || isAny(s.Elem())) && (p.Name != "keys" || isString(s.Elem()))
	}
	switch p.Name {
	case "ctx":
		return isContext(t)
	case "key", "column", "script", "sha", "cmd", "sql":
		return isString(t)
	case "arg":
		return isAny(t)
	case "token", "value", "match":
		return isString(t) || isAny(t) || isBytes(t)
	case "ttl":
		return isTTL(t, p.Unit)
	case "nkeys":
		b, ok := types.Unalias(t).(*types.Basic)
		return ok && b.Info()&types.IsInteger != 0
	case "keysargs":
		s, ok := types.Unalias(t).(*types.Slice)
		return ok && (isString(s.Elem()) || isAny(s.Elem()))
	case "skeys":
		s, ok := types.Unalias(t).(*types.Slice)
		return ok && isString(s.Elem())
	case "fn":
		_, ok := t.Underlying().(*types.Signature)
		return ok
	}
	return false
}

// holds reports whether a result of type t can have the role.
func holds(role string, t types.Type) bool {
	switch role {
	case "ok":
		b, ok := t.Underlying().(*types.Basic)
		return ok && b.Kind() == types.Bool
	case "error":
		return IsError(t)
	case "count":
		b, ok := types.Unalias(t).(*types.Basic)
		return ok && b.Info()&types.IsInteger != 0
	case "reply":
		return isAny(t)
	case "owner":
		return isString(t) || isBytes(t)
	case "cmd":
		return isCommand(t)
	case "result":
		return of(t, databaseSQL, "Result")
	case "tag":
		return of(t, pgx, "CommandTag")
	case "rows":
		return of(t, databaseSQL, "Rows|Row") || of(t, pgx, "Rows|Row") || of(t, sqlx, "Rows|Row")
	case "stmt":
		return of(t, databaseSQL, "Stmt")
	}
	return false
}

// IsError reports whether a type is error, or one that a program has in its place:
// *model.AppError, errors.CodedError.
func IsError(t types.Type) bool {
	t = types.Unalias(t)
	of := t
	if p, ok := t.(*types.Pointer); ok {
		of = types.Unalias(p.Elem())
	}
	n, ok := of.(*types.Named)
	if !ok {
		return false
	}
	if n.Obj().Pkg() == nil {
		return t == of && n.Obj().Name() == "error"
	}
	_, kept := of.Underlying().(*types.Struct)
	return (t != of && kept || t == of && types.IsInterface(of)) && strings.Contains(n.Obj().Name(), "Err") && types.Implements(t, errorType)
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// of reports whether t is one of a library's types, or a pointer to it.
func of(t types.Type, lib *Library, names string) bool {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	return ok && n.Obj().Pkg() != nil && has(names, n.Obj().Name()) && placeOf(n.Obj().Pkg().Path()).lib == lib
}

// isCommand reports whether t is a pointer to a command type of go-redis, such
// as *redis.BoolCmd.
func isCommand(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && strings.HasSuffix(n.Obj().Name(), "Cmd") && n.Obj().Pkg() != nil &&
		placeOf(n.Obj().Pkg().Path()).lib == goRedis
}

func isString(t types.Type) bool {
	b, ok := types.Unalias(t).(*types.Basic)
	return ok && b.Kind() == types.String
}

func isBytes(t types.Type) bool {
	s, ok := types.Unalias(t).(*types.Slice)
	return ok && types.Identical(s.Elem(), types.Typ[types.Byte])
}

func isAny(t types.Type) bool {
	i, ok := types.Unalias(t).(*types.Interface)
	return ok && i.Empty()
}

// isTTL reports whether t can hold a time in the unit.
func isTTL(t types.Type, u Unit) bool {
	n, named := types.Unalias(t).(*types.Named)
	switch u {
	case Duration, Instant:
		return named && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "time" &&
			n.Obj().Name() == map[Unit]string{Duration: "Duration", Instant: "Time"}[u]
	case Text:
		return isString(t)
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && !named && b.Info()&types.IsInteger != 0
}
