package engine_test

import (
	"bytes"
	"os"
	"testing"

	"rulebound/compiler"
	"rulebound/engine"
	"rulebound/engine/def"
)

// The looks of a game are not part of its rules: they do not affect the fingerprint and the encoding of states.
func TestLooksDoNotAffectFingerprintAndEncoding(t *testing.T) {
	gd, _, list := compiler.Compile(os.DirFS("../data/games"), "fire-in-the-lake")
	if list.HasErrors() {
		t.Fatal(list)
	}
	plain := *gd
	plain.Looks = nil
	if gd.Looks == nil {
		t.Fatal("the game has no looks")
	}
	var prints []uint64
	var states [][]byte
	for _, d := range []*def.GameDef{gd, &plain} {
		g, err := engine.Load(d, nil)
		if err != nil {
			t.Fatal(err)
		}
		s, err := g.New(engine.Setup{ID: "short", Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		prints, states = append(prints, g.Fingerprint()), append(states, s.Encode(nil))
	}
	if prints[0] != prints[1] || !bytes.Equal(states[0], states[1]) {
		t.Errorf("fingerprints %x, or the states encoded, differ", prints)
	}
}
