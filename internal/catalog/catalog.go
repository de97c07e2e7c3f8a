// Package catalog says what calls of client libraries mean. It is data: one
// file for each library family, no policy and no SSA.
//
// A row spells the call as a Go programmer would read it, with the role of each
// argument in the place of its name:
//
//	{Role: Acquire, Call: "SetNX(ctx?, key, token, ttl) cmd"}
//	{Role: Acquire, Call: "Add(*Item{Key: key, Value: token, Expiration: ttl_s}) error"}
//
// Positions are never written as numbers, and a test checks every row against
// the real library.
package catalog

import "go/types"

// Role is what a call does.
type Role int

// The roles. Which argument is what stands in the row's Params.
const (
	None Role = iota

	// Lock records.
	NewLock   // makes a lock handle: NewMutex(key). The handle's key is this call's.
	Acquire   // creates the lock record if it is absent
	Release   // ends a lock record; Row.Compares says whether the owner is compared
	Renew     // extends a lock record; Row.Compares likewise
	AutoRenew // starts a renewal that the library runs by itself (etcd KeepAlive, NewSession, RenewPeriodic)
	ReadOwner // reads the stored owner: GET of a key
	Lost      // returns or is the lost signal: Session.Done
	Fence     // an ordered fencing token: Header, Rev, LockIndex, INCR

	// Storage.
	Write     // an unconditional write of a key or object
	CondWrite // a write that the storage may refuse (CAS); Row.Raises when refusal is an error
	Insert    // a write that fails or does nothing when the key exists and is no lock by itself
	Delete    // an unconditional delete of a key or object (Redis DEL: a release when the key is a lock's)
	Expire    // sets the TTL of a key (Redis EXPIRE: a renewal when the key is a lock's)
	Counter   // INCR and the like
	Read      // reads a value that may be compared later (not an owner by itself: see ReadOwner)

	// Texts.
	Command    // a raw command: cmd and words…
	Script     // runs a script text: script, keys, args
	NewScript  // makes a script object of a text: script
	RunScript  // runs a script object (the receiver): keys, args
	RunSHA     // runs a script by hash: sha, keys, args
	ScriptLoad // loads a text and returns its hash
	SQLExec    // runs a statement, result is an outcome: sql, args
	SQLQuery   // runs a statement that gives rows: sql, args
	SQLPrepare // prepares a statement: sql
	StmtExec   // runs a prepared statement (the receiver): args
	StmtQuery
	SQLText // passes a SQL text through (Rebind, In, Named): sql

	// Builder chains. A chain ends in a ChainEnd (or is handed to a Command).
	ChainLink // one link; the analysis reads Row.Link
	ChainEnd  // the link that sends the statement

	// Documents (MongoDB, DynamoDB).
	DocUpdate // filter, update
	DocReplace
	DocDelete
	DocInsert
	DocFindUpdate // FindOneAndUpdate and friends: outcome is an error of the result

	// Outcomes and handles.
	Outcome // tells whether a conditional write was applied: RowsAffected, Succeeded
	Result  // reads the reply of a command object: .Result(), .Val(), .Err(), redis.Bool(reply, err)
	Begin   // opens a transaction
	InTx    // runs a callback in a transaction: fn
	Commit
	Rollback
	Pin     // takes one connection out of a pool
	Unpin   // gives it back
	Watch   // runs a callback under WATCH: fn, keys
	Pipe    // makes a pipeline, or runs a callback with one (fn); Row.Atomic for MULTI
	PipeRun // executes a pipeline

	// Parts of calls.
	NewLease // makes a lease or session that a record hangs on: Grant, Session.Create
	Option   // makes or sets an option of another call; Row.Link names it: "ttl", "ctx", "lease"
	Guard    // makes a condition of a transaction: Compare, IsOwner; Row.Link names it
	Op       // makes an operation of a transaction, executed later: OpPut, OpDelete; Row.Link names it
	Handle   // gives a view of a client or handle that does the same: WithContext, KV(), Model-less Session
)

// Unit is the unit of a TTL argument.
type Unit int

const (
	Duration Unit = iota // time.Duration
	Seconds
	Milliseconds
	Text    // "15s"
	Instant // time.Time
)

// Param is one parameter of a row: its role name and, for a struct argument,
// the roles of its fields.
//
// The role names: ctx, key, keys, token (an owner value), value, ttl (with Unit),
// match (a value that the storage compares), version (an ordered value that the
// storage compares), mode (SET mode), cmd, words, script, sha, nkeys, skeys,
// sargs, keysargs (KEYS then ARGV in one list), sql, args, arg (one struct or map
// of named arguments), filter, update, doc, fn (a callback), stop (a channel
// that ends it), session (a lease or session id), lock (a handle that is passed),
// client, opts, column, cond (a condition text), dest, reply, conds, ops, name
// (of a prepared statement or an object) and _ (no role).
//
// A parameter with fields has the name struct.
type Param struct {
	Name     string
	Unit     Unit
	Variadic bool
	Optional bool             // "ctx?": present in some releases only
	Fields   map[string]Param // "*Item{Key: key}"
	// Type is the type name of a struct parameter as written: "Item".
	Type string

	order []string // the names of Fields as written
}

// Link is the meaning of a ChainLink or ChainEnd, and narrows some other roles.
//
// In SQL builders a chain may begin with update, insert, replace, delete, merge,
// query or raw (sql), which say the verb. The links are where, in, or, not, having,
// joins, scopes (fn changes the chain), wherepk, model (doc), table (name), select
// and columns (what is set or read), omit, set (column and value, update or doc),
// step (a column and something more), clear, values and doc (for the columns that
// were chosen), assigners, clauses, on (the conflict clause), ignore, overwrite,
// options, returning, for (locking), prefix, suffix, option, conn (the handle), ctx,
// fresh (a new statement), noversion, with, order, group, limit, distinct, preload
// and same. They end in run (whatever the links said), rows (the same, whose rows
// are read), update (column and value), updates (doc), bean (doc, which names the
// table), create, firstorcreate, save, delete, find or exec (whatever raw said), or
// in a SQLText tosql, whose text another call sends. A SQLExec built is given the
// builder itself. Guards are compare, and, or, other, nothing and conflict; Handles
// column, step, assign and value. In etcd they are txn, if, then, else, commit and do. For rueidis see
// ChainWord. Handles of objects have bucket, object (the key), if (conds), generation
// (a version) and same; documents of a search index index, update, delete, table,
// object, match, optype, script and doc.
//
// Elsewhere: queued (a Command, SQLExec or RunScript that is sent later), multi,
// callback, force (an Acquire that steals), hides (a Result that hides a refusal),
// refused (a Result that tells it), version (a Delete or CondWrite with a version
// in an argument, or an Option that gives one), swap (a Write for which nil is no
// record: storing it deletes, comparing with it asks for absence), node (an Insert of a ZooKeeper
// node), below (a NewLock whose records lie below its key), writer (a Write that
// is sent by closing its result), conditions (a Write or Delete whose struct of
// options may hold one), close, mutation, request, match and absent (an
// Option that gives a condition), upsert, leader, semaphore, stm, dedicated,
// session, tx, cache (an Acquire whose interface must be that of a cache).
type Link string

// Row is one call of one library.
type Row struct {
	Role Role
	// Call is the pattern: "Name|OtherName(params) results". Results are role
	// names too: cmd (a command object), lock, ok, applied, error, lost (a
	// channel), lctx (a context cancelled on loss), result, count, rows, reply,
	// tag, session, cancel, version, tx, conn, self (the chain goes on), owner (a
	// stored or own token), ttl, sha, script, stmt, sql, args, cond, update, match,
	// column, value, client, option, guard, op, item (a queued statement), batch (a
	// pipeline or the results of one), _. "Lock(stop) lost?" says that some
	// releases lack the result.
	Call string
	// On are the receiver types that have the method ("Client|Cmdable"), "" for
	// a package function. They are checked by the test; matching takes any
	// receiver declared in the family's packages, because the declaring type
	// moves between releases, unless Strict is set.
	On     string
	Strict bool
	// Pkg is the package below the family path, "" for the family's own, such
	// as "concurrency".
	Pkg string
	// Compares says that the storage compares the owner token in the same
	// request (Release, Renew).
	Compares bool
	// Cond is the condition that the call itself puts on the write: "NX", "XX",
	// "IFEQ", "IFNE", "IFDEQ", "IFDNE", "GT", "LT". Where a mode argument decides,
	// see ByMode.
	Cond string
	// Raises says that a refused write comes back as an error, so that no other
	// outcome need be looked at.
	Raises bool
	// Pool says that the statement runs on any connection of a pool.
	Pool bool
	// Atomic marks pipelines that are MULTI/EXEC.
	Atomic bool
	// Detached says that the call uses context.Background() inside (no ctx parameter).
	Detached bool
	// Link is the meaning of a chain link, such as "where", "set", "Nx".
	Link Link
	// Display names the operation in messages: "DEL", "Mutex.Unlock". Empty: the
	// method's name.
	Display string
	// Table and Column are those of a generated method, whose name says them: the
	// entity and the field as the name spells them. Table "." says that the receiver
	// is named for the table.
	Table, Column string
	// Since and Until bound the major versions that have the row, inclusive; 0: open.
	Since, Until int

	// Parsed from Call.
	Names   []string
	Params  []Param
	Results []string
	Lib     *Library

	leastResults int // how many results every release has
}

// Lookup returns the row of a function or method, or nil. fn may be declared
// on any receiver of the family, promoted or generic; aliases are resolved.
func Lookup(fn *types.Func) *Row { return lookup(fn) }

// Known reports whether a package path belongs to a catalogued library.
func Known(path string) bool { return known(path) }

// Belongs reports whether a package is part of a catalogued library, its
// internal packages included, and the store of that library.
func Belongs(path string) (Store, bool) {
	at := placeOf(path)
	if at.lib == nil {
		return AnyStore, false
	}
	return at.lib.Store, true
}

// Arg returns the index of the parameter with the given role in the row as
// declared by fn's signature (an absent optional ctx shifts the rest), or -1.
func (r *Row) Arg(fn *types.Func, role string) int { return r.arg(fn, role) }

// Result returns the index of the result with the given role, or -1.
func (r *Row) Result(role string) int {
	for i, s := range r.Results {
		if s == role {
			return i
		}
	}
	return -1
}
