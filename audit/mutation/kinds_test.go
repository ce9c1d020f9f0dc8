package mutation

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// The tables of changes and of scores in the document have a row for each kind of change, in the order of reports.
func TestTheDocumentListsTheKindsOfChanges(t *testing.T) {
	text, err := os.ReadFile("../../docs/mutation.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, head := range []string{`\| kind \| changes \|`, `\| kind \| reached \|[^\n]*`} {
		table := regexp.MustCompile(head + `\n(\|[^\n]*\n)+`).FindString(string(text))
		var listed []string
		for _, row := range regexp.MustCompile(`(?m)^\| ([a-z]+) \|`).FindAllStringSubmatch(table, -1)[min(1, len(table)):] {
			listed = append(listed, row[1])
		}
		if !slices.Equal(listed, kinds) {
			t.Errorf("the table %s lists %v, should list %v", head, listed, kinds)
		}
	}
}
