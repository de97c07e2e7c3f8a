// Package redisscript says what a Lua script does to its keys, and under which
// comparison.
//
// A script is run on paper: both branches of every if, each function where it
// is called, each loop once. What the conditions on the way prove about the
// stored keys is kept beside it, and every redis.call is recorded with what is
// proved at that point.
package redisscript

// Ref says which script argument an expression stands for.
type Ref struct {
	Kind  RefKind
	Index int    // 1-based index into KEYS or ARGV; 0: any (a loop over KEYS)
	Text  string // literal text for Const; printable form otherwise
}

// RefKind is the kind of a Ref.
type RefKind int

const (
	UnknownRef RefKind = iota
	Key                // KEYS[n], also through locals
	Arg                // ARGV[n], also through locals, tonumber/tostring
	Const              // a string or number literal
	Derived            // built from KEYS/ARGV: KEYS[1] .. ':fence'
)

// Call is one redis.call / redis.pcall / server.call of the script.
type Call struct {
	Command string // upper case: "DEL", "PEXPIRE", "SET"
	Key     Ref    // the first key argument
	Keys    []Ref  // all key arguments of DEL, UNLINK, …
	Args    []Ref  // everything after the command word
	Line    int
	// Compared is true when the call runs only if the stored value of the same
	// key (GET, HGET, a cjson field of it, …) equals (or is ordered against) an
	// ARGV value: under the comparison, after a negated comparison that
	// returns, through locals and aliases. It speaks of Key; [Call.Guard] speaks
	// of the other Keys, and [Script.Released] and its like give one Call a key.
	//
	// A command that compares by itself counts too: DELEX … IFEQ, SET … IFEQ,
	// and HDEL, SREM, ZREM of a member that an ARGV names.
	Compared bool
	// ComparedWith is the ARGV it was compared with, when Compared. A value that
	// was formatted into the script text ("== '%s'") is UnknownRef or Const.
	ComparedWith Ref
	// Ordered is true when that comparison is <, <=, > or >=: a fencing token.
	Ordered bool
	// Reversed is true when an Ordered comparison lets only arguments through
	// that are not above the stored value: the wrong way round for a fencing
	// token, the right one for a minimum.
	Reversed bool
	// OrAbsent is true when Compared holds and an absent key (or an empty
	// owner) also lets the call run: exists == 0 or hexists(ARGV[2]) == 1.
	OrAbsent bool
	// Absent is true when the call runs only if the key does not exist (EXISTS
	// == 0, GET is false/nil, SETNX returned 1, SET … NX succeeded).
	Absent bool
	// Exists is true when the call runs only if the key exists; nothing was
	// compared by that.
	Exists bool
	// Unclear is true when the call depends on the stored value of the key and
	// on an argument in a way that was not understood: a caller stays silent.
	Unclear bool
	// Guards are all comparisons that the call runs under, of this key or of
	// another (a fence kept beside the data).
	Guards []Guard
	// NX, XX, IfEq are the modifiers of SET/DELEX (IfEq: IFEQ/IFDEQ).
	NX, XX, IfEq bool
	// TTL is true when the call sets an expiry (EX, PX, EXAT, PXAT, SETEX, EXPIRE …).
	TTL bool
	// Reads is true for commands that only read.
	Reads bool
	// Func is the name that redis.register_function gave to the code around the
	// call; "" in a script.
	Func string

	perKey []known
}

// Guard is one comparison that a call runs under.
type Guard struct {
	Key      Ref // whose stored value was compared
	With     Ref // with what
	Ordered  bool
	Reversed bool // see Call.Reversed
	OrAbsent bool // see Call.OrAbsent
}

// Script is a parsed script. Calls are in source order.
type Script struct {
	Calls []Call
	// Opaque is true when some redis.call has a command that is no literal, or a
	// key that cannot be resolved: what the script does is not fully known.
	Opaque bool
	// Returns tells whether the script's reply says if it was applied.
	Returns bool
}

// Guard returns the comparison of k's stored value that the call runs under.
func (c Call) Guard(k Ref) (Guard, bool) {
	for _, g := range c.Guards {
		if sameKey(g.Key, k) {
			return g, true
		}
	}
	return Guard{}, false
}

// sameKey also lets a comparison of all KEYS stand for each of them.
func sameKey(guard, k Ref) bool {
	return guard == k || guard.Kind == Key && guard.Index == 0 && guard.Text == allKeys && k.Kind == Key
}
