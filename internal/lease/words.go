package lease

import (
	"go/constant"
	"strconv"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"golang.org/x/tools/go/ssa"
)

// commandOps are raw commands: redigo's Do, go-redis's Do, radix's Cmd, builder
// chains handed to a client. Their words decide.
func (m *Model) commandOps(c call, row *catalog.Row) []*Op {
	if row.Link == "multi" {
		var out []*Op
		if v := c.arg(row, "cmd"); v != nil {
			el, _ := m.res.Elements(v)
			for _, e := range el {
				if e == nil {
					continue
				}
				for _, o := range m.wordOps(m.chainWords(e), row.Lib.Store) {
					if build, ok := e.(*ssa.Call); ok {
						o.pos = build.Pos() // each command has a place of its own
					}
					out = append(out, o)
				}
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

// commands are the word lists that a call sends: one, or several at once.
func (m *Model) commands(c call, row *catalog.Row) [][]*origin.Value {
	if row.Link != "multi" {
		return [][]*origin.Value{m.words(c, row)}
	}
	var out [][]*origin.Value
	if v := c.arg(row, "cmd"); v != nil {
		el, _ := m.res.Elements(v)
		for _, e := range el {
			if e != nil {
				out = append(out, m.chainWords(e))
			}
		}
	}
	return out
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
	if rc.Role == catalog.Acquire && rc.Field > 0 && firstNumber(at(rc.Key), at(rc.Field), at(rc.Token)) {
		rc.Role = catalog.Insert
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
		if len(el) == 0 {
			out = append(out, m.argsChain(v)...)
		}
		for _, e := range el {
			out = append(out, m.spread(e)...)
		}
	}
	return out
}

// argsChain are the words of redis.Args{}.Add(…).Add(…).
func (m *Model) argsChain(v ssa.Value) []*origin.Value {
	chain, _ := m.links(unwrap(v))
	var out []*origin.Value
	for _, l := range chain {
		w := l.arg(l.row(), "words")
		if w == nil {
			continue
		}
		el, _ := m.res.Elements(w)
		for _, e := range el {
			out = append(out, m.spread(e)...)
		}
		if len(el) == 0 {
			out = append(out, m.of(w))
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
