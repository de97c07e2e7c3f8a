package lease

import (
	"testing"
	"time"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

func TestUnits(t *testing.T) {
	tests := []struct {
		body string
		unit catalog.Unit
		want dimension // what is mistaken for the unit
	}{
		{`return 30`, catalog.Duration, seconds},
		{`return 30000`, catalog.Duration, milliseconds},
		{`return time.Millisecond`, catalog.Duration, noDimension},
		{`return 30 * time.Second`, catalog.Duration, noDimension},
		{`return 0`, catalog.Duration, noDimension},
		{`return 30`, catalog.Seconds, noDimension},
		{`return int64(10 * time.Second)`, catalog.Seconds, nanoseconds},
		{`return 30000`, catalog.Milliseconds, noDimension},
		{`return ttl`, catalog.Duration, noDimension},
		{`return int(ttl)`, catalog.Seconds, nanoseconds},
		{`return int(ttl / time.Second)`, catalog.Seconds, noDimension},
		{`return int(ttl / time.Millisecond)`, catalog.Seconds, milliseconds},
		{`return int(ttl / time.Millisecond)`, catalog.Milliseconds, noDimension},
		{`return ttl.Seconds()`, catalog.Seconds, noDimension},
		{`return int64(ttl.Seconds())`, catalog.Milliseconds, seconds},
		{`return ttl.Milliseconds()`, catalog.Seconds, milliseconds},
		{`return int64(ttl.Seconds()) * 1000`, catalog.Milliseconds, noDimension},
		{`return time.Duration(expireSeconds)`, catalog.Duration, seconds},
		{`return time.Duration(expireSeconds) * time.Second`, catalog.Duration, noDimension},
		{`return expireSeconds`, catalog.Milliseconds, seconds},
		{`return ttlMs`, catalog.Seconds, milliseconds},
		{`return n`, catalog.Duration, noDimension},
		{`return n`, catalog.Seconds, noDimension},
		{`return l.ttl / 3`, catalog.Duration, noDimension},
		{`return l.ttl + ttl`, catalog.Seconds, nanoseconds},
		{`return "15s"`, catalog.Text, noDimension},
	}
	bodies := make([]string, len(tests))
	for i, tt := range tests {
		bodies[i] = tt.body
	}
	expressions(t, "", bodies, func(i int, _ *Model, v, _ *origin.Value) {
		if got := unitMistake(makeTTL(v, tests[i].unit)); got != tests[i].want {
			t.Errorf("%s in unit %d: mistaken for %q, want %q", tests[i].body, tests[i].unit, got, tests[i].want)
		}
	})
}

func TestMakeTTL(t *testing.T) {
	number := func(text string) *origin.Value { return &origin.Value{Kind: origin.Const, Text: text, Type: "int"} }
	times := func(x, y *origin.Value) *origin.Value {
		return &origin.Value{Kind: origin.Call, Text: "*", Parts: []*origin.Value{x, y}}
	}
	for _, tt := range []struct {
		v    *origin.Value
		unit catalog.Unit
		dur  time.Duration
		none bool
	}{
		{number("30"), catalog.Seconds, 30 * time.Second, false},
		{number("30"), catalog.Milliseconds, 30 * time.Millisecond, false},
		{number("0"), catalog.Seconds, 0, true},
		{number("-1"), catalog.Duration, -1, true},
		{times(number("30"), number("1000000000")), catalog.Duration, 30 * time.Second, false},
		{number("10000000000"), catalog.Seconds, maxDuration / time.Second * time.Second, false},
		{&origin.Value{Kind: origin.Const, Text: "15s", Type: "string"}, catalog.Text, 15 * time.Second, false},
	} {
		got := makeTTL(tt.v, tt.unit)
		if !got.Known || got.Dur != tt.dur || got.None != tt.none {
			t.Errorf("makeTTL(%v, %d) = %v, known %v, none %v", tt.v, tt.unit, got.Dur, got.Known, got.None)
		}
	}
	open := times(&origin.Value{Kind: origin.Param, Text: "n"}, number("1000000000"))
	if got := makeTTL(open, catalog.Duration); got.Known {
		t.Errorf("a TTL that a caller gives is known: %v", got.Dur)
	}
}

func TestPart(t *testing.T) {
	tests := []struct {
		span, whole string
		unit        catalog.Unit // of whole
		want        float64      // 0: cannot be compared
	}{
		{`return 10 * time.Second`, `return 10 * time.Second`, catalog.Duration, 1},
		{`return 3 * time.Second`, `return 9`, catalog.Seconds, 1.0 / 3},
		{`return l.ttl`, `return l.ttl`, catalog.Duration, 1},
		{`return l.ttl / 2`, `return l.ttl`, catalog.Duration, 0.5},
		{`return l.ttl * 2 / 3`, `return int(l.ttl / time.Second)`, catalog.Seconds, 2.0 / 3},
		{`return l.ttl / 3`, `return l.ttl.Milliseconds()`, catalog.Milliseconds, 1.0 / 3},
		{`return time.Duration(l.seconds) * time.Second / 2`, `return l.seconds`, catalog.Seconds, 0.5},
		{`return l.ttl`, `return l.ttl + ttl`, catalog.Duration, 0},
		{`return l.ttl`, `return ttl`, catalog.Duration, 0},
		{`return l.ttl`, `return 10 * time.Second`, catalog.Duration, 0},
	}
	var bodies []string
	for _, tt := range tests {
		bodies = append(bodies, tt.span, tt.whole)
	}
	var span *origin.Value
	expressions(t, "", bodies, func(i int, m *Model, v, _ *origin.Value) {
		if i%2 == 0 {
			span = v
			return
		}
		tt := tests[i/2]
		got, ok := m.part(m.lengthOf(span, catalog.Duration), m.lengthOf(v, tt.unit))
		if ok != (tt.want > 0) || ok && (got < tt.want-1e-9 || got > tt.want+1e-9) {
			t.Errorf("%s of %s: %v, %v, want %v", tt.span, tt.whole, got, ok, tt.want)
		}
	})
}
