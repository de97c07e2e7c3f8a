package lease

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/pattern"
)

// identity is what a value could tell one holder from another by: the
// ingredients that it is made of. A value with nothing in it but constants is
// the same for all; one with something random in it is nobody else's.
type identity uint16

const (
	idConst     identity = 1 << iota // a constant of the program
	idKey                            // the lock's key, or a part of it
	idClock                          // the time, in milliseconds or coarser
	idDeadline                       // the time when the lock shall end
	idHost                           // the machine
	idPid                            // the process, as its own machine counts
	idGoroutine                      // the goroutine, as its own process counts
	idCounter                        // a count that this process keeps
	idProcess                        // something random, drawn once for the process
	idNano                           // the time in nanoseconds
	idRandom                         // drawn for this one use, as far as can be seen
	idOpen                           // cannot be followed
)

// identityOf collects the ingredients of a value. key is the lock's key, whose
// parts tell nobody apart: whoever meets at one lock has them in common.
func (m *Model) identityOf(v, key *origin.Value) identity { return m.identityIn(v, key, 0) }

func (m *Model) identityIn(v, key *origin.Value, depth int) identity {
	if v == nil || depth > 8 {
		return idOpen
	}
	var own identity
	switch v.Kind {
	case origin.Const:
		if key != nil && key.Kind == origin.Const && len(v.Text) > 1 && v.Text == key.Text {
			return idConst | idKey
		}
		return idConst
	case origin.Format, origin.Choice:
		own = m.identities(v.Parts, key, depth)
	case origin.Field:
		own = m.fieldIdentity(v, key, depth)
	case origin.Global:
		own = m.globalIdentity(v, key, depth)
	case origin.Call:
		own = m.callIdentity(v, key, depth)
	case origin.Elem:
		own = idOpen
		if len(v.Parts) == 1 {
			switch v.Parts[0].Kind {
			case origin.Call, origin.Elem, origin.Fresh:
				own = m.identityIn(v.Parts[0], key, depth+1) // strings.Split(host, ".")[0]
			}
		}
	case origin.Fresh:
		own = m.madeIdentity(v, key, depth)
	default:
		own = idOpen
	}
	// A part of the key that tells holders apart makes the record one's own: the
	// heartbeat of an instance, not a lock that others want.
	if own&idOpen != 0 && own&^(idOpen|idConst) == 0 && partOf(v, key) {
		return idKey
	}
	return own
}

// identities is what several parts tell together.
func (m *Model) identities(parts []*origin.Value, key *origin.Value, depth int) identity {
	var all identity
	for _, p := range parts {
		all |= m.identityIn(p, key, depth+1)
	}
	return all
}

// fieldIdentity is what the values tell that the package stores in a field.
func (m *Model) fieldIdentity(v, key *origin.Value, depth int) identity {
	f := v.Var()
	if f == nil || f.Pkg() != m.Pass.Pkg || f.Exported() {
		return idOpen // others may store there, or a decoder
	}
	return m.storedIdentity(m.index.Stores(f), v, key, depth)
}

// storedIdentity is what the values of a variable tell. A zero that it is reset
// to says nothing; one value that cannot be followed may be any.
func (m *Model) storedIdentity(stores []ssa.Value, in, key *origin.Value, depth int) identity {
	var all identity
	for _, s := range stores {
		if c, ok := s.(*ssa.Const); ok && (c.Value == nil || c.Value.ExactString() == `""`) {
			continue
		}
		o := m.of(s)
		if steps := o.Kind == origin.Call && o.Text == "+" && len(o.Parts) == 2 && o.Parts[0].Kind == in.Kind && o.Parts[0].Text == in.Text; steps {
			all |= idCounter // l.seq++
			continue
		}
		all |= m.identityIn(o, key, depth+1)
	}
	if all == 0 {
		return idOpen
	}
	return all
}

// globalIdentity: what a package variable holds is the same for all of the
// process, however random it was when it was drawn.
func (m *Model) globalIdentity(v, key *origin.Value, depth int) identity {
	g, ok := v.SSA().(*ssa.Global)
	if !ok {
		if u, isLoad := v.SSA().(*ssa.UnOp); isLoad {
			g, ok = u.X.(*ssa.Global)
		}
	}
	if !ok || g.Pkg != m.pkg || g.Object() == nil || g.Object().Exported() {
		return idOpen // somebody else may set it
	}
	id := m.storedIdentity(m.index.GlobalStores(g), v, key, depth)
	if id&idOpen == 0 && id&(idRandom|idNano) != 0 && !m.setWhileRunning(g) {
		id = id&^(idRandom|idNano) | idProcess
	}
	return id
}

// setWhileRunning reports whether a package variable gets its value anywhere but
// in the initialisation of the package.
func (m *Model) setWhileRunning(g *ssa.Global) bool {
	for _, fn := range m.fns {
		if fn.Name() == "init" || strings.HasPrefix(fn.Name(), "init#") {
			continue
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if st, ok := in.(*ssa.Store); ok && st.Addr == g {
					return true
				}
			}
		}
	}
	return false
}

// madeIdentity reads byte slices: those built of constants, []byte{1}, and those
// that runtime.Stack fills, whose first line names the goroutine.
func (m *Model) madeIdentity(v, key *origin.Value, depth int) identity {
	s := v.SSA()
	if c, ok := s.(*ssa.Convert); ok {
		s = c.X
	}
	if s == nil {
		return idOpen
	}
	if stackTrace(s, 0) {
		return idGoroutine
	}
	if a, ok := s.(*ssa.Alloc); ok {
		for _, r := range *a.Referrers() {
			if sl, isSlice := r.(*ssa.Slice); isSlice {
				s = sl
			}
		}
	}
	if sl, ok := s.(*ssa.Slice); ok {
		el, known := m.res.Elements(sl)
		if !known || len(el) == 0 {
			return idOpen
		}
		var all identity
		for _, e := range el {
			if e == nil {
				return idOpen // a buffer: somebody fills it, as rand.Read does
			}
			all |= m.identityIn(m.of(e), key, depth+1)
		}
		return all
	}
	return idOpen
}

// stackTrace reports whether a byte slice is given to runtime.Stack.
func stackTrace(v ssa.Value, depth int) bool {
	if depth > 4 || v == nil {
		return false
	}
	switch x := v.(type) {
	case *ssa.Slice:
		if stackTrace(x.X, depth+1) {
			return true
		}
	case *ssa.UnOp:
		return stackTrace(x.X, depth+1)
	case *ssa.Alloc, *ssa.MakeSlice:
	default:
		return false
	}
	if v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Call:
			if f := r.Call.StaticCallee(); f != nil && f.String() == "runtime.Stack" {
				return true
			}
		case *ssa.Slice:
			for _, rr := range *r.Referrers() {
				if c, ok := rr.(*ssa.Call); ok {
					if f := c.Call.StaticCallee(); f != nil && f.String() == "runtime.Stack" {
						return true
					}
				}
			}
		}
	}
	return false
}

// callIdentity is what the result of a function tells.
func (m *Model) callIdentity(v, key *origin.Value, depth int) identity {
	name := v.Text
	if id, ok := clockIdentity(v); ok {
		return id
	}
	switch name {
	case "os.Hostname":
		return idHost
	case "os.Getpid", "os.Getppid", "syscall.Getpid":
		return idPid
	case "os.Getenv", "os.LookupEnv", "syscall.Getenv":
		if len(v.Parts) == 1 && hostVariable(v.Parts[0].Text) {
			return idHost
		}
		return idOpen
	case "(*sync/atomic.Int64).Add", "(*sync/atomic.Int32).Add", "(*sync/atomic.Uint64).Add", "(*sync/atomic.Uint32).Add",
		"sync/atomic.AddInt64", "sync/atomic.AddInt32", "sync/atomic.AddUint64", "sync/atomic.AddUint32":
		return idCounter
	}
	switch {
	case randomSource(name) && !pure(name):
		return idRandom
	case pure(name):
		if len(v.Parts) == 0 {
			return idOpen
		}
		return m.identities(v.Parts, key, depth)
	}
	return namedIdentity(name)
}

// pure reports whether a function tells no more than its arguments do: the
// operators, and what the standard library has for texts, numbers and digests.
func pure(name string) bool {
	switch name {
	case "+", "-", "*", "/", "%":
		return true
	}
	for _, p := range []string{"strings.", "strconv.", "bytes.", "fmt.Sprint", "unicode", "encoding/hex.", "(*encoding/base64.Encoding).", "crypto/sha256.Sum", "crypto/sha1.Sum",
		"crypto/sha512.Sum", "crypto/md5.Sum", "hash/crc32.Checksum", "(time.Duration)."} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

var hostWord = pattern.New(`^(HOST|HOSTNAME|NODE_NAME|POD_NAME|POD_IP|MY_POD_NAME|MY_NODE_NAME|COMPUTERNAME)$`)

func hostVariable(name string) bool { return hostWord.MatchString(name) }

var (
	goroutineName = pattern.New(`(?i)(goroutine_?id|goid$|goid\b|curgid|get_?gid$|^gid$)`)
	pidName       = pattern.New(`(?i)(process_?id|getpid|currentpid|^pid$)`)
	hostName      = pattern.New(`(?i)(host_?name|local_?ip|machine_?ip|node_?ip|host_?ip)`)
	uniqueName    = pattern.New(`(?i)(uniq|rand|uuid|token|nonce|time|nano|seq|snow)`)
)

// namedIdentity judges a function whose body is not in sight by its whole name.
// Only names that say what the result is made of count, and nothing else that
// the result may be made of.
func namedIdentity(full string) identity {
	name := full[strings.LastIndexAny(full, "./")+1:]
	if uniqueName.MatchString(name) {
		return idOpen
	}
	var id identity
	if goroutineName.MatchString(name) {
		id |= idGoroutine
	}
	if pidName.MatchString(name) || id != 0 && strings.Contains(strings.ToLower(name), "process") {
		id |= idPid
	}
	if hostName.MatchString(name) {
		id |= idHost
	}
	if id == 0 {
		return idOpen
	}
	return id
}

// partOf reports whether a value is the key or one of its parts.
func partOf(v, key *origin.Value) bool {
	if v == nil || key == nil {
		return false
	}
	found := false
	origin.Walk(key, func(k *origin.Value) bool {
		found = found || sameValue(v, k)
		return !found
	})
	return found
}

// sameValue reports whether two values are certainly one: two fields of one
// type count only if they are fields of one struct.
func sameValue(a, b *origin.Value) bool {
	if a.SSA() != nil && a.SSA() == b.SSA() {
		return true
	}
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case origin.Param:
		return a.Fn() == b.Fn() && a.Index == b.Index
	case origin.Field:
		return a.Text == b.Text && a.Type == b.Type && len(a.Parts) == 1 && len(b.Parts) == 1 && sameValue(a.Parts[0], b.Parts[0])
	case origin.Global:
		return a.Text == b.Text
	}
	return false
}
