package engine_test

// This file damages the code of blocks with obligations: the search relies on blocks being entered and left only at their ends.

import (
	"slices"
	"strings"
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
)

func TestLoadRefusesJumpsIntoOrOutOfObligationBlocks(t *testing.T) {
	const page = `# 1 Blocks

~~~yaml
game: {id: blocks, title: Blocks, main: play}
seats: [{id: red}]
variables: [{id: n, type: int}, {id: m, type: int}]
procedures:
- id: play
  do:
  - ensure: n > 0
    do:
    - amount: $k
      by: red
      max: 2
    - set: {n: $k}
      if: $k > 0
    - ensure: m > 0
      do:
      - amount: $l
        by: red
        max: 2
      - set: {m: $l}
  - menu: what
    by: red
    options: {one: {do: []}, two: {do: []}}
~~~
`
	find := func(gd *def.GameDef, op def.Code, nth int) int32 {
		for pc := range gd.Code {
			if gd.Code[pc].Op != op {
				continue
			}
			if nth--; nth < 0 {
				return int32(pc)
			}
		}
		t.Fatalf("no instruction %v", op.Row().Name)
		return 0
	}
	for _, c := range []struct {
		name   string
		damage func(gd *def.GameDef, outer, inner int32)
		says   string
	}{
		{"nothing is damaged", func(*def.GameDef, int32, int32) {}, ""},
		{"its end is another instruction", func(gd *def.GameDef, outer, _ int32) { gd.Code[outer].C++ }, "a block with an obligation has no end"},
		{"its end is the end of another slot", func(gd *def.GameDef, outer, _ int32) { gd.Code[gd.Code[outer].C].A++ }, "a block with an obligation has no end"},
		{"its end is where it begins", func(gd *def.GameDef, outer, _ int32) { gd.Code[outer].C = outer }, "a block with an obligation has no end"},
		{"its end comes before it", func(gd *def.GameDef, outer, _ int32) {
			end := gd.Code[outer].C
			gd.Code[end+1] = def.Instr{Op: def.CEnsure, A: gd.Code[outer].A, C: end, X: []*def.Expr{nil}}
		}, "blocks with obligations overlap"},
		{"it has an end alone", func(gd *def.GameDef, outer, _ int32) { gd.Code[outer] = def.Instr{Op: def.CNop, B: -1} }, "the end of a block with an obligation has no beginning"},
		{"a return is in it", func(gd *def.GameDef, _, inner int32) { gd.Code[inner-1] = def.Instr{Op: def.CReturn} }, "a return leaves a block with an obligation"},
		{"a jump leaves it", func(gd *def.GameDef, outer, _ int32) {
			gd.Code[find(gd, def.CJumpUnless, 0)].A = gd.Code[outer].C + 1
		}, "passes the end of a block with an obligation"},
		{"a jump leads into it", func(gd *def.GameDef, _, inner int32) {
			gd.Decisions[gd.Code[find(gd, def.CDecide, 2)].A].Options[0].Target = inner
		}, "passes the end of a block with an obligation"},
		{"a jump leads to where it begins", func(gd *def.GameDef, outer, _ int32) {
			gd.Decisions[gd.Code[find(gd, def.CDecide, 2)].A].Options[0].Target = outer
		}, ""},
		{"it overlaps with another", func(gd *def.GameDef, outer, inner int32) {
			o, i := &gd.Code[outer], &gd.Code[inner]
			gd.Code[o.C], gd.Code[i.C] = gd.Code[i.C], gd.Code[o.C]
			o.C, i.C = i.C, o.C
		}, "blocks with obligations overlap"},
	} {
		t.Run(c.name, func(t *testing.T) {
			gd := *toy(t, page)
			gd.Code = slices.Clone(gd.Code)
			c.damage(&gd, find(&gd, def.CEnsure, 0), find(&gd, def.CEnsure, 1))
			_, err := engine.Load(&gd, nil)
			if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
				t.Errorf("%v, and it should say %q", err, c.says)
			}
		})
	}
}
