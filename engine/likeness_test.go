package engine

// These tests compute the live local slots at each instruction, and check that a likeness depends only on these.

import (
	"fmt"
	"slices"
	"testing"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// liveAt returns the slots that may be read before they are written, from an instruction on.
func liveAt(g *Game, pc int) []int {
	g.lived.Do(g.findLive)
	var out []int
	for w, word := range g.live[pc] {
		for _, i := range value.AppendMembers(nil, int64(word)) {
			out = append(out, w*64+int(i))
		}
	}
	return out
}

func TestSlotIsLiveWhileItIsReadBeforeItIsWritten(t *testing.T) {
	set := func(slot int32, e *def.Expr) def.Instr { return do(def.CSet, def.ToLocal, slot, 0, e) }
	ask := func(change func(*def.DecisionDef)) func(*def.GameDef) {
		return func(d *def.GameDef) {
			dec := red("where", def.One)
			dec.From = zones(zoneX, zoneY)
			change(&dec)
			d.Decisions = append(d.Decisions, dec)
		}
	}
	pick := ask(func(d *def.DecisionDef) {
		d.Kind, d.Picked, d.Count, d.Again = def.Pick, 7, 8, true
		d.Min, d.Max = k(0), k(2)
	})
	menu := ask(func(d *def.DecisionDef) {
		d.Kind, d.Result, d.From = def.Menu, -1, nil
		d.Options = []def.MenuOption{{Name: "a", Target: 2}, {Name: "b", Target: 3}}
	})
	taking := func(d *def.GameDef) {
		d.Decisions = append(d.Decisions, takeOf(func(dec *def.DecisionDef) { dec.Min, dec.Max = k(1), k(2) }))
	}
	callee := func(d *def.GameDef) {
		d.Procs = append(d.Procs, def.ProcDef{Named: def.Named{ID: "herd"}, Entry: 9, Possible: -1, Params: []def.Param{{Name: "p", Type: def.TInt}}, Frame: 1})
	}
	point := func(d *def.GameDef) {
		d.Points = []def.PointDef{{Named: def.Named{ID: "dusk"}, Kind: def.PointRun}}
	}
	decision := do(def.CDecide, 0, 0, 0)
	for _, c := range []struct {
		name string
		with func(*def.GameDef)
		code []def.Instr
		want []int // live slots at the first instruction
	}{
		{"what is read", nil, []def.Instr{out(loc(3))}, []int{3}},
		{"what nobody reads", nil, []def.Instr{out(k(3))}, nil},
		{"what is read later", nil, []def.Instr{out(k(3)), out(loc(3))}, []int{3}},
		{"what is written first", nil, []def.Instr{set(3, k(1)), out(loc(3))}, nil},
		{"what is written from itself", nil, []def.Instr{set(3, ex(def.OpAdd, def.TInt, loc(3), k(1))), out(loc(3))}, []int{3}},
		{"what a cell of that number is written from", nil, []def.Instr{out(loc(cellOut)), out(k(1))}, []int{cellOut}},
		{"what is written behind a cell of that number", nil, []def.Instr{out(k(1)), out(loc(cellOut))}, []int{cellOut}},
		{"what gains", nil, []def.Instr{do(def.CGain, def.ToLocal, 3, 0, k(1))}, []int{3}},
		{"what loses", nil, []def.Instr{do(def.CLose, def.ToLocal, 3, 0, k(1))}, []int{3}},
		{"what pays", nil, []def.Instr{do(def.CPay, def.ToLocal, 3, 0, loc(4))}, []int{3, 4}},
		{"a cell that gains", nil, []def.Instr{do(def.CGain, def.ToCell, cellGold, 0, k(1))}, nil},
		{"an index", nil, []def.Instr{do(def.CSet, def.ToVariable, cellRes, 0, k(1), loc(4))}, []int{4}},
		{"an argument, not what the call gives", callee, []def.Instr{do(def.CCall, 0, 5, 0, loc(6)), out(loc(5))}, []int{6}},
		{"what a call leaves alone", callee, []def.Instr{do(def.CCall, 0, -1, 0, loc(6)), out(loc(5))}, []int{5, 6}},
		{"what a call by a value gives", callee, []def.Instr{do(def.CCallDyn, 0, 5, 0, kT(0, def.TProc), loc(6)), out(loc(5))}, []int{6}},
		{"the rest of a loop, and what its rounds and its end read", nil, []def.Instr{do(def.CForSet, 1, 2, 3), out(ex(def.OpAdd, def.TInt, loc(2), loc(7))), do(def.CJump, 0, 0, 0), out(loc(8))}, []int{1, 7, 8}},
		{"the rest of an order", nil, []def.Instr{do(def.CForOrder, 1, 2, 3), out(loc(2)), do(def.CJump, 0, 0, 0), out(loc(8))}, []int{1, 8}},
		{"either way of a condition", nil, []def.Instr{do(def.CJumpUnless, 2, 0, 0, ex(def.OpEq, def.TBool, loc(1), k(0))), out(loc(2)), out(loc(3))}, []int{1, 2, 3}},
		{"what a jump passes over", nil, []def.Instr{do(def.CJump, 2, 0, 0), out(loc(1)), out(loc(2))}, []int{2}},
		{"what is read behind a jump back", nil, []def.Instr{do(def.CJump, 3, 0, 0), out(loc(3)), do(def.CJump, 4, 0, 0), do(def.CJump, 1, 0, 0)}, []int{3}},
		{"what stands behind an end", nil, []def.Instr{do(def.COver, 0, 0, 0), out(loc(1))}, nil},
		{"the bound of a loop", nil, []def.Instr{do(def.CTick, 3, 0, 0)}, []int{3}},
		{"what a scope restores", nil, []def.Instr{do(def.CLeave, 3, 0, 0)}, []int{3, 4}},
		{"where hooks are", point, []def.Instr{do(def.CHooks, 0, 3, 0)}, []int{3, 4}},
		{"the reach of an obligation", nil, []def.Instr{do(def.CEnsure, 3, 0, 2), out(k(1)), do(def.CEnsured, 3, 0, 0, loc(6))}, []int{3, 6}},
		{"the result of a decision", ask(func(*def.DecisionDef) {}), []def.Instr{decision, out(ex(def.OpAdd, def.TInt, loc(5), loc(6)))}, []int{6}},
		{"a decision without a result", ask(func(d *def.DecisionDef) { d.Result = -1 }), []def.Instr{decision, out(loc(5))}, []int{5}},
		{"what a decision asks of its candidates", ask(func(d *def.DecisionDef) { d.Where = []def.Cond{{When: ex(def.OpEq, def.TBool, loc(9), k(0))}} }), []def.Instr{decision}, []int{9}},
		{"what a side option reads", ask(func(d *def.DecisionDef) { d.Also = []def.MenuOption{{Name: "a", Target: 2}} }), []def.Instr{decision, do(def.CJump, 3, 0, 0), out(loc(9))}, []int{9}},
		{"what the options of a menu read, and not what stands behind it", menu, []def.Instr{decision, out(loc(1)), out(loc(2)), out(loc(3))}, []int{2, 3}},
		{"the second of a pair", ask(func(d *def.DecisionDef) {
			d.Kind, d.To, d.ToBind, d.Second = def.Pair, zones(zoneX, zoneY), 11, 6
			d.Elem = def.Type{Kind: def.KPair}
		}), []def.Instr{decision, out(ex(def.OpAdd, def.TInt, loc(5), loc(6)))}, nil},
		{"a slot that is the second of no pair", ask(func(d *def.DecisionDef) { d.Second = 6 }), []def.Instr{decision, out(loc(6))}, []int{6}},
		{"what was picked, and how many", pick, []def.Instr{decision, do(def.CJump, 0, 0, 0)}, []int{7, 8}},
		{"a slot that nobody picked into", ask(func(d *def.DecisionDef) { d.Picked, d.Count = 7, 8 }), []def.Instr{decision}, nil},
		{"what was taken", taking, []def.Instr{decision, do(def.CForTake, 12, 20, 3), do(def.CJump, 1, 0, 0), out(ex(def.OpAdd, def.TInt, loc(5), loc(6)))}, []int{6}},
		{"a taken list that is still visited", taking, []def.Instr{do(def.CForTake, 12, 20, 2), do(def.CJump, 0, 0, 0), decision}, []int{12, 13, 14, 15, 16, 17, 18}},
		{"what was taken into the first slot", func(d *def.GameDef) {
			d.Decisions = append(d.Decisions, takeOf(func(dec *def.DecisionDef) { dec.Result, dec.Total, dec.Min, dec.Max = 0, 8, k(1), k(2) }))
		}, []def.Instr{decision, do(def.CForTake, 0, 20, 3), do(def.CJump, 1, 0, 0), out(loc(9))}, []int{9}},
		{"a total of no take", ask(func(d *def.DecisionDef) { d.Total = 6 }), []def.Instr{decision, out(loc(6))}, []int{6}},
		{"a take that nobody keeps", func(d *def.GameDef) {
			d.Decisions = append(d.Decisions, takeOf(func(dec *def.DecisionDef) { dec.Result, dec.Total, dec.Min, dec.Max = -1, -1, k(1), k(2) }))
		}, []def.Instr{decision, out(ex(def.OpAdd, def.TInt, loc(0), loc(3)))}, []int{0, 3}},
		{"results that are none, whatever says so", func(d *def.GameDef) {
			d.Decisions = append(d.Decisions, takeOf(func(dec *def.DecisionDef) { dec.Result, dec.Total, dec.Min, dec.Max = -129, -130, k(1), k(2) }))
		}, []def.Instr{decision, out(loc(0))}, []int{0}},
		{"slots that there are not, in a field that means nothing to the decision", ask(func(d *def.DecisionDef) { d.Filter = ex(def.OpUnion, def.FilterSet, loc(128), loc(-128)) }), []def.Instr{decision}, nil},
		{"slots beyond the first word", func(d *def.GameDef) {}, []def.Instr{set(63, k(0)), out(ex(def.OpAdd, def.TInt, loc(63), ex(def.OpAdd, def.TInt, loc(64), loc(70))))}, []int{64, 70}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := testGame()
			if c.with != nil {
				c.with(d)
			}
			calls := len(d.Procs) > 0
			d.Decisions = append(d.Decisions, wait())
			d.Code = append(d.Code, c.code...)
			d.Code = append(d.Code, do(def.CDecide, int32(len(d.Decisions)-1), 0, 0), do(def.CReturn, 0, 0, 0))
			d.Procs = append(d.Procs, def.ProcDef{Named: def.Named{ID: "main"}, Frame: 80, Possible: -1})
			d.Main = int32(len(d.Procs) - 1)
			if calls {
				d.Procs[0].Entry = int32(len(d.Code))
				d.Code = append(d.Code, do(def.CReturn, 0, 0, 0))
				slices.Reverse(d.Procs) // in the order of their code
				d.Main = 0
				for i := range c.code {
					switch in := &d.Code[i]; in.Op {
					case def.CCall:
						in.A = 1
					case def.CCallDyn:
						in.X[0] = kT(1, def.TProc)
					}
				}
			}
			if got := liveAt(mustLoad(t, d), 0); !slices.Equal(got, c.want) {
				t.Errorf("slots %v, want %v", got, c.want)
			}
		})
	}
}

// The play is in a loop of inner: slot 1 has the remaining set. After the call, main restores its action cells.
func TestLikenessDependsOnBoardAndLiveSlots(t *testing.T) {
	s := deep(t)
	like := func(change func(x *State)) bool {
		x := s.Copy()
		change(x)
		return x.Likeness() == s.Likeness()
	}
	caller, mine := int(s.stack[s.base+1]), int(s.base)
	live := []int{caller, caller + frameHead + 3, caller + frameHead + 4, mine, mine + frameHead + 1}
	for i := range s.stack[:s.sp] {
		if i == mine+1 {
			continue // where the frame of the caller begins
		}
		by := int64(1 << 20)
		if i == mine || i == caller { // return addresses
			by = 1
		}
		if got, want := like(func(x *State) { x.stack[i] += by }), !slices.Contains(live, i); got != want {
			t.Errorf("slot %d of %d: alike %v, want %v (frames at %d and %d)", i, s.sp, got, want, caller, mine)
		}
	}
	for what, list := range map[string]struct {
		n      int
		change func(x *State, i int)
	}{
		"cell":            {len(s.cells), func(x *State, i int) { x.cells[i]++ }},
		"count":           {len(s.counts), func(x *State, i int) { x.counts[i]++ }},
		"card":            {len(s.cards), func(x *State, i int) { x.cards[i] ^= 7 }},
		"length of piles": {len(s.pileSizes), func(x *State, i int) { x.pileSizes[i]++ }},
	} {
		for i := range list.n {
			if like(func(x *State) { list.change(x, i) }) {
				t.Errorf("%s %d makes no difference", what, i)
			}
		}
	}
	if !like(func(x *State) { x.gen++ }) {
		t.Error("the generator makes a difference")
	}
	if like(func(x *State) { x.counts[0], x.counts[1] = x.counts[1], x.counts[0] }) {
		t.Error("it makes no difference which of two counts is which")
	}
}

func TestLikenessAfterTheEndDependsOnTheResult(t *testing.T) {
	d := testGame()
	addMain(d, do(def.COver, 0, 0, 0, k(1), k(2)))
	s := start(t, d)
	x := s.Copy()
	if !s.Over() || s.Likeness() != x.Likeness() {
		t.Fatal("a copy is not alike")
	}
	for i := range x.result {
		x = s.Copy()
		if x.result[i]++; s.Likeness() == x.Likeness() {
			t.Errorf("result %d makes no difference", i)
		}
	}
}

// A wide set takes several slots without being marked, so all slots count.
func TestEverySlotIsLiveInGamesWithWideSets(t *testing.T) {
	d := testGame()
	d.Sets = [][]int64{nil, {1}}
	addMain(d, out(k(1)))
	if got := liveAt(mustLoad(t, d), 0); len(got) != 64 {
		t.Error(fmt.Sprint(got))
	}
}

// The arguments of a call are dead after their last use; the payload of a point is not, because other attachments may follow.
func TestLikenessInsideACallDependsOnSlotsReadAfterIt(t *testing.T) {
	for _, c := range []struct {
		name  string
		call  func(proc int32) def.Instr
		alike bool // whatever the arguments were
	}{
		{"a call", func(proc int32) def.Instr { return do(def.CCall, proc, -1, 0, loc(20)) }, true},
		{"a call by a value", func(proc int32) def.Instr { return do(def.CCallDyn, 0, -1, 0, k(int64(proc)), loc(20)) }, true},
		{"a point", func(int32) def.Instr { return do(def.CHooks, 0, 22, 0, loc(20)) }, false},
	} {
		d := testGame()
		dec := red("where", def.One)
		dec.From = zones(zoneX, zoneY)
		d.Decisions = []def.DecisionDef{dec}
		asks := addProc(d, "asks", 1, 8, do(def.CDecide, 0, 0, 0), do(def.CReturn, 0, 0, 0))
		d.Points = []def.PointDef{{Named: def.Named{ID: "dusk"}, Kind: def.PointRun, Attach: []int32{0}}}
		d.Attachments = []def.Attachment{{Lasting: 0, Proc: asks}}
		s := play(t, d, on(0), c.call(asks), out(loc(21)))
		caller := int(s.stack[s.base+1]) + frameHead
		like := func(slot int) bool {
			x := s.Copy()
			x.stack[caller+slot]++
			return x.Likeness() == s.Likeness()
		}
		if like(21) || like(20) != c.alike {
			t.Errorf("%s: equal %t with another value of a cell read later, %t with another argument", c.name, like(21), like(20))
		}
	}
}
