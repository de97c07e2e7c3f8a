package lease

import (
	"go/token"
	"testing"
)

// TestSent: nothing of a package's model goes along with its fact.
func TestSent(t *testing.T) {
	inner := &Op{Kind: Write, pos: token.Pos(7)}
	s := &Summaries{Funcs: map[string]*Summary{"F": {Ops: []*Op{{Kind: End, API: "DEL", Lockish: true, from: inner, trail: []token.Pos{7}, pos: token.Pos(7)}}}}}
	got := s.sent().Funcs["F"].Ops[0]
	if got.Kind != End || got.API != "DEL" || !got.Lockish {
		t.Errorf("the operation is %+v", got)
	}
	if got.from != nil || got.trail != nil || got.pos != token.NoPos {
		t.Error("the model of the package goes along")
	}
}
