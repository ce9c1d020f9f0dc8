// Package format writes the YAML of rulebook pages and of scenario files in one way: entries of a list stand at the column of the
// key above them, what is in a mapping two columns to the right of it; one space follows a dash, a colon and a comma, none
// stands inside brackets, before a comma or at the end of a line; one condition of `where` and `require` is no list in brackets.
// Prose, comments, quotes and line breaks stay as they are. It is a function of the text alone.
package format

import (
	"strings"
	"testing/fstest"

	"gopkg.in/yaml.v3"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
)

// bounds are those of a file of YAML.
var bounds = source.Bounds{What: "file", Bytes: source.MaxBytes, Depth: source.MaxDepth, Values: source.MaxValues}

// Page formats the yaml blocks of a page of a rulebook. A page that cannot be read is returned as it is, with what is wrong; the list has
// no warnings.
func Page(name string, text []byte) ([]byte, diag.List) {
	if list := page(name, text); list.HasErrors() {
		return text, list
	}
	lines := strings.SplitAfter(string(text), "\n")
	var out strings.Builder
	for i := 0; i < len(lines); {
		mark, indent, yaml := opening(lines[i])
		out.WriteString(lines[i])
		i++
		if mark == "" {
			continue
		}
		end := i
		for end < len(lines) && !closes(lines[end], mark) {
			end++
		}
		inside := strings.Join(lines[i:end], "")
		if yaml {
			if formatted := block(lines[i:end], indent); same(inside, formatted) {
				inside = formatted
			}
		}
		out.WriteString(inside)
		i = end
		if i < len(lines) {
			out.WriteString(lines[i])
			i++
		}
	}
	return []byte(out.String()), nil
}

// page returns the errors of a page.
func page(name string, text []byte) diag.List {
	_, list := source.Read(fstest.MapFS{"page/page.md": {Data: text}}, "page")
	return named(list, name)
}

// Document formats a file that is YAML from end to end: a scenario, or a list beside the scenarios, which may have anchors. One that
// cannot be read is returned as it is, with what is wrong.
func Document(name string, text []byte) ([]byte, diag.List) {
	_, list := source.Document(name, source.WithoutMark(text), bounds)
	if err := yaml.Unmarshal(text, &yaml.Node{}); err != nil {
		if !list.HasErrors() {
			list.Errorf(diag.Pos{File: name, Line: 1, Col: 1}, "yaml-syntax", "%v", err)
		}
		return text, list
	}
	formatted := strings.TrimRight(block(strings.SplitAfter(string(text), "\n"), 0), "\n") + "\n"
	if !same(string(text), formatted) {
		return text, nil
	}
	return []byte(formatted), nil
}

// same reports whether two texts of YAML say the same, apart from one condition that is a list in the first. Where they do not, this
// package has not understood the first, which then stays as it is.
func same(before, after string) bool {
	var a, b yaml.Node
	return yaml.Unmarshal([]byte(before), &a) == nil && yaml.Unmarshal([]byte(after), &b) == nil && sameNode(&a, &b)
}

// sameNode is same of nodes.
func sameNode(a, b *yaml.Node) bool {
	if a.Kind != b.Kind || a.Value != b.Value || a.Tag != b.Tag || a.Anchor != b.Anchor || a.Style != b.Style || a.HeadComment != b.HeadComment ||
		a.LineComment != b.LineComment || a.FootComment != b.FootComment || len(a.Content) != len(b.Content) {
		return false
	}
	for i, x := range a.Content {
		if i%2 == 1 && a.Kind == yaml.MappingNode && conditional(a.Content[i-1].Value) && len(x.Content) == 1 && b.Content[i].Kind == yaml.ScalarNode {
			x = x.Content[0]
		}
		if !sameNode(x, b.Content[i]) {
			return false
		}
	}
	return true
}

// named gives diagnostics the name of the file; warnings are left out.
func named(list diag.List, name string) diag.List {
	var out diag.List
	for _, d := range list {
		if d.Severity == diag.Error {
			d.Subject.File = name
			out = append(out, d)
		}
	}
	return out
}

// conditional reports whether one condition behind a key is no list.
func conditional(key string) bool { return key == "where" || key == "require" }

// opening returns the mark of the fence that a line opens, "" if it opens none, the columns before it, and whether yaml is inside.
func opening(line string) (mark string, indent int, yaml bool) {
	text := strings.TrimLeft(line, " ")
	rest := strings.TrimLeft(text, "`")
	if rest == text {
		rest = strings.TrimLeft(text, "~")
	}
	if mark = text[:len(text)-len(rest)]; len(mark) < 3 || mark[0] == '`' && strings.Contains(rest, "`") {
		return "", 0, false
	}
	language, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	return mark, len(line) - len(text), language == "yaml"
}

// closes reports whether a line closes a fence.
func closes(line, mark string) bool {
	text := strings.TrimSpace(line)
	return len(text) >= len(mark) && strings.Trim(text, mark[:1]) == ""
}
