package board

// These tests check the distribution of numbers, places and marks over many boards of a small game.

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rulebound/compiler/onepage"
	"rulebound/engine"
)

// meadow has a space that takes one ant-hill and at most three scouts, markers with and without a pool, and tracks.
const meadow = "# T\n\n```yaml\n" + `
game: {id: toy, main: play}
seats: [{id: red}]
properties: {zone: {wet: {type: bool, default: false}}}
spaces: [{id: oak}, {id: elm}, {id: lake, wet: true}]
boxes: [{id: nest}, {id: den}]
sets: {woods: "=set($s in spaces where not $s.wet)"}
pieces:
- {id: scout, count: 6, home: nest, statuses: [hidden, open], marks: [moved]}
- {id: hill, count: 3, home: nest}
stacking:
- {rule: 1, in: oak, of: scout, max: 3}
- {rule: 1, in: woods, of: hill, max: 1}
pools: {pots: 4, tubs: 2, spare: 3}
markers:
- {id: favor, on: woods, scale: [cool, neutral, warm], initial: neutral}
- {id: blight, on: woods, count: 2, pool: pots}
- {id: moss, on: lake, count: 3, pool: pots}
- {id: dew, on: lake, count: 2, pool: tubs}
tracks: [{id: honey, min: -3, max: 16, initial: 4}, {id: fixed, min: 2, max: 2, initial: 2}]
variables: [{id: luck, type: int, min: -2, max: 5, initial: 1}, {id: purse, type: int, per: seat, min: 0, max: 5}, {id: days, type: int}, {id: steps, type: int, min: 0, max: 3, scope: action}]
durations: [year]
lasting: [{id: drought, title: Weather, duration: year}, {id: flood, title: Weather, duration: year}, {id: frost, duration: year}, {id: wind, duration: year}]
procedures: [{id: play, do: [{menu: act, by: red, options: {rest: {do: []}, sleep: {do: []}}}]}]
` + "```\n"

func toy(t *testing.T) *engine.Game {
	t.Helper()
	g := onepage.Load(t, meadow)
	return g
}

const boards = 600

// look returns its findings on a board: "honey 4".
type look func(engine.Setup) []string

func cell(name string) look {
	return func(s engine.Setup) []string {
		if v, ok := s.Cells[name]; ok {
			return []string{fmt.Sprint(name, " ", v)}
		}
		return nil
	}
}

// pieces counts the pieces of classes in a zone, or on the whole board.
func pieces(zone string, classes ...string) look {
	return func(s engine.Setup) []string {
		n := 0
		for in, here := range s.Pieces {
			for class, m := range here {
				if (zone == "" || zone == in) && slices.Contains(classes, class) {
					n += m
				}
			}
		}
		return []string{fmt.Sprint("n ", n)}
	}
}

func pool(s engine.Setup) []string {
	return []string{fmt.Sprint("n ", s.Cells["oak.blight"]+s.Cells["elm.blight"]+s.Cells["lake.moss"])}
}

func value(name string) look {
	return func(s engine.Setup) []string {
		_, drawn := s.Cells[name]
		text, chosen := s.Values[name]
		return []string{fmt.Sprint(text, " ", chosen, " ", drawn)}
	}
}

func effects(s engine.Setup) []string { return []string{strings.Join(s.Lasting, " ")} }

// upTo lists "name n" for all n from least to most.
func upTo(name string, least, most int) (out []string) {
	for n := least; n <= most; n++ {
		out = append(out, fmt.Sprint(name, " ", n))
	}
	return out
}

// Every possible value occurs, and no other. A common one occurs on at least one board of twenty.
func TestBoardsCoverExactlyThePossibleValues(t *testing.T) {
	g := toy(t)
	for _, c := range []struct {
		name   string
		wish   Wish
		look   look
		all    []string
		common []string
	}{
		{name: "a track", look: cell("honey"), all: upTo("honey", -3, 16), common: []string{"honey -3", "honey 1", "honey 16"}},
		{name: "a track of one value", look: cell("fixed"), all: upTo("fixed", 2, 2)},
		{name: "a bounded variable", look: cell("luck"), all: upTo("luck", -2, 5)},
		{name: "a variable of each seat", look: cell("red.purse")},
		{name: "a variable of an action", look: cell("steps")},
		{name: "an unbounded variable", look: cell("days")},
		{name: "a scale", look: cell("elm.favor"), all: upTo("elm.favor", 0, 2)},
		{name: "a scale where it has no place", look: cell("lake.favor")},
		{name: "a marker", look: cell("oak.blight"), all: upTo("oak.blight", 0, 2)},
		{name: "a marker of another place", look: cell("lake.moss"), all: upTo("lake.moss", 0, 3)},
		{name: "a marker where it has no place", look: cell("oak.moss")},
		{name: "a pool", look: pool, all: upTo("n", 0, 4)},
		{name: "another pool", look: cell("lake.dew"), all: upTo("lake.dew", 0, 2)},
		{name: "pieces away from home", look: pieces("", "scout.hidden", "scout.open"), all: upTo("n", 0, 6), common: []string{"n 6", "n 0"}},
		{name: "pieces at home", look: pieces("nest", "scout.hidden", "scout.open", "hill"), all: upTo("n", 0, 0)},
		{name: "at most so many", wish: Wish{Out: map[string]int{"scout": 2}}, look: pieces("", "scout.hidden", "scout.open"), all: upTo("n", 0, 2)},
		{name: "a status", look: pieces("", "scout.open"), all: upTo("n", 0, 6)},
		{name: "a rare status", wish: Wish{Most: map[string]int{"open": 1}}, look: pieces("", "scout.open"), all: upTo("n", 0, 1)},
		{name: "the first status where there is room for none", wish: Wish{Most: map[string]int{"open": 0, "hidden": 0}}, look: pieces("", "scout.open"), all: upTo("n", 0, 0)},
		{name: "a mark", look: pieces("", "scout.hidden.moved", "scout.open.moved"), all: upTo("n", 0, 0)},
		{name: "a limit of stacking", look: pieces("oak", "scout.hidden", "scout.open"), all: upTo("n", 0, 3)},
		{name: "two limits", look: pieces("oak", "scout.hidden", "scout.open", "hill"), all: upTo("n", 0, 4)},
		{name: "no limit there", look: pieces("elm", "scout.hidden", "scout.open"), all: upTo("n", 0, 6)},
		{name: "no limit of these", look: pieces("lake", "hill"), all: upTo("n", 0, 3)},
		{name: "a limit of others", look: pieces("oak", "hill"), all: upTo("n", 0, 1)},
		{name: "spaces that are named", wish: Wish{Within: []string{"oak"}}, look: pieces("oak", "scout.hidden", "scout.open"), all: upTo("n", 0, 3)},
		{name: "spaces that are not named", wish: Wish{Within: []string{"oak"}}, look: pieces("elm", "scout.hidden", "scout.open"), all: upTo("n", 0, 0)},
		{name: "a box", wish: Wish{Boxes: map[string][]string{"den": {"scout"}}}, look: pieces("den", "scout.hidden"), all: upTo("n", 0, 3)},
		{name: "a box of others", wish: Wish{Boxes: map[string][]string{"den": {"scout"}}}, look: pieces("den", "hill", "scout.open"), all: upTo("n", 0, 0)},
		{name: "its home as a box", wish: Wish{Boxes: map[string][]string{"nest": {"scout"}}}, look: pieces("nest", "scout.hidden"), all: upTo("n", 0, 0)},
		{name: "values", wish: Wish{Values: map[string][]string{"days": {"7", "9"}}}, look: value("days"), all: []string{"7 true false", "9 true false"}},
		{name: "values of a track", wish: Wish{Values: map[string][]string{"honey": {"3"}}}, look: value("honey"), all: []string{"3 true false"}},
		{name: "values that are none", wish: Wish{Values: map[string][]string{"honey": {}}}, look: value("honey"), all: []string{" false true"}},
		{name: "effects", wish: Wish{Effects: true}, look: effects, all: []string{"", "drought", "flood", "frost", "wind", "drought frost", "flood frost", "drought wind", "flood wind", "frost wind", "drought frost wind", "flood frost wind"}},
		{name: "no effects", look: effects, all: []string{""}},
		{name: "effects but never", wish: Wish{Effects: true, Never: []string{"flood", "frost", "wind"}}, look: effects, all: []string{"", "drought"}},
	} {
		found := map[string]int{}
		for seed := range uint64(boards) {
			for _, what := range c.look(Random(g, seed, &c.wish)) {
				found[what]++
			}
		}
		for _, what := range c.common {
			if found[what] < boards/20 {
				t.Errorf("%s: %s comes up on %d of %d boards", c.name, what, found[what], boards)
			}
		}
		for _, what := range c.all {
			if found[what] == 0 {
				t.Errorf("%s: %s does not come up", c.name, what)
			}
			delete(found, what)
		}
		for what := range found {
			t.Errorf("%s: %s comes up", c.name, what)
		}
	}
}
