package perft

import (
	"fmt"
	"math/bits"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rulebound/compiler"
	"rulebound/compiler/onepage"
	"rulebound/engine"
	"rulebound/engine/players"
)

func begun(t *testing.T, gd string, seed uint64) *engine.State {
	t.Helper()
	def, _, list := compiler.Compile(os.DirFS("../.."), "data/games/"+gd)
	if list.HasErrors() {
		t.Fatal(list)
	}
	g, err := engine.Load(def, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.New(engine.Setup{ID: def.Setups[0].ID, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// kalah counts the plays of Kalah independently: a board of 14 pits, the mover's houses 0 to 5 and store 6 first.
func kalah(b [14]int, depth int) (plays, over uint64) {
	for house := range 6 {
		n, at, next := b[house], house, b
		if n == 0 {
			continue
		}
		for next[house] = 0; n > 0; n-- {
			if at = (at + 1) % 14; at == 13 {
				at = 0
			}
			next[at]++
		}
		if at < 6 && next[at] == 1 && next[12-at] > 0 {
			next[6], next[at], next[12-at] = next[6]+1+next[12-at], 0, 0
		}
		sum := func(from int) (n int) {
			for i := range 6 {
				n += next[from+i]
			}
			return n
		}
		end := sum(0) == 0 || sum(7) == 0
		switch {
		case depth == 1:
			plays++
			if end {
				over++
			}
			continue
		case end:
			continue
		case at != 6:
			next = [14]int(slices.Concat(next[7:], next[:7]))
		}
		p, o := kalah(next, depth-1)
		plays, over = plays+p, over+o
	}
	return plays, over
}

func TestPerftOfKalah(t *testing.T) {
	s := begun(t, "kalah", 1)
	before := s.Hash()
	r, err := Count(s, Config{Depth: 5})
	if err != nil || s.Hash() != before {
		t.Fatal(err)
	}
	start := [14]int{3, 3, 3, 3, 3, 3, 0, 3, 3, 3, 3, 3, 3, 0} // the first set-up
	for _, d := range r.Depths {
		if plays, over := kalah(start, d.Answers); d.Plays != plays || d.Over != over {
			t.Errorf("%+v, want %d and %d", d, plays, over)
		}
	}
	var sum uint64
	for _, b := range r.Branches {
		sum += b.Plays
	}
	if len(r.Branches) != 6 || sum != r.Depths[4].Plays {
		t.Errorf("%+v", r.Branches)
	}
	var parts []*Report
	for i := range 4 {
		part, err := Count(s, Config{Depth: 5, Owns: func(n int) bool { return n%4 == i }})
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, part)
	}
	if joined, err := Join(parts); err != nil || !reflect.DeepEqual(joined.Depths, r.Depths) || !reflect.DeepEqual(joined.Branches, r.Branches) {
		t.Errorf("joined: %+v, %v", joined, err)
	}
	other, err := Count(s, Config{Depth: 2})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Join([]*Report{r, other}); err == nil {
		t.Error("parts of two depths are joined")
	}
}

// begin compiles a page and begins its game.
func begin(t *testing.T, page string) *engine.State {
	t.Helper()
	g := onepage.Load(t, page)
	s, err := g.New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPerftOfGamesThatEnd(t *testing.T) {
	page := "# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\nprocedures:\n- id: play\n  do:\n  - menu: go\n    by: red\n    options:\n" +
		"      on: {do: [{roll: $n, sides: 6}]}\n      off: {do: [{over: {result: 1}}]}\n  - over: {result: 1}\n```\n"
	s := begin(t, page)
	r, err := Count(s, Config{Depth: 3})
	if want := []Depth{{1, 2, 1}, {2, 6, 6}, {3, 0, 0}}; err != nil || !slices.Equal(r.Depths, want) {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestForcedAnswersAreCountedUnlessThereIsNothingToChoose(t *testing.T) {
	s := begin(t, "# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\nboxes: [{id: store}]\npieces: [{id: pawn, seat: red, count: 3, home: store}]\nprocedures:\n- id: play\n  do:\n"+
		"  - {amount: $n, by: red, max: 2}\n  - {one: $x, by: red, from: \"ints(1, $n)\"}\n  - {may: rest, by: red, where: $n == 0, do: []}\n"+
		"  - {take: $none, by: red, of: pawn, from: store, max: 0, to: store}\n  - {pick: $some, by: red, each: $y, from: \"ints(1, 0)\"}\n"+
		"  - {amount: $last, by: red, min: 2, max: 2}\n  - note: {n: {x: =$x, some: =$some, last: =$last}}\n  - over: {result: 1}\n```\n")
	for depth, want := range [][]Depth{2: {{1, 3, 0}, {2, 5, 0}}, 4: {{1, 3, 0}, {2, 5, 0}, {3, 5, 5}, {4, 0, 0}}} {
		if want == nil {
			continue
		}
		if r, err := Count(s, Config{Depth: depth}); err != nil || !slices.Equal(r.Depths, want) {
			t.Errorf("%+v, %v", r, err)
		}
	}
}

// Only legal answers are counted: sets within the budget, even numbers.
func TestAnswersOfEachFormAreCounted(t *testing.T) {
	const page = "# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\nboxes: [{id: store}, {id: out}]\npieces: [{id: pawn, seat: red, count: 3, home: store}]\ntracks: [{id: even, max: 9}]\nprocedures:\n- id: play\n  do:\n%s\n  - over: {result: 1}\n```\n"
	for _, c := range []struct {
		decision string
		want     []uint64
	}{
		{"  - menu: act\n    by: red\n    options: {on: {do: []}, off: {do: []}}\n  - subset: $s\n    by: red\n    each: $x\n    from: ints(0, 3)\n    max: 3\n    cost: =$x\n    budget: 3\n  - note: {n: {s: =$s}}", []uint64{2, 20}}, // the sets of 0, 1, 2, 3 whose sum is at most 3
		{"  - ensure: even mod 2 == 0\n    do:\n    - amount: $n\n      by: red\n      max: 5\n    - set: {even: =$n}\n  - amount: $m\n    by: red\n    max: =even\n  - note: {n: {m: =$m}}", []uint64{3, 8}},                           // behind 0 nothing is left to decide
		{"  - {take: $t, by: red, of: pawn, from: store, min: 1, max: 2, do: []}\n  - roll: $d\n    sides: 6\n  - note: {n: {d: =$d}}", []uint64{2, 12}},
		{"  - {take: $t, by: red, of: pawn, from: store, min: 1, max: 2, do: []}\n  - {amount: $m, by: red, max: =$t}\n  - note: {n: {m: =$m}}", []uint64{2, 5}}, // each first answer is kept
	} {
		s := begin(t, fmt.Sprintf(page, c.decision))
		done := []int{}
		r, err := Count(s, Config{Depth: 2, Progress: func(n, all int) { done = append(done, n, all) }})
		if err != nil {
			t.Fatal(err)
		}
		for i, d := range r.Depths {
			if d.Plays != c.want[i] {
				t.Errorf("%s: %+v, want %d", c.decision, d, c.want[i])
			}
		}
		if n := len(r.Branches); len(done) != 2*n || done[0] != 1 || done[2*n-2] != n || done[2*n-1] != n {
			t.Errorf("%d branches, progress %v", n, done)
		}
	}
}

// A fault may occur at any depth.
func TestAFaultEndsTheCount(t *testing.T) {
	const page = "# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\ntracks: [{id: even, max: 9}]\nprocedures:\n- id: play\n  do:\n%s  - {amount: $n, by: red, max: 2}\n  - gain: {even: =6 div $n}\n  - over: {result: 1}\n```\n"
	for _, before := range []string{"", "  - {amount: $m, by: red, max: 1}\n"} {
		if _, err := Count(begin(t, fmt.Sprintf(page, before)), Config{Depth: 2}); err == nil || !strings.Contains(err.Error(), "division by zero") {
			t.Errorf("%q: %v", before, err)
		}
	}
}

func TestReportsAreJoinedAndWritten(t *testing.T) {
	part := func(number int, answer string) *Report {
		return &Report{Version: 1, Depths: []Depth{{1, 1, 1}, {2, 7, 3}}, Branches: []Branch{{number, answer, 7}}}
	}
	r, err := Join([]*Report{part(1, "off"), part(0, "on")})
	if err != nil {
		t.Fatal(err)
	}
	const depths = "answers       plays        over\n      1           2           2\n      2          14           6\n"
	for divided, want := range map[bool]string{false: depths, true: "on: 7\noff: 7\n" + depths} {
		var out strings.Builder
		if err := r.Write(&out, divided); err != nil || out.String() != want {
			t.Errorf("%v\n%s", err, &out)
		}
	}
}

// Each answer of a random player is listed exactly once.
func TestAnswersOfRandomPlayersAreListed(t *testing.T) {
	for _, id := range []string{"fire-in-the-lake", "tidelands", "texas-holdem", "night-market"} {
		s := begun(t, id, 3)
		player, listed, skipped := players.NewUniform(3), 0, 0
		for range 150 {
			d := s.Decision()
			if d == nil {
				break
			}
			var answer engine.Answer
			if d.Seat == engine.Chance {
				answer, _ = s.Draw()
				answer.Order = slices.Clone(answer.Order)
			} else {
				answer = player.Answer(s, d)
			}
			spelled, seen, many := s.Game().SpellReply(d, answer), map[string]bool{}, false
			shuffles := len(answer.Order) > 0
			if err := answers(s, func(a engine.Answer) bool {
				text := s.Game().SpellReply(d, a) + fmt.Sprint(a.Kind)
				if seen[text] {
					t.Fatalf("%s, %s: %s is listed twice", id, d.Name, text)
				}
				seen[text] = true
				many = len(seen) >= 2000
				return !many
			}); err != nil {
				t.Fatal(err)
			}
			switch listed++; {
			case many:
				skipped++
			case !shuffles && !seen[spelled+fmt.Sprint(answer.Kind)]:
				t.Fatalf("%s, %s: %s is not among %d answers", id, d.Name, spelled, len(seen))
			}
			if err := s.Apply(answer); err != nil {
				t.Fatal(err)
			}
		}
		if listed < 20 || skipped > listed/3 {
			t.Errorf("%s: %d decisions, %d with too many answers", id, listed, skipped)
		}
	}
}

func TestEnumerationOfSetsAndCounts(t *testing.T) {
	members := []int64{3, 5, 8, 13, 21}
	for least := range 6 {
		for most := least; most < 6; most++ {
			seen := map[string]bool{}
			sets(members, least, most, func(chosen []int64) bool {
				if len(chosen) < least || len(chosen) > most || !slices.IsSorted(chosen) {
					t.Errorf("%d..%d: %v", least, most, chosen)
				}
				seen[fmt.Sprint(chosen)] = true
				return true
			})
			want := 0
			for set := range uint(32) {
				if n := bits.OnesCount(set); n >= least && n <= most {
					want++
				}
			}
			if len(seen) != want {
				t.Errorf("%d..%d: %d sets, want %d", least, most, len(seen), want)
			}
			seen, want = map[string]bool{}, 0
			entries := []engine.Entry{{Available: 2}, {Available: 1}, {Available: 3}}
			counts(entries, least, most, func(n []int32) bool { seen[fmt.Sprint(n)] = true; return true })
			for i := range 3 * 2 * 4 {
				if sum := i%3 + i/3%2 + i/6; sum >= least && sum <= most {
					want++
				}
			}
			if len(seen) != want {
				t.Errorf("%d..%d: %d counts, want %d", least, most, len(seen), want)
			}
		}
	}
	for _, stop := range []func(use func() bool){
		func(use func() bool) { sets(members, 0, 5, func([]int64) bool { return use() }) },
		func(use func() bool) {
			counts([]engine.Entry{{Available: 9}, {Available: 9}}, 0, 18, func([]int32) bool { return use() })
		},
		func(use func() bool) { numbers(&engine.Decision{Min: 2, Max: 9}, func(int64) bool { return use() }) },
		func(use func() bool) {
			numbers(&engine.Decision{Min: 2, Max: 9, Members: []int64{2, 3, 5, 7}}, func(int64) bool { return use() })
		},
	} {
		n := 0
		if stop(func() bool { n++; return n < 3 }); n != 3 {
			t.Errorf("it goes on: %d", n)
		}
	}
}
