package engine

import (
	"math"
	"testing"

	"rulebound/engine/def"
)

func TestAnswersAreSpelled(t *testing.T) {
	menu := red("what", def.Menu)
	menu.Options, menu.Also = []def.MenuOption{{Name: "dig", Proc: -1}, {Name: "rest", Proc: -1}}, []def.MenuOption{{Name: "sing", Proc: -1}}
	where, some, many, roll := red("where", def.One), red("some", def.Subset), red("many", def.Take), red("luck", def.Roll)
	shuffle := red("order", def.Shuffle)
	g := mustLoad(t, testMain())
	g.def.Decisions = []def.DecisionDef{menu, where, some, many, roll, shuffle}
	entries := []Entry{{Zone: zoneX, Class: wolfHidden, Available: 2}, {Zone: zoneY, Class: wolfActive, Available: 1}}
	asked := func(i int32) *Decision {
		d := &g.def.Decisions[i]
		return &Decision{Index: i, Name: d.Name, Kind: d.Kind, Elem: d.Elem, Entries: entries}
	}
	for _, c := range []struct {
		d    int32
		a    Answer
		want string
	}{
		{0, Answer{Option: 1}, "rest"}, {0, Answer{Kind: Side}, "sing"}, {0, Answer{Option: 7}, "what"}, {0, Answer{Option: -1}, "what"}, {0, Answer{Kind: Side, Option: 1}, "what"},
		{0, Answer{Kind: Side, Option: -1}, "what"},
		{1, Answer{Member: zoneZ}, "z"}, {1, Answer{Member: 99}, "99"}, {1, Answer{Stop: true}, "stop"},
		{2, Answer{Set: bitsOf(zoneX, zoneZ)}, "[x, z]"}, {2, Answer{}, "[]"},
		{3, Answer{Counts: []int32{2, 1}}, "2 wolf.hidden from x, 1 wolf.active from y"}, {3, Answer{Counts: []int32{-1, 0, 5}}, "nothing"},
		{3, Answer{Counts: []int32{0, math.MaxInt32}}, "2147483647 wolf.active from y"},
		{4, Answer{N: 6}, "6"}, {5, Answer{Order: []int64{2, 0}}, "c2, c0"},
	} {
		if got := g.SpellReply(asked(c.d), c.a); got != c.want {
			t.Errorf("%s: %+v is spelled %q, want %q", asked(c.d).Name, c.a, got, c.want)
		}
	}
	if got := g.SpellAnswer(&g.def.Decisions[0], ByOption, def.None, nil); got != "none" {
		t.Errorf("no legal option is spelled %q", got)
	}
}
