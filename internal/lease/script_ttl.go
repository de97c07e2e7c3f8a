package lease

import (
	"strings"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/redisscript"
)

// scriptTTL is the TTL that a script gives to the record that it acquires: by
// the acquiring command itself, or by an EXPIRE of the same script.
func scriptTTL(s *redisscript.Script, acquire redisscript.Call, args []*origin.Value) TTL {
	if t, ok := commandTTL(acquire, args); ok {
		return t
	}
	if acquire.TTL {
		return TTL{Known: true}
	}
	for _, c := range s.Calls {
		if !c.TTL || c.Key != acquire.Key {
			continue
		}
		if t, ok := commandTTL(c, args); ok {
			return t
		}
	}
	return TTL{None: !scriptSetsTTL(s), Known: true}
}

// commandTTL reads the TTL operand of one command of a script.
func commandTTL(c redisscript.Call, args []*origin.Value) (TTL, bool) {
	at, unit := -1, catalog.Seconds
	switch c.Command {
	case "EXPIRE", "SETEX":
		at = 1
	case "PEXPIRE", "PSETEX":
		at, unit = 1, catalog.Milliseconds
	case "SET":
		for i, r := range c.Args {
			if r.Kind != redisscript.Const || i < 2 {
				continue
			}
			switch strings.ToUpper(r.Text) {
			case "EX":
				at = i + 1
			case "PX":
				at, unit = i+1, catalog.Milliseconds
			}
		}
	}
	if at < 0 || at >= len(c.Args) {
		return TTL{}, false
	}
	switch r := c.Args[at]; r.Kind {
	case redisscript.Arg:
		if r.Index >= 1 && r.Index <= len(args) && args[r.Index-1] != nil {
			return makeTTL(args[r.Index-1], unit), true
		}
	case redisscript.Const:
		return makeTTL(&origin.Value{Kind: origin.Const, Text: r.Text, Type: "int"}, unit), true
	}
	return TTL{Unit: unit}, true
}

// scriptToken is the value that an acquiring command of a script stores: the
// operand behind the key, or for a hash the first argument of the program.
func scriptToken(c redisscript.Call, args []*origin.Value) *origin.Value {
	arg := func(r redisscript.Ref) *origin.Value {
		switch {
		case r.Kind == redisscript.Arg && r.Index >= 1 && r.Index <= len(args):
			return args[r.Index-1]
		case r.Kind == redisscript.Const:
			return &origin.Value{Kind: origin.Const, Text: r.Text, Type: "string"}
		}
		return nil
	}
	if (c.Command == "SET" || c.Command == "SETNX") && len(c.Args) > 1 {
		return arg(c.Args[1])
	}
	if (c.Command == "SETEX" || c.Command == "PSETEX") && len(c.Args) > 2 {
		return arg(c.Args[2]) // behind the TTL
	}
	for _, r := range c.Args {
		if r.Kind == redisscript.Arg {
			return arg(r)
		}
	}
	return nil
}
