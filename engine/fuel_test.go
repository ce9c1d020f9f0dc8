package engine_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"rulebound/engine"
)

// intricate are small rulebooks whose formulas would take longer than a lifetime. %s of a page are declarations with which v
// counts and s0 to s59 are spaces.
var intricate = map[string]string{
	"nested sums":          "if: =" + nested(8, "sum(%s for $z%d in spaces)", "v") + " > 0",
	"nested conditions":    "if: =" + nested(8, "every($z%[2]d in spaces where %[1]s)", "v == $z0.n"),
	"nested sets":          "if: =" + nested(8, "size(set($z%[2]d in spaces where ($z%[2]d == s1 or %[1]s) and v == $z%[2]d.n)) >= 0", "v == 0"),
	"doubling functions":   "if: =f39(1) > 0",
	"doubling conditions":  "if: =g39(s1)",
	"doubling derived":     "if: =d39 > 0",
	"derived of all zones": "if: =sum($z.e9 for $z in spaces) > 0",
}

func nested(n int, form, s string) string {
	for i := range n {
		s = fmt.Sprintf(form, s, i)
	}
	return s
}

func intricatePage(statement string) string {
	var b strings.Builder
	b.WriteString("# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\nvariables: [{id: v, type: int}]\nproperties: {zone: {n: {type: int, default: 0}}}\nspaces:\n")
	for i := range 60 {
		fmt.Fprintf(&b, "- {id: s%d}\n", i)
	}
	b.WriteString("functions:\n- {id: f0, params: {n: int}, value: =$n + v}\n- {id: g0, params: {z: zone}, value: =v > $z.n}\n")
	for i := 1; i < 40; i++ {
		fmt.Fprintf(&b, "- {id: f%d, params: {n: int}, value: '=f%d($n) + f%d($n + 1)'}\n", i, i-1, i-1)
		fmt.Fprintf(&b, "- {id: g%d, params: {z: zone}, value: '=g%d($z) or not g%d($z) and g%d($z)'}\n", i, i-1, i-1, i-1)
	}
	b.WriteString("derived:\n- {id: d0, value: =v + 1}\n- {id: e0, per: space, value: =v + $it.n}\n")
	for i := 1; i < 40; i++ {
		fmt.Fprintf(&b, "- {id: d%d, value: =d%d + d%d}\n", i, i-1, i-1)
	}
	for i := 1; i < 10; i++ {
		fmt.Fprintf(&b, "- {id: e%d, per: space, value: '=sum($z.e%d for $z in spaces where $z != $it)'}\n", i, i-1)
	}
	b.WriteString("procedures:\n- id: play\n  do:\n  - " + statement + "\n    then: []\n  - menu: act\n    by: red\n    options: {rest: {do: []}, sleep: {do: []}}\n```\n")
	return b.String()
}

// If formulas nest comprehensions or call each other, the elements visited are counted: the play ends in a fault that names the
// place, or the machine knows a faster way.
func TestElementsVisitedByFormulasCountAsSteps(t *testing.T) {
	for name, statement := range intricate {
		g := loaded(t, toy(t, intricatePage(statement)))
		_, err := g.New(engine.Setup{})
		var fault *engine.Fault
		if err != nil && (!errors.As(err, &fault) || !strings.Contains(fault.Why, "step limit reached") || fault.Node == 0) {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			t.Logf("%s: computed", name)
		}
	}
}

func TestStepsOfAFormulaGrowWithItsLength(t *testing.T) {
	cost := func(formula string) int64 {
		const limit = 1 << 20
		page := "# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\nspaces: [{id: s1}, {id: s2}]\nvariables: [{id: v, type: int}]\nprocedures:\n- id: play\n  do:\n" +
			"  - repeat: 1000\n    do: [{set: {v: '=" + formula + "'}}]\n```\n"
		g := loaded(t, toy(t, page), engine.WithLimit(limit))
		if _, err := g.New(engine.Setup{}); err != nil {
			t.Fatal(err)
		}
		return limit - g.Left()
	}
	short := cost("v + 1")
	for _, long := range []string{
		strings.Repeat("max(v, 2) - v + ", 40) + "1",
		strings.Repeat("size(within(s1, v)) + ", 60) + "0 * v",
		strings.Repeat("distance(s1, s2) + v * 0 + ", 3) + "0",
	} {
		if got := cost(long); got < 4*short {
			t.Errorf("%.30s… takes %d steps, v + 1 takes %d", long, got, short)
		}
	}
}

// The analysis of faults in a nested formula at load time must not be repeated for each level.
func TestNestedFaultAnalysisAtLoadIsNotRepeatedPerLevel(t *testing.T) {
	for name, condition := range map[string]string{
		"in branches":   nested(40, "if(%[2]d > 400, 1, %[1]s + 1)", "1 mod 0") + " > 0",
		"in conditions": nested(28, "any($z%[2]d in spaces where %[1]s)", "1 mod 0 > 0"),
	} {
		g := loaded(t, toy(t, intricatePage("if: '="+condition+"'")))
		_, err := g.New(engine.Setup{})
		var fault *engine.Fault
		if !errors.As(err, &fault) || fault.Why != "division by zero" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Only observers see watched values; all computations of them up to a decision share one step limit.
func TestWatchedValuesShareOneStepLimit(t *testing.T) {
	page := strings.Replace(intricatePage("if: =v == 0"), "derived:\n", "derived:\n- {id: w, value: =d39, watch: true}\n", 1)
	page = strings.Replace(page, "  - if: =v == 0\n    then: []\n", "  - repeat: 10000\n    do: [{gain: {v: 1}}]\n", 1)
	_, err := loaded(t, toy(t, page)).New(engine.Setup{Observer: silent{}})
	var fault *engine.Fault
	if !errors.As(err, &fault) || !strings.Contains(fault.Why, "step limit reached") {
		t.Error(err)
	}
}

type silent struct{}

func (silent) Event(*engine.State, *engine.Event) {}
