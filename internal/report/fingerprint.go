package report

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/leasevet/leasevet/internal/pattern"
)

// Fingerprint names a finding in a way that survives edits elsewhere in the
// file: by analyzer, file (relative, with slashes), function and message, but not
// by line. Two findings of a function can have one fingerprint; who compares must
// count.
func Fingerprint(analyzer, file string, f Finding) string {
	h := sha256.New()
	for _, part := range []string{analyzer, file, f.Decl, lineNumber.ReplaceAllString(f.Message, "$1")} {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// lineNumber is where a message names a line: "file.go:12:3" or "line 12".
var lineNumber = pattern.New(`(\.go|\bline) ?:?\d+(?::\d+)?`)
