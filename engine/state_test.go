package engine

import (
	"reflect"
	"strings"
	"testing"

	"rulebound/engine/def"
)

// The generator yields the reference values of PCG for seed 42 on stream 54, and the reference coins and dice.
func TestGenerator(t *testing.T) {
	g := NewGenerator(42)
	for i, want := range []uint32{0xa15c02b7, 0x7b47f409, 0xba1d3330, 0x83d2f293, 0xbfa4784b, 0xcbed606e} {
		if got := g.Next(); got != want {
			t.Errorf("output %d is %08x, want %08x", i, got, want)
		}
	}
	coins := ""
	for range 65 {
		coins += string("TH"[g.Below(2)])
	}
	if want := "HHTTTHTHHHTHTTTHHHHHTTTHHHTHTHTHTTHTTTHHHHHHTTTTHHTTTTTHTTTTTTTHT"; coins != want {
		t.Errorf("coins %s, want %s", coins, want)
	}
	dice := ""
	for range 33 {
		dice += string(rune('1' + g.Below(6)))
	}
	if want := "341122324324335231315141564662633"; dice != want {
		t.Errorf("dice %s, want %s", dice, want)
	}
}

// For this n, half of the outputs are rejected; otherwise small numbers would be twice as likely. The second output of seed 42 is
// rejected.
func TestGeneratorRejectsBiasedOutputs(t *testing.T) {
	g := NewGenerator(42)
	for i, want := range []uint32{0x215c02b6, 0x3a1d332f, 0x03d2f292} {
		if got := g.Below(1<<31 + 1); got != want {
			t.Errorf("draw %d is %08x, want %08x", i, got, want)
		}
	}
}

// drawing is a generator whose next output is r: a state of less than 59 bits is not rotated.
func drawing(r uint32) Generator {
	state := uint64(0)
	for bit := 31; bit >= 0; bit-- {
		at := bit + 27
		state |= (uint64(r>>bit)&1 ^ state>>(at+18)&1) << at
	}
	return Generator(state)
}

// Exactly the first 2^32 mod n outputs are rejected.
func TestGeneratorRejectsExactlyTheLeastOutputs(t *testing.T) {
	for _, n := range []uint32{3, 6, 1000, 1<<31 + 1} {
		least := -n % n
		for _, r := range []uint32{least, least + n - 1, 1<<32 - 1} {
			g := drawing(r)
			if got := g.Below(n); got != r%n {
				t.Errorf("of %d output %d gives %d, not %d", n, r, got, r%n)
			}
		}
		g := drawing(least - 1)
		rest := g
		rest.Next()
		if got, next := g.Below(n), rest.Below(n); got != next || g != rest {
			t.Errorf("of %d output %d gives %d, and is to be rejected", n, least-1, got)
		}
	}
}

// deep is a game in the middle of nested work: a loop in a call, effects in force, a held value.
func deep(t testing.TB) *State {
	d := testGame()
	d.Derived = []def.DerivedDef{{Named: def.Named{ID: "control"}, Type: def.TInt, Per: def.KZone, Slot: 2, Value: ex(def.OpPieces, def.TInt, bnd(2), filter(setSheep)), Held: cellHeld, Base: cellFrozen, Len: 4}}
	d.Points = []def.PointDef{{Named: def.Named{ID: "p"}, Kind: def.PointNumber, Params: []int32{3}, Attach: []int32{0}}}
	d.Attachments = []def.Attachment{{Lasting: 0, Value: k(1), Proc: -1}}
	dec := red("where", def.One)
	dec.From = ex(def.OpHolding, def.ZoneSet, zones(0, 1, 2), filter(setSheep|setWolf))
	d.Decisions = []def.DecisionDef{dec}
	inner := addProc(d, "inner", 1, 8, do(def.CSet, 0, 1, 0, zones(0, 1, 2)), do(def.CForSet, 1, 2, 5), do(def.CDecide, 0, 0, 0),
		do(def.CMove, 0, 0, 0, filter(setSheep), k(1), loc(5), k(zoneZ)), do(def.CJump, 1, 0, 0), do(def.CReturn, 0, 0, 0))
	addMain(d, on(0), do(def.CHold, 0, 0, 0), do(def.CEnter, 3, 0, 0), do(def.CCall, inner, -1, 0, k(7)), do(def.CLeave, 3, 0, 0), do(def.CRelease, 0, 0, 0))
	return start(t, d)
}

func TestCopiesAreEqualAndIndependent(t *testing.T) {
	s := deep(t)
	apply(t, s, Answer{Member: 0})
	c := s.Copy()
	same := func(a, b *State) bool {
		return string(a.Encode(nil)) == string(b.Encode(nil)) && a.Hash() == b.Hash() && reflect.DeepEqual(a.words[:a.g.stackAt], b.words[:b.g.stackAt])
	}
	if !same(s, c) || !reflect.DeepEqual(s.Decision().Members, c.Decision().Members) {
		t.Fatal("a copy differs")
	}
	apply(t, c, Answer{Member: 1})
	apply(t, c, Answer{Member: 1})
	if same(s, c) {
		t.Fatal("a copy does not go its own way")
	}
	s.CopyTo(c)
	if !same(s, c) {
		t.Fatal("CopyTo differs")
	}
	for range 2 {
		apply(t, s, Answer{Member: 1})
		apply(t, c, Answer{Member: 1})
		if !same(s, c) {
			t.Fatal("equal answers to equal states give different states")
		}
		checkIndex(t, c)
	}
	other := deep(t)
	s.CopyTo(other) // of another Game
	if !same(s, other) || other.Game() != s.Game() {
		t.Fatal("CopyTo into a state of another game differs")
	}
}

// A state that becomes a copy of another game's state keeps its observer and its budget.
func TestCopyToKeepsObserverAndBudgetOfTheTarget(t *testing.T) {
	a, b := deep(t), deep(t)
	budget, tape := NewBudget(1<<30), &tape{}
	b.budget = budget
	b.Observe(tape)
	a.CopyTo(b)
	tape.lines = nil
	if b.Game() != a.Game() {
		t.Fatal("it is of the game that it was of")
	}
	apply(t, b, legal(b, b.Decision().Kind.Row().Answer))
	if len(tape.lines) == 0 || budget.Left() == 1<<30 {
		t.Errorf("%d events, %d steps", len(tape.lines), 1<<30-budget.Left())
	}
}

func TestTheStackGrowsToItsLimit(t *testing.T) {
	d := testMain()
	s := start(t, d)
	grow := func(n int) (why string) {
		defer func() {
			if f, ok := recover().(*Fault); ok {
				why = f.Why
			}
		}()
		s.grow(n)
		return ""
	}
	if why := grow(s.g.stackLimit); why != "" || len(s.stack) != s.g.stackLimit {
		t.Errorf("%d slots: %s", len(s.stack), why)
	}
	if why := grow(s.g.stackLimit + 1); !strings.Contains(why, "stack overflow") {
		t.Errorf("a slot more: %q", why)
	}
}

func TestEncodeAndDecode(t *testing.T) {
	s := deep(t)
	for {
		data := s.Encode(nil)
		back, err := s.g.Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		if string(back.Encode(nil)) != string(data) || back.Hash() != s.Hash() || back.Over() != s.Over() {
			t.Fatal("a decoded state differs")
		}
		checkIndex(t, back)
		d := s.Decision()
		if d == nil {
			break
		}
		a := Answer{N: 1}
		if d.Kind == def.One {
			a = Answer{Member: d.Members[0]}
		}
		apply(t, s, a)
		apply(t, back, a)
		if string(back.Encode(nil)) != string(s.Encode(nil)) {
			t.Fatal("a decoded state goes another way")
		}
	}
}

// Decode panics for no bytes, and the states that it accepts can be played.
func TestDecodeHostileBytes(t *testing.T) {
	s := deep(t)
	apply(t, s, Answer{Member: 0})
	data := s.Encode(nil)
	for n := range data {
		if _, err := s.g.Decode(data[:n]); err == nil {
			t.Errorf("%d of %d bytes are accepted", n, len(data))
		}
	}
	if _, err := s.g.Decode(append(data, 0)); err == nil {
		t.Error("a byte too many is accepted")
	}
	gen := NewGenerator(1)
	accepted := 0
	for range 20000 {
		bad := append([]byte(nil), data...)
		for range 1 + gen.Below(3) {
			bad[9+int(gen.Below(uint32(len(bad)-9)))] = byte(gen.Next())
		}
		back, err := s.g.Decode(bad)
		if err != nil {
			continue
		}
		accepted++
		for range 4 {
			d := back.Decision()
			if d == nil {
				break
			}
			a := Answer{N: int64(d.Min)}
			if len(d.Members) > 0 {
				a.Member = d.Members[0]
			}
			if back.Apply(a) != nil {
				break
			}
		}
	}
	if accepted == 0 {
		t.Error("no mutation is accepted: the test proves nothing")
	}
	g := mustLoad(t, testMain())
	if _, err := g.Decode(data); err == nil || !strings.Contains(err.Error(), "another game") {
		t.Errorf("a state of another game: %v", err)
	}
}

func TestDecodeOfEmptyInputReportsTruncation(t *testing.T) {
	g := mustLoad(t, testMain())
	if _, err := g.Decode(nil); err == nil || strings.Contains(err.Error(), "version") {
		t.Errorf("%v", err)
	}
	if _, err := g.Decode([]byte{encodingVersion + 1}); err == nil || !strings.Contains(err.Error(), "version") {
		t.Errorf("%v", err)
	}
}

func TestDecodeRefusesAFrameBelowTheFirst(t *testing.T) {
	s := start(t, testMain())
	if _, err := s.g.Decode(s.Encode(nil)); err != nil {
		t.Fatal(err)
	}
	s.stack[1] = 1
	if _, err := s.g.Decode(s.Encode(nil)); err == nil {
		t.Error("a frame below the first one is taken")
	}
}

func TestLoadErrors(t *testing.T) {
	tests := []struct {
		name   string
		change func(*def.GameDef)
		want   string
	}{
		{"no main", func(d *def.GameDef) { d.Main = 3 }, "main procedure 3 is out of range"},
		{"cell out of range", func(d *def.GameDef) { d.Code[0].B = 999 }, "rules.md:3: code[0]: place 999 is out of range"},
		{"local out of range", func(d *def.GameDef) { d.Code[0].X[0] = loc(40) }, "local slot 40"},
		{"bound out of range", func(d *def.GameDef) { d.Code[0].X[0] = bnd(testScratch) }, "bound slot"},
		{"unknown operator", func(d *def.GameDef) { d.Code[0].X[0] = ex(250, def.TInt) }, "unknown operator"},
		{"unknown operator within a search for constants", func(d *def.GameDef) {
			d.Code[0].X[0] = ex(def.OpAdd, def.TInt, ex(def.OpPieces, def.TInt, ex(250, def.TZone), filter(1)), k(1))
		}, "code[0].x[0].args[0].args[0]: unknown operator 250"},
		{"two procedures of one entry, the second with fewer slots", func(d *def.GameDef) {
			d.Code[0].X[0] = loc(3)
			d.Procs = append(d.Procs, def.ProcDef{Named: def.Named{ID: "short"}, Entry: d.Procs[0].Entry, Frame: 2, Possible: -1})
		}, "local slot 3"},
		{"missing operand", func(d *def.GameDef) { d.Code[0].X[0] = ex(def.OpAdd, def.TInt, k(1)) }, "operands"},
		{"nil operand", func(d *def.GameDef) { d.Code[0].X[0] = ex(def.OpAdd, def.TInt, k(1), nil) }, "operator add lacks operand 1"},
		{"unknown instruction", func(d *def.GameDef) { d.Code[0].Op = 200 }, "unknown instruction"},
		{"jump out of the procedure", func(d *def.GameDef) { d.Code[0] = do(def.CJump, 9, 0, 0) }, "leaves its procedure"},
		{"no end", func(d *def.GameDef) { d.Code = d.Code[:1] }, "runs past the end"},
		{"a function that needs itself", func(d *def.GameDef) { d.Functions = []def.FuncDef{{Body: exI(def.OpCall, def.TInt, 0)}} }, "needs itself"},
		{"initial value out of bounds", func(d *def.GameDef) { d.Initial[cellGold] = 99 }, "begins with 99"},
		{"shared cells", func(d *def.GameDef) { d.Vars[0].Base = cellRes }, "shares cell"},
		{"too many classes", func(d *def.GameDef) { d.Classes = make([]def.ClassDef, def.MaxClasses+1) }, "at most 256"},
		{"home out of range", func(d *def.GameDef) { d.Types[0].Home = 9 }, "home of type sheep"},
		{"adjacency out of range", func(d *def.GameDef) { d.Adjacent[0] = 1 << 60 }, "adjacency"},
		{"a pair of itself", func(d *def.GameDef) { d.Pairs = []def.PairDef{{First: def.TSeat, Second: def.Type{Kind: def.KPair}}} }, "pair 0 is made of a pair"},
		{"a pair of a kind that is not there", func(d *def.GameDef) { d.Pairs = []def.PairDef{{First: def.TSeat, Second: def.Type{Kind: 99}}} }, "pair 0 has a type of unknown kind"},
		{"a constant that is no seat", func(d *def.GameDef) { d.Code[0].X[0] = kT(2, def.TSeat) }, "rules.md:3: code[0].x[0]: the constant 2 is not a value of its kind"},
		{"a constant with a zone that is not there", func(d *def.GameDef) { d.Code[0].X[0] = kT(1<<4, def.ZoneSet) }, "the constant 16 is not a value of its kind"},
		{"a sum that is a seat", func(d *def.GameDef) { d.Code[0].X[0] = ex(def.OpAdd, def.TSeat, k(1), k(1)) }, "operator add gives another kind of value"},
		{"a number for a seat", func(d *def.GameDef) {
			herd := addProc(d, "herd", 1, 1, do(def.CReturn, 0, 0, 0))
			d.Procs[herd].Params[0].Type = def.TSeat
			d.Code[0] = do(def.CCall, herd, -1, 0, cell(cellOut))
		}, "procedure herd is given values of other kinds"},
		{"node out of range", func(d *def.GameDef) { d.Code[0].Node = 77 }, "node 77"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := testGame()
			addMain(d, out(k(1)))
			test.change(d)
			if _, err := Load(d, nil); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
	d := testGame()
	dec := wait()
	dec.Kind, dec.Options = def.Menu, []def.MenuOption{{Name: "rest", Proc: -1, Where: []def.Cond{{When: ex(def.OpOr, def.TBool)}}}, {Name: "go", Proc: -1}}
	d.Decisions = []def.DecisionDef{dec}
	addMain(d, do(def.CDecide, 0, 0, 0))
	if _, err := Load(d, nil); err != nil {
		t.Errorf("a condition of no alternatives: %v", err)
	}
	if _, err := Load(nil, nil); err == nil {
		t.Error("no game is accepted")
	}
}

func TestFingerprint(t *testing.T) {
	a, b := mustLoad(t, testMain()), mustLoad(t, testMain())
	if a.Fingerprint() != b.Fingerprint() {
		t.Error("equal games differ")
	}
	c, err := Load(testMain(), map[string]string{"edition": "second"})
	if err != nil {
		t.Fatal(err)
	}
	if a.Fingerprint() == c.Fingerprint() {
		t.Error("other options do not show")
	}
}

// A decision in steady state allocates nothing.
func TestNoAllocation(t *testing.T) {
	s := looping(t)
	a := Answer{Member: 1}
	for range 3 {
		apply(t, s, a)
	}
	if n := testing.AllocsPerRun(100, func() {
		if err := s.Apply(a); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations for a decision", n)
	}
	c := s.Copy()
	if n := testing.AllocsPerRun(100, func() { s.CopyTo(c); s.Hash() }); n != 0 {
		t.Errorf("%v allocations for a copy", n)
	}
}

// looping repeats a decision endlessly: a domain over zones, and some work in a called procedure.
func looping(t testing.TB) *State {
	d := testGame()
	dec := red("where", def.One)
	dec.From, dec.Where = zones(0, 1, 2), []def.Cond{
		{When: ex(def.OpGe, def.TBool, exI(def.OpTable, def.TInt, 0, bnd(10)), k(0))},
		{When: ex(def.OpGe, def.TBool, exI(def.OpCellAt, def.TInt, cellSmoke, bnd(10)), k(0))},
	}
	d.Decisions = []def.DecisionDef{dec}
	p := addProc(d, "work", 2, 4, do(def.CGain, 1, cellGold, 0, k(1)), do(def.CMove, 0, 0, 0, filter(setSheep), k(1), k(zoneX), loc(0)),
		do(def.CMove, 0, 0, 0, filter(setSheep), k(1), loc(0), k(zoneX)), do(def.CReturn, 0, 0, 0))
	addMain(d, do(def.CDecide, 0, 0, 0), do(def.CCall, p, -1, 0, loc(5), k(3)), do(def.CJump, 0, 0, 0))
	return start(t, d)
}
