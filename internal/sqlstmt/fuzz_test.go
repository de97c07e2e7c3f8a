package sqlstmt

import (
	"testing"
	"time"
)

// FuzzParse checks that no text makes the reader panic, hang, or answer with
// indexes that the text cannot have.
func FuzzParse(f *testing.F) {
	for _, c := range cases {
		f.Add(c.sql)
	}
	for _, h := range hostile {
		f.Add(h.head + h.unit + h.unit + h.tail)
	}
	f.Fuzz(func(t *testing.T, text string) {
		start := time.Now()
		s := Parse(text)
		ParseFragment(text)
		SessionLockCalls(s)
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("took %v for %d bytes", took, len(text))
		}
		check(t, s, 0)
	})
}

// check looks at what must hold for every statement.
func check(t *testing.T, s Statement, depth int) {
	if depth > 4 {
		return
	}
	operand := func(o Operand) {
		if o.Arg < -1 || o.Arg >= s.Placeholders {
			t.Errorf("Arg %d of %d placeholders in %q", o.Arg, s.Placeholders, o.Text)
		}
		if o.Kind == UnknownOperand && o.Arg != -1 {
			t.Errorf("unknown operand with Arg %d", o.Arg)
		}
		if o.Sub != nil {
			check(t, *o.Sub, depth+1)
		}
	}
	predicates := func(list []Predicate) {
		for _, p := range list {
			operand(p.Value)
			for _, v := range p.Values {
				operand(v)
			}
			if !p.Disjunct && (p.Or != 0 || p.Branch != 0) {
				t.Errorf("alternative that is no disjunct: %+v", p)
			}
		}
		Binds(list, func(p Predicate) bool { return p.Column != "" })
	}
	assigns := func(list []Assign) {
		for _, a := range list {
			operand(a.Value)
			predicates(a.Guard)
		}
	}
	assigns(s.Set)
	predicates(s.Where)
	if c := s.Conflict; c != nil {
		assigns(c.Set)
		predicates(c.Where)
	}
	if len(s.Where) > 0 && !s.HasWhere && s.Verb != Insert {
		t.Error("comparisons without WHERE")
	}
	for _, list := range [][]Statement{s.With, s.Rest} {
		for _, sub := range list {
			check(t, sub, depth+1)
		}
	}
}
