package resolve_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/draft"
	"rulebound/compiler/read"
	"rulebound/compiler/resolve"
	"rulebound/compiler/source"
)

// The steps that resolving spends from the budget. The budget limits the cost of a page, so work without steps is a gap.
func TestBudgetStepsSpentByResolving(t *testing.T) {
	steps := func(files fstest.MapFS) int {
		prose, _ := source.Read(files, "game")
		root, _ := source.Merge(prose.Blocks)
		draft.Rewrite(root, false, nil)
		budget := diag.NewBudget()
		book, _ := read.Read(root, false, budget)
		syms, _ := declare.Declare(book, prose)
		before := budget.Left()
		resolve.Resolve(book, syms, nil)
		return before - budget.Left()
	}
	var got []int
	for _, c := range slices.Concat(soundStatements, soundDecisions) {
		got = append(got, steps(fstest.MapFS{"game/10-base.md": {Data: basePage(t)}, "game/20-test.md": {Data: []byte(testPage(c.text))}, "game/30.md": {Data: []byte("```yaml\n" + errands + "\n```\n")}}))
	}
	got = append(got, steps(orchard(t, rareData)), steps(orchard(t, checkedData)))
	if want := []int{109, 109, 101, 105, 101, 121, 117, 105, 117, 117, 113, 113, 113, 105, 101, 117, 125, 125, 105, 109, 121, 105, 109, 105, 109, 109, 109, 105, 117, 113, 105, 117, 141, 169}; !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}
