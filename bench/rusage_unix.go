//go:build unix

package main

import (
	"runtime"
	"syscall"
)

// peakBytes is the largest resident set of a process and of its descendants
// that were waited for. Systems differ in the unit.
func peakBytes(usage any) int64 {
	u, ok := usage.(*syscall.Rusage)
	switch {
	case !ok:
		return 0
	case runtime.GOOS == "darwin" || runtime.GOOS == "ios":
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) << 10
}
