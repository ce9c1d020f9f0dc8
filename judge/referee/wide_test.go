package referee

// These tests play games with more zones or kinds of pieces than a word of a set has bits.

import (
	"fmt"
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
)

const wideThings = 70

// wide is a game with more zones and classes than a word has bits. One piece of the last class may be in the last zone.
func wide() *def.GameDef {
	gd := &def.GameDef{}
	for i := range wideThings {
		gd.Zones = append(gd.Zones, def.ZoneDef{Named: def.Named{ID: fmt.Sprintf("zone-%d", i)}})
		gd.Classes = append(gd.Classes, def.ClassDef{ID: fmt.Sprintf("piece-%d", i), Type: int32(i)})
	}
	for i := range wideThings {
		gd.Types = append(gd.Types, def.PieceType{Named: def.Named{ID: fmt.Sprintf("piece-%d", i)}, First: int32(i), Classes: gd.Keep(only(i)), Home: -1})
	}
	last := gd.Keep(only(wideThings - 1))
	gd.Stacking = []def.StackLimit{{Zones: last, Filter: last, Max: 1, Rule: "1-a"}}
	return gd
}

// only returns the words of a set with one member.
func only(i int) []int64 {
	words := make([]int64, i/def.WordBits+1)
	words[i/def.WordBits] = 1 << uint(i%def.WordBits)
	return words
}

func TestStackingLimitsHoldForWideSets(t *testing.T) {
	gd := wide()
	const last = wideThings - 1
	gd.Types[last].Count, gd.Types[5].Count = 2, 3
	r := &reader{def: gd}
	p := &Position{counts: make([]int16, wideThings*wideThings)}
	p.counts[last*wideThings+last] = 2
	p.counts[last*wideThings+5] = 3 // to which no limit speaks; 5 is 69 beyond a word
	list := r.breaches(p)
	if len(list) != 1 || list[0].Clause != "1-a" {
		t.Errorf("%+v", list)
	}
}

func TestAnswersNameZonesOfWideSets(t *testing.T) {
	gd := wide()
	d := &def.DecisionDef{Kind: def.Subset, Elem: def.TZone}
	chosen := []int64{3, 68}
	for z := range int64(wideThings) {
		if named := names(gd, d, engine.DecisionEvent{Value: 1 << 7}, chosen, z); named != (z == 3 || z == 68) {
			t.Errorf("zone %d: %v", z, named)
		}
	}
}

func TestSparedPiecesOfWideSets(t *testing.T) {
	gd := wide()
	classes := def.FilterSet
	in := def.Instr{Op: def.CMove, X: []*def.Expr{{Op: def.OpConst, Type: classes, I: def.All}}}
	r := &relaxing{def: gd, allow: Allowance{Spares: []string{"piece-5", "piece-69"}}}
	if !r.spare(&in) {
		t.Fatal("nothing is spared")
	}
	spared := in.X[0].Args[1].I
	for c := range int64(wideThings) {
		if gd.Has(spared, classes, c) != (c == 5 || c == 69) {
			t.Errorf("class %d", c)
		}
	}
}

func TestChangesBeyond64ZonesAreAssumedPossible(t *testing.T) {
	c := &changes{enter: []uint64{1 << 2}, leave: []uint64{0}}
	for _, x := range []struct {
		zone    int
		lacking int16
		moves   bool
	}{{2, 1, true}, {3, 1, false}, {2, -1, false}, {68, 1, true}, {68, -1, true}} {
		if c.moves(x.zone, 0, x.lacking) != x.moves {
			t.Errorf("zone %d, %d lacking: %v", x.zone, x.lacking, !x.moves)
		}
	}
}
