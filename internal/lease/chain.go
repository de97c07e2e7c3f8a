package lease

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// links walks a builder chain back from its end: the calls whose results it is
// made of, first one first. open is true when a link may be missing: added
// under a condition, in a loop, or by somebody else.
func (m *Model) links(v ssa.Value) (out []call, open bool) {
	for hops := 0; v != nil && hops < 64; hops++ {
		switch x := v.(type) {
		case *ssa.Call:
			c := newCall(x)
			row := c.row()
			if row == nil || row.Role != catalog.ChainLink {
				return out, open || row == nil && hops > 0 && c.static != nil && len(c.static.Blocks) > 0
			}
			out = append([]call{c}, out...)
			v = c.recv
		case *ssa.Phi:
			// q, or q.Where(…): what both have in common, and an open end.
			open = true
			v = shortest(x)
		case *ssa.UnOp:
			var addr ssa.Value = x.X
			if fv, ok := addr.(*ssa.FreeVar); ok {
				addr = origin.Binding(fv)
			}
			a, ok := addr.(*ssa.Alloc)
			if !ok {
				return out, open
			}
			if st := lastStore(a, x); st != nil && addr == x.X {
				v = st.Val
				continue
			}
			c := m.madeBy(x, 0)
			if c == nil {
				return out, true
			}
			v = c
		case *ssa.FreeVar:
			v = origin.Binding(x)
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.TypeAssert:
			v = x.X
		default:
			return out, open
		}
	}
	return out, true
}

// shortest is the edge of a phi that the others build upon.
func shortest(p *ssa.Phi) ssa.Value {
	depth := func(v ssa.Value) int {
		n := 0
		for n < 32 {
			c, ok := v.(*ssa.Call)
			if !ok {
				break
			}
			k := newCall(c)
			if k.recv == nil {
				break
			}
			v = k.recv
			n++
		}
		return n
	}
	var best ssa.Value
	for _, e := range p.Edges {
		if e == p {
			continue
		}
		if best == nil || depth(e) < depth(best) {
			best = e
		}
	}
	return best
}

// chainWords are the words that a rueidis builder chain sends.
func (m *Model) chainWords(v ssa.Value) []*origin.Value {
	chain, _ := m.links(v)
	var out []*origin.Value
	for _, c := range chain {
		word, ok := catalog.ChainWord(c.fn)
		if !ok {
			continue
		}
		if word != "" {
			out = append(out, &origin.Value{Kind: origin.Const, Text: word, Type: "string"})
		}
		variadic := c.fn.Signature().Variadic()
		for i, a := range c.args {
			if variadic && i == len(c.args)-1 {
				el, _ := m.res.Elements(a)
				for _, e := range el {
					out = append(out, m.spread(e)...)
				}
				continue
			}
			out = append(out, m.durationWord(word, a))
		}
	}
	return out
}

// durationWord turns a time.Duration argument into the unit of its word.
func (m *Model) durationWord(word string, a ssa.Value) *origin.Value {
	o := m.of(a)
	if named(a.Type()) != "Duration" || o.Kind != origin.Const {
		return o
	}
	t := makeTTL(o, catalog.Duration)
	if !t.Known {
		return o
	}
	unit := int64(1e9)
	if strings.HasPrefix(word, "P") {
		unit = 1e6
	}
	c := *o
	c.Text = itoa(int64(t.Dur) / unit)
	return &c
}

// chainOps are the operations of a chain at the link that sends it.
func (m *Model) chainOps(c call, row *catalog.Row) []*Op {
	switch row.Lib.Store {
	case catalog.Etcd:
		return m.txnOps(c, row)
	case catalog.SQL:
		return m.ormOps(c, row)
	}
	return nil
}

// ormOps turns a gorm chain into a statement.
func (m *Model) ormOps(c call, row *catalog.Row) []*Op {
	chain, open := m.links(c.recv)
	st := &sqlstmt.Statement{Verb: sqlstmt.Update, WhereOpen: open}
	var ctx *origin.Value
	save := false
	selects := false
	for _, l := range chain {
		lrow := l.row()
		switch lrow.Link {
		case "where":
			m.ormCond(st, l, lrow)
		case "not", "or", "having", "joins":
			st.HasWhere = true
			if lrow.Link == "or" {
				for i := range st.Where {
					st.Where[i].Disjunct = true
				}
			}
		case "model":
			m.ormModel(st, l.arg(lrow, "doc"))
		case "table":
			if v := l.arg(lrow, "name"); v != nil {
				if o := m.of(v); o.Kind == origin.Const {
					st.Table = strings.ToLower(strings.Fields(o.Text + " ")[0])
				}
			}
		case "clauses":
			m.ormClauses(st, l)
		case "scopes":
			st.WhereOpen = true
		case "select":
			selects = true
		case "raw":
			if text, ok := m.sqlText(l, &catalog.Row{Role: catalog.SQLExec, Params: lrow.Params, Names: lrow.Names, Lib: lrow.Lib}); ok {
				*st = sqlstmt.Parse(text)
			}
		case "option":
			if v := l.arg(lrow, "value"); v != nil && strings.Contains(strings.ToUpper(m.of(v).Text), "FOR UPDATE") {
				st.ForUpdate = true
			}
		case "ctx":
			if v := l.arg(lrow, "ctx"); v != nil {
				ctx = m.of(v)
			}
		case "set":
			st.SetOpen = true
		}
	}
	switch row.Link {
	case "update":
		if col := c.arg(row, "column"); col != nil {
			if o := m.of(col); o.Kind == origin.Const {
				st.Set = append(st.Set, sqlstmt.Assign{Column: leaf(o.Text), Value: m.ormValue(leaf(o.Text), c.arg(row, "value"))})
			} else {
				st.SetOpen = true
			}
		} else if d := c.arg(row, "doc"); d != nil {
			m.ormPairs(st, d)
		} else {
			st.SetOpen = true
		}
	case "updates":
		m.ormDoc(st, c.arg(row, "doc"))
	case "save":
		save = true
		st.SetOpen = true
		m.ormModel(st, c.arg(row, "doc"))
	case "create":
		st.Verb = sqlstmt.Insert
		m.ormModel(st, c.arg(row, "doc"))
		m.ormDocColumns(st, c.arg(row, "doc"))
	case "firstorcreate":
		st.Verb = sqlstmt.Insert
		m.ormModel(st, c.arg(row, "dest"))
		st.Conflict = &sqlstmt.Conflict{Action: sqlstmt.ConflictNothing}
	case "delete":
		st.Verb = sqlstmt.Delete
		m.ormModel(st, c.arg(row, "doc"))
		m.ormConds(st, c.arg(row, "conds"))
	case "find":
		st.Verb = sqlstmt.Select
		if d := c.arg(row, "dest"); d != nil && st.Table == "" {
			m.ormModel(st, d)
		}
	}
	ops := m.statementOps(st)
	for _, o := range ops {
		o.conn, o.chain = c.recv, chain
		if len(chain) > 0 {
			o.conn = chain[0].recv
		}
		if ctx != nil {
			o.Ctx = ctx
		}
		if save {
			// Save never is conditional: with no row matched it inserts.
			o.API, o.Cond, o.Column = strings.TrimSpace("Save of "+st.Table), NoCond, ""
			o.Guard = Unguarded
			if selects {
				o.Guard = Unclear
			}
			o.Kind = Write
		}
	}
	return ops
}

func (m *Model) ormCond(st *sqlstmt.Statement, l call, row *catalog.Row) {
	st.HasWhere = true
	v := l.arg(row, "cond")
	m.ormCondValue(st, v)
}

func (m *Model) ormConds(st *sqlstmt.Statement, v ssa.Value) {
	if v == nil {
		return
	}
	el, ok := m.res.Elements(v)
	if !ok {
		st.WhereOpen = true
	}
	if len(el) > 0 && el[0] != nil {
		st.HasWhere = true
		m.ormCondValue(st, el[0])
	}
}

func (m *Model) ormCondValue(st *sqlstmt.Statement, v ssa.Value) {
	if v == nil {
		st.WhereOpen = true
		return
	}
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	o := m.of(v)
	if text, _, ok := origin.TextOf(o, string(sqlstmt.Hole)); ok && isText(v.Type()) {
		if strings.TrimSpace(text) == "" {
			return
		}
		st.Where = append(st.Where, sqlstmt.ParseFragment(text)...)
		return
	}
	if entries, complete := m.res.MapEntries(v); len(entries) > 0 {
		for _, e := range entries {
			if e.Key.Kind == origin.Const {
				st.Where = append(st.Where, sqlstmt.Predicate{Column: leaf(e.Key.Text), Op: "=", Value: sqlstmt.Operand{Kind: m.operandKind(e.Val), Arg: -1}})
			}
		}
		st.WhereOpen = st.WhereOpen || !complete
		return
	}
	if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsInteger != 0 {
		st.Where = append(st.Where, sqlstmt.Predicate{Column: "id", Op: "=", Value: sqlstmt.Operand{Kind: sqlstmt.Placeholder, Arg: -1}})
		return
	}
	if fields, ok := m.structFields(v); ok {
		for _, f := range fields {
			st.Where = append(st.Where, sqlstmt.Predicate{Column: f.column, Op: "=", Value: sqlstmt.Operand{Kind: sqlstmt.Placeholder, Arg: -1}})
		}
		return
	}
	st.WhereOpen = true
}

// ormModel reads the table from the model's type, and a key that is set in it.
func (m *Model) ormModel(st *sqlstmt.Statement, v ssa.Value) {
	if v == nil {
		return
	}
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	t := v.Type()
	for i := 0; i < 3; i++ {
		switch u := types.Unalias(t).Underlying().(type) {
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		}
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && st.Table == "" {
		st.Table = snakeCase(n.Obj().Name())
	}
	for _, id := range []string{"ID", "Id"} {
		if _, set, known := m.res.StructField(v, id); known && set {
			st.HasWhere = true
			st.Where = append(st.Where, sqlstmt.Predicate{Column: "id", Op: "=", Value: sqlstmt.Operand{Kind: sqlstmt.Placeholder, Arg: -1}})
		}
	}
	if versionPlugin(t) && st.Verb == sqlstmt.Update {
		st.Where = append(st.Where, sqlstmt.Predicate{Column: "version", Op: "=", Value: sqlstmt.Operand{Kind: sqlstmt.Placeholder, Arg: -1}})
		st.Set = append(st.Set, sqlstmt.Assign{Column: "version", Value: sqlstmt.Operand{Kind: sqlstmt.SelfStep, Arg: -1}})
	}
}

// versionPlugin reports whether a model has a field of the type
// optimisticlock.Version, which adds the comparison by itself.
func versionPlugin(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := 0; i < s.NumFields(); i++ {
		if n, ok := types.Unalias(s.Field(i).Type()).(*types.Named); ok && n.Obj().Name() == "Version" && n.Obj().Pkg() != nil &&
			strings.HasSuffix(n.Obj().Pkg().Path(), "optimisticlock") {
			return true
		}
	}
	return false
}

// ormDoc reads the columns that Updates sets from a map or struct.
func (m *Model) ormDoc(st *sqlstmt.Statement, v ssa.Value) {
	if v == nil {
		st.SetOpen = true
		return
	}
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	if entries, complete := m.res.MapEntries(v); len(entries) > 0 {
		for _, e := range entries {
			if e.Key.Kind == origin.Const {
				st.Set = append(st.Set, sqlstmt.Assign{Column: leaf(e.Key.Text), Value: m.ormValue(leaf(e.Key.Text), e.Val)})
			} else {
				st.SetOpen = true
			}
		}
		st.SetOpen = st.SetOpen || !complete
		return
	}
	if fields, ok := m.structFields(v); ok {
		for _, f := range fields {
			st.Set = append(st.Set, sqlstmt.Assign{Column: f.column, Value: sqlstmt.Operand{Kind: sqlstmt.Placeholder, Arg: -1}})
		}
		if len(fields) > 0 {
			return
		}
	}
	st.SetOpen = true
}

// ormPairs reads jinzhu's Update("a", 1, "b", 2) or Update(map).
func (m *Model) ormPairs(st *sqlstmt.Statement, v ssa.Value) {
	el, _ := m.res.Elements(v)
	if len(el) == 1 {
		m.ormDoc(st, el[0])
		return
	}
	for i := 0; i+1 < len(el); i += 2 {
		if o := m.of(el[i]); o.Kind == origin.Const {
			st.Set = append(st.Set, sqlstmt.Assign{Column: leaf(o.Text), Value: m.ormValue(leaf(o.Text), el[i+1])})
		}
	}
	if len(el) == 0 {
		st.SetOpen = true
	}
}

func (m *Model) ormDocColumns(st *sqlstmt.Statement, v ssa.Value) {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	if fields, ok := m.structFields(v); ok {
		for _, f := range fields {
			st.Set = append(st.Set, sqlstmt.Assign{Column: f.column, Value: sqlstmt.Operand{Kind: sqlstmt.Placeholder, Arg: -1}})
		}
	}
}

// ormValue is the kind of a value that is set; gorm.Expr("n - ?", x) is read as SQL.
func (m *Model) ormValue(column string, v ssa.Value) sqlstmt.Operand {
	if v == nil {
		return sqlstmt.Operand{Arg: -1}
	}
	if ctor := m.madeBy(v, 0); ctor != nil {
		c := newCall(ctor)
		if row := c.row(); row != nil && row.Role == catalog.SQLText {
			if o, _, _, ok := m.role(c, row, "sql"); ok {
				if text, _, ok := origin.TextOf(o, string(sqlstmt.Hole)); ok {
					st := sqlstmt.Parse("UPDATE t SET " + column + " = " + text)
					if len(st.Set) > 0 {
						return st.Set[0].Value
					}
				}
			}
		}
	}
	return sqlstmt.Operand{Kind: m.operandKind(v), Text: m.operandText(v), Arg: -1}
}

func (m *Model) operandKind(v ssa.Value) sqlstmt.OperandKind {
	o := m.of(v)
	switch {
	case o.Kind == origin.Const && o.Type == "nil":
		return sqlstmt.Null
	case o.Kind == origin.Const:
		return sqlstmt.Literal
	case o.Kind == origin.Call && strings.HasSuffix(o.Text, "time.Now"):
		return sqlstmt.Now
	}
	return sqlstmt.Placeholder
}

func (m *Model) operandText(v ssa.Value) string {
	if o := m.of(v); o.Kind == origin.Const {
		return "'" + o.Text + "'"
	}
	return ""
}

// ormClauses reads clause.Locking and clause.OnConflict.
func (m *Model) ormClauses(st *sqlstmt.Statement, l call) {
	for _, a := range l.args {
		el, ok := m.res.Elements(a)
		if !ok {
			st.WhereOpen = true
		}
		for _, e := range el {
			if e == nil {
				continue
			}
			if mi, ok := e.(*ssa.MakeInterface); ok {
				e = mi.X
			}
			switch named(e.Type()) {
			case "Locking":
				st.ForUpdate = true
			case "OnConflict":
				c := &sqlstmt.Conflict{Action: sqlstmt.ConflictUpdate}
				if o, set, known := m.res.StructField(e, "DoNothing"); known && set && o.Text == "true" {
					c.Action = sqlstmt.ConflictNothing
				}
				if _, set, known := m.res.StructField(e, "Where"); known && set {
					c.Where = append(c.Where, sqlstmt.Predicate{Column: "version", Op: "=", Value: sqlstmt.Operand{Kind: sqlstmt.Excluded, Arg: -1}})
				}
				st.Conflict = c
			case "Returning":
			default:
				st.WhereOpen = true
			}
		}
	}
}

type structField struct {
	column string
	field  string
}

// structFields lists the fields of a struct literal that are set, with their
// column names.
func (m *Model) structFields(v ssa.Value) ([]structField, bool) {
	t := v.Type()
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil, false
	}
	var out []structField
	anyKnown := false
	for i := 0; i < s.NumFields(); i++ {
		_, set, known := m.res.StructField(v, s.Field(i).Name())
		anyKnown = anyKnown || known
		if known && set {
			out = append(out, structField{columnName(s, i), s.Field(i).Name()})
		}
	}
	return out, anyKnown
}

// columnName is the column of a model's field: the name in its tag, or the
// field's in snake case.
func columnName(s *types.Struct, i int) string {
	tag := s.Tag(i)
	for _, key := range []string{`gorm:"`, `db:"`, `bson:"`, `json:"`} {
		at := strings.Index(tag, key)
		if at < 0 {
			continue
		}
		rest := tag[at+len(key):]
		if end := strings.IndexByte(rest, '"'); end >= 0 {
			rest = rest[:end]
		}
		if key == `gorm:"` {
			if c := strings.Index(strings.ToLower(rest), "column:"); c >= 0 {
				name, _, _ := strings.Cut(rest[c+len("column:"):], ";")
				return strings.ToLower(name)
			}
			continue
		}
		if key == `json:"` {
			continue
		}
		name, _, _ := strings.Cut(rest, ",")
		if name != "" && name != "-" {
			return name
		}
	}
	return snakeCase(s.Field(i).Name())
}

func itoa(n int64) string {
	if n == 0 {
		return "0"
	}
	neg := n < 0
	if neg {
		n = -n
	}
	var b []byte
	for n > 0 {
		b = append([]byte{byte('0' + n%10)}, b...)
		n /= 10
	}
	if neg {
		return "-" + string(b)
	}
	return string(b)
}
