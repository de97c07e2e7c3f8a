// Package unconditionalrelease reports releases and renewals of a lock record
// that do not compare the owner token in the same atomic request.
package unconditionalrelease

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/directive"
	"github.com/leasevet/leasevet/internal/lease"
	"github.com/leasevet/leasevet/internal/schedule"
)

// Analyzer reports unconditional releases and renewals.
var Analyzer = directive.Suppressible(&analysis.Analyzer{
	Name:     "unconditionalrelease",
	Doc:      "report releases and renewals of a lock that do not compare its owner\n\n" + Doc.Text,
	URL:      "https://github.com/leasevet/leasevet/blob/main/docs/unconditionalrelease.md",
	Requires: []*analysis.Analyzer{lease.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	m, _ := pass.ResultOf[lease.Analyzer].(*lease.Model)
	if m == nil {
		return nil, nil
	}
	stories := schedule.Stories{}
	fixes := &fixer{pass: pass, m: m, scripts: map[*types.Package]*script{}}
	for _, s := range m.Suspects() {
		d := analysis.Diagnostic{Pos: s.Op.Pos(), Message: message(s)}
		if s.Lock != nil && s.Lock.Pos().IsValid() {
			d.Related = []analysis.RelatedInformation{{Pos: s.Lock.Pos(), Message: "the lock is acquired here"}}
		}
		trail := m.Trail(s.Op)
		for i, p := range trail {
			step := "by way of this call"
			if i == len(trail)-1 {
				step = "the request is made here"
			}
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: p, Message: step})
		}
		d.SuggestedFixes = fixes.fix(s)
		stories.Add(d, story(s))
		pass.Report(d)
	}
	return directive.Told{Stories: stories}, nil
}

// message is one line that stands alone: the operation, the lock, the
// consequence.
func message(s lease.Suspect) string {
	op := s.Op.API
	if s.Op.Depth > 0 && s.Op.Via != "" {
		op += " in " + s.Op.Via
	}
	op += of(s.Op)
	lacks := "does not compare the owner"
	if s.CheckedInGo {
		lacks = "is another request than the one that read the owner"
	}
	expired := "if the lease has expired"
	if s.Lock != nil && s.Lock.TTL.Known && s.Lock.TTL.Dur > 0 {
		expired = fmt.Sprintf("if the %s lease has expired", schedule.Short(s.Lock.TTL.Dur))
	}
	harm := "this releases another holder's lock"
	if s.Op.Kind == lease.Extend || s.Op.Kind == lease.Write {
		harm = "this extends another holder's lock"
	}
	return fmt.Sprintf("%s %s: %s %s", op, lacks, expired, harm)
}

// of names the lock behind the operation. A statement has named its table.
func of(op *lease.Op) string {
	name := op.LockName()
	switch {
	case op.Place() != "":
		if _, table, _ := strings.Cut(op.Place(), " "); !strings.HasSuffix(op.API, " "+table) {
			return " in " + op.Place()
		}
		return "" // DELETE FROM locks
	case name == "":
		return " of the lock"
	case name == "key":
		return " of the lock key"
	case op.Key == nil:
		return " of lock " + name
	}
	return " of lock key " + name
}
