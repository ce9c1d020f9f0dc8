package engine

import (
	"reflect"
	"strings"
	"testing"

	"rulebound/engine/def"
)

// takeOf is a take of all pieces in x and y: sheep 3 and wolf.hidden 2 in x, wolf.active 1 in y.
func takeOf(change func(*def.DecisionDef)) def.DecisionDef {
	dec := red("take", def.Take)
	dec.From, dec.Filter, dec.Entries, dec.Total, dec.Result = zones(zoneX, zoneY), filter(setSheep|setWolf), 6, 5, 12
	change(&dec)
	return dec
}

func TestTake(t *testing.T) {
	s := decide(t, takeOf(func(d *def.DecisionDef) { d.Min, d.Max = k(2), k(4) }),
		do(def.CForTake, 12, 6, 5),
		do(def.CSet, 1, cellOut, 0, ex(def.OpAdd, def.TInt, ex(def.OpMul, def.TInt, cell(cellOut), k(10)), ex(def.OpAdd, def.TInt, ex(def.OpMul, def.TInt, ex(def.OpPieceZone, def.TZone, loc(6)), k(4)), ex(def.OpThe, def.TInt, ex(def.OpPieceClass, def.FilterSet, loc(6)))))),
		do(def.CMove, 1, 0, 0, ex(def.OpPieceClass, def.FilterSet, loc(6)), k(1), ex(def.OpPieceZone, def.TZone, loc(6)), nil),
		do(def.CJump, 1, 0, 0),
		do(def.CSet, 1, cellOther, 0, loc(5)))
	d := s.Decision()
	want := []Entry{{zoneX, sheep, 3}, {zoneX, wolfHidden, 2}, {zoneY, wolfActive, 1}}
	if !reflect.DeepEqual(d.Entries, want) || d.Min != 2 || d.Max != 4 {
		t.Fatalf("decision %+v", d)
	}
	for _, counts := range [][]int32{{1, 0, 0}, {3, 2, 0}, {4, 0, 0}, {-1, 2, 1}, {1, 1}} {
		refused(t, s, Answer{Counts: counts})
	}
	apply(t, s, Answer{Counts: []int32{1, 2, 1}})
	// one sheep in x (0), two hidden wolves in x (2), one active wolf in y (4 + 3)
	if got := s.mustValue(t, "out"); got != 227 {
		t.Errorf("pieces visited %d, want 0 2 2 7", got)
	}
	if s.Cell(cellOther) != 4 || s.mustValue(t, "x.sheep") != 2 || s.mustValue(t, "x.wolf") != 0 || s.mustValue(t, "y.wolf") != 0 {
		t.Error("the bodies did not run for each piece")
	}
	checkIndex(t, s)
}

func TestTakeBounds(t *testing.T) {
	tests := []struct {
		name     string
		change   func(*def.DecisionDef)
		min, max int
		legal    [][]int32
		illegal  [][]int32
	}{
		{"a minimum beyond what is there", func(d *def.DecisionDef) { d.Min, d.Filter = k(9), filter(setSheep|1<<wolfHidden); d.Max = k(4) }, 4, 4,
			[][]int32{{3, 1}, {2, 2}}, [][]int32{{3, 2}, {3, 0}}},
		{"cap", func(d *def.DecisionDef) { d.Caps = []def.Cap{{Filter: filter(setWolf), Max: k(1)}} }, 0, 4,
			[][]int32{{3, 1, 0}, {0, 0, 1}}, [][]int32{{0, 1, 1}}},
		{"cap in each zone", func(d *def.DecisionDef) {
			d.Caps = []def.Cap{{Filter: filter(setSheep | setWolf), Max: k(1), Each: true}}
			d.Min = k(9)
		}, 2, 2, [][]int32{{1, 0, 1}, {0, 1, 1}}, [][]int32{{1, 1, 0}}},
		{"nested caps", func(d *def.DecisionDef) {
			d.Caps = []def.Cap{{Filter: filter(setSheep | setWolf), Max: k(4)}, {Filter: filter(setWolf), Max: k(2)}, {Filter: filter(1 << wolfHidden), Max: k(1)}}
			d.Min = k(4)
		}, 4, 4, [][]int32{{3, 1, 0}, {2, 1, 1}}, [][]int32{{2, 2, 0}}},
		{"tiers", func(d *def.DecisionDef) { d.Tiers = []*def.Expr{filter(setWolf), filter(setSheep)} }, 0, 6,
			[][]int32{{3, 2, 0}, {0, 1, 1}}, [][]int32{{1, 1, 0}, {1, 0, 1}}},
		{"a tier that a cap keeps shut", func(d *def.DecisionDef) {
			d.Tiers = []*def.Expr{filter(setWolf), filter(setSheep)}
			d.Caps = []def.Cap{{Filter: filter(setWolf), Max: k(1)}}
		}, 0, 1, [][]int32{{0, 1, 0}, {0, 0, 1}}, [][]int32{{1, 1, 0}}},
		{"a tier opened by another zone's restraint", func(d *def.DecisionDef) {
			d.Tiers = []*def.Expr{filter(setWolf), filter(setSheep)}
			d.Caps = []def.Cap{{Filter: filter(setWolf), Max: k(2)}}
			d.Min = k(4)
		}, 4, 5, [][]int32{{3, 2, 0}, {2, 2, 0}}, [][]int32{{3, 1, 1}, {2, 1, 1}}},
		{"cost", func(d *def.DecisionDef) {
			d.Cost, d.Budget = ex(def.OpAdd, def.TInt, ex(def.OpPieceZone, def.TZone, bnd(10)), k(2)), k(7)
		}, 0, 3, [][]int32{{2, 0, 1}, {3, 0, 0}}, [][]int32{{3, 0, 1}}},
		{"a budget without prices", func(d *def.DecisionDef) { d.Budget = k(-3) }, 0, 6, [][]int32{{3, 2, 1}}, nil},
		{"condition on the piece", func(d *def.DecisionDef) {
			d.Where = []def.Cond{{Rule: "6.1", When: ex(def.OpEq, def.TBool, ex(def.OpPieceZone, def.TZone, bnd(10)), k(zoneX))}}
		}, 0, 5, [][]int32{{3, 2}}, [][]int32{{3, 3}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := decide(t, takeOf(test.change))
			crowd := testGame()
			crowd.Decisions = []def.DecisionDef{takeOf(test.change)}
			addMain(crowd, do(def.CDecide, 0, 0, 0))
			u := start(t, crowded(t, crowd))
			if few, many := s.Decision(), u.Decision(); few.Min != many.Min || few.Max != many.Max || !reflect.DeepEqual(few.Entries, many.Entries) {
				t.Errorf("in a crowd %+v", many)
			}
			d := s.Decision()
			if d.Name != "take" || d.Min != test.min || d.Max != test.max {
				t.Fatalf("decision %+v, want %d to %d", d, test.min, test.max)
			}
			least := d.Least(nil)
			for _, counts := range append(test.legal, least) {
				for _, s := range []*State{s, u} {
					if err := s.Copy().Apply(Answer{Counts: counts}); err != nil {
						t.Errorf("%v: %v", counts, err)
					}
				}
			}
			for _, counts := range test.illegal {
				refused(t, s, Answer{Counts: counts})
				refused(t, u, Answer{Counts: counts})
			}
		})
	}
}

// The accepted answers are those that brute force finds legal, and the published bounds are those of the legal answers.
func TestTakeAgainstBruteForce(t *testing.T) {
	gen := NewGenerator(3)
	pick := func(n int) int64 { return int64(gen.Below(uint32(n))) }
	for round := range 150 {
		dec := takeOf(func(d *def.DecisionDef) {
			d.Min, d.Max = k(pick(5)), k(1+pick(6))
			for range pick(3) {
				d.Caps = append(d.Caps, def.Cap{Filter: filter(1 + pick(15)), Max: k(pick(4)), Each: pick(2) == 0})
			}
			if pick(2) == 0 {
				d.Tiers = []*def.Expr{filter(1 + pick(15)), filter(1 + pick(15))}
			}
			if pick(3) == 0 {
				d.Cost, d.Budget = ex(def.OpMod, def.TInt, bnd(10), k(3)), k(pick(8))
			}
		})
		s := decide(t, dec)
		d := s.Decision()
		if d.Name != "take" {
			continue
		}
		legal, least, most := 0, 99, 0
		for a := int32(0); a <= 3; a++ {
			for b := int32(0); b <= 2; b++ {
				for c := int32(0); c <= 1; c++ {
					counts := []int32{a, b, c}
					if !bruteTake(d, counts) {
						continue
					}
					total := int(a + b + c)
					most = max(most, total)
					if total >= d.Min && total <= d.Max {
						legal++
						least = min(least, total)
					}
					if f := d.violation(counts); (f.kind == noViolation) != (total >= d.Min && total <= d.Max) {
						t.Fatalf("round %d, %v: %q", round, counts, f.why)
					}
				}
			}
		}
		if legal < 2 || least != d.Min || d.Max > most || d.Max < min(most, int(dec.Max.I)) {
			t.Fatalf("round %d: %d legal answers, %d..%d published, %d..%d exist", round, legal, d.Min, d.Max, least, most)
		}
	}
}

// bruteTake reports whether counts satisfy caps, tiers and budget, by the definition.
func bruteTake(d *Decision, counts []int32) bool {
	cost := int64(0)
	for i, n := range counts {
		if len(d.Costs) > 0 {
			cost += int64(n) * d.Costs[i]
		}
		for j := range counts {
			earlier := d.take.tier[j] >= 0 && d.take.tier[j] < d.take.tier[i] && d.Entries[i].Zone == d.Entries[j].Zone
			if n > 0 && earlier && counts[j] < d.Entries[j].Available {
				return false
			}
		}
	}
	for _, c := range d.take.caps {
		sum := int64(0)
		for i, n := range counts {
			if c.covers(&d.Entries[i]) {
				sum += int64(n)
			}
		}
		if sum > c.max {
			return false
		}
	}
	return len(d.Costs) == 0 || cost <= d.Budget
}

func pieceOf(zone, class int64) int64 { return zone<<8 | class }

func TestTakeExplains(t *testing.T) {
	s := decide(t, takeOf(func(d *def.DecisionDef) {
		d.Filter = filter(setWolf)
		d.Where = []def.Cond{{Rule: "6.1", When: ex(def.OpEq, def.TBool, ex(def.OpPieceZone, def.TZone, bnd(10)), k(zoneX))}}
	}))
	for piece, why := range map[int64]string{zoneY<<8 | wolfActive: "6.1", zoneZ<<8 | wolfActive: "zone", pieceOf(zoneX, sheep): "kind", zoneX<<8 | wolfActive: "no such piece"} {
		if r := s.Explain(piece); r == nil || !strings.Contains(r.Rule+r.Why, why) {
			t.Errorf("reason against %x: %+v, want %q", piece, r, why)
		}
	}
	if r := s.Explain(zoneX<<8 | wolfHidden); r != nil {
		t.Errorf("reason against a legal piece: %+v", r)
	}
}

func TestRefusedTakeNamesThePieceBeyondItsSupply(t *testing.T) {
	s := decide(t, takeOf(func(d *def.DecisionDef) { d.Filter = filter(setWolf) }))
	dec := s.Decision()
	for i, e := range dec.Entries {
		counts := make([]int32, len(dec.Entries))
		counts[i] = e.Available + 1
		want := s.g.Format(int64(e.Zone)<<8|int64(e.Class), def.TPiece)
		if r := s.Refuses(Answer{Counts: counts}); r == nil || r.Candidate != want {
			t.Errorf("%+v, want one of %s", r, want)
		}
	}
}

// Conditions are evaluated for the named piece, not for the last one visited.
func TestExplainEvaluatesConditionsForTheNamedPiece(t *testing.T) {
	s := decide(t, takeOf(func(d *def.DecisionDef) {
		d.Where = []def.Cond{{Rule: "6.1", When: ex(def.OpEq, def.TBool, ex(def.OpPieceZone, def.TZone, bnd(10)), k(zoneX))}, {Rule: "6.2", When: ex(def.OpEq, def.TBool, ex(def.OpThe, def.TInt, ex(def.OpPieceClass, def.FilterSet, bnd(10))), k(sheep))}}
		d.Max = k(2)
	}))
	for piece, rule := range map[int64]string{pieceOf(zoneX, wolfHidden): "6.2", pieceOf(zoneY, wolfActive): "6.1"} {
		if r := s.Explain(piece); r == nil || r.Rule != rule {
			t.Errorf("reason against %x: %+v, want %s", piece, r, rule)
		}
	}
	if r := s.Explain(pieceOf(zoneX, sheep)); r != nil {
		t.Errorf("reason against a legal piece: %+v", r)
	}
}

// heap is a take of available pieces, each entry in its own zone with a price; of some entries at most one piece.
func heap(available []int32, costs []int64, budget int64, single ...int32) *Decision {
	d := &Decision{Costs: costs, Budget: budget}
	for i, n := range available {
		d.Entries = append(d.Entries, Entry{Zone: int32(i), Available: n})
		d.take.tier = append(d.take.tier, -1)
	}
	for _, z := range single {
		d.take.caps = append(d.take.caps, takeCap{filter: 1, zone: z, max: 1})
	}
	d.prepare()
	return d
}

// The searches for the greatest take and for its uniqueness have separate limits: this one takes some 15,000 steps for the first
// and 18,000 for the second.
func TestUniquenessOfTheGreatestTakeHasItsOwnSearchLimit(t *testing.T) {
	d := heap([]int32{2, 3, 3, 3, 3, 2, 1, 1, 1, 3, 1, 1}, []int64{17, 20, 38, 32, 23, 22, 4, 1, 13, 40, 29, 20}, 154, 5, 6, 7, 9, 10, 11)
	if n := d.greatest(99); n != 10 || !d.single(10) {
		t.Errorf("%d pieces are the most, and this is not the only way", n)
	}
	if d.single(9) {
		t.Error("nine pieces can be taken in one way alone")
	}
}

// If caps do not overlap and all prices are equal, the greatest take is found without a search.
func TestGreatestTakeIsFoundWithoutSearchUnderUniformPrices(t *testing.T) {
	many := []int32{3, 3, 3, 3, 3, 3, 3, 3}
	for _, c := range []struct {
		name string
		d    *Decision
		want int64
	}{
		{"a price", heap(many, []int64{2, 2, 2, 2, 2, 2, 2, 2}, 9), 4},
		{"what is free, and a price", heap(many, []int64{0, 2, 0, 2, 2, 3, 2, 2}, 9), 10},
		{"what is all free", heap(many, []int64{0, 0, 0, 0, 0, 0, 0, 0}, 0), 24},
		{"a budget for all", heap(many, []int64{0, 1, 1, 1, 1, 1, 1, 1}, 9223372036854775807), 24},
		{"one of each", heap(many, nil, 0, 0, 1, 2, 3, 4, 5, 6, 7), 8},
		{"one of some", heap(many, nil, 0, 2, 5, 7), 18},
	} {
		if n := c.d.greatest(99); n != c.want || maxSearch-c.d.take.steps > 9 {
			t.Errorf("%s: %d in %d steps, want %d", c.name, n, maxSearch-c.d.take.steps, c.want)
		}
	}
}

func TestTakeOfAllPiecesIsUnique(t *testing.T) {
	many, total := make([]int32, 100), int64(0)
	for i := range many {
		many[i] = 255
		total += 255
	}
	if d := heap(many, nil, 0); !d.single(total) || d.single(total-1) {
		t.Errorf("of %d pieces in %d heaps", total, len(many))
	}
}

func TestTakeWithoutResultHasNoLimitOfKinds(t *testing.T) {
	s := decide(t, takeOf(func(d *def.DecisionDef) { d.Result, d.Entries = -1, 0 }))
	if d := s.Decision(); d.Fault != nil || len(d.Entries) != 3 {
		t.Errorf("%+v", d)
	}
	for entries, fits := range map[int32]bool{3: true, 2: false} {
		d := testGame()
		d.Decisions = []def.DecisionDef{takeOf(func(d *def.DecisionDef) { d.Entries = entries })}
		addMain(d, do(def.CDecide, 0, 0, 0))
		_, err := mustLoad(t, d).New(Setup{ID: "start"})
		if (err == nil) != fits || !fits && !strings.Contains(err.Error(), "more than 2 kinds of pieces") {
			t.Errorf("three kinds in %d places: %v", entries, err)
		}
	}
}

// A computed zone may not exist: nothing can be taken there.
func TestTakeIgnoresUnknownZones(t *testing.T) {
	for _, beyond := range []int64{4, 5, 63} {
		s := decide(t, takeOf(func(d *def.DecisionDef) {
			d.From = ex(def.OpSetOf, def.ZoneSet, ex(def.OpSub, def.TInt, cell(cellGold), k(10)), ex(def.OpAdd, def.TInt, cell(cellGold), k(beyond-10)))
		}))
		if d := s.Decision(); d.Fault != nil || len(d.Entries) != 2 {
			t.Errorf("%d: %+v", beyond, d)
		}
	}
}

// The greatest budget is a valid bound and buys all pieces.
func TestMaximumBudgetBuysAllPieces(t *testing.T) {
	s := decide(t, takeOf(func(d *def.DecisionDef) {
		d.Cost, d.Budget = ex(def.OpPieceZone, def.TZone, bnd(10)), ex(def.OpAdd, def.TInt, cell(cellGold), k(9223372036854775797))
	}))
	if d := s.Decision(); d.Name != "take" || d.Max != 6 {
		t.Errorf("%+v", d)
	}
}

// A list of taken pieces with a negative length, or longer than its frame, is a fault.
func TestInvalidListOfTakenPiecesIsAFault(t *testing.T) {
	for n, want := range map[int64]string{-1: "the list of taken pieces is damaged", 99: "the list of taken pieces is damaged", 0: ""} {
		d := testGame()
		addMain(d, do(def.CSet, def.ToLocal, 2, 0, k(n)), do(def.CForTake, 2, 3, 4), do(def.CJump, 1, 0, 0), do(def.CNop, 0, 0, 0))
		g, err := Load(d, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := g.New(Setup{}); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%d: %v", n, err)
		}
	}
}
