package leasevetdirective

import "honnef.co/go/tools/analysis/lint"

// Doc is the one text behind `leasevet explain`, the documentation page and the
// help of SARIF rules.
var Doc = &lint.RawDocumentation{
	Title: "a comment that speaks to leasevet is wrong, or says nothing any more",
	Text: `A finding that is right and wanted so is suppressed where it stands, with the
reason for those who come later:

  //leasevet:ignore NAME REASON
  //leasevet:ignore NAME,NAME REASON

Behind code, the comment speaks of its line, and of a statement over several lines
that ends there. On a line of its own it speaks of what begins on the next line:
of a declaration as a whole, of a statement up to the block that it opens; in front
of the package clause, of the file. NAME is an analyzer, in any case, or leasevet
for all of them. Comments of other tools do the same: staticcheck's //lint:ignore NAME
REASON, //lint:file-ignore NAME REASON, and golangci-lint's //nolint:NAME // REASON
and //nolint:leasevet // REASON, which cover what golangci-lint makes them cover.

  //leasevet:efficiency REASON

at an acquisition says that the lock only saves duplicate work. It silences
unfencedwrite for the whole lock section.

  //leasevet:acquire key=PARAM token=PARAM

at a function declares that it takes a lock, where leasevet cannot see that; release
and renew likewise. See docs/configuration.md.

A suppression hides what it was not written for as well. So it has to say why, and
it has to go when it is not needed any more:

  Somebody silences a release that nobody else can see the key of. Later the
  key is shared. The comment goes on hiding what is a fault now.

Reported: a directive without a reason or without a name, which has no effect then
(a //nolint has one, as in golangci-lint, and is reported all the same); a name that
is no analyzer's; a directive that suppresses nothing, if the analyzer that it names
did run; a //leasevet:efficiency where no lock is acquired; a declaration
of a lock function that names no parameter of it, or one of the wrong type; an unknown
word after //leasevet:; a directive with a space after the slashes, which is a comment like any
other.

Not reported: a plain //nolint or //nolint:all, which may be there for another
linter; names of other tools' checks in their comments; directives in generated
files; directives that suppress nothing under leasevet -files, which sees only a part of
the module. Under golangci-lint, which obeys //nolint:leasevet by itself, its nolintlint
is who judges those.`,
	Before: `//leasevet:ignore unconditionalrelease
rdb.Del(ctx, key)`,
	After: `//leasevet:ignore unconditionalrelease the key ends with this process's own id
rdb.Del(ctx, key)`,
	Since:    "0.1.0",
	Severity: lint.SeverityWarning,
}
