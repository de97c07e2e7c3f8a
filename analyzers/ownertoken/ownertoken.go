// Package ownertoken reports owner tokens that tell no holders apart, and tokens
// that are put in an order which they do not have.
package ownertoken

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/directive"
	"github.com/leasevet/leasevet/internal/lease"
	"github.com/leasevet/leasevet/internal/schedule"
)

// Analyzer reports weak and misused owner tokens.
var Analyzer = directive.Suppressible(&analysis.Analyzer{
	Name:     "ownertoken",
	Doc:      "report owner tokens that tell no holders apart\n\n" + Doc.Text,
	URL:      "https://github.com/leasevet/leasevet/blob/main/docs/ownertoken.md",
	Requires: []*analysis.Analyzer{lease.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	m, _ := pass.ResultOf[lease.Analyzer].(*lease.Model)
	if m == nil {
		return nil, nil
	}
	stories := schedule.Stories{}
	for _, w := range m.WeakTokens() {
		d := analysis.Diagnostic{Pos: w.Op.Pos(), Message: weak(w)}
		if w.Source.IsValid() {
			d.Related = []analysis.RelatedInformation{{Pos: w.Source, Message: "the token is made here"}}
		}
		stories.Add(d, same(w))
		pass.Report(d)
	}
	for _, o := range m.Orderings() {
		d := analysis.Diagnostic{Pos: o.Op.Pos(), Message: ordered(o)}
		stories.Add(d, disorder(o))
		pass.Report(d)
	}
	return directive.Told{Stories: stories}, nil
}

// weak is one line that stands alone: the operation, the lock, the consequence.
func weak(w lease.WeakToken) string {
	lock := " of the lock"
	switch name := w.Name(); name {
	case "":
	case "key":
		lock = " of the lock key"
	default:
		lock = " of lock key " + name
	}
	return fmt.Sprintf("%s%s stores %s: a holder whose lease has expired ends the next one's lock", operation(w.Op), lock, what(w))
}

// what names the token and what is wrong with it.
func what(w lease.WeakToken) string {
	switch w.Fault {
	case lease.ConstantToken:
		if c := w.Constant(); c != "" {
			return "the constant " + c + " as owner, the same for every holder"
		}
		return "a constant as owner, the same for every holder"
	case lease.KeyToken:
		return "a part of its own key as owner, the same for every holder"
	case lease.ClockToken:
		return "the time as owner, which two holders can share and anybody can guess"
	case lease.DeadlineToken:
		return "a deadline, which says when the lock ends and not who holds it"
	case lease.PidToken:
		return "a process id as owner, which processes of other machines have too"
	case lease.GoroutineToken:
		return "a goroutine id as owner, which other processes have too"
	case lease.CounterToken:
		return "a count of this process as owner, which other processes reach too"
	case lease.HostToken:
		return "the machine as owner, the same for all that runs there"
	case lease.ProcessToken:
		return "one value of the whole process as owner"
	}
	return "a weak owner"
}

func ordered(o lease.Ordering) string {
	by := ""
	if o.Column != "" {
		by = " " + o.Column
	}
	if o.Random {
		return fmt.Sprintf("%s orders%s by a random token: an older holder passes the comparison half of the time", operation(o.Op), by)
	}
	return fmt.Sprintf("%s orders%s by a count of this process: another process counts on its own, so an older holder can pass the comparison", operation(o.Op), by)
}

// operation names a request, and the function that makes it when that is called.
func operation(o *lease.Op) string {
	if o.Depth > 0 && o.Via != "" {
		return o.API + " in " + o.Via
	}
	return o.API
}
