package scenario_test

import (
	"os"
	"regexp"
	"testing"

	"rulebound/compiler"
	"rulebound/conformance/scenario"
	"rulebound/engine"
)

// The first example of docs/scenarios.md is a passing scenario.
func TestExampleOfTheDocumentationPasses(t *testing.T) {
	page, err := os.ReadFile("../../docs/scenarios.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```yaml\n(version: 1\n.*?)```").FindSubmatch(page)
	if block == nil {
		t.Fatal("no example")
	}
	s, list := scenario.Parse("2.3.4/example.yaml", block[1])
	if s == nil {
		t.Fatal(list)
	}
	gd, _, errs := compiler.Compile(os.DirFS("../.."), "data/games/"+s.Game)
	if gd == nil {
		t.Fatal(errs)
	}
	g, err := engine.Load(gd, nil)
	if err != nil {
		t.Fatal(err)
	}
	told(t, scenario.Play(g, s).Problem(), "")
}
