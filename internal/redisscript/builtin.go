package redisscript

import (
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"
)

// unpack gives the elements of a list, of KEYS or of ARGV.
func (in *interp) unpack(v value, args []value) []value {
	from := 1
	if len(args) > 1 {
		if n, ok := args[1].num(); ok && n >= 1 && n < 1000 {
			from = int(n)
		}
	}
	switch {
	case v.kind == kBuiltin && (v.text == "KEYS" || v.text == "ARGV"):
		all := value{kind: kRef, id: everyKey.id, ref: everyKey.ref, many: true, from: from, text: v.text}
		if v.text == "ARGV" {
			all.id, all.ref = "A*", Ref{Kind: Arg, Text: "ARGV[*]"}
		}
		all.args = []Ref{all.ref}
		return []value{all}
	case v.kind == kTable && v.tab.perKey:
		all := in.storedValue([]keyRef{everyKey})
		all.many = true
		return []value{all}
	case v.kind == kTable:
		list := in.elements(v.tab)
		if from-1 < len(list) {
			return list[from-1:]
		}
		return nil
	}
	if v.kind == kPhi {
		v = in.blur(v.alts)
	}
	v.many = true
	return []value{v}
}

// selectFrom is select(n, ...).
func (in *interp) selectFrom(args []value) []value {
	if len(args) == 0 {
		return nil
	}
	n, ok := args[0].num()
	switch {
	case ok && n >= 1 && int(n) < len(args):
		return args[int(n):]
	case ok && n >= 1:
		if last := args[len(args)-1]; last.many && len(args) > 1 {
			return []value{last}
		}
		return nil
	}
	return []value{in.unknown()}
}

func (in *interp) assert(args []value) []value {
	if len(args) == 0 {
		return nil
	}
	yes, no := in.truth(args[0])
	if !no.dead {
		in.errors = true
	}
	if yes.dead {
		in.leave(ends)
		return nil
	}
	in.facts = in.facts.with(yes)
	return args
}

// protected is pcall(f, …): a failure goes on behind it.
func (in *interp) protected(name string, args []value, site *ast.FuncCallExpr) []value {
	if len(args) == 0 {
		return nil
	}
	fn, rest := args[0], args[1:]
	if name == "xpcall" && len(rest) > 0 {
		rest = rest[1:]
	}
	fails := in.errors
	here := in.facts
	var vals []value
	done := in.fork(here, func() { vals = in.invoke(fn, rest, site) })
	failed := in.fork(here, func() {})
	in.merge(done, failed)
	in.errors = fails
	return append([]value{cond(done.facts, facts{}, in.fresh())}, vals...)
}

// mutate is table.insert and the like.
func (in *interp) mutate(name string, args []value) {
	if len(args) == 0 {
		return
	}
	for _, o := range args[0].options() {
		if o.v.kind != kTable {
			continue
		}
		t := o.v.tab
		switch {
		case name == "table.insert" && len(args) == 2:
			in.push(t, args[1])
		case name == "table.insert" && len(args) > 2:
			in.loosen(t, args[2])
		case name == "rawset" && len(args) > 2:
			in.setField(t, args[1], args[2])
		case name == "table.remove" || name == "table.sort":
			for i := 1; i <= t.n; i++ { // which element is where is lost
				in.loosen(t, t.fields[strconv.Itoa(i)].v)
			}
		}
	}
}

// join is table.concat.
func (in *interp) join(list value, args []value) value {
	if list.kind != kTable || !list.tab.exact() {
		return in.made("concat(…)", in.fresh(), flat([]value{list})...)
	}
	sep := ""
	if len(args) > 1 {
		sep = args[1].text
	}
	var texts, ids []string
	elems := in.elements(list.tab)
	for _, e := range elems {
		texts, ids = append(texts, e.print()), append(ids, e.id)
	}
	glue := ".."
	if sep != "" {
		glue = ".." + strconv.Quote(sep) + ".."
	}
	return in.made(strings.Join(texts, glue), "concat("+strings.Join(ids, ",")+","+sep+")", flat(elems)...)
}

// argument is KEYS[key] or ARGV[key].
func argument(list string, key value) value {
	k, letter := Key, "K"
	if list == "ARGV" {
		k, letter = Arg, "A"
	}
	v := value{kind: kRef, ref: Ref{Kind: k}, hole: key.hole}
	n, ok := key.num()
	switch {
	case ok && n == float64(int(n)) && n > 0 && n < 1000:
		v.ref.Index = int(n)
		v.id = letter + strconv.Itoa(int(n))
		v.ref.Text = list + "[" + strconv.Itoa(int(n)) + "]"
	case key.kind == kIndex:
		v.id = letter + key.id
		v.ref.Text = list + "[i]"
	default:
		v.id = letter + "[" + key.id + "]"
		v.ref.Text = list + "[?]"
	}
	v.args = []Ref{v.ref}
	return v
}
