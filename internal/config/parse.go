package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/catalog"

	"github.com/leasevet/leasevet/internal/pattern"
)

// parser walks the nodes of a document. It does so by hand, and not through the
// library's decoder, because that knows no columns and forgives duplicate keys.
type parser struct {
	file  string // "" for settings that a host has decoded
	suite []*analysis.Analyzer
	out   *Config
}

func parse(data []byte, file string, suite []*analysis.Analyzer) (*Config, error) {
	p := &parser{file, suite, &Config{Analyzers: make(map[string]Switch)}}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc, more yaml.Node
	switch err := dec.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return p.out, nil // empty, or nothing but comments
	case err != nil:
		return nil, p.syntax(err, data)
	}
	if err := dec.Decode(&more); !errors.Is(err, io.EOF) {
		if err != nil {
			return nil, p.syntax(err, data)
		}
		return nil, p.errorf(&more, "", "a second document: there can be one only")
	}
	return p.out, p.document(doc.Content[0])
}

var (
	syntaxLine = pattern.New(`^yaml: line (\d+): (.*)$`)
	// parserFault are the faults for which the YAML library counts lines from 0;
	// for those of its scanner it counts from 1 (decode.go, parser.fail).
	parserFault = pattern.New(`^did not find expected (<|node content|'-' indicator|key|',' or )|^found (undefined tag handle|duplicate %|incompatible)`)
)

// syntax gives an error of the YAML library a place. It knows the line only; the
// column is that of the first word there.
func (p *parser) syntax(err error, data []byte) error {
	line, msg := 1, strings.TrimPrefix(err.Error(), "yaml: ")
	if m := syntaxLine.FindStringSubmatch(err.Error()); m != nil {
		line, _ = strconv.Atoi(m[1])
		if msg = m[2]; parserFault.MatchString(msg) {
			line++
		}
	}
	lines := strings.Split(strings.TrimRight(string(data), "\n"), "\n")
	line = max(1, min(line, len(lines)))
	text := lines[line-1]
	col := 1 + len(text) - len(strings.TrimLeft(text, " \t"))
	return fmt.Errorf("%s:%d:%d: %s", p.file, line, col, msg)
}

// at is the place of a node: file, line and column, or its path in settings that
// have no file.
func (p *parser) at(n *yaml.Node, path string) string {
	if p.file == "" {
		return "settings: " + path
	}
	return fmt.Sprintf("%s:%d:%d", p.file, n.Line, n.Column)
}

func (p *parser) errorf(n *yaml.Node, path, format string, args ...any) error {
	return fmt.Errorf("%s: %s", strings.TrimSuffix(p.at(n, path), ": "), fmt.Sprintf(format, args...))
}

// field is one entry of a mapping.
type field struct {
	key, value *yaml.Node
	path       string
}

// fields reads a mapping whose keys are scalars, each there once.
func (p *parser) fields(n *yaml.Node, path, what string) ([]field, error) {
	n = resolve(n)
	if n.Kind != yaml.MappingNode {
		return nil, p.errorf(n, path, "%s must be a mapping, not %s", what, kind(n))
	}
	var list []field
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := resolve(n.Content[i]), resolve(n.Content[i+1])
		if key.Kind != yaml.ScalarNode {
			return nil, p.errorf(key, path, "a key must be a word, not %s", kind(key))
		}
		if slices.ContainsFunc(list, func(f field) bool { return f.key.Value == key.Value }) {
			return nil, p.errorf(key, path, "key %q is there twice", key.Value)
		}
		list = append(list, field{key, value, strings.TrimPrefix(path+"."+key.Value, ".")})
	}
	return list, nil
}

func resolve(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

func kind(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Tag == "!!null":
		return "nothing"
	}
	return strconv.Quote(n.Value)
}

func (p *parser) document(n *yaml.Node) error {
	if n = resolve(n); n.Tag == "!!null" {
		return nil
	}
	fields, err := p.fields(n, "", "a configuration")
	if err != nil {
		return err
	}
	for _, f := range fields {
		switch f.key.Value {
		case "analyzers":
			err = p.analyzers(f)
		case "wrappers":
			err = p.wrappers(f)
		default:
			err = p.errorf(f.key, f.path, "unknown key %q: there are analyzers, wrappers", f.key.Value)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (p *parser) analyzers(f field) error {
	if f.value.Tag == "!!null" {
		return nil
	}
	fields, err := p.fields(f.value, f.path, "analyzers")
	if err != nil {
		return err
	}
	for _, f := range fields {
		i := slices.IndexFunc(p.suite, func(a *analysis.Analyzer) bool { return a.Name == f.key.Value })
		if i < 0 {
			var names []string
			for _, a := range p.suite {
				names = append(names, a.Name)
			}
			return p.errorf(f.key, f.path, "unknown analyzer %q: there are %s", f.key.Value, strings.Join(names, ", "))
		}
		if err := p.analyzer(f, p.suite[i]); err != nil {
			return err
		}
	}
	return nil
}

// analyzer reads true, false, or the options of an analyzer.
func (p *parser) analyzer(f field, a *analysis.Analyzer) error {
	if f.value.Kind == yaml.ScalarNode {
		return p.turn(f, a)
	}
	fields, err := p.fields(f.value, f.path, "analyzer "+a.Name)
	if err != nil {
		return err
	}
	for _, f := range fields {
		if f.key.Value == "enabled" {
			if err := p.turn(f, a); err != nil {
				return err
			}
			continue
		}
		if err := p.option(f, a); err != nil {
			return err
		}
	}
	return nil
}

func (p *parser) turn(f field, a *analysis.Analyzer) error {
	on, err := p.boolean(f)
	if err == nil {
		p.out.Analyzers[a.Name] = Switch{on, p.at(f.value, f.path)}
	}
	return err
}

func (p *parser) boolean(f field) (value bool, err error) {
	if f.value.Kind != yaml.ScalarNode || f.value.Tag != "!!bool" || f.value.Decode(&value) != nil {
		return false, p.errorf(f.value, f.path, "%s must be true or false, not %s", f.key.Value, kind(f.value))
	}
	return value, nil
}

func (p *parser) text(f field) (string, error) {
	if f.value.Kind != yaml.ScalarNode || f.value.Tag != "!!str" || f.value.Value == "" {
		return "", p.errorf(f.value, f.path, "%s must be a text, not %s", f.key.Value, kind(f.value))
	}
	return f.value.Value, nil
}

// wrappers reads the list of declared functions.
func (p *parser) wrappers(f field) error {
	if f.value.Tag == "!!null" {
		return nil
	}
	if f.value.Kind != yaml.SequenceNode {
		return p.errorf(f.value, f.path, "wrappers must be a list, not %s", kind(f.value))
	}
	for i, n := range f.value.Content {
		if err := p.wrapper(resolve(n), fmt.Sprintf("%s[%d]", f.path, i)); err != nil {
			return err
		}
	}
	return nil
}

func (p *parser) wrapper(n *yaml.Node, path string) error {
	fields, err := p.fields(n, path, "a wrapper")
	if err != nil {
		return err
	}
	w := catalog.Wrapper{Compares: true}
	call := field{value: n, path: path}
	for _, f := range fields {
		switch f.key.Value {
		case "role":
			w.Role, err = p.text(f)
			if err == nil && !slices.Contains(catalog.WrapperRoles, w.Role) {
				err = p.errorf(f.value, f.path, "unknown role %q: there are %s", w.Role, strings.Join(catalog.WrapperRoles, ", "))
			}
		case "package":
			w.Package, err = p.text(f)
		case "receiver":
			w.Receiver, err = p.text(f)
			w.Receiver = strings.TrimPrefix(w.Receiver, "*")
		case "call":
			w.Call, err = p.text(f)
			call = f
		case "compares":
			w.Compares, err = p.boolean(f)
		default:
			err = p.errorf(f.key, f.path, "unknown key %q: there are role, package, receiver, call, compares", f.key.Value)
		}
		if err != nil {
			return err
		}
	}
	for _, missing := range []struct{ key, value string }{{"role", w.Role}, {"package", w.Package}, {"call", w.Call}} {
		if missing.value == "" {
			return p.errorf(n, path, "a wrapper without %s", missing.key)
		}
	}
	w.At = p.at(call.value, call.path)
	if err := w.Validate(); err != nil {
		var bad *catalog.PatternError
		if errors.As(err, &bad) {
			at := *call.value
			at.Column += textOffset(&at, bad.Offset)
			return p.errorf(&at, call.path, "%s", bad.Msg)
		}
		return p.errorf(call.value, call.path, "%v", err)
	}
	p.out.Wrappers = append(p.out.Wrappers, w)
	return nil
}

// textOffset is how far a byte of a scalar's text stands behind its beginning in
// the file, as far as that is one line.
func textOffset(n *yaml.Node, offset int) int {
	switch {
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return 0
	case n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0:
		return offset + 1
	}
	return offset
}
