package lease

import (
	"go/types"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/pattern"
)

// In-house stores: interfaces of repositories and object stores with what is
// behind them out of sight. The name of a method says what it does to the record,
// and its parameters say whether the store is given anything to compare: a token,
// a version, an expected value. What is not given cannot be compared.

var (
	storeWord  = pattern.New(`(Store|Storage|Stores|Repo|Repos|Repository|Repositories|DAO|Dao|DB|Db|Database|Datastore|DataStore|Cache|KV|Kv|Persistence|Persister|Bucket|Blobstore|BlobStore|Mapper|DAL|Dal|Backend|Keeper)$`)
	localStore = pattern.New(`(?i)(memory|inmem|local|session|metric|stats|log|audit|event|history|queue|mq|cookie|temp|tmp|file)`)
	guardWord  = pattern.New(`(?i)(cas$|cas[A-Z]|compareand|ifmatch|ifunchanged|ifnot|ifabsent|ifexist|ifversion|ifowner|withversion|withlock|withtoken|versioned|optimistic|conditional|atomic|fenced|idempotent|oncebatch)`)
	guardParam = pattern.New(`(?i)(version|revision|^rev$|generation|epoch|token|fenc|etag|expect|^old|^prev|owner|holder|lease|precondition|^cond|^when$|^if[A-Z]|overwrite|exclusive|nx$|^only)`)
)

// storeVerbs say what a method does to the record that it names.
var storeVerbs = map[string]Guard{
	"update": Unguarded, "set": Unguarded, "put": Unguarded, "save": Unguarded, "store": Unguarded, "write": Unguarded, "upsert": Unguarded,
	"replace": Unguarded, "overwrite": Unguarded, "modify": Unguarded, "edit": Unguarded, "patch": Unguarded, "mark": Unguarded, "change": Unguarded,
	"persist": Unguarded, "reset": Unguarded,
	"decr": Unguarded, "decrease": Unguarded, "decrement": Unguarded, "deduct": Unguarded, "reduce": Unguarded, "debit": Unguarded,
}

// houseWrite is the write of a call of an in-house store, if it is one.
func (m *Model) houseWrite(c call, fn *types.Func) []*Op {
	recv := fn.Signature().Recv()
	if recv == nil || !storeName(c.recv.Type()) {
		return nil
	}
	verb, rest := splitVerb(fn.Name())
	guard, ok := storeVerbs[verb]
	if !ok && (verb == "create" || verb == "upload") && blobName.MatchString(named(c.recv.Type())) && givenBytes(fn) {
		guard, ok = Unguarded, true // an object store replaces what it has under the name
	}
	if !ok || lockRest.MatchString(rest) || m.implemented(c) {
		return nil
	}
	o := &Op{Kind: Write, House: true, Guard: guard, API: houseName(c, fn), instr: c.instr, fn: c.instr.Parent(), pos: c.pos(), call: c}
	switch {
	case guardWord.MatchString(fn.Name()) || givenGuard(c, fn) || m.outcomeUsed(c):
		o.Guard = Unclear
	case givenTTL(fn), strings.HasSuffix(named(c.recv.Type()), "Cache") && fills[verb]:
		o.Guard = CacheFill
	}
	for _, a := range c.args {
		if o.Key == nil && (keyLike(a.Type()) || keyType.MatchString(named(a.Type()))) {
			o.Key = m.of(a)
		}
	}
	if o.Key != nil && (freshKey(o.Key) || tempKey(o.Key)) {
		o.Guard = FreshKey
	}
	if o.Guard == Unguarded && rowsLocked(c) {
		o.Guard = Conditional
	}
	return []*Op{o}
}

// rowsLocked reports whether a store was asked to lock rows before: store.FindForUpdate,
// or tasks.LockForUpdate, in the closure of a transaction.
func rowsLocked(c call) bool {
	found := false
	at := c.instr.Block()
	for f := c.instr.Parent(); f != nil && !found; f = f.Parent() {
		calls(f, func(x call) bool {
			found = x.recv != nil && strings.Contains(x.name(), "ForUpdate") && (f != c.instr.Parent() || x.instr.Block().Dominates(at) && x.pos() < c.pos())
			return !found
		})
	}
	return found
}

// blobName is in the names of object stores.
var blobName = pattern.New(`(?i)(blob|object|bucket)`)

// givenBytes reports whether a method is given the contents of an object.
func givenBytes(fn *types.Func) bool {
	for p := range fn.Signature().Params().Variables() {
		if s, ok := p.Type().Underlying().(*types.Slice); ok && isByte(s.Elem()) || types.IsInterface(p.Type()) && named(p.Type()) == "Reader" {
			return true
		}
	}
	return false
}

var (
	keyType  = pattern.New(`(Path|Key|ID|Id|Name|URI|URL)$`)
	tempWord = pattern.New(`(?i)(^|[^a-z])(tmp|temp|temporary|staging|scratch)|(Tmp|Temp|Staging)`)
)

// tempKey reports whether a key names a temporary object: it has a name of its own,
// and is renamed when it is complete.
func tempKey(k *origin.Value) bool { return tempWord.MatchString(k.String()) }

// fills are what is done to a cache to fill it.
var fills = map[string]bool{"set": true, "put": true, "save": true, "store": true, "write": true}

// lockRest are the records that are locks themselves.
var lockRest = pattern.New(`(Lock|Locks|Lease|Leases|Leader|Heartbeat|TTL|Expiration|Expiry)$`)

func storeName(t types.Type) bool {
	n := named(t)
	return n != "" && storeWord.MatchString(n) && !localStore.MatchString(n) && !doubles.MatchString(n)
}

// splitVerb cuts the first word off a method's name.
func splitVerb(name string) (verb, rest string) {
	for _, p := range []string{"Batch", "Bulk", "Must", "Do"} {
		if r, ok := strings.CutPrefix(name, p); ok && r != "" {
			name = r
		}
	}
	for i, r := range name {
		if i > 0 && unicode.IsUpper(r) {
			return strings.ToLower(name[:i]), name[i:]
		}
	}
	return strings.ToLower(name), ""
}

// givenGuard reports whether the store is given something to compare: a
// parameter that says so, or a record that carries its version beside its data.
func givenGuard(c call, fn *types.Func) bool {
	params := fn.Signature().Params()
	for i := range params.Len() {
		p := params.At(i)
		if guardParam.MatchString(p.Name()) {
			return true
		}
		if i < len(c.args) && versioned(c.args[i].Type()) {
			return true
		}
		if _, ok := p.Type().Underlying().(*types.Signature); ok {
			return true // func(old) new: read and written by the store itself
		}
		if fn.Signature().Variadic() && i == params.Len()-1 {
			return true // options may hold a condition
		}
	}
	return false
}

// versioned reports whether a record has a field that is a fence beside others. A
// record that is nothing but a version is data.
func versioned(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok || s.NumFields() < 2 {
		return false
	}
	for i := range s.NumFields() {
		if f := s.Field(i); fenceColumn(snakeCase(f.Name())) || f.Embedded() && versioned(f.Type()) {
			return true
		}
	}
	return false
}

func givenTTL(fn *types.Func) bool {
	for p := range fn.Signature().Params().Variables() {
		if named(p.Type()) == "Duration" || strings.EqualFold(p.Name(), "ttl") {
			return true
		}
	}
	return false
}

// outcomeUsed reports whether a bool or a count that the call answers with is
// looked at: the write may be conditional then.
func (m *Model) outcomeUsed(c call) bool {
	res := c.common.Signature().Results()
	for i := range res.Len() {
		b, ok := res.At(i).Type().Underlying().(*types.Basic)
		if !ok || b.Info()&(types.IsBoolean|types.IsInteger) == 0 {
			continue
		}
		for _, v := range c.results(i) {
			if used(v) {
				return true
			}
		}
	}
	return false
}

func used(v ssa.Value) bool { return v.Referrers() != nil && len(*v.Referrers()) > 0 }
