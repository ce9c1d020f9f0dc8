package engine

// These tests check instructions at the limits of their effects: prices, nested holds, many effects, procedures that run at a
// point.

import (
	"math"
	"strings"
	"testing"

	"rulebound/engine/def"
)

// A price equal to the balance is paid, a higher one is a fault; an unbounded variable must not become negative, whatever its
// bounds contain.
func TestPriceEqualToTheBalanceIsPaid(t *testing.T) {
	spare := func(d *def.GameDef) { d.Vars[4].Min, d.Vars[4].Max = -5, -1 }
	for _, c := range []struct {
		name   string
		with   func(*def.GameDef)
		before []def.Instr
		pay    def.Instr
		left   func(s *State) int64
		want   int64 // -1: it cannot be paid
	}{
		{"all of a track", nil, nil, do(def.CPay, 1, cellGold, 0, k(10)), func(s *State) int64 { return s.Cell(cellGold) }, 0},
		{"one more", nil, nil, do(def.CPay, 1, cellGold, 0, k(11)), nil, -1},
		{"a track down to its beginning", func(d *def.GameDef) { d.Vars[0].Min = 4 }, nil, do(def.CPay, 1, cellGold, 0, k(6)), func(s *State) int64 { return s.Cell(cellGold) }, 4},
		{"one below its beginning", func(d *def.GameDef) { d.Vars[0].Min = 4 }, nil, do(def.CPay, 1, cellGold, 0, k(7)), nil, -1},
		{"all of a slot", nil, []def.Instr{do(def.CSet, 0, 3, 0, k(5))}, do(def.CPay, 0, 3, 0, k(5)), nil, 0},
		{"one more than a slot has", nil, []def.Instr{do(def.CSet, 0, 3, 0, k(5))}, do(def.CPay, 0, 3, 0, k(6)), nil, -1},
		{"all of a variable without bounds", spare, []def.Instr{out(k(5))}, do(def.CPay, 1, cellOut, 0, k(5)), func(s *State) int64 { return s.Cell(cellOut) }, 0},
		{"one more than it has", spare, []def.Instr{out(k(5))}, do(def.CPay, 1, cellOut, 0, k(6)), nil, -1},
		{"nothing", nil, nil, do(def.CPay, 1, cellGold, 0, k(0)), func(s *State) int64 { return s.Cell(cellGold) }, 10},
		{"less than nothing", nil, nil, do(def.CPay, 1, cellGold, 0, k(-1)), nil, -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := testGame()
			if c.with != nil {
				c.with(d)
			}
			if c.want < 0 {
				if f := faultOf(t, d, append(c.before, c.pay)...); !strings.Contains(f.Why, "cannot pay") {
					t.Error(f)
				}
				return
			}
			s := play(t, d, append(c.before, c.pay)...)
			if c.left != nil && c.left(s) != c.want {
				t.Errorf("%d are left, want %d", c.left(s), c.want)
			}
		})
	}
}

// A value that is held twice keeps the first value, is reported once, and is released by as many releases.
func TestNestedHoldKeepsTheFirstFrozenValue(t *testing.T) {
	d := testGame()
	d.Derived = []def.DerivedDef{{Named: def.Named{ID: "rich"}, Type: def.TInt, Value: cell(cellGold), Held: cellHeld, Base: cellFrozen, Len: 1}}
	read := func(times int64) def.Instr {
		return out(ex(def.OpAdd, def.TInt, ex(def.OpMul, def.TInt, cell(cellOut), k(100)), exI(def.OpDerived, def.TInt, 0)))
	}
	s, p := watchPlay(t, d, do(def.CHold, 0, 0, 0), do(def.CGain, 1, cellGold, 0, k(5)), do(def.CHold, 0, 0, 0), read(1), do(def.CRelease, 0, 0, 0), read(2), do(def.CRelease, 0, 0, 0), read(3))
	if got := s.Cell(cellOut); got != 101015 {
		t.Errorf("read %d, want 10, 10 and 15", got)
	}
	if held, released := count(p, "held"), count(p, "released"); held != 1 || released != 1 {
		t.Errorf("held %d times, released %d times: %q", held, released, p.lines)
	}
}

func count(p *tape, kind string) (n int) {
	for _, l := range p.lines {
		if strings.HasPrefix(l, kind+" ") {
			n++
		}
	}
	return n
}

// The steps of an instruction grow with the number of things that it visits.
func TestStepsOfAnInstructionGrowWithItsWork(t *testing.T) {
	attached := func(n int) func(*def.GameDef) {
		return func(d *def.GameDef) {
			d.Points = []def.PointDef{{Named: def.Named{ID: "toll"}}}
			for i := range n {
				d.Points[0].Attach = append(d.Points[0].Attach, int32(i))
				d.Attachments = append(d.Attachments, def.Attachment{Value: k(1), Proc: -1})
			}
		}
	}
	cards := func(d *def.GameDef) { d.Cards, d.Setups[0].Cards = more(d.Cards, 256), nil }
	for _, c := range []struct {
		name string
		with func(*def.GameDef)
		in   def.Instr
		more int64 // steps in addition to those of any instruction
	}{
		{"an effect of few attachments", attached(15), on(0), 0},
		{"an effect of 32 attachments begins", attached(32), on(0), 2},
		{"a card among few", nil, do(def.CCard, 0, 0, 0, k(0), k(pilePlayed)), 0},
		{"a card among 256", cards, do(def.CCard, 0, 0, 0, k(0), k(pilePlayed)), 4},
		{"what is left of a pool", nil, out(exI(def.OpPoolLeft, def.TInt, 0)), 0},
		{"what is left of a pool that lies on 256 cards", func(d *def.GameDef) {
			cards(d)
			d.Vars = append(d.Vars, def.VarDef{Named: def.Named{ID: "ash"}, Type: def.TInt, Per: []def.Type{def.TCard}, Base: testCells, Len: 256, Scale: -1})
			d.Cells, d.Initial = testCells+256, more(d.Initial, testCells+256)
		}, out(exI(def.OpPoolLeft, def.TInt, 0)), 4},
		{"effects of a duration", nil, do(def.CExpire, 0, -1, 0), 1},
		{"all pieces", nil, do(def.CMoveAll, 1, 0, 0, filter(setSheep), zones(0), nil), 65},
		{"all marks", nil, do(def.CUntagAll, 0, 0, 0), 64},
		{"all statuses", nil, do(def.CFlipAll, 1, 0, 0, filter(setWolf), zones(0)), 65},
		{"some pieces", nil, do(def.CMove, 1, 0, 0, filter(setSheep), k(1), k(zoneX), nil), 1},
		{"pieces of few classes in many zones", nil, out(ex(def.OpPiecesIn, def.TInt, zones(zoneX), filter(setSheep))), 4},
		{"the position of pieces", nil, out(ex(def.OpDigest, def.TInt, zones(zoneX))), 8},
		{"a note of a set", func(d *def.GameDef) { d.Notes = []def.NoteDef{{Name: "where", Types: []def.Type{def.ZoneSet}}} }, do(def.CNote, 0, 0, 0, zones(zoneX)), 68},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := stepsOf(t, c.with, c.in) - stepsOf(t, c.with) - 1; got != c.more {
				t.Errorf("%d steps more, want %d", got, c.more)
			}
		})
	}
	if twice := stepsOf(t, attached(32), on(0), on(0)) - stepsOf(t, attached(32)); twice != 2*3+2 {
		t.Errorf("an effect that ends and begins anew takes %d steps", twice)
	}
}

// atDusk is a state that waits in a procedure run by a point: that of the second of three attachments.
func atDusk(t *testing.T) *State {
	d := testGame()
	dec := red("where", def.One)
	dec.From = zones(zoneX, zoneY)
	d.Decisions = []def.DecisionDef{dec}
	quiet := addProc(d, "quiet", 0, 1, do(def.CReturn, 0, 0, 0))
	asks := addProc(d, "asks", 0, 8, do(def.CDecide, 0, 0, 0), do(def.CReturn, 0, 0, 0))
	d.Points = []def.PointDef{{Named: def.Named{ID: "dusk"}, Kind: def.PointRun, Attach: []int32{0, 1, 2}}}
	d.Attachments = []def.Attachment{{Lasting: 0, Proc: quiet}, {Lasting: 1, Proc: asks}, {Lasting: 2, Proc: quiet}}
	addMain(d, on(0), on(1), on(2), do(def.CHooks, 0, 8, 0), out(k(3)))
	return start(t, d)
}

func TestStateInsideAHookProcedureIsDecoded(t *testing.T) {
	s := atDusk(t)
	if dec := s.Decision(); dec.Name != "where" {
		t.Fatalf("%+v", dec)
	}
	back, err := s.g.Decode(s.Encode(nil))
	if err != nil {
		t.Fatal(err)
	}
	apply(t, back, Answer{Member: zoneY})
	if back.Cell(cellOut) != 3 {
		t.Error("it does not play on")
	}
	at := int(s.stack[s.base+1]) + frameHead + 9 // number of the running attachment, from 1
	if s.stack[at] != 2 {
		t.Fatalf("attachment %d runs", s.stack[at]-1)
	}
	for _, v := range []int64{-1, 0, 1, 3, 4, 1 << 40} {
		x := s.Copy()
		x.stack[at] = v
		if _, err := s.g.Decode(x.Encode(nil)); err == nil {
			t.Errorf("a state in which attachment %d has called is taken", v-1)
		}
	}
	s.stack[s.base+1] = int64(s.base) - frameHead
	if _, err := s.g.Decode(s.Encode(nil)); err == nil || !strings.Contains(err.Error(), "the stack is damaged") {
		t.Errorf("a caller without a slot: %v", err)
	}
}

// The room for invalid takes is 0.
func TestRoomIsZeroForInvalidTakes(t *testing.T) {
	s := decide(t, takeOf(func(d *def.DecisionDef) { d.Min, d.Max = k(0), k(4) }))
	d := s.Decision()
	good := make([]int32, len(d.Entries))
	if d.Room(good, 0) != 3 || d.Room(good, len(good)-1) != 1 {
		t.Errorf("room for %d and %d", d.Room(good, 0), d.Room(good, len(good)-1))
	}
	for what, n := range map[string]int64{"before the first": d.Room(good, -1), "behind the last": d.Room(good, len(good)), "of too few": d.Room(good[:1], 0), "of too many": d.Room(append(good, 0), 0), "of none": d.Room(nil, 0)} {
		if n != 0 {
			t.Errorf("an entry %s: room for %d", what, n)
		}
	}
}

func TestUncomputedDecisionHasNoRoom(t *testing.T) {
	if n := (&Decision{Entries: []Entry{{Available: 2}}}).Room([]int32{0}, 0); n != 0 {
		t.Errorf("room for %d", n)
	}
}

// An unknown procedure is not possible, and the refusal names the condition.
func TestUnknownProcedureIsNotPossible(t *testing.T) {
	d := testGame()
	p := addProc(d, "visit", 0, 1, do(def.CReturn, 0, 0, 0))
	d.Functions = []def.FuncDef{{ID: "possible visit", Body: ex(def.OpGt, def.TBool, cell(cellGold), k(99))}}
	d.Procs[p].Possible, d.Procs[p].Requires = 0, []def.Cond{{Rule: "5.1", When: ex(def.OpGt, def.TBool, cell(cellGold), k(99)), Node: 3}}
	dec := red("action", def.Menu)
	option := func(name string, proc int64) def.MenuOption {
		when := ex(def.OpPossibleDyn, def.TBool, ex(def.OpSub, def.TInt, cell(cellGold), k(10-proc)))
		return def.MenuOption{Name: name, Proc: -1, Target: 1, Where: []def.Cond{{Rule: "9.1", When: when}}}
	}
	dec.Options = []def.MenuOption{option("nobody", -1), option("beyond", 9), option("visit", 0), option("main", 1), {Name: "rest", Proc: -1, Target: 1}}
	d.Decisions = []def.DecisionDef{dec}
	s := play(t, d, do(def.CDecide, 0, 0, 0))
	for option, rule := range map[int64]string{0: "9.1", 1: "9.1", 2: "5.1"} {
		if r := s.Explain(option); r == nil || r.Rule != rule {
			t.Errorf("reason against option %d: %+v, want %s", option, r, rule)
		}
	}
	if r := s.Explain(3); r != nil {
		t.Errorf("a procedure that requires nothing: %+v", r)
	}
}

func TestNumberBeyond32BitsIsAFault(t *testing.T) {
	for _, v := range []int64{math.MinInt32, -1, 0, math.MaxInt32} {
		if got := small(v); int64(got) != v {
			t.Errorf("%d became %d", v, got)
		}
	}
	for _, v := range []int64{math.MinInt32 - 1, math.MinInt64, math.MaxInt32 + 1, math.MaxInt64} {
		func() {
			defer func() {
				if _, fault := recover().(*Fault); !fault {
					t.Errorf("%d is not a fault", v)
				}
			}()
			small(v)
		}()
	}
}

// Cached values of formulas are invalidated when the duration of an effect changes.
func TestFormulaIsRecomputedAfterAnEffectIsProlonged(t *testing.T) {
	d := testGame()
	last := exI(def.OpCount, def.TInt, firstUserPar, zones(0, 1, 2), ex(def.OpEq, def.TBool, cell(cellStamp0+1), k(1)))
	d.Functions = []def.FuncDef{{ID: "f", Body: last, Node: 1}}
	read := out(ex(def.OpAdd, def.TInt, ex(def.OpMul, def.TInt, cell(cellOut), k(10)), exI(def.OpCall, def.TInt, 0)))
	s := play(t, d, on(0), read, read, do(def.CExpire, 1, 0, 0), read)
	if got := s.Cell(cellOut); got != 330 {
		t.Errorf("read %d, want 3, 3 and 0", got)
	}
}

// An unknown duration is a fault; without declared durations there are none to check.
func TestProlongingAnEffectByAnUnknownDurationIsAFault(t *testing.T) {
	from := func(duration int64) []def.Instr { // not constant
		return []def.Instr{out(k(duration)), do(def.CActivate, 0, 0, 0, k(0), cell(cellOut))}
	}
	for _, c := range []struct {
		durations []string
		duration  int64
		fault     bool
	}{{[]string{"turn", "game"}, 0, false}, {[]string{"turn", "game"}, 1, false}, {[]string{"turn", "game"}, 2, true}, {[]string{"turn", "game"}, -2, true}, {nil, 0, false}, {nil, 7, false}} {
		d := testGame()
		d.Durations = c.durations
		if c.fault {
			if f := faultOf(t, d, from(c.duration)...); !strings.Contains(f.Why, "no such duration") {
				t.Errorf("%v: %v", c, f)
			}
			continue
		}
		s := play(t, d, from(c.duration)...)
		if s.Cell(cellStamp0+1) != c.duration || s.Cell(cellStamp0) != 1 {
			t.Errorf("%v: it goes on for %d", c, s.Cell(cellStamp0+1))
		}
		if _, err := s.g.Decode(s.Encode(nil)); err != nil {
			t.Errorf("%v: %v", c, err)
		}
	}
}

func TestProlongingByTheSameDurationEndsNoEffect(t *testing.T) {
	s, p := watchPlay(t, testGame(), on(2), on(0), do(def.CExpire, 1, 1, 0))
	if n := count(p, "off"); n != 0 || s.Cell(cellStamp0) != 2 || s.Cell(cellStamp0+1) != 1 {
		t.Errorf("%d effects end: %q", n, p.lines)
	}
}

// An effect that is not in force gets no duration, even if the duration that ends is the first.
func TestInactiveEffectIsNotProlonged(t *testing.T) {
	s := play(t, testGame(), on(2), do(def.CExpire, 0, 1, 0))
	for i := range s.g.def.Lasting {
		l := &s.g.def.Lasting[i]
		if s.Cell(l.Stamp) == 0 && s.Cell(l.Until) != 0 {
			t.Errorf("effect %d goes on for %d", i, s.Cell(l.Until))
		}
	}
}

// Only effects of the expiring duration end or get the other duration.
func TestExpireEndsOnlyEffectsOfItsDuration(t *testing.T) {
	for _, c := range []struct {
		code []def.Instr
		want string // the effects that end
	}{
		{[]def.Instr{on(2), on(0), do(def.CExpire, 0, -1, 0)}, ""},
		{[]def.Instr{on(2), do(def.CExpire, 0, 0, 0), do(def.CExpire, 0, -1, 0)}, ""},
		{[]def.Instr{on(2), on(0), do(def.CExpire, 1, 0, 0), on(1), do(def.CExpire, 1, -1, 0)}, "1"},
		{[]def.Instr{on(2), on(0), do(def.CExpire, 1, 0, 0), on(1), do(def.CExpire, 0, -1, 0)}, "2 0"},
	} {
		_, p := watchPlay(t, testGame(), c.code...)
		var ended []string
		for _, l := range p.lines {
			if strings.HasPrefix(l, "off ") {
				ended = append(ended, strings.Fields(l)[1])
			}
		}
		if got := strings.Join(ended, " "); got != c.want {
			t.Errorf("%q end, want %q: %q", got, c.want, p.lines)
		}
	}
}

func TestEffectsExpireInOrderOfActivation(t *testing.T) {
	s, p := watchPlay(t, testGame(), on(2), on(0), on(1), do(def.CExpire, 1, -1, 0))
	var ended []string
	for _, l := range p.lines {
		if strings.HasPrefix(l, "off ") {
			ended = append(ended, strings.Fields(l)[1])
		}
	}
	if got := strings.Join(ended, " "); got != "2 0 1" || s.Cell(cellStamp0) != 0 {
		t.Errorf("effects end in the order %q: %q", got, p.lines)
	}
}

func TestUnknownTrackIsAFault(t *testing.T) {
	for _, track := range []int64{-1, testCells} {
		if f := faultOf(t, testGame(), do(def.CGain, def.ToTrack, 0, 0, k(1), k(track))); !strings.Contains(f.Why, "no such track") {
			t.Error(f)
		}
	}
}

func TestLoadRefusesASecondVariableOfWhoSeesACard(t *testing.T) {
	sight := func(d *def.GameDef) {
		d.Vars = append(d.Vars, def.VarDef{Named: def.Named{ID: "eyes"}, Type: def.SetOf(def.TSeat), Base: int32(len(d.Initial)), Len: 6, Per: []def.Type{def.TCard}, Scale: -1, Pool: -1, Reveals: true})
		d.Initial = more(d.Initial, len(d.Initial)+6)
		d.Cells += 6
	}
	held(t, []shape{
		{"one", sight, ""},
		{"a second", func(d *def.GameDef) { sight(d); sight(d) }, "cannot say who sees a card: it is the second"},
		{"one of numbers", func(d *def.GameDef) { sight(d); d.Vars[len(d.Vars)-1].Type = def.TInt }, "cannot say who sees a card"},
		{"one for each seat", func(d *def.GameDef) {
			sight(d)
			v := &d.Vars[len(d.Vars)-1]
			v.Per, v.Len = []def.Type{def.TSeat}, 2
		}, "cannot say who sees a card"},
	})
}
