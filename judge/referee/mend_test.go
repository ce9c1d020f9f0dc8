package referee

// These tests check parts of the search: the order of paths, the repetition of an answer at another decision, and the
// takes that correct an end.

import (
	"fmt"
	"slices"
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
)

// A path that ends the step ranks first, then a later stage, then a smaller distance.
func TestOrderOfNearness(t *testing.T) {
	order := []nearness{{true, 0, 1}, {true, 3, 2}, {true, 1, 9}, {false, 2, 8}, {false, 1, 1}, {false, 1, 2}, {false, 0, 0}, nowhere}
	for i, a := range order {
		for j, b := range order {
			if a.before(b) != (i < j) {
				t.Errorf("%+v before %+v: %t", a, b, a.before(b))
			}
		}
	}
}

// A focus keeps the innermost zones; beyond its size the outermost are forgotten.
func TestFocusKeepsTheInnermostZones(t *testing.T) {
	var f focus
	if f.but(1) != -1 {
		t.Error("an empty focus has a zone")
	}
	for zone := range int32(6) {
		f.push(zone)
	}
	if f.n != 4 || f.zones != [4]int32{2, 3, 4, 5} || f.but(5) != 4 || f.but(9) != 5 {
		t.Errorf("%+v", f)
	}
	for range 5 {
		f.pop()
	}
	if f != (focus{}) {
		t.Errorf("%+v", f)
	}
}

// Overshooting another difference is counted in its direction, or past zero.
func TestBeyondCountsOvershooting(t *testing.T) {
	for _, c := range []struct{ now, before, want int64 }{{3, 2, 1}, {2, 3, 0}, {3, -2, 3}, {-3, -2, 1}, {-2, -3, 0}, {-3, 2, 3}, {0, 5, 0}, {2, 0, 2}} {
		if got := beyond(c.now, c.before); got != c.want {
			t.Errorf("%d beyond %d: %d, want %d", c.now, c.before, got, c.want)
		}
	}
}

// An answer is repeated where it is legal, and pieces as far as there are enough.
func TestAnswerIsRepeatedAtAnotherDecision(t *testing.T) {
	entries := []engine.Entry{{Zone: 1, Class: 2, Available: 2}, {Zone: 1, Class: 3, Available: 5}}
	taken := func(list ...engine.Entry) wayAnswer {
		return wayAnswer{answer: engine.Answer{Counts: []int32{9}}, taken: list}
	}
	for _, c := range []struct {
		what string
		x    wayAnswer
		d    engine.Decision
		want string
	}{
		{"an end", wayAnswer{answer: engine.Answer{Stop: true}}, engine.Decision{Kind: def.Pick, Stop: true}, "[] true"},
		{"an end that is too early", wayAnswer{answer: engine.Answer{Stop: true}}, engine.Decision{Kind: def.Pick}, "[] false"},
		{"a member", wayAnswer{answer: engine.Answer{Member: 3}}, engine.Decision{Kind: def.One, Members: []int64{2, 3}}, "[] true"},
		{"a member that is not offered", wayAnswer{answer: engine.Answer{Member: 4}}, engine.Decision{Kind: def.One, Members: []int64{2, 3}}, "[] false"},
		{"something aside", wayAnswer{answer: engine.Answer{Kind: engine.Side, Member: 4}}, engine.Decision{Kind: def.One}, "[] true"},
		{"pieces", taken(engine.Entry{Zone: 1, Class: 3, Available: 5}), engine.Decision{Kind: def.Take, Entries: entries}, "[0 5] true"},
		{"more pieces than there are", taken(engine.Entry{Zone: 1, Class: 2, Available: 3}), engine.Decision{Kind: def.Take, Entries: entries}, "[0 0] false"},
		{"pieces of another zone", taken(engine.Entry{Zone: 2, Class: 2, Available: 1}), engine.Decision{Kind: def.Take, Entries: entries}, "[0 0] false"},
		{"pieces of another class", taken(engine.Entry{Zone: 1, Class: 1, Available: 1}), engine.Decision{Kind: def.Take, Entries: entries}, "[0 0] false"},
		{"none of what is not there", taken(engine.Entry{Zone: 2, Class: 2}), engine.Decision{Kind: def.Take, Entries: entries}, "[0 0] true"},
		{"fewer than none", taken(engine.Entry{Zone: 1, Class: 2, Available: -1}), engine.Decision{Kind: def.Take, Entries: entries}, "[0 0] false"},
	} {
		if a, ok := c.x.here(&c.d); fmt.Sprint(a.Counts, " ", ok) != c.want {
			t.Errorf("%s: %v %t, want %s", c.what, a.Counts, ok, c.want)
		}
	}
}

// After another zone is chosen, later answers about the old zone refer to the new one; other answers rename nothing.
func TestLaterAnswersFollowAChangedZone(t *testing.T) {
	in := func(zones ...int32) focus {
		f := focus{n: len(zones)}
		copy(f.zones[:], zones)
		return f
	}
	chosen := &wayAnswer{focus: in(7), answer: engine.Answer{Member: 3}}
	rest := []wayAnswer{{focus: in(7, 3)}, {focus: in(7, 3, 5)}, {focus: in(7, 4)}, {focus: in(7)}, {focus: in(3, 3)}}
	was := fmt.Sprint(rest)
	for _, c := range []struct {
		what    string
		instead engine.Answer
		want    []focus
	}{
		{"another zone", engine.Answer{Member: 9}, []focus{in(7, 9), in(7, 9, 5), in(7, 4), in(7), in(3, 9)}},
		{"the same", engine.Answer{Member: 3}, nil}, {"an end", engine.Answer{Member: 9, Stop: true}, nil}, {"something aside", engine.Answer{Member: 9, Kind: engine.Side}, nil},
	} {
		got := renamed(rest, chosen, &c.instead)
		for i := range got {
			if c.want == nil && got[i].focus != rest[i].focus || c.want != nil && got[i].focus != c.want[i] {
				t.Errorf("%s: answer %d is about %v", c.what, i, got[i].focus)
			}
		}
	}
	if fmt.Sprint(rest) != was {
		t.Error("the way itself is renamed")
	}
	for _, a := range []engine.Answer{{Stop: true}, {Kind: engine.Side, Member: 3}} {
		if got := renamed(rest, &wayAnswer{focus: in(7), answer: a}, &engine.Answer{Member: 9}); got[0].focus != rest[0].focus {
			t.Errorf("%+v was no zone", a)
		}
	}
}

// A change includes the rest of the path: without the replaced answer, or with that answer moved.
func TestRestOfAPathAfterAChange(t *testing.T) {
	way := []wayAnswer{{decision: 0}, {decision: 1}, {decision: 2}, {decision: 3}}
	for _, c := range []struct {
		what  string
		x     change
		first bool
		want  string
		last  int
	}{
		{"instead", change{at: 1}, true, "[2 3]", 1}, {"before", change{at: 1, before: true}, true, "[1 2 3]", 1}, {"left out", change{at: 1, drop: true}, false, "[2 3]", 1},
		{"moved", change{at: 1, to: 3}, false, "[2 3 3]", 3}, {"patched", change{at: 1, patches: []patch{{at: 2}}}, false, "[1 2 3]", 2},
	} {
		var got []int
		for _, s := range c.x.rest(way) {
			got = append(got, s.decision)
		}
		if fmt.Sprint(got) != c.want || (c.x.first() != nil) != c.first || c.x.last() != c.last {
			t.Errorf("%s: %v, first %t, last %d", c.what, got, c.x.first() != nil, c.x.last())
		}
	}
}

// A move of one piece can be replaced: another origin, another destination or another class.
func TestReplacementsForAMoveOfAPiece(t *testing.T) {
	arcs := []arc{
		{at: 0, class: 1, from: 1, to: 5, more: 1}, {at: 1, class: 1, from: 2, to: 5, less: 1}, {at: 2, class: 2, from: 1, to: 5, less: 1}, // to 5
		{at: 3, class: 1, from: 1, to: 5, less: 1},                                             // the same as the first
		{at: 4, class: 1, from: 1, to: 6, less: 1},                                             // from where the first comes
		{at: 5, class: 1, from: 2, to: 5}, {at: 6, class: 1, from: 2, to: 5, more: 1, less: 0}, // nothing to spare; nothing to leave
	}
	for zone, want := range map[int32][]int{5: {1, 2, 2, 3}, 1: {2, 4}, 2: nil, 6: nil} {
		var got []int
		for _, c := range swaps(nil, arcs, zone) {
			got = append(got, c.patches[1].at)
			if c.patches[0].more != 1 || c.patches[1].more != -1 {
				t.Errorf("zone %d: %+v", zone, c.patches)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("zone %d: instead of %v, want %v", zone, got, want)
		}
	}
}

// A take is corrected by the surplus at its origin and the shortage at its destination, within its bounds; the correction is subtracted
// from both.
func TestTakeIsCorrectedBySurplusAndShortage(t *testing.T) {
	gd := &def.GameDef{Things: def.Things{Zones: make([]def.ZoneDef, 3), Classes: []def.ClassDef{{Type: 1}}, Types: make([]def.PieceType, 2)}}
	for _, c := range []struct {
		what         string
		unmet        []int16
		from, to     int32
		counts, want int32
		left         string
	}{
		{"nothing is unmet", []int16{0, 0, 0}, 0, 1, 2, 2, "[0 0 0]"},
		{"left over here, lacking there", []int16{-1, 1, 0}, 0, 1, 2, 3, "[0 0 0]"},
		{"more is left over than lacks", []int16{-3, 1, 0}, 0, 1, 2, 3, "[-2 0 0]"},
		{"as many as may be taken", []int16{-9, 9, 0}, 0, 1, 2, 4, "[-7 7 0]"},
		{"it lacks elsewhere", []int16{-1, 0, 1}, 0, 1, 2, 2, "[-1 0 1]"},
		{"lacking here, left over there", []int16{1, -1, 0}, 0, 1, 2, 1, "[0 0 0]"},
		{"no more than was taken", []int16{9, -9, 0}, 0, 1, 2, 0, "[7 -7 0]"},
		{"it goes to the first zone", []int16{1, -1, 0}, 1, 0, 2, 3, "[0 0 0]"},
		{"it goes to no zone", []int16{-1, 0, 0}, 0, -1, 2, 3, "[0 0 0]"},
	} {
		b := &repairer{t: &target{match: &match{reader: &reader{def: gd}}}}
		for _, n := range c.unmet {
			b.unmet = append(b.unmet, 0, n) // nothing of the first type
		}
		d := &engine.Decision{Max: 4, Entries: []engine.Entry{{Zone: c.from, Available: 5}}}
		f := focus{}
		if c.to >= 0 {
			f.push(c.to)
		}
		got := b.right(d, f, []int32{c.counts})
		if left := fmt.Sprint([]int16{b.unmet[1], b.unmet[3], b.unmet[5]}); got[0] != c.want || left != c.left {
			t.Errorf("%s: %d are taken, %s is unmet; want %d, %s", c.what, got[0], left, c.want, c.left)
		}
	}
}

// Equal answers have equal hashes; a difference in any field makes answers different.
func TestAnswersAreComparedByAllFields(t *testing.T) {
	list := []engine.Answer{{}, {Kind: engine.Side}, {Stop: true}, {Option: 1}, {Member: 1}, {N: 1}, {Set: 1}, {Counts: []int32{1}}, {Chosen: []int64{1}}, {Order: []int64{1, 2}}, {Order: []int64{2, 1}}, {Member: 1 << 16}}
	seen := map[uint64]int{}
	for i := range list {
		for j := range list {
			if sameAnswer(&list[i], &list[j]) != (i == j) {
				t.Errorf("%+v and %+v", list[i], list[j])
			}
		}
		h := hashed(1, &list[i])
		if j, met := seen[h]; met {
			t.Errorf("%+v and %+v have one hash", list[i], list[j])
		}
		seen[h] = i
	}
}

// The distance is the number of steps beyond the first, or 0 if there is no path.
func TestDistancesBetweenZones(t *testing.T) {
	gd := &def.GameDef{Things: def.Things{Zones: make([]def.ZoneDef, 5)}}
	gd.Adjacent = []int64{1 << 1, 1<<0 | 1<<2, 1<<1 | 1<<3, 1 << 2, 0}
	if got := fmt.Sprint(distances(gd)); got != fmt.Sprint([]int8{0, 0, 1, 2, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0}) {
		t.Error(got)
	}
}

func TestCombinationTakesTheCheapestIncrease(t *testing.T) {
	for want, prices := range map[string][2]int{"[[0 1] 5]": {4, 5}, "[[1 0] 5]": {2, 9}} {
		c := &combination{min: 1, max: 1}
		c.add(choice{0, 0}, choice{1, prices[0]})
		c.add(choice{0, 3}, choice{1, prices[1]})
		var got []string
		c.each(1, func(counts []int, price int) { got = append(got, fmt.Sprint(counts, price)) })
		if fmt.Sprint(got) != want {
			t.Errorf("%v, want %s", got, want)
		}
	}
}

func TestNameOfAnAllowance(t *testing.T) {
	for _, c := range []struct {
		a    Allowance
		want string
	}{
		{Allowance{Clause: "9.9-a"}, "clause 9.9-a"}, {Allowance{Node: "x.md:3"}, "node x.md:3"}, {Allowance{Decisions: []string{"d"}}, "decisions [d]"}, {Allowance{Omits: []string{"p"}}, "omits [p]"},
		{Allowance{Actions: []string{"p"}}, "actions [p]"}, {Allowance{Page: "x.md"}, "page x.md"},
	} {
		if got := c.a.name(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
