package lease

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// requests returns the operations that a call makes by itself, by the
// catalogue's row for it.
func (m *Model) requests(c call) []*Op {
	row := m.rowOf(c)
	if row == nil {
		if row = m.lockerRow(c); row == nil {
			return nil
		}
	}
	ops := m.byRole(c, row)
	for _, o := range ops {
		o.instr, o.fn, o.call, o.row = c.instr, c.instr.Parent(), c, row
		if !o.pos.IsValid() {
			o.pos = c.pos()
		}
		if o.Lib == "" {
			o.Lib, o.Store = row.Lib.Name, row.Lib.Store
		}
		if o.API == "" {
			o.API = display(row, c)
		}
		if o.Ctx == nil {
			o.Ctx = m.ctxOf(c, row)
		}
		o.Detached = o.Detached || row.Detached
		o.Raises = o.Raises || row.Raises
		o.Purpose = purposeName(o.fn.Name()) || o.fn.Parent() != nil && purposeName(outermost(o.fn).Name())
	}
	return ops
}

func outermost(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

func display(row *catalog.Row, c call) string {
	if row.Lib.Store == catalog.Redis && row.Pkg == "" {
		switch row.Role {
		case catalog.Expire:
			return strings.ToUpper(c.fn.Name()) // EXPIRE, PEXPIREAT: one row has several
		case catalog.Delete, catalog.Write, catalog.Acquire, catalog.ReadOwner:
			if row.Display == "" {
				return strings.ToUpper(strings.TrimSuffix(c.fn.Name(), "Ctx"))
			}
		}
	}
	if row.Display != "" {
		return row.Display
	}
	return c.fn.Name()
}

func (m *Model) ctxOf(c call, row *catalog.Row) *origin.Value {
	if v := c.arg(row, "ctx"); v != nil {
		return m.of(v)
	}
	for _, a := range c.args {
		if origin.IsContext(a.Type()) {
			return m.of(a)
		}
	}
	if row.Detached {
		return &origin.Value{Kind: origin.Ctx, Text: origin.CtxBackground}
	}
	return nil
}

func (m *Model) byRole(c call, row *catalog.Row) []*Op {
	switch row.Role {
	case catalog.Acquire, catalog.Release, catalog.Renew, catalog.AutoRenew, catalog.NewLease:
		return m.lockOps(c, row)
	case catalog.Write, catalog.CondWrite, catalog.Insert, catalog.Delete, catalog.Expire, catalog.Counter,
		catalog.ReadOwner, catalog.Read:
		return m.storeOps(c, row)
	case catalog.Command:
		return m.commandOps(c, row)
	case catalog.Script, catalog.RunScript, catalog.RunSHA:
		return m.scriptOps(c, row)
	case catalog.SQLExec, catalog.SQLQuery, catalog.StmtExec, catalog.StmtQuery:
		return m.sqlOps(c, row)
	case catalog.ChainEnd:
		return m.chainOps(c, row)
	case catalog.DocUpdate, catalog.DocReplace, catalog.DocDelete, catalog.DocInsert, catalog.DocFindUpdate:
		return m.docOps(c, row)
	}
	return nil
}

// role is the origin of the argument, or field of a struct argument, with the
// given role. set is false when it is certainly left zero.
func (m *Model) role(c call, row *catalog.Row, role string) (v *origin.Value, val ssa.Value, set, known bool) {
	o, ok := row.Operand(c.fn, role)
	if !ok || o.Arg >= len(c.args) {
		return nil, nil, false, false
	}
	a := c.args[o.Arg]
	if o.Field == "" {
		return m.of(a), a, true, true
	}
	field := o.Field
	for outer, inner, nested := strings.Cut(field, "."); nested; outer, inner, nested = strings.Cut(field, ".") {
		if a, field = m.res.StructFieldValue(a, outer), inner; a == nil {
			return nil, nil, false, false
		}
	}
	v, set, known = m.res.StructField(a, field)
	return v, m.res.StructFieldValue(a, field), set, known
}

func (m *Model) ttl(c call, row *catalog.Row) TTL {
	var at catalog.Operand
	found := false
	for _, name := range []string{"ttl"} {
		if o, ok := row.Operand(c.fn, name); ok {
			at, found = o, true
		}
	}
	if !found {
		if row.Role == catalog.Acquire && row.Lib.Store == catalog.Redis && row.Pkg == "" && catalog.Lookup(c.fn) != nil && c.recv != nil && row.Cond == "NX" {
			return TTL{None: true, Known: true} // SETNX, HSETNX: the command itself has no TTL
		}
		if row.Lib.Store == catalog.Plugins {
			return TTL{None: true, Known: true} // KVSet, KVCompareAndSet
		}
		return TTL{Absent: true}
	}
	v, _, set, known := m.role(c, row, "ttl")
	if !known {
		return TTL{}
	}
	if !set {
		return TTL{None: at.Param.Unit != catalog.Instant, Known: true}
	}
	return makeTTL(v, at.Param.Unit)
}
