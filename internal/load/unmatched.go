package load

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Patterns that match nothing are a fault of whoever asked, and not of a package.
// The go command says it in two ways: in a warning, or by a package that is
// nothing but an error.

// warned is the patterns of which the go command warns that they match nothing.
func warned(stderr string) (patterns []string) {
	for line := range strings.Lines(stderr) {
		quoted, ok := strings.CutPrefix(strings.TrimSpace(line), "go: warning: ")
		quoted, matched := strings.CutSuffix(quoted, " matched no packages")
		if pattern, err := strconv.Unquote(quoted); ok && matched && err == nil {
			patterns = append(patterns, pattern)
		}
	}
	return patterns
}

// takeUnmatched removes the packages that only say that a pattern matches
// nothing, and returns a line for each such pattern.
func (o *Options) takeUnmatched(env *goEnv, list []*listed) (found []*listed, unmatched []string) {
	for _, pattern := range o.warned {
		unmatched = append(unmatched, "no packages match "+pattern)
	}
	for _, p := range list {
		if p.Error == nil || p.DepOnly || p.Name != "" || p.Error.Pos != "" || len(p.Error.ImportStack) > 0 || nothingToBuild(p) {
			found = append(found, p)
			continue
		}
		why, _, _ := strings.Cut(strings.TrimSpace(p.Error.Err), "\n")
		why = strings.TrimPrefix(why, "pattern "+p.ImportPath+": ")
		if strings.Contains(why, "does not contain main module") && (env.GOMOD == "" || env.GOMOD == os.DevNull) && (env.GOWORK == "" || env.GOWORK == "off") {
			why = "there is no go.mod here or above"
		}
		unmatched = append(unmatched, fmt.Sprintf("no packages match %s: %s", p.ImportPath, strings.TrimSuffix(why, "; to add it:")))
	}
	return found, unmatched
}
