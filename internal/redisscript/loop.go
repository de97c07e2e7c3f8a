package redisscript

import (
	"strconv"

	"github.com/yuin/gopher-lua/ast"
)

// maxUnroll is how many turns of a loop over a known list are run one by one.
const maxUnroll = 8

func (in *interp) while(s *ast.WhileStmt) {
	var no facts
	lp := in.turn(s.Stmts, "", func() {
		var yes facts
		yes, no = in.truth(in.eval(s.Condition))
		in.facts = in.facts.with(yes)
	}, func() { in.block(s.Stmts) })
	if no.dead {
		in.leave(ends) // while true: a break is the only way out
	} else {
		in.facts = in.facts.with(no)
	}
	in.land(lp.breaks)
}

func (in *interp) repeat(s *ast.RepeatStmt) {
	out := dead
	lp := in.turn(s.Stmts, "", func() {}, func() {
		in.stmts(s.Stmts) // no block: the condition sees the body's locals
		yes, _ := in.truth(in.eval(s.Condition))
		out = in.facts.with(yes)
	})
	if out.dead {
		in.leave(ends)
	} else {
		in.facts = out // the body ran at least once
	}
	in.land(lp.breaks)
}

func (in *interp) numberFor(s *ast.NumberForStmt) {
	from, to, step := in.eval(s.Init), in.eval(s.Limit), number("1")
	if s.Step != nil {
		step = in.eval(s.Step)
	}
	a, oka := from.num()
	b, okb := to.num()
	st, oks := step.num()
	if oka && okb && oks && st != 0 {
		if turns := int((b - a) / st); turns < maxUnroll {
			var list []value
			for i := 0; i <= turns; i++ {
				list = append(list, number(strconv.FormatFloat(a+float64(i)*st, 'g', -1, 64)))
			}
			in.unroll(s.Stmts, list, func(v value) { in.scope.declare(s.Name, v) })
			return
		}
	}
	idx := value{kind: kUnknown, id: in.fresh()}.taint(from).taint(to)
	switch {
	case !oks:
	case st == -1: // downwards is the same range
		idx = in.loopIndex(to.id, from.id)
	case st == 1:
		idx = in.loopIndex(from.id, to.id)
	default:
		idx = in.loopIndex(from.id, to.id+","+step.text)
	}
	lp := in.turn(s.Stmts, idx.id, func() { in.scope.declare(s.Name, idx) }, func() { in.block(s.Stmts) })
	in.land(lp.breaks)
}

func (in *interp) genericFor(s *ast.GenericForStmt) {
	iter := in.values(s.Exprs)
	first, second := in.unknown(), in.unknown()
	elem := ""
	if len(iter) > 0 && iter[0].kind == kBuiltin && iter[0].text == "iterator" {
		over := *iter[0].of
		switch {
		case over.kind == kBuiltin && (over.text == "KEYS" || over.text == "ARGV"):
			first = in.loopIndex("c:1", "#"+over.text)
			elem = first.id
			second = in.index(over, first)
		case over.kind == kTable && over.tab.exact() && over.tab.n > 0 && over.tab.n <= maxUnroll:
			in.overTable(s, over.tab)
			return
		case over.kind == kTable && over.tab.perKey:
			first = in.loopIndex("c:1", "#KEYS")
			elem = first.id
			second = in.index(over, first)
		default:
			if over.kind == kTable {
				if i, ok := in.sameRange(over.tab); ok {
					first, elem = i, i.id
				}
			}
			second = in.index(over, first)
			first = first.taint(over)
		}
	} else {
		for _, v := range iter {
			first, second = first.taint(v), second.taint(v)
		}
		first.opaque, second.opaque = true, true
	}
	lp := in.turn(s.Stmts, elem, func() {
		for i, n := range s.Names {
			switch i {
			case 0:
				in.scope.declare(n, first)
			case 1:
				in.scope.declare(n, second)
			default:
				in.scope.declare(n, in.unknown())
			}
		}
	}, func() { in.block(s.Stmts) })
	in.land(lp.breaks)
}

func (in *interp) overTable(s *ast.GenericForStmt, t *table) {
	var list []value
	for i := 1; i <= t.n; i++ {
		list = append(list, number(strconv.Itoa(i)))
	}
	in.unroll(s.Stmts, list, func(i value) {
		in.scope.declare(s.Names[0], i)
		if len(s.Names) > 1 {
			in.scope.declare(s.Names[1], t.fields[i.text].v)
		}
	})
}

// unroll runs the body for each element of a known list.
func (in *interp) unroll(stmts []ast.Stmt, list []value, bind func(value)) {
	outer, saved := in.frame.loop, in.scope
	lp := &loop{breaks: dead}
	in.frame.loop = lp
	for _, v := range list {
		if in.facts.dead {
			break
		}
		in.scope = &scope{up: saved}
		bind(v)
		in.block(stmts)
		in.scope = saved
	}
	in.frame.loop = outer
	in.land(lp.breaks)
}

// land continues after a loop also for the paths that broke out of it.
func (in *interp) land(breaks facts) {
	if breaks.dead {
		return
	}
	in.facts = join(in.facts, breaks)
	in.left = stays
}

// turn runs the body of a loop once, for any turn. index is the identity of the
// loop's index: what holds at the end of each turn for KEYS[index] holds for
// the whole range after the loop, unless it broke.
func (in *interp) turn(stmts []ast.Stmt, index string, bind, body func()) *loop {
	before := in.facts
	outer := in.frame.loop
	lp := &loop{breaks: dead}
	seen := len(in.compares)
	in.frame.loop = lp
	in.widen(stmts)
	b := in.fork(before, func() {
		in.scope = &scope{up: in.scope}
		bind()
		body()
	})
	in.facts = before
	if index != "" {
		if !b.facts.dead {
			in.facts = before.with(in.promote(b.facts, index))
		}
		in.closed[index] = true
	}
	in.afterTurn(b, seen)
	in.frame.loop = outer
	return lp
}
