package check

import (
	"strings"
	"testing"

	"rulebound/compiler/diag"
	"rulebound/compiler/lower"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
	"rulebound/engine/facts"
)

// slots of a loop's procedure: one bound before the loop, its member, and one that a round binds.
const (
	before = 0
	member = 2
	inside = 3
)

// here is the member of a loop over zones.
var here = local(member, def.TZone)

// looping is a game with a loop over something in line 7. The code of its rounds stands in the lines from 101 on.
func looping(over *def.Expr, rounds ...def.Instr) (*def.GameDef, *lower.Program) {
	gd := board()
	gd.Procs = []def.ProcDef{{Named: def.Named{ID: "play"}, Possible: -1}}
	gd.Code = append(gd.Code, def.Instr{Op: def.CSet, B: 1, X: []*def.Expr{over}})
	for i, in := range append([]def.Instr{{Op: def.CForSet, A: 1, B: member}}, rounds...) {
		if in.Node == 0 {
			in.Node = int32(1 + i%3)
		}
		gd.Code = append(gd.Code, in)
	}
	n := int32(len(gd.Code))
	gd.Code = append(gd.Code, def.Instr{Op: def.CReturn})
	return gd, &lower.Program{Spans: []lower.Span{{From: 0, To: n + 1}}, Loops: []lower.Loop{{Pos: at(7), Over: over, Member: member, Rounds: lower.Span{From: 1, To: n}}}}
}

// proc adds a procedure.
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

func do(op def.Code, a, b int32, x ...*def.Expr) def.Instr {
	return def.Instr{Op: op, A: a, B: b, X: x}
}

// unless is a statement's guard.
func unless(x *def.Expr) def.Instr {
	k := *x
	k.Node = 3
	return do(def.CJumpUnless, 0, 0, &k)
}

func blight(zone *def.Expr) *def.Expr { return exI(def.OpCellAt, def.TInt, cellBlight, zone) }
func pieces(zone *def.Expr) *def.Expr {
	return ex(def.OpPieces, def.TInt, zone, constOf(1, def.FilterSet))
}
func holding(over *def.Expr) *def.Expr {
	return ex(def.OpHolding, def.ZoneSet, over, constOf(1, def.FilterSet))
}
func filter(over, x *def.Expr) *def.Expr     { return exI(def.OpFilter, def.ZoneSet, 10, over, x) }
func property(i int64, t def.Type) *def.Expr { return exI(def.OpTable, t, i, here) }
func removed(from *def.Expr) def.Instr {
	return do(def.CMove, 1, 0, constOf(1, def.FilterSet), num(1), from, constOf(nest, def.TZone))
}
func movedTo(to *def.Expr) def.Instr {
	return do(def.CMove, 0, 0, constOf(1, def.FilterSet), num(1), here, to)
}

var (
	spaces         = zones(oak, elm, lake)
	unlessBlighted = unless(is(blight(constOf(lake, def.TZone)), 0))
	gainBlight     = do(def.CMark, 0, cellBlight, num(1), here)
	gainHoney      = do(def.CGain, 1, cellHoney, num(1))
)

const (
	bySet   = "7 loop-order: the members are chosen by %s before the first round, and the rounds change it"
	byRound = "7 loop-order: a round goes by %s, which the rounds before it change, so the order of the members matters"
)

func TestALoopThatGoesByWhatItsRoundsChangeIsTold(t *testing.T) {
	picked := bound(10, def.TZone)
	for name, c := range map[string]struct {
		over   *def.Expr
		rounds []def.Instr
		want   string
	}{
		"zones that the rounds fill":            {holding(spaces), []def.Instr{movedTo(constOf(oak, def.TZone))}, strings.ReplaceAll(bySet, "%s", "pieces")},
		"a where on pieces that go elsewhere":   {filter(spaces, more(pieces(picked), 0)), []def.Instr{movedTo(constOf(oak, def.TZone))}, strings.ReplaceAll(bySet, "%s", "pieces")},
		"a where on a track":                    {filter(spaces, open()), []def.Instr{gainHoney}, strings.ReplaceAll(bySet, "%s", "honey")},
		"a where on a pool":                     {filter(spaces, more(exI(def.OpPoolLeft, def.TInt, 0), 1)), []def.Instr{gainBlight}, strings.ReplaceAll(bySet, "%s", "blight")},
		"a set that a variable holds":           {exI(def.OpCell, def.ZoneSet, cellHoney), []def.Instr{gainHoney}, strings.ReplaceAll(bySet, "%s", "honey")},
		"a union of which one part changes":     {ex(def.OpUnion, def.ZoneSet, zones(oak), holding(spaces)), []def.Instr{movedTo(constOf(elm, def.TZone))}, strings.ReplaceAll(bySet, "%s", "pieces")},
		"numbers chosen by what changes":        {exI(def.OpFilter, def.IntSet, 10, constOf(6, def.IntSet), open()), []def.Instr{gainHoney}, strings.ReplaceAll(bySet, "%s", "honey")},
		"a guard on the last of something":      {spaces, []def.Instr{unless(more(exI(def.OpPoolLeft, def.TInt, 0), 1)), gainBlight}, strings.ReplaceAll(byRound, "%s", "blight")},
		"a guard on one member alone":           {spaces, []def.Instr{unlessBlighted, gainBlight}, strings.ReplaceAll(byRound, "%s", "blight")},
		"a guard on a binding of before":        {spaces, []def.Instr{unless(more(local(before, def.TInt), 0)), do(def.CSet, 0, before, num(0)), gainBlight}, strings.ReplaceAll(byRound, "%s", "a binding from outside the loop")},
		"a guard on a let that asks anew":       {spaces, []def.Instr{do(def.CSet, 0, inside, cell(cellHoney)), unless(more(local(inside, def.TInt), 0)), gainHoney, gainBlight}, strings.ReplaceAll(byRound, "%s", "honey")},
		"a guard on a lasting effect":           {spaces, []def.Instr{unless(is(exI(def.OpStamp, def.TInt, 0), 0)), do(def.CActivate, 0, 0, num(0), num(-1)), gainBlight}, strings.ReplaceAll(byRound, "%s", "whether drought is in force")},
		"a guard on where a card lies":          {spaces, []def.Instr{unless(is(ex(def.OpTop, def.TCard, constOf(0, def.TPile)), 1)), do(def.CCard, 0, 0, ex(def.OpTop, def.TCard, constOf(0, def.TPile)), constOf(1, def.TPile)), gainBlight}, strings.ReplaceAll(byRound, "%s", "where cards lie")},
		"a guard on any track":                  {spaces, []def.Instr{unless(more(ex(def.OpCellOf, def.TInt, local(before, def.TTrack)), 1)), gainHoney, gainBlight}, strings.ReplaceAll(byRound, "%s", "honey")},
		"a guard on the action that goes on":    {spaces, []def.Instr{unless(is(cell(cellSeen), 0)), do(def.CSet, 1, cellSeen, num(1)), gainBlight}, strings.ReplaceAll(byRound, "%s", "seen")},
		"a property that is another member's":   {filter(spaces, more(pieces(exI(def.OpTable, def.TZone, nextOf, picked)), 0)), []def.Instr{removed(here)}, strings.ReplaceAll(bySet, "%s", "pieces")},
		"a property that all of them share":     {spaces, []def.Instr{unless(more(pieces(property(sharedOf, def.TZone)), 0)), removed(property(sharedOf, def.TZone))}, strings.ReplaceAll(byRound, "%s", "pieces")},
		"a formula that binds":                  {spaces, []def.Instr{unless(exI(def.OpAny, def.TBool, 11, spaces, more(blight(bound(11, def.TZone)), 0))), gainBlight}, strings.ReplaceAll(byRound, "%s", "blight")},
		"an assignment to the cell of a member": {spaces, []def.Instr{unlessBlighted, do(def.CSet, 2, cellBlight, num(1), here)}, strings.ReplaceAll(byRound, "%s", "blight")},
		"a transfer":                            {spaces, []def.Instr{unless(open()), do(def.CTransfer, 0, 0, constOf(cellHoney, def.TTrack), constOf(cellPurse, def.TTrack), num(1)), gainBlight}, strings.ReplaceAll(byRound, "%s", "honey")},
	} {
		gd, p := looping(c.over, c.rounds...)
		expect(t, name, found("loop-order", gd, &typed.Rulebook{}, p), c.want)
	}
}

func TestALoopWhoseRoundsAreEachForThemselvesIsNotTold(t *testing.T) {
	picked := bound(10, def.TZone)
	order := constOf(0x0100|-1<<16, def.TOrder)
	seats := constOf(3, def.SeatSet)
	who := local(member, def.TSeat)
	for name, c := range map[string]struct {
		over   *def.Expr
		rounds []def.Instr
	}{
		"it takes what its members hold":        {holding(spaces), []def.Instr{removed(here)}},
		"a where on what the member has":        {filter(spaces, more(pieces(picked), 0)), []def.Instr{removed(here)}},
		"a guard on what the member has":        {spaces, []def.Instr{unless(is(blight(here), 0)), gainBlight}},
		"a guard on the purse of the member":    {seats, []def.Instr{unless(more(ex(def.OpCellOf, def.TInt, exI(def.OpTable, def.TTrack, purseOf, who)), 2)), do(def.CLose, 3, 0, num(1), exI(def.OpTable, def.TTrack, purseOf, who))}},
		"a property of its own":                 {spaces, []def.Instr{unless(more(pieces(property(nextOf, def.TZone)), 0)), removed(property(nextOf, def.TZone))}},
		"other pieces than those it goes by":    {spaces, []def.Instr{unless(more(ex(def.OpPieces, def.TInt, constOf(oak, def.TZone), constOf(2, def.FilterSet)), 0)), removed(here)}},
		"other zones than those it goes by":     {zones(oak, elm), []def.Instr{unless(more(pieces(constOf(lake, def.TZone)), 0)), removed(here)}},
		"another variable":                      {spaces, []def.Instr{unless(more(cell(cellPurse), 2)), gainHoney, gainBlight}},
		"nobody's guard, but the machine's":     {spaces, []def.Instr{do(def.CJumpUnless, 0, 0, open()), gainHoney, gainBlight}},
		"rounds that are all alike":             {spaces, []def.Instr{unless(open()), gainHoney}},
		"numbers, which run up":                 {constOf(6, def.IntSet), []def.Instr{unless(open()), do(def.CGain, 1, cellHoney, local(member, def.TInt))}},
		"rows, which come as listed":            {constOf(6, def.Type{Kind: def.KSet, Elem: def.KRow}), []def.Instr{unless(open()), do(def.CGain, 1, cellHoney, local(member, def.TInt))}},
		"an order, which somebody stated":       {order, []def.Instr{unless(open()), do(def.CGain, 2, cellPurse, num(1), who), gainHoney}},
		"a slot of the round":                   {spaces, []def.Instr{do(def.CSet, 0, inside, blight(here)), unless(more(local(inside, def.TInt), 0)), do(def.CSet, 0, inside, num(0)), gainBlight}},
		"what an action of the round gives":     {spaces, []def.Instr{unless(is(cell(cellSeen), 0)), do(def.CEnter, 5, 0), do(def.CSet, 1, cellSeen, num(1)), do(def.CLeave, 5, 0), gainBlight}},
		"a set that never changes":              {spaces, []def.Instr{gainBlight, gainHoney}},
		"a guard on what the rules say":         {spaces, []def.Instr{unless(more(yield(here), 1)), gainHoney}},
		"what a seat can choose, asked in turn": {spaces, []def.Instr{do(def.CDecide, 0, 0), gainBlight}},
	} {
		gd, p := looping(c.over, c.rounds...)
		gd.Decisions = []def.DecisionDef{{Kind: def.Amount, By: constOf(ant, def.TSeat), Min: num(0), Max: blight(constOf(lake, def.TZone)), Result: inside}}
		expect(t, name, found("loop-order", gd, &typed.Rulebook{}, p), "")
	}
}

// A loop sees through what it calls and asks: procedures, values of procedures, hooks, functions, derived values, hook points
// and questions.
func TestALoopSeesThroughWhatItCallsAndAsks(t *testing.T) {
	away := movedTo(constOf(oak, def.TZone))
	away.X[2] = local(0, def.TZone)
	change := map[string]func(gd *def.GameDef, p *lower.Program) def.Instr{
		"a call": func(gd *def.GameDef, p *lower.Program) def.Instr {
			return do(def.CCall, proc(gd, p, "send", nil, away), -1, here)
		},
		"a call of a call": func(gd *def.GameDef, p *lower.Program) def.Instr {
			inner := proc(gd, p, "send", nil, away)
			return do(def.CCall, proc(gd, p, "pass", nil, do(def.CCall, inner, -1, local(0, def.TZone))), -1, here)
		},
		"a value": func(gd *def.GameDef, p *lower.Program) def.Instr {
			proc(gd, p, "send", nil, away)
			return do(def.CCallDyn, 0, -1, local(before, def.Type{Kind: def.KProc, Of: 1}), here)
		},
		"a hook": func(gd *def.GameDef, p *lower.Program) def.Instr {
			gd.Points = append(gd.Points, def.PointDef{Kind: def.PointRun, Attach: []int32{int32(len(gd.Attachments))}})
			gd.Attachments = append(gd.Attachments, def.Attachment{Proc: proc(gd, p, "send", nil, away)})
			return do(def.CHooks, int32(len(gd.Points)-1), 0, here)
		},
	}
	lakes := func(zone *def.Expr) *def.Expr { return more(pieces(zone), 0) }
	oaks := constOf(oak, def.TZone)
	ask := map[string]func(gd *def.GameDef, p *lower.Program) *def.Expr{
		"a formula": func(*def.GameDef, *lower.Program) *def.Expr { return lakes(oaks) },
		"a function": func(gd *def.GameDef, _ *lower.Program) *def.Expr {
			gd.Functions = append(gd.Functions, def.FuncDef{Params: []int32{20}, Body: lakes(bound(20, def.TZone))})
			return exI(def.OpCall, def.TBool, int64(len(gd.Functions)-1), oaks)
		},
		"a derived value": func(gd *def.GameDef, _ *lower.Program) *def.Expr {
			gd.Derived = append(gd.Derived, def.DerivedDef{Slot: 21, Value: lakes(bound(21, def.TZone)), Held: -1})
			return exI(def.OpDerived, def.TBool, 0, oaks)
		},
		"a hook point": func(gd *def.GameDef, _ *lower.Program) *def.Expr {
			gd.Points = append(gd.Points, def.PointDef{Kind: def.PointAllow, Params: []int32{22}, Attach: []int32{int32(len(gd.Attachments))}})
			gd.Attachments = append(gd.Attachments, def.Attachment{Proc: -1, When: lakes(bound(22, def.TZone))})
			return exI(def.OpHookAllow, def.TBool, int64(len(gd.Points)-1), oaks)
		},
		"a question": func(gd *def.GameDef, p *lower.Program) *def.Expr {
			return exI(def.OpPossible, def.TBool, int64(proc(gd, p, "can", lakes(bound(20, def.TZone)))), oaks)
		},
	}
	for called, how := range change {
		for asked, x := range ask {
			gd, p := looping(spaces)
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

func TestALoopIsToldWithWhereItAsksAndChanges(t *testing.T) {
	gd, p := looping(spaces, unlessBlighted, gainBlight)
	list := loopOrder(newSubject(gd, &typed.Rulebook{}, p))
	want := []diag.Note{{Text: "asked here", Pos: at(103)}, {Text: "changed here", Pos: at(103)}}
	if len(list) != 1 || len(list[0].Context) != 2 || list[0].Context[0] != want[0] || list[0].Context[1] != want[1] {
		t.Error(list)
	}
}

func TestWhatIsChangedHasAName(t *testing.T) {
	e := newEffects(newSubject(board(), &typed.Rulebook{}, &lower.Program{}))
	for want, a := range map[string]facts.Access{
		"pieces": {Store: def.Pieces}, "where cards lie": {Store: def.Cards}, "a binding from outside the loop": {Store: def.Slots},
		"honey": {From: cellHoney, N: 1}, "blight": {From: cellBlight + 2, N: 1}, "whether drought is in force": {From: cellStamp + 1, N: 1}, "the state": {From: cellHeld, N: 1},
	} {
		expect(t, want, e.name(a), want)
	}
}
