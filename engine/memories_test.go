package engine

import (
	"testing"

	"rulebound/engine/def"
)

// The memory for cached values is limited: a function whose values do not all fit is evaluated each time.
func TestMemosOfAStateAreBounded(t *testing.T) {
	const zones = 100
	for _, functions := range []int{1, maxMemos / zones, maxMemos/zones + 1, 3 * maxMemos / zones} {
		d := testGame()
		for i := range functions {
			at := int32(2)
			d.Functions = append(d.Functions, def.FuncDef{ID: "f" + string(rune('a'+i)), Params: []int32{at},
				Body: exI(def.OpCount, def.TInt, 4, ex(def.OpAdjacent, def.ZoneSet, exI(def.OpBound, def.TZone, int64(at))), ex(def.OpGt, def.TBool, ex(def.OpPieces, def.TInt, exI(def.OpBound, def.TZone, 4), filter(setSheep)), k(0)))})
		}
		addMain(d)
		g := widened(t, d, zones, 4)
		if got, want := mustLoad(t, g.gd).Memos(), min(functions, maxMemos/zones)*zones; got != want {
			t.Errorf("of %d functions of %d zones %d values are remembered, want %d", functions, zones, got, want)
		}
	}
}
