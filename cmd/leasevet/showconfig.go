package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// showConfig prints what is in force, in the form of a configuration file, and
// behind each value where it comes from. With -vet it prints the flag that makes
// go vet use the same file.
func (c *command) showConfig(args []string) int {
	forVet := false
	args = slices.DeleteFunc(slices.Clone(args), func(arg string) bool {
		is := arg == "-vet" || arg == "--vet"
		forVet = forVet || is
		return is
	})
	o, err := c.parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return c.help(nil)
	case err != nil:
		return c.usage(err)
	case len(o.args) > 0:
		return c.usage(fmt.Errorf("config: unexpected argument %s", o.args[0]))
	}
	if err := c.configure(o); err != nil {
		return c.fail(exitUsage, err)
	}
	if forVet {
		fmt.Fprintln(c.stdout, vetFlag(o.settings))
		return exitClean
	}
	var b bytes.Buffer
	if o.settings.Path == "" {
		fmt.Fprintf(&b, "# no configuration file\n")
	} else {
		fmt.Fprintf(&b, "# %s\n", o.settings.Path)
	}
	fmt.Fprintf(&b, "analyzers:\n")
	for _, a := range c.analyzers {
		c.showAnalyzer(&b, o, a)
	}
	for i, w := range o.settings.Wrappers {
		if i == 0 {
			fmt.Fprintf(&b, "wrappers:\n")
		}
		fmt.Fprintf(&b, "  - role: %s\t# %s\n    package: %s\n", w.Role, o.shorten(w.At), w.Package)
		if w.Receiver != "" {
			fmt.Fprintf(&b, "    receiver: %s\n", w.Receiver)
		}
		fmt.Fprintf(&b, "    call: %s\n", strconv.Quote(w.Call))
		if !w.Compares {
			fmt.Fprintf(&b, "    compares: false\n")
		}
	}
	c.stdout.Write(align(b.Bytes()))
	return exitClean
}

func (c *command) showAnalyzer(b *bytes.Buffer, o *options, a *analysis.Analyzer) {
	runs := slices.ContainsFunc(o.analyzers, func(r *analysis.Analyzer) bool { return r.Name == a.Name })
	from := "default"
	if s, ok := o.settings.Analyzers[a.Name]; ok {
		from = o.shorten(s.At)
	}
	if given := *o.enable[a] != unset; given || !runs && from == "default" {
		from = "command line" // -NAME of another one turns this one off
	}
	any := false
	a.Flags.VisitAll(func(f *flag.Flag) {
		if !any {
			fmt.Fprintf(b, "  %s:\n    enabled: %v\t# %s\n", a.Name, runs, from)
		}
		any = true
		from := "default"
		if opt, ok := o.settings.Option(a.Name, f.Name); ok {
			from = o.shorten(opt.At)
		}
		if o.given[a.Name+"."+f.Name] {
			from = "command line"
		}
		fmt.Fprintf(b, "    %s: %s\t# %s\n", f.Name, scalar(f.Value.String()), from)
	})
	if !any {
		fmt.Fprintf(b, "  %s: %v\t# %s\n", a.Name, runs, from)
	}
}

// shorten leaves out the path of the file, which stands in the first line.
func (o *options) shorten(at string) string {
	line, _, _ := strings.Cut(strings.TrimPrefix(at, o.settings.Path+":"), ":")
	return "line " + line
}

// scalar writes a value as YAML reads it back.
func scalar(s string) string {
	if _, err := strconv.ParseBool(s); err == nil {
		return s
	}
	if _, err := strconv.Atoi(s); err == nil {
		return s
	}
	return strconv.Quote(s)
}

// align puts the comments below each other.
func align(text []byte) []byte {
	width := 0
	lines := strings.SplitAfter(string(text), "\n")
	for _, l := range lines {
		if i := strings.IndexByte(l, '\t'); i >= 0 {
			width = max(width, i)
		}
	}
	var b bytes.Buffer
	for _, l := range lines {
		if value, comment, ok := strings.Cut(l, "\t"); ok {
			fmt.Fprintf(&b, "%-*s  %s", width, value, comment)
		} else {
			b.WriteString(l)
		}
	}
	return b.Bytes()
}
