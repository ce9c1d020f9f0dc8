package facts

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rulebound/engine/def"
	"rulebound/engine/fold"
	. "rulebound/engine/testboard"
)

// spelt formats accesses: cells as c3+1, pieces and cards with their zones or piles, locals; ! marks the member's own.
func spelt(list []Access) string {
	var out []string
	for _, a := range list {
		var s string
		switch a.Store {
		case def.Cells:
			s = fmt.Sprintf("c%d+%d", a.From, a.N)
		case def.Pieces:
			s = fmt.Sprintf("p%x/%x", uint64(a.Zones)&0xf, uint64(a.Classes)&0xf)
		case def.Cards:
			s = fmt.Sprintf("k%x", uint64(a.Zones)&0xf)
		case def.Slots:
			if s = fmt.Sprintf("l%d", a.From); a.N != 1 {
				s += fmt.Sprintf("+%d", a.N)
			}
		}
		s += map[def.Way]string{def.Up: "<", def.Down: ">", def.Leave: "-", def.Enter: "+", def.Turn: "~"}[a.Way]
		if a.Own != Nobodys {
			s += "!"
		}
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return strings.Join(out, " ")
}

func TestReadsOverApproximate(t *testing.T) {
	pile := Const(1, def.TPile)
	scouts := Const(1, def.FilterSet)
	for name, c := range map[string]struct {
		x    *def.Expr
		want string
	}{
		"a constant":                      {Num(1), ""},
		"a cell":                          {Cell(CellHoney), "c0+1"},
		"the cell of the member":          {Blight(Here), "l2 c3+1! c4+1!"},
		"the cell of any zone":            {Blight(ExI(def.OpCell, def.TZone, CellHoney)), "c0+1 c3+4"},
		"a track":                         {Ex(def.OpCellOf, def.TInt, Const(CellHoney, def.TTrack)), "c0+1"},
		"the track of a seat":             {Ex(def.OpCellOf, def.TInt, ExI(def.OpTable, def.TTrack, PurseOf, Const(Bee, def.TSeat))), "c2+1"},
		"the track of any seat":           {Ex(def.OpCellOf, def.TInt, ExI(def.OpTable, def.TTrack, PurseOf, ExI(def.OpCell, def.TSeat, CellHoney))), "c0+1 c1+1 c2+1"},
		"the track of the member":         {Ex(def.OpCellOf, def.TInt, Property(4, def.TTrack)), "l2 c1+1! c2+1!"},
		"a track that members share":      {Ex(def.OpCellOf, def.TInt, Property(5, def.TTrack)), "l2 c1+1"},
		"any track":                       {Ex(def.OpCellOf, def.TInt, ExI(def.OpCell, def.TTrack, CellSeen)), "c7+1 c0+1 c1+2 c3+4"},
		"pieces of a zone":                {Pieces(Const(Lake, def.TZone)), "p4/1"},
		"pieces of the member":            {Pieces(Here), "l2 p3/1!"},
		"room in a zone":                  {Ex(def.OpRoom, def.TInt, Const(Oak, def.TZone), scouts), "p1/f"},
		"pieces at home":                  {Ex(def.OpHomeIn, def.TInt, scouts), "p8/1"},
		"markers left":                    {ExI(def.OpPoolLeft, def.TInt, 0), "c3+4"},
		"an effect in force":              {ExI(def.OpStamp, def.TInt, 0), "c8+1 c9+1"},
		"any effect in force":             {ExI(def.OpStamp, def.TInt, -1, ExI(def.OpCell, def.TLasting, CellHoney)), "c0+1 c8+1 c9+1"},
		"the top of a pile":               {Ex(def.OpTop, def.TCard, pile), "k2"},
		"the size of a pile":              {Ex(def.OpSize, def.TInt, pile), "k2"},
		"whether a card lies in a pile":   {Ex(def.OpHas, def.TBool, pile, Const(0, def.TCard)), "k2"},
		"cards of a pile":                 {ExI(def.OpCount, def.TInt, 11, pile, Open()), "c0+1 k2"},
		"whether it is the same pile":     {Is(ExI(def.OpCell, def.TPile, CellHoney), 1), "c0+1"},
		"the pile of a card":              {Ex(def.OpPileOf, def.TPile, Const(0, def.TCard)), "kf"},
		"members of a set":                {ExI(def.OpCount, def.TInt, 11, Zones(Oak, Lake), More(Blight(Bound(11, def.TZone)), 0)), "c3+1 c5+1"},
		"what is bound for a formula":     {ExI(def.OpLet, def.TInt, 11, Const(Oak, def.TZone), Blight(Bound(11, def.TZone))), "c3+1"},
		"a derived value that is held":    {ExI(def.OpDerived, def.TInt, 0), "c10+1 c11+1 c0+1"},
		"whether a procedure of a value":  {Ex(def.OpPossibleDyn, def.TBool, Local(Before, def.Type{Kind: def.KProc, Of: 1}), Const(Elm, def.TZone)), "l0 c4+1"},
		"whether an unknown procedure":    {Ex(def.OpPossibleDyn, def.TBool, Local(Before, def.TProc), Const(Elm, def.TZone)), "l0 c4+1"},
		"a value held in the first cells": {ExI(def.OpDerived, def.TInt, 1), "c0+1 c1+1 c2+1"},
		"a number of a hook point":        {ExI(def.OpHookNumber, def.TInt, 0, Cell(CellHoney), Const(Lake, def.TZone)), "c0+1 c8+1 c9+1 c5+1"},
	} {
		gd := Board()
		gd.Functions = []def.FuncDef{{Params: []int32{20}, Body: Blight(Bound(20, def.TZone))}}
		gd.Derived = []def.DerivedDef{{Value: Cell(CellHoney), Held: CellHeld, Base: CellHeld + 1, Len: 1}, {Value: Cell(CellPurse + 1), Base: 1, Len: 1}}
		gd.Lookups = append(gd.Lookups, def.Lookup{Type: def.TTrack, Values: []int64{CellPurse, CellPurse + 1, def.None, CellHoney}}, def.Lookup{Type: def.TTrack, Values: []int64{CellPurse, CellPurse}})
		gd.Procs = []def.ProcDef{{Possible: 0}}
		gd.Points = []def.PointDef{{Params: []int32{21}, Attach: []int32{0}}}
		gd.Attachments = []def.Attachment{{Proc: -1, Value: Blight(Bound(21, def.TZone))}}
		expect(t, name, spelt(roundOf(gd).Reads(c.x)), c.want)
	}
}

func TestWritesOverApproximate(t *testing.T) {
	scouts, oaks := Const(1, def.FilterSet), Const(Oak, def.TZone)
	some := Ex(def.OpTop, def.TCard, Const(0, def.TPile))
	for name, c := range map[string]struct {
		in   def.Instr
		want string
	}{
		"a let":                {Do(def.CSet, 0, Inside, Num(1)), "l3"},
		"a cell":               {Do(def.CSet, 1, CellHoney, Num(1)), "c0+1"},
		"a cell of the member": {Do(def.CSet, 2, CellBlight, Num(1), Here), "c3+1! c4+1!"},
		"a track":              {Do(def.CPay, 3, 0, Num(1), Const(CellPurse, def.TTrack)), "c1+1>"},
		"a transfer":           {Do(def.CTransfer, 0, 0, Const(CellHoney, def.TTrack), Const(CellPurse, def.TTrack), Num(1)), "c0+1> c1+1<"},
		"markers":              {Do(def.CMark, 0, CellBlight, Num(1), oaks), "c3+1<"},
		"markers or fewer":     {Do(def.CMark, 0, CellBlight, Cell(CellHoney), oaks), "c3+1"},
		"no markers":           {Do(def.CMark, 0, CellBlight, Num(0), oaks), "c3+1<"},
		"fewer markers":        {Do(def.CMark, 0, CellBlight, Num(-1), oaks), "c3+1>"},
		"a move":               {Do(def.CMove, 0, 0, scouts, Num(1), oaks, Here), "p1/1- p3/1+!"},
		"a move home":          {Do(def.CMove, 1, 0, scouts, Num(1), oaks, nil), "p1/1- p8/1+"},
		"a move of all":        {Do(def.CMoveAll, 0, 0, scouts, Zones(Oak, Elm), Const(Lake, def.TZone)), "p3/1- p4/1+"},
		"a flip":               {Do(def.CFlip, 1, 0, scouts, Num(1), oaks), "p1/1~"},
		"a flip of all":        {Do(def.CFlipAll, 1, 0, scouts, Zones(Oak, Elm)), "p3/1~"},
		"a mark on pieces":     {Do(def.CTag, 0, 1, scouts, Num(1), Here), "p3/1~!"},
		"marks taken off":      {Do(def.CUntagAll, 0, 0), "pf/3~"},
		"the top card":         {Do(def.CCard, 0, 0, some, Const(1, def.TPile)), "k1 k2"},
		"a cell of all":        {Do(def.CSetAll, 0, CellBlight, Num(1), Zones(Oak, Lake)), "c3+1 c5+1"},
		"a cell of any":        {Do(def.CSetAll, 0, CellBlight, Num(1), Ex(def.OpAdjacent, def.SetOf(def.TZone), Cell(CellHoney))), "c3+4"},
		"some card":            {Do(def.CCard, 0, 0, Const(0, def.TCard), Const(1, def.TPile)), "kf k2"},
		"a shuffle":            {Do(def.CDecide, 0, -1), "l0 k2"},
		"a decision":           {Do(def.CDecide, 1, -1), "l0"},
		"an effect":            {Do(def.CActivate, 0, 0, Const(0, def.TLasting), Num(-1)), "c8+1 c9+1"},
		"effects that run out": {Do(def.CExpire, 0, -1), "c8+1 c9+1"},
		"a value that is held": {Do(def.CHold, 0, 0), "c10+1 c11+1"},
		"a value never held":   {Do(def.CRelease, 1, 0), ""},
		"a call":               {Do(def.CCall, 0, -1, oaks), "p1/1- p8/1+"},
		"a call of a value":    {Do(def.CCallDyn, 0, -1, Local(Before, def.Type{Kind: def.KProc, Of: 1}), Here), "p3/1-! p8/1+"},
		"hooks":                {Do(def.CHooks, 0, 0, oaks), "l0+2 p1/1- p8/1+"},
		"a note":               {Do(def.CNote, 0, 0, Cell(CellHoney)), ""},
		"all cards":            {Do(def.CMoveCards, 0, 0, Const(0, def.TPile), Const(1, def.TPile)), "k1 k2"},
	} {
		gd := Board()
		gd.Derived = []def.DerivedDef{{Held: CellHeld, Base: CellHeld + 1, Len: 1}, {Held: -1}}
		gd.Procs = []def.ProcDef{{Params: []def.Param{{Type: def.TZone}}, Possible: -1}}
		gd.Points = []def.PointDef{{Kind: def.PointRun, Attach: []int32{0, 1}}}
		gd.Attachments = []def.Attachment{{Proc: 0}, {Proc: -1}}
		gd.Decisions = []def.DecisionDef{{Kind: def.Shuffle, From: Const(1, def.TPile)}, {Kind: def.One, From: Const(3, def.SeatSet)}}
		s := roundOf(gd, Do(def.CMove, 1, 0, scouts, Num(1), Local(0, def.TZone), nil), Do(def.CSet, 0, 1, Num(1)))
		expect(t, name, spelt(s.Writes([]def.Instr{c.in})), c.want)
	}
}

// A card that moves, and all cards of a pile that is shuffled, are hidden again.
func TestCardMovesWriteTheVariableOfWhoSeesThem(t *testing.T) {
	gd := Board()
	for i := range gd.Vars {
		if gd.Vars[i].ID == "purse" {
			gd.Vars[i].Per, gd.Vars[i].Type, gd.Vars[i].Reveals = []def.Type{def.TCard}, def.SeatSet, true
		}
	}
	gd.Decisions = []def.DecisionDef{{Kind: def.Shuffle, From: Const(1, def.TPile)}}
	for name, c := range map[string]struct {
		in   def.Instr
		want string
	}{
		"a card":         {Do(def.CCard, 0, 0, Const(1, def.TCard), Const(1, def.TPile)), "c2+1 kf k2"},
		"the card above": {Do(def.CCard, 0, 0, Ex(def.OpTop, def.TCard, Const(0, def.TPile)), Const(1, def.TPile)), "c1+2 k1 k2"},
		"a shuffle":      {Do(def.CDecide, 0, -1), "l0 c1+2 k2"},
		"all cards":      {Do(def.CMoveCards, 0, 0, Const(0, def.TPile), Const(1, def.TPile)), "c1+2 k1 k2"},
	} {
		expect(t, name, spelt(roundOf(gd).Writes([]def.Instr{c.in})), c.want)
	}
}

// With more classes than bits in a word, a write of some pieces may be one of any class.
func TestWritesOfWideClassSetsCoverEveryClass(t *testing.T) {
	gd := Board()
	for len(gd.Classes) <= def.WordBits {
		gd.Classes = append(gd.Classes, def.ClassDef{})
	}
	flip := Do(def.CFlip, 1, 0, Const(1, def.FilterSet), Num(1), Const(Oak, def.TZone))
	expect(t, "a flip", spelt(roundOf(gd).Writes([]def.Instr{flip})), "p1/f~")
}

// The writes of an action to its own cells are undone at its end, neither before nor after.
func TestWritesIncludeRestoredActionCells(t *testing.T) {
	seen := func(n int64) def.Instr { return Do(def.CSet, 1, CellSeen, Num(n)) }
	honey, enter, leave := Do(def.CSet, 1, CellHoney, Num(1)), Do(def.CEnter, 5, 0), Do(def.CLeave, 5, 0)
	for name, c := range map[string]struct {
		code []def.Instr
		want string
	}{
		"in an action":      {[]def.Instr{enter, seen(1), honey, leave}, "l5 c0+1"},
		"behind it":         {[]def.Instr{enter, leave, seen(1)}, "l5 c7+1"},
		"before it":         {[]def.Instr{seen(1), enter, leave}, "c7+1 l5"},
		"between two":       {[]def.Instr{enter, enter, leave, seen(1), leave}, "l5"},
		"behind one of two": {[]def.Instr{enter, enter, leave, leave, seen(1)}, "l5 c7+1"},
	} {
		expect(t, name, spelt(roundOf(Board()).Writes(c.code)), c.want)
	}
}

func TestAccessesMeetIfTheyOverlap(t *testing.T) {
	pieces := func(zones, classes int64) Access { return Access{Store: def.Pieces, Zones: zones, Classes: classes} }
	own := func(a Access, o Owner) Access { a.Own = o; return a }
	for name, c := range map[string]struct {
		r, w Access
		want bool
	}{
		"one cell":                        {cells(3, 1), cells(3, 1), true},
		"the cell before":                 {cells(3, 1), cells(2, 1), false},
		"the cell behind":                 {cells(3, 1), cells(4, 1), false},
		"the last of several":             {cells(3, 2), cells(4, 3), true},
		"the first of several":            {cells(4, 3), cells(3, 2), true},
		"a cell and a slot":               {cells(3, 1), slots(3, 1), false},
		"pieces of a zone":                {pieces(6, 1), pieces(2, 3), true},
		"pieces of other zones":           {pieces(1, 1), pieces(2, 1), false},
		"pieces of other classes":         {pieces(1, 1), pieces(1, 2), false},
		"cards of a pile":                 {Lying(Area{Bits: 3}), Lying(Area{Bits: 2}), true},
		"cards of other piles":            {Lying(Area{Bits: 1}), Lying(Area{Bits: 2}), false},
		"what each member has for itself": {own(cells(3, 2), Itself), own(cells(3, 2), Itself), false},
		"what members have in other ways": {own(cells(3, 2), Itself), own(cells(3, 2), Beside), true},
		"what is nobody's and a member's": {cells(3, 2), own(cells(3, 2), Itself), true},
	} {
		if c.r.Meets(c.w) != c.want || c.w.Meets(c.r) != c.want {
			t.Errorf("%s: %t and %t, want %t", name, c.r.Meets(c.w), c.w.Meets(c.r), c.want)
		}
	}
}

// The possible values of a procedure type are the procedures that are written as its values.
func TestProceduresThatAValueMayDenote(t *testing.T) {
	kind := func(of int) def.Type { return def.Type{Kind: def.KProc, Of: int32(of)} }
	const first, second = 1, 2 // two types of procedures
	for name, c := range map[string]struct {
		x    *def.Expr
		want []int32
	}{
		"a procedure":             {Const(3, kind(first)), []int32{3}},
		"none":                    {Const(def.None, kind(first)), nil},
		"one that there is not":   {Const(9, kind(first)), nil},
		"one of a table":          {ExI(def.OpTable, kind(first), 4, Here), []int32{2, 5}},
		"one of its type":         {Local(Before, kind(first)), []int32{0, 1, 2, 4, 5}},
		"one of another type":     {Local(Before, kind(second)), []int32{6}},
		"one of whatever type":    {Local(Before, kind(0)), []int32{0, 1, 2, 4, 5, 6}},
		"one of a type with none": {Local(Before, kind(3)), nil},
	} {
		gd := Board()
		gd.Procs = make([]def.ProcDef, 9)
		for i := range gd.Procs {
			gd.Procs[i].Possible = -1
		}
		gd.Lookups = append(gd.Lookups, def.Lookup{Type: kind(first), Values: []int64{5, 2, def.None, 5}}, def.Lookup{Type: def.TInt, Values: []int64{7}})
		for i := range gd.Vars {
			switch gd.Vars[i].ID {
			case "honey":
				gd.Vars[i].Type = kind(first)
			case "seen":
				gd.Vars[i].Type = kind(second)
			}
		}
		gd.Initial[CellSeen], gd.Initial[CellHoney] = 6, 1
		gd.Setups = []def.SetupDef{{Cells: []def.CellInit{{Cell: CellHoney, Value: 4}}}}
		gd.Invariants = []def.InvariantDef{{Require: Ex(def.OpEq, def.TBool, Cell(CellHoney), Const(0, kind(first)))}}
		if got := New(gd, fold.New(gd), nil).Procs(c.x); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestVariableOfACell(t *testing.T) {
	f := New(Board(), fold.New(Board()), nil)
	for cell, want := range map[int32]string{-1: "", CellHoney: "honey", CellPurse: "purse", CellPurse + 1: "purse", CellBlight + 3: "blight", CellSeen: "seen", CellHeld: "", BoardCells: ""} {
		got := ""
		if v := f.Variable(cell); v != nil {
			got = v.ID
		}
		expect(t, "cell "+fmt.Sprint(cell), got, want)
	}
}

func expect(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %s, want %s", what, got, want)
	}
}
