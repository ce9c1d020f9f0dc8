package mutation_test

import (
	"strings"
	"testing"

	"rulebound/audit/mutation"
)

// A clause is shown by a scenario that lists it and fails if the clause is changed; not by a scenario that only reaches it,
// nor by one that lists another clause.
func TestClauseIsShownByAScenarioThatNamesItAndWouldFail(t *testing.T) {
	const (
		gold = "moves: [{red: dig}]\nexpect: {state: {gold: 4}}\n"
		weak = "moves: [{red: rest}]\nexpect: {asked: red}\n"
		cost = "moves: [{red: settle, places: [hill]}, {red: dig}]\nexpect: {state: {gold: 2}}\n"
	)
	for _, c := range []struct {
		name, scenario, clause string
		want, counted          bool
	}{
		{"it would fail", gold, "9.1-a", true, true},
		{"it comes there and would not fail", weak, "9.1-a", false, true},
		{"it names another clause", cost, "9.2-b", false, true},
		{"it would fail for the other clause that it names", strings.Replace(head, "9.1-a", "9.1-a, 9.2-b", 1) + gold, "9.2-b", false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			shown, err := mutation.Shown(toy(t, c.scenario), "", func(int, int) {})
			if err != nil {
				t.Fatal(err)
			}
			if got, counted := shown[c.clause]; got != c.want || counted != c.counted {
				t.Errorf("%s: shown %t, counted %t of %v", c.clause, got, counted, shown)
			}
		})
	}
}

func TestShownCanBeLimitedToASection(t *testing.T) {
	all, told := 0, 0
	shown, err := mutation.Shown(toy(t, "moves: [{red: dig}]\nexpect: {state: {gold: 4}}\n"), "9.1", func(done, total int) { told, all = done, total })
	if err != nil || !shown["9.1-a"] || all == 0 || told != all {
		t.Errorf("%v %v, %d of %d changes", shown, err, told, all)
	}
	for clause := range shown {
		if !strings.HasPrefix(clause, "9.1-") {
			t.Errorf("%s is of another section", clause)
		}
	}
}
