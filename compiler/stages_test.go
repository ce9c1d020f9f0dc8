package compiler

import (
	"encoding/json"
	"os"
	"testing"

	"rulebound/compiler/check"
	"rulebound/compiler/declare"
	"rulebound/compiler/draft"
	"rulebound/compiler/lower"
	"rulebound/compiler/read"
	"rulebound/compiler/resolve"
	"rulebound/compiler/series"
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// Later stages copy what they change in the results of declare and resolve.
func TestLaterStagesDoNotMutateTheGameOfEarlierOnes(t *testing.T) {
	for _, game := range []string{"tidelands", "fire-in-the-lake", "texas-holdem", "nine-mens-morris", "hasami-shogi", "kalah"} {
		t.Run(game, func(t *testing.T) {
			prose, _ := source.Read(os.DirFS(".."), "data/games/"+game)
			book := &Book{Book: prose, Attribute: map[string][]string{}}
			(&compilation{libraries: library}).addLibraries(book, &report{})
			root, _ := source.Merge(book.Blocks)
			series.Expand(root, false, nil)
			draft.Rewrite(root, false, nil)
			pages, _ := read.Read(root, false, nil)
			symbols, _ := declare.Declare(pages, book.Book)
			declared := written(t, symbols.Game)
			rules, list := resolve.Resolve(pages, symbols, nil)
			if list.HasErrors() {
				t.Fatal(list)
			}
			resolved := written(t, rules.Game)
			gd, program := lower.Lower(rules)
			lowered := written(t, gd)
			check.Check(gd, rules, program)
			for stage, texts := range map[string][2]string{
				"declare": {declared, written(t, symbols.Game)}, "resolve": {resolved, written(t, rules.Game)}, "lower": {lowered, written(t, gd)}} {
				if texts[0] != texts[1] {
					t.Errorf("a later stage changes the game that %s gave", stage)
				}
			}
		})
	}
}

func written(t *testing.T, gd *def.GameDef) string {
	t.Helper()
	data, err := json.Marshal(gd)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
