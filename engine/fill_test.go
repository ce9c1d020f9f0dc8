package engine_test

import (
	"slices"
	"strings"
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
)

const filling = `
game: {id: toy, title: Toy, main: play}
seats: [{id: red}, {id: blue}, {id: gold}]
spaces: [{id: hill, adjacent: []}, {id: dale, adjacent: []}, {id: moor, adjacent: []}]
variables: [{id: tired, type: bool, per: seat}, {id: worth, type: int, per: space, initial: 7}, {id: tax, type: int, per: space}, {id: sum, type: int}, {id: grade, type: int, per: space, max: 3}, {id: held, type: cards, per: space, initial: [card-70]}]
cards: [{each: {n: 1..70}, id: "card-{n}"}]
piles: [{id: stock}]
pools: {blights: 4}
markers: [{id: blight, on: spaces, count: 2, pool: blights}]
boxes: [{id: store}]
setups: [{id: start, spaces: {hill: {grade: 2}}}]
functions: [{id: sum-of, params: {}, value: =sum($s.worth * 3 + $s.tax for $s in spaces) + count($s in seats where $s.tired) + sum($s.grade * 100 + $s.blight * 1000 + size($s.held) * 10 for $s in spaces) - 30}]
procedures:
- id: play
  do:
%s
  - set: {sum: =sum-of()}
  - menu: act
    by: red
    options: {rest: {do: []}, sleep: {do: []}}
`

// A loop that only sets variables of its members leaves the same behind whether it is watched, which takes it member by member, or not.
func TestALoopThatOnlySetsLeavesTheSameBehindWatchedOrNot(t *testing.T) {
	const limit = 1 << 20
	for _, c := range []struct {
		name, loop string
		sum        int64 // -1: it is a fault
		seen       int   // events at least
	}{
		{"one variable", "  - for: {$s: seats}\n    do: [{set: {$s.tired: true}}]", 66, 3},
		{"two variables", "  - for: {$s: spaces}\n    do: [{set: {$s.worth: 1, $s.tax: 10}}]", 39, 6},
		{"some members", "  - for: {$s: spaces}\n    where: $s != dale\n    do: [{set: {$s.worth: 1}}]", 27, 0},
		{"no member", "  - for: {$s: spaces}\n    where: $s.worth > 9\n    order: fixed\n    do: [{set: {$s.worth: 1}}]", 63, 0},
		{"what hangs on the member", "  - for: {$s: spaces}\n    do: [{set: {$s.worth: =$s.worth + 1}}]", 72, 0},
		{"what another variable of the member is", "  - for: {$s: spaces}\n    do: [{set: {$s.tax: =$s.worth}}]", 84, 3},
		{"what the member is", "  - for: {$s: spaces}\n    do: [{set: {$s.tax: '=if($s == dale, 5, 1)', $s.worth: 2}}]", 25, 6},
		{"what lies in the frame", "  - let: {$k: 4}\n  - for: {$s: spaces}\n    do: [{set: {$s.tax: $k}}]", 75, 3},
		{"what another round has changed", "  - for: {$s: spaces}\n    order: fixed\n    do: [{set: {$s.tax: =hill.worth, $s.worth: 1}}]", 18, 0},
		{"what the round has changed", "  - for: {$s: spaces}\n    do: [{set: {$s.worth: 1, $s.tax: =$s.worth}}]", 12, 0},
		{"what all rounds change", "  - for: {$s: spaces}\n    order: fixed\n    do: [{set: {$s.tax: '=count($z in spaces where $z.worth == 7)', $s.worth: 1}}]", 15, 0},
		{"what a function reads that rounds change", "  - for: {$s: spaces}\n    order: fixed\n    do: [{set: {$s.tax: =sum-of(), $s.worth: 1}}]", 378, 0},
		{"a value that can be a fault", "  - for: {$s: spaces}\n    do: [{set: {$s.tax: =10 div $s.worth}}]", 66, 0},
		{"a value that is a fault", "  - for: {$s: spaces}\n    do: [{set: {$s.tax: =10 div sum}}]", -1, 0},
		{"a variable with bounds, by the member", "  - for: {$s: spaces}\n    do: [{set: {$s.grade: '=if($s == dale, 3, 1)'}}]", 563, 0},
		{"a variable that is beyond its bounds for a member", "  - for: {$s: spaces}\n    do: [{set: {$s.grade: '=if($s == dale, 4, 1)'}}]", -1, 0},
		{"a variable with bounds", "  - for: {$s: spaces}\n    do: [{set: {$s.grade: 3}}]", 963, 0},
		{"a variable that is beyond its bounds", "  - for: {$s: spaces}\n    do: [{set: {$s.grade: 4}}]", -1, 0},
		{"a variable that is below its bounds", "  - for: {$s: spaces}\n    do: [{set: {$s.grade: -1}}]", -1, 0},
		{"markers of a pool", "  - for: {$s: hill | moor}\n    do: [{set: {$s.blight: 2}}]", 4063, 0},
		{"more markers than the pool has", "  - for: {$s: spaces}\n    do: [{set: {$s.blight: 2}}]", -1, 0},
		{"a variable of what is bound elsewhere", "  - let: {$o: '=the(lowest(set($z in spaces where $z.worth == 7), 1))'}\n  - for: {$s: spaces}\n    do: [{set: {$o.tax: 1}}]", 64, 0},
		{"a wide set", "  - for: {$s: spaces}\n    do: [{set: {$s.held: []}}]", 33, 0},
		{"a loop within a loop", "  - for: {$s: spaces}\n    do: [{for: {$t: spaces}, do: [{set: {$t.tax: 1}}]}]", 66, 0},
		{"a loop that does nothing", "  - for: {$s: spaces}\n    do: []", 63, 0},
		{"what hangs on a condition", "  - for: {$s: spaces}\n    do: [{set: {$s.tax: 1}, if: $s != dale}]", 65, 0},
		{"a variable of another", "  - for: {$s: spaces}\n    do: [{set: {hill.worth: 1}}]", 45, 0},
	} {
		gd := toy(t, "# Toy\n\n```yaml\n"+strings.Replace(filling, "%s", c.loop, 1)+"```\n")
		g := loaded(t, gd, engine.WithLimit(limit))
		plain, err := g.New(engine.Setup{})
		if c.sum < 0 {
			if _, again := g.New(engine.Setup{Observer: silent{}}); err == nil || again == nil || err.Error() != again.Error() {
				t.Errorf("%s: %v, watched %v", c.name, err, again)
			}
			continue
		}
		if err != nil {
			t.Fatal(c.name, err)
		}
		steps := limit - g.Left()
		g.Allow(limit)
		watched, err := g.New(engine.Setup{Observer: silent{}})
		if err != nil {
			t.Fatal(err)
		}
		if v, _, err := plain.Value("sum"); err != nil || v != c.sum {
			t.Errorf("%s: the sum is %d, not %d, %v", c.name, v, c.sum, err)
		}
		if plain.Hash() != watched.Hash() {
			t.Errorf("%s: the watched play leaves another state behind", c.name)
		}
		seen := &counting{}
		if _, err := g.New(engine.Setup{Observer: seen}); err != nil || seen.n < c.seen {
			t.Errorf("%s: %d events, %v", c.name, seen.n, err)
		}
		if n := limit - g.Left(); n != 2*steps {
			t.Errorf("%s: %d steps, watched twice %d", c.name, steps, n)
		}
		if ran, each := coverage(t, gd, nil), coverage(t, gd, silent{}); !slices.Equal(ran, each) {
			t.Errorf("%s: coverage counts %v, watched %v", c.name, ran, each)
		}
	}
}

// coverage plays a game up to its first decision and returns how often each of its nodes ran.
func coverage(t *testing.T, gd *def.GameDef, o engine.Observer) (ran []uint64) {
	t.Helper()
	g := loaded(t, gd, engine.WithCoverage())
	if _, err := g.New(engine.Setup{Observer: o}); err != nil {
		t.Fatal(err)
	}
	for _, n := range g.Coverage() {
		ran = append(ran, uint64(n.Ran))
	}
	return ran
}
