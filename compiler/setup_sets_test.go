package compiler_test

// A set-up may give all members of a set a value at once; what it says of one of them further down comes last.

import (
	"os"
	"path"
	"strings"
	"testing"

	"rulebound/engine"
)

func TestASetUpGivesTheMembersOfASetAValue(t *testing.T) {
	base, err := os.ReadFile(path.Join(brokenDir, basePage))
	if err != nil {
		t.Fatal(err)
	}
	gd, _, list := compileText(strings.Replace(string(base), "main: play", "main: wait", 1) + "\n```yaml\n" + `variables: [{id: led, type: bool, per: card}]
sets: {storms: [rain, wind], groves: "=set($s in spaces where $s.terrain == grove)", houses: [nest, hive]}
procedures: [{id: wait, do: [{require: true}]}]
setups:
- id: autumn
  variables: {seats: {ready: false}, bee: {ready: true}, storms: {led: true}}
  spaces:
    woods: {favor: cool, pieces: {ant-scout: 1}}
    groves: {favor: warm, pieces: {bee-scout: 2}}
    spaces: {pieces: {bee-scout: 1}}
` + "```\n")
	if gd == nil {
		t.Fatal(list)
	}
	game, err := engine.Load(gd, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := game.New(engine.Setup{ID: "autumn"})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"ant.ready": "false", "bee.ready": "true", "rain.led": "true", "wind.led": "true",
		"oak.favor": "cool", "elm.favor": "warm", "oak.ant-scout": "1", "lake.ant-scout": "0", "elm.bee-scout": "3", "lake.bee-scout": "1"} {
		v, typ, err := s.Value(name)
		if got := s.Spell(v, typ); err != nil || got != want {
			t.Errorf("%s is %s, want %s (%v)", name, got, want, err)
		}
	}
}
