package redisscript

import (
	"strings"
	"testing"
)

// A script and what its calls do, one line for each key of each call that is no
// read:
//
//	R DEL KEYS[1] =ARGV[1]
//
// R released, E extended, A acquired, W written, - none of these; then the
// command, the key, and under what it runs: "=x" equal to x, "<=x" ordered and
// letting newer arguments through, ">=x" the wrong way round, "/free" when an
// absent key also does, "free" when only an absent key does, "?" unclear.
type scriptTest struct {
	name, src string
	want      string
	opaque    bool
	mute      bool // the reply does not say whether it was applied
}

func runScripts(t *testing.T, tests []scriptTest) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Parse(tt.src)
			if err != nil {
				t.Fatal(err)
			}
			got, want := render(s), clean(tt.want)
			if got != want {
				t.Errorf("calls:\n%s\nwant:\n%s", got, want)
			}
			if s.Opaque != tt.opaque {
				t.Errorf("Opaque = %v", s.Opaque)
			}
			if s.Returns == tt.mute {
				t.Errorf("Returns = %v", s.Returns)
			}
			last := 0
			for _, c := range s.Calls {
				if c.Line < last || c.Command != strings.ToUpper(c.Command) {
					t.Errorf("call %v out of order or not upper case", c)
				}
				last = c.Line
			}
		})
	}
}

func clean(want string) string {
	var out []string
	for line := range strings.Lines(want) {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

func render(s *Script) string {
	kinds := map[string][]Call{"R": s.Released(), "E": s.Renewed(), "A": s.Acquired(), "W": s.Written()}
	var out []string
	for _, c := range s.each(func(c Call) bool { return !c.Reads }) {
		kind := "-"
		for _, k := range []string{"R", "E", "A", "W"} {
			for _, x := range kinds[k] {
				if x.Line == c.Line && x.Command == c.Command && x.Key == c.Key && guard(x) == guard(c) {
					kind = k
				}
			}
		}
		out = append(out, strings.TrimSpace(kind+" "+c.Command+" "+c.Key.Text+" "+guard(c)))
	}
	return strings.Join(out, "\n")
}

func guard(c Call) string {
	switch {
	case c.Compared:
		op := "="
		if c.Ordered {
			op = "<="
		}
		if c.Ordered && c.Reversed {
			op = ">="
		}
		free := ""
		if c.OrAbsent {
			free = "/free"
		}
		return op + c.ComparedWith.Text + free
	case c.Absent:
		return "free"
	case c.Unclear:
		return "?"
	}
	return ""
}
