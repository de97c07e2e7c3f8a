package redisscript

import (
	"strconv"
	"strings"
)

// loopIndex is the index of a loop. Two loops with the same bounds run through
// the same elements.
func (in *interp) loopIndex(from, to string) value {
	in.ids++
	id := "<" + strconv.Itoa(in.ids) + ">"
	switch {
	case from == "c:1" && (to == "#KEYS" || to == "#ARGV"):
		in.ranges[id] = "<*>"
	case len(from)+len(to) <= maxText && !strings.ContainsAny(from+to, "<>"):
		in.ranges[id] = "<*" + from + "," + to + ">"
	}
	return value{kind: kIndex, id: id}
}

// promote turns facts about the element into facts about every element.
func (in *interp) promote(f facts, index string) facts {
	var out facts
	all, ok := in.ranges[index]
	for _, x := range f.list {
		if !ok || !strings.Contains(x.key.id, index) {
			continue
		}
		x.key.id = strings.ReplaceAll(x.key.id, index, all)
		if x.key.id == everyKey.id {
			x.key = everyKey
		}
		out.list = append(out.list, x)
	}
	return out
}

// aliases are the identities under which facts about a key may be kept: for an
// element that a loop stands on, also those of an earlier loop over the same.
func (in *interp) aliases(id string) []string {
	if all, ok := in.wholeRange(id, false); ok {
		return []string{id, all}
	}
	return []string{id}
}

// wholeRange replaces the loop indexes in an identity by what the loops ran
// through: KEYS[i] by every element. Ended asks for the ended loops only.
func (in *interp) wholeRange(id string, ended bool) (string, bool) {
	found := false
	for from := 0; from < len(id); {
		i := strings.IndexByte(id[from:], '<')
		if i < 0 {
			break
		}
		i += from
		j := strings.IndexByte(id[i:], '>')
		if j < 0 {
			break
		}
		index := id[i : i+j+1]
		from = i + j + 1
		if all, ok := in.ranges[index]; ok && (!ended || in.closed[index]) {
			id = id[:i] + all + id[from:]
			from = i + len(all)
			found = true
		}
	}
	return id, found
}

// settled is the key of a fact: an element of an ended loop stands for all of
// them, unless it was picked by a comparison that still holds for it.
func (in *interp) settled(k keyRef, f facts) keyRef {
	all, ok := in.wholeRange(k.id, true)
	if !ok {
		return k
	}
	for _, x := range f.list {
		if x.key.id == k.id {
			return k
		}
	}
	if all == everyKey.id {
		return everyKey
	}
	return keyRef{id: all, ref: k.ref}
}

// moved: what a loop put under its index is found there by another loop over
// the same range, as the matter of that loop's element.
func (in *interp) moved(a alt, key value) alt {
	all, ok := in.ranges[a.index]
	if !ok || key.kind != kIndex || in.ranges[key.id] != all {
		return a
	}
	to := func(id string) string { return strings.ReplaceAll(id, a.index, key.id) }
	a.f, a.v.yes, a.v.no = a.f.moved(to), a.v.yes.moved(to), a.v.no.moved(to)
	a.v.id = to(a.v.id)
	a.v.stored = append([]keyRef(nil), a.v.stored...)
	for i := range a.v.stored {
		a.v.stored[i].id = to(a.v.stored[i].id)
	}
	a.index = key.id
	return a
}

func (f facts) moved(to func(string) string) facts {
	f.list = append([]fact(nil), f.list...)
	for i := range f.list {
		f.list[i].key.id = to(f.list[i].key.id)
	}
	return f
}

// sameRange is an index for a loop over a list that another loop filled by its
// own index.
func (in *interp) sameRange(t *table) (value, bool) {
	if len(t.any) == 0 || t.n > 0 {
		return value{}, false
	}
	all, ok := in.ranges[t.any[0].index]
	for _, a := range t.any {
		ok = ok && in.ranges[a.index] == all
	}
	if !ok {
		return value{}, false
	}
	v := in.loopIndex("", "?")
	in.ranges[v.id] = all
	return v, true
}
