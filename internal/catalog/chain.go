package catalog

import (
	"go/types"
	"strings"
	"sync"
)

// Builders of rueidis and valkey-go spell a command as a chain of methods that
// are declared in …/internal/cmds and generated from the command's grammar, so
// one rule reads them all: a link's name in capitals is the word that it sends,
// then come its arguments. Exceptions are the links that send arguments only
// (Key, Value) and those whose name carries a unit (PxMilliseconds).
//
//	B().Set().Key(k).Value(v).Nx().Px(d)  →  SET k v NX PX d
//
// An argument of type time.Duration is sent in the unit of its word (EX seconds,
// PX milliseconds), one of type time.Time as a Unix time.

// argumentLinks send no word of their own in any of the commands that raw.go knows.
var argumentLinks = wordSet(`Arbitrary Keys Args Arg Key KeyValue Value Field FieldValue FieldValueIter Element Member
	Seconds Milliseconds Timestamp MillisecondsTimestamp UnixTimeSeconds UnixTimeMilliseconds Ttl
	Script Sha1 Numkeys Function Increment Decrement Offset Newkey Destination Channel Message Index Path
	Pattern SerializedValue`)

// wordLinks are not named like their word; most have a unit in their name.
var wordLinks = map[string]string{
	"ExSeconds": "EX", "PxMilliseconds": "PX", "ExatTimestamp": "EXAT", "PxatMillisecondsTimestamp": "PXAT",
	"EvalRo": "EVAL_RO", "EvalshaRo": "EVALSHA_RO",
}

// finishedLinks end a chain, or mark a finished one; they send nothing.
var finishedLinks = wordSet(`Build Cache Blocking ReadOnly MultiGet Pin ToPipe ToRetryable ToStaticTTL UnblockOnCancel SetSlot`)

// ChainWord is the word that a link of a rueidis or valkey-go builder chain
// sends before its arguments, "" if it sends only these. It reports false for
// anything that is no link, Build and the like included.
func ChainWord(fn *types.Func) (word string, ok bool) {
	row := chainRow(fn)
	if row == nil {
		return "", false
	}
	if row.Link == "args" {
		return "", true
	}
	if word, ok = strings.CutPrefix(string(row.Link), "word:"); !ok {
		return "", false
	}
	return word, true
}

// chainRows are the rows made for links, by name and by whether the link starts
// the chain.
var chainRows sync.Map

type chainKey struct {
	lib     *Library
	name    string
	builder bool
}

// chainRow makes the row of a builder link: Link is "word:NX", "args" or "build".
func chainRow(fn *types.Func) *Row {
	if fn == nil || fn.Pkg() == nil || !strings.HasSuffix(fn.Pkg().Path(), "/internal/cmds") || !fn.Exported() {
		return nil
	}
	at := placeOf(fn.Pkg().Path())
	sig := fn.Signature()
	if at.lib == nil || !at.lib.Chains || at.sub != "internal/cmds" || sig.Recv() == nil || sig.Results().Len() != 1 {
		return nil
	}
	key := chainKey{at.lib, fn.Name(), receiver(sig) == "Builder"}
	if row, ok := chainRows.Load(key); ok {
		return row.(*Row)
	}
	row := &Row{Role: ChainLink, Link: linkOf(key), Call: fn.Name(), On: receiver(sig), Names: []string{fn.Name()}, Results: []string{"self"}, Lib: at.lib}
	for i := range sig.Params().Len() {
		row.Params = append(row.Params, Param{Name: "words", Variadic: sig.Variadic() && i == sig.Params().Len()-1})
	}
	found, _ := chainRows.LoadOrStore(key, row)
	return found.(*Row)
}

func linkOf(key chainKey) Link {
	switch word, known := wordLinks[key.name]; {
	case known:
		return Link("word:" + word)
	case finishedLinks[key.name]:
		return "build"
	case argumentLinks[key.name] && (!key.builder || key.name == "Arbitrary"):
		return "args"
	}
	return Link("word:" + strings.ToUpper(key.name))
}

func wordSet(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}
