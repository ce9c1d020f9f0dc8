package compiler_test

// A loop over a pile visits its cards from the top, whatever its rounds do to the pile.

import (
	"slices"
	"strings"
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
)

func TestLoopOverAPileVisitsCardsFromTheTop(t *testing.T) {
	base := baseText(t)
	const page = "\n```yaml\ncards: [{id: fog}, {id: hail}]\npiles: [{id: seen}]\nprocedures:\n- id: around\n  do:\n"
	for name, c := range map[string]struct {
		loop string
		seen []string // top first
		left []string
	}{
		"each once, as they lie": {"- for: {$c: shown}\n  do: [{card: $c, to: seen, at: bottom}]",
			[]string{"wind", "rain", "hail", "fog"}, nil},
		"those that are chosen": {"- for: {$c: shown}\n  where: $c not in [rain, fog]\n  do: [{card: $c, to: seen, at: bottom}]",
			[]string{"wind", "hail"}, []string{"rain", "fog"}},
		"so many at most": {"- for: {$c: shown}\n  limit: 2\n  do: [{card: $c, to: seen, at: bottom}]",
			[]string{"wind", "rain"}, []string{"hail", "fog"}},
		"of chosen ones so many at most": {"- for: {$c: shown}\n  where: $c not in [wind]\n  limit: 2\n  do: [{card: $c, to: seen, at: bottom}]",
			[]string{"rain", "hail"}, []string{"wind", "fog"}},
		"none that left it before its turn": {"- for: {$c: shown}\n  do:\n  - {card: rain, to: stock, if: $c == wind}\n  - {card: $c, to: seen, at: bottom}",
			[]string{"wind", "hail", "fog"}, nil},
		"none that came to it, and none again": {"- for: {$c: shown}\n  do:\n  - {card: $c, to: seen, at: bottom}\n  - {card: $c, to: shown}\n  - {card: $c, to: seen, at: bottom, if: $c != hail}",
			[]string{"wind", "rain", "fog"}, []string{"hail"}},
		"a pile that is a value": {"- for: {$p: [seen, shown]}\n  do:\n  - for: {$c: $p}\n    do: [{card: $c, to: seen, at: bottom}]",
			[]string{"wind", "rain", "hail", "fog"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			gd, _, list := compileText(strings.Replace(base, "main: play", "main: around", 1) + page + indented(c.loop, 2) + "\n  - over: {}\n```\n")
			report(t, list)
			game, err := engine.Load(gd, nil)
			if err != nil {
				t.Fatal(err)
			}
			s, err := game.New(engine.Setup{ID: "spring", Piles: map[string][]string{"shown": {"wind", "rain", "hail", "fog"}}})
			if err != nil {
				t.Fatal(err)
			}
			for pile, want := range map[string][]string{"seen": c.seen, "shown": c.left} {
				i := slices.IndexFunc(gd.Piles, func(p def.PileDef) bool { return p.ID == pile })
				var got []string
				for _, card := range s.Cards(int32(i)) {
					got = append(got, gd.Cards[card].ID)
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s holds %v, want %v", pile, got, want)
				}
			}
		})
	}
}
