package lease

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
)

// Use is what becomes of the outcome of a conditional write.
type Use uint8

const (
	Dropped   Use = iota // nobody can look at it
	Logged               // read, and only printed
	ErrorOnly            // only the error beside it is looked at
	Inspected            // compared, returned, kept, or handed where it cannot be followed
)

// OutcomeOf follows the outcome of a request: a sql.Result, a CommandTag, a
// bool, a *gorm.DB.
func (m *Model) OutcomeOf(o *Op) Use {
	if o.row == nil {
		return Inspected
	}
	return m.useOf(o.call, o.row)
}

func (m *Model) useOf(c call, row *catalog.Row) Use {
	v := c.value()
	if v == nil {
		return Dropped // go and defer statements drop every result
	}
	sig := v.Call.Signature().Results()
	best := Dropped
	any := false
	for i := 0; i < sig.Len(); i++ {
		t := sig.At(i).Type()
		if isError(t) {
			continue
		}
		if i < len(row.Results) && (row.Results[i] == "_" || row.Results[i] == "ttl") {
			continue
		}
		any = true
		for _, r := range c.results(i) {
			if u := m.follow(r, map[ssa.Value]bool{}, 0); u > best {
				best = u
			}
		}
	}
	if !any {
		return Inspected // an error is all there is
	}
	return best
}

// follow says what becomes of one value that carries an outcome.
func (m *Model) follow(v ssa.Value, seen map[ssa.Value]bool, depth int) Use {
	if seen[v] || depth > 24 {
		return Dropped
	}
	seen[v] = true
	refs := v.Referrers()
	if refs == nil {
		return Inspected
	}
	best := Dropped
	for _, r := range *refs {
		if u := m.useAt(v, r, seen, depth); u > best {
			best = u
		}
		if best == Inspected {
			return best
		}
	}
	return best
}

func (m *Model) useAt(v ssa.Value, r ssa.Instruction, seen map[ssa.Value]bool, depth int) Use {
	switch r := r.(type) {
	case *ssa.DebugRef:
		return Dropped
	case *ssa.If, *ssa.Return, *ssa.Send, *ssa.MapUpdate, *ssa.Panic:
		return Inspected
	case *ssa.BinOp:
		if isNilCompare(r) {
			return Dropped // res != nil says nothing of rows
		}
		switch r.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			// A comparison is only as good as what is done with it.
			return m.follow(r, seen, depth+1)
		}
		return m.follow(r, seen, depth+1)
	case *ssa.UnOp, *ssa.Phi, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.Convert, *ssa.MakeInterface, *ssa.Extract, *ssa.TypeAssert, *ssa.Slice, *ssa.Index:
		return m.follow(r.(ssa.Value), seen, depth+1)
	case *ssa.IndexAddr:
		return m.follow(r, seen, depth+1)
	case *ssa.Store:
		return m.stored(v, r, seen, depth)
	case *ssa.FieldAddr:
		return m.fieldUse(r.X.Type(), fieldNameAt(r.X.Type(), r.Field), r, seen, depth)
	case *ssa.Field:
		return m.fieldUse(r.X.Type(), fieldNameAt(r.X.Type(), r.Field), r, seen, depth)
	case *ssa.MakeClosure:
		return m.captured(v, r, seen, depth)
	case ssa.CallInstruction:
		return m.passed(v, newCall(r), seen, depth)
	}
	return Inspected
}

func isNilCompare(b *ssa.BinOp) bool {
	for _, x := range []ssa.Value{b.X, b.Y} {
		if c, ok := x.(*ssa.Const); ok && c.Value == nil {
			if _, basic := c.Type().Underlying().(*types.Basic); !basic {
				return true
			}
		}
	}
	return false
}

func fieldNameAt(t types.Type, i int) string {
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if s, ok := t.Underlying().(*types.Struct); ok && i < s.NumFields() {
		return s.Field(i).Name()
	}
	return ""
}

// fieldUse is the use of one field of a result: RowsAffected and Succeeded are
// the outcome, Error and Header are not.
func (m *Model) fieldUse(t types.Type, name string, v ssa.Value, seen map[ssa.Value]bool, depth int) Use {
	if f := catalog.LookupField(t, name); f != nil {
		if f.Role == catalog.Outcome {
			return m.follow(v, seen, depth+1)
		}
		return Dropped
	}
	if pkg := ownerPackage(t); catalog.Known(pkg) {
		return Dropped // Header, Error, UpsertedID …
	}
	return m.follow(v, seen, depth+1)
}

func ownerPackage(t types.Type) string {
	t = types.Unalias(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok && n.Obj().Pkg() != nil {
		return n.Obj().Pkg().Path()
	}
	return ""
}

// stored follows a local variable; a field, global or element keeps the value
// for somebody else.
func (m *Model) stored(v ssa.Value, st *ssa.Store, seen map[ssa.Value]bool, depth int) Use {
	if st.Val != v {
		return Dropped // a store through it
	}
	switch a := st.Addr.(type) {
	case *ssa.Alloc:
		best := Dropped
		for _, r := range *a.Referrers() {
			switch r := r.(type) {
			case *ssa.UnOp:
				if u := m.follow(r, seen, depth+1); u > best {
					best = u
				}
			case *ssa.MakeClosure:
				if u := m.captured(a, r, seen, depth); u > best {
					best = u
				}
			case *ssa.Store, *ssa.DebugRef:
			case *ssa.FieldAddr:
				if u := m.fieldUse(r.X.Type(), fieldNameAt(r.X.Type(), r.Field), r, seen, depth+1); u > best {
					best = u
				}
			case *ssa.Slice:
				if u := m.follow(r, seen, depth+1); u > best {
					best = u
				}
			default:
				return Inspected
			}
		}
		return best
	case *ssa.IndexAddr:
		// Packed into the arguments of a variadic call: log.Println(n).
		if arr, ok := a.X.(*ssa.Alloc); ok {
			best := Dropped
			for _, r := range *arr.Referrers() {
				if s, ok := r.(*ssa.Slice); ok {
					if u := m.follow(s, seen, depth+1); u > best {
						best = u
					}
				}
			}
			return best
		}
	}
	return Inspected
}

func (m *Model) captured(v ssa.Value, mc *ssa.MakeClosure, seen map[ssa.Value]bool, depth int) Use {
	fn, ok := mc.Fn.(*ssa.Function)
	if !ok {
		return Inspected
	}
	best := Dropped
	for i, b := range mc.Bindings {
		if b != v || i >= len(fn.FreeVars) {
			continue
		}
		for _, r := range *fn.FreeVars[i].Referrers() {
			if u, ok := r.(*ssa.UnOp); ok {
				if x := m.follow(u, seen, depth+1); x > best {
					best = x
				}
			} else if x := m.useAt(fn.FreeVars[i], r, seen, depth+1); x > best {
				best = x
			}
		}
	}
	return best
}

// passed is the use of an outcome that is an operand of a call.
func (m *Model) passed(v ssa.Value, c call, seen map[ssa.Value]bool, depth int) Use {
	if row := c.row(); row != nil {
		switch row.Role {
		case catalog.Outcome, catalog.Result:
			if c.recv == v || contains(c.args, v) {
				return m.accessed(c, row, seen, depth)
			}
		case catalog.ChainLink, catalog.ChainEnd:
			return Inspected // goes on as a chain
		case catalog.None:
			return Dropped
		}
	}
	if logs(c) {
		return Logged
	}
	if c.recv == v && c.fn != nil && catalog.Known(pkgPath(c.fn)) {
		switch c.fn.Name() {
		case "String", "LastInsertId", "Insert", "Update", "Delete", "Select":
			return Dropped
		}
		return Inspected
	}
	// A helper that is in sight says whether it looks.
	for _, t := range m.callees(c) {
		for i, a := range append(recvArgs(c), c.args...) {
			if a != v {
				continue
			}
			if i < len(t.sum.Inspects) && t.sum.Inspects[i] {
				return Inspected
			}
			if t.fn != nil || t.sum.Inspects != nil {
				return Logged
			}
		}
	}
	if c.static != nil && len(c.static.Blocks) > 0 {
		for i, a := range append(recvArgs(c), c.args...) {
			if a == v && i < len(c.static.Params) {
				return m.paramUse(c.static, i, depth)
			}
		}
	}
	return Inspected
}

func recvArgs(c call) []ssa.Value {
	if c.recv != nil {
		return []ssa.Value{c.recv}
	}
	return nil
}

func contains(vs []ssa.Value, v ssa.Value) bool {
	for _, x := range vs {
		if x == v {
			return true
		}
	}
	return false
}

func pkgPath(fn *types.Func) string {
	if fn == nil || fn.Pkg() == nil {
		return ""
	}
	return fn.Pkg().Path()
}

// accessed follows what an accessor returns: the count of RowsAffected(), the
// bool of Result(). Its error alone is no outcome.
func (m *Model) accessed(c call, row *catalog.Row, seen map[ssa.Value]bool, depth int) Use {
	v := c.value()
	if v == nil {
		return Dropped
	}
	best := Dropped
	res := v.Call.Signature().Results()
	for i := 0; i < res.Len(); i++ {
		if isError(res.At(i).Type()) {
			if res.Len() == 1 && row.Role == catalog.Result {
				continue // .Err() alone
			}
			continue
		}
		for _, r := range c.results(i) {
			if u := m.follow(r, seen, depth+1); u > best {
				best = u
			}
		}
	}
	return best
}

// logs reports whether a call only prints its arguments, or passes them to a
// metric or trace.
func logs(c call) bool {
	if c.fn == nil {
		return false
	}
	path := pkgPath(c.fn)
	for _, p := range []string{"log", "log/slog", "go.uber.org/zap", "github.com/sirupsen/logrus", "github.com/rs/zerolog", "k8s.io/klog", "github.com/golang/glog",
		"github.com/go-logr/logr", "github.com/prometheus/client_golang", "go.opentelemetry.io"} {
		if path == p || strings.HasPrefix(path, p+"/") {
			return true
		}
	}
	switch path {
	case "fmt":
		return strings.HasPrefix(c.fn.Name(), "Print") || strings.HasPrefix(c.fn.Name(), "Fprint")
	}
	if strings.Contains(strings.ToLower(path), "log") {
		switch strings.TrimRight(c.fn.Name(), "fwln") {
		case "Debug", "In", "Info", "War", "Warn", "Error", "Print", "Trace", "Notice", "Log":
			return true
		}
	}
	if recv := c.fn.Signature().Recv(); recv != nil {
		n := strings.ToLower(named(recv.Type()))
		if strings.Contains(n, "logger") || n == "log" || n == "entry" && strings.Contains(path, "log") {
			return true
		}
	}
	return false
}

// findInspects notes which parameters a function inspects.
func (m *Model) findInspects(fn *ssa.Function, s *Summary) {
	for i, p := range fn.Params {
		if !outcomeType(p.Type()) {
			continue
		}
		if m.paramUse(fn, i, 0) == Inspected {
			if s.Inspects == nil {
				s.Inspects = make([]bool, len(fn.Params))
			}
			s.Inspects[i] = true
		}
	}
}

func (m *Model) paramUse(fn *ssa.Function, i, depth int) Use {
	if depth > 16 || i >= len(fn.Params) {
		return Inspected
	}
	return m.follow(fn.Params[i], map[ssa.Value]bool{}, depth+8)
}

// outcomeType reports whether a type can carry an outcome: a result of a known
// library.
func outcomeType(t types.Type) bool {
	p := ownerPackage(t)
	return p != "" && catalog.Known(p)
}
