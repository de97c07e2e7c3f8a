package lease

import (
	"strings"

	"github.com/leasevet/leasevet/internal/origin"
)

// clockIdentity judges a value that is read from the clock. Two holders that
// start within one tick of it have the same value, and whoever knows the clock
// can guess it. Nanoseconds are left alone: their ticks are hardly ever shared.
func clockIdentity(v *origin.Value) (identity, bool) {
	switch v.Text {
	case "time.Now":
		return idNano, true // printed with its nanoseconds
	case "(time.Time).Unix", "(time.Time).UnixMilli":
		return coarse(v)
	case "(time.Time).UnixNano", "(time.Time).UnixMicro", "(time.Time).Nanosecond", "(time.Time).String", "(time.Time).GoString",
		"(time.Time).MarshalText", "(time.Time).MarshalBinary", "(time.Time).MarshalJSON":
		return idNano, fromClock(v)
	case "(time.Time).Format":
		if len(v.Parts) == 2 && v.Parts[1].Kind == origin.Const && fraction(v.Parts[1].Text) <= 3 {
			return coarse(v)
		}
		return idNano, fromClock(v)
	case "(time.Time).Add", "(time.Time).AddDate":
		if fromClock(v) {
			return idDeadline, true
		}
	case "(time.Time).UTC", "(time.Time).Local", "(time.Time).In", "(time.Time).Round":
		if len(v.Parts) > 0 {
			return clockIdentity(v.Parts[0])
		}
	case "(time.Time).Truncate":
		return coarse(v)
	case "/":
		// UnixNano() / 1e6: milliseconds.
		if len(v.Parts) == 2 && v.Parts[0].Text == "(time.Time).UnixNano" && fromClock(v.Parts[0]) {
			if n, ok := foldInt(v.Parts[1], 0); ok && n >= 1e6 {
				return idClock, true
			}
			return idNano, true
		}
	}
	return 0, false
}

// coarse is a reading of the clock, or of a moment that lies ahead.
func coarse(v *origin.Value) (identity, bool) {
	if !fromClock(v) {
		return 0, false
	}
	if ahead(v) {
		return idDeadline, true
	}
	return idClock, true
}

// fromClock reports whether a moment is reckoned from now.
func fromClock(v *origin.Value) bool {
	for hops := 0; v != nil && hops < 6; hops++ {
		if v.Text == "time.Now" {
			return true
		}
		if v.Kind != origin.Call || !strings.HasPrefix(v.Text, "(time.Time).") || len(v.Parts) == 0 {
			return false
		}
		v = v.Parts[0]
	}
	return false
}

func ahead(v *origin.Value) bool {
	for hops := 0; v != nil && hops < 6 && len(v.Parts) > 0; hops++ {
		if v.Text == "(time.Time).Add" || v.Text == "(time.Time).AddDate" {
			return true
		}
		v = v.Parts[0]
	}
	return false
}

// fraction is how many digits of a second a layout prints; RFC3339Nano prints
// as many as there are.
func fraction(layout string) int {
	i := strings.IndexAny(layout, ".,")
	most := 0
	for i >= 0 {
		n := 0
		for _, c := range layout[i+1:] {
			if c != '0' && c != '9' {
				break
			}
			n++
		}
		most = max(most, n)
		next := strings.IndexAny(layout[i+1:], ".,")
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return most
}
