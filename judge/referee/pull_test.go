package referee

// These tests check the requirements of a path's end: which answers are relevant, what a changed answer costs, and
// which takes are required.

import (
	"fmt"
	"slices"
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
)

// yard has three zones, and classes 0 and 1 of a type of the first seat, 2 of another of it, and 3 of one of the second.
func yard() *repairer {
	gd := &def.GameDef{Things: def.Things{Zones: make([]def.ZoneDef, 3), Classes: []def.ClassDef{{Type: 0}, {Type: 0}, {Type: 1}, {Type: 2}}, Types: []def.PieceType{{Seat: 0}, {Seat: 0}, {Seat: 1}}}}
	return &repairer{t: &target{match: &match{reader: &reader{def: gd, plain: []int32{0, 1, 2, 3}}}}}
}

// ended is a path whose end lacks pieces (above 0) or has a surplus, by "type zone" or "class zone".
func ended(typed, need map[[2]int]int16) *way {
	w := &way{typed: make([]int16, 9), need: make([]int16, 12), wrong: make([]bool, 3)}
	for at, n := range typed {
		w.typed[at[1]*3+at[0]], w.wrong[at[1]] = n, true
	}
	for at, n := range need {
		w.need[at[1]*4+at[0]], w.wrong[at[1]] = n, true
	}
	return w
}

func in(zones ...int32) (f focus) {
	for _, z := range zones {
		f.push(z)
	}
	return f
}

type at = [2]int

func TestPullIsTheNumberOfPiecesMissingAtTheEnd(t *testing.T) {
	b := yard()
	for _, c := range []struct {
		what  string
		w     *way
		f     focus
		zone  int32
		class int16
		want  int
	}{
		{"nothing differs", ended(nil, nil), in(1), 0, 0, 0},
		{"two are left over", ended(map[at]int16{{0, 0}: -2}, nil), in(1), 0, 0, 2},
		{"two are lacking", ended(map[at]int16{{0, 0}: 2}, nil), in(1), 0, 1, -2},
		{"of another type", ended(map[at]int16{{1, 0}: -2}, nil), in(1), 0, 0, 0},
		{"of another zone", ended(map[at]int16{{0, 2}: -2}, nil), in(1), 0, 0, 0},
		{"of the class", ended(nil, map[at]int16{{1, 0}: -1}), in(1), 0, 1, 1},
		{"of another class", ended(nil, map[at]int16{{1, 0}: -1}), in(1), 0, 0, 0},
		{"where they go", ended(map[at]int16{{0, 1}: 3}, nil), in(1), 0, 0, 3},
		{"left over where they go", ended(map[at]int16{{0, 1}: -3}, nil), in(1), 0, 0, -3},
		{"where nobody goes", ended(map[at]int16{{0, 1}: 3}, nil), in(), 0, 0, 0},
		{"here before there", ended(map[at]int16{{0, 0}: -1, {0, 1}: 3}, nil), in(1), 0, 0, 1},
	} {
		if got := b.pull(c.w, c.f, engine.Entry{Zone: c.zone, Class: int32(c.class)}); got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
	}
}

// Surplus pieces are taken in greater numbers and missing ones in smaller numbers, and pieces are exchanged for others
// of the type or for replaceable ones, within the bounds and the available numbers.
func TestTakesPointedToTheMissingPieces(t *testing.T) {
	entries := func(n ...int32) (out []engine.Entry) {
		for class, available := range n {
			out = append(out, engine.Entry{Zone: 0, Class: int32(class), Available: available})
		}
		return out
	}
	for _, c := range []struct {
		what     string
		w        *way
		f        focus
		entries  []engine.Entry
		counts   []int32
		min, max int
		want     []string
	}{
		{"nothing differs", ended(nil, nil), in(), entries(3, 3), []int32{1, 1}, 0, 9, nil},
		{"two more, or one", ended(nil, map[at]int16{{0, 0}: -2}), in(), entries(3, 0), []int32{1, 0}, 0, 9, []string{"[3 0] 0", "[2 0] 1"}},
		{"as many as there are", ended(nil, map[at]int16{{0, 0}: -2}), in(), entries(2, 0), []int32{1, 0}, 0, 9, []string{"[2 0] 0"}},
		{"as many as may be taken", ended(nil, map[at]int16{{0, 0}: -2}), in(), entries(3, 0), []int32{1, 0}, 0, 2, []string{"[2 0] 1"}},
		{"two fewer, or one", ended(nil, map[at]int16{{0, 0}: 2}), in(), entries(3, 0), []int32{3, 0}, 0, 9, []string{"[1 0] 0", "[2 0] 1"}},
		{"no fewer than must be", ended(nil, map[at]int16{{0, 0}: 2}), in(), entries(3, 0), []int32{3, 0}, 2, 9, []string{"[2 0] 1"}},
		{"none is there to be left", ended(nil, map[at]int16{{0, 0}: 2}), in(), entries(3, 0), []int32{0, 0}, 0, 9, nil},
		{"one for another", ended(nil, map[at]int16{{0, 0}: -1}), in(), entries(3, 3), []int32{1, 1}, 0, 2, []string{"[2 0] 1"}},
		{"one for one that lacks", ended(nil, map[at]int16{{0, 0}: 1}), in(), entries(3, 3), []int32{1, 1}, 2, 2, []string{"[0 2] 1"}},
		{"no other type for one that lacks", ended(nil, map[at]int16{{0, 0}: 1}), in(), []engine.Entry{{Class: 0, Available: 3}, {Class: 2, Available: 3}}, []int32{1, 1}, 2, 2, nil},
		{"what is replaced where it goes", ended(map[at]int16{{1, 1}: 1}, nil), in(1), entries(2), []int32{0}, 0, 9, []string{"[1] 2", "[2] 2"}},
		{"nothing of another seat", ended(map[at]int16{{2, 1}: 1}, nil), in(1), entries(2), []int32{0}, 0, 9, nil},
	} {
		b := yard()
		c.w.moves = []wayAnswer{{answer: engine.Answer{Counts: c.counts}}}
		var got []string
		for _, x := range b.pointed(nil, c.w, 0, &engine.Decision{Kind: def.Take, Min: c.min, Max: c.max, Entries: c.entries}, c.f) {
			got = append(got, fmt.Sprint(x.answer.Counts, " ", x.price))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
	if got := yard().pointed(nil, &way{moves: []wayAnswer{{}}}, 0, &engine.Decision{}, in()); got != nil {
		t.Errorf("an answer that takes nothing: %v", got)
	}
}

// An answer is relevant if it is about a zone with a difference. Changing another answer costs more.
func TestAnswersAboutDifferingZonesAreCheaper(t *testing.T) {
	w := ended(map[at]int16{{0, 1}: 1}, nil)
	zone, piece, card := engine.Decision{Kind: def.One, Elem: def.TZone}, engine.Decision{Kind: def.One, Elem: def.Type{Kind: def.KPiece}}, engine.Decision{Kind: def.One, Elem: def.TCard}
	taking := engine.Decision{Kind: def.Take, Entries: []engine.Entry{{Zone: 0}, {Zone: 1}}}
	menu, number := engine.Decision{Kind: def.Menu}, engine.Decision{Kind: def.Amount}
	for _, c := range []struct {
		what  string
		d     engine.Decision
		f     focus
		a     engine.Answer
		bears bool
		price int // instead of an irrelevant answer, proposed for 1
	}{
		{"the zone", zone, in(), engine.Answer{Member: 1}, true, 3}, {"another zone", zone, in(), engine.Answer{Member: 0}, false, 3 + 2*odd}, {"no zone", zone, in(), engine.Answer{Member: -1}, false, 3 + 2*odd},
		{"a zone beyond", zone, in(), engine.Answer{Member: 3}, false, 3 + 2*odd},
		{"a piece there", piece, in(), engine.Answer{Member: 1<<8 | 2}, true, 3}, {"a piece elsewhere", piece, in(), engine.Answer{Member: 2<<8 | 1}, false, 3},
		{"a card of its number", card, in(), engine.Answer{Member: 1}, false, 3},
		{"something done in it", zone, in(0, 1), engine.Answer{Member: 0}, true, 3}, {"something done elsewhere", zone, in(1, 0), engine.Answer{Member: 0}, false, 3 + 2*odd},
		{"a taking there", taking, in(), engine.Answer{Counts: []int32{0, 1}}, true, 3}, {"a taking elsewhere", taking, in(), engine.Answer{Counts: []int32{1, 0}}, false, 3},
		{"an end", zone, in(), engine.Answer{Stop: true, Member: 1}, false, 3 + odd}, {"something aside", zone, in(), engine.Answer{Kind: engine.Side, Member: 1}, false, likely},
		{"an option", menu, in(), engine.Answer{Option: 1}, false, 1}, {"a number", number, in(), engine.Answer{N: 1}, false, 3 + odd},
		{"a number of what is done there", number, in(1), engine.Answer{N: 1}, true, 3},
	} {
		b := yard()
		if got := b.concerns(w, &c.d, c.f, &c.a); got != c.bears {
			t.Errorf("%s: bears on it %t", c.what, got)
		}
		if got := b.price(w, &c.d, c.f, &engine.Answer{Member: 0}, &proposal{c.a, 1}); got != c.price {
			t.Errorf("%s: %d, want %d", c.what, got, c.price)
		}
	}
	b := yard()
	if got := b.price(w, &menu, in(), &engine.Answer{}, &proposal{engine.Answer{Option: 1}, against}); got != 2+against {
		t.Errorf("an option that the hints do not name: %d", got)
	}
	for name, w := range map[string]*way{"something is unmet": {unpaid: true}, "a track differs": {off: []int64{1}}} {
		if got := b.price(w, &zone, in(), &engine.Answer{Member: 0}, &proposal{engine.Answer{Member: 2}, 1}); got != 3 {
			t.Errorf("another zone where %s: %d", name, got)
		}
	}
}

// The possible changes of the code determine which differences can be repaired, in which direction, and which occur
// without an answer.
func TestRepairableDifferencesFollowFromTheCode(t *testing.T) {
	c := &changes{up: []bool{true, false}, down: []bool{false, true}, enter: []uint64{1 << 1, 0}, leave: []uint64{1 << 2, 1 << 0}, statuses: 1 << 3}
	for _, x := range []struct {
		zone, typ    int
		enter, leave bool
	}{{0, 0, false, false}, {1, 0, true, false}, {2, 0, false, true}, {0, 1, false, true}, {1, 1, false, false}, {64, 0, true, true}} {
		if c.moves(x.zone, x.typ, 1) != x.enter || c.moves(x.zone, x.typ, -1) != x.leave {
			t.Errorf("zone %d, type %d: %t %t", x.zone, x.typ, c.moves(x.zone, x.typ, 1), c.moves(x.zone, x.typ, -1))
		}
		for class := range 5 {
			if want := x.enter || x.leave || class == 3; c.turns(x.zone, x.typ, class) != want {
				t.Errorf("zone %d, type %d, class %d turns: %t", x.zone, x.typ, class, !want)
			}
		}
	}
	free, bound := &target{}, &target{here: c, stage: &stage{fixed: c}}
	for _, x := range []struct {
		cell         int32
		d            int64
		mends, fixed bool
	}{{0, -1, true, true}, {0, 1, false, false}, {1, 1, true, true}, {1, -1, false, false}, {0, 0, false, false}} {
		if !free.mends(x.cell, x.d) || free.fixed(x.cell, x.d) {
			t.Errorf("without parts, cell %d by %d", x.cell, x.d)
		}
		if bound.mends(x.cell, x.d) != x.mends || bound.fixed(x.cell, x.d) != x.fixed {
			t.Errorf("in a part, cell %d by %d: %t %t", x.cell, x.d, bound.mends(x.cell, x.d), bound.fixed(x.cell, x.d))
		}
	}
	for class := range 5 {
		if free.turned(class) || bound.turned(class) != (class == 3) {
			t.Errorf("class %d is turned by itself: %t", class, bound.turned(class))
		}
	}
	b := yard().t
	b.watch = nil
	for _, x := range []struct {
		what        string
		typed, need map[at]int16
		want        bool
	}{
		{"nothing", nil, nil, false}, {"what can come", map[at]int16{{0, 1}: 1}, nil, false}, {"what cannot go", map[at]int16{{0, 1}: -1}, nil, true}, {"what can go", map[at]int16{{0, 2}: -1}, nil, false},
		{"a class that turns", nil, map[at]int16{{3, 0}: 1}, false}, {"a class that does not", nil, map[at]int16{{2, 1}: 1}, true}, {"a class of what moves", nil, map[at]int16{{0, 1}: -1}, false},
	} {
		w := ended(x.typed, x.need)
		b.typed, b.need = w.typed, w.need
		open := &changes{enter: []uint64{1 << 1, 0, 0}, leave: []uint64{1 << 2, 0, 0}, statuses: 1 << 3}
		if got := b.breaks(nil, open); got != x.want {
			t.Errorf("%s: breaks %t", x.what, got)
		}
	}
}

// A path is done when all its continuations are explored; each of its turns and each similar path lower its rank.
func TestPathIsDoneAndItsRank(t *testing.T) {
	for want, w := range map[string]*way{
		"true 5": {opened: true, dist: 5}, "false 9": {dist: 5, turns: 1}, "false 11": {opened: true, dist: 5, alike: 1, changes: make([]*change, 1)}, "true 6": {opened: true, dist: 6, changes: make([]*change, 1), next: 1},
		"false 7": {opened: true, dist: 7, trials: make([]trial, 1)},
	} {
		if got := fmt.Sprint(w.done(), " ", w.rank()); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
