package redisscript

import "strings"

// shape says which arguments of a command are keys.
type shape uint8

const (
	firstKey shape = iota
	noKey
	allKeysShape
	pairsShape  // MSET k v k v
	twoKeys     // RENAME a b
	secondKey   // OBJECT ENCODING k, BITOP AND dst src…
	countedKeys // EVAL script n k…
)

var shapes = func() map[string]shape {
	m := map[string]shape{}
	for s, names := range map[shape]string{
		noKey: `PING TIME PUBLISH SPUBLISH SELECT CONFIG KEYS SCAN INFO SCRIPT ECHO RANDOMKEY DBSIZE
			FLUSHDB FLUSHALL CLUSTER ACL COMMAND CLIENT FUNCTION LASTSAVE WAIT WAITAOF PUBSUB LATENCY
			SLOWLOG ROLE HELLO SWAPDB`,
		allKeysShape: `DEL UNLINK EXISTS TOUCH MGET SINTER SUNION SDIFF PFCOUNT PFMERGE
			SINTERSTORE SUNIONSTORE SDIFFSTORE WATCH`,
		pairsShape: `MSET MSETNX`,
		twoKeys: `RENAME RENAMENX COPY SMOVE RPOPLPUSH LMOVE BRPOPLPUSH BLMOVE ZRANGESTORE
			GEOSEARCHSTORE LCS`,
		secondKey:   `OBJECT MEMORY BITOP XGROUP XINFO DEBUG`,
		countedKeys: `EVAL EVALSHA EVAL_RO EVALSHA_RO FCALL FCALL_RO`,
	} {
		for _, n := range strings.Fields(names) {
			m[n] = s
		}
	}
	return m
}()

func set(names string) map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(names) {
		m[n] = true
	}
	return m
}

var (
	// fetches reply what a key stores.
	fetches = set(`GET GETRANGE SUBSTR HGETALL HVALS HKEYS SMEMBERS LRANGE LINDEX SRANDMEMBER HRANDFIELD
		ZRANGE ZREVRANGE ZRANGEBYSCORE ZREVRANGEBYSCORE ZRANGEBYLEX ZREVRANGEBYLEX ZRANDMEMBER
		XRANGE XREVRANGE XREAD JSON.GET JSON.MGET GETEX GETBIT BITFIELD_RO SORT_RO HSCAN SSCAN ZSCAN`)
	// fetchesMember reply what a key stores for the member that they name.
	fetchesMember = set(`HGET HMGET ZSCORE ZMSCORE ZRANK ZREVRANK LPOS`)
	// counts reply how much a key stores.
	counts = set(`SCARD LLEN HLEN ZCARD STRLEN XLEN`)
	ttls   = set(`TTL PTTL EXPIRETIME PEXPIRETIME`)
	// tests reply whether the member that they name is there; removes take it away.
	tests   = set(`HEXISTS SISMEMBER`)
	removes = set(`HDEL SREM ZREM LREM`)
	expires = set(`EXPIRE PEXPIRE EXPIREAT PEXPIREAT`)
	// otherReads read too, and prove nothing.
	otherReads = set(`EXISTS MGET TYPE TOUCH DUMP OBJECT MEMORY BITCOUNT BITPOS SINTER SUNION SDIFF
		SMISMEMBER HSTRLEN ZCOUNT ZLEXCOUNT SINTERCARD ZINTER ZUNION ZDIFF PFCOUNT GEOPOS GEODIST
		GEOHASH GEOSEARCH HTTL HPTTL LCS XINFO XPENDING RANDOMKEY KEYS SCAN DBSIZE TIME PING ECHO INFO
		LASTSAVE EVAL_RO EVALSHA_RO FCALL_RO`)
)

func reads(cmd string) bool {
	return fetches[cmd] && cmd != "GETEX" || fetchesMember[cmd] || counts[cmd] || ttls[cmd] || tests[cmd] || otherReads[cmd]
}

// keyPos is the position of the first key among the arguments, or -1.
func keyPos(cmd string) int {
	switch shapes[cmd] {
	case noKey:
		return -1
	case secondKey:
		return 1
	case countedKeys:
		return 2
	}
	return 0
}

// keyArgs picks the key arguments.
func keyArgs(cmd string, args []value) []value {
	at := func(lo, hi int) []value { return args[min(lo, len(args)):min(hi, len(args))] }
	switch shapes[cmd] {
	case noKey:
		return nil
	case firstKey:
		return at(0, 1)
	case twoKeys:
		return at(0, 2)
	case secondKey:
		if cmd == "BITOP" {
			return at(1, len(args))
		}
		return at(1, 2)
	case countedKeys:
		if len(args) > 1 {
			if n, ok := args[1].num(); ok && n >= 0 && n < 100 {
				return at(2, 2+int(n))
			}
		}
		return nil
	case pairsShape:
		var out []value
		for i := 0; i < len(args); i += 2 {
			if args[i].many {
				out = append(out, onlyKeys(args[i])...)
				break
			}
			out = append(out, args[i])
		}
		return out
	}
	return at(0, len(args))
}

// onlyKeys picks the keys from a list of keys and values.
func onlyKeys(v value) []value {
	var out []value
	for _, o := range v.options() {
		if len(v.options()) == 1 || o.v.kind == kRef && o.v.ref.Kind == Key {
			out = append(out, o.v)
		}
	}
	return out
}

// option says whether a literal option word is among the arguments.
func option(args []value, words ...string) (int, bool) {
	for i, a := range args {
		for _, o := range a.options() {
			for _, w := range words {
				if o.v.kind == kString && strings.EqualFold(o.v.text, w) {
					return i, true
				}
			}
		}
	}
	return 0, false
}

// member is the argument in which the command names a member or field.
func member(cmd string, args []value) value {
	i := 1
	if cmd == "LREM" {
		i = 2
	}
	if cmd == "ZINCRBY" {
		i = 2
	}
	if i < len(args) {
		return args[i]
	}
	return value{}
}

// named says whether a member is named by an argument of the script. A member
// that one of KEYS names is taken for a field, not for an owner.
func named(m value) bool {
	if len(m.allStored()) > 0 || m.opaque {
		return false
	}
	for _, r := range m.allArgs() {
		if r.Kind != Key {
			return true
		}
	}
	return false
}
