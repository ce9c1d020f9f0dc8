package formulas

import (
	"maps"
	"slices"
	"testing"

	"rulebound/compiler/grammar"
)

// The functions in the grammar are those that this package types: a name on one side only would be an id that cannot be used, or
// a function that conflicts with declarations.
func TestGrammarListsExactlyTheTypedFunctions(t *testing.T) {
	typed := slices.Concat(slices.Collect(maps.Keys(builtins)), slices.Collect(maps.Keys(special)))
	slices.Sort(typed)
	listed := slices.Sorted(slices.Values(grammar.Functions))
	if !slices.Equal(typed, listed) {
		t.Errorf("typed %v, listed %v", typed, listed)
	}
	if got := slices.Sorted(maps.Keys(compOps)); !slices.Equal(got, slices.Sorted(slices.Values(grammar.Comprehensions))) {
		t.Error(got)
	}
}
