package sqlstmt

// plainFuncs compare like the column that they are called with. Of any other
// function it is not known what comparing its result says about the column.
var plainFuncs = map[string]bool{
	"coalesce": true, "ifnull": true, "nvl": true, "isnull": true, "cast": true, "try_cast": true, "convert": true,
	"lower": true, "upper": true, "trim": true, "ltrim": true, "rtrim": true, "hex": true, "unhex": true, "binary": true,
	"to_char": true, "json_extract": true, "json_unquote": true, "json_value": true, "jsonb_extract_path_text": true,
	"json_extract_path_text": true, "bin_to_uuid": true, "uuid_to_bin": true, "age": true, "timediff": true,
	"date_diff": true, "round": true, "floor": true, "ceil": true, "writetime": true,
}

// shape adapts the operator of a comparison to how the column stands in its
// operand: in now() - seen_at > x it is turned around, in id % 4 = x the
// comparison is another one.
func (p *parser) shape(s span, col path, oper string) string {
	for i := s.lo; i < s.hi; i++ {
		t := &p.toks[i]
		switch {
		case t.kw == "CASE":
			return ""
		case t.kind == op:
			switch p.text(i) {
			case "%", "%%", "&", "|", "<<", ">>", "^", "#", "||", "*", "/":
				if p.isOp(i, "*") || p.isOp(i, "/") { // seconds to milliseconds
					continue
				}
				return ""
			}
		case p.isName(i) && i+1 < s.hi && p.isOp(i+1, "("):
			n := p.name(i)
			if !plainFuncs[n] && !nowFuncs[n] && !clockFuncs[n] && !dateFuncs[n] && reserved[t.kw] == "" {
				return ""
			}
		case t.kw == "MOD" || t.kw == "DIV":
			return ""
		}
	}
	if p.subtracted(s.lo, col.at) && mirrored[oper] != "" {
		return mirrored[oper]
	}
	return oper
}

// subtracted reports whether the column at is taken away from something, at
// its own level or any around it: now() - seen_at, TIMESTAMPDIFF(SECOND,
// seen_at, NOW()).
func (p *parser) subtracted(lo, at int) bool {
	minus, level, commas, decided := false, 0, 0, false
	for i := at - 1; i >= lo; i-- {
		switch {
		case p.isOp(i, ")"):
			level++
		case p.isOp(i, "("):
			if level > 0 {
				level--
				continue
			}
			switch p.nameAt(i - 1) {
			case "timestampdiff", "datediff", "date_diff", "timediff", "age":
				if commas == 1 {
					minus = !minus
				}
			}
			commas, decided = 0, false
		case level > 0:
		case p.isOp(i, ","):
			commas++
			decided = true
		case !decided && i > lo && (p.isOp(i, "-") || p.isOp(i, "+")) && endsOperand(&p.toks[i-1], p.src):
			minus = minus != p.isOp(i, "-")
			decided = true
		}
	}
	return minus
}
