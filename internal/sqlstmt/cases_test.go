package sqlstmt

import "slices"

// parseCase is a text and what it means, see notation.
type parseCase struct {
	name, sql string
	want      []string
}

var cases = slices.Concat(updateCases, lockCases, upsertCases, unknownCases)
