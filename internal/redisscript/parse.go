package redisscript

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"
)

// Caps. Real scripts are a few hundred lines; whatever passes these limits is
// generated or hostile, and an analyzer that hangs is worse than a silent one.
const (
	maxSource  = 64 << 10
	maxNesting = 150
	maxSteps   = 100_000 // evaluated nodes
	maxDepth   = 220     // nested nodes
	maxInline  = 300     // function calls followed
)

// Parse reads a script. A text that is no Lua gives an error, and the caller
// then says nothing about it. Parts of the text that the caller could not
// resolve are the rune U+FFFC.
func Parse(src string) (*Script, error) {
	if len(src) > maxSource {
		return nil, fmt.Errorf("redisscript: %d bytes are more than %d", len(src), maxSource)
	}
	stmts, err := chunk(src)
	if err != nil {
		return nil, err
	}
	in := newInterp()
	in.script(stmts)
	s := &Script{
		Calls:   in.calls,
		Opaque:  in.opaque,
		Returns: in.tells(),
	}
	// A function body stands where it was written, not where it was called.
	slices.SortStableFunc(s.Calls, func(a, b Call) int { return a.Line - b.Line })
	return s, nil
}

// chunk tries the readings of the text one after the other: as it is, with
// format verbs and template actions as expressions, and with holes as calls,
// which may also stand for a whole statement.
func chunk(src string) ([]ast.Stmt, error) {
	var first error
	var last string
	for _, r := range []reading{asIs, verbs, statements} {
		text, err := prepare(src, r)
		if err != nil {
			return nil, err
		}
		if text == last {
			continue
		}
		last = text
		stmts, err := parseLua(text)
		if err == nil {
			return stmts, nil
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

func parseLua(text string) (stmts []ast.Stmt, err error) {
	// The parser turns its own panics into errors, but only those that are errors.
	defer func() {
		if e := recover(); e != nil {
			stmts, err = nil, fmt.Errorf("redisscript: %v", e)
		}
	}()
	stmts, err = parse.Parse(strings.NewReader(text), "script")
	if err == nil && stmts == nil {
		err = errors.New("redisscript: no statements")
	}
	return stmts, err
}
