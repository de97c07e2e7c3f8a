package sqlstmt

// scan looks for what may stand anywhere in a statement: calls, row locks, and
// limits.
func (p *parser) scan(s *Statement, lo, hi int) {
	var seen map[string]bool // most statements call little
	call := func(name string) {
		if name != "" && !seen[name] {
			if seen == nil {
				seen = map[string]bool{}
			}
			seen[name] = true
			s.Functions = append(s.Functions, name)
		}
	}
	for i := lo; i < hi; i++ {
		t := &p.toks[i]
		switch {
		case t.kind == op || t.kind == number || t.kind == holder:
		case i+1 < hi && p.isOp(i+1, "(") && p.isName(i) && p.isCall(i):
			call(p.name(i))
		case t.kw == "EXEC" || t.kw == "EXECUTE" || t.kw == "CALL":
			call(p.procedure(i+1, hi))
		case i == lo && hi == lo+1 && t.kind == word && t.kw == "":
			if n := p.name(i); sessionLock[n] {
				call(n)
			}
		}
		switch t.kw {
		case "FOR":
			if p.kw(i+1) == "UPDATE" || p.is(i+1, "no") && p.kw(i+2) == "KEY" && p.kw(i+3) == "UPDATE" {
				s.ForUpdate = true
			}
		case "UPDLOCK", "XLOCK":
			s.ForUpdate = s.ForUpdate || p.isOp(i-1, "(") || p.isOp(i-1, ",")
		case "SKIP":
			s.SkipLocked = s.SkipLocked || p.kw(i+1) == "LOCKED"
		case "READPAST":
			s.SkipLocked = true
		case "LIMIT", "FETCH":
			if k, _ := p.clauseAt(i, hi); k != "" {
				s.Limit = true
			}
		case "TOP":
			if p.isOp(i+1, "(") || p.isKind(i+1, number) || p.isKind(i+1, holder) || p.isKind(i+1, hole) {
				s.Limit = true
			}
		case "DO":
			if i == lo {
				p.scanBody(s, i+1, hi, call)
			}
		}
		if t.kind == word && t.kw == "" && p.is(i, "rownum") {
			s.Limit = true
		}
	}
	s.SessionLocks = p.sessionLocks(s.Functions, lo, hi)
}

// isCall reports whether the name at i, which a bracket follows, is called.
func (p *parser) isCall(i int) bool {
	switch k := p.kw(i); k {
	case "IF", "LEFT", "RIGHT", "REPLACE", "DATE", "TIME", "TIMESTAMP", "CURRENT_TIMESTAMP", "EXTRACT", "ISNULL", "UNNEST", "MOD",
		"SCHEMA", "DATABASE", "TRUNCATE", "GLOB", "LOCALTIMESTAMP", "SYSDATE", "INSERT", "FIRST", "CAST":
		if k == "INSERT" && !p.isOp(i-1, ",") && !p.isOp(i-1, "=") {
			return false
		}
	default:
		if k != "" {
			return false
		}
	}
	if p.isOp(i-1, "::") || p.kw(i-1) == "AS" {
		return false
	}
	from := i
	for from >= 2 && p.isOp(from-1, ".") {
		from -= 2
	}
	switch p.kw(from - 1) {
	case "INTO", "TABLE", "WITH", "RECURSIVE", "CONSTRAINT", "INDEX", "EXISTS", "OVERWRITE", "ON":
		return false
	}
	// WITH a AS (…), b (id) AS (…)
	if end := p.after[i+1]; p.kw(end) == "AS" && p.isOp(end+1, "(") {
		return false
	}
	return true
}

// procedure returns the name in EXEC [@r =] name.
func (p *parser) procedure(i, hi int) string {
	if p.isKind(i, holder) && p.isOp(i+1, "=") {
		i += 2
	}
	return p.path(i, hi).name
}

// scanBody finds the calls in the code of DO $$ … $$.
func (p *parser) scanBody(s *Statement, lo, hi int, call func(string)) {
	if p.nested > 1 {
		return
	}
	for i := lo; i < hi; i++ {
		if !p.isKind(i, str) || p.text(i)[0] != '$' {
			continue
		}
		body := p.text(i)
		n := 1
		for n < len(body) && body[n] != '$' {
			n++
		}
		if len(body) < 2*(n+1) {
			continue
		}
		in := newParser(body[n+1 : len(body)-n-1])
		in.nested = maxNested
		var found Statement
		in.scan(&found, 0, len(in.toks))
		for _, f := range found.Functions {
			call(f)
		}
	}
}
