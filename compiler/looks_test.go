package compiler_test

import (
	"fmt"
	"strings"
	"testing"

	"rulebound/compiler/grammar"
	"rulebound/engine/def"
)

// The words of looks in the table of keys are those of engine/def.
func TestTableOfKeysListsTheWordsOfLooks(t *testing.T) {
	for _, c := range []struct {
		block, key string
		words      []string
	}{
		{"pieceLook", "shape", def.PieceShapes}, {"zoneLook", "shape", def.ZoneShapes},
		{"seatLook", "colour", def.Colours}, {"pieceLook", "colour", def.Colours}, {"region", "colour", def.Colours},
	} {
		for _, k := range grammar.Find(grammar.Blocks, c.block).Keys {
			if want := "(" + strings.Join(c.words, " ") + ")"; k.Name == c.key && string(k.Form) != want {
				t.Errorf("%s of %s is %s, the compiled game knows %s", c.key, c.block, k.Form, want)
			}
		}
	}
}

// A list of looks ends with the last thing that has one; a space that is a line has all its points.
func TestLooksEndWithTheLastDeclaredOne(t *testing.T) {
	game, _, list := compileText("# G\n\n```yaml\n" + `game: {id: g, title: G, main: play}
seats: [{id: red}, {id: blue, look: {colour: blue}}, {id: grey}]
spaces: [{id: road, at: [[0, 1], [20, 3]]}, {id: hill, at: [5, 6], look: {shape: spot}}, {id: dale}]
procedures: [{id: play, do: [{over: {result: 0}}]}]
` + "```\n")
	if list.HasErrors() {
		t.Fatal(list)
	}
	want := def.Looks{Seats: []def.Look{{}, {Colour: "blue"}}, Zones: []def.Look{{At: []int32{0, 1, 20, 3}}, {At: []int32{5, 6}, Shape: "spot"}}}
	if fmt.Sprint(game.Looks) != fmt.Sprint(&want) {
		t.Errorf("%+v, not %+v", game.Looks, want)
	}
}
