package sqlstmt

import (
	"fmt"
	"strings"
)

// notation writes a whole Statement, every field of it, as a few lines, so that
// a table of expectations can be read. A field at its zero value is left out.
//
//	P[$1]#0   Placeholder with Arg 0      L['x']  Literal      N[NULL]  Null
//	C[x.id]=id  ColumnRef with Name id    X[…]    Excluded     S[…]     SelfStep
//	T[now()]  Now   E[…]  Expr   Q[…]{…}  Subquery with Sub    U[]      unknown
//	a = …     a comparison, proposed when it is of the row to be inserted only;  |1.2 is alternative 2 of OR 1;  x.a is Foreign;
//	          a->k has Path k;  {…; …} are Values;  ~ is an Op that is not known
func notation(s Statement) []string {
	head := string(s.Verb)
	if head == "" {
		head = "?"
	}
	if s.Table != "" {
		head += " " + s.Table
	}
	flags := []string{head}
	for _, f := range []struct {
		on   bool
		name string
	}{
		{s.HasWhere, "has-where"}, {s.WhereOpen, "where-open"}, {s.SetOpen, "set-open"}, {s.Returning, "returning"},
		{s.ForUpdate, "for-update"}, {s.SkipLocked, "skip-locked"}, {s.Limit, "limit"}, {s.LWT, "lwt"},
		{s.IfNotExists, "if-not-exists"}, {s.UsingTTL, "ttl"}, {s.Judged, "judged"},
	} {
		if f.on {
			flags = append(flags, f.name)
		}
	}
	if s.Placeholders > 0 {
		flags = append(flags, fmt.Sprintf("args=%d", s.Placeholders))
	}
	if len(s.Functions) > 0 {
		flags = append(flags, "calls="+strings.Join(s.Functions, ","))
	}
	if len(s.SessionLocks) > 0 {
		flags = append(flags, "session="+strings.Join(s.SessionLocks, ","))
	}
	out := []string{strings.Join(flags, " ")}
	for _, a := range s.Set {
		out = append(out, "set "+noteAssign(a))
	}
	for _, p := range s.Where {
		out = append(out, "where "+notePredicate(p))
	}
	if c := s.Conflict; c != nil {
		line := "conflict " + [...]string{"unknown", "nothing", "update"}[c.Action]
		if c.Target != nil {
			line += " (" + strings.Join(c.Target, ",") + ")"
		}
		if c.SetOpen {
			line += " set-open"
		}
		if c.WhereOpen {
			line += " where-open"
		}
		out = append(out, line)
		for _, a := range c.Set {
			out = append(out, "conflict set "+noteAssign(a))
		}
		for _, p := range c.Where {
			out = append(out, "conflict where "+notePredicate(p))
		}
	}
	for _, w := range s.With {
		out = append(out, "with {"+strings.Join(notation(w), "; ")+"}")
	}
	for _, r := range s.Rest {
		out = append(out, "rest {"+strings.Join(notation(r), "; ")+"}")
	}
	return out
}

func noteOperand(o Operand) string {
	s := string("UPLNCXSTEQ"[o.Kind]) + "[" + o.Text + "]"
	if o.Arg >= 0 {
		s += fmt.Sprintf("#%d", o.Arg)
	}
	if o.Name != "" {
		s += "=" + o.Name
	}
	if o.Sub != nil {
		s += "{" + strings.Join(notation(*o.Sub), "; ") + "}"
	}
	return s
}

func noteAssign(a Assign) string {
	s := a.Column + " := " + noteOperand(a.Value)
	for _, g := range a.Guard {
		s += " if " + notePredicate(g)
	}
	return s
}

func notePredicate(p Predicate) string {
	s := p.Column
	if p.Foreign {
		s = "x." + s
	}
	if p.Path != "" {
		s += "->" + p.Path
	}
	if p.Op == "" {
		s += " ~"
	} else {
		s += " " + p.Op
	}
	s += " " + noteOperand(p.Value)
	if p.Values != nil {
		var vs []string
		for _, v := range p.Values {
			vs = append(vs, noteOperand(v))
		}
		s += " {" + strings.Join(vs, "; ") + "}"
	}
	if p.Proposed {
		s += " proposed"
	}
	if p.Disjunct {
		s += fmt.Sprintf(" |%d.%d", p.Or, p.Branch)
	}
	return s
}

// notePredicates writes a list of comparisons.
func notePredicates(list []Predicate) []string {
	var out []string
	for _, p := range list {
		out = append(out, notePredicate(p))
	}
	return out
}
