package engine

// This file compares a game whose classes fit into one word with the same game with many more classes, all without pieces.

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// crowded adds 70 classes of a type without pieces to a game, so that its filters are wide sets.
func crowded(t *testing.T, d *def.GameDef) *def.GameDef {
	t.Helper()
	crowd := def.PieceType{Named: def.Named{ID: "crowd"}, Home: zoneBox, First: 4, Seat: -1}
	for i := range int32(70) {
		crowd.Statuses = append(crowd.Statuses, string(rune('a'+i)))
		d.Classes = append(d.Classes, def.ClassDef{ID: "crowd." + string(rune('a'+i)), Type: 2, Status: i})
	}
	d.Sets = [][]int64{nil, {-1 << 4, 1<<10 - 1}}
	crowd.Classes = 1
	for i := range d.Types {
		d.Types[i].Classes = inSets(d, d.Types[i].Classes)
	}
	d.Types = append(d.Types, crowd)
	for i := range d.Stacking {
		d.Stacking[i].Filter = inSets(d, d.Stacking[i].Filter)
	}
	seen := map[*def.Expr]bool{}
	for r := range d.Roots() {
		widen(d, r.Expr, seen)
	}
	return d
}

// inSets returns the index of a one-word set among the wide sets of a game.
func inSets(d *def.GameDef, word int64) int64 {
	if word == 0 {
		return 0
	}
	if i := slices.IndexFunc(d.Sets, func(s []int64) bool { return slices.Equal(s, []int64{word}) }); i >= 0 {
		return int64(i)
	}
	d.Sets = append(d.Sets, []int64{word})
	return int64(len(d.Sets) - 1)
}

// widen converts the filters in an expression to wide sets.
func widen(d *def.GameDef, e *def.Expr, seen map[*def.Expr]bool) {
	if e == nil || seen[e] {
		return
	}
	seen[e] = true
	if e.Op == def.OpConst && e.Type == def.FilterSet {
		e.I = inSets(d, e.I)
	}
	for _, a := range e.Args {
		widen(d, a, seen)
	}
}

// allFilters adds all filters over four classes to the wide sets.
func allFilters(d *def.GameDef) {
	for word := range int64(16) {
		inSets(d, word)
	}
}

func TestFormulasGiveTheSameResultWithManyClasses(t *testing.T) {
	few, d := benchGame()
	many, other := benchGame()
	allFilters(crowded(t, many))
	x, y := benchOf(t, few, d), benchOf(t, many, other)
	d.Rand = rand.New(rand.NewPCG(21, 5))
	outer, rounds := d.slot, 8000
	if testing.Short() {
		rounds = 2000
	}
	for round := range rounds {
		env := map[int64]int64{outer: d.constant(def.TInt), outer + 1: d.constant(def.TZone)}
		d.slot, d.state = outer+2, true
		d.scope = []def.Expr{{Op: def.OpBound, Type: def.TInt, I: outer}, {Op: def.OpBound, Type: def.TZone, I: outer + 1}}
		x.b.work, x.b.inlined, y.b.work, y.b.inlined = 0, 0, 0, 0
		e := d.expr(pick(d, def.FilterSet, def.FilterSet, def.FilterSet, def.TInt, def.TBool, def.ZoneSet, def.TZone), 4)
		if round%3 == 0 {
			e = d.gathered()
		}
		var wide *def.Expr
		if err := json.Unmarshal([]byte(text(e)), &wide); err != nil {
			t.Fatal(err)
		}
		widen(many, wide, map[*def.Expr]bool{})
		s, u := x.states[round%len(x.states)], y.states[round%len(y.states)]
		for slot, v := range env {
			s.bound[slot], u.bound[slot] = v, v
		}
		u.temp = u.temp[:0]
		want, fine := x.machine(s, x.b.num(e))
		got, ok := y.machine(u, y.b.num(wide))
		if ok && e.Type == def.FilterSet {
			words := u.bitsOf(got, 2)
			if got = value.Word(words, 0); value.Word(words, 1) != 0 || got < 0 || got > 15 {
				t.Fatalf("%s: %x in a crowd", text(e), words)
			}
		}
		if ok != fine || ok && got != want {
			t.Fatalf("%s: %d, %v among few; %d, %v in a crowd", text(e), want, fine, got, ok)
		}
	}
}

// shuffled draws instructions that move, flip, mark and count pieces.
func shuffled(d *drawer) (code []def.Instr) {
	zone := func() *def.Expr { return kT(d.Int64N(4), def.TZone) }
	some := func() *def.Expr { return filter(d.Int64N(16)) }
	one := func() *def.Expr { return filter(pick[int64](d, setSheep, setWolf, 1<<sheep, 1<<wolfHidden)) }
	board := func() *def.Expr { return zones(pick(d, 0, 1), pick(d, 1, 2)) }
	amount := func() *def.Expr { return k(d.Int64N(5) - 1) }
	for range 12 {
		switch d.IntN(9) {
		case 0:
			code = append(code, do(def.CMove, 0, 0, 0, some(), amount(), zone(), zone()))
		case 1:
			code = append(code, do(def.CMove, 1, 0, 0, some(), amount(), zone(), nil))
		case 2:
			code = append(code, do(def.CMoveAll, d.Int32N(2), 0, 0, some(), board(), zone()))
		case 3:
			code = append(code, do(def.CFlip, d.Int32N(2), 0, 0, filter(setWolf), amount(), kT(d.Int64N(3), def.TZone)))
		case 4:
			code = append(code, do(def.CFlipAll, d.Int32N(2), 0, 0, filter(pick[int64](d, setWolf, 1<<wolfActive)), board()))
		case 5:
			code = append(code, do(def.CTag, 0, d.Int32N(2), 0, filter(setSheep), amount(), kT(d.Int64N(3), def.TZone)))
		case 6:
			code = append(code, do(def.CUntagAll, 0, 0, 0))
		case 7:
			read := d.one(func() *def.Expr { return ex(def.OpPieces, def.TInt, zone(), some()) },
				func() *def.Expr { return ex(def.OpPiecesIn, def.TInt, board(), some()) },
				func() *def.Expr { return ex(def.OpHomeIn, def.TInt, some()) },
				func() *def.Expr { return ex(def.OpRoom, def.TInt, zone(), one()) },
				func() *def.Expr { return ex(def.OpPieceAt, def.TPiece, zone(), some()) },
				func() *def.Expr { return ex(def.OpSize, def.TInt, ex(def.OpTypeOf, def.FilterSet, some())) },
				func() *def.Expr { return ex(def.OpSize, def.TInt, ex(def.OpHolding, def.ZoneSet, board(), some())) })
			code = append(code, out(ex(def.OpAdd, def.TInt, ex(def.OpMod, def.TInt, ex(def.OpMul, def.TInt, cell(cellOut), k(31)), k(1000003)), read)))
		case 8:
			code = append(code, do(def.CMove, 0, 0, 0, one(), k(1+d.Int64N(3)), kT(zoneBox, def.TZone), kT(d.Int64N(3), def.TZone)))
		}
	}
	return code
}

func TestMovesOfPiecesAreTheSameWithManyClasses(t *testing.T) {
	d := &drawer{Rand: rand.New(rand.NewPCG(22, 5))}
	faults, rounds := 0, 1500
	if testing.Short() {
		rounds = 400
	}
	for round := range rounds {
		seed := d.Uint64()
		play := func(change func(*def.GameDef)) ([]string, *State, string) {
			gd := testGame()
			gd.Stacking = []def.StackLimit{{Zones: bitsOf(0, 1, 2), Filter: setWolf, Max: 3}, {Zones: bitsOf(1), Filter: 1<<sheep | 1<<wolfHidden, Max: 4}}
			code := shuffled(&drawer{Rand: rand.New(rand.NewPCG(seed, 1))})
			addMain(gd, append([]def.Instr{do(def.CDecide, 0, 0, 0)}, code...)...)
			gd.Decisions = append(gd.Decisions, wait())
			gd.Code[len(code)+1].A = 1
			change(gd)
			s := start(t, gd)
			p := &tape{}
			s.Observe(p)
			why := ""
			if err := s.Apply(Answer{N: 1}); err != nil {
				why = err.Error()
			}
			return p.lines, s, why
		}
		lines, s, why := play(func(*def.GameDef) {})
		others, u, because := play(func(gd *def.GameDef) { crowded(t, gd) })
		if why != because || !slices.Equal(lines, others) || s.Cell(cellOut) != u.Cell(cellOut) {
			t.Fatalf("round %d: %q among few, %q in a crowd; %d and %d\n%q\n%q", round, why, because, s.Cell(cellOut), u.Cell(cellOut), lines, others)
		}
		if why != "" {
			faults++
		}
		for z := range 4 {
			if a, b := s.counts[z*s.g.nclass:][:4], u.counts[z*u.g.nclass:][:4]; !slices.Equal(a, b) {
				t.Fatalf("round %d: zone %d has %v among few, %v in a crowd", round, z, a, b)
			}
		}
		checkIndex(t, u)
	}
	if faults > rounds*3/5 {
		t.Errorf("%d of %d plays are faults: they do not show much", faults, rounds)
	}
}

// Changes of a pool by attachments are reported alike with few and with many classes.
func TestPoolChangesAreReportedTheSameWithManyClasses(t *testing.T) {
	for _, c := range []struct {
		name     string
		a        def.Attachment
		reported bool
	}{
		{"nothing that is new is added", def.Attachment{Add: filter(1 << sheep)}, false},
		{"something is added", def.Attachment{Add: filter(setWolf)}, true},
		{"nothing that is there is removed", def.Attachment{Remove: filter(setWolf)}, false},
		{"something is removed", def.Attachment{Remove: filter(setSheep)}, true},
		{"what is added is removed", def.Attachment{Add: filter(setWolf), Remove: filter(setWolf)}, false},
	} {
		for _, many := range []bool{false, true} {
			d := hookGame(def.PointPool, 0, c.a)
			d.Decisions = append(d.Decisions, wait())
			addMain(d, do(def.CDecide, 0, 0, 0), on(0), out(ex(def.OpSize, def.TInt, exI(def.OpHookPool, def.FilterSet, 0, filter(setSheep), k(0)))))
			if many {
				crowded(t, d)
			}
			s, p := start(t, d), &tape{}
			s.Observe(p)
			apply(t, s, Answer{N: 1})
			if reported := count(p, "hooked") > 0; reported != c.reported {
				t.Errorf("%s, in a crowd %v: reported %v", c.name, many, reported)
			}
		}
	}
}

// The set of everything has a bit for each possible class, and none beyond the last class.
func TestFilterOfAllHasNoClassBehindTheLast(t *testing.T) {
	all := kT(def.All, def.FilterSet)
	board := zones(zoneX, zoneY)
	for _, c := range []struct {
		name string
		e    *def.Expr
		want int64
	}{
		{"pieces in a zone", ex(def.OpPieces, def.TInt, kT(zoneX, def.TZone), all), 5},
		{"pieces in zones", ex(def.OpPiecesIn, def.TInt, board, all), 6},
		{"pieces at home", ex(def.OpHomeIn, def.TInt, all), 5},
		{"the room for pieces", ex(def.OpRoom, def.TInt, kT(zoneX, def.TZone), all), 255},
		{"zones with a piece", ex(def.OpHolding, def.ZoneSet, zones(zoneX, zoneY, zoneZ), all), bitsOf(zoneX, zoneY)},
		{"a piece in a zone", ex(def.OpPieceAt, def.TPiece, kT(zoneY, def.TZone), all), pieceOf(zoneY, wolfActive)},
		{"no piece in a zone", ex(def.OpPieceAt, def.TPiece, kT(zoneZ, def.TZone), all), def.None},
		{"all classes of their types", ex(def.OpSize, def.TInt, ex(def.OpTypeOf, def.FilterSet, all)), 74},
	} {
		d := crowded(t, testGame())
		addMain(d, out(c.e))
		if got := start(t, d).Cell(cellOut); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
	d := crowded(t, testGame())
	addMain(d, do(def.CMove, 0, 0, 0, all, nil, kT(zoneX, def.TZone), kT(zoneZ, def.TZone)), do(def.CMoveAll, 0, 0, 0, all, board, kT(zoneZ, def.TZone)))
	s := start(t, d)
	if n := s.pieces(zoneZ, def.All); n != 6 {
		t.Errorf("%d pieces have moved, not 6", n)
	}
	checkIndex(t, s)
}

// Derived values and hook values that are wide sets equal the narrow ones.
func TestWideHookAndDerivedSetsEqualNarrowOnes(t *testing.T) {
	for what, e := range map[string]func() *def.Expr{
		"a pool":                    func() *def.Expr { return exI(def.OpHookPool, def.FilterSet, 0, filter(setSheep), k(0)) },
		"a derived value":           func() *def.Expr { return exI(def.OpDerived, def.FilterSet, 0) },
		"a derived value of a zone": func() *def.Expr { return exI(def.OpDerived, def.FilterSet, 1, kT(zoneY, def.TZone)) },
	} {
		var of [2]int64
		for many := range of {
			for class := range 4 {
				d := hookGame(def.PointPool, 0, def.Attachment{Add: filter(1 << wolfHidden), Remove: filter(1 << sheep)})
				active := ex(def.OpUnion, def.FilterSet, filter(1<<wolfActive), filter(1<<sheepMoved))
				d.Derived = []def.DerivedDef{{Named: def.Named{ID: "busy"}, Type: def.FilterSet, Value: active, Held: -1},
					{Named: def.Named{ID: "there"}, Type: def.FilterSet, Per: def.KZone, Slot: 2, Value: ex(def.OpIf, def.FilterSet, ex(def.OpGt, def.TBool, ex(def.OpPieces, def.TInt, bnd(2), filter(setSheep)), k(0)), filter(setSheep), filter(setWolf)), Held: -1}}
				addMain(d, on(0), out(ex(def.OpSize, def.TInt, ex(def.OpInter, def.FilterSet, e(), filter(1<<class)))))
				if many > 0 {
					crowded(t, d)
				}
				of[many] |= start(t, d).Cell(cellOut) << class
			}
		}
		if of[0] != of[1] || of[0] == 0 {
			t.Errorf("%s: %b among few, %b in a crowd", what, of[0], of[1])
		}
	}
}
