package lease

import (
	"strings"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"golang.org/x/tools/go/ssa"
)

// links walks a builder chain back from its end: the calls whose results it is
// made of, first one first. open is true when a link may be missing: added
// under a condition, in a loop, or by somebody else.
func (m *Model) links(v ssa.Value) (out []call, open bool) { return m.linksBy(v, shortest) }

// linksBy is links with a choice of the edge to follow where ways meet.
func (m *Model) linksBy(v ssa.Value, pick func(*ssa.Phi) ssa.Value) (out []call, open bool) {
	for hops := 0; v != nil && hops < 64; hops++ {
		switch x := v.(type) {
		case *ssa.Call:
			c := newCall(x)
			row := c.row()
			if row == nil || row.Role != catalog.ChainLink {
				if len(out) > 0 && starts(out[0].row()) {
					return out, open // the handle that begins the statement
				}
				if row != nil || c.static == nil || len(c.static.Blocks) == 0 {
					return out, open
				}
				head, plain := m.helperLinks(c.static)
				return append(head, out...), open || !plain && hops > 0
			}
			out = append([]call{c}, out...)
			v = c.recv
		case *ssa.Phi:
			// q, or q.Where(…): what both have in common, and an open end.
			open = true
			v = pick(x)
		case *ssa.UnOp:
			var addr ssa.Value = x.X
			if fv, ok := addr.(*ssa.FreeVar); ok {
				addr = origin.Binding(fv)
			}
			a, ok := addr.(*ssa.Alloc)
			if !ok {
				return out, open
			}
			if st := lastStore(a, x); st != nil && addr == x.X {
				v = st.Val
				continue
			}
			c := m.madeBy(x, 0)
			if c == nil {
				return out, true
			}
			v = c
		case *ssa.FreeVar:
			v = origin.Binding(x)
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.TypeAssert:
			v = x.X
		default:
			return out, open
		}
	}
	return out, open || v != nil // without a receiver: sq.Update("jobs")
}

// helperLinks are the links that a function of the package puts before a chain, when
// it returns in one place. plain is true when it returns nothing but handles,
// wherever it returns, or when its links are known: nothing is added out of sight.
func (m *Model) helperLinks(fn *ssa.Function) (head []call, plain bool) {
	if m.linking[fn] {
		return nil, false
	}
	m.linking[fn] = true
	defer delete(m.linking, fn)
	plain, returns := true, 0
	for _, b := range fn.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(r.Results) == 0 {
			continue
		}
		if k, ok := r.Results[0].(*ssa.Const); ok && k.Value == nil {
			continue // with an error
		}
		returns++
		chain, open := m.links(r.Results[0])
		plain = plain && !open
		for _, l := range chain {
			switch l.row().Link {
			case "ctx", "fresh", "same", "option":
			default:
				plain = plain && returns == 1
			}
		}
		head = chain
	}
	if returns != 1 {
		head = nil
	}
	return head, plain && returns > 0
}

// shortest is the edge of a phi that the others build upon.
func shortest(p *ssa.Phi) ssa.Value { return edge(p, func(a, b int) bool { return a < b }) }

// longest is the edge of a phi with the most links.
func longest(p *ssa.Phi) ssa.Value { return edge(p, func(a, b int) bool { return a > b }) }

func edge(p *ssa.Phi, better func(a, b int) bool) ssa.Value {
	depth := func(v ssa.Value) int {
		n := 0
		for n < 32 {
			c, ok := v.(*ssa.Call)
			if !ok {
				break
			}
			k := newCall(c)
			if k.recv == nil {
				break
			}
			v = k.recv
			n++
		}
		return n
	}
	var best ssa.Value
	for _, e := range p.Edges {
		if e == p {
			continue
		}
		if best == nil || better(depth(e), depth(best)) {
			best = e
		}
	}
	return best
}

// chainWords are the words that a rueidis builder chain sends.
func (m *Model) chainWords(v ssa.Value) []*origin.Value {
	chain, _ := m.links(v)
	var out []*origin.Value
	for _, c := range chain {
		word, ok := catalog.ChainWord(c.fn)
		if !ok {
			continue
		}
		if word != "" {
			out = append(out, &origin.Value{Kind: origin.Const, Text: word, Type: "string"})
		}
		variadic := c.fn.Signature().Variadic()
		for i, a := range c.args {
			if variadic && i == len(c.args)-1 {
				el, _ := m.res.Elements(a)
				for _, e := range el {
					out = append(out, m.spread(e)...)
				}
				continue
			}
			out = append(out, m.durationWord(word, a))
		}
	}
	return out
}

// durationWord turns a time.Duration argument into the unit of its word.
func (m *Model) durationWord(word string, a ssa.Value) *origin.Value {
	o := m.of(a)
	if named(a.Type()) != "Duration" {
		return o
	}
	unit := int64(1e9)
	if strings.HasPrefix(word, "P") {
		unit = 1e6
	}
	t := makeTTL(o, catalog.Duration)
	if o.Kind != origin.Const || !t.Known {
		return &origin.Value{Kind: origin.Call, Text: "/", Parts: []*origin.Value{o, {Kind: origin.Const, Text: itoa(unit), Type: "int64"}}}
	}
	c := *o
	c.Text = itoa(int64(t.Dur) / unit)
	return &c
}

// chainOps are the operations of a chain at the link that sends it.
func (m *Model) chainOps(c call, row *catalog.Row) []*Op {
	switch row.Lib.Store {
	case catalog.Etcd:
		return m.txnOps(c, row)
	case catalog.SQL:
		return m.ormOps(c, row)
	case catalog.Search:
		return m.searchOps(c, row)
	}
	return nil
}

func itoa(n int64) string {
	if n == 0 {
		return "0"
	}
	neg := n < 0
	if neg {
		n = -n
	}
	var b []byte
	for n > 0 {
		b = append([]byte{byte('0' + n%10)}, b...)
		n /= 10
	}
	if neg {
		return "-" + string(b)
	}
	return string(b)
}
