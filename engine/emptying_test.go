package engine

// This file holds which loops are carried out at once because they empty a pile, by instructions: what is close to such a loop is none.

import (
	"slices"
	"testing"

	"rulebound/engine/def"
)

// Each loop differs from one that empties the hand in one place, and leaves something else behind if that is overlooked.
func TestALoopIsCarriedOutAtOnceOnlyIfItEmptiesAPile(t *testing.T) {
	const slot, other = 3, 4 // of the card, of those that are left
	cards := def.SetOf(def.TCard)
	set := func(members ...int) *def.Expr { return kT(bitsOf(members...), cards) }
	local := func(i int64) *def.Expr { return exI(def.OpLocal, cards, i) }
	pile := func(i int64) *def.Expr { return kT(i, def.TPile) }
	first := func(from, where *def.Expr) *def.Expr { return exI(def.OpFirst, def.TCard, 10, from, where) }
	whole := func(from, where *def.Expr) *def.Expr { return exI(def.OpFilter, cards, 10, from, where) }
	has := func(set, v *def.Expr) *def.Expr { return ex(def.OpHas, def.TBool, set, v) }
	less := func(set, card *def.Expr) *def.Expr { return ex(def.OpDiff, cards, set, ex(def.OpSetOf, cards, card)) }
	choice := func(when, x, y *def.Expr) *def.Expr { return ex(def.OpIf, def.TPile, when, x, y) }
	equal := func(x, y *def.Expr) *def.Expr { return ex(def.OpEq, def.TBool, x, y) }
	// cellOut is a slot, too, so that the two can be taken for each other
	begin := func(card, left int32, members ...int) []def.Instr {
		return []def.Instr{do(def.CSet, 0, card, 0, k(def.None)), do(def.CSet, 0, left, 0, set(members...))}
	}
	for _, c := range []struct {
		name   string
		at     int32 // slot of the card
		left   int32
		before []def.Instr
		change func(loop []def.Instr)
		hand   []int64 // what is left of 4 and 2
		played []int64
	}{
		{"a loop that empties the hand", slot, other, nil, func([]def.Instr) {}, nil, []int64{2, 4}},
		{"the condition looks at a cell", slot, cellOut, []def.Instr{out(set(4))}, func(l []def.Instr) { l[0].X[0].Args[1].Args[0] = cell(cellOut) }, []int64{2}, []int64{4}},
		{"the rest is made of a cell", slot, cellOut, []def.Instr{out(set(4))}, func(l []def.Instr) { l[2].X[0].Args[0] = cell(cellOut) }, []int64{2}, []int64{4}},
		{"the loop ends by a cell", cellOut, other, []def.Instr{out(k(def.None))}, func(l []def.Instr) { l[1].X[0].Args[0] = cell(cellOut) }, []int64{4, 2}, nil},
		{"what is taken out is a cell", cellOut, other, []def.Instr{out(k(4))}, func(l []def.Instr) { l[2].X[0].Args[1].Args[0] = cell(cellOut) }, nil, []int64{2, 4}},
		{"the card of a cell goes away", cellOut, other, []def.Instr{out(k(0))}, func(l []def.Instr) { l[3].X[0] = cell(cellOut) }, []int64{4, 2}, []int64{0}},
		{"another member is asked about", slot, other, nil, func(l []def.Instr) { l[0].X[0].Args[1].Args[1] = bnd(11) }, []int64{4, 2}, nil},
		{"a slot of that number is asked about", slot, other, nil, func(l []def.Instr) { l[0].X[0].Args[1].Args[1] = loc(10) }, []int64{4, 2}, nil},
		{"the card stays among those that are left", slot, other, nil, func(l []def.Instr) { l[2].X[0].Op = def.OpUnion }, nil, []int64{2, 4}},
		{"another card is no longer left, either", slot, other, []def.Instr{do(def.CSet, 0, other, 0, set(0, 2, 4))}, func(l []def.Instr) { l[2].X[0].Args[1].Args = append(l[2].X[0].Args[1].Args, k(0)) }, nil, []int64{2, 4}},
		{"what is no longer left is not the card", slot, other, []def.Instr{do(def.CSet, 0, other, 0, set(1, 2, 4))}, func(l []def.Instr) { l[2].X[0].Args[1] = ex(def.OpAdjacent, def.ZoneSet, loc(slot)) }, nil, []int64{2, 4}},
		{"it goes on only without a card", slot, other, nil, func(l []def.Instr) { l[1].X[0].Op = def.OpEq }, []int64{4, 2}, nil},
		{"it ends at a certain card", slot, other, nil, func(l []def.Instr) { l[1].X[0].Args[1] = k(4) }, []int64{4, 2}, nil},
		{"it ends at a card that is not known beforehand", slot, other, []def.Instr{out(k(4))}, func(l []def.Instr) { l[1].X[0].Args[1] = cell(cellOut) }, []int64{4, 2}, nil},
		{"the card is kept in a cell", cellOut, other, nil, func(l []def.Instr) { l[0].A = def.ToCell }, []int64{4, 2}, nil},
		{"the rest is kept in a cell", slot, cellOut, nil, func(l []def.Instr) { l[2].A = def.ToCell }, nil, []int64{2, 4}},
		{"it is gone through once", slot, other, nil, func(l []def.Instr) { l[4].A = l[1].A }, []int64{2}, []int64{4}},
		{"it runs over a set", slot, other, []def.Instr{do(def.CSet, 0, other, 0, set(0, 2, 4))}, func(l []def.Instr) { l[0].X[0].Args[0] = set(0) }, []int64{4, 2}, []int64{0}},
		{"the pile hangs on the card", slot, other, []def.Instr{do(def.CSet, 0, other, 0, set(0, 2, 4))}, func(l []def.Instr) {
			l[0].X[0].Args[0] = choice(equal(loc(slot), k(def.None)), pile(pileHand), pile(pileDeck))
		}, []int64{2}, []int64{0, 4}},
		{"the pile hangs on what is left", slot, other, nil, func(l []def.Instr) {
			l[0].X[0].Args[0] = choice(has(local(other), k(4)), pile(pileHand), pile(pileDeck))
		}, []int64{2}, []int64{4}},
		{"the pile is a member", slot, other, []def.Instr{do(def.CSet, 0, other, 0, set(0, 1, 3, 5))}, func(l []def.Instr) { l[0].X[0].Args[0] = exI(def.OpBound, def.TPile, 10) }, []int64{4, 2}, []int64{1, 0}},
		{"where it goes hangs on the card", slot, other, nil, func(l []def.Instr) {
			l[3].X[1] = choice(equal(loc(slot), k(4)), pile(pilePlayed), pile(pileDeck))
		}, nil, []int64{4}},
		{"where it goes hangs on what is left", slot, other, nil, func(l []def.Instr) {
			l[3].X[1] = choice(has(local(other), k(2)), pile(pilePlayed), pile(pileDeck))
		}, nil, []int64{4}},
		{"where it goes is what a function says", slot, other, nil, func(l []def.Instr) { l[3].X[1] = exI(def.OpCall, def.TPile, 0) }, nil, []int64{4}},
		{"where it goes is counted anew each time", slot, other, nil, func(l []def.Instr) {
			l[3].X[1] = exI(def.OpSum, def.TInt, 12, zones(0, 1), equal(loc(6), k(0)), k(1))
		}, nil, []int64{2, 4}},
		{"it goes where there is no pile", slot, other, []def.Instr{do(def.CSet, 0, 6, 0, k(9))}, func(l []def.Instr) { l[3].X[1] = loc(6) }, nil, nil},
		{"there is no pile", slot, other, []def.Instr{do(def.CSet, 0, 6, 0, k(9))}, func(l []def.Instr) { l[0].X[0].Args[0] = exI(def.OpLocal, def.TPile, 6) }, []int64{4, 2}, nil},
		{"all cards of the hand are left", slot, other, []def.Instr{do(def.CSet, 0, other, 0, whole(pile(pileHand), k(1)))}, func([]def.Instr) {}, nil, []int64{2, 4}},
		{"all cards of the hand that a slot names", slot, other, []def.Instr{do(def.CSet, 0, 6, 0, pile(pileHand)), do(def.CSet, 0, other, 0, whole(exI(def.OpLocal, def.TPile, 6), k(1)))}, func(l []def.Instr) { l[0].X[0].Args[0] = exI(def.OpLocal, def.TPile, 6) }, nil, []int64{2, 4}},
		{"all cards of a hand without cards", slot, other, []def.Instr{do(def.CSet, 0, 6, 0, pile(pilePlayed)), do(def.CSet, 0, other, 0, whole(exI(def.OpLocal, def.TPile, 6), k(1)))}, func(l []def.Instr) {
			l[0].X[0].Args[0], l[3].X[1] = exI(def.OpLocal, def.TPile, 6), pile(pileDeck)
		}, []int64{4, 2}, nil},
		{"all cards of another pile are left where none lies", slot, other, []def.Instr{do(def.CSet, 0, other, 0, whole(pile(pileDeck), k(1)))}, func(l []def.Instr) {
			l[0].X[0].Args[0], l[3].X[1] = pile(pilePlayed), pile(pileDeck)
		}, []int64{4, 2}, nil},
		{"all cards of another pile are left", slot, other, []def.Instr{do(def.CSet, 0, other, 0, whole(pile(pileDeck), k(1)))}, func([]def.Instr) {}, []int64{4, 2}, nil},
		{"the cards are left that another slot says", slot, other, []def.Instr{do(def.CSet, 0, 6, 0, whole(pile(pileHand), k(1)))}, func([]def.Instr) {}, nil, []int64{2, 4}},
		{"some cards of the hand are left", slot, other, []def.Instr{do(def.CSet, 0, other, 0, whole(pile(pileHand), ex(def.OpGt, def.TBool, bnd(10), k(2))))}, func([]def.Instr) {}, []int64{2}, []int64{4}},
		{"no card of the hand is left", slot, other, []def.Instr{do(def.CSet, 0, other, 0, whole(pile(pileHand), k(0)))}, func([]def.Instr) {}, []int64{4, 2}, nil},
		{"a cell is told what is left", slot, other, []def.Instr{do(def.CSet, 1, cellOut, 0, whole(pile(pileHand), k(1)))}, func([]def.Instr) {}, nil, []int64{2, 4}},
		{"some are left", slot, other, []def.Instr{do(def.CSet, 0, other, 0, set(4))}, func([]def.Instr) {}, []int64{2}, []int64{4}},
	} {
		t.Run(c.name, func(t *testing.T) {
			game := func(o ...LoadOption) (*State, int64, error) {
				d := testGame()
				d.Functions = []def.FuncDef{{ID: "where", Body: choice(ex(def.OpGt, def.TBool, ex(def.OpPileSize, def.TInt, pile(pilePlayed)), k(0)), pile(pileDeck), pile(pilePlayed))}}
				code := append(begin(c.at, c.left, 2, 4), c.before...)
				n := int32(len(code))
				loop := []def.Instr{
					do(def.CSet, 0, c.at, 0, first(pile(pileHand), has(local(int64(c.left)), bnd(10)))),
					do(def.CJumpUnless, n+5, 0, 0, ex(def.OpNe, def.TBool, loc(int64(c.at)), k(def.None))),
					do(def.CSet, 0, c.left, 0, less(local(int64(c.left)), loc(int64(c.at)))),
					do(def.CCard, 0, 0, 0, loc(int64(c.at)), pile(pilePlayed)),
					do(def.CJump, n, 0, 0),
				}
				c.change(loop)
				addMain(d, append(code, loop...)...)
				g := mustLoad(t, d, o...)
				if watched := mustLoad(t, d, append(o, WithCoverage())...); watched.code[int(watched.procs[d.Main].entry)+int(n)].emptying != nil {
					t.Error("coverage does not see each card go")
				}
				if at := g.code[int(g.procs[g.def.Main].entry)+int(n)].emptying; c.name == "a loop that empties the hand" && (at != nil) != (len(o) == 0) {
					t.Errorf("it is carried out at once: %t", at != nil)
				}
				budget := NewBudget(1 << 20)
				s, err := g.New(Setup{ID: "start", Budget: budget})
				return s, budget.Left(), err
			}
			s, left, err := game()
			slow, rest, wrong := game(WithoutRecall())
			if (err == nil) != (wrong == nil) || err == nil && left != rest {
				t.Fatalf("%v with %d steps left, one by one %v with %d", err, left, wrong, rest)
			}
			if err != nil {
				if c.hand != nil || c.played != nil {
					t.Error(err)
				}
				return
			}
			if s.Hash() != slow.Hash() {
				t.Errorf("it leaves %v in hand and %v played, one by one %v and %v", s.Pile(pileHand), s.Pile(pilePlayed), slow.Pile(pileHand), slow.Pile(pilePlayed))
			}
			if !slices.Equal(s.Pile(pileHand), c.hand) || !slices.Equal(s.Pile(pilePlayed), c.played) {
				t.Errorf("it leaves %v in hand and %v played, want %v and %v", s.Pile(pileHand), s.Pile(pilePlayed), c.hand, c.played)
			}
		})
	}
}
