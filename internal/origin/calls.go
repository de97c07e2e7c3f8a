package origin

import (
	"go/types"
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
	name := CalleeName(c)
	if callee != nil {
		if v := r.textCall(callee, call, depth); v != nil {
			return v
		}
		if v := r.inline(callee, c, i, depth); v != nil {
			return v
		}
	}
	if fn := calleeFunc(c); fn != nil && r.Imported != nil && (callee == nil || len(callee.Blocks) == 0) {
		if rs := r.Imported(fn); i < len(rs) && rs[i] != nil && rs[i].Kind != Unknown {
			args := r.args(c, depth)
			return Substitute(rs[i], nil, func(j int) *Value {
				if j < len(args) {
					return args[j]
				}
				return nil
			})
		}
	}
	return &Value{Kind: Call, Text: name, Index: i, Parts: r.args(c, depth)}
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
	args := r.args(c, depth)
	return Substitute(res[i], callee, func(j int) *Value {
		if j < len(args) {
			return args[j]
		}
		return nil
	})
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
		if el, ok := r.Elements(args[0]); ok {
			var parts []*Value
			for _, e := range el {
				parts = append(parts, r.of(e, depth))
			}
			return NewFormat(parts...)
		}
	case "strings.Join":
		return r.join(args, depth)
	case "strings.TrimSpace", "strings.Clone", "strings.ToLower", "strings.ToUpper", "strings.Title":
		o := r.of(args[0], depth)
		if o.Kind == Const && name == "strings.TrimSpace" {
			return &Value{Kind: Const, Text: strings.TrimSpace(o.Text), Type: "string"}
		}
		if name == "strings.ToLower" && o.Kind == Const {
			return &Value{Kind: Const, Text: strings.ToLower(o.Text), Type: "string"}
		}
		if name == "strings.ToUpper" && o.Kind == Const {
			return &Value{Kind: Const, Text: strings.ToUpper(o.Text), Type: "string"}
		}
		return o
	case "(*strings.Builder).String", "(*bytes.Buffer).String":
		return r.builder(call, depth)
	case "strconv.Itoa", "strconv.FormatInt", "strconv.FormatUint", "strconv.Quote":
		return r.of(args[0], depth)
	case "github.com/aws/aws-sdk-go-v2/aws.String", "github.com/aws/aws-sdk-go/aws.String",
		"path.Join", "path/filepath.Join":
		if strings.HasSuffix(name, ".Join") {
			return r.join([]ssa.Value{args[0], nil}, depth)
		}
		return r.of(args[0], depth)
	case "errors.Join", "fmt.Errorf":
		return &Value{Kind: Fresh}
	}
	return nil
}
