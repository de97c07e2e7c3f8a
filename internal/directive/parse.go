package directive

import "strings"

// parse reads the text of one comment, nil if it is no directive. Those of
// other tools may name analyzers that are none of ours.
func parse(text string) *Directive {
	rest, ok := strings.CutPrefix(text, "//")
	if !ok {
		return nil // a directive is a line comment
	}
	switch {
	case strings.HasPrefix(rest, "leasevet:"):
		return parseOwn(text)
	case strings.HasPrefix(rest, "lint:ignore "), strings.HasPrefix(rest, "lint:file-ignore "), rest == "lint:ignore", rest == "lint:file-ignore":
		return parseLint(text)
	}
	trimmed := strings.TrimLeft(rest, "/ ")
	switch {
	case strings.HasPrefix(trimmed, "nolint"):
		return parseNolint(text, trimmed)
	case strings.HasPrefix(strings.TrimLeft(rest, " \t"), "leasevet:"):
		return parseSpaced(text, strings.TrimLeft(rest, " \t"))
	}
	return nil
}

// parseOwn reads //leasevet:WORD ….
func parseOwn(text string) *Directive {
	text = beforeComment(text)
	head, rest, _ := cutField(text)
	d := &Directive{Word: Word(strings.TrimPrefix(head, "//leasevet:")), Text: head}
	switch {
	case d.Word == Ignore:
		d.names(rest)
	case d.Word == Efficiency:
		d.reason(rest)
	case d.Word.Declares():
		d.Args = strings.Fields(rest)
		d.Text = text
	}
	return d
}

// names reads the names of analyzers and the reason behind them.
func (d *Directive) names(rest string) {
	list, reason, _ := cutField(rest)
	for name := range strings.SplitSeq(list, ",") {
		if name != "" {
			d.Names = append(d.Names, name)
		}
	}
	if len(d.Names) == 0 {
		d.Fault = NoNames
		return
	}
	d.Text += " " + list
	d.reason(reason)
}

func (d *Directive) reason(text string) {
	if d.Reason = text; text == "" {
		d.Fault = NoReason
	}
}

// parseLint reads staticcheck's //lint:ignore NAMES REASON. Without names it is
// staticcheck's to complain.
func parseLint(text string) *Directive {
	head, rest, _ := cutField(beforeComment(text))
	d := &Directive{Dialect: Lint, Word: Ignore, Text: head, WholeFile: head == "//lint:file-ignore"}
	if d.names(rest); d.Fault == NoNames {
		return nil
	}
	return d
}

// parseNolint reads //nolint, //nolint:all and //nolint:NAME,NAME // REASON as
// golangci-lint does. The first two are for all linters: nobody can say that one
// suppresses nothing, so leasevet judges only those that name it.
func parseNolint(text, trimmed string) *Directive {
	rest := strings.TrimPrefix(trimmed, "nolint")
	if rest != "" && rest[0] != ' ' && rest[0] != ':' {
		return nil // nolintlint and other words
	}
	d := &Directive{Dialect: Nolint, Word: Ignore, Text: strings.TrimRight(beforeComment(text), " ")}
	list, named := strings.CutPrefix(rest, ":")
	if !named || strings.HasPrefix(list, "all") {
		return d
	}
	list, reason, _ := strings.Cut(list, "//")
	d.reason(strings.TrimSpace(reason))
	for item := range strings.SplitSeq(list, ",") {
		name, more, _ := cutField(strings.TrimSpace(item))
		if name == "" {
			continue
		}
		d.Names = append(d.Names, name)
		if more != "" {
			d.Fault = BareReason
		}
	}
	return d
}

// parseSpaced finds a directive of ours that was written like prose. Prose about
// directives begins otherwise, or has no known word.
func parseSpaced(text, rest string) *Directive {
	word, _, _ := cutField(strings.TrimPrefix(rest, "leasevet:"))
	for _, w := range Words {
		if string(w) == word {
			return &Directive{Word: w, Text: text[:strings.Index(text, "leasevet:")] + "leasevet:" + word, Fault: Spaced}
		}
	}
	return nil
}

// beforeComment cuts another comment off: //leasevet:ignore NAME REASON // more.
// The slashes of a URL in the reason follow no space.
func beforeComment(text string) string {
	if i := strings.Index(text[2:], " //"); i >= 0 {
		text = text[:i+2]
	}
	return strings.TrimRight(text, " \t\r")
}

// cutField splits off the first word.
func cutField(s string) (word, rest string, ok bool) {
	s = strings.TrimLeft(s, " \t")
	if i := strings.IndexAny(s, " \t"); i >= 0 {
		return s[:i], strings.TrimSpace(s[i:]), true
	}
	return s, "", false
}
