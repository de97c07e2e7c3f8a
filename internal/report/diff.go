package report

import (
	"bytes"
	"fmt"
	"strings"
)

// Diff is the unified diff of two versions of a file, empty if they are equal.
func Diff(name string, old, new []byte) []byte {
	a, b := splitLines(old), splitLines(new)
	ops := shortestEdit(a, b)
	var buf bytes.Buffer
	const context = 3
	for i := 0; i < len(ops); {
		if ops[i].kind == ' ' {
			i++
			continue
		}
		// A hunk goes on while the next change is near enough to share lines.
		start, end := max(0, i-context), i
		for j := i; j < len(ops) && j <= end+2*context; j++ {
			if ops[j].kind != ' ' {
				end = j
			}
		}
		stop := min(len(ops), end+1+context)
		if buf.Len() == 0 {
			fmt.Fprintf(&buf, "--- %s (old)\n+++ %s (new)\n", name, name)
		}
		writeHunk(&buf, ops[start:stop])
		i = stop
	}
	return buf.Bytes()
}

func writeHunk(buf *bytes.Buffer, ops []lineOp) {
	var olds, news int
	for _, op := range ops {
		if op.kind != '+' {
			olds++
		}
		if op.kind != '-' {
			news++
		}
	}
	fmt.Fprintf(buf, "@@ -%s +%s @@\n", span(ops[0].a, olds), span(ops[0].b, news))
	for _, op := range ops {
		buf.WriteByte(op.kind)
		buf.WriteString(op.text)
		if !strings.HasSuffix(op.text, "\n") {
			buf.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// span is a range of lines as diff writes it: an empty one names the line before.
func span(start, n int) string {
	if n == 0 {
		return fmt.Sprintf("%d,0", start)
	}
	if n == 1 {
		return fmt.Sprint(start + 1)
	}
	return fmt.Sprintf("%d,%d", start+1, n)
}

func splitLines(text []byte) []string {
	lines := strings.SplitAfter(string(text), "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// A lineOp keeps (' '), removes ('-') or adds ('+') a line; a and b are the
// lines before it in the two versions.
type lineOp struct {
	kind byte
	text string
	a, b int
}

// shortestEdit is Myers' greedy algorithm: quick when there are few changes,
// as there are after fixes.
func shortestEdit(a, b []string) []lineOp {
	limit := len(a) + len(b)
	far := make(map[int]int, 16) // diagonal to the furthest line of a
	var trace []map[int]int
search:
	for d := 0; d <= limit; d++ {
		snapshot := make(map[int]int, len(far))
		for k, x := range far {
			snapshot[k] = x
		}
		trace = append(trace, snapshot)
		for k := -d; k <= d; k += 2 {
			x := 0
			switch {
			case d == 0:
			case k == -d || k != d && far[k-1] < far[k+1]:
				x = far[k+1]
			default:
				x = far[k-1] + 1
			}
			for x < len(a) && x-k < len(b) && a[x] == b[x-k] {
				x++
			}
			far[k] = x
			if x >= len(a) && x-k >= len(b) {
				break search
			}
		}
	}
	return walkBack(a, b, trace)
}

// walkBack turns the trace of the search into operations, last one first, and
// reverses them.
func walkBack(a, b []string, trace []map[int]int) []lineOp {
	var ops []lineOp
	x, y := len(a), len(b)
	for d := len(trace) - 1; d >= 0; d-- {
		far, k := trace[d], x-y
		px, py := 0, 0
		if d > 0 {
			pk := k - 1
			if k == -d || k != d && far[k-1] < far[k+1] {
				pk = k + 1
			}
			px = far[pk]
			py = px - pk
		}
		for x > px && y > py {
			x, y = x-1, y-1
			ops = append(ops, lineOp{' ', a[x], x, y})
		}
		switch {
		case d == 0:
		case x > px:
			x--
			ops = append(ops, lineOp{'-', a[x], x, y})
		case y > py:
			y--
			ops = append(ops, lineOp{'+', b[y], x, y})
		}
	}
	for i, j := 0, len(ops)-1; i < j; i, j = i+1, j-1 {
		ops[i], ops[j] = ops[j], ops[i]
	}
	return ops
}
