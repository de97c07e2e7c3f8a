// Package pattern has regular expressions that are compiled when they are first
// used. Under go vet a process is started for each package of the import graph,
// nearly all of which end without a look at any code; compiling every
// expression of the model would be half of what such a process does.
package pattern

import (
	"regexp"
	"sync"
)

// A Regexp is a regular expression in the syntax of package regexp.
type Regexp struct {
	expr string
	once sync.Once
	re   *regexp.Regexp
}

// New is for package-level variables. An expression that does not compile
// panics at its first use; a test of package analyzers compiles all.
func New(expr string) *Regexp {
	p := &Regexp{expr: expr}
	mu.Lock()
	defer mu.Unlock()
	all = append(all, p)
	return p
}

var (
	mu  sync.Mutex
	all []*Regexp
)

// Check compiles every expression of the program.
func Check() error {
	mu.Lock()
	defer mu.Unlock()
	for _, p := range all {
		if _, err := regexp.Compile(p.expr); err != nil {
			return err
		}
	}
	return nil
}

func (p *Regexp) compiled() *regexp.Regexp {
	p.once.Do(func() { p.re = regexp.MustCompile(p.expr) })
	return p.re
}

// MatchString is that of package regexp, as the methods below are.
func (p *Regexp) MatchString(s string) bool  { return p.compiled().MatchString(s) }
func (p *Regexp) FindString(s string) string { return p.compiled().FindString(s) }
func (p *Regexp) FindStringSubmatch(s string) []string {
	return p.compiled().FindStringSubmatch(s)
}
func (p *Regexp) ReplaceAllString(src, repl string) string {
	return p.compiled().ReplaceAllString(src, repl)
}
