package redisscript

import (
	"strconv"
	"strings"
)

// counters are commands of rate limiters, counters, queues and sets: their keys
// are no lock records, and an expiry that follows them is a window.
var counters = set(`INCR INCRBY INCRBYFLOAT DECR DECRBY ZADD ZINCRBY ZREMRANGEBYSCORE ZREMRANGEBYRANK
	SADD LPUSH RPUSH LPUSHX RPUSHX XADD PFADD SETBIT BITFIELD APPEND LTRIM`)

// values are commands that give a key a value, whatever was there.
var stores = set(`SET SETEX PSETEX GETSET MSET HSET HMSET HSETEX JSON.SET SETRANGE`)

// Counter says whether the script counts or collects in the key (INCR, ZADD,
// LPUSH, …) and never compares what it stores nor takes it with NX. Such a key
// is no lock record: its EXPIRE is in none of Released, Renewed, Acquired.
func (s *Script) Counter(k Ref) bool {
	counts := false
	for _, c := range s.Calls {
		for i, key := range c.Keys {
			if key != k {
				continue
			}
			if c.perKey[i].compared && !c.perKey[i].ordered || c.NX || c.Command == "SETNX" {
				return false
			}
			counts = counts || counters[c.Command]
		}
	}
	return counts
}

// each gives a Call for each key of each call.
func (s *Script) each(keep func(Call) bool) []Call {
	var out []Call
	for _, c := range s.Calls {
		for i := range c.Keys {
			k := c.at(i)
			k.Keys, k.perKey = []Ref{k.Key}, c.perKey[i:i+1]
			if keep(k) {
				out = append(out, k)
			}
		}
	}
	return out
}

// Released are the calls that end a record: DEL, UNLINK, GETDEL, DELEX, an
// expiry that is not in the future, and HDEL, each once for each key. Where
// the key was found absent there is nothing to end, and the call is left out.
func (s *Script) Released() []Call {
	return s.each(func(c Call) bool {
		switch c.Command {
		case "DEL", "UNLINK", "GETDEL", "DELEX", "HDEL":
			return !c.Absent
		}
		return expires[c.Command] && past(c) && !c.Absent
	})
}

// past: the expiry is a literal that is not in the future.
func past(c Call) bool {
	if len(c.Args) < 2 || c.Args[1].Kind != Const {
		return false
	}
	n, err := strconv.ParseFloat(c.Args[1].Text, 64)
	return err == nil && (n <= 0 || n == 1 && (c.Command == "EXPIREAT" || c.Command == "PEXPIREAT"))
}

// Renewed are the calls that extend a record which may be there: an expiry,
// PERSIST, GETEX with an expiry, SET XX, and a SET with an expiry where the key
// was found to exist. Left out are the expiry of a record that the same path
// acquires, of a [Script.Counter], and of what the script has just written.
func (s *Script) Renewed() []Call {
	return s.each(func(c Call) bool {
		if c.Absent || c.NX || c.OrAbsent && s.acquires(c.Key) {
			return false
		}
		switch c.Command {
		case "PERSIST":
			return true
		case "GETEX":
			return c.TTL || len(c.Args) > 1
		case "SET":
			return c.XX || c.IfEq || c.Exists && !c.Ordered && (c.TTL || hasWord(c, "KEEPTTL"))
		case "SETEX", "PSETEX":
			return c.Exists && !c.Ordered
		}
		return expires[c.Command] && !past(c) && !s.Counter(c.Key) && !s.wrote(c)
	})
}

func (s *Script) acquires(k Ref) bool {
	for _, c := range s.Acquired() {
		if c.Key == k {
			return true
		}
	}
	return false
}

// wrote: before the expiry, the script itself gave the key its value without
// looking at the owner. That is a write with an expiry, not a renewal.
func (s *Script) wrote(expiry Call) bool {
	for _, c := range s.Calls {
		if c.Line > expiry.Line || c.Func != expiry.Func {
			continue
		}
		for i, k := range c.Keys {
			if k == expiry.Key && stores[c.Command] && !c.NX && !c.XX && !c.perKey[i].compared {
				return true
			}
		}
	}
	return false
}

func hasWord(c Call, word string) bool {
	for _, a := range c.Args {
		if a.Kind == Const && strings.EqualFold(a.Text, word) {
			return true
		}
	}
	return false
}

// Acquired are the calls that take a record: SET NX, SETNX, HSETNX, MSETNX, and
// a SET, HSET or HINCRBY that runs only where the key is absent (or already
// the caller's: a lock that its holder may take again).
func (s *Script) Acquired() []Call {
	return s.each(func(c Call) bool {
		switch c.Command {
		case "SETNX", "HSETNX", "MSETNX":
			return true
		case "SET":
			if c.NX {
				return true
			}
		case "HINCRBY", "INCR", "HSETEX":
		default:
			if !stores[c.Command] {
				return false
			}
		}
		// Newer than what is stored, or nothing stored: a fenced write.
		return c.Absent || c.OrAbsent && !c.Ordered
	})
}

// Written are the calls that change a key and are in none of Released, Renewed
// and Acquired; a bare expiry is no write.
func (s *Script) Written() []Call {
	type place struct {
		cmd  string
		key  Ref
		line int
	}
	taken := map[place]bool{}
	for _, list := range [][]Call{s.Released(), s.Renewed(), s.Acquired()} {
		for _, c := range list {
			taken[place{c.Command, c.Key, c.Line}] = true
		}
	}
	return s.each(func(c Call) bool {
		return !c.Reads && !expires[c.Command] && !taken[place{c.Command, c.Key, c.Line}]
	})
}
