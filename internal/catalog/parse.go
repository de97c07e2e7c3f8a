package catalog

import (
	"fmt"
	"strings"
)

// A pattern is written as
//
//	Name|OtherName(param, param) result, result
//
// where a param is
//
//	key            a role
//	ctx?           present in some releases only
//	keys...        the variadic tail
//	ttl_s          a role with a unit
//	*Item{Key: key, Expiration: ttl_s}
//	[]Item{...}, Item{...}...
//
// and a result is a role, with "?" when only some releases have it.

// units are the suffixes of a ttl.
var units = map[string]Unit{
	"ttl": Duration, "ttl_s": Seconds, "ttl_ms": Milliseconds, "ttl_text": Text, "ttl_at": Instant,
}

// parse fills Names, Params and Results from Call. An error is a *PatternError.
func (r *Row) parse() error {
	p := reader{s: r.Call}
	if err := r.read(&p); err != nil {
		at := len(r.Call) - len(p.s)
		if p.bad > 0 {
			at = len(r.Call) - p.bad
		}
		return &PatternError{at, fmt.Sprintf("%q: %v", r.Call, err)}
	}
	return nil
}

func (r *Row) read(p *reader) error {
	r.Names, r.Params, r.Results, r.leastResults = nil, nil, nil, 0
	for {
		name, err := p.ident()
		if err != nil {
			return err
		}
		r.Names = append(r.Names, name)
		if !p.eat("|") {
			break
		}
	}
	params, err := p.list("(", ")", p.param)
	if err != nil {
		return err
	}
	for i, q := range params {
		if q.Variadic && i != len(params)-1 {
			return fmt.Errorf("%s... is not the last parameter", q.Name)
		}
	}
	r.Params = params
	for p.space(); p.s != ""; {
		at := len(p.s)
		name, err := p.ident()
		if err != nil {
			return err
		}
		if !results[name] {
			p.bad = at
			return fmt.Errorf("unknown result %s", name)
		}
		if !p.eat("?") { // a result that some releases lack keeps its index in the others
			r.leastResults = len(r.Results) + 1
		}
		r.Results = append(r.Results, name)
		if !p.eat(",") && p.s != "" {
			return fmt.Errorf("want a comma before %q", p.s)
		}
	}
	return nil
}

// reader reads a pattern: s is what is left of it. bad is how much was left
// before a word that turned out to be wrong.
type reader struct {
	s   string
	bad int
}

func (p *reader) space() { p.s = strings.TrimLeft(p.s, " ") }

func (p *reader) eat(tok string) bool {
	p.space()
	rest, ok := strings.CutPrefix(p.s, tok)
	if ok {
		p.s = rest
		p.space()
	}
	return ok
}

func (p *reader) ident() (string, error) {
	p.space()
	i := 0
	for i < len(p.s) && (p.s[i] == '_' || p.s[i]|0x20 >= 'a' && p.s[i]|0x20 <= 'z' || i > 0 && p.s[i] >= '0' && p.s[i] <= '9') {
		i++
	}
	if i == 0 {
		return "", fmt.Errorf("want a name before %q", p.s)
	}
	name := p.s[:i]
	p.s = p.s[i:]
	return name, nil
}

// list reads open, items with commas between them, close.
func (p *reader) list(open, end string, item func() (Param, error)) ([]Param, error) {
	if !p.eat(open) {
		return nil, fmt.Errorf("want %q before %q", open, p.s)
	}
	var out []Param
	for !p.eat(end) {
		if len(out) > 0 && !p.eat(",") {
			return nil, fmt.Errorf("want a comma or %q before %q", end, p.s)
		}
		q, err := item()
		if err != nil {
			return nil, err
		}
		out = append(out, q)
	}
	return out, nil
}

func (p *reader) param() (Param, error) {
	marked := p.eat("[]")
	marked = p.eat("*") || marked
	p.space()
	at := len(p.s)
	name, err := p.ident()
	if err != nil {
		return Param{}, err
	}
	var q Param
	switch {
	case strings.HasPrefix(p.s, "{"):
		if q, err = p.fields(name); err != nil {
			return Param{}, err
		}
	case marked:
		return Param{}, fmt.Errorf("%s is marked as a type but has no {fields}", name)
	default:
		if q, err = role(name); err != nil {
			p.bad = at
			return Param{}, err
		}
	}
	q.Optional = p.eat("?")
	q.Variadic = p.eat("...")
	q.Optional = p.eat("?") || q.Optional
	return q, nil
}

// fields reads the {Field: role, …} of a struct parameter of type typ.
func (p *reader) fields(typ string) (Param, error) {
	q := Param{Name: "struct", Type: typ, Fields: map[string]Param{}}
	_, err := p.list("{", "}", func() (Param, error) {
		field, err := p.ident()
		if err != nil {
			return Param{}, err
		}
		if !p.eat(":") {
			return Param{}, fmt.Errorf("want a colon after field %s", field)
		}
		f, err := p.param()
		if err != nil {
			return Param{}, err
		}
		if _, dup := q.Fields[field]; dup {
			return Param{}, fmt.Errorf("field %s twice", field)
		}
		q.Fields[field] = f
		q.order = append(q.order, field)
		return f, nil
	})
	return q, err
}

// role splits the unit off a role name and checks the name.
func role(name string) (Param, error) {
	if u, ok := units[name]; ok {
		return Param{Name: "ttl", Unit: u}, nil
	}
	if !roles[name] {
		return Param{}, fmt.Errorf("unknown role %s", name)
	}
	return Param{Name: name}, nil
}

// roles are the names that Param documents.
var roles = wordSet(`ctx key keys token value match version mode cmd words script sha nkeys skeys sargs
	keysargs sql args arg filter update doc fn stop session lock client opts column cond dest reply conds
	ops name _`)

// results are the names that Row.Call documents for results.
var results = wordSet(`cmd lock ok applied error lost lctx result count rows reply tag session cancel version
	tx conn self owner ttl sha script stmt sql args client option guard op item batch cond update match
	column value _`)
