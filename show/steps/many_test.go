package steps_test

import (
	"slices"
	"testing"

	"rulebound/conformance/corpus"
	"rulebound/engine/def"
	"rulebound/show/steps"
)

// A table names the variables that do not fit, has as many values as do, and finds none for a cell of the others.
func TestTableOmitsValuesBeyondItsLimit(t *testing.T) {
	all, err := opened()
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(all.Games, func(g *corpus.Game) bool { return g.ID == "kalah" })
	gd := *all.Games[i].Def
	own := len(steps.NewTable(&gd).Values)
	for _, n := range []int{1<<16 - own, 1<<16 - own + 1} {
		gd := gd
		gd.Vars = append(slices.Clone(gd.Vars), def.VarDef{Named: def.Named{ID: "many", Title: "Many"}, Type: def.TInt, Base: gd.Cells, Len: int32(n), Per: []def.Type{{Kind: def.KEnum}}, Pool: -1, Scale: -1})
		gd.Initial = append(slices.Clone(gd.Initial), make([]int64, n)...)
		gd.Cells += int32(n)
		table := steps.NewTable(&gd)
		want, left := own+n, ""
		if want > 1<<16 {
			want, left = own, "Many"
		}
		if len(table.Values) != want || table.Left != left {
			t.Errorf("%d values more: there are %d of %d, left are %q", n, len(table.Values), want, table.Left)
		}
	}
}
