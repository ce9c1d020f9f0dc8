package engine

import (
	"math"
	"slices"
	"strings"
	"testing"

	"rulebound/engine/def"
)

// hookGame attaches effects 0..3 to one point of a kind; the payload is bound slot 3.
func hookGame(kind def.PointKind, combine def.Combine, atts ...def.Attachment) *def.GameDef {
	d := testGame()
	p := def.PointDef{Named: def.Named{ID: "point"}, Kind: kind, Combine: combine, Params: []int32{3}}
	for i, a := range atts {
		a.Lasting, a.Node = int32(i), 2
		if kind != def.PointRun {
			a.Proc = -1
		}
		p.Attach = append(p.Attach, int32(i))
		d.Attachments = append(d.Attachments, a)
	}
	d.Points = []def.PointDef{p}
	return d
}

func on(l int64) def.Instr { return do(def.CActivate, 0, 0, 0, k(l)) }

func TestHookPoints(t *testing.T) {
	forRed := ex(def.OpEq, def.TBool, bnd(3), k(0))
	number := func(base, payload int64) *def.Expr { return exI(def.OpHookNumber, def.TInt, 0, k(base), k(payload)) }
	values := []def.Attachment{{Value: k(4)}, {Value: k(2), When: forRed}, {Value: ex(def.OpAdd, def.TInt, bnd(3), k(1))}}
	tests := []struct {
		name string
		d    *def.GameDef
		code []def.Instr
		e    *def.Expr
		want int64
	}{
		{"nothing in force", hookGame(def.PointNumber, def.CombineSum, values...), nil, number(10, 0), 10},
		{"sum", hookGame(def.PointNumber, def.CombineSum, values...), []def.Instr{on(0), on(1), on(2)}, number(10, 0), 17},
		{"sum where a condition fails", hookGame(def.PointNumber, def.CombineSum, values...), []def.Instr{on(0), on(1)}, number(10, 1), 14},
		{"after the effect ended", hookGame(def.PointNumber, def.CombineSum, values...), []def.Instr{on(0), do(def.CEnd, 0, 0, 0, k(0))}, number(10, 1), 10},
		{"least", hookGame(def.PointNumber, def.CombineMin, values...), []def.Instr{on(0), on(1)}, number(10, 0), 2},
		{"most", hookGame(def.PointNumber, def.CombineMax, values...), []def.Instr{on(0), on(1)}, number(3, 0), 4},
		{"latest", hookGame(def.PointNumber, def.CombineLatest, values...), []def.Instr{on(1), on(0)}, number(3, 0), 4},
		{"latest, the other way round", hookGame(def.PointNumber, def.CombineLatest, values...), []def.Instr{on(0), on(1)}, number(3, 0), 2},
		{"limit", hookGame(def.PointLimit, 0, values...), []def.Instr{on(0), on(1)}, number(10, 0), 2},
		{"allowed", hookGame(def.PointAllow, 0, def.Attachment{When: forRed}), []def.Instr{on(0)}, exI(def.OpHookAllow, def.TBool, 0, k(1)), 1},
		{"forbidden", hookGame(def.PointAllow, 0, def.Attachment{When: forRed}), []def.Instr{on(0)}, exI(def.OpHookAllow, def.TBool, 0, k(0)), 0},
		{"pool", hookGame(def.PointPool, 0, def.Attachment{Add: zones(2)}, def.Attachment{Remove: zones(0)}), []def.Instr{on(0), on(1)}, exI(def.OpHookPool, def.ZoneSet, 0, zones(0, 1), k(0)), bitsOf(1, 2)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, p := watchPlay(t, test.d, append(test.code, out(test.e))...)
			if got := s.mustValue(t, "out"); got != test.want {
				t.Errorf("= %d, want %d", got, test.want)
			}
			if changed := strings.Contains(strings.Join(p.lines, "\n"), "hooked"); changed != (test.name != "nothing in force" && test.name != "after the effect ended" && test.name != "allowed") {
				t.Errorf("events %q", p.lines)
			}
			checkIndex(t, s)
		})
	}
}

func TestOverflowOfHookSumsIsAFault(t *testing.T) {
	d := testGame()
	d.Points = []def.PointDef{{Named: def.Named{ID: "bonus"}, Kind: def.PointNumber, Combine: def.CombineSum, Attach: []int32{0}}}
	d.Attachments = []def.Attachment{{Lasting: 0, Value: k(math.MaxInt64), Node: 1}}
	addMain(d, on(0), out(exI(def.OpHookNumber, def.TInt, 0, k(1))))
	if _, err := mustLoad(t, d).New(Setup{ID: "start"}); err == nil || !strings.Contains(err.Error(), "overflow") {
		t.Errorf("%v", err)
	}
}

func TestRunPoint(t *testing.T) {
	d := testGame()
	body := addProc(d, "add", 1, 1, do(def.CSet, 1, cellOut, 0, ex(def.OpAdd, def.TInt, ex(def.OpMul, def.TInt, cell(cellOut), k(10)), loc(0))), do(def.CReturn, 0, 0, 0))
	other := addProc(d, "other", 1, 1, do(def.CSet, 1, cellOut, 0, ex(def.OpAdd, def.TInt, ex(def.OpMul, def.TInt, cell(cellOut), k(10)), k(9))), do(def.CReturn, 0, 0, 0))
	d.Points = []def.PointDef{{Named: def.Named{ID: "after"}, Kind: def.PointRun, Params: []int32{3}, Attach: []int32{0, 1, 2}}}
	d.Attachments = []def.Attachment{
		{Lasting: 0, Proc: body, Node: 1},
		{Lasting: 1, Proc: other, Quota: 1, Used: cellUsed, Node: 2},
		{Lasting: 2, Proc: body, When: ex(def.OpEq, def.TBool, bnd(3), k(5)), Node: 2},
	}
	s, p := watchPlay(t, d,
		on(1), on(2), on(0), // stamps: effect1, effect2, effect0
		do(def.CHooks, 0, 8, 0, k(4)),
		do(def.CHooks, 0, 8, 0, k(5)))
	// first: 9 (quota), effect2 excluded, 4; second: the quota is used up, 5, 5
	if got := s.mustValue(t, "out"); got != 9455 {
		t.Errorf("ran %d, want 9 4 5 5", got)
	}
	if !p.has("hooked 0 1 0 0") {
		t.Errorf("events %q", p.lines)
	}
	checkIndex(t, s)
}

// Two procedures that one effect attaches to a point run one after the other, in their order.
func TestEffectRunsAllAttachedProceduresInOrder(t *testing.T) {
	d := testGame()
	digit := func(n int64) int32 {
		return addProc(d, "add", 0, 0, do(def.CSet, 1, cellOut, 0, ex(def.OpAdd, def.TInt, ex(def.OpMul, def.TInt, cell(cellOut), k(10)), k(n))), do(def.CReturn, 0, 0, 0))
	}
	d.Points = []def.PointDef{{Named: def.Named{ID: "after"}, Kind: def.PointRun, Attach: []int32{0, 1, 2}}}
	d.Attachments = []def.Attachment{{Lasting: 0, Proc: digit(1), Node: 1}, {Lasting: 0, Proc: digit(2), Node: 1}, {Lasting: 0, Proc: digit(3), Node: 1}}
	s := play(t, d, on(0), do(def.CHooks, 0, 8, 0))
	if got := s.Cell(cellOut); got != 123 {
		t.Errorf("ran %d, want 1 2 3", got)
	}
}

func TestWatchedValues(t *testing.T) {
	d := testGame()
	d.Derived = []def.DerivedDef{{Named: def.Named{ID: "rich"}, Type: def.TBool, Value: ex(def.OpGt, def.TBool, cell(cellGold), k(10)), Watch: true, Held: -1}}
	last, p := watchPlay(t, d, do(def.CGain, 1, cellGold, 0, k(1)), do(def.CGain, 1, cellGold, 0, k(1)), do(def.CLose, 1, cellGold, 0, k(5)))
	n := 0
	for _, l := range p.lines {
		if strings.HasPrefix(l, "watch") {
			n++
		}
	}
	if n != 2 || !p.has("watch 0 -1 0 1") || !p.has("watch 0 -1 1 0") {
		t.Errorf("events %q", p.lines)
	}
	if !slices.ContainsFunc(last.View(0).Values, func(v ViewValue) bool { return v.Name == "rich" && v.Type == def.TBool && v.Value == 0 }) {
		t.Errorf("a view without the watched value: %v", last.View(0).Values)
	}
}

// meddler queries values and decisions of a state in the middle of an instruction.
type meddler struct{ asked int }

func (m *meddler) Event(s *State, e *Event) {
	if _, _, err := s.Value("x.wolves"); err == nil {
		m.asked++
	}
	s.View(0)
	if e.Kind == Asked && s.Decision() == nil {
		m.asked = -1000
	}
}

func TestObserversMayReadAtAnyTime(t *testing.T) {
	d := hookGame(def.PointNumber, def.CombineSum, def.Attachment{Value: k(4)}, def.Attachment{Value: bnd(3)})
	d.Derived = []def.DerivedDef{{Named: def.Named{ID: "wolves"}, Type: def.TInt, Per: def.KZone, Slot: 3, Value: ex(def.OpPieces, def.TInt, bnd(3), filter(setWolf)), Held: -1}}
	addMain(d, on(0), on(1), out(exI(def.OpHookNumber, def.TInt, 0, k(1), k(7))))
	m := &meddler{}
	s, err := mustLoad(t, d).New(Setup{ID: "start", Observer: m})
	if err != nil {
		t.Fatal(err)
	}
	if got := s.mustValue(t, "out"); got != 12 || m.asked < 4 {
		t.Errorf("out %d, asked %d", got, m.asked)
	}
}

func testMain() *def.GameDef {
	d := testGame()
	addMain(d)
	return d
}

func TestOptionsSelectValuesAndUnknownOptionsAreRefused(t *testing.T) {
	d := testGame()
	addMain(d, out(ex(def.OpIf, def.TInt, ex(def.OpEq, def.TBool, exI(def.OpOption, def.TInt, 0), k(1)), k(20), k(10))))
	for edition, want := range map[string]int64{"first": 10, "second": 20} {
		g, err := Load(d, map[string]string{"edition": edition})
		if err != nil {
			t.Fatal(err)
		}
		s, err := g.New(Setup{})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.mustValue(t, "out"); got != want {
			t.Errorf("edition %s: %d, want %d", edition, got, want)
		}
		if v, ok := g.Option("edition"); !ok || v != edition {
			t.Errorf("option is %q", v)
		}
	}
	for id, value := range map[string]string{"edition": "third", "colour": "red"} {
		if _, err := Load(d, map[string]string{id: value}); err == nil {
			t.Errorf("option %s=%s is accepted", id, value)
		}
	}
}
