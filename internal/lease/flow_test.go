package lease

import (
	"go/constant"
	"sort"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
)

// marks lists the texts of the calls of mark that a walk visits, in source order.
func marks(walk func(visit func(ssa.Instruction) bool)) string {
	var calls []*ssa.Call
	walk(func(in ssa.Instruction) bool {
		if c, ok := in.(*ssa.Call); ok && c.Call.StaticCallee() != nil && c.Call.StaticCallee().Name() == "mark" {
			calls = append(calls, c)
		}
		return true
	})
	sort.Slice(calls, func(i, j int) bool { return calls[i].Pos() < calls[j].Pos() })
	var out []string
	for _, c := range calls {
		out = append(out, constant.StringVal(c.Call.Args[0].(*ssa.Const).Value))
	}
	return strings.Join(out, " ")
}

func TestReach(t *testing.T) {
	const named = "() (err error)"
	for _, c := range []struct{ name, sig, body, want string }{
		{"err != nil", "()", `if err := lock(); err != nil { mark("failed"); return }; mark("work")`, "work"},
		{"err == nil", "()", `if err := lock(); err == nil { mark("work") } else { mark("failed") }`, "work"},
		{"nil != err", "()", `err := lock(); if nil != err { mark("failed"); return }; mark("work")`, "work"},
		{"!ok", "()", `if !try() { mark("failed"); return }; mark("work")`, "work"},
		{"ok", "()", `if ok := try(); ok { mark("work") } else { mark("failed") }`, "work"},
		{"ok == false", "()", `ok := try(); if ok == false { mark("failed"); return }; mark("work")`, "work"},
		{"ok != true", "()", `ok := try(); if ok != true { mark("failed"); return }; mark("work")`, "work"},
		{"err and !ok in turn", "()", `ok, err := tryErr(); if err != nil { mark("error"); return }; if !ok { mark("held"); return }; mark("work")`, "work"},
		{"err || !ok", "()", `ok, err := tryErr(); if err != nil || !ok { mark("failed"); return }; mark("work")`, "work"},
		{"err && ok", "()", `ok, err := tryErr(); if err == nil && ok { mark("work") } else { mark("failed") }`, "work"},
		{"bool of both", "()", `ok, err := tryErr(); got := err == nil && ok; if !got { mark("failed"); return }; mark("work")`, "work"},
		{"bool of either", "()", `ok, err := tryErr(); lost := err != nil || !ok; if lost { mark("failed"); return }; mark("work")`, "work"},
		{"handle != nil", "()", `h, _ := get(); if h == nil { mark("failed"); return }; mark("work")`, "work"},
		{"count == 1", "()", `n, _ := count(); if n == 1 { mark("work") } else { mark("failed") }`, "work"},
		{"count == 0", "()", `n, _ := count(); if n == 0 { mark("failed"); return }; mark("work")`, "work"},
		{"count > 0", "()", `n, _ := count(); if n > 0 { mark("work") } else { mark("failed") }`, "work"},
		{"0 < count", "()", `n, _ := count(); if 0 < n { mark("work") } else { mark("failed") }`, "work"},
		{"1 != count", "()", `n, _ := count(); if 1 != n { mark("failed"); return }; mark("work")`, "work"},
		{"reply is OK", "()", `s, _ := reply(); if s != "OK" { mark("failed"); return }; mark("work")`, "work"},
		{"reply is empty", "()", `s, _ := reply(); if s == "" { mark("failed"); return }; mark("work")`, "work"},
		{"reply is another", "()", `s, _ := reply(); if s == "x" { mark("a") } else { mark("b") }`, "a b"},
		{"switch on err", "()", `switch err := lock(); err { case nil: mark("work"); case errHeld: mark("held"); default: mark("failed") }`, "work"},
		{"switch on conditions", "()", `ok, err := tryErr(); switch { case err != nil: mark("error"); case !ok: mark("held"); default: mark("work") }`, "work"},
		{"switch on ok", "()", `switch try() { case true: mark("work"); case false: mark("failed") }`, "work"},
		{"errors.Is", "()", `err := lock(); if errors.Is(err, errHeld) { mark("held"); return }; mark("on"); if err != nil { mark("failed"); return }; mark("work")`, "on work"},
		{"err == errHeld", "()", `err := lock(); if err == errHeld { mark("held"); return }; mark("work")`, "work"},
		{"predicate of the package", "()", `err := lock(); if isHeld(err) { mark("held"); return }; mark("work")`, "work"},
		{"error wrapped first", "()", `err := lock(); if err != nil { err = errors.Join(err) }; if err != nil { mark("failed"); return }; mark("work")`, "work"},
		{"joined with another", "()", `err := errors.Join(lock(), other()); if err != nil { mark("failed"); return }; mark("work")`, "failed work"},
		{"another error", "()", `lock(); if err := other(); err != nil { mark("failed"); return }; mark("work")`, "failed work"},
		{"another error in the same variable", "()", `err := lock(); if err == nil { err = other() }; if err != nil { mark("failed"); return }; mark("work")`, "failed work"},
		{"err is a result that a closure captures", named, `defer func() { if err != nil { mark("closure") } }()
			if err = lock(); err != nil { mark("failed"); return err }; mark("work"); return nil`, "work"},
		{"variable that a closure captures", "()", `ok := false; defer func() { _ = ok }(); ok = try(); if !ok { mark("failed"); return }; mark("work")`, "work"},
		{"captured, set again on a branch", named, `defer func() { _ = err }(); err = lock(); if cond() { err = other() }; if err != nil { mark("failed"); return err }; mark("work"); return nil`, "failed work"},
		{"acquired on a branch only", "()", `ok := false; if cond() { ok = try() }; if ok { mark("work") } else { mark("no") }`, "work no"},
		{"always acquired", "()", `var ok bool; if cond() { ok = try() } else { ok = true }; if ok { mark("work") } else { mark("no") }`, "work"},
		{"nothing asked", "()", `lock(); mark("work"); if cond() { mark("a") } else { mark("b") }; mark("c")`, "work a b c"},
		{"retries until it succeeds", "()", `for { if err := lock(); err == nil { break }; mark("wait") }; mark("work")`, "work"},
		{"round the loop", "()", `for cond() { mark("before"); ok := try(); if !ok { mark("held"); continue }; mark("work") }; mark("after")`, "before work after"},
		{"panics when it fails", "()", `if err := lock(); err != nil { panic(err) }; mark("work")`, "work"},
		{"goto", "()", `err := lock(); if err != nil { goto out }; mark("work"); return; out: mark("failed")`, "work"},
	} {
		t.Run(c.name, func(t *testing.T) {
			fn := function(t, c.sig, c.body)
			call := callOf(t, fn, "lock", "try", "tryErr", "get", "count", "reply")
			got := marks(func(visit func(ssa.Instruction) bool) { assumeSuccess(call).reach(call, visit) })
			if got != c.want {
				t.Errorf("reaches [%s], want [%s]\n%s", got, c.want, c.body)
			}
		})
	}
}

// A visitor that says no ends that path, and no other.
func TestReachStops(t *testing.T) {
	fn := function(t, "()", `lock(); if cond() { mark("a"); other(); mark("b") }; mark("c")`)
	call := callOf(t, fn, "lock")
	stop := callOf(t, fn, "other")
	got := marks(func(visit func(ssa.Instruction) bool) {
		assumeSuccess(call).reach(call, func(in ssa.Instruction) bool { return in != stop && visit(in) })
	})
	if got != "a c" {
		t.Errorf("reaches [%s], want [a c]", got)
	}
}

func TestReachAll(t *testing.T) {
	fn := function(t, "(h *handle, err error)", `if h == nil { mark("none"); return }; if err != nil { mark("failed") }; mark("work")`)
	for _, c := range []struct {
		param int
		is    tri
		want  string
	}{
		{0, tNil, "none"},
		{0, tNonNil, "failed work"},
		{1, tNil, "none work"},
		{1, tNonNil, "none failed work"},
	} {
		got := marks(func(visit func(ssa.Instruction) bool) { assumeParam(fn.Params[c.param], c.is).reachAll(fn, visit) })
		if got != c.want {
			t.Errorf("parameter %d is %d: reaches [%s], want [%s]", c.param, c.is, got, c.want)
		}
	}
}
