package facts

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rulebound/engine/def"
)

// spelt lists accesses: cells as c3+1, pieces and cards with their zones or piles, locals; ! marks what is the member's own.
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
			s = fmt.Sprintf("l%d", a.From)
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

func TestReadsAreNeverLessThanTheTruth(t *testing.T) {
	pile := constOf(1, def.TPile)
	scouts := constOf(1, def.FilterSet)
	for name, c := range map[string]struct {
		x    *def.Expr
		want string
	}{
		"a constant":                     {num(1), ""},
		"a cell":                         {cell(cellHoney), "c0+1"},
		"the cell of the member":         {blight(here), "l2 c3+1! c4+1!"},
		"the cell of any zone":           {blight(exI(def.OpCell, def.TZone, cellHoney)), "c0+1 c3+4"},
		"a track":                        {ex(def.OpCellOf, def.TInt, constOf(cellHoney, def.TTrack)), "c0+1"},
		"the track of a seat":            {ex(def.OpCellOf, def.TInt, exI(def.OpTable, def.TTrack, purseOf, constOf(bee, def.TSeat))), "c2+1"},
		"the track of any seat":          {ex(def.OpCellOf, def.TInt, exI(def.OpTable, def.TTrack, purseOf, exI(def.OpCell, def.TSeat, cellHoney))), "c0+1 c1+1 c2+1"},
		"any track":                      {ex(def.OpCellOf, def.TInt, exI(def.OpCell, def.TTrack, cellSeen)), "c7+1 c0+1 c1+2 c3+4"},
		"pieces of a zone":               {pieces(constOf(lake, def.TZone)), "p4/1"},
		"pieces of the member":           {pieces(here), "l2 p3/1!"},
		"room in a zone":                 {ex(def.OpRoom, def.TInt, constOf(oak, def.TZone), scouts), "p1/f"},
		"pieces at home":                 {ex(def.OpHomeIn, def.TInt, scouts), "p8/1"},
		"markers left":                   {exI(def.OpPoolLeft, def.TInt, 0), "c3+4"},
		"an effect in force":             {exI(def.OpStamp, def.TInt, 0), "c8+1 c9+1"},
		"any effect in force":            {exI(def.OpStamp, def.TInt, -1, exI(def.OpCell, def.TLasting, cellHoney)), "c0+1 c8+1 c9+1"},
		"the top of a pile":              {ex(def.OpTop, def.TCard, pile), "k2"},
		"the size of a pile":             {ex(def.OpSize, def.TInt, pile), "k2"},
		"whether a card lies in a pile":  {ex(def.OpHas, def.TBool, pile, constOf(0, def.TCard)), "k2"},
		"cards of a pile":                {exI(def.OpCount, def.TInt, 11, pile, open()), "c0+1 k2"},
		"whether it is the same pile":    {is(exI(def.OpCell, def.TPile, cellHoney), 1), "c0+1"},
		"the pile of a card":             {ex(def.OpPileOf, def.TPile, constOf(0, def.TCard)), "kf"},
		"members of a set":               {exI(def.OpCount, def.TInt, 11, zones(oak, lake), more(blight(bound(11, def.TZone)), 0)), "c3+1 c5+1"},
		"what is bound for a formula":    {exI(def.OpLet, def.TInt, 11, constOf(oak, def.TZone), blight(bound(11, def.TZone))), "c3+1"},
		"a derived value that is held":   {exI(def.OpDerived, def.TInt, 0), "c10+1 c11+1 c0+1"},
		"whether a procedure of a value": {ex(def.OpPossibleDyn, def.TBool, local(before, def.Type{Kind: def.KProc, Of: 1}), constOf(elm, def.TZone)), "l0 c4+1"},
		"whether an unknown procedure":   {ex(def.OpPossibleDyn, def.TBool, local(before, def.TProc), constOf(elm, def.TZone)), "l0 c4+1"},
		"a number of a hook point":       {exI(def.OpHookNumber, def.TInt, 0, cell(cellHoney), constOf(lake, def.TZone)), "c0+1 c8+1 c9+1 c5+1"},
	} {
		gd := board()
		gd.Functions = []def.FuncDef{{Params: []int32{20}, Body: blight(bound(20, def.TZone))}}
		gd.Derived = []def.DerivedDef{{Value: cell(cellHoney), Held: cellHeld, Base: cellHeld + 1, Len: 1}}
		gd.Procs = []def.ProcDef{{Possible: 0}}
		gd.Points = []def.PointDef{{Params: []int32{21}, Attach: []int32{0}}}
		gd.Attachments = []def.Attachment{{Proc: -1, Value: blight(bound(21, def.TZone))}}
		expect(t, name, spelt(roundOf(gd).Reads(c.x)), c.want)
	}
}

func TestWritesAreNeverLessThanTheTruth(t *testing.T) {
	scouts, oaks := constOf(1, def.FilterSet), constOf(oak, def.TZone)
	some := ex(def.OpTop, def.TCard, constOf(0, def.TPile))
	for name, c := range map[string]struct {
		in   def.Instr
		want string
	}{
		"a let":                {do(def.CSet, 0, inside, num(1)), "l3"},
		"a cell":               {do(def.CSet, 1, cellHoney, num(1)), "c0+1"},
		"a cell of the member": {do(def.CSet, 2, cellBlight, num(1), here), "c3+1! c4+1!"},
		"a track":              {do(def.CPay, 3, 0, num(1), constOf(cellPurse, def.TTrack)), "c1+1>"},
		"a transfer":           {do(def.CTransfer, 0, 0, constOf(cellHoney, def.TTrack), constOf(cellPurse, def.TTrack), num(1)), "c0+1> c1+1<"},
		"markers":              {do(def.CMark, 0, cellBlight, num(1), oaks), "c3+1<"},
		"a move":               {do(def.CMove, 0, 0, scouts, num(1), oaks, here), "p1/1- p3/1+!"},
		"a move home":          {do(def.CMove, 1, 0, scouts, num(1), oaks, nil), "p1/1- p8/1+"},
		"a move of all":        {do(def.CMoveAll, 0, 0, scouts, zones(oak, elm), constOf(lake, def.TZone)), "p3/1- p4/1+"},
		"a flip":               {do(def.CFlip, 1, 0, scouts, num(1), oaks), "p1/1~"},
		"a flip of all":        {do(def.CFlipAll, 1, 0, scouts, zones(oak, elm)), "p3/1~"},
		"a mark on pieces":     {do(def.CTag, 0, 1, scouts, num(1), here), "p3/1~!"},
		"marks taken off":      {do(def.CUntagAll, 0, 0), "pf/3~"},
		"the top card":         {do(def.CCard, 0, 0, some, constOf(1, def.TPile)), "k1 k2"},
		"some card":            {do(def.CCard, 0, 0, constOf(0, def.TCard), constOf(1, def.TPile)), "kf k2"},
		"a shuffle":            {do(def.CDecide, 0, -1), "l0 k2"},
		"a decision":           {do(def.CDecide, 1, -1), "l0"},
		"an effect":            {do(def.CActivate, 0, 0, constOf(0, def.TLasting), num(-1)), "c8+1 c9+1"},
		"effects that run out": {do(def.CExpire, 0, -1), "c8+1 c9+1"},
		"a value that is held": {do(def.CHold, 0, 0), "c10+1 c11+1"},
		"a value never held":   {do(def.CRelease, 1, 0), ""},
		"a call":               {do(def.CCall, 0, -1, oaks), "p1/1- p8/1+"},
		"a call of a value":    {do(def.CCallDyn, 0, -1, local(before, def.Type{Kind: def.KProc, Of: 1}), here), "p3/1-! p8/1+"},
		"hooks":                {do(def.CHooks, 0, 0, oaks), "l0 p1/1- p8/1+"},
		"a note":               {do(def.CNote, 0, 0, cell(cellHoney)), ""},
	} {
		gd := board()
		gd.Derived = []def.DerivedDef{{Held: cellHeld, Base: cellHeld + 1, Len: 1}, {Held: -1}}
		gd.Procs = []def.ProcDef{{Params: []def.Param{{Type: def.TZone}}, Possible: -1}}
		gd.Points = []def.PointDef{{Kind: def.PointRun, Attach: []int32{0, 1}}}
		gd.Attachments = []def.Attachment{{Proc: 0}, {Proc: -1}}
		gd.Decisions = []def.DecisionDef{{Kind: def.Shuffle, From: constOf(1, def.TPile)}, {Kind: def.One, From: constOf(3, def.SeatSet)}}
		s := roundOf(gd, do(def.CMove, 1, 0, scouts, num(1), local(0, def.TZone), nil), do(def.CSet, 0, 1, num(1)))
		expect(t, name, spelt(s.Writes([]def.Instr{c.in})), c.want)
	}
}

// A card that is moved, and all cards of a pile that is shuffled, are out of sight.
func TestMovesOfCardsChangeWhoSeesThem(t *testing.T) {
	gd := board()
	for i := range gd.Vars {
		if gd.Vars[i].ID == "purse" {
			gd.Vars[i].Per, gd.Vars[i].Type, gd.Vars[i].Reveals = def.KCard, def.SeatSet, true
		}
	}
	gd.Decisions = []def.DecisionDef{{Kind: def.Shuffle, From: constOf(1, def.TPile)}}
	for name, c := range map[string]struct {
		in   def.Instr
		want string
	}{
		"a card":         {do(def.CCard, 0, 0, constOf(1, def.TCard), constOf(1, def.TPile)), "c2+1 kf k2"},
		"the card above": {do(def.CCard, 0, 0, ex(def.OpTop, def.TCard, constOf(0, def.TPile)), constOf(1, def.TPile)), "c1+2 k1 k2"},
		"a shuffle":      {do(def.CDecide, 0, -1), "l0 c1+2 k2"},
	} {
		expect(t, name, spelt(roundOf(gd).Writes([]def.Instr{c.in})), c.want)
	}
}

// Where there are more classes than a word holds, a write of some pieces may be one of any.
func TestWritesOfManyClassesLeaveNothingOut(t *testing.T) {
	gd := board()
	for len(gd.Classes) <= def.WordBits {
		gd.Classes = append(gd.Classes, def.ClassDef{})
	}
	flip := do(def.CFlip, 1, 0, constOf(1, def.FilterSet), num(1), constOf(oak, def.TZone))
	expect(t, "a flip", spelt(roundOf(gd).Writes([]def.Instr{flip})), "p1/f~")
}
