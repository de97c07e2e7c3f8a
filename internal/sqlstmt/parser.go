package sqlstmt

import "strings"

// Limits that keep hostile texts cheap. Behind them a part counts as unknown.
const (
	maxNested = 12  // statements inside statements
	maxRest   = 500 // statements in one text
	maxParens = 100 // nested conditions
	maxTextOf = 200 // bytes of an Operand.Text
)

// parser holds one text. A part of it is a range of tokens [lo, hi).
type parser struct {
	src  string
	toks []token
	// For each opening bracket: where its inside ends, and where to go on
	// behind it. For every other token i both are i+1. Walking over a range
	// with after sees only its top level, so each token is seen once per
	// range that it is at the top of.
	inside, after []int
	queries       []bool // brackets that hold a query
	subs          map[span]*Statement
	holders       int
	dqNames       bool // "x" is a name, not a string
	nested        int
	parens        int
	scope         scope
}

// scope is what names mean in the statement that is being read.
type scope struct {
	target   []string // names of the table that the statement is about
	excluded []string // names of the row that was to be inserted
	ors      int      // disjunctions numbered so far
}

func newParser(text string) *parser {
	if len(text) > maxText {
		text = text[:maxText] + " " + holeText
	}
	p := &parser{src: text, toks: lex(text), subs: map[span]*Statement{}}
	p.holders = numberHolders(p.toks, text)
	p.brackets()
	p.dqNames = p.quotesAreNames()
	return p
}

// text returns the source of token i.
func (p *parser) text(i int) string {
	if i < 0 || i >= len(p.toks) {
		return ""
	}
	return p.src[p.toks[i].pos:p.toks[i].end]
}

// kw returns the keyword at i, or "".
func (p *parser) kw(i int) string {
	if i < 0 || i >= len(p.toks) {
		return ""
	}
	return p.toks[i].kw
}

// phrase reports whether the keywords stand at i, one after the other.
func (p *parser) phrase(i int, kws ...string) bool {
	for n, k := range kws {
		if p.kw(i+n) != k {
			return false
		}
	}
	return true
}

// isOp reports whether the operator s stands at i.
func (p *parser) isOp(i int, s string) bool {
	return i >= 0 && i < len(p.toks) && p.toks[i].kind == op && p.text(i) == s
}

func (p *parser) isKind(i int, k tokenKind) bool {
	return i >= 0 && i < len(p.toks) && p.toks[i].kind == k
}

// isHole reports whether a hole stands at i that may be more than one value.
func (p *parser) isHole(i int) bool {
	return p.isKind(i, hole) && !p.toks[i].is(scalar)
}

// is reports whether the unquoted word at i spells w (lower case).
func (p *parser) is(i int, w string) bool {
	return p.isKind(i, word) && strings.EqualFold(p.text(i), w)
}

// brackets pairs ( ) [ ] { } and CASE … END. Whatever is left open ends with
// its statement.
func (p *parser) brackets() {
	n := len(p.toks)
	p.inside, p.after = make([]int, n), make([]int, n)
	type opened struct {
		at  int
		end string
	}
	var stack []opened
	count := map[string]int{}
	pop := func(inside, after int) {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		count[top.end]--
		p.inside[top.at], p.after[top.at] = inside, after
	}
	for i := range p.toks {
		p.inside[i], p.after[i] = i+1, i+1
		s := p.kw(i)
		if p.toks[i].kind == op {
			s = p.text(i)
		}
		switch s {
		case "(", "[", "{", "CASE":
			end := closer(s)
			stack = append(stack, opened{i, end})
			count[end]++
		case ")", "]", "}", "END":
			if count[s] == 0 {
				p.toks[i].kw = "" // a column named end
				continue
			}
			for stack[len(stack)-1].end != s {
				pop(i, i)
			}
			pop(i, i+1)
		case ";":
			for len(stack) > 0 {
				pop(i, i)
			}
		}
	}
	for len(stack) > 0 {
		pop(n, n)
	}
	p.queries = make([]bool, n)
	for i := n - 1; i >= 0; i-- { // inner brackets first
		p.queries[i] = p.isOp(i, "(") && p.isQuery(i+1, p.inside[i])
	}
}

func closer(open string) string {
	switch open {
	case "(":
		return ")"
	case "[":
		return "]"
	case "{":
		return "}"
	}
	return "END"
}

// quotesAreNames looks for proof that "x" is a name here: it is followed by an
// operator or a dot, or follows a keyword that a name must follow.
func (p *parser) quotesAreNames() bool {
	for i := range p.toks {
		t := &p.toks[i]
		if t.kind == holder && p.src[t.pos] == '$' && t.arg >= 0 { // PostgreSQL
			return true
		}
		if t.kind != quoted || !t.is(dquoted) {
			continue
		}
		switch p.kw(i - 1) {
		case "UPDATE", "INTO", "FROM", "JOIN", "SET", "WHERE", "TABLE", "BY":
			return true
		}
		if p.isOp(i-1, ".") || p.isOp(i+1, ".") || p.isKind(i+1, op) && comparison(p.text(i+1)) != "" {
			return true
		}
	}
	return false
}

// split cuts [lo, hi) at the top-level operator sep.
func (p *parser) split(lo, hi int, sep string) []span {
	var parts []span
	start := lo
	for i := lo; i < hi; i = p.after[i] {
		if p.isOp(i, sep) {
			parts = append(parts, span{start, i})
			start = i + 1
		}
	}
	if start < hi || len(parts) > 0 {
		parts = append(parts, span{start, hi})
	}
	return parts
}

// span is a range of tokens.
type span struct{ lo, hi int }

// group reports whether one pair of round brackets spans [lo, hi), and its inside.
func (p *parser) group(lo, hi int) (span, bool) {
	if lo < hi && p.isOp(lo, "(") && p.after[lo] >= hi {
		return span{lo + 1, min(p.inside[lo], hi)}, true
	}
	return span{}, false
}

// fold returns the source of [lo, hi) with white space and comments folded.
func (p *parser) fold(lo, hi int) string {
	var b strings.Builder
	for i := lo; i < hi; i++ {
		if i > lo && !p.toks[i].is(glued) {
			b.WriteByte(' ')
		}
		if s := p.text(i); b.Len()+len(s) <= maxTextOf {
			b.WriteString(s)
			continue
		}
		b.WriteString("…")
		break
	}
	return b.String()
}
