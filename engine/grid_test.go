package engine

import (
	"testing"

	"rulebound/engine/def"
)

func TestLoadRefusesStepsWithoutDirectionOrLookup(t *testing.T) {
	toward := func(e *def.Expr) func(*def.GameDef) {
		return func(d *def.GameDef) { d.Code[0] = do(def.CSet, def.ToCell, cellOut, 0, e) }
	}
	const why = "needs a direction, and a lookup of where it leads"
	of := func(t def.Type) *def.Expr { return exI(def.OpCell, t, cellGold) }
	held(t, []shape{
		{"a step", toward(exI(def.OpStep, def.TZone, 1, k(zoneX), of(tE))), ""},
		{"a step in no direction", toward(exI(def.OpStep, def.TZone, 1, k(zoneX), of(def.TInt))), why},
		{"a step in a direction of an enumeration that is not there", toward(exI(def.OpStep, def.TZone, 1, k(zoneX), of(def.Type{Kind: def.KEnum, Of: 1}))), "enum of cell 1 is out of range"},
		{"a step by a lookup that is not there", toward(exI(def.OpStep, def.TZone, 2, k(zoneX), of(tE))), why},
		{"a step by a lookup before the first", toward(exI(def.OpStep, def.TZone, -1, k(zoneX), of(tE))), why},
		{"a ray in no direction", toward(exI(def.OpRay, def.ZoneSet, 1, k(zoneX), of(def.TInt))), why},
		{"beyond a ray in no direction", toward(exI(def.OpBeyond, def.TZone, 1, k(zoneX), of(def.TInt), zones(zoneX))), why},
	})
}
