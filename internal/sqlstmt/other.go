package sqlstmt

// otherVerbs begin statements that neither read nor write rows of a table by a
// condition.
var otherVerbs = makeSet(`
	CREATE ALTER DROP TRUNCATE SET BEGIN START COMMIT ROLLBACK SAVEPOINT RELEASE CALL EXEC EXECUTE DO LOCK UNLOCK GRANT
	REVOKE VACUUM ANALYZE EXPLAIN PRAGMA USE SHOW DESCRIBE COPY LISTEN NOTIFY UNLISTEN PREPARE DEALLOCATE DECLARE FETCH
	CLOSE REFRESH COMMENT RESET DISCARD ATTACH DETACH REINDEX LOAD KILL FLUSH OPTIMIZE RENAME TABLE VALUES PRINT RAISERROR
	WAITFOR WHILE RETURN END CHECKPOINT CLUSTER REASSIGN PERFORM`)

// other reads whatever is no DML statement: a known one, or a text whose verb
// is not known, which may still have clauses.
func (p *parser) other(s *Statement, lo, hi int) {
	if lo >= hi {
		return
	}
	if p.isOp(lo, "{") && p.kw(lo+1) == "CALL" { // ODBC
		s.Verb = Other
		return
	}
	if k := p.kw(lo); otherVerbs[k] != "" && !(k == "SET" && p.setClause(lo, hi)) && !p.compares(lo+1) {
		s.Verb = Other
		p.otherTable(s, lo, hi)
		return
	}
	if p.isHole(lo) {
		for i := lo + 1; i < hi; i = p.after[i] { // a comment or CTE in front
			if p.mainVerb(i) && p.kw(i-1) != "FOR" && p.kw(i-1) != "KEY" && p.kw(i-1) != "DO" && p.kw(i-1) != "OR" {
				p.dispatch(s, i, hi)
				return
			}
			if p.kw(i) != "" || !p.isKind(i, word) && !p.isKind(i, hole) {
				break
			}
		}
		if p.kw(lo+1) == "INTO" { // INSERT INTO or REPLACE INTO
			p.insert(s, lo, hi)
			s.Conflict = &Conflict{SetOpen: true, WhereOpen: true}
			return
		}
	}
	if p.is(lo, "sp_getapplock") || p.is(lo, "sp_releaseapplock") {
		s.Verb = Other
		return
	}
	p.fragment(s, lo, hi)
}

// setClause tells SET a = ? WHERE … from SET variable = value.
func (p *parser) setClause(lo, hi int) bool {
	_, ok := first(p.clauses(lo, hi), "WHERE")
	return ok
}

// fragment reads clauses without a verb.
func (p *parser) fragment(s *Statement, lo, hi int) {
	cs := p.clauses(lo, hi)
	open := p.tailHole(cs[0].lo, cs[0].hi)
	if set, ok := first(cs, "SET"); ok {
		s.Set, s.SetOpen = p.assigns(set.lo, set.hi)
	}
	s.SetOpen = s.SetOpen || open
	if f, ok := first(cs, "FROM"); ok {
		if refs, _, _ := p.from(f.lo, f.hi); len(refs) > 0 {
			s.Table = refs[0].name
		}
	}
	p.condition(s, cs)
	if _, ok := first(cs, "WHERE"); !ok {
		s.WhereOpen = s.WhereOpen || open || s.SetOpen
		if len(cs) == 1 {
			for i := lo; i < hi; i = p.after[i] {
				if p.compares(i) { // a bare condition
					for lo < hi && (p.kw(lo) == "AND" || p.kw(lo) == "OR") {
						lo++
					}
					preds, more := p.where(lo, hi)
					s.Where, s.WhereOpen = preds, s.WhereOpen || more
					break
				}
			}
		}
	}
}

// otherTable names the table of CREATE TABLE, TRUNCATE, LOCK TABLE and the like.
func (p *parser) otherTable(s *Statement, lo, hi int) {
	truncate := p.kw(lo) == "TRUNCATE"
	for i := lo + 1; i < hi && i < lo+4; i++ {
		k := p.kw(i)
		if k != "TABLE" && !(truncate && i == lo+1) {
			continue
		}
		if k == "TABLE" {
			i++
		}
		for i < hi && (p.kw(i) == "IF" || p.kw(i) == "NOT" || p.kw(i) == "EXISTS" || p.kw(i) == "ONLY") {
			i++
		}
		s.Table = p.path(i, hi).name
		return
	}
}
