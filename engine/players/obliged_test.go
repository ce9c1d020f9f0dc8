package players_test

import (
	"testing"

	"rulebound/compiler/onepage"
	"rulebound/engine"
	"rulebound/engine/players"
)

// If a draw violates the obligation, the player gives an answer that satisfies it.
func TestPlayersSatisfyObligations(t *testing.T) {
	for name, decision := range map[string]string{
		"a subset": "    - {subset: $some, by: red, from: fields, name: fields}\n    - {for: {$f: $some}, do: [{gain: {sum: =$f.worth}}]}\n",
		"a take":   "    - {take: $some, by: red, of: [a, b, c, d], from: [box], name: pieces, each: $p, do: [{gain: {sum: =$p.worth}}]}\n",
	} {
		page := "```yaml\ngame: {id: g, main: play}\nseats: [{id: red}]\nproperties: {zone: {worth: int}, piece: {worth: int}}\n" +
			"spaces: [{id: one, worth: 1}, {id: two, worth: 2}, {id: four, worth: 4}, {id: eight, worth: 8}]\nboxes: [{id: box, worth: 0}]\nsets: {fields: spaces}\n" +
			"pieces: [{id: a, home: box, count: 1, worth: 1}, {id: b, home: box, count: 1, worth: 2}, {id: c, home: box, count: 1, worth: 4}, {id: d, home: box, count: 1, worth: 8}]\n" +
			"tracks: [{id: sum, min: 0, max: 15}]\nprocedures:\n- id: play\n  do:\n  - ensure: sum == 5 or sum == 10\n    do:\n" + decision + "```\n"
		g := onepage.Load(t, page)
		for seed := range uint64(20) {
			for _, p := range []players.Player{players.NewUniform(seed), players.NewMinimal(seed)} {
				s, err := g.New(engine.Setup{Seed: seed})
				if err != nil {
					t.Fatal(name, err)
				}
				if _, err := players.Play(s, []players.Player{p}, -1); err != nil || !s.Over() {
					t.Errorf("%s: over %t, %v", name, s.Over(), err)
				}
			}
		}
	}
}
