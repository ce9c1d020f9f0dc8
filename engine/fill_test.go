package engine_test

import (
	"fmt"
	"maps"
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
derived: [{id: tired-seats, type: int, watch: true, value: =count($s in seats where $s.tired) * 10 + size(set($s in spaces where $s.tax > 0))}]
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

// writing records events with the lines of the rulebook that cause them.
type writing struct{ lines []string }

func (w *writing) Event(s *engine.State, e *engine.Event) {
	w.lines = append(w.lines, fmt.Sprint(e.Kind, " ", s.Game().Def().Nodes[e.Node].Line, e.Cell()))
}

// A loop that assigns the same value to a variable of each member is one instruction. It has the same results as the loop, the
// same events with the watched values between them, the same faults and the same coverage. With a condition on each assignment, a
// loop remains a loop.
func TestFillInstructionEqualsTheLoop(t *testing.T) {
	const limit = 1 << 20
	for _, c := range []struct {
		name, loop string
		sum        int64 // -1: a fault
	}{
		{"one variable", "  - for: {$s: seats}\n    do: [{set: {$s.tired: true}}]", 66},
		{"two variables", "  - for: {$s: spaces}\n    do: [{set: {$s.worth: 1, $s.tax: 10}}]", 39},
		{"some members", "  - for: {$s: spaces}\n    where: $s != dale\n    do: [{set: {$s.worth: 1}}]", 27},
		{"no member", "  - for: {$s: spaces}\n    where: $s.worth > 9\n    order: fixed\n    do: [{set: {$s.worth: 1}}]", 63},
		{"what hangs on the member", "  - for: {$s: spaces}\n    do: [{set: {$s.worth: =$s.worth + 1}}]", 72},
		{"what another variable of the member is", "  - for: {$s: spaces}\n    do: [{set: {$s.tax: =$s.worth}}]", 84},
		{"what the member is", "  - for: {$s: spaces}\n    do: [{set: {$s.tax: '=if($s == dale, 5, 1)', $s.worth: 2}}]", 25},
		{"what lies in the frame", "  - let: {$k: 4}\n  - for: {$s: spaces}\n    do: [{set: {$s.tax: $k}}]", 75},
		{"what another round has changed", "  - for: {$s: spaces}\n    order: fixed\n    do: [{set: {$s.tax: =hill.worth, $s.worth: 1}}]", 18},
		{"what the round has changed", "  - for: {$s: spaces}\n    do: [{set: {$s.worth: 1, $s.tax: =$s.worth}}]", 12},
		{"what all rounds change", "  - for: {$s: spaces}\n    order: fixed\n    do: [{set: {$s.tax: '=count($z in spaces where $z.worth == 7)', $s.worth: 1}}]", 15},
		{"what a function reads that rounds change", "  - for: {$s: spaces}\n    order: fixed\n    do: [{set: {$s.tax: =sum-of(), $s.worth: 1}}]", 378},
		{"a value that can be a fault", "  - for: {$s: spaces}\n    do: [{set: {$s.tax: =10 div $s.worth}}]", 66},
		{"a value that is a fault", "  - for: {$s: spaces}\n    do: [{set: {$s.tax: =10 div sum}}]", -1},
		{"a variable with bounds, by the member", "  - for: {$s: spaces}\n    do: [{set: {$s.grade: '=if($s == dale, 3, 1)'}}]", 563},
		{"a variable that is beyond its bounds for a member", "  - for: {$s: spaces}\n    do: [{set: {$s.grade: '=if($s == dale, 4, 1)'}}]", -1},
		{"a variable with bounds", "  - for: {$s: spaces}\n    do: [{set: {$s.grade: 3}}]", 963},
		{"a variable that is beyond its bounds", "  - for: {$s: spaces}\n    do: [{set: {$s.grade: 4}}]", -1},
		{"a variable that is below its bounds", "  - for: {$s: spaces}\n    do: [{set: {$s.grade: -1}}]", -1},
		{"markers of a pool", "  - for: {$s: hill | moor}\n    do: [{set: {$s.blight: 2}}]", 4063},
		{"more markers than the pool has", "  - for: {$s: spaces}\n    do: [{set: {$s.blight: 2}}]", -1},
		{"a variable of what is bound elsewhere", "  - let: {$o: '=the(lowest(set($z in spaces where $z.worth == 7), 1))'}\n  - for: {$s: spaces}\n    do: [{set: {$o.tax: 1}}]", 64},
		{"a wide set", "  - for: {$s: spaces}\n    do: [{set: {$s.held: []}}]", 33},
		{"a loop within a loop", "  - for: {$s: spaces}\n    do: [{for: {$t: spaces}, do: [{set: {$t.tax: 1}}]}]", 66},
		{"a loop that does nothing", "  - for: {$s: spaces}\n    do: []", 63},
		{"what hangs on a condition", "  - for: {$s: spaces}\n    do: [{set: {$s.tax: 1}, if: $s != dale}]", 65},
		{"a variable of another", "  - for: {$s: spaces}\n    do: [{set: {hill.worth: 1}}]", 45},
		{"no member by a constant", "  - for: {$s: '=[hill] & [dale]'}\n    do: [{set: {$s.tax: 1}}]", 63},
		{"a value that is a fault, for no member", "  - let: {$k: sum}\n  - for: {$s: spaces}\n    where: $s.worth > 9\n    order: fixed\n    do: [{set: {$s.tax: =1 div $k}}]", 63},
		{"a constant that is a fault", "  - let: {$k: sum}\n  - for: {$s: spaces}\n    do: [{set: {$s.tax: =1 div $k}}]", -1},
	} {
		book := func(loop string) *def.GameDef {
			return toy(t, "# Toy\n\n```yaml\n"+strings.Replace(filling, "%s", loop, 1)+"```\n")
		}
		gd, loop := book(c.loop), book(strings.ReplaceAll(c.loop, "}}]", "}, if: sum == 0}]"))
		g := loaded(t, gd, engine.WithLimit(limit))
		plain, err := g.New(engine.Setup{})
		steps := limit - g.Left()
		g.Allow(limit)
		quick, slow := &writing{}, &writing{}
		watched, again := g.New(engine.Setup{Observer: quick})
		one, wrong := loaded(t, loop).New(engine.Setup{Observer: slow})
		if c.sum < 0 {
			if err == nil || again == nil || wrong == nil || err.Error() != again.Error() || err.Error() != wrong.Error() {
				t.Errorf("%s: %v, watched %v, a loop %v", c.name, err, again, wrong)
			}
			continue
		}
		if err != nil || again != nil || wrong != nil {
			t.Fatal(c.name, err, again, wrong)
		}
		if v, _, err := plain.Value("sum"); err != nil || v != c.sum {
			t.Errorf("%s: the sum is %d, not %d, %v", c.name, v, c.sum, err)
		}
		if v, _, _ := one.Value("sum"); v != c.sum || plain.Hash() != watched.Hash() {
			t.Errorf("%s: the watched play, or the loop, leaves another state behind", c.name)
		}
		if n := limit - g.Left(); n != steps {
			t.Errorf("%s: %d steps, watched %d", c.name, steps, n)
		}
		if !slices.Equal(quick.lines, slow.lines) {
			t.Errorf("%s: the events are\n%s\nthose of a loop\n%s", c.name, strings.Join(quick.lines, "\n"), strings.Join(slow.lines, "\n"))
		}
		if ran, each := places(t, gd, nil), places(t, loop, nil); !maps.Equal(ran, each) {
			t.Errorf("%s: covered are %v, by a loop %v", c.name, ran, each)
		}
		if ran, each := places(t, gd, nil), places(t, gd, silent{}); !maps.Equal(ran, each) {
			t.Errorf("%s: covered are %v, watched %v", c.name, ran, each)
		}
	}
}

// places plays a game up to its first decision and returns the statements and declarations that ran.
func places(t *testing.T, gd *def.GameDef, o engine.Observer) map[string]bool {
	t.Helper()
	g := loaded(t, gd, engine.WithCoverage())
	if _, err := g.New(engine.Setup{Observer: o}); err != nil {
		t.Fatal(err)
	}
	ran := map[string]bool{}
	for i, n := range g.Coverage() {
		if at := &gd.Nodes[i]; at.What != "where" && at.What != "if" {
			ran[fmt.Sprint(at.Line, " ", at.What, n.Ran > 0)] = true
		}
	}
	return ran
}

// The instruction costs a step for each member.
func TestFillInstructionCostsAStepForEachMember(t *testing.T) {
	cost := func(n int) int64 {
		spaces := fmt.Sprintf("spaces: [{each: {n: 1..%d}, id: \"space-{n}\", adjacent: []}]\nvariables: [{id: tax, type: int, per: space}]\n", n)
		return spent(t, spaces, "  - {repeat: 100, do: [{for: {$s: spaces}, do: [{set: {$s.tax: 1}}]}]}\n")
	}
	if few, many := cost(10), cost(60); many-few < 50*100 {
		t.Errorf("10 members cost %d, 60 cost %d", few, many)
	}
}
