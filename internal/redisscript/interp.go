package redisscript

import (
	"reflect"
	"strconv"

	"github.com/yuin/gopher-lua/ast"
)

// A cell is a variable, or a field of a table.
type cell struct{ v value }

type scope struct {
	vars map[string]*cell
	up   *scope
}

func (s *scope) find(name string) *cell {
	for ; s != nil; s = s.up {
		if c := s.vars[name]; c != nil {
			return c
		}
	}
	return nil
}

func (s *scope) declare(name string, v value) {
	if s.vars == nil {
		s.vars = map[string]*cell{}
	}
	s.vars[name] = &cell{v: v}
}

type exit uint8

const (
	stays exit = iota
	jumps      // break, goto, return from a function: the script goes on elsewhere
	ends       // return from the script, error()
)

// A frame is one function body being run.
type frame struct {
	top     bool
	varargs []value
	returns []result
	gotos   map[string]facts
	loop    *loop
}

// A result is one way out of a function.
type result struct {
	f    facts
	vals []value
}

// A loop collects what holds at its breaks.
type loop struct{ breaks facts }

type interp struct {
	calls []Call
	sites map[*ast.FuncCallExpr][]int // the calls that a place made so far

	facts facts // what holds here
	left  exit  // why nothing is reached here
	at    facts // what held when it was left

	scope    *scope
	globals  *scope
	frame    *frame
	journals []*journal
	active   map[*ast.FunctionExpr]bool

	opaque     bool
	compares   []fact            // every comparison so far, for loops
	ranges     map[string]string // loop index → all that it ran through
	closed     map[string]bool   // indexes whose loop has ended
	funcs      map[*ast.FunctionExpr]bool
	strange    bool    // something that may be a function of the script was called
	shared     []*cell // variables that functions assign from outside
	errors     bool    // error() can end the script
	results    []result
	function   string // the registered function being run
	registered bool   // the text is a library: its own end replies nothing

	ids, steps, depth, inlined int
}

func newInterp() *interp {
	g := &scope{vars: map[string]*cell{}}
	return &interp{
		globals: g, scope: g,
		sites:  map[*ast.FuncCallExpr][]int{},
		active: map[*ast.FunctionExpr]bool{},
		ranges: map[string]string{},
		closed: map[string]bool{},
		funcs:  map[*ast.FunctionExpr]bool{},
	}
}

// script runs the whole text.
func (in *interp) script(stmts []ast.Stmt) {
	in.frame = &frame{top: true}
	in.scope = &scope{up: in.globals}
	in.block(stmts)
	if !in.facts.dead {
		in.frame.returns = append(in.frame.returns, result{f: in.facts})
	}
	if !in.registered {
		in.results = in.frame.returns
	}
	if len(in.frame.gotos) > 0 {
		in.opaque = true // a jump backwards: a loop that was not seen as one
	}
	if in.strange {
		for _, called := range in.funcs {
			if !called {
				in.opaque = true // the stranger may be this function
			}
		}
	}
}

// tells: the reply depends on the path, or on a command.
func (in *interp) tells() bool {
	outcomes := map[string]bool{}
	if in.errors {
		outcomes["error"] = true
	}
	for _, r := range in.results {
		v := nilValue()
		if len(r.vals) > 0 {
			v = r.vals[0]
		}
		for _, o := range v.options() {
			switch {
			case o.v.constant():
				outcomes[o.v.id] = true
			case o.v.kind == kTable:
				text, fixed := o.v.tab.constant()
				if !fixed {
					return true
				}
				outcomes[text] = true
			case o.v.kind == kRef:
				outcomes[o.v.id] = true
			default:
				return true
			}
		}
	}
	return len(outcomes) > 1
}

func (in *interp) fresh() string {
	in.ids++
	return "?" + strconv.Itoa(in.ids)
}

func (in *interp) unknown() value { return value{id: in.fresh()} }

// step counts work; when there was too much of it the rest is not known.
func (in *interp) step() bool {
	in.steps++
	if in.steps > maxSteps || in.depth > maxDepth {
		in.opaque = true
		return false
	}
	return true
}

// leave ends the path.
func (in *interp) leave(e exit) {
	if in.facts.dead {
		return
	}
	in.at, in.left, in.facts = in.facts, e, dead
}

// record keeps a call unless the same place already made the same one.
func (in *interp) record(site *ast.FuncCallExpr, c Call) {
	for _, i := range in.sites[site] {
		if reflect.DeepEqual(in.calls[i], c) {
			return
		}
	}
	const maxCalls = 2000
	if len(in.calls) >= maxCalls {
		in.opaque = true
		return
	}
	in.sites[site] = append(in.sites[site], len(in.calls))
	in.calls = append(in.calls, c)
}
