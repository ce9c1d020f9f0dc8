package main

import (
	"fmt"
	"go/constant"
	"go/types"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// The tables of limits say what the constants say.
func TestTheTablesOfLimitsAreTrue(t *testing.T) {
	t.Chdir("../..")
	text, err := os.ReadFile("docs/maintainers/limits.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| .* \\| ([0-9]+) \\| `([a-z/]+)\\.([A-Za-z]+)` (?:\\| `[a-z-]+` )?\\|$").FindAllStringSubmatch(string(text), -1)
	if want := strings.Count(string(text), "\n| ") - strings.Count(string(text), "\n| what | at most "); len(rows) != want || want < 20 {
		t.Fatalf("%d of %d rows can be read", len(rows), want)
	}
	var paths []string
	for _, row := range rows {
		paths = append(paths, "rulebound/"+row[2])
	}
	slices.Sort(paths)
	list, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports}, slices.Compact(paths)...)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		i := slices.IndexFunc(list, func(p *packages.Package) bool { return p.PkgPath == "rulebound/"+row[2] })
		if i < 0 || len(list[i].Errors) > 0 {
			t.Fatalf("%s cannot be read", row[2])
		}
		p := list[i].Types
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
