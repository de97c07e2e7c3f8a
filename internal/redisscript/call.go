package redisscript

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"
)

// command is redis.call(args…): one Call for each command and key that it may
// be. It returns the reply.
func (in *interp) command(site *ast.FuncCallExpr, args []value) value {
	if len(args) == 0 || in.facts.dead {
		return in.unknown()
	}
	name := args[0].pick(0)
	rest := args[1:]
	if args[0].many {
		rest = args
	}
	var replies []alt
	for _, n := range name.options() {
		if n.v.kind != kString || n.v.hole {
			in.opaque = true
			replies = append(replies, alt{f: n.f, v: in.foreign(rest)})
			continue
		}
		cmd := strings.ToUpper(strings.TrimSpace(n.v.text))
		pos := keyPos(cmd)
		if pos < 0 || pos >= len(rest) || rest[pos].kind != kPhi || rest[pos].many {
			replies = append(replies, alt{f: n.f, v: in.one(site, cmd, rest, in.facts.with(n.f))})
			continue
		}
		for _, k := range rest[pos].alts {
			f := n.f.with(k.f)
			with := append([]value(nil), rest...)
			with[pos] = k.v
			replies = append(replies, alt{f: f, v: in.one(site, cmd, with, in.facts.with(f))})
		}
	}
	return in.phi(replies)
}

// one records a call whose command is known and whose key is one.
func (in *interp) one(site *ast.FuncCallExpr, cmd string, args []value, f facts) value {
	if f.dead || !in.step() {
		return in.unknown()
	}
	c := Call{Command: cmd, Line: site.Line(), Reads: reads(cmd), Func: in.function, Guards: f.guards()}
	for _, a := range args {
		c.Args = append(c.Args, a.reference())
	}
	if len(args) > 1 {
		in.modifiers(&c, args)
	}
	var keys []keyRef
	for _, v := range keyArgs(cmd, args) {
		options := []alt{{v: v}}
		if v.many {
			options = v.options()
		}
		for _, o := range options {
			k := o.v.key()
			if k.ref.Kind == UnknownRef || o.v.hole {
				in.opaque = true
			}
			keys = append(keys, in.settled(k, o.f))
			c.Keys = append(c.Keys, k.ref)
			c.perKey = append(c.perKey, f.with(o.f).about(in.aliases(k.id)...))
		}
	}
	in.compareItself(&c, args)
	if len(keys) > 0 {
		c = c.at(0)
	} else if keyPos(cmd) >= 0 && shapes[cmd] != countedKeys {
		in.opaque = true
	}
	in.record(site, c)
	return in.reply(c, keys, args)
}

// modifiers reads the option words.
func (in *interp) modifiers(c *Call, args []value) {
	has := func(from int, words ...string) bool {
		_, ok := option(args[min(from, len(args)):], words...)
		return ok
	}
	switch c.Command {
	case "SET":
		c.NX, c.XX = has(2, "NX"), has(2, "XX")
		c.IfEq = has(2, "IFEQ", "IFDEQ")
		c.TTL = has(2, "EX", "PX", "EXAT", "PXAT")
	case "DELEX":
		c.IfEq = has(1, "IFEQ", "IFDEQ")
	case "GETEX":
		c.TTL = has(1, "EX", "PX", "EXAT", "PXAT")
	case "SETEX", "PSETEX":
		c.TTL = true
	case "HSETEX", "HGETEX":
		c.TTL = has(1, "EX", "PX", "EXAT", "PXAT")
	default:
		c.TTL = expires[c.Command]
	}
}

// compareItself: the command compares, or touches only the member that an
// argument names.
func (in *interp) compareItself(c *Call, args []value) {
	var with Ref
	switch {
	case c.IfEq:
		if i, ok := option(args, "IFEQ", "IFDEQ"); ok && i+1 < len(args) {
			with = args[i+1].comparand()
		}
		if with == (Ref{}) {
			return // compared with a literal or a stored value: with no argument
		}
	case removes[c.Command] && named(member(c.Command, args)):
		with = member(c.Command, args).comparand()
	default:
		return
	}
	for i := range c.perKey {
		if !c.perKey[i].compared || c.perKey[i].orAbsent {
			c.perKey[i].compared, c.perKey[i].with = true, with
			c.perKey[i].ordered, c.perKey[i].reversed, c.perKey[i].orAbsent = false, false, false
			c.perKey[i].unclear = false
		}
	}
}

// at is the call as it concerns the i-th of its keys.
func (c Call) at(i int) Call {
	k := c.perKey[i]
	c.Key = c.Keys[i]
	c.Compared, c.ComparedWith = k.compared, k.with
	c.Ordered, c.Reversed, c.OrAbsent = k.ordered, k.reversed, k.orAbsent
	c.Absent, c.Exists, c.Unclear = k.absent, k.exists, k.unclear
	return c
}
