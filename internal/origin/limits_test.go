package origin

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/ssa"
)

// Sources that once took exponential or quadratic time (mongo-driver and pgx hung
// the tool): every value of every function is asked for, as package lease does.
var hard = []struct {
	name  string
	order int // how large it may be without reaching the depth limit
	src   func(n int) string
}{
	{"concatenations", 12, func(n int) string {
		return "func f(a string) { k := a\n" + strings.Repeat("k += a + \"x\"\n", n) + "use(k) }"
	}},
	{"texts that double", 6, func(n int) string {
		return "func f(a string) { k := a[:1] + \"x\"; c := \"x\"\n" + strings.Repeat("k += k; c += c\n", n) + "use(k + c) }"
	}},
	{"branches in a row", 8, func(n int) string {
		return "func f(a string, b bool) { k := a\n" + strings.Repeat("if b { k = k + a } else { k = a + k }\n", n) + "use(k) }"
	}},
	{"branches in each other", 100, func(n int) string {
		n /= 10 // go/types counts the nesting
		return "func f(a string, b bool) { k := a\n" + strings.Repeat("if b { k += a\n", n) + strings.Repeat("}; k += \"x\"\n", n) + "use(k) }"
	}},
	{"loops that feed each other", 40, func(n int) string {
		var vars, body strings.Builder
		for i := range n / 10 {
			fmt.Fprintf(&vars, "k%d := a\n", i)
			fmt.Fprintf(&body, "k%d = k%d + k%d\n", i, (i*7+3)%(n/10), (i*11+5)%(n/10))
		}
		return "func f(a string, b bool) {\n" + vars.String() + "for b {\n if a == \"\" { continue }\n" + body.String() + "}; use(k0, k1) }"
	}},
	{"a captured variable", 20, func(n int) string {
		return "func f(a string) { k := a; g := func() { k = \"y\" }\n" + strings.Repeat("k = k + a; use(k)\n", n) + "g() }"
	}},
	{"a captured builder", 20, func(n int) string {
		return "func f(a string) { var b strings.Builder\n" + strings.Repeat("b.WriteString(a)\n", n) + "use(b.String()); func() { b.Reset() }() }"
	}},
	{"functions that all call each other", 400, func(n int) string {
		var b strings.Builder
		n /= 40
		for i := range n {
			fmt.Fprintf(&b, "func f%d(a string, n int) string {\nswitch n {\n", i)
			for j := range n {
				fmt.Fprintf(&b, "case %d: return f%d(a + \"%d\", n) + f%d(a, n)\n", j, j, i, (i+j)%n)
			}
			fmt.Fprintf(&b, "}; return a }\n")
		}
		return b.String() + "func f(a string) { use(f0(a, 1)) }"
	}},
	{"a long chain of calls", 24, func(n int) string {
		var b strings.Builder
		n /= 2
		for i := range n {
			fmt.Fprintf(&b, "func f%d(a string) string { return f%d(a + \"x\") + f%d(a) }\n", i, i+1, i+1)
		}
		fmt.Fprintf(&b, "func f%d(a string) string { return a }\n", n)
		return b.String() + "func f(a string) { use(f0(a)) }"
	}},
	{"structs in each other", 10, func(n int) string {
		return "type t struct{ next *t; k string }\nfunc f(x *t) {\n" + strings.Repeat("x = &t{next: x, k: x.next.k + x.k}\n", n) + "use(x.next.next.k) }"
	}},
}

func TestBoundedTimeAndSize(t *testing.T) {
	for _, c := range hard {
		t.Run(c.name, func(t *testing.T) {
			p := build(t, c.src(2000))
			var took time.Duration
			for range 5 { // a busy machine is no fault
				start := time.Now()
				asked, allocs, biggest := p.askAll()
				took = time.Since(start)
				t.Logf("%d values, the largest of %d nodes, in %v with %d allocations", asked, biggest, took, allocs)
				if allocs > 250*asked {
					t.Errorf("%d allocations for %d values", allocs, asked)
				}
				if biggest > maxSize {
					t.Errorf("a value is made of %d others, at most %d are allowed", biggest, maxSize)
				}
				if took < time.Second {
					return
				}
			}
			t.Errorf("took %v", took)
		})
	}
}

// askAll asks a new resolver for every value of every function.
func (p *program) askAll() (asked, allocs, biggest int) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	p.res = NewResolver(NewIndex(p.fns)) // the index counts
	for _, fn := range p.fns {
		p.res.Results(fn)
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if v, ok := in.(ssa.Value); ok {
					asked++
					biggest = max(biggest, treeSize(p.res.Of(v)))
				}
			}
		}
	}
	runtime.ReadMemStats(&after)
	return asked, int(after.Mallocs - before.Mallocs), biggest
}

// treeSize counts nodes as a walker meets them, up to a limit.
func treeSize(v *Value) int {
	n := 0
	var count func(v *Value)
	count = func(v *Value) {
		if n++; n > 10*maxSize {
			return
		}
		for _, p := range v.Parts {
			count(p)
		}
	}
	count(v)
	return n
}

// Answers do not depend on what was asked before.
func TestOrderOfQuestions(t *testing.T) {
	for _, c := range hard {
		t.Run(c.name, func(t *testing.T) {
			p := build(t, c.src(c.order))
			want := dump(p.res.Of(p.used()[0]))
			p.res = NewResolver(NewIndex(p.fns))
			for i := len(p.fns) - 1; i >= 0; i-- {
				for _, b := range p.fns[i].Blocks {
					for _, in := range b.Instrs {
						if v, ok := in.(ssa.Value); ok {
							p.res.Of(v)
						}
					}
				}
			}
			if got := dump(p.res.Of(p.used()[0])); got != want {
				t.Errorf("asked first: %s\nasked last:  %s", want, got)
			}
		})
	}
}
