package sqlstmt

// nowWords are the keywords for the current time.
var nowWords = map[string]bool{
	"CURRENT_TIMESTAMP": true, "CURRENT_DATE": true, "CURRENT_TIME": true, "LOCALTIME": true,
	"LOCALTIMESTAMP": true, "SYSDATE": true, "SYSTIMESTAMP": true,
}

// nowFuncs are the functions for the current time.
var nowFuncs = map[string]bool{
	"now": true, "now64": true, "getdate": true, "getutcdate": true, "sysdatetime": true, "sysutcdatetime": true,
	"sysdatetimeoffset": true, "utc_timestamp": true, "utc_date": true, "unixepoch": true, "unix_timestamp": true,
	"clock_timestamp": true, "statement_timestamp": true, "transaction_timestamp": true, "current_timestamp": true,
	"curdate": true, "curtime": true, "sysdate": true, "localtimestamp": true, "systimestamp": true,
	"current_timestamp_ms": true, "unix_millis": true, "now_utc": true, "currenttimestamp": true, "currentdate": true,
	"currentutctimestamp": true, "currentutcdatetime": true,
}

// clockFuncs are the current time when an argument says 'now', or none is given.
var clockFuncs = map[string]bool{
	"datetime": true, "strftime": true, "julianday": true, "date": true, "time": true, "unix_timestamp": true,
	"unixepoch": true,
}

// stepFuncs keep a column a column: COALESCE(version, 0) + 1 still counts it up.
var stepFuncs = map[string]bool{"coalesce": true, "ifnull": true, "nvl": true, "isnull": true, "cast": true}

// parts is what an expression is made of.
type parts struct {
	cols     []path // column references in order, without the excluded row's
	excluded int
	holders  int
	holder   int // the last placeholder
	now      bool
	sub      bool
	funcs    bool // functions other than those of time
	onlyStep bool // all functions are stepFuncs
	firstFn  string
}

// shortUnits are what SQL Server's DATEADD and DATEDIFF also take.
var shortUnits = map[string]bool{
	"ns": true, "mcs": true, "s": true, "n": true, "d": true, "ww": true, "wk": true, "m": true, "mm": true, "yy": true, "yyyy": true,
}

// unit reports whether s is a unit of time; it may follow a number in an interval, or come first in DATEADD.
func unit(s string) bool {
	switch s {
	case "microsecond", "microseconds", "millisecond", "milliseconds", "ms", "second", "seconds", "minute", "minutes",
		"hour", "hours", "day", "days", "week", "weeks", "month", "months", "quarter", "year", "years", "ss", "mi", "hh", "dd":
		return true
	}
	return false
}

// parts walks over [lo, hi) with everything in brackets, but not into queries.
func (p *parser) parts(lo, hi int) parts {
	out := parts{onlyStep: true}
	for i := lo; i < hi; {
		t := &p.toks[i]
		next := i + 1
		switch {
		case t.kind == op:
			switch {
			case p.isOp(i, "(") && p.isQuery(i+1, p.inside[i]):
				out.sub = true
				next = p.after[i]
			case p.isOp(i, "::"):
				next = p.afterType(i+1, hi)
			}
		case t.kind == holder || t.kind == hole || t.kind == str && t.is(withHole) && !clockFuncs[out.firstFn]:
			if i+1 < hi && p.isOp(i+1, ".") {
				next = p.column(i, hi, &out)
				break
			}
			out.holders++
			out.holder = i
		case t.kind == str:
			if out.firstFn != "" && clockFuncs[out.firstFn] && p.text(i) == "'now'" {
				out.now = true
			}
		case t.kind == quoted && t.is(dquoted) && !p.dqNames:
		case t.kind == quoted:
			next = p.column(i, hi, &out)
		case t.kind == word:
			next = p.wordPart(i, hi, &out)
		}
		i = max(next, i+1)
	}
	return out
}

func (p *parser) wordPart(i, hi int, out *parts) int {
	k := p.kw(i)
	switch {
	case nowWords[k]:
		out.now = true
		return i + 1
	case k == "VALUES" && p.isOp(i+1, "("):
		out.excluded++
		return p.after[i+1]
	case k == "AS": // CAST(x AS type)
		return p.afterType(i+1, hi)
	case k == "COLLATE":
		return i + 2
	case p.phrase(i, "AT", "TIME", "ZONE"):
		return i + 3
	case k == "INTERVAL" || reserved[k] != "" && !p.isOp(i+1, "(") && !p.isOp(i+1, "."):
		return i + 1
	case i+1 < hi && p.isOp(i+1, "=>"): // f(name => value)
		return i + 2
	case i+1 < hi && p.isKind(i+1, str) && (k == "DATE" || k == "TIME" || k == "TIMESTAMP"):
		return i + 2
	}
	return p.column(i, hi, out)
}

// column reads a column reference or function name.
func (p *parser) column(i, hi int, out *parts) int {
	at := p.path(i, hi)
	if at.next <= i {
		return i + 1
	}
	if at.next < hi && p.isOp(at.next, "(") {
		out.call(at.name)
		if nowFuncs[at.name] && (p.inside[at.next] == at.next+1 || !clockFuncs[at.name]) {
			out.now = true
		} else if !clockFuncs[at.name] && !dateFuncs[at.name] {
			out.funcs = true
			out.onlyStep = out.onlyStep && stepFuncs[at.name]
		} else {
			out.onlyStep = false
		}
		if u := p.nameAt(at.next + 1); at.name == "extract" || dateFuncs[at.name] && (unit(u) || shortUnits[u] && p.isOp(at.next+2, ",")) {
			return at.next + 2 // the unit is no column
		}
		return at.next + 1
	}
	if at.dots == 0 && unit(at.name) && i > 0 && (p.isKind(i-1, number) || p.isKind(i-1, holder) || p.isKind(i-1, hole) ||
		p.isKind(i-1, str) || p.isOp(i-1, ")")) {
		return at.next // INTERVAL 5 MINUTE
	}
	if p.isExcluded(at.qual) {
		out.excluded++
	} else {
		out.cols = append(out.cols, at)
	}
	return at.next
}

// dateFuncs compute with times; their first argument may be a unit.
var dateFuncs = map[string]bool{
	"dateadd": true, "date_add": true, "date_sub": true, "timestampadd": true, "adddate": true, "subdate": true,
	"datediff": true, "timestampdiff": true, "extract": true, "make_interval": true, "totimestamp": true, "to_timestamp": true,
	"date_trunc": true, "addtime": true, "convert": true,
}

func (p *parser) nameAt(i int) string {
	if p.isName(i) {
		return p.name(i)
	}
	return ""
}

func (o *parts) call(name string) {
	if o.firstFn == "" || !clockFuncs[o.firstFn] {
		o.firstFn = name
	}
}

// afterType passes the type of a cast: numeric(10,2)[], timestamp with time zone.
func (p *parser) afterType(i, hi int) int {
	at := p.path(i, hi)
	i = max(at.next, i)
	for i < hi {
		switch {
		case p.isOp(i, "(") || p.isOp(i, "["):
			i = p.after[i]
		case p.phrase(i, "WITH") || p.is(i, "without"):
			i += 3
		case p.is(i, "precision") || p.is(i, "varying"):
			i++
		default:
			return i
		}
	}
	return i
}

// compound classifies an operand of several tokens.
func (p *parser) compound(lo, hi int, self string) Operand {
	in := p.parts(lo, hi)
	o := Operand{Kind: Expr, Arg: -1}
	if in.holders == 1 && !in.sub { // what the value depends on
		if h, ok := p.single(in.holder); ok {
			o.Arg, o.Name = h.Arg, h.Name
		}
	}
	switch {
	case in.sub:
	case self != "" && p.steps(lo, hi, self):
		o.Kind = SelfStep
	case in.now && len(in.cols) == 0 && in.excluded == 0:
		o.Kind = Now
	case len(in.cols) == 0 && in.excluded == 0 && in.holders == 0 && !in.now && !in.funcs:
		o.Kind = Literal
	}
	return o
}

// steps reports whether [lo, hi) is a sum or difference with self as a member:
// version + 1, COALESCE(n, 0) + excluded.n.
func (p *parser) steps(lo, hi int, self string) bool {
	start, sum, found := lo, false, false
	member := func(end int) {
		in := p.parts(start, end)
		ok := len(in.cols) > 0 && in.onlyStep && !in.sub && in.excluded == 0
		for _, c := range in.cols {
			ok = ok && c.name == self
		}
		found = found || ok
	}
	for i := p.after[lo]; i < hi; i = p.after[i] {
		switch {
		case (p.isOp(i, "+") || p.isOp(i, "-")) && endsOperand(&p.toks[i-1], p.src):
			member(i)
			start, sum = i+1, true
		case p.isOp(i, "||") || p.compares(i):
			return false
		}
	}
	if sum {
		member(hi)
	}
	return sum && found
}
