package sqlstmt

import "strings"

// comparison returns the normal form of a comparison operator, "" for others.
func comparison(s string) string {
	switch s {
	case "=", "==", "<=>":
		return "="
	case "<>", "!=", "^=":
		return "<>"
	case "<", "<=", ">", ">=":
		return s
	}
	return ""
}

// negated and mirrored map operators; what is missing maps to itself or "".
var negated = map[string]string{
	"=": "<>", "<>": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<", "IN": "NOT IN", "NOT IN": "IN",
	"LIKE": "NOT LIKE", "NOT LIKE": "LIKE", "IS NULL": "IS NOT NULL", "IS NOT NULL": "IS NULL",
	"BETWEEN": "NOT BETWEEN", "NOT BETWEEN": "BETWEEN", "EXISTS": "NOT EXISTS", "NOT EXISTS": "EXISTS",
}

var mirrored = map[string]string{"=": "=", "<>": "<>", "<": ">", "<=": ">=", ">": "<", ">=": "<="}

// otherOps compare in ways that leasevet does not tell apart.
var otherOps = map[string]bool{
	"~": true, "~*": true, "!~": true, "!~*": true, "~~": true, "~~*": true, "!~~": true, "!~~*": true,
	"@>": true, "<@": true, "&&": true, "?": true, "?|": true, "?&": true, "@@": true,
}

// compares reports whether token i is a comparison operator.
func (p *parser) compares(i int) bool {
	switch p.kw(i) {
	case "IN", "LIKE", "ILIKE", "IS", "BETWEEN", "REGEXP", "RLIKE", "SIMILAR", "GLOB", "ISNULL", "NOTNULL":
		return !p.isOp(i+1, "(") || p.kw(i) != "ISNULL"
	case "MATCH", "CONTAINS":
		return i > 0 && endsOperand(&p.toks[i-1], p.src)
	}
	if !p.isKind(i, op) {
		return false
	}
	return comparison(p.text(i)) != "" || otherOps[p.text(i)]
}

// compare reads one comparison, which may compare several columns.
func (p *parser) compare(lo, hi int, neg bool) (preds []Predicate, open bool) {
	at := lo
	for at < hi && !p.compares(at) {
		at = p.after[at]
	}
	if at >= hi {
		return p.lone(lo, hi, neg)
	}
	left := span{lo, at}
	if at > lo && p.kw(at-1) == "NOT" {
		neg = !neg
		left.hi--
	}
	right := span{at + 1, hi}
	oper := ""
	switch k := p.kw(at); k {
	case "IS":
		return p.isTest(left, right, neg), false
	case "ISNULL", "NOTNULL":
		pr := p.with(left, Predicate{Op: "IS NULL", Value: Operand{Kind: Null, Text: "NULL", Arg: -1}})
		return not([]Predicate{pr}, neg != (k == "NOTNULL")), false
	case "IN":
		return not(p.in(left, right), neg), false
	case "BETWEEN":
		return not([]Predicate{p.between(left, right)}, neg), false
	case "LIKE", "ILIKE":
		oper = "LIKE"
	case "SIMILAR":
		right.lo = min(right.lo+1, hi)
	case "":
		oper = comparison(p.text(at))
	}
	if k := p.kw(right.lo); (k == "ANY" || k == "SOME" || k == "ALL") && p.isOp(right.lo+1, "(") {
		return not(p.any(left, right, oper, k), neg), false
	}
	if l, r, ok := p.tuples(left, right); ok {
		return p.pairs(l, r, right, oper, neg), false
	}
	return not([]Predicate{p.binary(left, right, oper)}, neg, p.constant(left), p.constant(right)), false
}

// not negates the operators if neg; a comparison of two constants (1 = 1) is none.
func not(preds []Predicate, neg bool, constant ...bool) []Predicate {
	if len(constant) == 2 && constant[0] && constant[1] {
		return nil
	}
	if neg {
		for i := range preds {
			preds[i].Op = negated[preds[i].Op]
		}
	}
	return preds
}

// constant reports whether [lo, hi) is written out in full.
func (p *parser) constant(s span) bool {
	in := p.parts(s.lo, s.hi)
	return s.lo < s.hi && len(in.cols) == 0 && in.excluded == 0 && in.holders == 0 && !in.now && !in.funcs && !in.sub
}

// with completes pr by the column that s names.
func (p *parser) with(s span, pr Predicate) Predicate {
	if col, ok := p.columnOf(s); ok {
		pr.Column, pr.Foreign, pr.Path = col.name, p.foreign(col.qual), p.jsonPath(s)
	}
	return pr
}

// binary reads left oper right, and turns it around if only the right side
// names a column.
func (p *parser) binary(left, right span, oper string) Predicate {
	l, lok := p.columnOf(left)
	r, rok := p.columnOf(right)
	swap := !lok && rok
	if lok && rok && l.name == "" && r.name != "" {
		swap = true
	}
	if lok && rok && p.foreign(l.qual) && !p.foreign(r.qual) && r.name != "" { // x.id = j.id
		swap = true
	}
	if swap {
		left, right, oper = right, left, mirrored[oper]
	}
	if swap {
		l = r
	}
	if lok || rok {
		oper = p.shape(left, l, oper)
	}
	pr := p.with(left, Predicate{Op: oper})
	pr.Value = p.operand(right.lo, right.hi, pr.Column)
	if (lok || rok) && pr.Value.Kind != Subquery && p.parts(left.lo, left.hi).now { // now() - seen_at > x
		pr.Value.Kind = Now
	}
	pr.Proposed = !lok && !rok && p.proposed(left, right)
	return pr
}

// proposed reports whether two operands without a column of the row are about the
// row to be inserted. What a function or a query looks at is not known.
func (p *parser) proposed(left, right span) bool {
	l, r := p.parts(left.lo, left.hi), p.parts(right.lo, right.hi)
	return l.excluded+r.excluded > 0 && !l.sub && !r.sub && !l.funcs && !r.funcs
}

// columnOf returns the first column of the row in s: that of COALESCE(version, 0),
// version + 1 or data->>'k'.
func (p *parser) columnOf(s span) (path, bool) {
	in := p.parts(s.lo, s.hi)
	if len(in.cols) == 0 {
		return path{}, false
	}
	if n := s.hi - s.lo; n == 2 && p.isHole(s.hi-1) { // prefix%s
		in.cols[0].name = ""
	}
	return in.cols[0], true
}

// jsonPath returns the last key of data->>'k' or m['k'].
func (p *parser) jsonPath(s span) string {
	for i := s.hi - 1; i > s.lo; i-- {
		if !p.isKind(i, str) {
			continue
		}
		prev := p.text(i - 1)
		if prev == "->" || prev == "->>" || prev == "[" || prev == "#>>" || prev == "#>" {
			key := strings.Trim(p.text(i), "'${}\"")
			return key[strings.LastIndexAny(key, ".,")+1:]
		}
	}
	return ""
}

// foreign reports whether a qualifier names another table than the statement's.
func (p *parser) foreign(qual string) bool {
	if qual == "" || len(p.scope.target) == 0 {
		return false
	}
	for _, n := range p.scope.target {
		if n == qual || n == "" {
			return false
		}
	}
	return true
}
