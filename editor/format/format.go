// Package format normalises the YAML of rulebook pages and of scenario files: list entries have the column of their
// key, mappings are indented by two; one space follows a dash, a colon and a comma, none is inside brackets, before a
// comma or at the end of a line; a single condition of `where` and `require` has no brackets. Prose, comments, quotes
// and line breaks do not change. The result depends on the text alone.
package format

import (
	"strings"
	"testing/fstest"

	"gopkg.in/yaml.v3"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
)

// bounds limits a YAML file.
var bounds = source.Bounds{What: "file", Bytes: source.MaxBytes, Depth: source.MaxDepth, Values: source.MaxValues}

// Page formats the yaml blocks of a rulebook page. An invalid page is returned unchanged, with its errors but without warnings.
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

// Document formats a YAML file: a scenario, or a list beside the scenarios, which may have anchors. An invalid one is
// returned unchanged, with its errors.
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

// same reports whether two YAML texts are equivalent, except that a single condition may be a list in the first. If
// they are not, the formatter misunderstood the first, which is then kept.
func same(before, after string) bool {
	var a, b yaml.Node
	return yaml.Unmarshal([]byte(before), &a) == nil && yaml.Unmarshal([]byte(after), &b) == nil && sameNode(&a, &b)
}

// sameNode is same for nodes.
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

// named sets the file name of diagnostics and removes warnings.
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

// conditional reports whether a key takes a single condition without brackets.
func conditional(key string) bool { return key == "where" || key == "require" }

// opening returns the mark of the fence that a line opens, "" if it opens none, its indentation, and whether it is a yaml block.
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
