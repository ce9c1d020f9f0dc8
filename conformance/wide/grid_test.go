package wide

import (
	"fmt"
	"strings"
	"testing"

	"rulebound/engine"
)

// ruled is a game on a grid whose functions compute neighbours in a direction: folded, and with a parameter.
func ruled(side int) string {
	return "# Ruled\n\n```yaml\n" + strings.ReplaceAll(`game: {id: ruled, title: Ruled, main: play}
seats: [{id: red}]
grids:
- id: board
  columns: 1..SIDE
  rows: 1..SIDE
  space: {id: "p{column}-{row}"}
  directions: {north: {row: 1}, south: {opposite: north}, aslant: {column: 1, row: 1}, knight: {column: 2, row: 1}}
  lines: {threes: 3}
sets:
  wall: [p3-6]
  edge: "=set($s in spaces where step($s, south) == none)"
functions:
- {id: folded, params: {}, value: "=size(ray(p3-3, north, spaces \\ wall)) + 100 * size(ray(p3-3, aslant)) + 10000 * size(edge)"}
- {id: played, params: {at: zone}, value: "=size(ray($at, north, spaces \\ wall)) + 100 * size(ray($at, aslant)) + 10000 * size(edge)"}
- {id: beyond-it, params: {at: zone}, value: "=if(beyond($at, north, spaces \\ wall) == p3-6 and beyond($at, north, spaces) == none and beyond(p3-3, knight, edge) == p5-4, 1, 0)"}
- {id: far, params: {at: zone, n: int}, value: "=if(step($at, north, $n) == p3-6 and step($at, aslant, size(wall) + 2) == p6-6, 1, 0)"}
- {id: all, params: {at: zone}, value: "=size(set(ray($at, $way) for $way in members(board)))"}
- {id: lined, params: {}, value: "=count($t in threes where subset($t.spaces, spaces)) + 1000 * count($t in threes where p1-1 in $t.spaces)"}
procedures:
- id: play
  do:
  - menu: act
    by: red
    options: {rest: {do: []}, sleep: {do: []}}
  - over: {}
`, "SIDE", fmt.Sprint(side)) + "```\n"
}

func TestDirectionsAreIndependentOfTheWidthOfSets(t *testing.T) {
	for _, side := range []int{7, 8, 9, 19} {
		g := load(t, compiled(t, ruled(side)))
		s, err := g.New(engine.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		at := int64(2*side + 2) // p3-3
		// lines of three: in columns, along diagonals, and by knight's steps that need five columns
		lines := side*(side-2) + (side-2)*(side-2) + (side-4)*(side-2)
		knight := (side - 3) / 2
		for _, c := range []struct {
			function string
			args     []int64
			want     int
		}{
			{"folded", nil, 2 + 100*(side-3) + 10000*side},
			{"played", []int64{at}, 2 + 100*(side-3) + 10000*side},
			{"beyond-it", []int64{at}, 1},
			{"far", []int64{at, 3}, 1},
			{"far", []int64{at, 4}, 0},
			{"all", []int64{at}, side - 3 + 2 + side - 3 + knight},
			{"lined", nil, lines + 3000},
		} {
			if got, err := s.Call(c.function, c.args...); err != nil || got != int64(c.want) {
				t.Errorf("%d by %d: %s is %d, want %d (%v)", side, side, c.function, got, c.want, err)
			}
		}
	}
}
