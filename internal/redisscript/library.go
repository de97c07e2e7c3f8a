package redisscript

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"
)

// library is a call of something that the script does not define.
func (in *interp) builtin(name string, args []value, site *ast.FuncCallExpr) []value {
	one := func(v value) []value { return []value{v} }
	arg := func(i int) value {
		switch last := len(args) - 1; {
		case i < last || i == last && !args[i].many:
			return args[i]
		case last >= 0 && args[last].many:
			return args[last].pick(i - last)
		}
		return nilValue()
	}
	name = strings.TrimPrefix(name, "_G.")
	if rest, ok := strings.CutPrefix(name, "server."); ok { // Valkey
		name = "redis." + rest
	}
	switch name {
	case "redis.call", "redis.pcall":
		return one(in.command(site, args))
	case "redis.register_function":
		in.register(args)
		return nil
	case "redis.error_reply", "redis.status_reply":
		t := in.newTable()
		in.setField(t, str(strings.TrimSuffix(name[len("redis."):], "_reply")), arg(0))
		return one(in.tableValue(t))
	case "tonumber", "tostring":
		return one(in.lift(arg(0), func(v value) value { return convert(name, v) }))
	case "type":
		v := arg(0)
		return one(value{kind: kTypeOf, id: in.fresh(), of: &v})
	case "ipairs", "pairs":
		v := arg(0)
		return one(value{kind: kBuiltin, text: "iterator", id: in.fresh(), of: &v})
	case "unpack", "table.unpack":
		return in.unpack(arg(0), args)
	case "select":
		return in.selectFrom(args)
	case "error":
		in.errors = true
		in.leave(ends)
		return nil
	case "assert":
		return in.assert(args)
	case "pcall", "xpcall":
		return in.protected(name, args, site)
	case "table.insert", "table.remove", "table.sort", "rawset":
		in.mutate(name, args)
		return one(in.unknown().taint(arg(0)))
	case "setmetatable", "table.pack":
		if name == "setmetatable" {
			return one(arg(0))
		}
		t := in.newTable()
		for _, a := range args {
			in.push(t, a)
		}
		return one(in.tableValue(t))
	case "rawget":
		return one(in.index(arg(0), arg(1)))
	case "rawequal":
		yes, no := in.relation("==", arg(0), arg(1))
		return one(cond(yes, no, in.fresh()))
	case "table.getn", "string.len":
		return one(in.lift(arg(0), in.length))
	case "table.concat":
		return one(in.join(arg(0), args))
	case "string.find", "string.match":
		return one(in.lift(arg(0), func(v value) value { return in.search(v, args) }))
	case "cjson.decode", "cjson.decode_max_depth", "cmsgpack.unpack", "struct.unpack":
		return one(in.lift(args0(args, name), in.decoded))
	}
	if pure(name) {
		return one(in.apply(name, args))
	}
	if strings.Contains(name, holeName) || !strings.Contains(name, ".") {
		in.opaque = true // code that some other text brings along
	}
	return one(in.foreign(args))
}

// args0 is the packed value: the second argument of struct.unpack.
func args0(args []value, name string) value {
	i := 0
	if name == "struct.unpack" {
		i = 1
	}
	if i < len(args) {
		return args[i].pick(0)
	}
	return nilValue()
}

// pure lists what makes a value of its arguments and does nothing else.
func pure(name string) bool {
	pkg, _, _ := strings.Cut(name, ".")
	switch pkg {
	case "string", "math", "bit", "cjson", "cmsgpack", "struct", "os":
		return true
	}
	return strings.HasPrefix(name, "redis.") || name == "next" || name == "print" || name == "collectgarbage"
}

func (in *interp) apply(name string, args []value) value {
	var ids, texts []string
	for _, a := range args {
		ids, texts = append(ids, a.id), append(texts, a.print())
	}
	short := name[strings.LastIndexByte(name, '.')+1:]
	if len(args) == 0 || name == "redis.log" {
		return in.unknown() // os.time, math.random, TIME
	}
	if len(args) == 1 {
		return in.lift(args[0], func(v value) value {
			return in.made(short+"("+v.print()+")", short+"("+v.id+")", v)
		})
	}
	if len(args) == 2 {
		return in.lift2(args[0], args[1], func(a, b value) value {
			return in.made(short+"("+a.print()+", "+b.print()+")", short+"("+a.id+","+b.id+")", a, b)
		})
	}
	return in.made(short+"("+strings.Join(texts, ", ")+")", short+"("+strings.Join(ids, ",")+")", flat(args)...)
}

// flat replaces alternatives by what went into them.
func flat(args []value) []value {
	out := make([]value, len(args))
	for i, a := range args {
		out[i] = a
		if a.kind == kPhi {
			out[i] = value{kind: kUnknown, id: a.id, stored: a.allStored(), args: a.allArgs(), opaque: a.opaque, hole: a.hole}
		}
	}
	return out
}

func convert(name string, v value) value {
	switch {
	case name == "tostring" && v.constant():
		return str(v.text)
	case name == "tonumber" && v.kind == kString && !v.hole:
		if _, ok := v.num(); ok {
			return number(strings.TrimSpace(v.text))
		}
		return nilValue()
	}
	return v
}

// decoded keeps what the truth of the packed value proves.
func (in *interp) decoded(v value) value {
	if v.kind != kStored {
		return in.made("decode("+v.print()+")", "decode("+v.id+")", v)
	}
	v.id = "decode(" + v.id + ")"
	v.many = false
	return v
}

// search: a pattern that an argument is in, found in the stored value, is a
// comparison with it; any other pattern proves that there was a value.
func (in *interp) search(v value, args []value) value {
	rest := flat(args[min(1, len(args)):])
	r := in.made("match("+v.print()+")", in.fresh(), append([]value{v}, rest...)...)
	if r.kind != kStored {
		return r
	}
	if len(rest) > 0 && (len(v.allStored()) > 0) != (len(rest[0].allStored()) > 0) {
		if f, ok := in.mixed(v, rest[0], fact{kind: compared}); ok {
			r.yes = r.yes.with(f)
		}
	}
	r.no, r.many = facts{}, true
	return r
}
