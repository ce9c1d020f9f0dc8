package compiler_test

import (
	"strings"
	"testing"

	"rulebound/compiler/grammar"
	"rulebound/engine/def"
)

// What a look may say is written in the table of keys and known to whoever draws a compiled game.
func TestTheWordsOfLooksAreThoseOfTheCompiledGame(t *testing.T) {
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
