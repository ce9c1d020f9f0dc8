package main

import (
	"fmt"
	"go/build"
	"go/constant"
	"go/importer"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// The tables of limits say what the constants say.
func TestTheTablesOfLimitsAreTrue(t *testing.T) {
	t.Chdir("../..")
	text, err := os.ReadFile("docs/limits.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| .* \\| ([0-9]+) \\| `([a-z/]+)\\.([A-Za-z]+)` (?:\\| `[a-z-]+` )?\\|$").FindAllStringSubmatch(string(text), -1)
	if want := strings.Count(string(text), "\n| ") - strings.Count(string(text), "\n| what | at most "); len(rows) != want || want < 20 {
		t.Fatalf("%d of %d rows can be read", len(rows), want)
	}
	if build.Default.GOROOT == "" { // a test built with -trimpath does not know it
		root, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			t.Fatal(err)
		}
		build.Default.GOROOT = strings.TrimSpace(string(root))
	}
	packages := map[string]*types.Package{}
	source := importer.ForCompiler(token.NewFileSet(), "source", nil)
	for _, row := range rows {
		p := packages[row[2]]
		if p == nil {
			if p, err = source.Import("rulebound/" + row[2]); err != nil {
				t.Fatal(err)
			}
			packages[row[2]] = p
		}
		c, ok := p.Scope().Lookup(row[3]).(*types.Const)
		if !ok {
			t.Errorf("%s has no constant %s", row[2], row[3])
			continue
		}
		if got := fmt.Sprint(constant.ToInt(c.Val())); got != row[1] {
			t.Errorf("%s.%s is %s, the table says %s", row[2], row[3], got, row[1])
		}
	}
}
