package lease

import (
	"strconv"
	"time"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// makeTTL is the TTL that a value means where the storage counts in unit.
func makeTTL(v *origin.Value, unit catalog.Unit) TTL {
	t := TTL{Origin: v, Unit: unit}
	if v == nil {
		return t
	}
	n, ok := foldInt(v, 0)
	if !ok {
		if d, err := time.ParseDuration(v.Text); v.Kind == origin.Const && err == nil {
			t.Dur, t.Known = d, true
		}
		return t
	}
	t.Known, t.None = true, n <= 0
	scale := int64(1)
	switch unit {
	case catalog.Seconds:
		scale = int64(time.Second)
	case catalog.Milliseconds:
		scale = int64(time.Millisecond)
	}
	if n > maxDuration/scale {
		n = maxDuration / scale // 10*time.Second given as seconds: 317 years and more
	}
	t.Dur = time.Duration(n * scale)
	return t
}

const maxDuration = 1<<63 - 1

// foldInt is the number that a value is certain to be. Constants of the source
// are folded by the type checker; what a caller gives is not: its 30 meets the
// "* time.Second" of the callee only here.
func foldInt(v *origin.Value, depth int) (int64, bool) {
	if v == nil || depth > 6 {
		return 0, false
	}
	switch v.Kind {
	case origin.Const:
		n, err := strconv.ParseInt(v.Text, 10, 64)
		return n, err == nil
	case origin.Call:
		if len(v.Parts) != 2 {
			return 0, false
		}
		x, ok := foldInt(v.Parts[0], depth+1)
		if !ok {
			return 0, false
		}
		y, ok := foldInt(v.Parts[1], depth+1)
		if !ok {
			return 0, false
		}
		switch v.Text {
		case "+":
			return x + y, true
		case "-":
			return x - y, true
		case "*":
			if x != 0 && (x*y)/x != y {
				return 0, false
			}
			return x * y, true
		case "/":
			if y != 0 {
				return x / y, true
			}
		}
	}
	return 0, false
}
