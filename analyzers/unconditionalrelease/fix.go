package unconditionalrelease

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/lease"
	"github.com/leasevet/leasevet/internal/rewrite"
)

// compareAndDelete is the script that releases a lock only of its owner.
const compareAndDelete = "`\nif redis.call(\"get\", KEYS[1]) == ARGV[1] then\n\treturn redis.call(\"del\", KEYS[1])\nend\nreturn 0`"

// fixer suggests to release by a script. One script serves the whole package.
type fixer struct {
	pass    *analysis.Pass
	m       *lease.Model
	scripts map[*types.Package]*script // by the package of the client
}

// fix makes a compare-and-delete of a DEL, where it is certain what that does:
// one key, a token that is in scope and is the one that was stored, a client
// that can run scripts at once.
func (x *fixer) fix(s lease.Suspect) []analysis.SuggestedFix {
	if s.Op.Kind != lease.End || !s.Op.Direct() {
		return nil
	}
	file := rewrite.At(x.pass, s.Op.Pos())
	if file == nil {
		return nil
	}
	call, around := file.Call(s.Op.Pos())
	if call == nil || call.Ellipsis.IsValid() {
		return nil
	}
	del := x.deletion(call)
	if del == nil {
		return nil
	}
	token := x.tokenOf(file, x.m.LocksOf(s), call)
	if token == "" {
		return nil
	}
	script := x.script(del.pkg, call.Pos())
	if script == nil {
		return nil
	}
	if obj := file.Lookup(script.name, call.Pos()); obj != nil && obj.Parent() != x.pass.Pkg.Scope() {
		return nil // the name means something else here
	}
	edits, ok := del.replace(file, call, around, script.name, token)
	if !ok {
		return nil
	}
	return []analysis.SuggestedFix{{
		Message:   "Delete the lock only if it is one's own, by a script that compares the owner",
		TextEdits: append(edits, script.decl...),
	}}
}

// deletion is a DEL of one key.
type deletion struct {
	pkg    *types.Package // of the client
	redigo bool
	ctx    ast.Expr // nil for none
	client ast.Expr
	key    ast.Expr
}

func (x *fixer) deletion(call *ast.CallExpr) *deletion {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	fn, isFunc := typeutil.Callee(x.pass.TypesInfo, call).(*types.Func)
	if !ok || !isFunc || fn.Pkg() == nil || fn.Signature().Recv() == nil {
		return nil
	}
	row := catalog.Lookup(fn)
	if row == nil {
		return nil
	}
	switch row.Lib.Name {
	case "go-redis":
		if name := fn.Name(); name != "Del" && name != "Unlink" || !x.runsScripts(sel.X, fn.Pkg()) {
			return nil
		}
		args := call.Args
		d := &deletion{pkg: fn.Pkg(), client: sel.X}
		if row.Arg(fn, "ctx") == 0 {
			d.ctx, args = args[0], args[1:]
		}
		if len(args) != 1 {
			return nil
		}
		d.key = args[0]
		return d
	case "redigo":
		if fn.Name() != "Do" || len(call.Args) != 2 || !strings.EqualFold(x.constant(call.Args[0]), "DEL") {
			return nil
		}
		if conn := fn.Pkg().Scope().Lookup("Conn"); conn == nil || !types.Implements(x.pass.TypesInfo.TypeOf(sel.X), conn.Type().Underlying().(*types.Interface)) {
			return nil
		}
		return &deletion{pkg: fn.Pkg(), redigo: true, client: sel.X, key: call.Args[1]}
	}
	return nil
}

// runsScripts says whether a go-redis client takes a script and answers at once.
// A pipeline takes one too, and cannot send the text when the server does not
// know it; Cmdable may be a pipeline.
func (x *fixer) runsScripts(client ast.Expr, pkg *types.Package) bool {
	t := x.pass.TypesInfo.TypeOf(client)
	scripter := pkg.Scope().Lookup("Scripter")
	if scripter == nil {
		scripter = pkg.Scope().Lookup("scripter")
	}
	if t == nil || scripter == nil || !types.Implements(t, scripter.Type().Underlying().(*types.Interface)) {
		return false
	}
	for _, method := range []string{"Exec", "Discard"} {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, pkg, method); obj != nil {
			return false
		}
	}
	name := strings.TrimPrefix(types.TypeString(t, func(*types.Package) string { return "" }), "*")
	return name != "Cmdable" && name != "AutoPipeliner"
}

func (x *fixer) constant(e ast.Expr) string {
	if tv := x.pass.TypesInfo.Types[e]; tv.Value != nil && tv.Value.Kind() == constant.String {
		return constant.StringVal(tv.Value)
	}
	return ""
}

// replace rewrites the call, and what reads its answer.
func (d *deletion) replace(f *rewrite.File, call *ast.CallExpr, around []ast.Node, script, token string) (edits []analysis.TextEdit, ok bool) {
	if d.redigo {
		return []analysis.TextEdit{rewrite.Replace(call, script+".Do("+f.Text(d.client)+", "+f.Text(d.key)+", "+token+")")}, true
	}
	text := script + ".Run("
	if d.ctx != nil {
		text += f.Text(d.ctx) + ", "
	}
	text += f.Text(d.client) + ", []string{" + f.Text(d.key) + "}, " + token + ")"
	edits = []analysis.TextEdit{rewrite.Replace(call, text)}
	// An IntCmd becomes a Cmd: their errors are the same, their values are not.
	switch outer := around[0].(type) {
	case *ast.ExprStmt, *ast.DeferStmt, *ast.GoStmt:
		return edits, true
	case *ast.SelectorExpr:
		if outer.X != ast.Expr(call) {
			return nil, false
		}
		switch outer.Sel.Name {
		case "Err":
			return edits, true
		case "Result":
			if cmd := d.pkg.Scope().Lookup("Cmd"); cmd == nil || types.NewMethodSet(types.NewPointer(cmd.Type())).Lookup(d.pkg, "Int64") == nil {
				return nil, false // an old release
			}
			return append(edits, rewrite.Replace(outer.Sel, "Int64")), true
		}
	}
	return nil, false
}

// tokenOf is the token of all the acquires of a record, "" if they differ or one
// of them has none.
func (x *fixer) tokenOf(file *rewrite.File, locks []*lease.Op, del *ast.CallExpr) string {
	common := ""
	for _, lock := range locks {
		if !lock.Direct() || !x.m.OwnerToken(lock.Token) {
			return ""
		}
		token := x.token(file, lock, del)
		if token == "" || common != "" && token != common {
			return ""
		}
		common = token
	}
	return common
}

// token is the owner token as an expression where the lock is deleted, "" if the
// stored one is not certainly in scope: a variable of the same function that is
// assigned once and before, or a field of the receiver of both.
func (x *fixer) token(file *rewrite.File, lock *lease.Op, del *ast.CallExpr) string {
	acquired := rewrite.At(x.pass, lock.Pos())
	if acquired == nil {
		return ""
	}
	call, around := acquired.Call(lock.Pos())
	if call == nil {
		return ""
	}
	switch e := ast.Unparen(x.stored(call)).(type) {
	case *ast.Ident:
		v, ok := x.pass.TypesInfo.ObjectOf(e).(*types.Var)
		if !ok || v.Parent() == x.pass.Pkg.Scope() || call.Pos() > del.Pos() || !x.assignedOnce(acquired, v) || !file.Sees(v, del.Pos()) {
			return ""
		}
		return e.Name
	case *ast.SelectorExpr:
		base, ok := e.X.(*ast.Ident)
		if !ok {
			return ""
		}
		from := receiver(x.pass, around)
		to := receiver(x.pass, file.Path(del.Pos()))
		if from == nil || to == nil || x.pass.TypesInfo.ObjectOf(base) != from || !types.Identical(from.Type(), to.Type()) || !file.Sees(to, del.Pos()) {
			return ""
		}
		return to.Name() + "." + e.Sel.Name
	}
	return ""
}

// stored is the argument of an acquire that is the owner token, or nil.
func (x *fixer) stored(call *ast.CallExpr) ast.Expr {
	fn, ok := typeutil.Callee(x.pass.TypesInfo, call).(*types.Func)
	if !ok {
		return nil
	}
	row := catalog.Lookup(fn)
	if row == nil {
		return nil
	}
	if row.Lib.Name == "redigo" && fn.Name() == "Do" && len(call.Args) > 2 {
		switch strings.ToUpper(x.constant(call.Args[0])) {
		case "SET", "SETNX":
			return call.Args[2]
		}
		return nil
	}
	if at, ok := row.Operand(fn, "token"); ok && at.Field == "" && at.Arg < len(call.Args) {
		return call.Args[at.Arg]
	}
	return nil
}

// receiver is the variable that the method around is called on.
func receiver(pass *analysis.Pass, path []ast.Node) *types.Var {
	for _, n := range path {
		if fn, ok := n.(*ast.FuncDecl); ok && fn.Recv != nil && len(fn.Recv.List) == 1 && len(fn.Recv.List[0].Names) == 1 {
			v, _ := pass.TypesInfo.Defs[fn.Recv.List[0].Names[0]].(*types.Var)
			return v
		}
	}
	return nil
}

// assignedOnce says whether a variable keeps the value that it is declared with.
func (x *fixer) assignedOnce(file *rewrite.File, v *types.Var) bool {
	once := true
	ast.Inspect(file.Syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if id, ok := ast.Unparen(l).(*ast.Ident); ok && x.pass.TypesInfo.Uses[id] == v {
					once = false
				}
			}
		case *ast.RangeStmt:
			for _, e := range []ast.Expr{n.Key, n.Value} {
				if id, ok := e.(*ast.Ident); ok && x.pass.TypesInfo.Uses[id] == v {
					once = false
				}
			}
		case *ast.UnaryExpr:
			if id, ok := ast.Unparen(n.X).(*ast.Ident); ok && n.Op == token.AND && x.pass.TypesInfo.Uses[id] == v {
				once = false
			}
		}
		return once
	})
	return once
}
