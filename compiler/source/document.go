// This file reads YAML files, such as scenarios, by the same rules as the blocks of a rulebook.

package source

import (
	"bytes"
	"strings"

	"rulebound/compiler/diag"
)

// Document reads a file with one YAML document. The root is nil if the list has an error. A file that exceeds its bounds or has
// no value is an error.
func Document(file string, text []byte, bounds Bounds) (*Node, diag.List) {
	var list diag.List
	top := diag.Pos{File: file, Line: 1, Col: 1}
	if len(text) > bounds.Bytes {
		list.Errorf(top, "text-too-long", "the %s is too long", bounds.What).Detailf("At most %d KiB; split it.", bounds.Bytes>>10)
		return nil, list
	}
	if at := invalid(text); at >= 0 {
		line := 1 + bytes.Count(text[:at], []byte("\n"))
		notText(&list, diag.Pos{File: file, Line: line, Col: 1}, text[at])
		return nil, list
	}
	b := &block{Bounds: bounds, file: file, opened: top, diags: &list}
	for l := range strings.SplitSeq(string(text), "\n") {
		b.lines = append(b.lines, newLine(len(b.lines)+1, 0, l))
	}
	root := b.parse()
	if root == nil && !list.HasErrors() {
		list.Errorf(top, "empty-text", "the %s is empty", bounds.What)
	}
	if list.HasErrors() {
		return nil, list
	}
	return root, list
}
