package redisscript

func (in *interp) count(domain ...point) value {
	return value{kind: kCount, id: in.fresh(), domain: domain}
}

func about(kind factKind, keys []keyRef) facts {
	var f facts
	for _, k := range keys {
		if k.ref.Kind != UnknownRef || k.id != "" {
			f.list = append(f.list, fact{kind: kind, key: k})
		}
	}
	return f
}

// storedValue is what keys store; the keys exist if it is there.
func (in *interp) storedValue(keys []keyRef) value {
	return value{kind: kStored, id: in.fresh(), stored: keys, yes: about(exists, keys), no: about(absent, keys)}
}

// reply is what a command answers, and what its answer proves.
func (in *interp) reply(c Call, keys []keyRef, args []value) value {
	if len(keys) == 0 {
		return in.unknown()
	}
	first := keys[:1]
	m := member(c.Command, args)
	own := func() facts { return in.ownMember(first, m.comparand()) }
	switch cmd := c.Command; {
	case fetches[cmd]:
		return in.storedValue(first)
	case fetchesMember[cmd]:
		v := in.storedValue(first)
		if named(m) {
			v.yes, v.no = own(), facts{} // another's member says nothing
		}
		return v
	case cmd == "MGET":
		return in.mget(keys, args)
	case cmd == "EXISTS":
		return in.count(point{0, about(absent, keys)}, point{float64(len(keys)), about(exists, keys)})
	case cmd == "TOUCH":
		return in.count(point{0, about(absent, keys)}, point{1, about(exists, first)})
	case tests[cmd] && named(m):
		return in.count(point{0, facts{}}, point{1, own()})
	case tests[cmd]:
		return in.count(point{0, about(absent, first)}, point{1, about(exists, first)})
	case cmd == "SETNX" || cmd == "HSETNX" && !named(m):
		return in.count(point{0, about(exists, first)}, point{1, about(absent, first)})
	case cmd == "MSETNX":
		return in.count(point{0, facts{}}, point{1, about(absent, keys)})
	case removes[cmd] && named(m):
		return in.count(point{0, facts{}}, point{1, own()})
	case (cmd == "HINCRBY" || cmd == "HINCRBYFLOAT") && named(m) && len(args) > 2:
		// One hold less: 0 or more is left only of a hold that was there.
		if n, ok := args[2].num(); ok && n < 0 {
			return in.count(point{-1, facts{}}, point{0, own()}, point{1, own()}, point{1e9, own()})
		}
	case cmd == "DELEX" && c.IfEq:
		return in.count(point{0, facts{}}, point{1, equalled(first, c)})
	case cmd == "DEL" || cmd == "UNLINK":
		return in.count(point{0, facts{}}, point{1, facts{}})
	case expires[cmd] || cmd == "PERSIST":
		return in.count(point{0, facts{}}, point{1, about(exists, first)})
	case counts[cmd]:
		there := about(exists, first)
		return in.count(point{0, about(absent, first)}, point{1, there}, point{2, there}, point{1e9, there})
	case ttls[cmd]:
		there := about(exists, first)
		return in.count(point{-2, about(absent, first)}, point{-1, there}, point{0, there}, point{1, there}, point{1e12, there})
	case cmd == "SET":
		return in.setReply(c, first, args)
	}
	return in.unknown()
}

func equalled(keys []keyRef, c Call) facts {
	if c.ComparedWith == (Ref{}) {
		return facts{}
	}
	f := about(compared, keys)
	for i := range f.list {
		f.list[i].with = c.ComparedWith
	}
	return f
}

func (in *interp) setReply(c Call, key []keyRef, args []value) value {
	_, get := option(args[min(2, len(args)):], "GET")
	switch {
	case c.NX && get: // the old value: nothing when the key was free
		return cond(about(exists, key), about(absent, key), in.fresh())
	case get:
		return in.unknown()
	case c.NX:
		return cond(about(absent, key), about(exists, key), in.fresh())
	case c.XX:
		return cond(about(exists, key), about(absent, key), in.fresh())
	case c.IfEq:
		return cond(equalled(key, c), facts{}, in.fresh())
	}
	t := in.newTable() // always {ok = 'OK'}
	in.setField(t, str("ok"), str("OK"))
	return in.tableValue(t)
}

// mget replies a list, with one value for each key.
func (in *interp) mget(keys []keyRef, args []value) value {
	t := in.newTable()
	if len(args) == 1 && args[0].many && args[0].from == 1 && args[0].text == "KEYS" {
		t.perKey = true
		t.stored = []keyRef{everyKey}
		return in.tableValue(t)
	}
	for _, a := range args {
		if a.many {
			return in.storedValue(keys)
		}
	}
	for _, k := range keys {
		in.push(t, in.storedValue([]keyRef{k}))
	}
	return in.tableValue(t)
}
