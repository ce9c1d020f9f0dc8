package schemas

import (
	"os"
	"slices"
	"testing"
	"testing/fstest"

	"rulebound/compiler/source"
)

func TestSchemaOfALibraryChecksItsKeys(t *testing.T) {
	s := schemaFile(t, "rulebook.card-driven.schema.json")
	for _, folder := range []string{"data/games/tidelands", "data/games/fire-in-the-lake", "compiler/library/card-driven"} {
		book, list := source.Read(os.DirFS(root), folder)
		if book == nil {
			t.Fatal(list.Err())
		}
		for _, b := range book.Blocks {
			if err := s.Validate(blockValue(b)); err != nil {
				t.Errorf("%s:%d: %v", b.Pos.File, b.Pos.Line, err)
			}
		}
	}
	for text, sound := range map[string]bool{
		"turnFlow: {optionMatrix: [{first: event, second: [operation]}]}":                       true,
		"turnFlow: {durationWindows: [turn, round]}":                                            true,
		"turnFlow: {monsoon: {blockPivotal: true}}":                                             true,
		"cards: [{id: x, order: [a, b], period: 1964, unshaded: {do: [stop]}}]":                 true,
		"setups: [{id: x, deckComposition: {pileCount: 1, eventsPerPile: 2, coupsPerPile: 1}}]": true,
		"turnFlow: 3":                 false,
		"turnFlow: {optionMatrx: []}": false,
		"turnFlow: {optionMatrix: [{frist: event, second: [operation]}]}":                                  false,
		"turnFlow: {optionMatrix: [{first: evnt, second: [operation]}]}":                                   false,
		"turnFlow: {durationWindows: [turn, rond]}":                                                        false,
		"turnFlow: {monsoon: {blockPivotal: sometimes}}":                                                   false,
		"turnFlow: {eligibility: {overrideWindows: [{id: x, effect: stay}]}}":                              false,
		"cards: [{id: x, ordre: [a, b]}]":                                                                  false,
		"cards: [{id: x, period: [1964]}]":                                                                 false,
		"cards: [{id: x, unshaded: [stop]}]":                                                               true,
		"cards: [{id: x, unshaded: [[stop]]}]":                                                             false,
		"setups: [{id: x, deckComposition: {pileCont: 1}}]":                                                false,
		"setups: [{id: x, deckComposition: 3}]":                                                            false,
		"setups: [{id: x, deckComposition: {pileCount: many}}]":                                            false,
		"setups: [{id: x, deckComposition: {periodFilter: {pileAssignments: [{pile: 1, period: 1964}]}}}]": false,
	} {
		book, list := source.Read(fstest.MapFS{"g/1.md": {Data: []byte("```yaml\n" + text + "\n```\n")}}, "g")
		if book == nil || len(book.Blocks) != 1 {
			t.Fatalf("%s: %v", text, list)
		}
		if err := s.Validate(blockValue(book.Blocks[0])); (err == nil) != sound {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestEveryLibraryHasASchema(t *testing.T) {
	libraries, err := os.ReadDir(root + "/compiler/library")
	if err != nil || len(libraries) == 0 {
		t.Fatal(err)
	}
	for _, l := range libraries {
		if !slices.ContainsFunc(documents, func(d document) bool { return d.name == "rulebook."+l.Name()+".schema.json" }) {
			t.Errorf("no schema is made for games that use %s", l.Name())
		}
	}
}
