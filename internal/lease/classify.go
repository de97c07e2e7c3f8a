package lease

import (
	"go/constant"
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// requests returns the operations that a call makes by itself, by the
// catalogue's row for it.
func (m *Model) requests(c call) []*Op {
	row := c.row()
	if row == nil {
		return nil
	}
	ops := m.byRole(c, row)
	for _, o := range ops {
		o.instr, o.fn, o.call, o.row = c.instr, c.instr.Parent(), c, row
		o.pos = c.pos()
		if o.Lib == "" {
			o.Lib, o.Store = row.Lib.Name, row.Lib.Store
		}
		if o.API == "" {
			o.API = display(row, c)
		}
		if o.Ctx == nil {
			o.Ctx = m.ctxOf(c, row)
		}
		o.Detached = o.Detached || row.Detached
		o.Raises = o.Raises || row.Raises
		o.Purpose = purposeName(o.fn.Name()) || o.fn.Parent() != nil && purposeName(outermost(o.fn).Name())
	}
	return ops
}

func outermost(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

func display(row *catalog.Row, c call) string {
	if row.Display != "" {
		return row.Display
	}
	return c.fn.Name()
}

func (m *Model) ctxOf(c call, row *catalog.Row) *origin.Value {
	if v := c.arg(row, "ctx"); v != nil {
		return m.of(v)
	}
	for _, a := range c.args {
		if origin.IsContext(a.Type()) {
			return m.of(a)
		}
	}
	if row.Detached {
		return &origin.Value{Kind: origin.Ctx, Text: origin.CtxBackground}
	}
	return nil
}

func (m *Model) byRole(c call, row *catalog.Row) []*Op {
	switch row.Role {
	case catalog.Acquire, catalog.Release, catalog.Renew, catalog.AutoRenew, catalog.NewLease:
		return m.lockOps(c, row)
	case catalog.Write, catalog.CondWrite, catalog.Insert, catalog.Delete, catalog.Expire, catalog.Counter,
		catalog.ReadOwner, catalog.Read:
		return m.storeOps(c, row)
	case catalog.Command:
		return m.commandOps(c, row)
	case catalog.Script, catalog.RunScript, catalog.RunSHA:
		return m.scriptOps(c, row)
	case catalog.SQLExec, catalog.SQLQuery, catalog.StmtExec, catalog.StmtQuery:
		return m.sqlOps(c, row)
	case catalog.ChainEnd:
		return m.chainOps(c, row)
	case catalog.DocUpdate, catalog.DocReplace, catalog.DocDelete, catalog.DocInsert, catalog.DocFindUpdate:
		return m.docOps(c, row)
	}
	return nil
}

// role is the origin of the argument, or field of a struct argument, with the
// given role. set is false when it is certainly left zero.
func (m *Model) role(c call, row *catalog.Row, role string) (v *origin.Value, val ssa.Value, set, known bool) {
	o, ok := row.Operand(c.fn, role)
	if !ok || o.Arg >= len(c.args) {
		return nil, nil, false, false
	}
	a := c.args[o.Arg]
	if o.Field == "" {
		return m.of(a), a, true, true
	}
	field, _, nested := strings.Cut(o.Field, ".")
	if nested {
		return nil, nil, false, false
	}
	v, set, known = m.res.StructField(a, field)
	return v, m.res.StructFieldValue(a, field), set, known
}

func (m *Model) ttl(c call, row *catalog.Row) TTL {
	var at catalog.Operand
	found := false
	for _, name := range []string{"ttl"} {
		if o, ok := row.Operand(c.fn, name); ok {
			at, found = o, true
		}
	}
	if !found {
		return TTL{Absent: true}
	}
	v, _, set, known := m.role(c, row, "ttl")
	if !known {
		return TTL{}
	}
	if !set {
		return TTL{None: at.Param.Unit != catalog.Instant, Known: true}
	}
	return makeTTL(v, at.Param.Unit)
}

func makeTTL(v *origin.Value, unit catalog.Unit) TTL {
	t := TTL{Origin: v}
	if v == nil || v.Kind != origin.Const {
		return t
	}
	n, err := strconv.ParseInt(v.Text, 10, 64)
	if err != nil {
		if d, err := time.ParseDuration(v.Text); err == nil {
			t.Dur, t.Known = d, true
		}
		return t
	}
	t.Known = true
	switch unit {
	case catalog.Seconds:
		n *= int64(time.Second)
	case catalog.Milliseconds:
		n *= int64(time.Millisecond)
	}
	t.Dur = time.Duration(n)
	t.None = n <= 0
	return t
}

// lockOps are the calls that are about locks by their API: an acquire of a raw
// key (SETNX) or a lock handle's Lock, Unlock, Extend.
func (m *Model) lockOps(c call, row *catalog.Row) []*Op {
	o := &Op{Compares: row.Compares, TTL: m.ttl(c, row)}
	switch row.Role {
	case catalog.Acquire:
		o.Kind = Acquire
	case catalog.Release:
		o.Kind = End
	case catalog.Renew:
		o.Kind = Extend
	case catalog.AutoRenew, catalog.NewLease:
		o.Kind = AutoRenew
		if row.Role == catalog.NewLease {
			return nil
		}
	}
	if v, _, _, ok := m.role(c, row, "key"); ok {
		o.Key = v
	}
	if v, _, _, ok := m.role(c, row, "token"); ok && v != nil {
		o.Token = v
	}
	if v, _, _, ok := m.role(c, row, "stop"); ok {
		o.Stop = v
	}
	switch row.Lib.Store {
	case catalog.LockLibrary:
		o.LockAPI = true
	case catalog.Redis, catalog.Memcached:
	default:
		o.LockAPI = true
	}
	if o.Key == nil && c.recv != nil {
		o.Handle = m.of(c.recv)
		o.Key = m.handleKey(c.recv)
		o.LockAPI = true
	}
	if v, _, _, ok := m.role(c, row, "lock"); ok && v != nil {
		o.Handle = v
	}
	return []*Op{o}
}

// handleKey is the key that a lock handle was made for, when the constructor
// is in sight.
func (m *Model) handleKey(v ssa.Value) *origin.Value {
	ctor := m.madeBy(v, 0)
	if ctor == nil {
		return nil
	}
	c := newCall(ctor)
	row := c.row()
	if row == nil || row.Role != catalog.NewLock && row.Role != catalog.Acquire {
		return nil
	}
	k, _, _, ok := m.role(c, row, "key")
	if !ok {
		return nil
	}
	return k
}

// madeBy follows a value to the call that made it: through locals, captures,
// fields stored once, and tuple extracts.
func (m *Model) madeBy(v ssa.Value, depth int) *ssa.Call {
	if depth > 8 || v == nil {
		return nil
	}
	switch v := v.(type) {
	case *ssa.Call:
		return v
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			return c
		}
	case *ssa.ChangeInterface:
		return m.madeBy(v.X, depth+1)
	case *ssa.MakeInterface:
		return m.madeBy(v.X, depth+1)
	case *ssa.TypeAssert:
		return m.madeBy(v.X, depth+1)
	case *ssa.FreeVar:
		if b := origin.Binding(v); b != nil {
			return m.madeBy(b, depth+1)
		}
	case *ssa.UnOp:
		var addr ssa.Value = v.X
		if fv, ok := addr.(*ssa.FreeVar); ok {
			addr = origin.Binding(fv)
		}
		switch a := addr.(type) {
		case *ssa.Alloc:
			var found *ssa.Call
			for _, ref := range *a.Referrers() {
				if st, ok := ref.(*ssa.Store); ok && st.Addr == a {
					if k, isC := st.Val.(*ssa.Const); isC && k.Value == nil {
						continue
					}
					if found != nil {
						return nil
					}
					found = m.madeBy(st.Val, depth+1)
				}
			}
			return found
		case *ssa.FieldAddr:
			f := m.of(v).Var()
			if stores := m.index.Stores(f); len(stores) == 1 {
				return m.madeBy(stores[0], depth+1)
			}
		case *ssa.Global:
			if stores := m.index.GlobalStores(a); len(stores) == 1 {
				return m.madeBy(stores[0], depth+1)
			}
		}
	}
	return nil
}

// storeOps are typed reads and writes of keys: SET, DEL, EXPIRE, KV.Put.
func (m *Model) storeOps(c call, row *catalog.Row) []*Op {
	if row.Lib.Store == catalog.Consul && row.Arg(c.fn, "ops") >= 0 {
		return m.consulTxn(c, row)
	}
	role, compares := row.Role, row.Compares
	if _, ok := row.Operand(c.fn, "mode"); ok {
		mode, _, set, known := m.role(c, row, "mode")
		switch {
		case !known:
			return []*Op{{Kind: Write, Guard: Unclear}}
		case set && mode.Kind == origin.Const:
			role, compares = row.ByMode(mode.Text)
		case set:
			return []*Op{{Kind: Write, Guard: Unclear}}
		}
	}
	cond := row.Cond
	token, _, _, _ := m.role(c, row, "token")
	ttl := m.ttl(c, row)
	var out []*Op
	for _, key := range m.keys(c, row) {
		out = append(out, m.keyOp(keyRequest{role: role, compares: compares, cond: cond, name: row.Display, key: key, token: token, ttl: ttl, store: row.Lib.Store}))
	}
	return out
}

// keys are the key origins of a call: one, or those of a variadic tail. Keys
// that cannot be seen are one unknown.
func (m *Model) keys(c call, row *catalog.Row) []*origin.Value {
	if v, _, _, ok := m.role(c, row, "key"); ok && v != nil {
		return []*origin.Value{v}
	}
	i := row.Arg(c.fn, "keys")
	if i < 0 || i >= len(c.args) {
		return []*origin.Value{nil}
	}
	el, ok := m.res.Elements(c.args[i])
	if !ok && len(el) == 0 {
		return []*origin.Value{m.of(c.args[i])}
	}
	var out []*origin.Value
	for _, e := range el {
		if len(out) < 8 && e != nil {
			out = append(out, m.of(e))
		}
	}
	return out
}

// keyRequest is one command on one key, from a typed call or from words.
type keyRequest struct {
	role     catalog.Role
	compares bool
	cond     string
	name     string
	key      *origin.Value
	token    *origin.Value
	ttl      TTL
	store    catalog.Store
}

func (m *Model) keyOp(r keyRequest) *Op {
	o := &Op{Key: r.key, Token: r.token, TTL: r.ttl, Compares: r.compares, API: r.name}
	switch r.role {
	case catalog.Acquire:
		o.Kind = Acquire
	case catalog.Delete, catalog.Release:
		o.Kind, o.Guard = End, Deletes
	case catalog.Expire, catalog.Renew:
		o.Kind = Extend
		if o.TTL.Known && o.TTL.Dur < 0 {
			o.Kind = End
		}
	case catalog.CondWrite:
		o.Kind, o.Guard, o.Cond = Write, Conditional, CondCAS
		if r.compares {
			o.Kind = Extend // SET IFEQ renews one's own record; a CAS write as well
		}
	case catalog.Write:
		o.Kind = Write
		switch {
		case r.cond == "XX":
			o.Kind = Extend // overwrites whoever holds it; a write when the key is no lock's
			o.Guard = Unguarded
		case r.store == catalog.Redis && r.ttl.Known && !r.ttl.None && !r.ttl.Absent,
			r.store == catalog.Redis && r.ttl.Origin != nil && !r.ttl.Known:
			o.Guard = CacheFill
		}
	case catalog.Insert:
		o.Kind, o.Guard = Write, InsertOnly
	case catalog.Counter:
		o.Kind, o.Guard = Write, Metric
	case catalog.ReadOwner, catalog.Read:
		o.Kind = Read
	default:
		return &Op{}
	}
	if r.key != nil {
		o.Lockish = lockishKey(r.key)
		if freshKey(r.key) && o.Kind == Write {
			o.Guard = FreshKey
		}
	}
	return o
}

// lockishKey reports whether the text of a key, or the name of the constant,
// field or function it comes from, speaks of a lock.
func lockishKey(k *origin.Value) bool {
	found := false
	origin.Walk(k, func(v *origin.Value) bool {
		switch v.Kind {
		case origin.Const, origin.Field, origin.Param, origin.Global:
			if lockishName(lastPart(v.Text)) {
				found = true
			}
		case origin.Call:
			if lockishName(lastPart(v.Text)) {
				found = true
			}
		}
		return !found
	})
	return found
}

// lastPart drops the package path of a qualified name, which may speak of
// locks for other reasons.
func lastPart(s string) string {
	if i := strings.LastIndexByte(s, '/'); i >= 0 && !strings.ContainsAny(s, " %") && strings.Contains(s[i:], ".") {
		return s[i+1:]
	}
	return s
}

// freshKey reports whether a key is made from a value drawn for this write: a
// random id or a content hash names a record that nobody else writes.
func freshKey(k *origin.Value) bool {
	fresh := false
	origin.Walk(k, func(v *origin.Value) bool {
		if v.Kind == origin.Call && randomSource(v.Text) {
			fresh = true
		}
		return !fresh
	})
	return fresh
}

// randomSource reports whether a function yields a value that no other caller gets.
func randomSource(name string) bool {
	n := strings.ToLower(name)
	for _, w := range []string{"uuid", "xid.", "ksuid", "ulid", "nanoid", "crypto/rand", "math/rand", "snowflake", "sha256", "sha1.", "sha512", "md5", "hash",
		"random", "newtoken", "gentoken", "generatetoken", "genvalue", "objectid", "newid", "rand."} {
		if strings.Contains(n, w) {
			return true
		}
	}
	return false
}

// commandOps are raw commands: redigo's Do, go-redis's Do, radix's Cmd, builder
// chains handed to a client. Their words decide.
func (m *Model) commandOps(c call, row *catalog.Row) []*Op {
	if row.Link == "multi" {
		var out []*Op
		if v := c.arg(row, "cmd"); v != nil {
			el, _ := m.res.Elements(v)
			for _, e := range el {
				out = append(out, m.wordOps(m.chainWords(e), row.Lib.Store)...)
			}
		}
		return out
	}
	words, store := m.words(c, row), row.Lib.Store
	if len(words) == 0 {
		return nil
	}
	return m.wordOps(words, store)
}

// wordOps classifies the words of one command.
func (m *Model) wordOps(words []*origin.Value, store catalog.Store) []*Op {
	texts := make([]string, len(words))
	for i, w := range words {
		if w != nil && w.Kind == origin.Const {
			texts[i] = w.Text
		}
	}
	rc, ok := catalog.ClassifyCommand(texts)
	if !ok {
		return nil
	}
	at := func(i int) *origin.Value {
		if i >= 0 && i < len(words) {
			return words[i]
		}
		return nil
	}
	if rc.Role == catalog.Script {
		src := at(rc.Script)
		n := 0
		if k := at(rc.NumKeys); k != nil && k.Kind == origin.Const {
			n, _ = strconv.Atoi(k.Text)
		}
		var keys []*origin.Value
		for i := 0; i < n; i++ {
			keys = append(keys, at(rc.NumKeys+1+i))
		}
		return m.luaOps(src, keys, words[min(len(words), rc.NumKeys+1+n):])
	}
	ttl := TTL{Absent: rc.Role != catalog.Acquire && rc.Role != catalog.Write}
	if rc.TTL >= 0 {
		ttl = makeTTL(at(rc.TTL), rc.Unit)
	} else if rc.Role == catalog.Acquire || rc.Role == catalog.Write {
		ttl = TTL{None: true, Known: true}
	}
	name := rc.Name
	if name == "SET" && rc.Cond != "" {
		name += " " + rc.Cond
	}
	var out []*Op
	for i := rc.Key; i >= 0 && i <= rc.LastKey && len(out) < 8; i++ {
		out = append(out, m.keyOp(keyRequest{role: rc.Role, compares: rc.Compares, cond: rc.Cond, name: name,
			key: at(i), token: at(rc.Token), ttl: ttl, store: store}))
	}
	return out
}

// words are the words of a raw command: a command argument and a variadic tail,
// or a builder chain that ends in the argument.
func (m *Model) words(c call, row *catalog.Row) []*origin.Value {
	var out []*origin.Value
	if v := c.arg(row, "cmd"); v != nil {
		if w := m.chainWords(v); w != nil {
			return w
		}
		out = append(out, m.of(v))
	}
	if v := c.arg(row, "key"); v != nil { // radix FlatCmd has the key apart
		out = append(out, m.of(v))
	}
	if v := c.arg(row, "words"); v != nil {
		el, _ := m.res.Elements(v)
		for _, e := range el {
			out = append(out, m.spread(e)...)
		}
	}
	return out
}

// spread resolves one word; redis.Args{}.Add(…) and slices inside are opened.
func (m *Model) spread(v ssa.Value) []*origin.Value {
	if v == nil {
		return []*origin.Value{nil}
	}
	return []*origin.Value{m.of(v)}
}

func constInt(v ssa.Value) (int64, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	return c.Int64(), true
}
