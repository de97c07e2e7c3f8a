package lease

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// What a request for a lock answers, value by value, when it is granted, when
// somebody else holds the lock, and when it fails: the bool and the error of a
// tuple, what Result() and Err() give of a command object, the variable that Scan
// fills, the count of RowsAffected. See reply_modes.go for the ways to be refused.

// verdict is the fate of a request for a lock.
type verdict uint8

const (
	granted verdict = iota
	busy            // somebody else holds it
	erred           // an error: nothing is known of the lock
)

// replier fixes the values that carry a reply.
type replier struct {
	m    *Model
	a    *assumption
	call call // the request
	v    verdict
	// direct is the error beside the reply, late the one that reading it gives:
	// redigo's Do answers a nil reply and no error, redis.String makes it ErrNil.
	direct, late tri
	depth        int
}

func (r *replier) yes() bool { return r.v == granted }

// value is the reply as a value of type t; tUnknown for what carries it further.
func (r *replier) value(t types.Type) tri {
	if isError(t) {
		return r.late
	}
	if b, ok := t.Underlying().(*types.Basic); ok {
		switch {
		case b.Info()&types.IsBoolean != 0:
			return pick(r.yes(), tTrue, tFalse)
		case b.Info()&types.IsInteger != 0:
			return pick(r.yes(), tOne, tZero)
		case b.Info()&types.IsString != 0:
			return pick(r.yes(), tNonNil, tEmpty)
		}
	}
	return tUnknown
}

func pick(yes bool, a, b tri) tri {
	if yes {
		return a
	}
	return b
}

// results fixes the results of the request itself.
func (r *replier) results(row *catalog.Row) {
	v := r.call.value()
	if v == nil {
		return
	}
	sig := v.Call.Signature().Results()
	for i := range sig.Len() {
		t := sig.At(i).Type()
		for _, x := range r.call.results(i) {
			if isError(t) {
				r.give(x, r.direct)
				continue
			}
			if k := r.value(t); k != tUnknown {
				r.give(x, k)
				continue
			}
			role := ""
			if row != nil && i < len(row.Results) {
				role = row.Results[i]
			}
			switch role {
			case "cmd", "result", "rows", "tag", "self", "count", "item", "_":
				if pointing(t) && role != "_" {
					// A reply that can be asked; with an error beside it there is none.
					r.give(x, pick(r.direct == tNonNil && sig.Len() > 1, tNil, tNonNil))
				}
				r.carrier(x)
			case "reply", "":
				if !r.yes() && r.direct == tNil && isInterface(t) {
					r.give(x, tNil) // redigo: no reply
				} else if !r.yes() && r.direct == tNonNil {
					r.give(x, tNil)
				} else if pointing(t) {
					r.give(x, tNonNil) // etcd: a response that says no
				}
				r.carrier(x)
			default: // lock, lost, lctx, cancel, version: a handle
				r.give(x, pick(r.yes(), tNonNil, tNil))
			}
		}
	}
}

func pointing(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return true
	}
	return false
}

func isInterface(t types.Type) bool {
	_, ok := t.Underlying().(*types.Interface)
	return ok
}

func (r *replier) give(v ssa.Value, t tri) {
	if t != tUnknown {
		r.a.fixed[v] = t
	}
}

// carrier follows a value that the reply is read from.
func (r *replier) carrier(v ssa.Value) {
	if r.depth > 6 || v.Referrers() == nil {
		return
	}
	r.depth++
	defer func() { r.depth-- }()
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.MakeInterface:
			r.carrier(ref)
		case *ssa.ChangeInterface:
			r.carrier(ref)
		case *ssa.ChangeType:
			r.carrier(ref)
		case *ssa.TypeAssert:
			if k := r.value(ref.AssertedType); k != tUnknown && !ref.CommaOk {
				r.give(ref, k)
			}
		case *ssa.Store:
			if a, ok := ref.Addr.(*ssa.Alloc); ok && ref.Val == v && len(variableStores(a)) == 1 {
				for _, use := range *a.Referrers() {
					if u, ok := use.(*ssa.UnOp); ok {
						r.carrier(u)
					}
				}
			}
		case *ssa.FieldAddr:
			if embeddedField(ref) {
				r.carrier(ref) // a promoted method: go-redis's Err is baseCmd's
			}
			r.field(ref.X.Type(), ref.Field, ref)
		case *ssa.Field:
			r.field(ref.X.Type(), ref.Field, ref)
		case *ssa.Call:
			r.accessor(v, newCall(ref))
		case *ssa.Defer, *ssa.Go:
		}
	}
}

// field is the outcome or the error that a field of the reply holds.
func (r *replier) field(t types.Type, i int, v ssa.Value) {
	f := catalog.LookupField(t, fieldNameAt(t, i))
	if f == nil || f.Role != catalog.Outcome && f.Role != catalog.Result {
		return
	}
	for _, ref := range *v.Referrers() {
		load, ok := ref.(*ssa.UnOp)
		if !ok {
			continue
		}
		if k := r.value(load.Type()); k != tUnknown {
			r.give(load, k)
		}
	}
	if _, pointer := v.(*ssa.FieldAddr); !pointer {
		r.give(v, r.value(v.Type()))
	}
}

// accessor fixes what a call reads from the reply.
func (r *replier) accessor(v ssa.Value, c call) {
	row := c.row()
	reads := row != nil && (row.Role == catalog.Result || row.Role == catalog.Outcome)
	if !reads && (c.recv != v || c.fn == nil || !catalog.Known(pkgPath(c.fn))) {
		return
	}
	if row != nil && row.Link == "refused" {
		r.give(c.value(), pick(r.v == busy, tTrue, tFalse)) // IsRedisNil(err)
		return
	}
	late := r.late
	if row != nil && row.Link == "hides" && r.v == busy {
		late = tNil // NonRedisError
	}
	out := c.value()
	if out == nil {
		return
	}
	res := out.Call.Signature().Results()
	for i := range res.Len() {
		t := res.At(i).Type()
		for _, x := range c.results(i) {
			switch {
			case isError(t):
				r.give(x, late)
			case r.value(t) != tUnknown:
				r.give(x, r.value(t))
			default:
				r.carrier(x)
			}
		}
	}
	if strings.HasPrefix(c.name(), "Scan") && len(c.args) > 0 {
		r.scanned(c.args[len(c.args)-1])
	}
}

// scanned fixes the variable that the first column is read into.
func (r *replier) scanned(dest ssa.Value) {
	el, _ := r.m.res.Elements(dest)
	if len(el) == 0 {
		el = []ssa.Value{dest}
	}
	target := el[0]
	if mi, ok := target.(*ssa.MakeInterface); ok {
		target = mi.X
	}
	if target == nil || target.Referrers() == nil {
		return
	}
	for _, ref := range *target.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp:
			r.give(ref, r.value(ref.Type()))
		case *ssa.FieldAddr: // sql.NullInt64: Valid, and the value
			for _, use := range *ref.Referrers() {
				if load, ok := use.(*ssa.UnOp); ok {
					r.give(load, r.value(load.Type()))
				}
			}
		}
	}
}

// reply is the assumption that a request is granted, or refused in one way; nil
// when it cannot be refused in that way.
func (m *Model) reply(o *Op, v verdict) *assumption {
	ssaCall, ok := o.instr.(*ssa.Call)
	if !ok {
		return nil
	}
	a := assumeAnswers()
	if v == granted {
		a.call = ssaCall
	}
	r := &replier{m: m, a: a, call: o.call, v: v}
	if o.call.instr == nil {
		r.call = newCall(ssaCall)
	}
	if x := r.call.recv; x != nil && pointing(x.Type()) {
		a.fixed[x] = tNonNil // or the request would not have been made
	}
	row := o.row
	if o.Depth > 0 {
		row = nil
	}
	switch v {
	case granted:
		r.direct, r.late = tNil, tNil
	case erred:
		r.direct, r.late = tNonNil, tNonNil
	case busy:
		if r.direct, r.late, ok = m.busyErrors(o, r.call); !ok {
			return nil
		}
	}
	if o.stmt != nil && o.Depth == 0 {
		if dest := r.call.arg(row, "dest"); dest != nil {
			r.scanned(dest) // sqlx.Get, gorm's Raw(…).Scan
		}
	}
	r.results(row)
	return a
}

// busyErrors are the errors of a request that somebody else's lock refuses: the
// one beside the reply, and the one that reading the reply gives. ok is false for
// a request that waits until it has the lock.
func (m *Model) busyErrors(o *Op, c call) (direct, late tri, ok bool) {
	hasBool, hasError := resultTypes(c)
	if o.row == nil || o.Depth > 0 {
		// A wrapper or an in-house lock: false and no error, or else an error.
		if hasBool {
			return tNil, tNil, true
		}
		return tNonNil, tNonNil, true
	}
	if o.stmt != nil {
		return m.busyStatement(o)
	}
	if o.Raises || o.row.Raises {
		return tNonNil, tNonNil, true
	}
	switch {
	case hasBool:
		return tNil, tNil, true
	case o.row.Role == catalog.Command:
		// A refused SET … NX is no reply: an error once somebody reads it. SETNX
		// answers 0.
		if strings.HasPrefix(o.API, "SETNX") || strings.HasPrefix(o.API, "HSETNX") {
			return tNil, tNil, true
		}
		return tNil, tNonNil, true
	case o.row.Role == catalog.Script || o.row.Role == catalog.RunScript || o.row.Role == catalog.RunSHA:
		return tNonNil, tNonNil, true // whether the script answers nil or 0 is its own affair
	}
	if v := c.value(); v != nil && !hasError {
		switch named(v.Type()) {
		case "BoolCmd", "IntCmd":
			return tNil, tNil, true
		}
		return tNonNil, tNonNil, true
	}
	if o.row.Lib.Store == catalog.Etcd || o.row.Lib.Store == catalog.Mongo && o.row.Role != catalog.DocInsert {
		return tNil, tNonNil, true // Succeeded false; nothing matched
	}
	if o.row.Lib.Store == catalog.Consul {
		return tNil, tNil, !m.consulWaits(o)
	}
	return tNonNil, tNonNil, true
}

// consulWaits reports whether Consul's Lock can only return with the lock or an error:
// it answers nil and nil when it was to try once, or was told to stop.
func (m *Model) consulWaits(o *Op) bool {
	ctor := m.madeBy(o.call.recv, 0)
	if ctor == nil {
		return true
	}
	c := newCall(ctor)
	for _, arg := range c.args {
		if v, set, known := m.res.StructField(arg, "LockTryOnce"); known && set && v.Text == "true" {
			return false
		}
	}
	return true
}

// busyStatement is busyErrors for SQL.
func (m *Model) busyStatement(o *Op) (direct, late tri, ok bool) {
	switch {
	case o.Session:
		if strings.HasPrefix(o.API, "pg_advisory") {
			return tNil, tNil, false // waits
		}
		if o.stmt.Judged {
			return tNonNil, tNonNil, true // the block itself raises
		}
		return tNil, tNil, true // false, or 0
	case o.stmt.Verb == sqlstmt.Insert && (o.stmt.Conflict == nil || o.stmt.Conflict.Action != sqlstmt.ConflictNothing && len(o.stmt.Conflict.Where) == 0):
		return tNonNil, tNonNil, true // a duplicate key
	case o.row.Role == catalog.SQLQuery || o.row.Role == catalog.StmtQuery:
		if o.stmt.Verb == sqlstmt.Select {
			return tNil, tNil, true // SELECT acquire_lock(…)
		}
		return tNil, tNonNil, true // RETURNING: no row
	}
	return tNil, tNil, true // zero rows
}

func resultTypes(c call) (hasBool, hasError bool) {
	res := c.common.Signature().Results()
	for i := range res.Len() {
		t := res.At(i).Type()
		if isError(t) {
			hasError = true
		} else if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 {
			hasBool = true
		}
	}
	return hasBool, hasError
}
