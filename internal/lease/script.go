package lease

import (
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/redisscript"
	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// scriptOps are the operations of a Lua script at the call that runs it.
func (m *Model) scriptOps(c call, row *catalog.Row) []*Op {
	src, keys, args := m.scriptCall(c, row)
	if src == nil {
		return nil // a script that cannot be seen is unknown, never guilty
	}
	return m.luaOps(src, keys, args)
}

// scriptCall is the text, the KEYS and the ARGV of a call that runs a script; src
// is nil for any other call, and for a text that is not in sight.
func (m *Model) scriptCall(c call, row *catalog.Row) (src *origin.Value, keys, args []*origin.Value) {
	numKeys := unknownKeys
	switch row.Role {
	case catalog.Script:
		src, _, _, _ = m.role(c, row, "script")
	case catalog.RunScript:
		obj := c.recv
		if v := c.arg(row, "script"); v != nil {
			obj = v // go-zero gives the script to the client
		}
		src, numKeys = m.scriptObject(obj, 0)
	case catalog.RunSHA:
		if v := c.arg(row, "sha"); v != nil {
			src = m.scriptOfSHA(v)
		}
	}
	if src == nil {
		return nil, nil, nil
	}
	keys, args = m.scriptKeys(c, row, numKeys)
	return src, keys, args
}

// unknownKeys: the script object does not say how many keys it takes; a
// negative count means that the first argument of each call says so.
const unknownKeys = -1 << 20

// scriptKeys are the KEYS and ARGV of a call.
func (m *Model) scriptKeys(c call, row *catalog.Row, numKeys int) (keys, args []*origin.Value) {
	list := func(role string) []*origin.Value {
		v := c.arg(row, role)
		if v == nil {
			return nil
		}
		el, _ := m.res.Elements(v)
		if len(el) == 1 && el[0] != nil && isSlice(unwrap(el[0]).Type()) {
			el, _ = m.res.Elements(unwrap(el[0])) // go-redis spreads a lone slice (appendArgs)
		}
		var out []*origin.Value
		for _, e := range el {
			if e == nil {
				out = append(out, nil)
				continue
			}
			out = append(out, m.of(e))
		}
		return out
	}
	if _, ok := row.Operand(c.fn, "keysargs"); ok {
		all := list("keysargs")
		if n, ok := row.Operand(c.fn, "nkeys"); ok {
			if k, isC := constInt(c.args[n.Arg]); isC {
				numKeys = int(k)
			}
		} else if numKeys < 0 && numKeys != unknownKeys && len(all) > 0 && all[0] != nil {
			if n, err := strconv.Atoi(all[0].Text); err == nil {
				all, numKeys = all[1:], n
			}
		}
		if numKeys < 0 || numKeys > len(all) {
			if len(all) == 0 {
				return nil, nil
			}
			numKeys = 1
		}
		return all[:numKeys], all[numKeys:]
	}
	return list("skeys"), list("sargs")
}

func isSlice(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	b, isBasic := s.Elem().Underlying().(*types.Basic)
	return !isBasic || b.Kind() != types.Byte
}

// scriptObject finds the text that a script object (redis.NewScript) was made
// of, and its key count if the constructor takes one.
func (m *Model) scriptObject(v ssa.Value, depth int) (*origin.Value, int) {
	ctor := m.madeBy(v, 0)
	if ctor == nil {
		return nil, unknownKeys
	}
	c := newCall(ctor)
	row := c.row()
	if row == nil || row.Role != catalog.NewScript {
		// A helper that returns the script.
		if c.static != nil && len(c.static.Blocks) > 0 && depth < 3 {
			for _, b := range c.static.Blocks {
				if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(r.Results) > 0 {
					return m.scriptObject(r.Results[0], depth+1)
				}
			}
		}
		return nil, unknownKeys
	}
	src, _, _, ok := m.role(c, row, "script")
	if !ok {
		return nil, unknownKeys
	}
	n := unknownKeys
	if v := c.arg(row, "nkeys"); v != nil {
		if k, isC := constInt(v); isC {
			n = int(k)
		}
	}
	return src, n
}

// scriptOfSHA follows a hash to the text that was loaded for it.
func (m *Model) scriptOfSHA(v ssa.Value) *origin.Value {
	ctor := m.madeBy(v, 0)
	for hops := 0; ctor != nil && hops < 4; hops++ {
		c := newCall(ctor)
		if row := c.row(); row != nil {
			if src, _, _, ok := m.role(c, row, "script"); ok {
				return src
			}
			if row.Role == catalog.ScriptLoad && c.recv != nil {
				src, _ := m.scriptObject(c.recv, 0)
				return src
			}
			if row.Role == catalog.Result && c.recv != nil {
				ctor = m.madeBy(c.recv, 0)
				continue
			}
		}
		return nil
	}
	return nil
}

// luaOps turns a parsed script into operations on the caller's keys.
func (m *Model) luaOps(src *origin.Value, keys, args []*origin.Value) []*Op {
	if src == nil {
		return nil
	}
	if src.Kind == origin.Choice {
		// One of several scripts: guilty only if each is, so report none unless all agree.
		var first []*Op
		for i, alt := range src.Parts {
			ops := m.luaOps(alt, keys, args)
			if i == 0 {
				first = ops
				continue
			}
			for j, o := range first {
				ok := false
				for _, p := range ops {
					ok = ok || p.Kind == o.Kind && p.Compares == o.Compares
				}
				if !ok {
					first[j].Compares, first[j].Guard = true, Unclear
				}
			}
		}
		return first
	}
	text, _, ok := origin.TextOf(src, string(sqlstmt.Hole))
	if !ok {
		return nil
	}
	s, err := redisscript.Parse(text)
	if err != nil || s == nil {
		return nil
	}
	key := func(r redisscript.Ref) *origin.Value {
		if r.Kind == redisscript.Key {
			i := r.Index - 1
			if r.Index == 0 {
				i = 0
			}
			if i >= 0 && i < len(keys) {
				return keys[i]
			}
			return nil
		}
		if r.Kind == redisscript.Const {
			return &origin.Value{Kind: origin.Const, Text: r.Text, Type: "string"}
		}
		return nil
	}
	compared := map[*origin.Value]bool{}
	var out []*Op
	add := func(kind Kind, calls []redisscript.Call) {
		for _, lc := range calls {
			refs := lc.Keys
			if len(refs) == 0 {
				refs = []redisscript.Ref{lc.Key}
			}
			for _, r := range refs {
				k := key(r)
				if k == nil {
					continue
				}
				if lc.Unclear || s.Counter(r) {
					continue // not followed, or the TTL of a limiter's counter
				}
				o := &Op{Kind: kind, Key: k, Compares: lc.Compared || lc.IfEq, API: "script " + lc.Command, Guard: Unclear, Lockish: lockishKey(k)}
				if kind == Acquire {
					o.Token = scriptToken(lc, args)
					o.TTL = scriptTTL(s, lc, args)
				}
				if kind == Extend {
					o.TTL, _ = commandTTL(lc, args)
				}
				if lc.Absent && kind == Extend {
					o.Compares = true // renews what this very script acquired
				}
				if o.Compares {
					compared[k] = true
				}
				out = append(out, o)
			}
		}
	}
	add(Acquire, s.Acquired())
	add(End, s.Released())
	add(Extend, s.Renewed())
	out = append(out, blindWrites(s, key)...)
	for _, o := range out {
		if o.Kind == Extend && !o.Compares {
			for _, p := range out {
				if p.Kind == Acquire && p.Key == o.Key {
					o.Compares = true // the TTL of a record that the same script just created
				}
			}
		}
	}
	return out
}

func scriptSetsTTL(s *redisscript.Script) bool {
	for _, c := range s.Calls {
		if c.TTL {
			return true
		}
	}
	return false
}

// blindWrites are the SETs of a script that reads and compares nothing. A
// script that reads first may well compare: what it does is then left open.
func blindWrites(s *redisscript.Script, key func(redisscript.Ref) *origin.Value) []*Op {
	var out []*Op
	for _, c := range s.Calls {
		if c.Reads || c.Compared || c.Absent || c.NX || c.XX || c.IfEq || s.Opaque {
			return nil
		}
		if c.Command == "SET" && !c.TTL {
			if k := key(c.Key); k != nil {
				out = append(out, &Op{Kind: Write, Key: k, API: "script SET", Lockish: lockishKey(k)})
			}
		}
	}
	return out
}
