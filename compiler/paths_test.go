package compiler_test

// These tests play searches for the cheapest paths on the map oak, elm, lake.

import (
	"errors"
	"strings"
	"testing"

	"rulebound/engine"
)

func TestPathsCostWhatTheZonesOnThemCost(t *testing.T) {
	for formula, honey := range map[string]int64{
		"path-cost($z.yield for $z in spaces from oak to lake)":                                           2, // elm 2, lake 0
		"path-cost($z.yield for $z in spaces from lake to oak)":                                           3, // elm 2, oak 1
		"path-cost($z.yield for $z in spaces where $z != elm from lake to oak)":                           -1,
		"path-cost($z.yield for $z in spaces where $z != oak from oak to lake | oak)":                     0,
		"path-cost($z.yield for $z in spaces from oak | elm to lake)":                                     0,
		"path-cost($z.yield + 3 * $y.yield for $z in spaces after $y from oak to lake)":                   11, // 2 + 3, 0 + 6
		"path-cost(1 for $z in spaces after $y where $y != oak from oak to lake)":                         -1,
		"path-cost(1 for $z in spaces after $y where $z != lake or $y.terrain == grove from oak to lake)": 2,
		"size(reachable($z.yield for $z in spaces from oak up to 1))":                                     1,
		"size(reachable($z.yield for $z in spaces from oak up to 2))":                                     3,
		"size(reachable($z.yield for $z in spaces from holding(spaces, bee) \\ spaces up to 2))":          0,
		"size(reachable(if($y == oak, 5, 1) for $z in spaces after $y from lake up to 2))":                3,
	} {
		s, err := askingGame(t, "- set: {honey: 0}\n- gain: {honey: '=1 + "+formula+"'}").New(engine.Setup{ID: "spring"})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Result()[0] - 1; got != honey {
			t.Errorf("%s: %d, want %d", formula, got, honey)
		}
	}
}

func TestNegativeCostOfAZoneIsAFaultWithItsPlace(t *testing.T) {
	_, err := askingGame(t, "- set: {honey: '=path-cost($z.yield - 1 for $z in spaces from oak to elm)'}").New(engine.Setup{ID: "spring"})
	var fault *engine.Fault
	if !errors.As(err, &fault) || !strings.Contains(err.Error(), "entering lake costs -1") || !strings.Contains(err.Error(), ".md:") {
		t.Errorf("%v", err)
	}
}
