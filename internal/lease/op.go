package lease

import (
	"go/token"
	"go/types"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// Kind is what an operation does to a record outside the process.
type Kind uint8

const (
	NoKind    Kind = iota
	Acquire        // creates a lock record if it is absent
	End            // ends a record: DEL, Unlock, DELETE FROM locks
	Extend         // extends the TTL of a record
	AutoRenew      // starts a renewal that the library runs by itself
	Read           // reads a record
	Write          // changes data
)

// Guard says what makes storage refuse or tolerate a late write.
type Guard uint8

const (
	Unguarded   Guard = iota
	Fenced            // the storage compares a version, generation, epoch or owner
	StateFlip         // the predicate compares a column that the statement sets
	Conditional       // a CAS or transaction condition (etcd If, Consul CAS, WATCH)
	InsertOnly        // inserts if absent, or appends
	Deletes           // removes: nothing newer is replaced
	CacheFill         // sets a key with a TTL
	Metric            // counts
	FreshKey          // the key was made for this write
	Unclear           // what the write does is not known
)

// CondKind is what a conditional write compares.
type CondKind uint8

const (
	NoCond    CondKind = iota
	CondFence          // a version, generation, revision that grows
	CondOwner          // the owner of a claim or lock
	CondClaim          // a state that the statement changes: 'open' → 'taken'
	CondGuard          // a business guard: stock >= ?
	CondCAS            // a CAS call of the client
)

// TTL is the time to live that an operation sets.
type TTL struct {
	Origin *origin.Value `json:",omitzero"`
	Dur    time.Duration `json:",omitzero"` // when constant
	Known  bool          `json:",omitzero"` // Dur is the real value
	None   bool          `json:",omitzero"` // the record never expires
	Absent bool          `json:",omitzero"` // the operation has no TTL to give
	Unit   catalog.Unit  `json:",omitzero"` // what the storage counts Origin in
}

// Op is one operation on a record, in terms of the function that it is listed
// for. Exported fields travel in facts.
type Op struct {
	Kind   Kind          `json:",omitzero"`
	Store  catalog.Store `json:",omitzero"`
	Lib    string        `json:",omitzero"`
	API    string        `json:",omitzero"` // names the operation in messages: "DEL", "UPDATE orders"
	Key    *origin.Value `json:",omitzero"` // key, table or collection
	Handle *origin.Value `json:",omitzero"` // the lock handle of a lock library
	Token  *origin.Value `json:",omitzero"` // owner value that an acquire stores
	TTL    TTL           `json:",omitzero"`
	Ctx    *origin.Value `json:",omitzero"`
	Stop   *origin.Value `json:",omitzero"` // a channel that ends an AutoRenew
	// LockAPI is true when the API itself is a lock (redsync, etcd Mutex,
	// pg_advisory_lock): no further evidence is needed.
	LockAPI bool `json:",omitzero"`
	// House is true for what an in-house interface does by its name, its
	// implementation being out of sight.
	House bool `json:",omitzero"`
	// Session is true for locks that live as long as a database connection.
	Session bool `json:",omitzero"`
	// Pool is true for such a lock that another package takes through a pool of its
	// own: what its callers write goes by other connections.
	Pool bool `json:",omitzero"`
	// Below is true when the lock record is a node of the holder's own below Key, as
	// in etcd's and ZooKeeper's recipes: nobody ends it by deleting Key.
	Below bool `json:",omitzero"`
	// Compares is true when the owner is compared in the same request.
	Compares bool `json:",omitzero"`
	// CheckedInGo is true when the owner was read and compared by an earlier
	// request of the same function.
	CheckedInGo bool          `json:",omitzero"`
	Guard       Guard         `json:",omitzero"`
	Cond        CondKind      `json:",omitzero"`
	Column      string        `json:",omitzero"` // the column that Guard or Cond is about
	Orders      *origin.Value `json:",omitzero"` // what the statement compares column OrdersBy with, by < or >
	OrdersBy    string        `json:",omitzero"`
	Raises      bool          `json:",omitzero"` // a refused write is an error
	Via         string        `json:",omitzero"` // the function of the package that makes the request, when not the listed one
	Where       string        `json:",omitzero"` // file:line of the request, for other packages
	Depth       int           `json:",omitzero"` // how many calls away
	Literals    int           `json:",omitzero"` // how many of these calls are of function literals
	Evident     bool          `json:",omitzero"` // an acquire of which it is known that it is a lock's
	Covered     bool          `json:",omitzero"` // made under a lock that the function, or a callee, takes for it
	Detached    bool          `json:",omitzero"` // runs on context.Background() inside the library
	Lockish     bool          `json:",omitzero"` // the record's name says that it is a lock
	Looped      bool          `json:",omitzero"` // a goroutine makes it again and again, in a loop of its own
	Generated   bool          `json:",omitzero"` // the request stands in generated code
	Judged      bool          `json:",omitzero"` // reported, or cleared, in the package that makes the request
	AfterEnd    bool          `json:",omitzero"` // a write that runs after the function released the lock it was given
	Unless      []int         `json:",omitzero"` // parameters: the operation does not happen when one of them is nil or false
	UnlessTrue  []int         `json:",omitzero"` // parameters: it does not happen when one of them is true
	Registers   bool          `json:",omitzero"` // renews a registration, under which nothing exclusive is done
	Signals     bool          `json:",omitzero"` // a callee's renewal: its failure is told by more than what the callee returns
	Purpose     bool          `json:",omitzero"` // breaks a lock on purpose (ForceUnlock)
	Efficiency  bool          `json:",omitzero"` // a directive at the request says that the lock only saves work
	Ended       bool          `json:",omitzero"` // an acquire whose record somebody ends or extends in sight: a lock's, no marker's

	house       *ssa.Function // a renewal by its name: the function of the package that makes it
	hidden      bool          // at a call: its outcome is dropped inside the callee
	watch       *ssa.Function // the function under WATCH whose MULTI the operation is queued on
	taker       *types.Func   // the acquiring end of an in-house lock known by its names only: see houselock.go
	object      ssa.Value     // the value that such a lock is a method of
	hands       bool          // at a call: the callee gives its caller the lock
	refused     []Reply       // at such a call: what its results are when the lock was refused
	afterCallee bool          // at a call: the callee does it after it released the lock

	instr    ssa.CallInstruction // where it happens in the listed function
	fn       *ssa.Function       // the function of instr
	from     *Op                 // the callee's operation that it is an instance of
	trail    []token.Pos         // where callees of this package lead to the request
	also     []token.Pos         // where the same is done again in the function that it is listed for
	lent     bool                // an acquire whose holder runs what it is handed, and releases then
	site     *Op                 // the operation that it was instantiated from
	pos      token.Pos
	inner    token.Pos // of a part of the request that stands elsewhere: OpPut of a transaction
	call     call
	row      *catalog.Row
	stmt     *sqlstmt.Statement
	conn     ssa.Value // database handle that the statement runs on
	chain    []call    // the builder chain of a statement, first link first
	itemOnly bool      // at a call: only the item, and not the table, is what the caller says
	takes    bool      // a write that acquires the record where it is free, and renews it otherwise
	batch    int       // 1 + the parameter that is the list of requests which a batch sends
	about    record    // which record of the table or collection it is, where that is in sight
}

// Pos is the position of the operation in the listed function's package.
func (o *Op) Pos() token.Pos { return o.pos }

// Instr is the call instruction that makes or leads to the request.
func (o *Op) Instr() ssa.CallInstruction { return o.instr }

// Fn is the function that the operation happens in.
func (o *Op) Fn() *ssa.Function { return o.fn }

// Trail are the positions of the calls and of the request that an operation comes
// from, nearest first, as far as they are known: a request of another package is
// looked up beside the callee that leads to it.
func (m *Model) Trail(o *Op) []token.Pos {
	far := o
	for far.from != nil && far.from.instr != nil {
		far = far.from
	}
	trail := slices.Clip(o.trail)
	if p := m.writeOf(far); p.IsValid() && p != o.pos && !slices.Contains(trail, p) {
		trail = append(trail, p)
	}
	for x := o.from; x != nil; x = x.from {
		trail = append(trail, x.also...)
	}
	return trail
}

// Away is how many calls away the request is made, function literals aside: they
// stand in the text of the function that they are made in.
func (o *Op) Away() int { return o.Depth - o.Literals }

// Direct reports whether the request is made by this very instruction.
func (o *Op) Direct() bool { return o.Depth == 0 }

// LockName names the lock for messages: "order:%d", l.mu. It is "" where nothing
// readable is known, and for the records of a table or collection: see Place.
func (o *Op) LockName() string {
	if o.Place() != "" {
		return ""
	}
	if n := o.Key.Name(); n != "" {
		return n
	}
	if o.Handle != nil && o.Handle.Kind != origin.Call {
		return o.Handle.Name()
	}
	return ""
}

// Place names the table or collection that holds the record, for messages:
// "table leases". It is "" for a record that has a key of its own.
func (o *Op) Place() string {
	switch {
	case o.Key == nil:
	case o.Key.Type == "table":
		return "table " + o.Key.Text
	case o.Store == catalog.SQL && !o.LockAPI && !o.Session && o.Key.Kind != origin.Const:
		return "table " + readable(o.Key) // see namedTables
	case o.Store == catalog.Mongo:
		if n := collectionName(o.Key); n != "" {
			return "collection " + n
		}
	case o.Store == catalog.Dynamo:
		if n := o.Key.Name(); n != "" {
			return "table " + strings.Trim(n, `"`)
		}
	}
	return ""
}
