package series_test

import (
	"fmt"
	"strings"
	"testing"

	"rulebound/compiler/series"
)

func TestGridCreatesItsSpacesRowByRow(t *testing.T) {
	wrote(t, `grids: [{id: hill, columns: [a, b], rows: 1..2, space: {id: "{column}{row}", title: "Field {column} {row}", row: "{row}"}, directions: {up: {row: 1}, over: {column: 1}}}]`, "spaces",
		"[{id: a1, title: Field a 1, row: 1, at: [0, 100], adjacent: [a2, b1]}, {id: b1, title: Field b 1, row: 1, at: [100, 100], adjacent: [b2, a1]}, "+
			"{id: a2, title: Field a 2, row: 2, at: [0, 0], adjacent: [a1, b2]}, {id: b2, title: Field b 2, row: 2, at: [100, 0], adjacent: [b1, a2]}]")
}

// The own entry of a grid space overrides the properties of the grid; the space keeps its place in the order.
func TestOwnEntryOverridesPropertiesOfAGridSpace(t *testing.T) {
	wrote(t, `
spaces: [{id: x}, {id: b1, yield: 2, adjacent: x}]
grids: [{id: hill, columns: [a, b], rows: 1..1, space: {id: "{column}{row}", yield: 1}, directions: {over: {column: 1}}}]`, "spaces",
		"[{id: x}, {id: a1, yield: 1, at: [0, 0], adjacent: [b1]}, {id: b1, at: [100, 0], yield: 2, adjacent: [x, a1]}]")
}

func TestDirectionsEndWhereAGridLacksASpace(t *testing.T) {
	const grid = `grids: [{id: hill, columns: 1..3, rows: 1..2, without: [h21, h32], space: {id: "h{column}{row}"}, directions: {over: {column: 1}, up: {row: 1}}}]`
	wrote(t, grid, "grids", "[{id: hill, directions: {over: [[h11], [h31], [h12, h22]], up: [[h11, h12], [h31], [h22]]}}]")
	wrote(t, grid, "spaces", "[{id: h11, at: [0, 100], adjacent: [h12]}, {id: h31, at: [200, 100], adjacent: []}, {id: h12, at: [0, 0], adjacent: [h22, h11]}, {id: h22, at: [100, 0], adjacent: [h12]}]")
}

func TestDirectionVisitsSpacesInItsOrder(t *testing.T) {
	wrote(t, `grids: [{id: hill, columns: 1..3, rows: 1..2, space: {id: "h{column}{row}"}, directions: {aslant: {column: 1, row: 1}, back: {opposite: aslant}}}]`, "grids",
		"[{id: hill, directions: {aslant: [[h11, h22], [h21, h32], [h31], [h12]], back: [[h22, h11], [h32, h21], [h31], [h12]]}}]")
}

func TestDirectionsAreAnEnumeration(t *testing.T) {
	wrote(t, `
enums: {season: [bud]}
grids: [{id: hill, directions: {up: [[a, b]], down: {opposite: up}}}]`, "enums", "{season: [bud], hill: [up, down]}")
}

func TestGridLinesCreateMissingSpaces(t *testing.T) {
	wrote(t, `
spaces: [{id: b, adjacent: [x], yield: 2}, {id: x, adjacent: b}]
grids: [{id: hill, directions: {up: [[a, b], [b, c]]}}]`, "spaces",
		"[{id: b, yield: 2, adjacent: [x, c, a]}, {id: x, adjacent: b}, {id: a, adjacent: [b]}, {id: c, adjacent: [b]}]")
}

func TestLineIsCreatedOnceForBothDirections(t *testing.T) {
	wrote(t, `grids: [{id: hill, directions: {up: [[a, b, c, d], [e, f]], down: {opposite: up}, over: [[c, b], [a, e, x]]}, lines: {threes: 3}}]`, series.LinesAt,
		"{threes: [{spaces: [a, b, c], id: a-to-c}, {spaces: [b, c, d], id: b-to-d}, {spaces: [a, e, x], id: a-to-x}]}")
}

// Of the lines between the same two spaces only the first has a name.
func TestTheSecondLineBetweenTwoSpacesHasNoName(t *testing.T) {
	wrote(t, `grids: [{id: hill, directions: {up: [[a, b, c]], over: [[a, d, c]]}, lines: {threes: 3}}]`, series.LinesAt,
		"{threes: [{spaces: [a, b, c], id: a-to-c}, {spaces: [a, d, c]}]}")
}

// A direction is defined by itself or is the opposite of one that is.
func TestOppositeOfAnUndefinedDirectionIsRefused(t *testing.T) {
	const grid = `grids: [{id: hill, columns: 1..2, rows: 1..2, space: {id: "h{column}{row}"}, directions: {up: {row: 1}, %s}}]`
	for _, ways := range []string{"down: {opposite: left}", "down: {opposite: down}", "down: {opposite: up}, left: {opposite: down}"} {
		refused(t, fmt.Sprintf(grid, ways), "unknown-name", "is not a direction with a step or lines of its own")
	}
}

func TestDirectionHasOneEntryAndOneExitPerSpace(t *testing.T) {
	refused(t, `grids: [{id: hill, directions: {up: [[a, b], [c, b]]}}]`, "bad-grid", "two lines of up go through b")
	refused(t, `grids: [{id: hill, directions: {up: [[a, b], [a, c]]}}]`, "bad-grid", "two lines of up go through a")
	refused(t, `grids: [{id: hill, columns: [a], rows: 1..99999999999999999999, space: {id: "{column}{row}"}, directions: {up: {row: 1}}}]`, "bad-series", "each goes over numbers")
	refused(t, `grids: [{id: hill, columns: [a], rows: 99999999999999999999..1, space: {id: "{column}{row}"}, directions: {up: {row: 1}}}]`, "bad-series", "each goes over numbers")
	refused(t, `grids: [{id: hill, columns: [a], space: {id: "{column}{row}"}, directions: {up: {row: 1}}}]`, "bad-grid", "columns, rows and space must be given together")
	wrote(t, "spaces: [{id: a, adjacent: far}, {id: b, adjacent: [a]}, {id: far}]\ngrids: [{id: hill, directions: {up: [[a, b]]}}]", "spaces",
		"[{id: a, adjacent: [far, b]}, {id: b, adjacent: [a]}, {id: far}]")
}

func TestNumberOfGridSpacesIsBounded(t *testing.T) {
	_, list := expanded(t, `grids: [{id: hill, columns: 1..4096, rows: 1..4096, space: {id: "h{column}-{row}"}, directions: {up: {row: 1}}}]`)
	if len(list) != 1 || !strings.Contains(list[0].Summary, "4096") {
		t.Error(list)
	}
}

func TestGridPerSeatCreatesOneBoardPerSeat(t *testing.T) {
	const grid = `
seats: [{id: red}, {id: blue}]
grids: [{id: hill, each: {seat: seats}, columns: [a, b], rows: 1..1, space: {id: "{seat}-{column}", of: "{seat}"}, directions: {over: {column: 1}}}]`
	wrote(t, grid, "spaces", "[{id: red-a, of: red, at: [0, 0], adjacent: [red-b]}, {id: red-b, of: red, at: [100, 0], adjacent: [red-a]}, "+
		"{id: blue-a, of: blue, at: [300, 0], adjacent: [blue-b]}, {id: blue-b, of: blue, at: [400, 0], adjacent: [blue-a]}]")
	wrote(t, grid, "grids", "[{id: hill, directions: {over: [[red-a, red-b], [blue-a, blue-b]]}}]")
}

// Grids are drawn side by side if the rulebook gives no coordinates of spaces.
func TestGridAssignsNoCoordinatesIfTheRulebookDoes(t *testing.T) {
	const grids = `grids: [{id: one, columns: [a, b], rows: 1..1, space: {id: "{column}"}, directions: {over: {column: 1}}}, {id: two, columns: [c], rows: [x], space: {id: "{column}"%s}, directions: {up: {row: 1}}}]`
	wrote(t, fmt.Sprintf(grids, ""), "spaces", "[{id: a, at: [0, 0], adjacent: [b]}, {id: b, at: [100, 0], adjacent: [a]}, {id: c, at: [300, 0], adjacent: []}]")
	wrote(t, fmt.Sprintf(grids, ", at: [7, 8]"), "spaces", "[{id: a, adjacent: [b]}, {id: b, adjacent: [a]}, {id: c, at: [7, 8], adjacent: []}]")
	wrote(t, "spaces: [{id: d, at: [7, 8]}]\n"+fmt.Sprintf(grids, ""), "spaces", "[{id: d, at: [7, 8]}, {id: a, adjacent: [b]}, {id: b, adjacent: [a]}, {id: c, adjacent: []}]")
}
