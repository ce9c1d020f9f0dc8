// Package listing reads the YAML lists beside the scenario folders: boards, explained gaps, survivors, deviations,
// layouts. Unlike rulebooks and scenarios they may use aliases (`<<: *name`). Any input is read or refused in bounded
// time and memory.
package listing

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"rulebound/compiler/diag"
)

// MaxBytes is the largest size of a file.
const MaxBytes = 256 << 10

// Limits of the content of a file.
const (
	maxValues = 50_000 // keys included; aliases count each time
	maxKeys   = 1000   // per mapping
	maxDepth  = 16     // nesting of mappings and lists
	maxTold   = 5      // errors reported per file; the rest is counted
)

// Read decodes one YAML document into out, a pointer to a slice or struct, and leaves out unchanged if the text has
// no value. The error names the line and what to write.
func Read(text []byte, out any) error {
	if len(text) > MaxBytes {
		return fmt.Errorf("it is longer than %d KiB; remove entries that are not needed", MaxBytes>>10)
	}
	if at := invalid(text); at >= 0 {
		return fmt.Errorf("line %d: the file is not UTF-8; save it as UTF-8", 1+bytes.Count(text[:at], []byte("\n")))
	}
	dec := yaml.NewDecoder(bytes.NewReader(text))
	dec.KnownFields(true)
	root, err := parse(text)
	if root == nil {
		return err
	}
	if err := (&measure{done: map[*yaml.Node]int{}}).node(root, 0); err != nil {
		return err
	}
	if err := whole(root, reflect.TypeOf(out)); err != nil {
		return err
	}
	return summary(safely(func() error { return dec.Decode(out) }), out)
}

// invalid returns where a text stops being UTF-8, -1 if it does not.
func invalid(text []byte) int {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// syntax rewords an error of the YAML package, which names no line for characters that YAML excludes.
func syntax(text []byte, err error) error {
	why, ours := strings.CutPrefix(err.Error(), "yaml: ")
	if !ours {
		return err
	}
	if i := bytes.IndexFunc(text, unseen); i >= 0 && strings.Contains(why, "control characters") {
		r, _ := utf8.DecodeRune(text[i:])
		return fmt.Errorf("line %d: an invisible character (U+%04X); take it out", 1+bytes.Count(text[:i], []byte("\n")), r)
	}
	if strings.Contains(why, "exceeded max depth") {
		return fmt.Errorf("more than %d lists and mappings inside each other", maxDepth)
	}
	line := ""
	if m := atLine.FindString(why); m != "" {
		line, why = m, why[len(m):]
	}
	return fmt.Errorf("%sthis is no YAML: %s; check the brackets, quotes and indentation here and in the line above", line, why)
}

// parse returns the root node of a text, nil if it has no value.
func parse(text []byte) (*yaml.Node, error) {
	dec := yaml.NewDecoder(bytes.NewReader(text))
	var first, second yaml.Node
	err := safely(func() error { return dec.Decode(&first) })
	if errors.Is(err, io.EOF) {
		return nil, nil
	}
	if err != nil {
		return nil, syntax(text, err)
	}
	switch err := safely(func() error { return dec.Decode(&second) }); {
	case err == nil:
		return nil, fmt.Errorf("line %d: a second document begins; a file holds one", second.Line)
	case !errors.Is(err, io.EOF):
		return nil, syntax(text, err)
	}
	if len(first.Content) == 0 {
		return nil, nil
	}
	return first.Content[0], nil
}

// safely converts a panic of the YAML package into an error.
func safely(read func() error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("it is no YAML that can be read (%v)", fault)
		}
	}()
	return read()
}

// measure counts the values of a text.
type measure struct {
	values int
	done   map[*yaml.Node]int // the number of values of a node with an anchor; 0 while it is being counted
}

// node counts a node at a depth and everything in it.
func (m *measure) node(n *yaml.Node, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("line %d: more than %d lists and mappings inside each other", n.Line, maxDepth)
	}
	if n.Kind == yaml.AliasNode {
		return m.again(n)
	}
	if i := strings.IndexFunc(n.Value, unseen); i >= 0 {
		r, _ := utf8.DecodeRuneInString(n.Value[i:])
		return fmt.Errorf("line %d: an invisible character (U+%04X); take it out", n.Line, r)
	}
	before := m.values
	m.values++
	if n.Kind == yaml.MappingNode {
		if err := keys(n); err != nil {
			return err
		}
	}
	for _, inner := range n.Content {
		if err := m.node(inner, depth+1); err != nil {
			return err
		}
	}
	if n.Anchor != "" {
		m.done[n] = m.values - before
	}
	return m.bounded(n)
}

// unseen reports whether a character is invisible, in a text that may have several lines.
func unseen(r rune) bool { return diag.Hidden(r) && r != '\t' && r != '\n' }

// again counts the target of an alias once more.
func (m *measure) again(n *yaml.Node) error {
	size := m.done[n.Alias]
	if size == 0 {
		return fmt.Errorf("line %d: %s repeats itself; name another entry", n.Line, n.Value)
	}
	m.values += size
	return m.bounded(n)
}

func (m *measure) bounded(n *yaml.Node) error {
	if m.values > maxValues {
		return fmt.Errorf("line %d: more than %d values up to here; remove entries that are not needed", n.Line, maxValues)
	}
	return nil
}

// keys finds keys of a mapping that are duplicate or not scalars.
func keys(n *yaml.Node) error {
	if len(n.Content) > 2*maxKeys {
		return fmt.Errorf("line %d: a mapping with more than %d keys", n.Line, maxKeys)
	}
	lines := map[string]int{}
	for i := 0; i < len(n.Content); i += 2 {
		k := n.Content[i]
		if k.Kind != yaml.ScalarNode {
			return fmt.Errorf("line %d: a key is a word", k.Line)
		}
		if before := lines[k.Value]; before > 0 {
			return fmt.Errorf("line %d: the key %s is in line %d already; leave one of them out", k.Line, cut(k.Value), before)
		}
		lines[k.Value] = k.Line
	}
	return nil
}

// Patterns of the YAML package's errors.
var (
	atLine     = regexp.MustCompile(`^line \d+: `)
	unknownKey = regexp.MustCompile(`^(line \d+: )field (.*) not found in type (.*)$`)
	wrongType  = regexp.MustCompile("^(line \\d+: )cannot unmarshal !!(\\w+)(?: (`.*`))? into (.*)$")
)

var nouns = map[string]string{"seq": "a list", "map": "a mapping", "str": "a text", "int": "a number", "float": "a number", "bool": "a truth value", "null": "nothing"}

// summary summarises a type error.
func summary(err error, out any) error {
	var mistakes *yaml.TypeError
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case !errors.As(err, &mistakes):
		return err
	}
	known := words(reflect.TypeOf(out), map[string][]string{})
	lines := slices.Clone(mistakes.Errors[:min(len(mistakes.Errors), maxTold)])
	for i, line := range lines {
		lines[i] = plain(line, known)
	}
	if more := len(mistakes.Errors) - len(lines); more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return errors.New(strings.Join(lines, "; "))
}

// plain rewords an error without the names of Go types. known holds the keys by type.
func plain(line string, known map[string][]string) string {
	if m := unknownKey.FindStringSubmatch(line); m != nil {
		out := m[1] + "there is no key " + cut(m[2])
		switch keys := known[m[3]]; {
		case diag.Near(m[2], keys) != "":
			out += "; did you mean " + diag.Near(m[2], keys) + "?"
		case len(keys) > 0:
			out += " here; write " + diag.Alternatives(keys)
		}
		return out
	}
	if m := wrongType.FindStringSubmatch(line); m != nil {
		what := nouns[m[2]]
		if what == "" {
			what = "a " + m[2]
		}
		return strings.TrimRight(m[1]+what+" "+m[3], " ") + " stands where " + wanted(m[4]) + " is expected"
	}
	return cut(line)
}

// wanted names a Go type as an author would.
func wanted(typ string) string {
	switch {
	case strings.HasPrefix(typ, "[]"):
		return "a list"
	case strings.HasPrefix(typ, "int"):
		return "a number"
	case typ == "bool":
		return "true or false"
	case typ == "string":
		return "a text"
	}
	return "a mapping"
}

// cut shortens a word from the input.
func cut(word string) string {
	const most = 60
	if r := []rune(word); len(r) > most {
		return string(r[:most]) + "…"
	}
	return word
}

// words adds to known, by type name, the keys of each type that can be read.
func words(t reflect.Type, known map[string][]string) map[string][]string {
	switch {
	case t.Kind() == reflect.Pointer, t.Kind() == reflect.Slice, t.Kind() == reflect.Map:
		return words(t.Elem(), known)
	case t.Kind() != reflect.Struct || known[t.String()] != nil:
		return known
	}
	known[t.String()] = []string{}
	for f := range t.Fields() {
		name, how, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if words(f.Type, known); how == "inline" {
			known[t.String()] = append(known[t.String()], known[f.Type.String()]...)
		}
		if name != "" && name != "-" {
			known[t.String()] = append(known[t.String()], name)
		}
	}
	return known
}
