package report

import (
	"fmt"
	"html"
	"html/template"
	"strings"
	"unicode/utf8"

	"github.com/leasevet/leasevet/internal/schedule"
)

// The drawing of a schedule, in units of its own: time runs down, A has the lane
// on the left and B the one on the right, and the bar between them is the lock
// record, in the colour of the one it belongs to.
const (
	drawWidth  = 880
	laneA      = 16
	laneB      = drawWidth - 16
	barX       = drawWidth / 2
	barWidth   = 12
	textWidth  = 54 // characters of a line of a lane
	clockWidth = 50 // and of what belongs to no lane
	lineHeight = 18
	stepGap    = 14
	headHeight = 34
)

// timeline draws a schedule as SVG; nothing for a finding without one.
func timeline(steps []Step) template.HTML {
	if len(steps) == 0 {
		return ""
	}
	var body, bar strings.Builder
	y := headHeight
	held, since := "", 0 // whose the record is, and from where on
	record := func(until int) {
		if held != "" && until > since {
			fmt.Fprintf(&bar, `<rect class="rec%s" x="%d" y="%d" width="%d" height="%d" rx="3"/>`, held, barX-barWidth/2, since, barWidth, until-since)
		}
	}
	for _, s := range steps {
		width := textWidth
		if s.Who == schedule.Clock {
			width = clockWidth
		}
		lines := wrap(s.Does, width)
		mid := y + lineHeight/2
		drawStep(&body, s, lines, y)
		switch s.Change {
		case schedule.Taken:
			record(mid)
			held, since = string(s.Who), mid
		case schedule.Expired, schedule.Deleted:
			record(mid)
			held = ""
			fmt.Fprintf(&bar, `<path class="end" d="M%d %dh%d"/>`, barX-12, mid, 24)
		}
		y += len(lines)*lineHeight + stepGap
	}
	record(y)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 %d %d" role="img" aria-label="what happens, in order of time">`, drawWidth, y)
	for _, l := range []struct {
		x     int
		label string
		class string
	}{{laneA, "A", "A"}, {laneB, "B", "B"}} {
		fmt.Fprintf(&b, `<path class="lane" d="M%d %dV%d"/><text class="head head%s" x="%d" y="16" text-anchor="middle">%s</text>`, l.x, headHeight-10, y, l.class, l.x, l.label)
	}
	fmt.Fprintf(&b, `<text class="head" x="%d" y="16" text-anchor="middle">lock record</text>`, barX)
	b.WriteString(bar.String())
	b.WriteString(body.String())
	b.WriteString("</svg>")
	return template.HTML(b.String())
}

// drawStep draws the mark of a step on its lane and the text beside it. What
// belongs to nobody stands below the bar's side, across the middle.
func drawStep(b *strings.Builder, s Step, lines []string, y int) {
	harm := ""
	if s.Harm {
		harm = " harm"
	}
	x, anchor, mark := laneA+16, "start", laneA
	switch s.Who {
	case schedule.B:
		x, anchor, mark = laneB-16, "end", laneB
	case schedule.Clock:
		x, mark = barX+20, 0
	}
	if mark > 0 {
		fmt.Fprintf(b, `<circle class="mark%s%s" cx="%d" cy="%d" r="5"/>`, s.Who, harm, mark, y+lineHeight/2)
	}
	for i, text := range lines {
		fmt.Fprintf(b, `<text class="step%s" x="%d" y="%d" text-anchor="%s">%s</text>`, harm, x, y+13+i*lineHeight, anchor, html.EscapeString(text))
	}
}

// wrap breaks a text into lines of at most width characters, at spaces where
// there are any.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		for utf8.RuneCountInString(word) > width {
			if line != "" {
				lines, line = append(lines, line), ""
			}
			r := []rune(word)
			lines, word = append(lines, string(r[:width])), string(r[width:])
		}
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= width:
			line += " " + word
		default:
			lines, line = append(lines, line), word
		}
	}
	return append(lines, line)
}
