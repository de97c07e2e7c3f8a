package detachedrenew

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/lease"
	"github.com/leasevet/leasevet/internal/rewrite"
)

// fix runs a renewal on the caller's context in the place of
// context.Background(), where nothing else ends it and that is in scope. A stop
// that exists may be meant to outlive the caller, so then there is no fix; nor is
// there one for WithoutCancel, which somebody has written on purpose.
func fix(pass *analysis.Pass, r *lease.Renewal) []analysis.SuggestedFix {
	if r.Tie != lease.Loose || r.Leaks || r.Via != "" {
		return nil
	}
	caller := r.CallerVar()
	file := rewrite.At(pass, r.Pos)
	if caller == nil || file == nil {
		return nil
	}
	text := caller.Name()
	if !isContext(caller.Type()) {
		text += ".Context()" // of a request
	}
	var edits []analysis.TextEdit
	var gone []ast.Node
	for _, pos := range r.DetachedAt() {
		call, _ := file.Call(pos)
		if call == nil || !background(pass, call) || !file.Sees(caller, call.Pos()) {
			return nil
		}
		edits = append(edits, rewrite.Replace(call, text))
		gone = append(gone, call)
	}
	if len(edits) == 0 {
		return nil
	}
	edits = append(edits, file.DropImport("context", gone)...)
	return []analysis.SuggestedFix{{Message: "Renew on the caller's context", TextEdits: edits}}
}

func isContext(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context" && n.Obj().Name() == "Context"
}

// background says whether a call is context.Background() or context.TODO().
func background(pass *analysis.Pass, call *ast.CallExpr) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) != 0 || call.Lparen == token.NoPos {
		return false
	}
	fn, ok := pass.TypesInfo.Uses[sel.Sel].(*types.Func)
	return ok && (fn.FullName() == "context.Background" || fn.FullName() == "context.TODO")
}
