package coverage_test

import (
	"testing"

	"rulebound/conformance/coverage"
)

func TestOpenNodesAreNotExecutedOrSeenOneWayOnly(t *testing.T) {
	gd, book := game()
	open := map[int32]coverage.Open{}
	for _, x := range coverage.OpenNodes(gd, book, []coverage.Run{ran("1.2/a", 1, 2)}, &coverage.Beside{}) {
		open[x.Node] = x
	}
	if x, ok := open[1]; ok {
		t.Errorf("it was executed: %+v", x)
	}
	if x, ok := open[2]; !ok || !x.Executed || !x.Yes || x.No {
		t.Errorf("it was seen true only: %+v", x)
	}
	if x, ok := open[4]; !ok || x.Executed {
		t.Errorf("it was not executed: %+v", x)
	}
}

func TestWithinIncludesEnclosingSections(t *testing.T) {
	_, book := game()
	for section, want := range map[string]bool{"1": true, "1.2": true, "1.2-a": true, "1.1": false, "1.22": false} {
		if coverage.Within(book, section, []string{"1.2-a"}) != want {
			t.Errorf("1.2-a within %s: %t", section, !want)
		}
	}
}
