package lease

import (
	"bytes"
	"encoding/gob"
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

// TestFactCode: a fact comes back as it was sent, and one that was cut off is an
// error and no fact.
func TestFactCode(t *testing.T) {
	var buf bytes.Buffer
	s := &Summaries{Funcs: map[string]*Summary{"T.F": {Ops: []*Op{{Kind: End, API: "DEL", Depth: 2}}, Holds: []int{0}, Releaser: -1}}}
	if err := gob.NewEncoder(&buf).Encode(s); err != nil {
		t.Fatal(err)
	}
	var got Summaries
	if err := gob.NewDecoder(&buf).Decode(&got); err != nil {
		t.Fatal(err)
	}
	f := got.Funcs["T.F"]
	if f == nil || len(f.Ops) != 1 || f.Ops[0].API != "DEL" || f.Ops[0].Depth != 2 || len(f.Holds) != 1 || f.Releaser != -1 {
		t.Errorf("%+v comes back", f)
	}
	data, err := s.GobEncode()
	if err != nil {
		t.Fatal(err)
	}
	if err := new(Summaries).GobDecode(data[:len(data)/2]); err == nil {
		t.Error("half a fact is read")
	}
}
