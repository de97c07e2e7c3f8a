package sqlstmt

import "strings"

// Parse reads a SQL text. It never fails: what it does not understand is left
// out, and marked as open where the text itself is not known.
func Parse(text string) Statement {
	p := newParser(text)
	var all []Statement
	for lo := 0; lo < len(p.toks) && len(all) < maxRest; {
		hi := lo
		for hi < len(p.toks) && !p.isOp(hi, ";") {
			hi = p.after[hi]
		}
		if lo < hi && !p.phraseEnd(lo, hi) {
			all = append(all, p.statement(lo, hi))
		}
		lo = hi + 1
	}
	if len(all) == 0 {
		return Statement{}
	}
	if p.judges() {
		for i := range all {
			all[i].Judged = true
		}
	}
	first := all[0]
	first.Rest = append(first.Rest, all[1:]...)
	return first
}

// judges reports whether the text is a DO block that raises an error where what it
// asked was refused.
func (p *parser) judges() bool {
	if p.kw(0) != "DO" {
		return false
	}
	words := strings.Fields(strings.ToLower(p.src))
	for i, w := range words {
		if w == "assert" || w == "raise" && i+1 < len(words) && !quietLevel[words[i+1]] {
			return true
		}
	}
	return false
}

// quietLevel are the levels of RAISE that go on.
var quietLevel = map[string]bool{"debug": true, "log": true, "info": true, "notice": true, "warning": true}

// phraseEnd reports whether [lo, hi) only closes a block: END, GO, APPLY BATCH.
func (p *parser) phraseEnd(lo, hi int) bool {
	switch {
	case hi-lo == 1:
		return p.is(lo, "end") || p.kw(lo) == "GO"
	case hi-lo == 2:
		return p.phrase(lo, "APPLY", "BATCH")
	}
	return false
}

// ParseFragment reads a condition as it is handed to query builders:
// "id = ? AND version = ?", "status IN ?". A leading WHERE is allowed.
func ParseFragment(cond string) []Predicate {
	p := newParser(cond)
	lo, hi := 0, len(p.toks)
	for lo < hi && (p.kw(lo) == "WHERE" || p.kw(lo) == "AND") {
		lo++
	}
	preds, _ := p.where(lo, hi)
	return preds
}

// statement reads the statement in [lo, hi), also one inside another.
func (p *parser) statement(lo, hi int) Statement {
	s := Statement{Placeholders: p.holders}
	if p.nested >= maxNested {
		s.HasWhere, s.WhereOpen, s.SetOpen = true, true, true
		return s
	}
	p.nested++
	outer := p.scope
	p.scope = scope{}
	defer func() {
		p.nested--
		p.scope = outer
	}()
	whole := span{lo, hi}
	for lo < hi { // (SELECT …) UNION (SELECT …)
		in, ok := p.group(lo, hi)
		if !ok && p.isOp(lo, "(") && p.isQuery(lo+1, hi) {
			in, ok = span{lo + 1, min(p.inside[lo], hi)}, true
		}
		if !ok {
			break
		}
		lo, hi = in.lo, in.hi
	}
	lo = p.prefix(lo, hi)
	names, lo := p.ctes(&s, lo, hi)
	hi, more := p.unseparated(lo, hi)
	p.dispatch(&s, lo, hi)
	if more < whole.hi {
		s.Rest = append(s.Rest, p.statement(more, whole.hi))
		whole.hi = more
	}
	p.overCTE(&s, names)
	p.scan(&s, whole.lo, whole.hi)
	s.HasWhere = s.HasWhere || s.WhereOpen || len(s.Where) > 0 && s.Verb != Insert
	return s
}

// unseparated finds where SQL Server's next statement begins without a
// semicolon: UPDATE … IF @@ROWCOUNT = 0 INSERT …, SET NOCOUNT ON UPDATE …. It
// returns the end of the first and the begin of the second.
func (p *parser) unseparated(lo, hi int) (end, next int) {
	block := p.kw(lo) == "SET" || p.kw(lo) == "BEGIN" || p.kw(lo) == "DECLARE"
	for i := lo + 1; i < hi; i = p.after[i] {
		switch {
		case p.kw(i) == "IF" && strings.HasPrefix(p.text(i+1), "@@"):
			return i, i
		case block && p.mainVerb(i) && i > lo+1 && p.toks[i-1].kind != op && p.kw(i-1) != "FOR" && p.kw(i-1) != "AS",
			block && p.mainVerb(i) && p.kw(lo) == "BEGIN":
			return i, i
		}
	}
	return hi, len(p.toks)
}

// prefix passes what may stand in front of a statement without changing it.
func (p *parser) prefix(lo, hi int) int {
	if p.kw(lo) == "BEGIN" { // CQL batch
		for i := lo + 1; i < hi && i < lo+3; i++ {
			if p.kw(i) == "BATCH" {
				lo = i + 1
				for lo < hi && p.kw(lo) != "INSERT" && p.kw(lo) != "UPDATE" && p.kw(lo) != "DELETE" {
					lo++
				}
				return lo
			}
		}
	}
	return lo
}

// dispatch reads the statement by its verb.
func (p *parser) dispatch(s *Statement, lo, hi int) {
	switch p.kw(lo) {
	case "UPDATE":
		p.update(s, lo+1, hi)
	case "DELETE":
		p.delete(s, lo+1, hi)
	case "SELECT":
		p.query(s, lo+1, hi)
	case "INSERT", "REPLACE", "UPSERT":
		p.insert(s, lo, hi)
	case "MERGE":
		p.merge(s, lo+1, hi)
	case "IF":
		p.conditional(s, lo+1, hi)
	default:
		p.other(s, lo, hi)
	}
}

// conditional reads IF cond statement of SQL Server: the condition counts like
// one of the statement.
func (p *parser) conditional(s *Statement, lo, hi int) {
	s.Verb = Other
	if p.nested >= maxNested {
		return
	}
	p.nested++
	defer func() { p.nested-- }()
	at := lo
	for at < hi {
		switch p.kw(at) {
		case "INSERT", "UPDATE", "DELETE", "MERGE", "SELECT", "EXEC", "EXECUTE", "BEGIN", "SET":
		default:
			at = p.after[at]
			continue
		}
		break
	}
	preds, _ := p.where(lo, at)
	end := at
	for end < hi && p.kw(end) != "ELSE" {
		end = p.after[end]
	}
	for p.kw(at) == "BEGIN" {
		at++
	}
	if at < end {
		p.dispatch(s, at, end)
	}
	for _, pr := range preds {
		if pr.Op == "EXISTS" || pr.Op == "NOT EXISTS" {
			s.Where = append(s.Where, pr)
		}
	}
	if end < hi {
		s.Rest = append(s.Rest, p.statement(end+1, hi))
	}
}
