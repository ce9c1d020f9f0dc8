package engine

// This file compares the bounds of compiled games: a game at a bound is loaded, one beyond it is rejected with the bound as the
// reason.

import (
	"math"
	"slices"
	"strings"
	"testing"

	"rulebound/engine/def"
	"rulebound/engine/load"
)

// shape is a change of the test game; want is "" if the game is still valid.
type shape struct {
	name   string
	change func(*def.GameDef)
	want   string
}

// held requires that each shape is rejected for the stated reason, or loaded.
func held(t *testing.T, shapes []shape) {
	t.Helper()
	for _, c := range shapes {
		t.Run(c.name, func(t *testing.T) {
			d := testGame()
			addMain(d, out(k(1)))
			c.change(d)
			_, err := Load(d, nil)
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// more appends zero values up to length n.
func more[T any](list []T, n int) []T { return append(list, make([]T, n-len(list))...) }

func TestLoadRefusesGamesBeyondTheirLimits(t *testing.T) {
	cells := func(d *def.GameDef, n int) { d.Cells, d.Initial = int32(n), more(d.Initial, n) }
	cards := func(d *def.GameDef, n int) { d.Cards, d.Setups[0].Cards = more(d.Cards, n), nil }
	piles := func(d *def.GameDef, n int) {
		for len(d.Piles) < n {
			d.Piles = append(d.Piles, def.PileDef{Owner: -1})
		}
	}
	seats := func(d *def.GameDef, n int) {
		d.Seats = more(d.Seats, n)
		d.Vars[1].Len, d.Vars[1].Base = int32(n), int32(len(d.Initial))
		cells(d, len(d.Initial)+n)
	}
	held(t, []shape{
		{"seats", func(d *def.GameDef) { seats(d, def.MaxSeats) }, ""},
		{"a seat more", func(d *def.GameDef) { seats(d, def.MaxSeats+1) }, "16 seats; at most 15 are possible"},
		{"cards", func(d *def.GameDef) { cards(d, def.MaxCards) }, ""},
		{"a card more", func(d *def.GameDef) { cards(d, def.MaxCards+1) }, "32769 cards; at most 32768 are possible"},
		{"piles", func(d *def.GameDef) { piles(d, def.MaxPiles) }, ""},
		{"a pile more", func(d *def.GameDef) { piles(d, def.MaxPiles+1) }, "32769 piles; at most 32768 are possible"},
		{"marks", func(d *def.GameDef) { d.Marks = more(d.Marks, def.MaxMarks) }, ""},
		{"a mark more", func(d *def.GameDef) { d.Marks = more(d.Marks, def.MaxMarks+1) }, "33 marks; at most 32 are possible"},
		{"a zone more", func(d *def.GameDef) { d.Zones = more(d.Zones, def.MaxZones+1) }, "1025 zones; at most 1024 are possible"},
		{"a class more", func(d *def.GameDef) { d.Classes = more(d.Classes, def.MaxClasses+1) }, "257 piece classes; at most 256 are possible"},
		{"cells", func(d *def.GameDef) { cells(d, def.MaxCells) }, ""},
		{"a cell more", func(d *def.GameDef) { cells(d, def.MaxCells+1) }, "262145 cells; at most 262144 are possible"},
		{"cells without initial values", func(d *def.GameDef) { d.Cells++ }, "29 initial values for 30 cells"},
		{"fewer than no cells", func(d *def.GameDef) { d.Cells = -1 }, "negative number of cells"},
		{"bound slots", func(d *def.GameDef) { d.Scratch = load.MaxSlots }, ""},
		{"a bound slot more", func(d *def.GameDef) { d.Scratch = load.MaxSlots + 1 }, "65537 bound slots; at most 65536 are possible"},
		{"fewer than no bound slots", func(d *def.GameDef) { d.Scratch = -1 }, "negative number of bound slots"},
		{"stack slots", func(d *def.GameDef) { d.Stack = load.MaxSlots }, ""},
		{"a stack slot more", func(d *def.GameDef) { d.Stack = load.MaxSlots + 1 }, "65537 stack slots; at most 65536 are possible"},
		{"fewer than no stack slots", func(d *def.GameDef) { d.Stack = -1 }, "negative number of stack slots"},
		{"slots of a frame", func(d *def.GameDef) { d.Procs[0].Frame = load.MaxSlots }, ""},
		{"a slot of a frame more", func(d *def.GameDef) { d.Procs[0].Frame = load.MaxSlots + 1 }, "frame of main has 65537 slots"},
		{"arguments of a call by a value", func(d *def.GameDef) {
			d.Code[0] = do(def.CCallDyn, 0, -1, 0, slices.Repeat([]*def.Expr{k(0)}, 1+def.MaxArgs)...)
		}, ""},
		{"an argument of a call by a value more", func(d *def.GameDef) {
			d.Code[0] = do(def.CCallDyn, 0, -1, 0, slices.Repeat([]*def.Expr{k(0)}, 2+def.MaxArgs)...)
		}, "17 arguments; at most 16"},
		{"values of a lookup", func(d *def.GameDef) {
			d.Lookups = append(d.Lookups, def.Lookup{Type: def.TInt, Values: make([]int64, load.MaxCells)})
		}, ""},
		{"a value of a lookup more", func(d *def.GameDef) {
			d.Lookups = append(d.Lookups, def.Lookup{Type: def.TInt, Values: make([]int64, load.MaxCells+1)})
		}, "262145 values of a lookup; at most 262144"},
		{"fields of a note", func(d *def.GameDef) { d.Notes = []def.NoteDef{{Name: "n", Fields: make([]string, 256)}} }, ""},
		{"a field of a note more", func(d *def.GameDef) { d.Notes = []def.NoteDef{{Name: "n", Fields: make([]string, 257)}} }, "257 fields of note n; at most 256"},
		{"parameters of a function", func(d *def.GameDef) {
			d.Functions = []def.FuncDef{{ID: "f", Body: k(1), Params: make([]int32, def.MaxArgs)}}
		}, ""},
		{"a parameter of a function more", func(d *def.GameDef) {
			d.Functions = []def.FuncDef{{ID: "f", Body: k(1), Params: make([]int32, def.MaxArgs+1)}}
		}, "17 parameters of f; at most 16"},
		{"pieces of a type", func(d *def.GameDef) { d.Types[0].Count = load.MaxPieces }, ""},
		{"a piece more", func(d *def.GameDef) { d.Types[0].Count = load.MaxPieces + 1 }, "type sheep has 256 pieces; 0 to 255 are possible"},
		{"no piece of a type", func(d *def.GameDef) { d.Types[1].Count, d.Setups[0].Pieces = 0, d.Setups[0].Pieces[:1] }, ""},
		{"fewer than no pieces", func(d *def.GameDef) { d.Types[1].Count = -1 }, "type wolf has -1 pieces"},
	})
}

func TestLoadRefusesDanglingReferences(t *testing.T) {
	derived := func(change func(*def.DerivedDef)) func(*def.GameDef) {
		return func(d *def.GameDef) {
			x := def.DerivedDef{Named: def.Named{ID: "sum"}, Type: def.TInt, Slot: 2, Value: k(1), Held: -1}
			change(&x)
			d.Derived = []def.DerivedDef{x}
		}
	}
	attached := func(change func(*def.PointDef, *def.Attachment)) func(*def.GameDef) {
		return func(d *def.GameDef) {
			p := def.PointDef{Named: def.Named{ID: "dusk"}, Kind: def.PointNumber, Attach: []int32{0}}
			a := def.Attachment{Point: 0, Lasting: 1, Value: k(1), Proc: -1, Used: cellUsed}
			change(&p, &a)
			d.Points, d.Attachments = []def.PointDef{p}, []def.Attachment{a}
		}
	}
	wide := func(change func(*def.GameDef)) func(*def.GameDef) {
		return func(d *def.GameDef) {
			d.Zones = more(d.Zones, 65)
			for len(d.Adjacent) < 65 {
				d.Adjacent = append(d.Adjacent, 0)
			}
			d.Sets = [][]int64{{}, {1 << 1}, {1<<0 | 1<<2}, {1, 1}}
			d.Adjacent[0], d.Adjacent[1], d.Adjacent[2] = 1, 2, 1
			d.Vars = slices.DeleteFunc(d.Vars, func(v def.VarDef) bool { return v.Owner() == def.KZone })
			d.Pools, d.Setups[0].Cells = nil, nil
			change(d)
		}
	}
	mood := def.Type{Kind: def.KEnum}
	indexed := func(values, nodes int, per ...def.Type) func(*def.GameDef) {
		return func(d *def.GameDef) {
			d.Lookups = append(d.Lookups, def.Lookup{ID: "price", Type: def.TInt, Values: make([]int64, values), Nodes: make([]int32, nodes), Per: per})
		}
	}
	rows := []shape{
		{"neighbours of some zones", func(d *def.GameDef) { d.Adjacent = d.Adjacent[:3] }, "adjacency of 3 zones, there are 4"},
		{"a neighbour that is not there", func(d *def.GameDef) { d.Adjacent[0] = 1 << 4 }, "adjacency: set [0x10] has members out of range (there are 4)"},
		{"the last zone as a neighbour", func(d *def.GameDef) { d.Adjacent[3] = 1 << 3 }, ""},
		{"an owner", func(d *def.GameDef) { d.Piles[1].Owner = 1 }, ""},
		{"an owner too many", func(d *def.GameDef) { d.Piles[1].Owner = 2 }, "owner of a pile 2 is out of range (there are 2)"},
		{"less than no owner", func(d *def.GameDef) { d.Piles[1].Owner = -2 }, "owner of a pile -2 is out of range"},
		{"cards without a pile", func(d *def.GameDef) { d.Piles, d.Setups[0].Cards = nil, nil }, "cards without a pile"},
		{"neither cards nor piles", func(d *def.GameDef) { d.Piles, d.Cards, d.Setups[0].Cards = nil, nil, nil }, ""},
		{"another default", func(d *def.GameDef) { d.Options[0].Default = 1 }, ""},
		{"a pair of pairs", func(d *def.GameDef) { d.Pairs[0].Second = def.Type{Kind: def.KPair} }, "pair 0 is made of a pair"},
		{"a pair of an enumeration that is not there", func(d *def.GameDef) { d.Pairs[0].First = def.Type{Kind: def.KEnum, Of: 1} }, "enum of pair 0 1 is out of range"},

		{"a class of no type", func(d *def.GameDef) { d.Classes[0].Type = 2 }, "type of class sheep 2 is out of range"},
		{"a class with a status of its type", func(d *def.GameDef) { d.Classes[wolfHidden].Status = 1 }, ""},
		{"a class with a status beyond", func(d *def.GameDef) { d.Classes[wolfHidden].Status = 2 }, "status of class wolf.hidden 2 is out of range (there are 2)"},
		{"a status of a type without", func(d *def.GameDef) { d.Classes[sheep].Status = 1 }, "status of class sheep 1 is out of range (there are 1)"},
		{"a class that its type does not list", func(d *def.GameDef) { d.Types[0].Classes = 1 << sheep }, "class sheep.moved is not among the classes of type sheep"},
		{"a type that lists a class of another", func(d *def.GameDef) { d.Types[0].Classes |= 1 << wolfHidden }, "type sheep lists class wolf.hidden of another type"},
		{"a type that lists a class that is not there", func(d *def.GameDef) { d.Types[0].Classes |= 1 << 9 }, "classes of type sheep: set"},
		{"a type of no seat", func(d *def.GameDef) { d.Types[0].Seat = -1 }, ""},
		{"a type of a seat that is not there", func(d *def.GameDef) { d.Types[0].Seat = 2 }, "seat of type sheep 2 is out of range"},
		{"a home that is not there", func(d *def.GameDef) { d.Types[0].Home = 4 }, "home of type sheep 4 is out of range"},
		{"no home", func(d *def.GameDef) { d.Types[0].Home = -1 }, "home of type sheep -1 is out of range"},
		{"a first class that is not there", func(d *def.GameDef) { d.Types[0].First = 4 }, "first class of type sheep 4 is out of range"},
		{"a mark that is not there", func(d *def.GameDef) { d.Types[1].Marks = []int32{1} }, "mark of type wolf 1 is out of range"},
		{"a limit of zones that are not there", func(d *def.GameDef) { d.Stacking = []def.StackLimit{{Zones: 1 << 4}} }, "zones of a stacking limit: set"},
		{"a limit of classes that are not there", func(d *def.GameDef) { d.Stacking = []def.StackLimit{{Filter: 1 << 4}} }, "filter of a stacking limit: set"},
		{"a limit at no node", func(d *def.GameDef) { d.Stacking = []def.StackLimit{{Node: 4}} }, "node 4 is out of range (there are 4)"},

		{"a variable before the first cell", func(d *def.GameDef) { d.Vars[4].Base = -1 }, "load test: vars[4]: variable out lies outside the cells"},
		{"a variable in the last cell", func(d *def.GameDef) { d.Vars[4].Base = testCells - 1 }, ""},
		{"a variable behind the last cell", func(d *def.GameDef) { d.Vars[4].Base = testCells }, "variable out lies outside the cells"},
		{"a variable that ends where numbers end", func(d *def.GameDef) { d.Vars[4].Base, d.Vars[4].Len = math.MaxInt32, math.MaxInt32 }, "variable out lies outside the cells"},
		{"a variable of fewer than no cells", func(d *def.GameDef) { d.Vars[4].Len = -1 }, "variable out lies outside the cells"},
		{"a variable of no cell", func(d *def.GameDef) { d.Vars[4].Len = 0 }, "variable out has 0 cells, needs 1"},
		{"a variable of a cell too many", func(d *def.GameDef) { d.Vars[4].Base, d.Vars[4].Len = cellOther-1, 2 }, "variable out has 2 cells, needs 1"},
		{"two variables in one cell", func(d *def.GameDef) { d.Vars[4].Base = cellGold }, "variable out shares cell 0 with another"},
		{"a variable for each card", func(d *def.GameDef) {
			d.Vars[4].Per, d.Vars[4].Base, d.Vars[4].Len = []def.Type{def.TCard}, testCells, 6
			d.Cells, d.Initial = testCells+6, more(d.Initial, testCells+6)
		}, ""},
		{"a variable for each track", func(d *def.GameDef) { d.Vars[4].Per = []def.Type{def.TTrack} }, "variable out is for each thing of kind"},
		{"three indices", func(d *def.GameDef) { d.Vars[4].Per = []def.Type{def.TSeat, {Kind: def.KEnum}, {Kind: def.KEnum}} }, "indices of out"},
		{"an enumeration before a seat", func(d *def.GameDef) { d.Vars[4].Per = []def.Type{{Kind: def.KEnum}, def.TSeat} }, "variable out has an enumeration before an index of kind"},
		{"an index of an enumeration that is not there", func(d *def.GameDef) { d.Vars[4].Per = []def.Type{{Kind: def.KEnum, Of: 1}} }, "enum of index of out 1 is out of range"},
		{"two indices of an enumeration", func(d *def.GameDef) {
			d.Vars[4].Per = []def.Type{{Kind: def.KEnum}, {Kind: def.KEnum}}
			n := int32(d.PerOwner(&d.Vars[4]))
			d.Vars[4].Base, d.Vars[4].Len = testCells, n
			d.Cells, d.Initial = testCells+n, more(d.Initial, int(testCells+n))
		}, ""},
		{"a value for each pair of members", indexed(9, 9, mood, mood), ""},
		{"a value too few", indexed(8, 9, mood, mood), "value price has 8 values with 9 nodes, needs 9"},
		{"a value without its node", indexed(9, 8, mood, mood), "value price has 9 values with 8 nodes, needs 9"},
		{"nodes of a property", indexed(9, 9), "value price has 9 values with 9 nodes"},
		{"a value for each three members", indexed(27, 27, mood, mood, mood), "indices of price"},
		{"a value for each seat", indexed(2, 2, def.TSeat), "value price is for each thing of kind"},
		{"a value for each member of an enumeration that is not there", indexed(3, 3, def.Type{Kind: def.KEnum, Of: 1}), "enum of index of price 1 is out of range"},
		{"a value at a node that is not there", func(d *def.GameDef) { indexed(3, 3, mood)(d); d.Lookups[len(d.Lookups)-1].Nodes[2] = 4 }, "node 4 is out of range (there are 4)"},
		{"a scale that is not there", func(d *def.GameDef) { d.Vars[2].Scale = 1 }, "scale of variable mood 1 is out of range"},
		{"a pool that is not there", func(d *def.GameDef) { d.Vars[3].Pool = 1 }, "pool of variable smoke 1 is out of range"},
		{"a variable in zones that are not there", func(d *def.GameDef) { d.Vars[3].On = 1 << 4 }, "zones of variable smoke: set"},
		{"a track of one value", func(d *def.GameDef) { d.Vars[0].Min, d.Vars[0].Max = 10, 10 }, ""},
		{"a track that ends before it begins", func(d *def.GameDef) { d.Vars[0].Min, d.Vars[0].Max = 11, 9 }, "variable gold has minimum 11 and maximum 9"},
		{"a track that begins at its end", func(d *def.GameDef) { d.Initial[cellGold] = 20 }, ""},
		{"a track that begins at its beginning", func(d *def.GameDef) { d.Initial[cellGold] = 0 }, ""},
		{"a track that begins beyond its end", func(d *def.GameDef) { d.Initial[cellGold] = 21 }, "variable gold begins with 21, outside 0..20"},
		{"a track that begins before its beginning", func(d *def.GameDef) { d.Initial[cellGold] = -1 }, "variable gold begins with -1, outside 0..20"},
		{"the last cell of a variable beyond its end", func(d *def.GameDef) { d.Initial[cellRes+1] = 11 }, "variable res begins with 11, outside 0..10"},
		{"a scale at its last member", func(d *def.GameDef) { d.Vars[2].Bounded, d.Vars[2].Max, d.Initial[cellMood] = false, 0, 2 }, ""},
		{"a scale beyond its last member", func(d *def.GameDef) { d.Vars[2].Bounded, d.Vars[2].Max, d.Initial[cellMood] = false, 0, 3 }, "variable mood begins with 3, outside 0..2"},
		{"a type of unknown kind", func(d *def.GameDef) { d.Vars[4].Type.Kind = def.KPair + 1 }, "out has a type of unknown kind"},
		{"a set of unknown kind", func(d *def.GameDef) { d.Vars[4].Type = def.Type{Kind: def.KSet, Elem: def.KPair + 1} }, "out has a type of unknown kind"},
		{"a set of an enumeration that is not there", func(d *def.GameDef) { d.Vars[4].Type = def.Type{Kind: def.KSet, Elem: def.KEnum, Of: 1} }, "enum of out 1 is out of range"},
		{"a row of a table that is not there", func(d *def.GameDef) { d.Vars[4].Type = def.Type{Kind: def.KRow} }, "table of out 0 is out of range"},
		{"a pair that is not there", func(d *def.GameDef) { d.Vars[4].Type = def.Type{Kind: def.KPair, Of: 1} }, "pair of out 1 is out of range"},
		{"all of a pool in play", func(d *def.GameDef) { d.Initial[cellSmoke], d.Initial[cellSmoke+1] = 2, 1 }, ""},
		{"more of a pool in play than there is", func(d *def.GameDef) { d.Initial[cellSmoke], d.Initial[cellSmoke+1] = 2, 2 }, "more of pool smoke is in play at the beginning than there is"},
		{"an action cell that is not there", func(d *def.GameDef) { d.ActionCells[0] = testCells }, "action cell 29 is out of range"},
		{"an action cell of a pool", func(d *def.GameDef) { d.ActionCells[0] = cellSmoke + 3 }, "action cell 10 draws on a pool"},
		{"an action cell of a variable before the pool's", func(d *def.GameDef) { d.ActionCells[0] = cellMood + 3 }, ""},
		{"stamps in a cell that is not there", func(d *def.GameDef) { d.StampCell = testCells }, "stamp cell 29 is out of range"},

		{"stamps in a cell that is not there, without effects", func(d *def.GameDef) { d.Lasting, d.StampCell = nil, testCells }, "stamp cell 29 is out of range"},

		{"effects without a cell for stamps", func(d *def.GameDef) {
			d.Cells, d.Initial, d.Vars, d.ActionCells, d.Pools, d.Setups, d.StampCell = 0, nil, nil, nil, nil, nil, 0
			d.Code = []def.Instr{{Op: def.CReturn}}
		}, "stamp cell 0 is out of range (there are 0)"},
		{"answers for each zone", func(d *def.GameDef) { d.Vars[3].Answers, d.Vars[4].Type = true, def.SeatSet }, "variable smoke keeps answers of seats"},
		{"a table of too many values", func(d *def.GameDef) { d.Lookups[0].Values = make([]int64, load.MaxCells+1) }, "load test: lookups[0]: 262145 values of a lookup"},
		{"a formula at the last node", func(d *def.GameDef) {
			d.Functions = []def.FuncDef{{Body: &def.Expr{Op: def.OpConst, Type: def.TInt, Node: 3}}}
		}, ""},
		{"a formula behind the last node", func(d *def.GameDef) {
			d.Functions = []def.FuncDef{{Body: &def.Expr{Op: def.OpConst, Type: def.TInt, Node: 4}}}
		}, "node 4 is out of range (there are 4)"},
		{"a formula before the first node", func(d *def.GameDef) {
			d.Functions = []def.FuncDef{{Body: &def.Expr{Op: def.OpConst, Type: def.TInt, Node: -1}}}
		}, "node -1 is out of range (there are 4)"},
		{"a formula that has itself as an operand", func(d *def.GameDef) {
			e := &def.Expr{Op: def.OpNeg, Type: def.TInt}
			e.Args = []*def.Expr{e}
			d.Functions = []def.FuncDef{{Body: e}}
		}, "nested more than"},
		{"a constant of an enumeration that is not there", func(d *def.GameDef) {
			d.Functions = []def.FuncDef{{Body: &def.Expr{Op: def.OpConst, Type: def.Type{Kind: def.KEnum, Of: 7}}}}
		}, "enum of constant 7"},
		{"an operand of an unknown kind", func(d *def.GameDef) {
			d.Functions = []def.FuncDef{{Body: ex(def.OpEq, def.TBool, &def.Expr{Op: def.OpCell, Type: def.Type{Kind: def.KPair + 1}}, k(1))}}
		}, "functions[0].body.args[0]: cell has a type of unknown kind"},
		{"a function at no node", func(d *def.GameDef) { d.Functions = []def.FuncDef{{Body: k(1), Node: 4}} }, "node 4"},
		{"a function with a slot before the first", func(d *def.GameDef) { d.Functions = []def.FuncDef{{ID: "f", Body: k(1), Params: []int32{-1}}} }, "bound slot of f -1 is out of range"},
		{"a derived value", derived(func(x *def.DerivedDef) {}), ""},
		{"a derived value at no node", derived(func(x *def.DerivedDef) { x.Node = 4 }), "node 4"},
		{"a derived value without a slot needs none", derived(func(x *def.DerivedDef) { x.Slot = testScratch }), ""},
		{"one for each seat in a slot that is not there", derived(func(x *def.DerivedDef) { x.Per, x.Over, x.Slot = def.KSeat, 3, testScratch }), "slot of sum 24 is out of range"},
		{"one for each zone in a slot that is not there", derived(func(x *def.DerivedDef) { x.Per, x.Over, x.Slot = def.KZone, 3, testScratch }), "slot of sum 24 is out of range"},
		{"one for each card", derived(func(x *def.DerivedDef) { x.Per = def.KCard }), "derived value sum is for each thing of kind"},
		{"one for a seat that is not there", derived(func(x *def.DerivedDef) { x.Per, x.Over = def.KSeat, 4 }), "index set of sum: set"},
		{"one held by a cell that is not there", derived(func(x *def.DerivedDef) { x.Held = testCells }), "held flag of sum 29 is out of range"},
		{"one frozen before the first cell", derived(func(x *def.DerivedDef) { x.Held, x.Base, x.Len = cellHeld, -1, 1 }), "frozen values of sum lie outside the cells"},
		{"one frozen behind the last cell", derived(func(x *def.DerivedDef) { x.Held, x.Base, x.Len = cellHeld, testCells, 1 }), "frozen values of sum lie outside the cells"},
		{"one frozen in the last cell", derived(func(x *def.DerivedDef) { x.Held, x.Base, x.Len = cellHeld, testCells-1, 1 }), ""},
		{"one frozen where nothing is held", derived(func(x *def.DerivedDef) { x.Base, x.Len = -7, 9 }), ""},
		{"one of an enumeration that is not there", derived(func(x *def.DerivedDef) { x.Type = def.Type{Kind: def.KEnum, Of: 1} }), "enum of sum 1"},
		{"frozen values twice in a cell", func(d *def.GameDef) {
			x := def.DerivedDef{Named: def.Named{ID: "sum"}, Type: def.TInt, Slot: 2, Value: k(1), Held: cellHeld, Base: cellFrozen, Len: 1}
			d.Derived = []def.DerivedDef{x, x}
		}, "cell 23 belongs to frozen values twice"},
		{"two values held by one mark", func(d *def.GameDef) {
			x := def.DerivedDef{Named: def.Named{ID: "sum"}, Type: def.TInt, Slot: 2, Value: k(1), Held: cellHeld, Base: cellFrozen, Len: 1}
			y := x
			y.Base++
			d.Derived = []def.DerivedDef{x, y}
		}, ""},

		{"an attachment", attached(func(*def.PointDef, *def.Attachment) {}), ""},
		{"a point at no node", attached(func(p *def.PointDef, _ *def.Attachment) { p.Node = 4 }), "node 4"},
		{"a point of unknown kind", attached(func(p *def.PointDef, _ *def.Attachment) { p.Kind = def.PointRun + 1 }), "point dusk is of unknown kind"},
		{"a point that combines in an unknown way", attached(func(p *def.PointDef, _ *def.Attachment) { p.Combine = def.CombineLatest + 1 }), "point dusk is of unknown kind"},
		{"a point whose slot is not there", attached(func(p *def.PointDef, _ *def.Attachment) { p.Params = []int32{testScratch} }), "bound slot of dusk 24"},
		{"an attachment that is not there", attached(func(p *def.PointDef, _ *def.Attachment) { p.Attach[0] = 1 }), "attachment of dusk 1 is out of range"},
		{"an attachment at no node", attached(func(_ *def.PointDef, a *def.Attachment) { a.Node = 4 }), "node 4"},
		{"an attachment of no point", attached(func(p *def.PointDef, a *def.Attachment) { p.Attach, a.Point = nil, 1 }), "point of an attachment 1 is out of range"},
		{"an attachment of no effect", attached(func(_ *def.PointDef, a *def.Attachment) { a.Lasting = 4 }), "effect of an attachment 4 is out of range"},
		{"an attachment that runs nothing", attached(func(p *def.PointDef, a *def.Attachment) { p.Kind = def.PointRun }), "procedure of an attachment -1 is out of range"},
		{"an attachment with a quota in no cell", attached(func(_ *def.PointDef, a *def.Attachment) { a.Quota, a.Used = 1, testCells }), "quota cell of an attachment 29 is out of range"},
		{"an attachment without a quota needs no cell", attached(func(_ *def.PointDef, a *def.Attachment) { a.Used = testCells }), ""},
		{"a quota in the cell of a track", attached(func(_ *def.PointDef, a *def.Attachment) { a.Quota, a.Used = 1, cellGold }), "cell 0 belongs to gold and to the quota of an attachment"},
		{"a quota in the cell of a pool", attached(func(_ *def.PointDef, a *def.Attachment) { a.Quota, a.Used = 1, cellSmoke }), "cell 7 belongs to smoke and to the quota of an attachment"},
		{"a quota in the cell of a variable without bounds", attached(func(_ *def.PointDef, a *def.Attachment) { a.Quota, a.Used = 1, cellOut }), ""},
		{"a quota that is used at the beginning", attached(func(_ *def.PointDef, a *def.Attachment) { a.Quota, a.Used = 1, cellAction }), "cell 12 of the quota of an attachment begins with 7"},
		{"an effect at no node", func(d *def.GameDef) { d.Lasting[0].Node = 4 }, "node 4"},
		{"an effect with a stamp in no cell", func(d *def.GameDef) { d.Lasting[0].Stamp = testCells }, "stamp of effect0 29"},
		{"an effect with an end in no cell", func(d *def.GameDef) { d.Lasting[0].Until = testCells }, "duration cell of effect0 29"},
		{"an effect of no duration", func(d *def.GameDef) { d.Lasting[0].Duration = 2 }, "duration of effect0 2 is out of range"},
		{"an effect where there are no durations", func(d *def.GameDef) { d.Durations, d.Lasting[0].Duration = nil, 7 }, ""},
		{"an end in the cell of a stamp", func(d *def.GameDef) { d.Lasting[0].Node, d.Lasting[0].Until = 2, d.Lasting[0].Stamp }, "rules.md:7: lasting[0]: cell 14 belongs to a lasting effect twice"},

		{"a set-up at no node", func(d *def.GameDef) { d.Setups[0].Node = 4 }, "node 4"},
		{"a set-up with a cell before the first", func(d *def.GameDef) { d.Setups[0].Node, d.Setups[0].Cells[0].Cell = 2, -1 }, "rules.md:7: setups[0]: cell of set-up start -1 is out of range"},
		{"a set-up with the last zone", func(d *def.GameDef) { d.Setups[0].Pieces[1].Zone = zoneZ }, ""},

		{"wide sets", wide(func(*def.GameDef) {}), ""},
		{"a first set with words", wide(func(d *def.GameDef) { d.Sets[0] = []int64{1} }), "set 0 is not as sets are written"},
		{"a set without words", wide(func(d *def.GameDef) { d.Sets[3] = nil }), "set 3 is not as sets are written"},
		{"a set that ends with nothing", wide(func(d *def.GameDef) { d.Sets[3] = []int64{1, 0} }), "set 3 is not as sets are written"},
		{"a wide set that is not there", wide(func(d *def.GameDef) { d.Adjacent[2] = 4 }), "adjacency: there is no set 4"},
		{"a wide set before the first", wide(func(d *def.GameDef) { d.Adjacent[2] = -1 }), "adjacency: there is no set -1"},
		{"a wide set with a member beyond the last", wide(func(d *def.GameDef) { d.Sets[3][1], d.Adjacent[0] = 2, 3 }), "has members out of range (there are 65)"},
		{"a wide set as a variable with bounds", wide(func(d *def.GameDef) {
			v := &d.Vars[slices.IndexFunc(d.Vars, func(v def.VarDef) bool { return v.ID == "out" })]
			v.Type, v.Base, v.Len, v.Bounded = def.ZoneSet, cellOther-1, 2, true
		}), "variable out is a set and cannot have bounds"},
		{"a wide set as a variable", wide(func(d *def.GameDef) {
			v := &d.Vars[slices.IndexFunc(d.Vars, func(v def.VarDef) bool { return v.ID == "out" })]
			v.Type, v.Base, v.Len = def.ZoneSet, cellOther-1, 2
		}), ""},
		{"a wide set in one cell", wide(func(d *def.GameDef) {
			v := &d.Vars[slices.IndexFunc(d.Vars, func(v def.VarDef) bool { return v.ID == "out" })]
			v.Type = def.ZoneSet
		}), "variable out has 1 cells, needs 2"},
	}
	held(t, rows)
}

func TestLoadErrorsBeginWithThePlaceInTheRulebook(t *testing.T) {
	for node, want := range map[int32]string{0: "load test: vars[4]: variable", 1: "load test: rules.md:3: vars[4]: variable", 3: "load test: rules.md:9: vars[4]: variable"} {
		d := testGame()
		addMain(d)
		d.Vars[4].Node, d.Vars[4].Base = node, -1
		if _, err := Load(d, nil); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("node %d: %v", node, err)
		}
	}
}

// An error in a part without a place does not name the place of another part.
func TestLoadErrorsWithoutPlaceNameNoOtherPlace(t *testing.T) {
	for what, c := range map[string]struct {
		change func(*def.GameDef)
		want   string
	}{
		"a pool behind variables": {func(d *def.GameDef) {
			d.Vars[len(d.Vars)-1].Node, d.Initial[cellSmoke], d.Initial[cellSmoke+1] = 2, 2, 2
		}, "load test: pools[0]: more of pool smoke"},
		"a point behind derived values": {func(d *def.GameDef) {
			d.Derived = []def.DerivedDef{{Named: def.Named{ID: "sum"}, Node: 2, Type: def.TInt, Slot: 2, Value: k(1), Held: -1}}
			d.Points = []def.PointDef{{Named: def.Named{ID: "dusk"}, Combine: def.CombineLatest + 1}}
		}, "load test: points[0]: point dusk"},
		"functions behind set-ups": {func(d *def.GameDef) {
			d.Setups[0].Node = 2
			d.Functions = []def.FuncDef{{ID: "f", Body: exI(def.OpCall, def.TInt, 0)}}
		}, "load test: functions[0].body: function 0 needs itself"},
		"functions behind quotas": {func(d *def.GameDef) {
			d.Points = []def.PointDef{{Named: def.Named{ID: "dusk"}, Kind: def.PointAllow, Attach: []int32{0}}}
			d.Setups, d.Attachments = nil, []def.Attachment{{Proc: -1, Node: 2}}
			d.Functions = []def.FuncDef{{ID: "f", Body: exI(def.OpCall, def.TInt, 0)}}
		}, "load test: functions[0].body: function 0 needs itself"},
	} {
		d := testGame()
		addMain(d)
		c.change(d)
		if _, err := Load(d, nil); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
