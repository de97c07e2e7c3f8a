package lease

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
)

// start is the position of an operation: for a chain of several lines its first
// word, where readers and suppressing comments look for the statement.
func (m *Model) start(o *Op) token.Pos {
	if len(o.chain) == 0 {
		return o.pos
	}
	for _, f := range m.Pass.Files {
		if f.FileStart > o.pos || o.pos >= f.FileEnd {
			continue
		}
		path, _ := astutil.PathEnclosingInterval(f, o.pos, o.pos)
		for _, n := range path {
			if c, ok := n.(*ast.CallExpr); ok && c.Lparen == o.pos && m.position(c.Pos()) != m.position(o.pos) {
				return c.Pos()
			}
		}
	}
	return o.pos
}

// writeOf is the position of the request that a call leads to. For one of another
// package only the file's name and line travel: they are looked up beside the
// callee that was called.
func (m *Model) writeOf(o *Op) token.Pos {
	if o.site != nil && o.site.pos.IsValid() {
		return m.start(o.site)
	}
	if o.Depth == 0 || o.call.fn == nil {
		return token.NoPos
	}
	f := m.Pass.Fset.File(o.call.fn.Pos())
	name, at, ok := strings.Cut(o.Where, ":")
	if line, err := strconv.Atoi(at); ok && err == nil && f != nil && filepath.Base(f.Name()) == name && line > 0 && line <= f.LineCount() {
		return f.LineStart(line)
	}
	return token.NoPos
}

// unasked reports whether a single result, QueryRow's or FindOneAndUpdate's, is
// not touched at all.
func unasked(v *ssa.Call) bool {
	if _, tuple := v.Type().(*types.Tuple); tuple {
		return false
	}
	for _, r := range *v.Referrers() {
		if _, ok := r.(*ssa.DebugRef); !ok {
			return false
		}
	}
	return true
}

func saysBool(o *Op) bool {
	if o.row == nil || o.Raises || o.call.value() == nil {
		return false
	}
	res := o.call.value().Call.Signature().Results()
	for i := 0; i < res.Len(); i++ {
		if b, ok := res.At(i).Type().Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 {
			return true
		}
	}
	return false
}

// heartbeat reports whether a write only prolongs a claim.
func heartbeat(o *Op) bool {
	if o.Kind == Extend {
		return true
	}
	if o.stmt == nil || len(o.stmt.Set) == 0 || o.stmt.SetOpen {
		return false
	}
	for _, a := range o.stmt.Set {
		if !expiryColumn(a.Column) && !strings.HasPrefix(leaf(a.Column), "updated") {
			return false
		}
	}
	return true
}

// inRenewal reports whether an instruction stands in a loop, or in a function
// that renews by its own account.
func (m *Model) inRenewal(fn *ssa.Function, in ssa.Instruction) bool {
	if s := m.sums[fn]; s != nil && s.Renews != nil {
		return true
	}
	seen := map[*ssa.BasicBlock]bool{}
	work := append([]*ssa.BasicBlock(nil), in.Block().Succs...)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == in.Block() {
			return true
		}
		if !seen[b] {
			seen[b] = true
			work = append(work, b.Succs...)
		}
	}
	return false
}

// onlyError is the use of an outcome that the call does not return: Exec of
// gorm.G, of gocql's Query, or of ent's bulk update. Whether a refusal is an error is for the catalogue
// to say.
func (m *Model) onlyError(c call, row *catalog.Row) Use {
	if row.Raises || row.Role != catalog.SQLExec && row.Link != "exec" && row.Link != "run" {
		return Inspected
	}
	if ctor := m.madeBy(c.recv, 0); ctor != nil {
		if k := newCall(ctor); k.name() == "G" && len(k.args) > 1 {
			if el, ok := m.res.Elements(k.args[1]); !ok || len(el) > 0 {
				return Inspected // gorm.WithResult keeps the count elsewhere
			}
		}
	}
	return Dropped
}

// generated reports whether a position stands in generated code.
func (m *Model) generated(pos token.Pos) bool {
	for _, f := range m.Pass.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return ast.IsGenerated(f)
		}
	}
	return false
}
