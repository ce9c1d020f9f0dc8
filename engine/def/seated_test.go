package def_test

import (
	"fmt"
	"reflect"
	"testing"

	"rulebound/engine/def"
	. "rulebound/engine/testboard"
)

// three is a game with three seats, the third of which can be left out.
func three() *def.GameDef {
	seat := func(id string, seat int32, classes int64) def.PieceType {
		return def.PieceType{Named: def.Named{ID: id}, Seat: seat, Count: 4, Classes: classes}
	}
	return &def.GameDef{
		Things: def.Things{
			Seats: []def.Named{{ID: "red"}, {ID: "blue"}, {ID: "grey"}}, Zones: []def.ZoneDef{{Named: def.Named{ID: "hill"}}}, Cards: []def.Named{{ID: "ace"}, {ID: "two"}},
			Piles:   []def.PileDef{{Named: def.Named{ID: "grey-hand"}, Owner: 2}, {Named: def.Named{ID: "deck"}, Owner: -1}, {Named: def.Named{ID: "blue-hand"}, Owner: 1}},
			Types:   []def.PieceType{seat("red-man", 0, 1), seat("grey-man", 2, 2), seat("stone", -1, 4)},
			Classes: []def.ClassDef{{ID: "red-man"}, {ID: "grey-man", Type: 1}, {ID: "stone", Type: 2}},
			Lookups: []def.Lookup{{ID: "seat.rank", Type: def.TInt, Values: []int64{7, 8, 9}}, {ID: "card.of", Type: def.TSeat, Values: []int64{2, 1}},
				{ID: "card.at", Type: def.Type{Kind: def.KPile}, Values: []int64{0, 2}}, {ID: "pile.owner", Type: def.TSeat, Values: []int64{2, -1, 1}}},
			Pairs:   []def.PairDef{{First: def.TSeat, Second: def.TInt}},
			Options: []def.OptionDef{{Named: def.Named{ID: "players"}, Values: []string{"2", "3"}, Seats: true}}},
		Memory: def.Memory{
			Vars: []def.VarDef{{Named: def.Named{ID: "gold"}, Base: 0, Len: 1, Type: def.TInt}, {Named: def.Named{ID: "purse"}, Base: 1, Len: 3, Type: def.TInt, Per: []def.Type{def.TSeat}},
				{Named: def.Named{ID: "debt"}, Base: 4, Len: 9, Type: def.TInt, Per: []def.Type{def.TSeat, def.TSeat}}, {Named: def.Named{ID: "whose"}, Base: 13, Len: 1, Type: def.TSeat}},
			Initial: []int64{5, 1, 2, 3, 10, 11, 12, 20, 21, 22, 30, 31, 32, 2, 0, 0}, Cells: 16, ActionCells: []int32{3, 2}},
		Program: def.Program{StampCell: 14, Attachments: []def.Attachment{{Quota: 1, Used: 8}, {Used: 99}}},
	}
}

func TestSeatedRemovesEverythingOfAbsentSeats(t *testing.T) {
	gd := three()
	gd.Setups = []def.SetupDef{{Cells: []def.CellInit{{Cell: 2, Value: 6}, {Cell: 3, Value: 6}, {Cell: 7, Value: 4}, {Cell: 13, Value: 2}, {Cell: 15, Value: 2}},
		Cards: []def.CardInit{{Pile: 0, Card: 0}, {Pile: 2, Card: 1}}, Pieces: []def.PieceInit{{Class: 0, N: 1}, {Class: 1, N: 2}, {Class: 2, N: 3}}}}
	two := gd.Seated(2)
	if gd.Seated(3) != gd || !reflect.DeepEqual(gd.Lookups, three().Lookups) {
		t.Error("the game itself is changed, or copied where nothing is left out")
	}
	for what, c := range map[string][2]any{
		"seats":   {len(two.Seats), 2},
		"piles":   {two.Piles, []def.PileDef{gd.Piles[1], gd.Piles[2]}},
		"types":   {fmt.Sprint(two.Types[0].Count, two.Types[1].Seat, two.Types[1].Count, two.Types[1].Absent, two.Types[2].Count, two.Types[2].Absent), "4 -1 0 true 4 false"},
		"ranks":   {two.Lookups[0].Values, []int64{7, 8}},
		"owners":  {two.Lookups[1].Values, []int64{def.None, 1}},
		"places":  {two.Lookups[2].Values, []int64{def.None, 1}},
		"holders": {two.Lookups[3].Values, []int64{def.None, 1}},
		"lengths": {fmt.Sprint(two.Vars[0].Len, two.Vars[1].Len, two.Vars[2].Len, two.Vars[3].Len), "1 2 4 1"},
		"initial": {two.Initial, []int64{5, 1, 2, 0, 10, 11, 20, 21, 0, 0, 0, 0, 0, def.None, 0, 0}},
		"actions": {two.ActionCells, []int32{2}},
		"stamps":  {two.StampCell, int32(14)},
		"quotas":  {fmt.Sprint(two.Attachments[0].Used, two.Attachments[1].Used), "7 99"},
		"cells":   {two.Setups[0].Cells, []def.CellInit{{Cell: 2, Value: 6}, {Cell: 6, Value: 4}, {Cell: 13, Value: def.None}, {Cell: 15, Value: 2}}},
		"cards":   {two.Setups[0].Cards, []def.CardInit{{Pile: 1, Card: 1}}},
		"pieces":  {two.Setups[0].Pieces, []def.PieceInit{{Class: 0, N: 1}, {Class: 2, N: 3}}},
	} {
		if !reflect.DeepEqual(c[0], c[1]) {
			t.Errorf("%s: %v, want %v", what, c[0], c[1])
		}
	}
}

func TestSeatedRewritesFormulas(t *testing.T) {
	pile, pair := def.Type{Kind: def.KPile}, def.Type{Kind: def.KPair}
	place := func(n int64) *def.Expr {
		return ExI(def.OpPlace, def.TInt, n, Bound(0, def.TSeat), Bound(1, def.TSeat))
	}
	shared := Cell(7) // shared by two formulas
	for name, c := range map[string][2]*def.Expr{
		"a value that stays":               {Cell(2), Cell(2)},
		"a value that moves":               {Cell(8), Cell(7)},
		"a value of the absent":            {Cell(3), Num(0)},
		"a debt to the absent":             {Cell(9), Num(0)},
		"a seat that the absent have":      {ExI(def.OpCell, def.TSeat, 12), Const(def.None, def.TSeat)},
		"a condition that the absent have": {ExI(def.OpCell, def.TBool, 12), Const(0, def.TBool)},
		"a set that the absent have":       {ExI(def.OpCell, def.SeatSet, 12), Const(0, def.SeatSet)},
		"a member that the absent have":    {ExI(def.OpCell, def.Type{Kind: def.KEnum}, 12), Const(0, def.Type{Kind: def.KEnum})},
		"a pair of indices":                {ExI(def.OpCellAt, def.TInt, 4, place(3)), ExI(def.OpCellAt, def.TInt, 4, place(2))},
		"an index":                         {ExI(def.OpCellAt, def.TInt, 1, Bound(0, def.TSeat)), ExI(def.OpCellAt, def.TInt, 1, Bound(0, def.TSeat))},
		"an absent seat":                   {Const(2, def.TSeat), Const(def.None, def.TSeat)},
		"the last seat":                    {Const(1, def.TSeat), Const(1, def.TSeat)},
		"no seat":                          {Const(def.None, def.TSeat), Const(def.None, def.TSeat)},
		"seats":                            {Const(0b110, def.SeatSet), Const(0b010, def.SeatSet)},
		"an order":                         {Const(-1&^0xffffff|0x000102, def.TOrder), Const(-1&^0xffff|0x0001, def.TOrder)},
		"an absent pile":                   {Const(0, pile), Const(def.None, pile)},
		"a pile":                           {Const(2, pile), Const(1, pile)},
		"no pile":                          {Const(def.None, pile), Const(def.None, pile)},
		"piles":                            {Const(0b101, def.SetOf(pile)), Const(0b010, def.SetOf(pile))},
		"a track of the absent":            {Const(3, def.TTrack), Const(def.None, def.TTrack)},
		"a track":                          {Const(8, def.TTrack), Const(7, def.TTrack)},
		"a track beyond the last":          {Const(16, def.TTrack), Const(16, def.TTrack)},
		"a number":                         {Num(2), Num(2)},
		"a pair":                           {Const(def.PairOf(1, 9), pair), Const(def.PairOf(1, 9), pair)},
		"a pair with the absent":           {Const(def.PairOf(2, 9), pair), Const(def.None, pair)},
		"no pair":                          {Const(def.None, pair), Const(def.None, pair)},
		"what two formulas share":          {Ex(def.OpAdd, def.TInt, shared, shared), Ex(def.OpAdd, def.TInt, Cell(6), Cell(6))},
	} {
		gd := three()
		gd.Functions = []def.FuncDef{{Body: c[0]}}
		if got := gd.Seated(2).Functions[0].Body; !reflect.DeepEqual(got, c[1]) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestSeatedRewritesInstructions(t *testing.T) {
	for name, c := range map[string][2]def.Instr{
		"a value":               {{Op: def.CSet, A: def.ToCell, B: 8}, {Op: def.CSet, A: def.ToCell, B: 7}},
		"a value of the absent": {{Op: def.CSet, A: def.ToCell, B: 3, Node: 1, Role: def.Part}, {Op: def.CNop, Node: 1, Role: def.Part}},
		"a variable": {{Op: def.CSet, A: def.ToVariable, B: 4, X: []*def.Expr{ExI(def.OpPlace, def.TInt, 3, Num(1), Num(0)), Num(1)}},
			{Op: def.CSet, A: def.ToVariable, B: 4, X: []*def.Expr{ExI(def.OpPlace, def.TInt, 2, Num(1), Num(0)), Num(1)}}},
		"results":              {{Op: def.COver, X: []*def.Expr{Num(1), Num(2), Num(3)}}, {Op: def.COver, X: []*def.Expr{Num(1), Num(2)}}},
		"a result of the game": {{Op: def.COver, X: []*def.Expr{Num(1)}}, {Op: def.COver, X: []*def.Expr{Num(1)}}},
	} {
		gd := three()
		gd.Code = []def.Instr{c[0]}
		if got := gd.Seated(2).Code[0]; !reflect.DeepEqual(got, c[1]) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestPlayingIsTheNumberOfSeatsThatTheOptionSelects(t *testing.T) {
	gd := three()
	for _, c := range []struct {
		chosen int64
		want   int
	}{{0, 2}, {1, 3}, {2, 3}, {-1, 3}} {
		if got := gd.Playing([]int64{c.chosen}); got != c.want {
			t.Errorf("value %d: %d play", c.chosen, got)
		}
	}
	for value, want := range map[string]int{"0": 3, "1": 1, "4": 3, "many": 3} {
		gd.Options[0].Values[0] = value
		if got := gd.Playing([]int64{0}); got != want {
			t.Errorf("%s: %d play", value, got)
		}
	}
	gd.Options[0].Seats, gd.Options[0].Values[0] = false, "2"
	if got := gd.Playing([]int64{0}); got != 3 {
		t.Errorf("%d play by an option of something else", got)
	}
}
