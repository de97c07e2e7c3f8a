package origin

import (
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// call is the origin of result i of a call.
func (r *Resolver) call(call *ssa.Call, i, depth int) *Value {
	c := call.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		if b.Name() == "append" && len(c.Args) > 0 {
			return r.of(c.Args[0], depth)
		}
		return nil
	}
	if v := r.contextCall(call, i, depth); v != nil {
		return v
	}
	callee := c.StaticCallee()
	if callee == nil && r.Static != nil {
		callee = r.Static(c)
	}
	if callee != nil {
		if v := r.textCall(callee, call, depth); v != nil {
			return v
		}
		if v := r.inline(callee, c, i, depth); v != nil {
			return v
		}
	}
	if v := r.imported(c, callee, i, depth); v != nil {
		return v
	}
	return &Value{Kind: Call, Text: r.calleeName(c, depth), Index: i, Parts: r.args(c, depth)}
}

// imported resolves a call of a function of another package by what its facts
// tell of its results.
func (r *Resolver) imported(c *ssa.CallCommon, callee *ssa.Function, i, depth int) *Value {
	fn := calleeFunc(c)
	if fn == nil || r.Imported == nil || callee != nil && len(callee.Blocks) > 0 {
		return nil
	}
	results := r.Imported(fn)
	if i >= len(results) || results[i] == nil || results[i].Kind == Unknown {
		return nil
	}
	return r.substituted(results[i], nil, c, depth)
}

// substituted puts the arguments of a call in the place of parameters.
func (r *Resolver) substituted(v *Value, callee *ssa.Function, c *ssa.CallCommon, depth int) *Value {
	args := r.args(c, depth)
	return Substitute(v, callee, func(j int) *Value {
		if j < len(args) {
			return args[j]
		}
		return nil
	})
}

// calleeName is CalleeName, with a function value named by where it comes from.
func (r *Resolver) calleeName(c *ssa.CallCommon, depth int) string {
	if !c.IsInvoke() && c.StaticCallee() == nil {
		switch f := r.of(c.Value, depth); f.Kind {
		case Field:
			return f.Type + "." + f.Text
		case Global:
			return f.Text
		}
	}
	return CalleeName(c)
}

func (r *Resolver) args(c *ssa.CallCommon, depth int) []*Value {
	var out []*Value
	if c.IsInvoke() {
		out = append(out, r.of(c.Value, depth))
	}
	for _, a := range c.Args {
		if len(out) >= 8 {
			break
		}
		out = append(out, r.of(a, depth))
	}
	return out
}

// CalleeName names the callee of a call for comparison: the full name of the
// function or interface method, or the origin of a function value.
func CalleeName(c *ssa.CallCommon) string {
	if fn := calleeFunc(c); fn != nil {
		return fn.FullName()
	}
	if f := c.StaticCallee(); f != nil {
		return f.String()
	}
	return c.Value.Name()
}

func calleeFunc(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method.Origin()
	}
	if f := c.StaticCallee(); f != nil {
		if o, ok := f.Object().(*types.Func); ok {
			return o.Origin()
		}
	}
	return nil
}

// inline resolves a call of a small function by its return values.
func (r *Resolver) inline(callee *ssa.Function, c *ssa.CallCommon, i, depth int) *Value {
	if len(callee.Blocks) == 0 {
		if o := callee.Origin(); o != nil && len(o.Blocks) > 0 {
			callee = o
		} else {
			return nil
		}
	}
	res := r.Results(callee)
	if i >= len(res) || res[i] == nil {
		return nil
	}
	switch res[i].Kind {
	case Unknown, Fresh, Self:
		return nil
	}
	return r.substituted(leave(res[i]), callee, c, depth)
}

// Results returns the origins of a function's results in its own terms; an
// entry is nil when the returns do not agree. Zero values next to an error do
// not count.
func (r *Resolver) Results(fn *ssa.Function) []*Value {
	if res, ok := r.results[fn]; ok {
		return res
	}
	if r.busy[fn] || len(fn.Blocks) == 0 || len(fn.Blocks) > 60 {
		return nil
	}
	r.busy[fn] = true
	defer delete(r.busy, fn)
	n := fn.Signature.Results().Len()
	out := make([]*Value, n)
	alts := make([][]*Value, n)
	for _, b := range fn.Blocks {
		if len(b.Instrs) == 0 {
			continue
		}
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for i, v := range ret.Results {
			if k, ok := v.(*ssa.Const); ok && i < n-1 && (k.Value == nil || k.Value.ExactString() == `""`) {
				continue
			}
			if k, ok := v.(*ssa.Const); ok && k.Value == nil && n > 1 {
				continue
			}
			alts[i] = append(alts[i], r.of(v, 1))
		}
	}
	for i := range alts {
		out[i] = choice(alts[i])
	}
	r.results[fn] = out
	return out
}

// textCall knows the functions that pass a text through or build one.
func (r *Resolver) textCall(callee *ssa.Function, call *ssa.Call, depth int) *Value {
	args := call.Common().Args
	switch name := callee.String(); name {
	case "fmt.Sprintf":
		return r.sprintf(args, depth)
	case "fmt.Sprint":
		return r.sprint(args[0], depth)
	case "strings.Join":
		return r.join(args, depth)
	case "path.Join", "path/filepath.Join":
		return r.joinPath(args, depth)
	case "strings.ToLower":
		return mapText(r.of(args[0], depth), strings.ToLower)
	case "strings.ToUpper":
		return mapText(r.of(args[0], depth), strings.ToUpper)
	case "strings.TrimSpace":
		if o := r.of(args[0], depth); o.Kind != Const {
			return o
		} else {
			return text(strings.TrimSpace(o.Text))
		}
	case "strings.Clone", "strings.Title", "github.com/aws/aws-sdk-go-v2/aws.String", "github.com/aws/aws-sdk-go/aws.String":
		return r.of(args[0], depth)
	case "(*strings.Builder).String", "(*bytes.Buffer).String":
		return r.builder(call, depth)
	case "strconv.Itoa":
		return asText(r.of(args[0], depth))
	case "strconv.FormatInt", "strconv.FormatUint":
		return number(r.of(args[0], depth), r.of(args[1], depth))
	case "strconv.Quote":
		if o := r.of(args[0], depth); o.Kind != Const {
			return o
		} else {
			return text(strconv.Quote(o.Text))
		}
	case "errors.Join", "fmt.Errorf":
		return &Value{Kind: Fresh}
	}
	return nil
}

// number is a number as a text in a base; nil for one in an odd base.
func number(n, base *Value) *Value {
	if base.Kind == Const && base.Text == "10" {
		return asText(n)
	}
	if i, err := strconv.ParseInt(n.Text, 10, 64); n.Kind == Const && base.Kind == Const && err == nil {
		if b, err := strconv.Atoi(base.Text); err == nil && b >= 2 && b <= 36 {
			return text(strconv.FormatInt(i, b))
		}
	}
	return nil
}
