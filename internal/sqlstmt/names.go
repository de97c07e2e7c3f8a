package sqlstmt

import "strings"

// name returns the name that token i spells: lower case, without quotes, "" if
// a hole is in it.
func (p *parser) name(i int) string {
	t := &p.toks[i]
	if t.kind == hole || t.kind == holder || t.is(withHole) {
		return ""
	}
	s := p.text(i)
	if t.kind == quoted {
		s = unquote(s)
	}
	return strings.ToLower(s)
}

func unquote(s string) string {
	if s == "" {
		return ""
	}
	q := s[:1]
	s = s[1:]
	if q == "[" {
		return strings.TrimSuffix(s, "]")
	}
	return strings.ReplaceAll(strings.TrimSuffix(s, q), q+q, q)
}

// path is a possibly qualified name: schema.table or alias.column.
type path struct {
	name string // the last part; "" when not known
	qual string // the part before, if any
	dots int
	at   int // where it begins
	next int // the token behind
}

// path reads a name at i; next == i when there is none.
func (p *parser) path(i, hi int) path {
	out := path{at: i, next: i}
	for i < hi && p.isName(i) {
		out.qual, out.name = out.name, p.name(i)
		out.next = i + 1
		if !p.isOp(i+1, ".") {
			break
		}
		for i++; p.isOp(i, "."); i++ { // db..table
			out.dots++
		}
	}
	return out
}

// isName reports whether token i can be a part of a name.
func (p *parser) isName(i int) bool {
	return p.isKind(i, word) || p.isKind(i, quoted) || p.isKind(i, hole)
}

// ref is a table as named in a statement.
type ref struct {
	name, alias string
	at          int // where its name stands
}

// names are all the names that may qualify a column of the table.
func (r ref) names() []string {
	if r.alias != "" {
		return []string{r.alias}
	}
	return []string{r.name}
}

// notAlias are the keywords that follow a table and are no alias.
var notAlias = makeSet(`
	SET WHERE FROM USING VALUES VALUE SELECT ON JOIN LEFT RIGHT INNER OUTER CROSS FULL NATURAL STRAIGHT_JOIN ORDER GROUP
	HAVING LIMIT OFFSET FETCH FOR RETURNING OUTPUT UNION EXCEPT INTERSECT MINUS WITH WHEN IF DEFAULT DO PARTITION
	TABLESAMPLE WINDOW OPTION FORCE USE IGNORE AND OR NOT SEMI ANTI ANY ALLOW OVERRIDING LOCK DELETE UPDATE INSERT
	MERGE EXEC ELSE END BEGIN LATERAL`)

// tableRef reads a table with its alias and hints at i and returns the token
// behind it. With bare, an alias needs no AS.
func (p *parser) tableRef(i, hi int, bare bool) (ref, int) {
	for i+1 < hi && (p.kw(i) == "ONLY" || p.kw(i) == "LATERAL" || p.kw(i) == "TABLE" && p.isName(i+1) && notAlias[p.kw(i+1)] == "") {
		i++
	}
	r := ref{at: i}
	switch {
	case i < hi && p.isOp(i, "("):
		i = p.after[i]
	case i < hi && p.isName(i):
		at := p.path(i, hi)
		r.name, i = at.name, at.next
		// Parts that touch make one name: jobs%s, %sjobs.
		for i < hi && p.isName(i) && p.toks[i].is(glued) && !p.clauseHole(i) {
			r.name = ""
			i++
		}
		if i < hi && p.isOp(i, "(") && !bare {
			break // a column list
		}
		if i < hi && p.isOp(i, "(") { // a table function
			r.name = ""
			i = p.after[i]
		}
	case i < hi && p.isKind(i, holder):
		i++
	default:
		return r, i
	}
	if i < hi && p.isOp(i, "*") { // PostgreSQL: with descendants
		i++
	}
	for i < hi && (p.kw(i) == "WITH" || p.kw(i) == "PARTITION") && p.isOp(i+1, "(") {
		i = p.after[i+1]
	}
	if i+1 < hi && p.kw(i) == "AS" && (p.isName(i+1) || p.isKind(i+1, holder)) {
		r.alias, i = p.name(i+1), i+2
		if bare && i < hi && p.isOp(i, "(") {
			i = p.after[i]
		}
	} else if bare && i < hi && (p.isKind(i, word) || p.isKind(i, quoted)) && notAlias[p.kw(i)] == "" {
		r.alias, i = p.name(i), i+1
		if i < hi && p.isOp(i, "(") {
			i = p.after[i]
		}
	}
	for i < hi && (p.kw(i) == "WITH" || p.kw(i) == "PARTITION") && p.isOp(i+1, "(") {
		i = p.after[i+1]
	}
	return r, i
}

// clauseHole reports whether the hole at i, which touches the table name in
// front of it, is rather the clause behind than a part of the name: "DELETE FROM
// locks" + cond.
func (p *parser) clauseHole(i int) bool {
	if !p.isHole(i) {
		return false
	}
	switch p.kw(i + 1) {
	case "":
		return i+1 >= len(p.toks) || p.isOp(i+1, ";") || p.isOp(i+1, ")")
	case "ORDER", "GROUP", "LIMIT", "RETURNING", "FOR", "OFFSET":
		return true
	}
	return false
}

// from reads a FROM or USING list, or the table part of UPDATE: the tables, the
// ON conditions of the joins that restrict the rows, and whether a hole may add
// to it.
func (p *parser) from(lo, hi int) (refs []ref, on []span, open bool) {
	outer := false
	for i := lo; i < hi; {
		switch k := p.kw(i); {
		case k == "ON":
			end := i + 1
			for end < hi && !p.joinWord(end) && !p.isOp(end, ",") {
				end = p.after[end]
			}
			if !outer {
				on = append(on, span{i + 1, end})
			}
			i = end
		case k == "USING" || k == "FORCE" || k == "USE" || k == "IGNORE":
			for i++; i < hi && !p.isOp(i, "(") && !p.joinWord(i); i++ {
			}
			if p.isOp(i, "(") {
				i = p.after[i]
			}
		case p.joinWord(i):
			outer = k == "LEFT" || k == "RIGHT" || k == "FULL" || outer && k != "INNER" && k != "CROSS"
			if k == "JOIN" && !outerJoin(p, i) {
				outer = false
			}
			i++
		case p.isOp(i, ","):
			outer = false
			i++
		default:
			if p.isHole(i) && len(refs) > 0 && !p.isOp(i-1, ",") && p.kw(i-1) != "JOIN" {
				open = true
				i++
				continue
			}
			r, next := p.tableRef(i, hi, true)
			if next == i {
				i = p.after[i]
				continue
			}
			refs = append(refs, r)
			i = next
		}
	}
	return refs, on, open
}

// outerJoin reports whether the JOIN at i is LEFT, RIGHT or FULL.
func outerJoin(p *parser, i int) bool {
	i--
	if p.kw(i) == "OUTER" {
		i--
	}
	return p.kw(i) == "LEFT" || p.kw(i) == "RIGHT" || p.kw(i) == "FULL"
}

// joinWord reports whether the word at i belongs to a join operator.
func (p *parser) joinWord(i int) bool {
	switch p.kw(i) {
	case "JOIN", "INNER", "CROSS", "FULL", "NATURAL", "STRAIGHT_JOIN", "OUTER":
		return true
	case "LEFT", "RIGHT":
		return !p.isOp(i+1, "(")
	}
	return false
}
