package redisscript

import (
	"sort"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"
)

// A table is a Lua table. Positions that are known have cells; the rest is in
// any.
type table struct {
	fields map[string]*cell
	n      int   // length of the known list part
	any    []alt // elements at positions that are not known
	depth  int   // branches open when it was made
	stored []keyRef
	args   []Ref
	// perKey: the reply of MGET unpack(KEYS), one stored value for each key.
	perKey bool
}

func (in *interp) newTable() *table {
	return &table{fields: map[string]*cell{}, depth: len(in.journals)}
}

func (in *interp) tableValue(t *table) value {
	return value{kind: kTable, id: in.fresh(), tab: t}
}

// exact: every element is at a known position.
func (t *table) exact() bool { return len(t.any) == 0 && !t.perKey }

func (t *table) absorb(v value) {
	t.stored = unionKeys(t.stored, v.allStored())
	t.args = unionRefs(t.args, v.allArgs())
}

// constant renders a table of constants, for telling replies apart.
func (t *table) constant() (string, bool) {
	if !t.exact() {
		return "", false
	}
	names := make([]string, 0, len(t.fields))
	for n, c := range t.fields {
		if !c.v.constant() {
			return "", false
		}
		names = append(names, n)
	}
	sort.Strings(names)
	var b strings.Builder
	for _, n := range names {
		b.WriteString(n + "=" + t.fields[n].v.id + ";")
	}
	return "{" + b.String() + "}", true
}

func (in *interp) tableOf(e *ast.TableExpr) value {
	t := in.newTable()
	for i, f := range e.Fields {
		if f.Key != nil {
			in.setField(t, in.eval(f.Key), in.eval(f.Value))
			continue
		}
		if i < len(e.Fields)-1 {
			in.push(t, in.eval(f.Value))
			continue
		}
		for _, v := range in.multi(f.Value) { // {…}, {unpack(KEYS)}
			in.push(t, v)
		}
	}
	return in.tableValue(t)
}

// push appends. An append on one path only leaves the positions unknown.
func (in *interp) push(t *table, v value) {
	const maxList = 64
	if v.many || !t.exact() || len(in.journals) > t.depth || t.n >= maxList {
		in.loosen(t, v)
		return
	}
	t.n++
	t.absorb(v)
	t.fields[strconv.Itoa(t.n)] = &cell{v: v}
}

// loosen adds an element at a position that is not known, under what holds
// here: a list of the keys that matched is a list of matching keys.
func (in *interp) loosen(t *table, v value) {
	t.absorb(v)
	for _, o := range v.options() {
		if len(t.any) < maxAlts {
			o.v.many = false
			t.any = addAlt(t.any, alt{f: in.facts.with(o.f), v: o.v})
		} else {
			t.any[0].v = in.blur(append(t.any[:1:1], o))
		}
	}
}

func (in *interp) setField(t *table, key, v value) {
	if !key.constant() {
		t.absorb(key)
		had := len(t.any)
		in.loosen(t, v)
		for i := had; i < len(t.any) && key.kind == kIndex; i++ {
			t.any[i].index = key.id
		}
		return
	}
	c := t.fields[key.text]
	if n, ok := key.num(); c == nil && ok && key.kind == kNumber {
		if int(n) == t.n+1 {
			in.push(t, v) // t[#t + 1] = v
		} else {
			in.loosen(t, v)
		}
		return
	}
	t.absorb(v)
	if c == nil {
		c = &cell{v: nilValue()}
		t.fields[key.text] = c
	}
	in.set(c, v)
}

// elements are the values of unpack(t).
func (in *interp) elements(t *table) []value {
	var out []value
	for i := 1; i <= t.n; i++ {
		out = append(out, t.fields[strconv.Itoa(i)].v)
	}
	if len(t.any) > 0 {
		v := in.element(t.any)
		v.many = true
		out = append(out, v)
	}
	return out
}

// index is obj[key].
func (in *interp) index(obj, key value) value {
	return in.lift2(obj, key, in.index1)
}

func (in *interp) index1(obj, key value) value {
	switch obj.kind {
	case kBuiltin:
		switch obj.text {
		case "KEYS", "ARGV":
			return argument(obj.text, key)
		case "_G":
			return in.name(key.text)
		}
		if key.kind == kString {
			return builtin(obj.text + "." + key.text)
		}
	case kTable:
		return in.tableIndex(obj.tab, key)
	case kCond:
		if key.text == "ok" {
			return obj // the status of SET … NX
		}
	case kStored:
		if key.text == "err" || key.text == "ok" {
			return in.unknown() // an error reply, not what the key stores
		}
		v := obj
		v.id, v.many = "("+obj.id+"."+key.id+")", false
		if len(v.id) > maxText {
			v.id = in.fresh()
		}
		if len(key.args) > 0 {
			// decoded[ARGV[1]] is only there for a holder of that name
			v.yes, v.no = in.ownMember(obj.stored, key.comparand()), facts{}
		}
		return v
	}
	v := value{id: "(" + obj.id + "." + key.id + ")"}
	if len(v.id) > maxText {
		v.id = in.fresh()
	}
	return v.taint(obj).taint(key)
}

func (in *interp) tableIndex(t *table, key value) value {
	if key.constant() {
		if c := t.fields[key.text]; c != nil {
			return c.v
		}
		if t.exact() {
			return nilValue()
		}
	}
	if t.perKey {
		k := argument("KEYS", key)
		return in.storedValue([]keyRef{k.key()})
	}
	var alts []alt
	names := make([]string, 0, len(t.fields))
	for n := range t.fields {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		alts = append(alts, alt{v: t.fields[n].v})
	}
	for _, a := range t.any {
		alts = append(alts, in.moved(a, key))
	}
	if len(alts) == 0 {
		return nilValue()
	}
	return in.element(alts)
}

// element is an element of a list that is not known in full: it comes with what
// held when it was put there, also when there is only one like it.
func (in *interp) element(alts []alt) value {
	if len(alts) == 1 && len(alts[0].f.list) > 0 {
		return value{kind: kPhi, id: in.fresh(), alts: alts}
	}
	return in.phi(alts)
}
