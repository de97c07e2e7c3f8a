package lostlease

import "honnef.co/go/tools/analysis/lint"

// Doc is the one text behind `leasevet explain`, the documentation page and the
// help of SARIF rules.
var Doc = &lint.RawDocumentation{
	Title:    "nobody acts on the loss of a lease",
	Text:     `TODO`,
	Since:    "0.1.0",
	Severity: lint.SeverityError,
}
