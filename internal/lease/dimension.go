package lease

import (
	"go/types"
	"strconv"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/pattern"
)

// dimension is what a number counts.
type dimension uint8

const (
	noDimension dimension = iota // not told
	nanoseconds
	microseconds
	milliseconds
	seconds
)

func (d dimension) String() string {
	switch d {
	case nanoseconds:
		return "nanoseconds"
	case microseconds:
		return "microseconds"
	case milliseconds:
		return "milliseconds"
	case seconds:
		return "seconds"
	}
	return ""
}

// wanted is what an operand of a unit has to count.
func wanted(u catalog.Unit) dimension {
	switch u {
	case catalog.Duration:
		return nanoseconds
	case catalog.Milliseconds:
		return milliseconds
	case catalog.Seconds:
		return seconds
	}
	return noDimension
}

var durationMethods = map[string]dimension{
	"(time.Duration).Seconds": seconds, "(time.Duration).Milliseconds": milliseconds,
	"(time.Duration).Microseconds": microseconds, "(time.Duration).Nanoseconds": nanoseconds,
}

// counts says what a value counts: by the method of Duration that it comes from,
// by what a Duration was divided by, by the type, or by a name that ends in its
// unit. Constants tell nothing.
func counts(v *origin.Value) dimension { return countsIn(v, 0) }

func countsIn(v *origin.Value, depth int) dimension {
	if v == nil || depth > 5 {
		return noDimension
	}
	switch v.Kind {
	case origin.Call:
		if d := durationMethods[v.Text]; d != noDimension {
			return d
		}
		if len(v.Parts) == 2 {
			return arithmetic(v, depth)
		}
	case origin.Param, origin.Field, origin.Global:
	default:
		return noDimension
	}
	if isDuration(v) {
		return nanoseconds
	}
	if v.Kind != origin.Call {
		return namedUnit(lastPart(v.Text))
	}
	return noDimension
}

// arithmetic: x / time.Second counts seconds, x + y what both count, x * 1000 of
// seconds milliseconds.
func arithmetic(v *origin.Value, depth int) dimension {
	x, y := countsIn(v.Parts[0], depth+1), countsIn(v.Parts[1], depth+1)
	n, isConst := foldInt(v.Parts[1], 0)
	switch v.Text {
	case "/":
		if !isConst || x != nanoseconds {
			return x
		}
		switch n {
		case 1e9:
			return seconds
		case 1e6:
			return milliseconds
		case 1e3:
			return microseconds
		}
		return x
	case "*":
		if isConst && x == seconds {
			switch n {
			case 1e3:
				return milliseconds
			case 1e9:
				return nanoseconds
			}
		}
		if isConst && x == milliseconds && n == 1e6 {
			return nanoseconds
		}
		return noDimension
	case "+", "-":
		if x == noDimension {
			return y
		}
		if y == noDimension || y == x {
			return x
		}
	}
	return noDimension
}

// isDuration reports whether a value had the type time.Duration where it came
// from, whatever it was converted to on the way.
func isDuration(v *origin.Value) bool {
	if s := v.SSA(); s != nil {
		return durationType(s.Type())
	}
	return v.Type == "time.Duration" && v.Kind == origin.Param
}

func durationType(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "time" && n.Obj().Name() == "Duration"
}

var (
	secondsName = pattern.New(`(Seconds|Secs|Sec|_seconds|_secs|_sec|^seconds|^secs)$`)
	millisName  = pattern.New(`(Milliseconds|MilliSeconds|Millis|Ms|MS|_milliseconds|_millis|_ms|^milliseconds|^millis)$`)
)

// namedUnit reads the unit at the end of a name: expireSeconds, ttl_ms.
func namedUnit(name string) dimension {
	switch {
	case millisName.MatchString(name):
		return milliseconds
	case secondsName.MatchString(name):
		return seconds
	}
	return noDimension
}

// unitMistake says what a TTL counts when that is not what the storage counts,
// noDimension when they agree or too little is known.
func unitMistake(t TTL) dimension {
	want := wanted(t.Unit)
	if want == noDimension || t.Absent {
		return noDimension
	}
	if got := counts(t.Origin); got != noDimension && got != want {
		return got
	}
	n, ok := foldInt(t.Origin, 0)
	switch {
	case !ok || n <= 0:
	case want == nanoseconds && n < 1e6:
		// No lock lives less than a millisecond: a bare 30 meant seconds, a bare
		// 30000 milliseconds.
		if n >= 1e3 && n%100 == 0 {
			return milliseconds
		}
		return seconds
	case want == seconds && n >= 1e8, want == milliseconds && n >= 1e11:
		return nanoseconds // years: a time.Duration that was not divided
	}
	return noDimension
}

// number prints an operand's constant, "" for what is none.
func number(t TTL) string {
	if n, ok := foldInt(t.Origin, 0); ok {
		return strconv.FormatInt(n, 10)
	}
	return ""
}
