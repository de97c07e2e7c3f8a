package sqlstmt

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestDump(t *testing.T) {
	b, err := os.ReadFile("/tmp/sql_in.txt")
	if err != nil {
		t.Skip()
	}
	for _, s := range strings.Split(string(b), "\n---\n") {
		s = strings.ReplaceAll(s, "⬚", "\uFFFC")
		out := brief(Parse(s))
		fmt.Printf(">> %s\n%s\n", s, out)
	}
	_ = json.Marshal
}

func op1(o Operand) string {
	k := [...]string{"?unk", "PH", "Lit", "Null", "Col", "Excl", "Step", "Now", "Expr", "Sub"}[o.Kind]
	s := fmt.Sprintf("%s{%s", k, o.Text)
	if o.Arg >= 0 {
		s += fmt.Sprintf(" #%d", o.Arg)
	}
	if o.Name != "" {
		s += " n=" + o.Name
	}
	if o.Sub != nil {
		s += " SUB " + brief(*o.Sub)
	}
	return s + "}"
}
func preds1(ps []Predicate) string {
	var b strings.Builder
	for _, p := range ps {
		fmt.Fprintf(&b, " [%s %s %s", p.Column, p.Op, op1(p.Value))
		for _, v := range p.Values {
			b.WriteString(" ;" + op1(v))
		}
		if p.Disjunct {
			fmt.Fprintf(&b, " |%d.%d", p.Or, p.Branch)
		}
		if p.Foreign {
			b.WriteString(" foreign")
		}
		if p.Path != "" {
			b.WriteString(" path=" + p.Path)
		}
		b.WriteString("]")
	}
	return b.String()
}
func set1(as []Assign) string {
	var b strings.Builder
	for _, a := range as {
		fmt.Fprintf(&b, " %s:=%s", a.Column, op1(a.Value))
		if a.Guard != nil {
			b.WriteString(" GUARD" + preds1(a.Guard))
		}
	}
	return b.String()
}
func brief(s Statement) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %q", s.Verb, s.Table)
	if len(s.Set) > 0 {
		b.WriteString("\n   SET" + set1(s.Set))
	}
	if len(s.Where) > 0 {
		b.WriteString("\n   WHERE" + preds1(s.Where))
	}
	if c := s.Conflict; c != nil {
		fmt.Fprintf(&b, "\n   CONFLICT %d %v SET%s WHERE%s", c.Action, c.Target, set1(c.Set), preds1(c.Where))
		if c.SetOpen {
			b.WriteString(" setopen")
		}
		if c.WhereOpen {
			b.WriteString(" whereopen")
		}
	}
	b.WriteString("\n  ")
	for _, f := range []struct {
		v bool
		n string
	}{{s.HasWhere, "haswhere"}, {s.WhereOpen, "WHEREOPEN"}, {s.SetOpen, "SETOPEN"}, {s.Returning, "returning"}, {s.ForUpdate, "forupdate"}, {s.SkipLocked, "skip"}, {s.Limit, "limit"}, {s.LWT, "lwt"}, {s.IfNotExists, "ine"}, {s.UsingTTL, "ttl"}} {
		if f.v {
			b.WriteString(" " + f.n)
		}
	}
	if len(s.Functions) > 0 {
		fmt.Fprintf(&b, " fn=%v", s.Functions)
	}
	if len(s.SessionLocks) > 0 {
		fmt.Fprintf(&b, " sess=%v", s.SessionLocks)
	}
	fmt.Fprintf(&b, " ph=%d", s.Placeholders)
	for _, w := range s.With {
		b.WriteString("\n   WITH " + strings.ReplaceAll(brief(w), "\n", "\n     "))
	}
	for _, w := range s.Rest {
		b.WriteString("\n   REST " + strings.ReplaceAll(brief(w), "\n", "\n     "))
	}
	return b.String()
}
