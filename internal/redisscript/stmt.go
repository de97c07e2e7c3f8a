package redisscript

import "github.com/yuin/gopher-lua/ast"

// block runs statements in a scope of their own.
func (in *interp) block(stmts []ast.Stmt) {
	saved := in.scope
	in.scope = &scope{up: saved}
	in.stmts(stmts)
	in.scope = saved
}

func (in *interp) stmts(stmts []ast.Stmt) {
	for _, s := range stmts {
		if l, ok := s.(*ast.LabelStmt); ok {
			in.label(l.Name)
			continue
		}
		if !in.facts.dead {
			in.stmt(s)
		}
	}
}

func (in *interp) stmt(s ast.Stmt) {
	if !in.step() {
		return
	}
	in.depth++
	defer func() { in.depth-- }()
	switch s := s.(type) {
	case *ast.LocalAssignStmt:
		in.local(s)
	case *ast.AssignStmt:
		vals := in.spread(s.Rhs, len(s.Lhs))
		for i, l := range s.Lhs {
			in.assign(l, vals[i])
		}
	case *ast.FuncCallStmt:
		in.multi(s.Expr)
	case *ast.DoBlockStmt:
		in.block(s.Stmts)
	case *ast.IfStmt:
		yes, no := in.truth(in.eval(s.Condition))
		here := in.facts
		then := in.fork(here.with(yes), func() { in.block(s.Then) })
		other := in.fork(here.with(no), func() { in.block(s.Else) })
		in.merge(then, other)
	case *ast.WhileStmt:
		in.while(s)
	case *ast.RepeatStmt:
		in.repeat(s)
	case *ast.NumberForStmt:
		in.numberFor(s)
	case *ast.GenericForStmt:
		in.genericFor(s)
	case *ast.FuncDefStmt:
		in.define(s)
	case *ast.ReturnStmt:
		in.ret(s)
	case *ast.BreakStmt:
		if in.frame.loop != nil {
			in.frame.loop.breaks = join(in.frame.loop.breaks, in.facts)
		}
		in.leave(jumps)
	case *ast.GotoStmt:
		if in.frame.gotos == nil {
			in.frame.gotos = map[string]facts{}
		}
		f := dead
		if g, ok := in.frame.gotos[s.Label]; ok {
			f = g
		}
		in.frame.gotos[s.Label] = join(f, in.facts)
		in.leave(jumps)
	}
}

// label is where the gotos above it land; "continue" is written that way.
func (in *interp) label(name string) {
	f, ok := in.frame.gotos[name]
	if !ok {
		return
	}
	delete(in.frame.gotos, name)
	in.facts = join(in.facts, f)
	in.left = stays
}

func (in *interp) local(s *ast.LocalAssignStmt) {
	// A local function sees itself; any other initializer does not see its name.
	if len(s.Exprs) == 1 && len(s.Names) == 1 {
		if fn, ok := s.Exprs[0].(*ast.FunctionExpr); ok {
			in.scope.declare(s.Names[0], nilValue())
			in.scope.vars[s.Names[0]].v = in.closure(fn)
			return
		}
	}
	vals := in.spread(s.Exprs, len(s.Names))
	for i, n := range s.Names {
		in.scope.declare(n, vals[i])
	}
}

func (in *interp) assign(l ast.Expr, v value) {
	switch l := l.(type) {
	case *ast.IdentExpr:
		c := in.scope.find(l.Value)
		if c == nil {
			// a global: known everywhere from here on
			in.globals.declare(l.Value, nilValue())
			c = in.globals.vars[l.Value]
		}
		in.set(c, v)
	case *ast.AttrGetExpr:
		obj, key := in.eval(l.Object), in.eval(l.Key)
		for _, o := range obj.options() {
			if o.v.kind == kTable {
				in.setField(o.v.tab, key, v)
			}
		}
	}
}

func (in *interp) define(s *ast.FuncDefStmt) {
	fn := in.closure(s.Func)
	if s.Name.Func != nil {
		in.assign(s.Name.Func, fn)
		return
	}
	fn.fn.method = true
	in.assign(&ast.AttrGetExpr{Object: s.Name.Receiver, Key: &ast.StringExpr{Value: s.Name.Method}}, fn)
}

func (in *interp) ret(s *ast.ReturnStmt) {
	vals := in.values(s.Exprs)
	if in.facts.dead {
		return
	}
	in.frame.returns = append(in.frame.returns, result{in.facts, vals})
	if in.frame.top {
		in.leave(ends)
	} else {
		in.leave(jumps)
	}
}
