package lease

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
)

// passed is the use of an outcome that is an operand of a call.
func (m *Model) passed(v ssa.Value, c call, seen map[ssa.Value]bool, depth int) Use {
	if row := c.row(); row != nil {
		switch row.Role {
		case catalog.Outcome, catalog.Result:
			if row.Role == catalog.Result && strings.HasPrefix(c.name(), "Collect") {
				return Inspected // CollectOneRow(rows, …): no row is its error
			}
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
		case "String", "LastInsertId", "Insert", "Update", "Delete", "Select", "Close", "Err":
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
			if i < len(t.sum.Returned) && t.sum.Returned[i] > 0 {
				return m.resultUse(c, t.sum.Returned[i]-1) // looked at by whoever gets it back
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
		if s.Inspects == nil {
			s.Inspects = make([]bool, len(fn.Params)) // that it does not look is worth telling too
			s.Returned = make([]int, len(fn.Params))
		}
		if s.Inspects[i] = m.paramUse(fn, i, 0) == Inspected; s.Inspects[i] {
			if c := m.carried([]ssa.Value{p}); len(c.ifs) == 0 {
				s.Returned[i] = c.result(fn) + 1
			}
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
