package catalog

import "strings"

// RawCommand is the meaning of a raw Redis command. Every index is a position
// in the words given to ClassifyCommand, -1 when the command has none.
type RawCommand struct {
	Role Role
	// Name is the command in capitals: "SET".
	Name string
	// Key is the (first) key, LastKey the last one: DEL a b c. With an open list
	// (a spread slice follows) LastKey is the last word that is known.
	Key, LastKey int
	// Field is the field of a hash command.
	Field int
	// Token is the value that is stored.
	Token int
	// TTL is the time and Unit its unit; Instant stands for a Unix time.
	TTL  int
	Unit Unit
	// KeepTTL says that an existing TTL stays: SET … KEEPTTL.
	KeepTTL bool
	// Cond is the condition, as in Row.Cond; Match the value compared with.
	Cond  string
	Match int
	// Compares says that the owner is compared (IFEQ, IFDEQ).
	Compares bool
	// Script is the text of EVAL or the hash of EVALSHA, NumKeys the word that
	// counts the keys; KEYS begin at NumKeys+1.
	Script, NumKeys int
}

// syntax is a command: its role, then what stands at word 1, 2, 3 …, then which
// modifiers may follow.
type syntax struct {
	role Role
	// words: k key, K keys to the end, f field, v token, t value to match, s
	// seconds, m milliseconds, S and M Unix times, x script, n numkeys, _ nothing.
	words string
	// mods lists modifier words that may follow.
	mods string
	// cond is the condition that the command has by itself.
	cond string
}

// commands are the commands that the analyzers know; see https://redis.io/commands.
var commands = map[string]syntax{
	"SET":    {role: Write, words: "kv", mods: "NX XX IFEQ IFNE IFDEQ IFDNE EX PX EXAT PXAT KEEPTTL"},
	"SETNX":  {role: Acquire, words: "kv", cond: "NX"},
	"SETEX":  {role: Write, words: "ksv"},
	"PSETEX": {role: Write, words: "kmv"},
	"GETSET": {role: Write, words: "kv"},
	"APPEND": {role: Write, words: "kv"},
	"MSET":   {role: Write, words: "kv"},
	"MSETNX": {role: Insert, words: "kv", cond: "NX"},
	"GET":    {role: ReadOwner, words: "k"},
	"GETEX":  {role: Expire, words: "k", mods: "EX PX EXAT PXAT PERSIST"},
	"MGET":   {role: Read, words: "K"},
	"EXISTS": {role: Read, words: "K"},
	"TTL":    {role: Read, words: "k"},
	"PTTL":   {role: Read, words: "k"},

	"DEL":       {role: Delete, words: "K"},
	"UNLINK":    {role: Delete, words: "K"},
	"GETDEL":    {role: Delete, words: "k"},
	"DELIFEQ":   {role: Release, words: "kt", cond: "IFEQ"}, // Valkey 9
	"DELEX":     {role: Delete, words: "k", mods: "IFEQ IFNE IFDEQ IFDNE"},
	"EXPIRE":    {role: Expire, words: "ks", mods: "NX XX GT LT"},
	"PEXPIRE":   {role: Expire, words: "km", mods: "NX XX GT LT"},
	"EXPIREAT":  {role: Expire, words: "kS", mods: "NX XX GT LT"},
	"PEXPIREAT": {role: Expire, words: "kM", mods: "NX XX GT LT"},
	"PERSIST":   {role: Expire, words: "k"},
	"RENAME":    {role: Write, words: "_k"},

	"HSET":    {role: Write, words: "kfv"},
	"HMSET":   {role: Write, words: "kfv"},
	"HSETNX":  {role: Acquire, words: "kfv", cond: "NX"},
	"HDEL":    {role: Delete, words: "kf"},
	"HGET":    {role: ReadOwner, words: "kf"},
	"HGETALL": {role: Read, words: "k"},

	"INCR":    {role: Counter, words: "k"},
	"DECR":    {role: Counter, words: "k"},
	"INCRBY":  {role: Counter, words: "k"},
	"DECRBY":  {role: Counter, words: "k"},
	"HINCRBY": {role: Counter, words: "kf"},

	"EVAL":       {role: Script, words: "xn"},
	"EVAL_RO":    {role: Script, words: "xn"},
	"EVALSHA":    {role: RunSHA, words: "xn"},
	"EVALSHA_RO": {role: RunSHA, words: "xn"},

	"WATCH":   {role: Watch, words: "K"},
	"MULTI":   {role: Pipe},
	"EXEC":    {role: PipeRun},
	"DISCARD": {role: Rollback},
}

// ClassifyCommand tells what a raw command does. Words are its words in order,
// the constant ones as written (in any case), the others "". It reports false
// for a command that is not known.
func ClassifyCommand(words []string) (RawCommand, bool) {
	c := RawCommand{Key: -1, LastKey: -1, Field: -1, Token: -1, TTL: -1, Match: -1, Script: -1, NumKeys: -1}
	if len(words) == 0 {
		return c, false
	}
	c.Name = strings.ToUpper(words[0])
	s, ok := commands[c.Name]
	if !ok {
		if c.Name == "SCRIPT" && len(words) > 2 && strings.EqualFold(words[1], "LOAD") {
			c.Role, c.Script = ScriptLoad, 2
			return c, true
		}
		return c, false
	}
	c.Role, c.Cond = s.role, s.cond
	i := 1
	for _, what := range []byte(s.words) {
		if i >= len(words) {
			return c, true // the rest is a spread slice, or missing
		}
		c.place(what, i, len(words)-1)
		i++
	}
	for ; s.mods != "" && i < len(words); i++ {
		mod := strings.ToUpper(words[i])
		if has(strings.ReplaceAll(s.mods, " ", "|"), mod) {
			i += c.modify(mod, i)
		}
	}
	if s.cond == "" {
		c.Role, c.Compares = mode(c.Role, c.Cond)
	}
	if c.Match >= len(words) {
		c.Match = -1
	}
	if c.TTL >= len(words) {
		c.TTL = -1
	}
	return c, true
}

// place notes what stands at word i.
func (c *RawCommand) place(what byte, i, last int) {
	switch what {
	case 'k':
		c.Key, c.LastKey = i, i
	case 'K':
		c.Key, c.LastKey = i, last
	case 'f':
		c.Field = i
	case 'v':
		c.Token = i
	case 't':
		c.Match, c.Compares = i, true
	case 's':
		c.TTL, c.Unit = i, Seconds
	case 'm':
		c.TTL, c.Unit = i, Milliseconds
	case 'S', 'M':
		c.TTL, c.Unit = i, Instant
	case 'x':
		c.Script = i
	case 'n':
		c.NumKeys = i
	}
}

// modify takes in the modifier at word i and returns how many words it takes more.
func (c *RawCommand) modify(mod string, i int) int {
	switch mod {
	case "NX", "XX", "GT", "LT":
		c.Cond = mod
	case "IFEQ", "IFNE", "IFDEQ", "IFDNE":
		c.Cond, c.Match = mod, i+1
		return 1
	case "EX":
		c.TTL, c.Unit = i+1, Seconds
		return 1
	case "PX":
		c.TTL, c.Unit = i+1, Milliseconds
		return 1
	case "EXAT", "PXAT":
		c.TTL, c.Unit = i+1, Instant
		return 1
	case "KEEPTTL":
		c.KeepTTL = true
	}
	return 0
}

// ByMode is the role of a row whose mode argument (SetArgs.Mode, DelExArgs.Mode)
// is the constant mode, and whether the owner is compared. An empty mode is no
// condition.
func (r *Row) ByMode(m string) (role Role, compares bool) {
	return mode(r.Role, strings.ToUpper(m))
}

// mode refines a Write, Delete or Expire by its condition. IFNE compares too, but
// what it lets through is everybody else's value.
func mode(role Role, cond string) (Role, bool) {
	same := cond == "IFEQ" || cond == "IFDEQ"
	switch {
	case role == Write && cond == "NX":
		return Acquire, false
	case role == Write && (same || cond == "IFNE" || cond == "IFDNE"):
		return CondWrite, same
	case role == Delete && same:
		return Release, true
	}
	return role, false
}
