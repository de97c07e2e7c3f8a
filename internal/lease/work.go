package lease

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/pattern"
)

// isWork reports whether an instruction does something that the lock may be for:
// a call that can change or send something, not one that logs, counts, formats or
// waits, nor one that is about the lock itself.
func (m *Model) isWork(in ssa.Instruction, o *Op) bool {
	ci, ok := in.(ssa.CallInstruction)
	if !ok || in == ssa.Instruction(o.instr) {
		return false
	}
	if _, isDefer := in.(*ssa.Defer); isDefer {
		return false // unlocks, closes, counts
	}
	c := newCall(ci)
	if b, isBuiltin := c.common.Value.(*ssa.Builtin); isBuiltin && b != nil {
		return false
	}
	if m.aboutLock(c, o) {
		return false
	}
	if c.fn == nil {
		return !isCancel(c.common.Value)
	}
	if logs(c) || idle(pkgPath(c.fn)) {
		return false
	}
	takes, gives := false, false
	for _, p := range m.callOp[ci] {
		switch p.Kind {
		case Write:
			return true
		case Acquire:
			takes = true
		case End, Extend:
			if !p.LockAPI && !p.House && !p.Lockish && !p.Compares && p.Key != nil && !m.acquiredSomewhere(p) {
				return true // a record of another kind is deleted
			}
			gives = true
		}
	}
	if takes || gives {
		// Another lock is taken: what that one is for comes after it. Whoever takes
		// it and gives it back has done something.
		return takes && gives
	}
	if c.row() != nil {
		return false // reads a reply, makes a handle: what a library does is in the events
	}
	if pureName.MatchString(c.name()) && !takesContext(c) {
		return false
	}
	if _, hasError := resultTypes(c); hasError || takesContext(c) || c.common.IsInvoke() {
		return true
	}
	return c.common.Signature().Results().Len() == 0
}

// aboutLock reports whether a call only concerns the lock: its owner is read, its
// TTL asked, its handle closed.
func (m *Model) aboutLock(c call, o *Op) bool {
	if c.recv != nil {
		if from := m.madeBy(c.recv, 0); from != nil && from == o.instr {
			return true
		}
		if object := o.lockObject(); object != nil && m.sameValue(c.recv, object) {
			return true
		}
	}
	ops := m.callOp[c.instr]
	for _, p := range ops {
		if p.Key == nil || o.Key == nil || p.Store != o.Store || p.Kind == Write || m.sameKey(p.Key, o.Key) == origin.Different {
			return false
		}
	}
	return len(ops) > 0
}

// lockObject is the value that the acquire is a method of, when that is a lock and
// nothing more.
func (o *Op) lockObject() ssa.Value {
	switch {
	case o.taker != nil:
		if o.object != nil && lockishName(named(o.object.Type())) {
			return o.object
		}
	case o.House:
		if o.call.recv != nil && lockishName(named(o.call.recv.Type())) {
			return o.call.recv
		}
	case o.Depth == 0 && o.Handle != nil:
		return o.call.recv
	}
	return nil
}

func isCancel(v ssa.Value) bool {
	return named(v.Type()) == "CancelFunc" || named(v.Type()) == "CancelCauseFunc"
}

func takesContext(c call) bool {
	for _, a := range c.args {
		if origin.IsContext(a.Type()) {
			return true
		}
	}
	return false
}

// pureName begins the names of calls that look something up or make something.
var pureName = pattern.New(`^(?i:get|is|has|new|len|now|since|string|name|id|key|format|sprint|error|unwrap|cause|build|make|with|default|parse|marshal|unmarshal|encode|decode|to|as|from|must|check|validate|valid|hash|sum|uuid|rand|equal|contains|copy|clone|convert|lookup|option|config|close|cancel|stop|wait|sleep|done|inc|dec|observe|add|set|record|span|start|finish|end|reset|tick|metric|log|trace|debug|info|warn)([A-Z_0-9].*)?$`)

// idle reports whether the functions of a package change nothing that others see.
func idle(path string) bool {
	switch path {
	case "fmt", "errors", "time", "strings", "strconv", "context", "sync", "sync/atomic", "sort", "bytes", "unicode", "unicode/utf8",
		"runtime", "runtime/debug", "reflect", "log", "log/slog", "regexp", "path", "path/filepath", "maps", "slices", "testing", "os/signal",
		"bufio", "io", "hash/fnv", "hash/crc32", "net/url":
		return true
	}
	for _, p := range []string{"math", "crypto", "encoding", "container", "unicode"} {
		if path == p || strings.HasPrefix(path, p+"/") {
			return true
		}
	}
	path = strings.ToLower(path)
	for _, w := range []string{"metric", "prometheus", "opentelemetry", "opentracing", "tracing", "telemetry", "statsd", "sentry", "uuid", "errors", "backoff", "retry-go"} {
		if strings.Contains(path, w) {
			return true
		}
	}
	return false
}

// consequential reports whether a call certainly is work, so that it needs no
// release beside it to show a section: a request that changes data, or a function
// that the caller gave.
func (m *Model) consequential(in ssa.Instruction) bool {
	ci, ok := in.(ssa.CallInstruction)
	if !ok {
		return false
	}
	for _, p := range m.callOp[ci] {
		if p.Kind == Write && p.Depth <= 3 {
			return true
		}
	}
	com := ci.Common()
	return !com.IsInvoke() && com.StaticCallee() == nil && paramIndex(in.Parent(), com.Value) >= 0
}
