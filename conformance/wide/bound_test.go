package wide

import (
	"strings"
	"testing"

	"rulebound/engine"
)

// An obligation whose search would be exhaustive on a wide board is a fault that suggests how to shorten the search;
// with that change the same rule can be played.
func TestSearchLimitFaultSuggestsHowToShortenTheSearch(t *testing.T) {
	page := "# Walk\n\n```yaml\n" + `game: {id: walk, main: play}
seats: [{id: ant}]
properties: {zone: {number: {type: int, default: 0}}}
variables: [{id: sum, type: int}]
` + entries("spaces", 361, "{id: x#, number: #}") + `
procedures:
- id: play
  do:
  - ensure: =sum
    do:
    - pick: $xs
      by: ant
      each: $x
      from: spaces
      max: 3
      do: [{gain: {sum: =$x.number}}]
  - over: {}
` + "```\n"
	if _, err := load(t, compiled(t, page)).New(engine.Setup{}); err == nil {
		t.Error("three of 361 spaces in any order are within the bound")
	} else {
		for _, want := range []string{"search limit reached: the obligation needs more than 65536 states", "fewer things", "a condition instead of a number", "most", "once: true", "search:"} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%v\nsays nothing of %q", err, want)
			}
		}
	}
	for name, shorter := range map[string]string{
		"a condition":  strings.Replace(page, "ensure: =sum", "ensure: sum > 3", 1),
		"most":         strings.Replace(page, "ensure: =sum", "ensure: =sum\n    most: 3", 1),
		"fewer things": strings.Replace(page, "from: spaces", `from: "=set($s in spaces where $s.number > 351)"`, 1),
	} {
		if _, err := load(t, compiled(t, shorter)).New(engine.Setup{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
