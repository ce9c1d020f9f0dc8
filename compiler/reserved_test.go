package compiler_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rulebound/compiler/declare"
	"rulebound/compiler/syntax"
)

// The reference lists exactly the reserved ids.
func TestTheReferenceListsTheReservedIDs(t *testing.T) {
	text, err := os.ReadFile("../docs/reference.md")
	if err != nil {
		t.Fatal(err)
	}
	_, part, found := strings.Cut(string(text), "**Reserved ids.**")
	part, _, ends := strings.Cut(part, "A function may not")
	if !found || !ends {
		t.Fatal("docs/reference.md has no list of reserved ids")
	}
	var listed []string
	for _, m := range regexp.MustCompile("`([a-z]+)`").FindAllStringSubmatch(part, -1) {
		listed = append(listed, m[1])
	}
	want := slices.Concat(syntax.Reserved(), declare.BuiltinNames)
	slices.Sort(listed)
	slices.Sort(want)
	if !slices.Equal(listed, want) {
		t.Errorf("docs/reference.md lists %v, the compiler refuses %v", listed, want)
	}
}
