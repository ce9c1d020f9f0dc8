package check

import (
	"strings"
	"testing"

	"rulebound/compiler/diag"
	"rulebound/compiler/lower"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
	"rulebound/engine/facts"
	. "rulebound/engine/testboard"
)

// looping returns a game with a loop over a set in line 7. The nodes of its rounds have lines from 101 on.
func looping(over *def.Expr, rounds ...def.Instr) (*def.GameDef, *lower.Program) {
	gd := Board()
	gd.Procs = []def.ProcDef{{Named: def.Named{ID: "play"}, Possible: -1}}
	gd.Code = append(gd.Code, def.Instr{Op: def.CSet, B: 1, X: []*def.Expr{over}})
	for i, in := range append([]def.Instr{{Op: def.CForSet, A: 1, B: Member}}, rounds...) {
		if in.Node == 0 {
			in.Node = int32(1 + i%3)
		}
		gd.Code = append(gd.Code, in)
	}
	n := int32(len(gd.Code))
	gd.Code = append(gd.Code, def.Instr{Op: def.CReturn})
	return gd, &lower.Program{Spans: []lower.Span{{From: 0, To: n + 1}}, Loops: []lower.Loop{{Pos: at(7), Over: over, Member: Member, Rounds: lower.Span{From: 1, To: n}}}}
}

func proc(gd *def.GameDef, p *lower.Program, id string, possible *def.Expr, code ...def.Instr) int32 {
	d := def.ProcDef{Named: def.Named{ID: id}, Entry: int32(len(gd.Code)), Params: []def.Param{{Type: def.TZone}}, Possible: -1}
	if possible != nil {
		d.Possible = int32(len(gd.Functions))
		gd.Functions = append(gd.Functions, def.FuncDef{ID: "possible " + id, Params: []int32{20}, Body: possible})
	}
	gd.Procs = append(gd.Procs, d)
	gd.Code = append(gd.Code, code...)
	p.Spans = append(p.Spans, lower.Span{From: d.Entry, To: int32(len(gd.Code))})
	return int32(len(gd.Procs) - 1)
}

// unless returns the guard of a statement.
func unless(x *def.Expr) def.Instr {
	k := *x
	k.Node = 3
	return Do(def.CJumpUnless, 0, 0, &k)
}

func filter(over, x *def.Expr) *def.Expr { return ExI(def.OpFilter, def.ZoneSet, 10, over, x) }
func removed(from *def.Expr) def.Instr {
	return Do(def.CMove, 1, 0, Const(1, def.FilterSet), Num(1), from, Const(Nest, def.TZone))
}
func movedTo(to *def.Expr) def.Instr {
	return Do(def.CMove, 0, 0, Const(1, def.FilterSet), Num(1), Here, to)
}

var (
	unlessBlighted = unless(Is(Blight(Const(Lake, def.TZone)), 0))
	gainBlight     = Do(def.CMark, 0, CellBlight, Num(1), Here)
	gainHoney      = Do(def.CGain, 1, CellHoney, Num(1))
	gainPurse      = Do(def.CGain, 2, CellPurse, Num(1), Here)
)

const (
	bySet   = "7 loop-order: the members are chosen by %s before the first round, and the rounds change it"
	byRound = "7 loop-order: a round reads %s, which the rounds before it change, so the order of the members matters"
)

func TestLoopOrderWarnsOfRoundsThatReadEarlierChanges(t *testing.T) {
	picked := Bound(10, def.TZone)
	for name, c := range map[string]struct {
		over   *def.Expr
		rounds []def.Instr
		want   string
	}{
		"zones that the rounds fill":            {Holding(Spaces), []def.Instr{movedTo(Const(Oak, def.TZone))}, strings.ReplaceAll(bySet, "%s", "pieces")},
		"a where on pieces that go elsewhere":   {filter(Spaces, More(Pieces(picked), 0)), []def.Instr{movedTo(Const(Oak, def.TZone))}, strings.ReplaceAll(bySet, "%s", "pieces")},
		"a where on a track":                    {filter(Spaces, Open()), []def.Instr{gainHoney}, strings.ReplaceAll(bySet, "%s", "honey")},
		"a where on a pool":                     {filter(Spaces, More(ExI(def.OpPoolLeft, def.TInt, 0), 1)), []def.Instr{gainBlight}, strings.ReplaceAll(bySet, "%s", "blight")},
		"a set that a variable holds":           {ExI(def.OpCell, def.ZoneSet, CellHoney), []def.Instr{gainHoney}, strings.ReplaceAll(bySet, "%s", "honey")},
		"a union of which one part changes":     {Ex(def.OpUnion, def.ZoneSet, Zones(Oak), Holding(Spaces)), []def.Instr{movedTo(Const(Elm, def.TZone))}, strings.ReplaceAll(bySet, "%s", "pieces")},
		"numbers chosen by what changes":        {ExI(def.OpFilter, def.IntSet, 10, Const(6, def.IntSet), Open()), []def.Instr{gainHoney}, strings.ReplaceAll(bySet, "%s", "honey")},
		"a guard on the last of something":      {Spaces, []def.Instr{unless(More(ExI(def.OpPoolLeft, def.TInt, 0), 1)), gainBlight}, strings.ReplaceAll(byRound, "%s", "blight")},
		"a guard on one member alone":           {Spaces, []def.Instr{unlessBlighted, gainBlight}, strings.ReplaceAll(byRound, "%s", "blight")},
		"a guard on a binding of before":        {Spaces, []def.Instr{unless(More(Local(Before, def.TInt), 0)), Do(def.CSet, 0, Before, Num(0)), gainBlight}, strings.ReplaceAll(byRound, "%s", "a binding from outside the loop")},
		"a guard on a let that asks anew":       {Spaces, []def.Instr{Do(def.CSet, 0, Inside, Cell(CellHoney)), unless(More(Local(Inside, def.TInt), 0)), gainHoney, gainBlight}, strings.ReplaceAll(byRound, "%s", "honey")},
		"a guard on a lasting effect":           {Spaces, []def.Instr{unless(Is(ExI(def.OpStamp, def.TInt, 0), 0)), Do(def.CActivate, 0, 0, Num(0), Num(-1)), gainBlight}, strings.ReplaceAll(byRound, "%s", "whether drought is in force")},
		"a guard on where a card lies":          {Spaces, []def.Instr{unless(Is(Ex(def.OpTop, def.TCard, Const(0, def.TPile)), 1)), Do(def.CCard, 0, 0, Ex(def.OpTop, def.TCard, Const(0, def.TPile)), Const(1, def.TPile)), gainBlight}, strings.ReplaceAll(byRound, "%s", "where cards lie")},
		"a guard on any track":                  {Spaces, []def.Instr{unless(More(Ex(def.OpCellOf, def.TInt, Local(Before, def.TTrack)), 1)), gainHoney, gainBlight}, strings.ReplaceAll(byRound, "%s", "honey")},
		"a guard on the action that goes on":    {Spaces, []def.Instr{unless(Is(Cell(CellSeen), 0)), Do(def.CSet, 1, CellSeen, Num(1)), gainBlight}, strings.ReplaceAll(byRound, "%s", "seen")},
		"a property that is another member's":   {filter(Spaces, More(Pieces(ExI(def.OpTable, def.TZone, NextOf, picked)), 0)), []def.Instr{removed(Here)}, strings.ReplaceAll(bySet, "%s", "pieces")},
		"a property that all of them share":     {Spaces, []def.Instr{unless(More(Pieces(Property(SharedOf, def.TZone)), 0)), removed(Property(SharedOf, def.TZone))}, strings.ReplaceAll(byRound, "%s", "pieces")},
		"a formula that binds":                  {Spaces, []def.Instr{unless(ExI(def.OpAny, def.TBool, 11, Spaces, More(Blight(Bound(11, def.TZone)), 0))), gainBlight}, strings.ReplaceAll(byRound, "%s", "blight")},
		"an assignment to the cell of a member": {Spaces, []def.Instr{unlessBlighted, Do(def.CSet, 2, CellBlight, Num(1), Here)}, strings.ReplaceAll(byRound, "%s", "blight")},
		"a transfer":                            {Spaces, []def.Instr{unless(Open()), Do(def.CTransfer, 0, 0, Const(CellHoney, def.TTrack), Const(CellPurse, def.TTrack), Num(1)), gainBlight}, strings.ReplaceAll(byRound, "%s", "honey")},
	} {
		gd, p := looping(c.over, c.rounds...)
		expect(t, name, found("loop-order", gd, &typed.Rulebook{}, p), c.want)
	}
}

func TestLoopOrderAcceptsIndependentRounds(t *testing.T) {
	picked := Bound(10, def.TZone)
	order := Const(0x0100|-1<<16, def.TOrder)
	seats := Const(3, def.SeatSet)
	who := Local(Member, def.TSeat)
	for name, c := range map[string]struct {
		over   *def.Expr
		rounds []def.Instr
	}{
		"it takes what its members hold":        {Holding(Spaces), []def.Instr{removed(Here)}},
		"a where on what the member has":        {filter(Spaces, More(Pieces(picked), 0)), []def.Instr{removed(Here)}},
		"a guard on what the member has":        {Spaces, []def.Instr{unless(Is(Blight(Here), 0)), gainBlight}},
		"a guard on the purse of the member":    {seats, []def.Instr{unless(More(Ex(def.OpCellOf, def.TInt, ExI(def.OpTable, def.TTrack, PurseOf, who)), 2)), Do(def.CLose, 3, 0, Num(1), ExI(def.OpTable, def.TTrack, PurseOf, who))}},
		"a property of its own":                 {Spaces, []def.Instr{unless(More(Pieces(Property(NextOf, def.TZone)), 0)), removed(Property(NextOf, def.TZone))}},
		"other pieces than those it goes by":    {Spaces, []def.Instr{unless(More(Ex(def.OpPieces, def.TInt, Const(Oak, def.TZone), Const(2, def.FilterSet)), 0)), removed(Here)}},
		"other zones than those it goes by":     {Zones(Oak, Elm), []def.Instr{unless(More(Pieces(Const(Lake, def.TZone)), 0)), removed(Here)}},
		"another variable":                      {Spaces, []def.Instr{unless(More(Cell(CellPurse), 2)), gainHoney, gainBlight}},
		"nobody's guard, but the machine's":     {Spaces, []def.Instr{Do(def.CJumpUnless, 0, 0, Open()), gainHoney, gainBlight}},
		"rounds that are all alike":             {Spaces, []def.Instr{unless(Open()), gainHoney}},
		"numbers, which run up":                 {Const(6, def.IntSet), []def.Instr{unless(Open()), Do(def.CGain, 1, CellHoney, Local(Member, def.TInt))}},
		"rows, which come as listed":            {Const(6, def.Type{Kind: def.KSet, Elem: def.KRow}), []def.Instr{unless(Open()), Do(def.CGain, 1, CellHoney, Local(Member, def.TInt))}},
		"an enumeration, which has an order":    {Const(6, def.SetOf(def.Type{Kind: def.KEnum})), []def.Instr{unless(Open()), Do(def.CGain, 1, CellHoney, Local(Member, def.TInt))}},
		"an order, which somebody stated":       {order, []def.Instr{unless(Open()), Do(def.CGain, 2, CellPurse, Num(1), who), gainHoney}},
		"a slot of the round":                   {Spaces, []def.Instr{Do(def.CSet, 0, Inside, Blight(Here)), unless(More(Local(Inside, def.TInt), 0)), Do(def.CSet, 0, Inside, Num(0)), gainBlight}},
		"what an action of the round gives":     {Spaces, []def.Instr{unless(Is(Cell(CellSeen), 0)), Do(def.CEnter, 5, 0), Do(def.CSet, 1, CellSeen, Num(1)), Do(def.CLeave, 5, 0), gainBlight}},
		"a set that never changes":              {Spaces, []def.Instr{gainBlight, gainHoney}},
		"a guard on what the rules say":         {Spaces, []def.Instr{unless(More(yield(Here), 1)), gainHoney}},
		"a sum of what the members share":       {Spaces, []def.Instr{Do(def.CSet, 2, CellBlight, Ex(def.OpAdd, def.TInt, Num(1), Ex(def.OpAdd, def.TInt, Blight(Property(SharedOf, def.TZone)), yield(Here))), Property(SharedOf, def.TZone))}},
		"what a seat can choose, asked in turn": {Spaces, []def.Instr{Do(def.CDecide, 0, 0), gainBlight}},
	} {
		gd, p := looping(c.over, c.rounds...)
		gd.Decisions = []def.DecisionDef{{Kind: def.Amount, By: Const(Ant, def.TSeat), Min: Num(0), Max: Blight(Const(Lake, def.TZone)), Result: Inside}}
		expect(t, name, found("loop-order", gd, &typed.Rulebook{}, p), "")
	}
}

// The members that a function chooses depend on its formula and on its arguments.
func TestLoopOrderFollowsFunctionsThatChooseTheMembers(t *testing.T) {
	picked, given := Bound(10, def.TZone), Bound(12, def.TInt)
	honey := strings.ReplaceAll(bySet, "%s", "honey")
	for name, c := range map[string]struct {
		body, arg *def.Expr
		round     def.Instr
		want      string
	}{
		"by what the member has":      {filter(Spaces, Is(Blight(picked), 0)), Num(1), gainBlight, ""},
		"by what the members share":   {filter(Spaces, Open()), Num(1), gainHoney, honey},
		"by an argument that changes": {filter(Spaces, More(given, 0)), Cell(CellHoney), gainHoney, honey},
	} {
		gd, p := looping(ExI(def.OpCall, def.ZoneSet, 0, c.arg), c.round)
		gd.Functions = []def.FuncDef{{Params: []int32{12}, Body: c.body}}
		expect(t, name, found("loop-order", gd, &typed.Rulebook{}, p), c.want)
	}
}

// The analysis of a loop follows calls, procedure values, hooks, functions, derived values, hook points and decisions.
func TestLoopOrderFollowsCallsHooksFunctionsAndDecisions(t *testing.T) {
	away := movedTo(Const(Oak, def.TZone))
	away.X[2] = Local(0, def.TZone)
	change := map[string]func(gd *def.GameDef, p *lower.Program) def.Instr{
		"a call": func(gd *def.GameDef, p *lower.Program) def.Instr {
			return Do(def.CCall, proc(gd, p, "send", nil, away), -1, Here)
		},
		"a call of a call": func(gd *def.GameDef, p *lower.Program) def.Instr {
			inner := proc(gd, p, "send", nil, away)
			return Do(def.CCall, proc(gd, p, "pass", nil, Do(def.CCall, inner, -1, Local(0, def.TZone))), -1, Here)
		},
		"a value": func(gd *def.GameDef, p *lower.Program) def.Instr {
			proc(gd, p, "send", nil, away)
			return Do(def.CCallDyn, 0, -1, Local(Before, def.Type{Kind: def.KProc, Of: 1}), Here)
		},
		"a hook": func(gd *def.GameDef, p *lower.Program) def.Instr {
			gd.Points = append(gd.Points, def.PointDef{Kind: def.PointRun, Attach: []int32{int32(len(gd.Attachments))}})
			gd.Attachments = append(gd.Attachments, def.Attachment{Proc: proc(gd, p, "send", nil, away)})
			return Do(def.CHooks, int32(len(gd.Points)-1), 0, Here)
		},
	}
	lakes := func(zone *def.Expr) *def.Expr { return More(Pieces(zone), 0) }
	oaks := Const(Oak, def.TZone)
	ask := map[string]func(gd *def.GameDef, p *lower.Program) *def.Expr{
		"a formula": func(*def.GameDef, *lower.Program) *def.Expr { return lakes(oaks) },
		"a function": func(gd *def.GameDef, _ *lower.Program) *def.Expr {
			gd.Functions = append(gd.Functions, def.FuncDef{Params: []int32{20}, Body: lakes(Bound(20, def.TZone))})
			return ExI(def.OpCall, def.TBool, int64(len(gd.Functions)-1), oaks)
		},
		"a derived value": func(gd *def.GameDef, _ *lower.Program) *def.Expr {
			gd.Derived = append(gd.Derived, def.DerivedDef{Slot: 21, Value: lakes(Bound(21, def.TZone)), Held: -1})
			return ExI(def.OpDerived, def.TBool, 0, oaks)
		},
		"a hook point": func(gd *def.GameDef, _ *lower.Program) *def.Expr {
			gd.Points = append(gd.Points, def.PointDef{Kind: def.PointAllow, Params: []int32{22}, Attach: []int32{int32(len(gd.Attachments))}})
			gd.Attachments = append(gd.Attachments, def.Attachment{Proc: -1, When: lakes(Bound(22, def.TZone))})
			return ExI(def.OpHookAllow, def.TBool, int64(len(gd.Points)-1), oaks)
		},
		"a question": func(gd *def.GameDef, p *lower.Program) *def.Expr {
			return ExI(def.OpPossible, def.TBool, int64(proc(gd, p, "can", lakes(Bound(20, def.TZone)))), oaks)
		},
	}
	for called, how := range change {
		for asked, x := range ask {
			gd, p := looping(Spaces)
			k := x(gd, p)
			in := how(gd, p)
			in.Node = 1
			l := &p.Loops[0]
			l.Rounds.From = int32(len(gd.Code))
			l.Proc = proc(gd, p, "rounds", nil, unless(k), in)
			l.Rounds.To = int32(len(gd.Code))
			stored := def.Lookup{Type: def.Type{Kind: def.KProc, Of: 1}}
			for i := range gd.Procs {
				if gd.Procs[i].ID == "send" {
					stored.Values = append(stored.Values, int64(i))
				}
			}
			gd.Lookups = append(gd.Lookups, stored)
			got := found("loop-order", gd, &typed.Rulebook{}, p)
			expect(t, asked+" and "+called, got, strings.ReplaceAll(byRound, "%s", "pieces"))
		}
	}
}

func TestSlotOfTheRemainingLoopMembers(t *testing.T) {
	for want, rounds := range map[int32][]def.Instr{5: {gainHoney, Do(def.CForSet, 5, Member)}, -1: {Do(def.CForSet, 5, Inside), Do(def.CSet, 0, Member, Num(1)), Do(def.CGain, 1, Member, Num(1))}} {
		gd, p := looping(Spaces)
		gd.Code = rounds
		p.Loops[0].Rounds = lower.Span{From: 0, To: int32(len(rounds))}
		if got := newEffects(newSubject(gd, &typed.Rulebook{}, p)).left(&p.Loops[0]); got != want {
			t.Errorf("the members left are in slot %d, not %d", got, want)
		}
	}
}

// A value that is bound before a loop does not change during the loop.
func TestBindingMadeBeforeALoopKeepsItsValue(t *testing.T) {
	gd, p := looping(Spaces, unless(More(Local(Before, def.TInt), 0)), gainHoney, gainBlight)
	behind(gd, p, Do(def.CSet, 0, Before, Cell(CellHoney)))
	expect(t, "a binding", found("loop-order", gd, &typed.Rulebook{}, p), "")
}

// A round with a decision reads its member if any formula of the decision does.
func TestDecisionReadsTheLoopMember(t *testing.T) {
	where := []def.Cond{{When: Is(Blight(Here), 0)}}
	for name, d := range map[string]def.DecisionDef{
		"who decides": {By: ExI(def.OpTable, def.TSeat, PurseOf, Here)}, "the members": {From: Here}, "the pieces": {Takes: def.Takes{Filter: Here}}, "the least": {Min: Blight(Here)},
		"the most": {Max: Blight(Here)}, "the cost": {Costs: def.Costs{Cost: Blight(Here)}}, "the budget": {Costs: def.Costs{Budget: Blight(Here)}},
		"a condition": {Where: where}, "an option": {Choices: def.Choices{Options: []def.MenuOption{{}, {Where: where}}}}, "an option beside": {Choices: def.Choices{Also: []def.MenuOption{{Where: where}}}},
	} {
		gd, p := looping(Spaces)
		gd.Decisions = []def.DecisionDef{d, {From: Spaces}}
		e := newEffects(newSubject(gd, &typed.Rulebook{}, p))
		if !e.looksAt(Member, []def.Instr{Do(def.CDecide, 0, 0)}) {
			t.Errorf("%s does not look at the member", name)
		}
		if e.looksAt(Member, []def.Instr{Do(def.CDecide, 1, 0), gainHoney}) {
			t.Error("what looks at no member looks at it")
		}
	}
}

func TestLoopOrderWarningNotesDecisionAndChange(t *testing.T) {
	give := Do(def.CMove, 0, 0, Const(1, def.FilterSet), Num(1), Const(Nest, def.TZone), Here)
	mark := Do(def.CSet, 3, 0, Cell(CellHoney), Here)
	for name, c := range map[string]struct {
		rounds []def.Instr
		asked  int
	}{"a condition": {[]def.Instr{unlessBlighted, gainBlight}, 103}, "a supply": {[]def.Instr{give}, 102}, "the rest of a supply": {[]def.Instr{mark, gainHoney}, 102}} {
		gd, p := looping(Spaces, c.rounds...)
		list := loopOrder(newSubject(gd, &typed.Rulebook{}, p))
		if len(list) != 1 || len(list[0].Context) != 2 || list[0].Context[0] != (diag.Note{Text: "asked here", Pos: at(c.asked)}) || list[0].Context[1].Text != "changed here" {
			t.Errorf("%s: %v", name, list)
		}
	}
}

func TestLoopOrderNamesTheChangedState(t *testing.T) {
	e := newEffects(newSubject(Board(), &typed.Rulebook{}, &lower.Program{}))
	for want, a := range map[string]facts.Access{
		"pieces": {Store: def.Pieces}, "where cards lie": {Store: def.Cards}, "a binding from outside the loop": {Store: def.Slots},
		"honey": {From: CellHoney, N: 1}, "blight": {From: CellBlight + 2, N: 1}, "whether drought is in force": {From: CellStamp + 1, N: 1}, "the state": {From: CellHeld, N: 1},
	} {
		expect(t, want, e.name(a), want)
	}
}
