package engine

// This file damages compiled games and states in one place each: Load and Decode reject them and name the place.

import (
	"slices"
	"strings"
	"testing"

	"rulebound/engine/def"
)

// References of the tables must exist, and each error states what is wrong.
func TestLoadNamesTheDamagedPlace(t *testing.T) {
	deciding := func(change func(*def.DecisionDef)) func(*def.GameDef) {
		return func(d *def.GameDef) {
			dec := red("where", def.One)
			dec.From = zones(zoneX, zoneY)
			change(&dec)
			d.Decisions = append(d.Decisions, dec)
			d.Code[0] = do(def.CDecide, int32(len(d.Decisions)-1), 0, 0)
		}
	}
	for name, c := range map[string]struct {
		change func(*def.GameDef)
		want   string
	}{
		"no procedures":                     {func(d *def.GameDef) { d.Procs = nil }, "no procedures"},
		"a type's first class is another's": {func(d *def.GameDef) { d.Types[0].First = wolfHidden }, "first class of type sheep belongs to another type"},
		"a decision without a domain":       {deciding(func(d *def.DecisionDef) { d.From = nil }), "decision where has no domain"},
		"a decision at no node":             {deciding(func(d *def.DecisionDef) { d.Node = 70 }), "node 70"},
		"a result outside of the frame":     {deciding(func(d *def.DecisionDef) { d.Result = 40 }), "local slot 40"},
		"a candidate without a slot":        {deciding(func(d *def.DecisionDef) { d.Bind = testScratch }), "bound slot"},
		"a cost without a budget":           {deciding(func(d *def.DecisionDef) { d.Cost = k(1) }), "decision where has a cost but no budget"},
		"no such decision":                  {func(d *def.GameDef) { d.Code[0] = do(def.CDecide, 9, 0, 0) }, "decision 9 is out of range"},
		"no such procedure":                 {func(d *def.GameDef) { d.Code[0] = do(def.CCall, 9, -1, 0) }, "procedure 9 is out of range"},
		"too few arguments": {func(d *def.GameDef) {
			d.Code[0] = do(def.CCall, addProc(d, "herd", 2, 2, do(def.CReturn, 0, 0, 0)), -1, 0, k(1))
		}, "procedure herd has 2 parameters, not 1"},
		"a result that is kept outside of the frame": {func(d *def.GameDef) {
			d.Code[0] = do(def.CCall, addProc(d, "herd", 0, 0, do(def.CReturn, 0, 0, 0)), 40, 0)
		}, "local slot 40"},
		"a frame for fewer than its parameters": {func(d *def.GameDef) { addProc(d, "herd", 2, 1, do(def.CReturn, 0, 0, 0)) }, "frame of herd has 1 slots"},
		"a frame without end":                   {func(d *def.GameDef) { d.Procs[0].Frame = 1 << 30 }, "frame of main"},
		"a function at no node":                 {func(d *def.GameDef) { d.Functions = []def.FuncDef{{Body: k(1), Node: 70}} }, "node 70"},
		"a function with a slot beyond all": {func(d *def.GameDef) {
			d.Functions = []def.FuncDef{{ID: "f", Body: k(1), Params: []int32{testScratch}}}
		}, "bound slot of f"},
		"a write to a track without an index": {func(d *def.GameDef) { d.Code[0] = do(def.CSet, def.ToTrack, 0, 0, k(1)) }, "a write has no index"},
		"a write to nowhere":                  {func(d *def.GameDef) { d.Code[0] = do(def.CSet, 9, 0, 0, k(1), k(1)) }, "unknown destination 9"},
		"a move to nowhere": {func(d *def.GameDef) {
			d.Code[0] = do(def.CMove, 0, 0, 0, filter(setSheep), k(1), kT(zoneX, def.TZone), nil)
		}, "a move has no destination"},
		"all moved to nowhere": {func(d *def.GameDef) { d.Code[0] = do(def.CMoveAll, 0, 0, 0, filter(setSheep), zones(zoneX), nil) }, "a move has no destination"},
		"a release of what is not held": {func(d *def.GameDef) {
			d.Derived = []def.DerivedDef{{Named: def.Named{ID: "sum"}, Type: def.TInt, Slot: 2, Value: k(1), Held: -1}}
			d.Code[0] = do(def.CHold, 0, 0, 0)
		}, "derived value sum cannot be held"},
		"more results than seats": {func(d *def.GameDef) { d.Code[0] = do(def.COver, 0, 0, 0, k(1), k(2), k(3)) }, "at most 2"},
		"hooks of a number": {func(d *def.GameDef) {
			d.Points = []def.PointDef{{Named: def.Named{ID: "toll"}, Kind: def.PointNumber}}
			d.Code[0] = do(def.CHooks, 0, 0, 0)
		}, "point toll has nothing to run"},
		"a set-up with a piece that is not there": {func(d *def.GameDef) { d.Setups[0].Pieces[0].Class = 9 }, "class"},
		"a set-up with a zone that is not there":  {func(d *def.GameDef) { d.Setups[0].Pieces[0].Zone = 9 }, "zone"},
		"a set-up with a cell that is not there":  {func(d *def.GameDef) { d.Setups[0].Cells[0].Cell = 99 }, "cell"},
		"a set-up with a card that is not there":  {func(d *def.GameDef) { d.Setups[0].Cards[0].Card = 9 }, "card"},
		"a set-up with a pile that is not there":  {func(d *def.GameDef) { d.Setups[0].Cards[0].Pile = 9 }, "pile"},
		"a point with other parameters than what it is told": {func(d *def.GameDef) {
			d.Points = []def.PointDef{{Named: def.Named{ID: "dusk"}, Kind: def.PointRun, Params: []int32{10, 11}}}
			d.Code[0] = do(def.CHooks, 0, 0, 0, k(1))
		}, "point dusk has 2 parameters, not 1"},
		"a number of a point with other parameters than what it is told": {func(d *def.GameDef) {
			d.Points = []def.PointDef{{Named: def.Named{ID: "toll"}, Kind: def.PointNumber, Params: []int32{10, 11}}}
			d.Code[0] = out(exI(def.OpHookNumber, def.TInt, 0, k(1), k(1)))
		}, "point toll has 2 parameters, not 1"},
		"a number of a point that gives none": {func(d *def.GameDef) {
			d.Points = []def.PointDef{{Named: def.Named{ID: "toll"}, Kind: def.PointAllow}}
			d.Code[0] = out(exI(def.OpHookNumber, def.TInt, 0, k(1)))
		}, "point toll is of another kind"},
		"an attachment of a number without a value": {func(d *def.GameDef) {
			d.Points = []def.PointDef{{Named: def.Named{ID: "toll"}, Kind: def.PointNumber, Attach: []int32{0}}}
			d.Attachments = []def.Attachment{{Proc: -1}}
		}, "an attachment of point toll has no value"},
		"an attachment of a limit without a value": {func(d *def.GameDef) {
			d.Points = []def.PointDef{{Named: def.Named{ID: "toll"}, Kind: def.PointLimit, Attach: []int32{0}}}
			d.Attachments = []def.Attachment{{Proc: -1}}
		}, "an attachment of point toll has no value"},
		"a function with other parameters than it is told": {func(d *def.GameDef) {
			d.Functions = []def.FuncDef{{ID: "sum", Params: []int32{10, 11}, Body: k(1)}}
			d.Code[0] = out(exI(def.OpCall, def.TInt, 0, k(1)))
		}, "function sum has 2 parameters, not 1"},
		"a procedure that is possible with more than it is told": {func(d *def.GameDef) {
			d.Functions = []def.FuncDef{{ID: "sum", Params: []int32{10}, Body: k(1)}}
			d.Procs[0].Possible = 0
			d.Code[0] = out(exI(def.OpPossible, def.TBool, 0, k(1), k(2)))
		}, "possible(main) has 1 parameters, not 2"},
		"two sights, the first in the first cell": {func(d *def.GameDef) {
			d.Cards, d.Setups[0].Cards = d.Cards[:1], nil
			for _, i := range []int{0, 4} {
				v := &d.Vars[i]
				v.Bounded, v.Type, v.Per, v.Reveals = false, def.SetOf(def.TSeat), []def.Type{def.TCard}, true
			}
			d.Initial[0] = 0
		}, "variable out cannot say who sees a card"},
		"a sight of no cards":                 {func(d *def.GameDef) { d.Vars[4].Reveals = true }, "variable out cannot say who sees a card"},
		"a sight of cards that is no set":     {func(d *def.GameDef) { d.Vars[2].Reveals, d.Vars[2].Type = true, def.SetOf(def.TSeat) }, "variable mood cannot say who sees a card"},
		"stamps in a cell of a track":         {func(d *def.GameDef) { d.StampCell = cellGold }, "cell 0 belongs to gold and to the stamps"},
		"two effects with one stamp":          {func(d *def.GameDef) { d.Lasting[1].Stamp = d.Lasting[0].Stamp }, "belongs to a lasting effect twice"},
		"an effect at the cell of the stamps": {func(d *def.GameDef) { d.Lasting[1].Stamp = d.StampCell }, "belongs to the stamps and to a lasting effect"},
		"an active effect that is not there":  {func(d *def.GameDef) { d.Setups[0].Active = []int32{4} }, "effect of set-up start"},
		"a held value in the first cell": {func(d *def.GameDef) {
			d.Derived = []def.DerivedDef{{Named: def.Named{ID: "sum"}, Type: def.TInt, Slot: 2, Value: k(1), Held: 0, Base: cellFrozen, Len: 1}}
		}, "cell 0 belongs to gold and to the marks of frozen values"},
		"more frozen values than there are things": {func(d *def.GameDef) {
			d.Derived = []def.DerivedDef{{Named: def.Named{ID: "sum"}, Type: def.TInt, Slot: 2, Value: k(1), Held: cellHeld, Base: cellFrozen, Len: 2}}
		}, "frozen values of sum lie outside the cells or are not 1"},
		"an option that is left at nothing": {func(d *def.GameDef) { d.Options[0].Default = 2 }, "default of option edition"},
		"a set-up with too many pieces":     {func(d *def.GameDef) { d.Setups[0].Pieces[0].N = 7 }, "sheep"},
		"a held value that begins frozen":   {func(d *def.GameDef) { d.Initial[cellStamps] = 3 }, "begins with 3"},
	} {
		t.Run(name, func(t *testing.T) {
			d := testGame()
			addMain(d, out(k(1)))
			c.change(d)
			g, err := Load(d, nil)
			if err == nil { // a set-up is checked when it is used
				_, err = g.New(Setup{ID: "start"})
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// Each cell, piece, card, slot and register of a state affects its hash.
func TestHashCoversEveryPartOfAState(t *testing.T) {
	s := deep(t)
	seen := map[uint64]string{s.Hash(): "nothing"}
	other := func(what string, change func(x *State)) {
		x := s.Copy()
		change(x)
		h := x.Hash()
		if before, ok := seen[h]; ok {
			t.Errorf("%s changed: the hash is that of %s changed", what, before)
		}
		seen[h] = what
	}
	for i := range s.cells {
		other("a cell", func(x *State) { x.cells[i] ^= 1 })
	}
	for i := range s.stack[:s.sp] {
		other("a slot", func(x *State) { x.stack[i] ^= 1 })
	}
	for i := range s.result {
		other("a result", func(x *State) { x.result[i] ^= 1 })
	}
	for i := range s.counts {
		other("a count", func(x *State) { x.counts[i] ^= 1 })
	}
	for i := range s.cards {
		other("a card", func(x *State) { x.cards[i] ^= 1 })
	}
	for i := range s.pileSizes {
		other("the length of a pile", func(x *State) { x.pileSizes[i] ^= 1 })
	}
	other("the generator", func(x *State) { x.gen ^= 1 })
	other("the status", func(x *State) { x.status ^= 1 })
	other("the instruction", func(x *State) { x.pc ^= 1 })
	other("the frame", func(x *State) { x.base ^= 1 })
}

// The hash is computed by words of the machine; the remainder counts as well.
func TestHashCoversTheRemainderBehindWholeWords(t *testing.T) {
	s := start(t, func() *def.GameDef {
		d := crowded(t, testGame())
		addMain(d)
		return d
	}())
	if len(s.counts)%16 == 0 || len(s.deck)%4 == 0 {
		t.Fatal("no part is left over behind the words")
	}
	was := s.Hash()
	for i := range s.counts {
		if s.counts[i]++; s.Hash() == was {
			t.Errorf("count %d does not matter", i)
		}
		s.counts[i]--
	}
	for i := range s.deck {
		if s.deck[i]++; s.Hash() == was {
			t.Errorf("card or length %d does not matter", i)
		}
		s.deck[i]--
	}
	for i := range s.cells {
		if s.cells[i]++; s.Hash() == was {
			t.Errorf("cell %d does not matter", i)
		}
		s.cells[i]--
	}
}

// The consistency of the parts of a state is checked when it is decoded.
func TestDecodeNamesTheDamagedPart(t *testing.T) {
	for name, c := range map[string]struct {
		change func(s *State)
		want   string
	}{
		"more markers than the pool has":     {func(s *State) { s.cells[cellSmoke], s.cells[cellSmoke+1] = 2, 2 }, "pool smoke is overdrawn"},
		"a piece too many":                   {func(s *State) { s.counts[0]++ }, "there are 6"},
		"a piece too few":                    {func(s *State) { s.counts[0]-- }, "there are 6"},
		"a card twice":                       {func(s *State) { s.cards[0] = s.cards[1] }, "a card lies in two places"},
		"no such card":                       {func(s *State) { s.cards[0] = 6 }, "a card lies in two places"},
		"a card fewer":                       {func(s *State) { s.pileSizes[pileHand]-- }, "the piles do not hold all cards"},
		"a track beyond its end":             {func(s *State) { s.cells[cellGold] = 21 }, "gold is 21"},
		"a track below its beginning":        {func(s *State) { s.cells[cellGold] = -1 }, "gold is -1"},
		"a result before the end":            {func(s *State) { s.result[1] = 1 }, "a result before the end"},
		"an effect from the future":          {func(s *State) { s.cells[cellStamp0] = 9 }, "lasting effect effect0"},
		"two effects at once":                {func(s *State) { s.cells[cellStamp0+2] = s.cells[cellStamp0] }, "lasting effect effect1"},
		"an effect not in force with an end": {func(s *State) { s.cells[cellStamp0+3] = 1 }, "lasting effect effect1"},
		"an effect for no such duration":     {func(s *State) { s.cells[cellStamp0+1] = 2 }, "lasting effect effect0"},
		"held less than not at all":          {func(s *State) { s.cells[cellHeld] = -1 }, "control cannot be held"},
		"frozen though not held":             {func(s *State) { s.cells[cellHeld], s.cells[cellFrozen] = 0, 3 }, "control cannot be held"},
		"waiting where nothing is asked":     {func(s *State) { s.pc++ }, "the stack is damaged"},
		"another status":                     {func(s *State) { s.status = 77 }, "the stack is damaged"},
		"over with an instruction":           {func(s *State) { s.status, s.sp, s.base, s.pc = over, 0, 0, 1 }, "the stack is damaged"},
		"over with frames":                   {func(s *State) { s.status = over }, "the stack is damaged"},
		"a frame that is not a frame":        {func(s *State) { s.base++ }, "the stack is damaged"},
		"a caller that calls another":        {func(s *State) { s.stack[s.base] = packCaller(0, 0) }, "the stack is damaged"},
		"an instruction beyond the last":     {func(s *State) { s.pc = 1 << 20 }, "the registers are out of range"},
		"a frame above the stack":            {func(s *State) { s.base = s.sp + 1 }, "the registers are out of range"},
	} {
		t.Run(name, func(t *testing.T) {
			s := deep(t)
			c.change(s)
			if _, err := s.g.Decode(s.Encode(nil)); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
	if s := deep(t); slices.Max(s.cells[cellStamp0:cellHeld]) == 0 || s.cells[cellHeld] == 0 {
		t.Error("no effect is in force or nothing is held: some of this shows nothing")
	}
}
