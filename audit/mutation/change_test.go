package mutation_test

import (
	"reflect"
	"testing"

	"rulebound/audit/mutation"
)

// A change makes another game; undoing it restores the original.
func TestMutationIsAppliedAndUndone(t *testing.T) {
	g := toy(t)
	changes, err := mutation.Changes(g, "9.1")
	if err != nil || len(changes) == 0 {
		t.Fatalf("%d changes, %v", len(changes), err)
	}
	for _, c := range changes {
		changed, undo := c.Make()
		if reflect.DeepEqual(changed, g.Def) {
			t.Errorf("%s %s changes nothing", c.Kind, c.Change)
		}
		if undo(); !reflect.DeepEqual(changed, g.Def) {
			t.Fatalf("%s %s is not undone", c.Kind, c.Change)
		}
	}
}

// The holes are the survivors of a report that nothing explains.
func TestHolesAreUnexplainedSurvivors(t *testing.T) {
	r := run(t, mutation.Config{}, "moves: [{red: rest}]\nexpect: {asked: red}\n")
	open := 0
	for i := range r.Survivors {
		if open++; i == 0 {
			r.Survivors[i].Why = "It is not a change."
			open--
		}
	}
	holes, err := r.Holes()
	if err != nil || open == 0 || len(holes) != open {
		t.Errorf("%d holes of %d open survivors, %v", len(holes), open, err)
	}
}
