package engine

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rulebound/engine/def"
)

// decide is a game whose main code has one decision, followed by the code of the test.
func decide(t *testing.T, dec def.DecisionDef, after ...def.Instr) *State {
	t.Helper()
	d := testGame()
	d.Decisions = []def.DecisionDef{dec}
	return play(t, d, append([]def.Instr{do(def.CDecide, 0, 0, 0)}, after...)...)
}

// red returns a decision of seat red; its candidate is in bound slot 10.
func red(name string, kind def.DecisionKind) def.DecisionDef {
	return def.DecisionDef{Name: name, Kind: kind, By: kT(0, def.TSeat), Bind: 10, Result: 5, Picks: def.Picks{Picked: -1, Count: -1}, Takes: def.Takes{Total: -1}, Choices: def.Choices{Decline: -1}, Rule: "9.9", Node: 1, Elem: def.TZone}
}

func smokeFree() def.Cond {
	return def.Cond{Rule: "3.2.1", Node: 2, When: ex(def.OpEq, def.TBool, exI(def.OpCellAt, def.TInt, cellSmoke, bnd(10)), k(0))}
}

func TestOne(t *testing.T) {
	dec := red("where", def.One)
	dec.From, dec.Where = zones(0, 1, 2), []def.Cond{smokeFree()}
	s := decide(t, dec, out(loc(5)))
	d := s.Decision()
	if d.Seat != 0 || d.Name != "where" || !reflect.DeepEqual(d.Members, []int64{1, 2}) {
		t.Fatalf("decision %+v", d)
	}
	if r := refused(t, s, Answer{Member: 0}); r.Rule != "3.2.1" || r.Candidate != "x" || r.Decision != "where" {
		t.Errorf("refusal %+v", r)
	}
	if r := refused(t, s, Answer{Member: 3}); r.Rule != "9.9" || r.Candidate != "box" {
		t.Errorf("refusal %+v", r)
	}
	if r := refused(t, s, Answer{Kind: Side}); r.Why == "" {
		t.Errorf("refusal %+v", r)
	}
	if r := s.Explain(0); r == nil || r.Node != 2 || r.Rule != "3.2.1" {
		t.Errorf("reason %+v", r)
	}
	if r := s.Explain(1); r != nil {
		t.Errorf("reason against a legal member: %+v", r)
	}
	apply(t, s, Answer{Member: 2})
	if got := s.mustValue(t, "out"); got != 2 {
		t.Errorf("result %d", got)
	}
}

func TestForcedDecisionsResolveThemselves(t *testing.T) {
	one := red("one", def.One)
	one.From = zones(1)
	none := red("none", def.One)
	none.From = zones()
	subset := red("subset", def.Subset)
	subset.From, subset.Min = zones(0, 2), k(2)
	nothing := red("nothing", def.Subset)
	nothing.From = zones()
	amount := red("amount", def.Amount)
	amount.Min, amount.Max = k(4), k(4)
	menu := red("menu", def.Menu)
	menu.Options = []def.MenuOption{{Name: "no", Proc: -1, Value: 1, Target: 1, Where: []def.Cond{{When: k(0)}}}, {Name: "yes", Proc: -1, Value: 2, Target: 1}}
	roll := red("roll", def.Roll)
	roll.By, roll.Min, roll.Max = nil, k(3), k(3)
	shuffle := red("shuffle", def.Shuffle)
	shuffle.By, shuffle.From, shuffle.Elem = nil, kT(pilePlayed, def.TPile), def.TCard
	stop := red("stop", def.Pick)
	stop.From, stop.Picked, stop.Count, stop.Min = zones(), 6, 7, k(2)
	only := red("only", def.Pick)
	only.From, only.Picked, only.Count, only.Min = zones(2), 6, 7, k(1)
	take := red("take", def.Take)
	take.From, take.Filter, take.Min, take.Max, take.Entries, take.Total, take.Result = zones(0, 1, 2), filter(setWolf), k(9), k(9), 6, 5, 12
	for _, test := range []struct {
		dec  def.DecisionDef
		want int64
		form AnswerForm
	}{{one, 1, ByValue}, {none, def.None, ByValue}, {subset, 5, ByValue}, {nothing, 0, ByValue}, {amount, 4, ByValue}, {menu, 2, ByOption}, {roll, 3, ByValue}, {shuffle, 0, ByValue}, {stop, def.None, ByStop}, {only, 2, ByValue}, {take, 3, ByValue}} {
		t.Run(test.dec.Name, func(t *testing.T) {
			d := testGame()
			d.Decisions = []def.DecisionDef{test.dec}
			s, p := watchPlay(t, d, do(def.CDecide, 0, 0, 0), out(loc(5)))
			if s.Decision().Name != "wait" {
				t.Fatalf("%s waits for an answer", s.Decision().Name)
			}
			if got := s.mustValue(t, "out"); got != test.want {
				t.Errorf("result %d, want %d", got, test.want)
			}
			if !strings.HasPrefix(p.lines[1], "forced 0 ") || !strings.Contains(p.lines[1], fmt.Sprintf(" %d ", test.form)) {
				t.Errorf("event %q", p.lines[1])
			}
		})
	}
}

func TestSubsetWithBudget(t *testing.T) {
	dec := red("spaces", def.Subset)
	dec.From, dec.Min, dec.Max = zones(0, 1, 2, 3), k(2), k(4)
	dec.Cost, dec.Budget, dec.CostRule = ex(def.OpMul, def.TInt, bnd(10), bnd(10)), k(5), "4.1"
	s := decide(t, dec, out(loc(5)))
	d := s.Decision()
	// costs 0 1 4 9: 9 never fits; 4 fits with 0 or 1
	if !reflect.DeepEqual(d.Members, []int64{0, 1, 2}) || d.Min != 2 || d.Max != 3 || !reflect.DeepEqual(d.Costs, []int64{0, 1, 4}) {
		t.Fatalf("decision %+v", d)
	}
	if r := refused(t, s, Answer{Set: bitsOf(0, 3)}); r.Rule != "4.1" || r.Candidate != "box" {
		t.Errorf("refusal %+v", r)
	}
	if r := refused(t, s, Answer{Set: bitsOf(0)}); !strings.Contains(r.Why, "2 to 3") {
		t.Errorf("refusal %+v", r)
	}
	apply(t, s, Answer{Set: bitsOf(0, 1, 2)})
	if got := s.mustValue(t, "out"); got != bitsOf(0, 1, 2) {
		t.Errorf("result %b", got)
	}
	dec.Budget = k(4) // one unit less: 1 and 4 together are too expensive
	s = decide(t, dec)
	if r := refused(t, s, Answer{Set: bitsOf(1, 2)}); r.Rule != "4.1" {
		t.Errorf("refusal %+v", r)
	}
	dec.Min, dec.Budget = k(3), k(1) // three are not affordable, so the minimum is lowered
	if d := decide(t, dec).Decision(); d.Name != "wait" {
		t.Errorf("two members and a minimum beyond reach leave one answer, got %+v", d)
	}
}

// pickLoop picks zones and counts the effects of the bodies in cell "other".
func pickLoop(t *testing.T, change func(*def.DecisionDef)) *State {
	dec := red("space", def.Pick)
	dec.From, dec.Picked, dec.Count = zones(0, 1, 2), 6, 7
	dec.Also = []def.MenuOption{{Name: "aside", Proc: -1, Target: 8, Where: []def.Cond{{Rule: "4.2", Node: 3, When: ex(def.OpEq, def.TBool, cell(cellGold), k(10))}}}}
	change(&dec)
	d := testGame()
	d.Decisions = []def.DecisionDef{dec}
	return play(t, d,
		do(def.CDecide, 0, 0, 0),
		do(def.CJumpUnless, 10, 0, 0, ex(def.OpNe, def.TBool, loc(5), k(def.None))),
		do(def.CSet, 0, 6, 0, ex(def.OpUnion, def.ZoneSet, loc(6), ex(def.OpSetOf, def.ZoneSet, loc(5)))),
		do(def.CSet, 0, 7, 0, ex(def.OpAdd, def.TInt, loc(7), k(1))),
		do(def.CBody, 1, 0, 0, loc(5)),
		do(def.CPay, 2, cellRes, 0, k(2), k(0)),
		do(def.CBody, 0, 0, 0),
		do(def.CJump, 0, 0, 0),
		do(def.CGain, 1, cellGold, 0, k(1)), // the side option
		do(def.CJump, 0, 0, 0),
		out(loc(6)))
}

func TestPick(t *testing.T) {
	s := pickLoop(t, func(d *def.DecisionDef) { d.Min, d.Max = k(1), k(2) })
	d := s.Decision()
	if d.Stop || len(d.Members) != 3 || len(d.Also) != 1 || d.Max != 2 {
		t.Fatalf("decision %+v", d)
	}
	refused(t, s, Answer{Stop: true})
	apply(t, s, Answer{Kind: Side, Option: 0})
	if r := refused(t, s, Answer{Kind: Side, Option: 0}); r.Rule != "4.2" || r.Candidate != "aside" {
		t.Errorf("refusal %+v", r)
	}
	if r := s.ExplainSide(0); r == nil || r.Node != 3 {
		t.Errorf("reason %+v", r)
	}
	apply(t, s, Answer{Member: 1})
	d = s.Decision()
	if !d.Stop || !reflect.DeepEqual(d.Members, []int64{0, 2}) || d.Count != 1 {
		t.Fatalf("decision %+v", d)
	}
	if r := refused(t, s, Answer{Member: 1}); !strings.Contains(r.Why, "chosen before") {
		t.Errorf("refusal %+v", r)
	}
	apply(t, s, Answer{Member: 0}) // the second of at most two, so only stopping is left
	if s.Decision().Name != "wait" || s.mustValue(t, "out") != bitsOf(0, 1) || s.mustValue(t, "red.res") != 1 {
		t.Errorf("after two picks: %+v", s.Decision())
	}
}

func TestPickIsNotForcedToStopWhileAMemberIsLeft(t *testing.T) {
	s := pickLoop(t, func(d *def.DecisionDef) { d.Also = nil })
	apply(t, s, Answer{Member: 0})
	apply(t, s, Answer{Member: 1})
	if d := s.Decision(); d.Name != "space" || !d.Stop || len(d.Members) != 1 {
		t.Fatalf("decision %+v", d)
	}
	apply(t, s, Answer{Stop: true})
	if s.mustValue(t, "out") != bitsOf(0, 1) {
		t.Error("stop does not end the pick")
	}
}

func TestPickAgainAndWithBudget(t *testing.T) {
	s := pickLoop(t, func(d *def.DecisionDef) {
		d.Again, d.Max, d.Also = true, k(3), nil
		d.Cost, d.Budget = ex(def.OpAdd, def.TInt, bnd(10), k(2)), exI(def.OpCellAt, def.TInt, cellRes, k(0))
	})
	apply(t, s, Answer{Member: 1})
	d := s.Decision() // 3 left: the costs are 2, 3 and 4
	if !reflect.DeepEqual(d.Members, []int64{0, 1}) || d.Budget != 3 {
		t.Fatalf("decision %+v", d)
	}
	if r := refused(t, s, Answer{Member: 2}); !strings.Contains(r.Why, "cost of 4") {
		t.Errorf("refusal %+v", r)
	}
	apply(t, s, Answer{Member: 1})
	if d := s.Decision(); d.Name != "wait" { // 1 left: nothing is affordable
		t.Errorf("decision %+v", d)
	}
}

func TestMenu(t *testing.T) {
	d := testGame()
	p := addProc(d, "visit", 1, 1, do(def.CReturn, 0, 0, 0))
	d.Functions = []def.FuncDef{{ID: "possible visit", Params: []int32{3}, Body: ex(def.OpAnd, def.TBool, ex(def.OpGt, def.TBool, bnd(3), k(1)), ex(def.OpGt, def.TBool, cell(cellGold), k(50)))}}
	d.Procs[p].Possible = 0
	d.Procs[p].Requires = []def.Cond{{Rule: "5.1", When: ex(def.OpGt, def.TBool, bnd(3), k(1)), Node: 2}, {Rule: "5.2", When: ex(def.OpGt, def.TBool, cell(cellGold), k(50)), Node: 3}}
	dec := red("action", def.Menu)
	dec.Decline = 2
	dec.Options = []def.MenuOption{
		{Name: "visit", Proc: p, Target: 1, Where: []def.Cond{{Rule: "9.1", When: exI(def.OpPossible, def.TBool, int64(p), k(2))}}},
		{Name: "rest", Proc: -1, Value: 8, Target: 2},
		{Name: "pass", Proc: -1, Value: 9, Target: 4},
		{Name: "stroll", Proc: -1, Target: 1, Where: []def.Cond{{Rule: "9.2", When: ex(def.OpPossibleDyn, def.TBool, k(int64(p)), k(1))}}},
	}
	d.Decisions = []def.DecisionDef{dec}
	s := play(t, d, do(def.CDecide, 0, 0, 0), do(def.CNop, 0, 0, 0), out(loc(5)), do(def.CJump, 5, 0, 0), out(k(-5)), do(def.CNop, 0, 0, 0))
	got := s.Decision()
	if len(got.Options) != 2 || got.Options[0].Name != "rest" || got.Options[1].Index != 2 || got.Decline != 2 {
		t.Fatalf("decision %+v", got)
	}
	if r := refused(t, s, Answer{Option: 0}); r.Rule != "5.2" || r.Candidate != "visit" || r.Node != 3 {
		t.Errorf("refusal %+v does not look into what the procedure requires", r)
	}
	if r := refused(t, s, Answer{Option: 3}); r.Rule != "5.1" {
		t.Errorf("refusal %+v", r)
	}
	refused(t, s, Answer{Option: 4})
	apply(t, s, Answer{Option: 1})
	if s.mustValue(t, "out") != 8 {
		t.Errorf("result %d", s.mustValue(t, "out"))
	}
}

func TestMenuWithoutLegalOptionIsAFault(t *testing.T) {
	d := testGame()
	dec := red("action", def.Menu)
	dec.Options = []def.MenuOption{{Name: "visit", Proc: -1, Target: 1, Where: []def.Cond{{When: k(0)}}}}
	d.Decisions = []def.DecisionDef{dec}
	if f := faultOf(t, d, do(def.CDecide, 1, 0, 0)); !strings.Contains(f.Why, "no option is legal") || f.Decision != "action" {
		t.Error(f)
	}
}

func TestAmount(t *testing.T) {
	dec := red("much", def.Amount)
	dec.Min, dec.Max, dec.Elem = k(2), cell(cellGold), def.TInt
	s := decide(t, dec, out(loc(5)))
	if d := s.Decision(); d.Min != 2 || d.Max != 10 {
		t.Fatalf("decision %+v", d)
	}
	refused(t, s, Answer{N: 1})
	refused(t, s, Answer{N: 11})
	apply(t, s, Answer{N: 10})
	if s.mustValue(t, "out") != 10 {
		t.Error("result")
	}
}

func TestDecisionWithoutSeatIsAFault(t *testing.T) {
	d := testGame()
	dec := red("who", def.One)
	dec.By, dec.From = k(def.None), zones(0, 1)
	d.Decisions = []def.DecisionDef{dec}
	if f := faultOf(t, d, do(def.CDecide, 1, 0, 0)); !strings.Contains(f.Why, "no seat decides") {
		t.Error(f)
	}
}

func TestChance(t *testing.T) {
	roll := red("roll", def.Roll)
	roll.By, roll.Min, roll.Max = nil, k(1), k(6)
	draw := red("draw", def.Draw)
	draw.By, draw.From, draw.Elem = nil, kT(pileDeck, def.TPile), def.TCard
	draw.Where = []def.Cond{{Rule: "1", When: ex(def.OpGt, def.TBool, bnd(10), k(0))}}
	draw.Result = 6
	shuffle := red("shuffle", def.Shuffle)
	shuffle.By, shuffle.From, shuffle.Elem = nil, kT(pileDeck, def.TPile), def.TCard
	d := testGame()
	d.Decisions = []def.DecisionDef{roll, draw, shuffle}
	s := play(t, d, do(def.CDecide, 0, 0, 0), do(def.CDecide, 1, 0, 0), do(def.CDecide, 2, 0, 0), out(ex(def.OpAdd, def.TInt, ex(def.OpMul, def.TInt, loc(5), k(10)), loc(6))))
	if d := s.Decision(); d.Seat != Chance || d.Min != 1 || d.Max != 6 {
		t.Fatalf("decision %+v", d)
	}
	twin := s.Copy()
	refused(t, s, Answer{N: 7})
	a, err := s.Draw()
	if err != nil {
		t.Fatal(err)
	}
	apply(t, s, a)
	if b, _ := twin.Draw(); b.N != a.N {
		t.Errorf("a copy rolls %d, not %d", b.N, a.N)
	}
	if d := s.Decision(); !reflect.DeepEqual(d.Members, []int64{1, 3, 5}) {
		t.Fatalf("decision %+v", d)
	}
	refused(t, s, Answer{Member: 0})
	apply(t, s, Answer{Member: 3})
	if d := s.Decision(); d.Kind != def.Shuffle || !reflect.DeepEqual(d.Members, []int64{0, 1, 3, 5}) {
		t.Fatalf("decision %+v", d)
	}
	refused(t, s, Answer{Order: []int64{5, 3, 1, 1}})
	refused(t, s, Answer{Order: []int64{5, 3, 1}})
	if a, err := s.Copy().Draw(); err != nil || len(a.Order) != 4 {
		t.Errorf("drawn order %v, %v", a.Order, err)
	}
	apply(t, s, Answer{Order: []int64{5, 3, 1, 0}})
	if !reflect.DeepEqual(s.Pile(pileDeck), []int64{5, 3, 1, 0}) || s.mustValue(t, "out") != a.N*10+3 {
		t.Errorf("deck %v, out %d", s.Pile(pileDeck), s.mustValue(t, "out"))
	}
	if _, err := s.Draw(); err == nil {
		t.Error("Draw answers a seat's decision")
	}
}

// A shuffle of one card is forced and keeps the card, whatever was shuffled before.
func TestForcedShuffleKeepsTheCardsOfItsPile(t *testing.T) {
	shuffle := func(pile int64) def.DecisionDef {
		d := red("shuffle", def.Shuffle)
		d.By, d.From, d.Elem = nil, kT(pile, def.TPile), def.TCard
		return d
	}
	d := testGame()
	d.Decisions = []def.DecisionDef{shuffle(pileHand), shuffle(pilePlayed)}
	addMain(d, do(def.CCard, 0, 0, 0, kT(3, def.TCard), kT(pilePlayed, def.TPile)), do(def.CDecide, 0, 0, 0), do(def.CDecide, 1, 0, 0))
	s := start(t, d)
	hand := slices.Clone(s.Decision().Members)
	slices.Reverse(hand)
	if len(hand) < 2 || len(s.Pile(pilePlayed)) != 1 {
		t.Fatalf("%d cards in hand, %d played", len(hand), len(s.Pile(pilePlayed)))
	}
	played := slices.Clone(s.Pile(pilePlayed))
	apply(t, s, Answer{Order: hand})
	if s.Decision().Name != "wait" || !slices.Equal(s.Pile(pileHand), hand) || !slices.Equal(s.Pile(pilePlayed), played) {
		t.Errorf("%s is asked; %v in hand and %v played", s.Decision().Name, s.Pile(pileHand), s.Pile(pilePlayed))
	}
}

func TestBudgetWithoutCostsIsIgnored(t *testing.T) {
	dec := red("spaces", def.Subset)
	dec.From, dec.Max, dec.Budget = zones(zoneX, zoneY), k(2), k(-1)
	if r := decide(t, dec).Refuses(Answer{Set: 3}); r != nil {
		t.Errorf("%v", r)
	}
}
