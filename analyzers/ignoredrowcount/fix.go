package ignoredrowcount

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/lease"
	"github.com/leasevet/leasevet/internal/rewrite"
)

// fix adds a look at the rows affected, in the words in which the function
// returns the error of the same statement. It is offered for
//
//	_, err := db.Exec(…)      and      if _, err := db.Exec(…); err != nil {
//	if err != nil {                        return …
//		return …                       }
//	}
//
// and for `return err` behind the first. What else the function does when it
// fails, a rollback say, is not known to be right here, so then there is none.
func fix(pass *analysis.Pass, r lease.Refusal) []analysis.SuggestedFix {
	if !r.Op.Direct() || r.Use != lease.Dropped {
		return nil
	}
	file := rewrite.At(pass, r.Op.Pos())
	if file == nil {
		return nil
	}
	call, around := file.Call(r.Op.Pos())
	if call == nil {
		return nil
	}
	x := &check{pass: pass, file: file, call: call}
	fn, _ := rewrite.Func(around)
	if len(around) < 2 || !x.returnsError(fn) || !x.counts() {
		return nil
	}
	assign, ok := around[0].(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 2 || len(assign.Rhs) != 1 {
		return nil
	}
	dropped, isIdent := assign.Lhs[0].(*ast.Ident)
	x.err, ok = assign.Lhs[1].(*ast.Ident)
	if !isIdent || !ok || dropped.Name != "_" || x.err.Name == "_" {
		return nil
	}
	x.stale = strconv.Quote(stale(r.Op))
	x.result = file.Free(x.resultName(), assign.Pos(), around[1].End()-1)
	var edits []analysis.TextEdit
	switch outer := around[1].(type) {
	case *ast.IfStmt:
		edits = x.inIf(outer, assign)
	case *ast.BlockStmt:
		edits = x.inBlock(outer.List, assign)
	case *ast.CaseClause:
		edits = x.inBlock(outer.Body, assign)
	case *ast.CommClause:
		edits = x.inBlock(outer.Body, assign)
	}
	name, imports := file.Import("errors", assign.Pos())
	if len(edits) == 0 || name != "errors" {
		return nil
	}
	edits = append(edits, rewrite.Replace(dropped, x.result))
	return []analysis.SuggestedFix{{Message: "Return an error when the write changed no row", TextEdits: append(edits, imports...)}}
}

// stale is the text of the error.
func stale(o *lease.Op) string {
	s := o.API + " changed no row"
	if o.Column != "" {
		s += ": " + o.Column + " does not match"
	}
	return s
}

// check makes the look at the outcome of one call.
type check struct {
	pass   *analysis.Pass
	file   *rewrite.File
	call   *ast.CallExpr
	err    *ast.Ident
	result string // the new name of the result
	stale  string
	tag    bool // a CommandTag of pgx, whose RowsAffected has no error
}

// returnsError says whether a function's last result is an error, and its
// results have no names: a bare return would mean something else.
func (x *check) returnsError(fn *ast.FuncType) bool {
	if fn == nil || fn.Results == nil || len(fn.Results.List) == 0 {
		return false
	}
	for _, field := range fn.Results.List {
		if len(field.Names) > 0 {
			return false
		}
	}
	last := x.pass.TypesInfo.TypeOf(fn.Results.List[len(fn.Results.List)-1].Type)
	return last != nil && types.Identical(last, types.Universe.Lookup("error").Type())
}

// counts says whether the call's result tells the rows affected.
func (x *check) counts() bool {
	tuple, ok := x.pass.TypesInfo.TypeOf(x.call).(*types.Tuple)
	if !ok || tuple.Len() != 2 {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(tuple.At(0).Type(), true, x.pass.Pkg, "RowsAffected")
	fn, ok := obj.(*types.Func)
	if !ok || fn.Signature().Params().Len() != 0 {
		return false
	}
	res := fn.Signature().Results()
	if res.Len() == 0 || !types.Identical(res.At(0).Type(), types.Typ[types.Int64]) {
		return false
	}
	x.tag = res.Len() == 1
	return x.tag || res.Len() == 2
}

func (x *check) resultName() string {
	if x.tag {
		return "tag"
	}
	return "res"
}

// inIf adds branches to `if _, err := …; err != nil { return … }`.
func (x *check) inIf(s *ast.IfStmt, assign *ast.AssignStmt) []analysis.TextEdit {
	ret := x.failure(s)
	if s.Init != ast.Stmt(assign) || s.Else != nil || ret == nil || assign.Tok != token.DEFINE {
		return nil
	}
	indent := x.file.Indent(s.Pos())
	failed, refused := x.returns(ret)
	var b strings.Builder
	if x.tag {
		fmt.Fprintf(&b, " else if %s.RowsAffected() == 0 {\n%s\t%s\n%s}", x.result, indent, refused, indent)
	} else {
		n := x.file.Free("n", s.Body.End()-1)
		fmt.Fprintf(&b, " else if %s, %s := %s.RowsAffected(); %s != nil {\n%s\t%s\n%s} else if %s == 0 {\n%s\t%s\n%s}",
			n, x.err.Name, x.result, x.err.Name, indent, failed, indent, n, indent, refused, indent)
	}
	return []analysis.TextEdit{rewrite.Insert(s.End(), b.String())}
}

// inBlock adds a statement behind `_, err := …` and what looks at its error.
func (x *check) inBlock(list []ast.Stmt, assign *ast.AssignStmt) []analysis.TextEdit {
	i := 0
	for i < len(list) && list[i] != ast.Stmt(assign) {
		i++
	}
	if i+1 >= len(list) || !x.defines(assign) {
		return nil
	}
	indent := x.file.Indent(assign.Pos())
	var edits []analysis.TextEdit
	if assign.Tok == token.ASSIGN {
		edits = append(edits, analysis.TextEdit{Pos: assign.TokPos, End: assign.TokPos + 1, NewText: []byte(":=")})
	}
	switch next := list[i+1].(type) {
	case *ast.IfStmt:
		ret := x.failure(next)
		if ret == nil || next.Init != nil || next.Else != nil {
			return nil
		}
		return append(edits, rewrite.Insert(next.End(), "\n"+indent+x.look(ret, indent)))
	case *ast.ReturnStmt:
		// return err: nil when it was applied.
		if !x.returnsErr(next) {
			return nil
		}
		guard := fmt.Sprintf("if %s != nil {\n%s\t%s\n%s}\n%s%s\n%s", x.err.Name, indent, x.file.Text(next), indent, indent, x.look(next, indent), indent)
		last := next.Results[len(next.Results)-1]
		return append(edits, rewrite.Insert(next.Pos(), guard), rewrite.Replace(last, "nil"))
	}
	return nil
}

// defines says whether := in the place of the assignment declares no second err.
func (x *check) defines(assign *ast.AssignStmt) bool {
	if assign.Tok == token.DEFINE {
		return true
	}
	v := x.pass.TypesInfo.Uses[x.err]
	inner := x.pass.Pkg.Scope().Innermost(assign.Pos())
	return assign.Tok == token.ASSIGN && v != nil && inner != nil && v.Parent() == inner
}

// look is the statement that looks at the outcome.
func (x *check) look(ret *ast.ReturnStmt, indent string) string {
	failed, refused := x.returns(ret)
	if x.tag {
		return fmt.Sprintf("if %s.RowsAffected() == 0 {\n%s\t%s\n%s}", x.result, indent, refused, indent)
	}
	n := x.file.Free("n", ret.Pos())
	return fmt.Sprintf("if %s, %s := %s.RowsAffected(); %s != nil {\n%s\t%s\n%s} else if %s == 0 {\n%s\t%s\n%s}",
		n, x.err.Name, x.result, x.err.Name, indent, failed, indent, n, indent, refused, indent)
}

// failure is the return of `if err != nil { return … }`, nil for anything else.
func (x *check) failure(s *ast.IfStmt) *ast.ReturnStmt {
	cond, ok := s.Cond.(*ast.BinaryExpr)
	if !ok || cond.Op != token.NEQ || !x.isErr(cond.X) || x.file.Text(cond.Y) != "nil" || len(s.Body.List) != 1 {
		return nil
	}
	ret, ok := s.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) == 0 || x.mentions(ret) != 1 {
		return nil
	}
	return ret
}

func (x *check) isErr(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && x.pass.TypesInfo.ObjectOf(id) == x.pass.TypesInfo.ObjectOf(x.err)
}

// returnsErr says whether a return hands err itself to the caller.
func (x *check) returnsErr(ret *ast.ReturnStmt) bool {
	return len(ret.Results) > 0 && x.isErr(ret.Results[len(ret.Results)-1]) && x.mentions(ret) == 1
}

// mentions counts err in a return.
func (x *check) mentions(ret *ast.ReturnStmt) int {
	n := 0
	ast.Inspect(ret, func(node ast.Node) bool {
		if id, ok := node.(*ast.Ident); ok && x.isErr(id) {
			n++
		}
		return true
	})
	return n
}

// returns is the return of the function for another error: that of counting, and
// that of a refused write.
func (x *check) returns(ret *ast.ReturnStmt) (failed, refused string) {
	failed = x.file.Text(ret)
	ast.Inspect(ret, func(node ast.Node) bool {
		if id, ok := node.(*ast.Ident); ok && x.isErr(id) {
			at := id.Pos() - ret.Pos()
			refused = failed[:at] + "errors.New(" + x.stale + ")" + failed[at+token.Pos(len(id.Name)):]
		}
		return true
	})
	return failed, refused
}
