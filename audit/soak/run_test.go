package soak

// These tests run a soak of a small repository with injected faults, and check its report.

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"rulebound/engine"
	"rulebound/engine/def"
)

// repository has one game on the page of planted.
func repository(words []any, more map[string]string) fstest.MapFS {
	files := fstest.MapFS{"data/games/toy/10.md": {Data: fmt.Appendf(nil, planted, words...)}}
	for name, text := range more {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

// With rounds each variant continues after a failure; without them the current round ends.
func TestFaultIsReportedWithVariantSeedAndAnswers(t *testing.T) {
	for end, want := range map[string]string{"gold": "", "=9 div (gold - gold)": "division"} {
		r, err := Run(repository([]any{"red", "true", "true", "3", end}, nil), Config{Rounds: 2, Seed: 5})
		if err != nil {
			t.Fatal(err)
		}
		if want == "" {
			if len(r.Failures) > 0 || len(r.Rows) != 2 || r.Rows[0].Games != 2 {
				t.Errorf("%+v", r)
			}
			continue
		}
		var seeds []uint64
		for _, f := range r.Failures {
			if seeds = append(seeds, f.Seed); !strings.Contains(f.Problem, want) || f.Played == nil || len(f.Played.Answers) != 18 {
				t.Errorf("%+v", f)
			}
		}
		if !slices.Equal(seeds, []uint64{5, 6, 7, 8}) || r.Failures[0].Variant != "toy minimal" || r.Failures[1].Variant != "toy uniform" {
			t.Errorf("%+v", r.Failures)
		}
	}
}

// hinted is a game in which all answers lead to flour; a search page can restrict the answers with it.
const hinted = "# Toy\n\n```yaml" + `
game: {id: toy, title: Toy, main: play}
seats: [{id: red}]
spaces: [{id: hill, adjacent: []}, {id: dale, adjacent: []}, {id: moor, adjacent: []}]
tracks: [{id: flour, min: 0, max: 9, initial: 0}]
procedures:
- id: play
  do:
  - ensure: flour >= 1
    do: [{one: $last, by: red, from: spaces, do: [{gain: {flour: 1}}]}]
  - over: {}
` + "```\n"

// Without rounds a failure ends the run after its round, however much time is left. With rounds all variants have a
// row.
func TestFailureEndsARunWithoutRounds(t *testing.T) {
	wrong, right := repository([]any{"red", "true", "true", "3", "=9 div (gold - gold)"}, nil), repository([]any{"red", "true", "true", "3", "gold"}, nil)
	if r, err := Run(wrong, Config{Span: time.Hour}); err != nil || len(r.Failures) != 2 || len(r.Rows) != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err := Run(right, Config{Rounds: 1, Owns: func(int) bool { return false }}); err != nil || len(r.Rows) != 2 || r.Rows[0].Games != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

// Games begin on boards if there are any. The last play is discarded if the next game cannot begin.
func TestGamesBeginOnBoards(t *testing.T) {
	boards := map[string]string{"scenarios/toy.boards.yaml": "- {values: {gold: ['5']}}\n"}
	files := repository([]any{"red", "true", "true", "3", "gold"}, boards)
	variants, err := load(files, "toy")
	if err != nil || len(variants) != 4 || variants[1].String() != "toy/boards minimal" {
		t.Fatal(variants, err)
	}
	v := variants[1]
	v.without = (&plain{}).without
	if err := v.playOne(1); err != nil || v.last.Setup.Values["gold"] != "5" {
		t.Errorf("%+v, %v", v.last, err)
	}
	v.load = func() (*engine.Game, error) { return nil, errors.New("no") }
	if err := v.playOne(2); err == nil || v.last != nil {
		t.Errorf("%+v, %v", v.last, err)
	}
}

// With hints a search page that prunes a legal answer is reported. The injected fault requires another space.
func TestWrongSearchHintIsReported(t *testing.T) {
	for hint, want := range map[string]string{"flour < 3": "", "$last != dale": "without search pages: "} {
		files := repository(nil, map[string]string{
			"data/games/toy/10.md": hinted, "data/games/toy/99.md": "# Search\n\n```yaml\nsearch:\n  play.last: {needs: " + hint + "}\n```\n",
		})
		r, err := Run(files, Config{Rounds: 1, Hints: true})
		if err != nil {
			t.Fatal(err)
		}
		if (len(r.Failures) > 0) != (want != "") || want != "" && !strings.HasPrefix(r.Failures[0].Problem, "answer 1, "+want) || want == "" && (len(r.Beside) != 1 || r.Beside[0].Ahead == 0) {
			t.Errorf("%s: %+v", hint, r)
		}
	}
}

// Seats take every kind of stance, also in a replay.
func TestSeatsTakeStances(t *testing.T) {
	page := strings.Replace(planted, "{id: gold, type: int}", "{id: gold, type: int}, {id: lends, type: bool, per: seat, stance: [red, blue]}, {id: mood, type: mood, per: seat, stance: [red]}", 1)
	page = strings.Replace(page, "seats:", "enums: {mood: [low, middle, high]}\nseats:", 1)
	files := repository(nil, map[string]string{"data/games/toy/10.md": fmt.Sprintf(page, "red", "true", "true", "3", "gold")})
	variants, err := load(files, "toy")
	if err != nil {
		t.Fatal(err)
	}
	v, taken, moods := variants[0], map[int]int{}, map[int64]bool{}
	v.without = (&plain{}).without
	for seed := range uint64(80) {
		if err := v.playOne(seed); err != nil {
			t.Fatal(err)
		}
		for _, a := range v.last.Answers {
			if a.Kind == engine.Stance {
				if taken[a.Seat]++; a.Member > 1 {
					moods[a.Member] = true
				}
			}
		}
	}
	if taken[0] == 0 || taken[1] == 0 || !moods[2] || len(moods) > 1 {
		t.Errorf("stances by seat: %v, moods %v", taken, moods)
	}
}

// Another decision, set-up or answer changes the fingerprint.
func TestFingerprintsOfDifferingDecisionsDiffer(t *testing.T) {
	seen := map[uint64]string{}
	met := func(what string, n uint64) {
		if other := seen[n]; other != "" {
			t.Errorf("%s and %s have one fingerprint", what, other)
		}
		seen[n] = what
	}
	for what, change := range map[string]func(d *engine.Decision){
		"nothing": func(*engine.Decision) {}, "kind": func(d *engine.Decision) { d.Kind = def.Pick }, "seat": func(d *engine.Decision) { d.Seat = 1 },
		"min": func(d *engine.Decision) { d.Min = 1 }, "max": func(d *engine.Decision) { d.Max = 7 }, "count": func(d *engine.Decision) { d.Count = 1 },
		"decline": func(d *engine.Decision) { d.Decline = 1 }, "stop": func(d *engine.Decision) { d.Stop = true },
		"obliged": func(d *engine.Decision) { d.Obliged = true }, "fault": func(d *engine.Decision) { d.Fault = &engine.Fault{} },
		"members": func(d *engine.Decision) { d.Members = []int64{4, 6} }, "fewer members": func(d *engine.Decision) { d.Members = []int64{4} },
		"costs": func(d *engine.Decision) { d.Costs = []int64{2, 2} }, "no costs": func(d *engine.Decision) { d.Costs = nil }, "budget": func(d *engine.Decision) { d.Budget = 9 },
		"options": func(d *engine.Decision) { d.Options = []engine.Option{{Index: 3}} }, "also": func(d *engine.Decision) { d.Also = []engine.Option{{Index: 3}} },
		"entries": func(d *engine.Decision) { d.Entries = []engine.Entry{{Zone: 1, Class: 2, Available: 4}} },
	} {
		d := &engine.Decision{Name: "act", Kind: def.One, Max: 5, Members: []int64{4, 5}, Costs: []int64{1, 2}, Budget: 3, Options: []engine.Option{{Index: 2}},
			Entries: []engine.Entry{{Zone: 1, Class: 2, Available: 3}}}
		change(d)
		met(what, published(d))
	}
	clear(seen)
	for what, change := range map[string]func(s *engine.Setup, a *engine.Answer){
		"nothing": func(*engine.Setup, *engine.Answer) {}, "set-up": func(s *engine.Setup, _ *engine.Answer) { s.ID = "late" },
		"values": func(s *engine.Setup, _ *engine.Answer) { s.Values = map[string]string{"gold": "1"} },
		"kind":   func(_ *engine.Setup, a *engine.Answer) { a.Kind = engine.Side }, "seat": func(_ *engine.Setup, a *engine.Answer) { a.Seat = 1 },
		"option": func(_ *engine.Setup, a *engine.Answer) { a.Option = 1 }, "member": func(_ *engine.Setup, a *engine.Answer) { a.Member = 1 },
		"set": func(_ *engine.Setup, a *engine.Answer) { a.Set = 1 }, "number": func(_ *engine.Setup, a *engine.Answer) { a.N = 1 },
		"stop": func(_ *engine.Setup, a *engine.Answer) { a.Stop = true }, "counts": func(_ *engine.Setup, a *engine.Answer) { a.Counts = []int32{1} },
		"order": func(_ *engine.Setup, a *engine.Answer) { a.Order = []int64{1} }, "chosen": func(_ *engine.Setup, a *engine.Answer) { a.Chosen = []int64{1} },
	} {
		s, a := engine.Setup{ID: "start", Seed: 3}, engine.Answer{}
		change(&s, &a)
		met(what, fingerprint(s, []engine.Answer{a}))
	}
	if fingerprint(engine.Setup{Seed: 3}, nil) != fingerprint(engine.Setup{Seed: 4}, nil) {
		t.Error("the seed counts, whose chance is among the answers")
	}
}

// With no time one round is played, without variants of more than one option unless one is chosen; an exhausted variant
// is skipped, and a failure ends its round.
func TestRoundsEndAtTheTimeLimitOrOnAFailure(t *testing.T) {
	two := map[string]string{"a": "x", "b": "y"}
	for what, c := range map[string]struct {
		span   time.Duration
		chosen bool
		failed int // the call that fails, 0: none
		last   int // the call after which no game may begin, 0: none
		want   string
	}{
		"no time":            {0, false, 0, 0, "0 1 3"},
		"no time, chosen":    {0, true, 0, 0, "0 1 2 3"},
		"a failure at once":  {time.Hour, false, 1, 0, "0 1 2 3"},
		"a failure at last":  {time.Hour, false, 4, 0, "0 1 2 3"},
		"a failure later on": {time.Hour, false, 6, 0, "0 1 2 3 5 6 7 8"},
		"a game cut short":   {time.Hour, false, 0, 2, "0 1"},
	} {
		variants := []*variant{{}, {options: map[string]string{"a": "x"}}, {options: two}, {}, {spentUp: true}}
		var calls []string
		forTime(variants, c.span, c.chosen, func(v *variant, number int) (ok, more bool) {
			calls = append(calls, fmt.Sprint(number))
			return len(calls) != c.failed, len(calls) != c.last
		})
		if got := strings.Join(calls, " "); got != c.want {
			t.Errorf("%s: games %s, want %s", what, got, c.want)
		}
	}
}

// A game that is stopped is no failure, and has had some time of its own.
func TestAGameEndsWhenTheTimeIsOver(t *testing.T) {
	began := time.Now()
	for what, c := range map[string]struct {
		until, began time.Time
		want         bool
	}{
		"no end":                     {time.Time{}, began.Add(-time.Hour), false},
		"time is left":               {began.Add(time.Hour), began.Add(-time.Hour), false},
		"time is over":               {began.Add(-time.Second), began.Add(-time.Hour), true},
		"time is over, a short game": {began.Add(-time.Second), began, false},
	} {
		if got := (&variant{until: c.until}).late(c.began); got != c.want {
			t.Errorf("%s: late %v", what, got)
		}
	}
}

// The last failure is included; repeated games do not count.
func TestTimedRunReportsOnlyVariantsThatPlayed(t *testing.T) {
	r, err := Run(repository([]any{"red", "true", "true", "3", "gold"}, nil), Config{Variant: "toy uniform"})
	if err != nil || len(r.Rows) != 1 || r.Rows[0].Variant != "toy uniform" || r.Rows[0].Games != 1 || r.Rows[0].Decisions != 18 || r.Rows[0].Longest != 18 || r.Rows[0].Rate <= 0 {
		t.Errorf("%+v, %v", r, err)
	}
	v := &variant{played: map[uint64]bool{}}
	for game, want := range map[uint64]bool{1: true, 2: true} {
		if v.isNew(game) != want || v.isNew(game) {
			t.Errorf("game %d", game)
		}
	}
	for range maxRepeats - 1 {
		v.isNew(1)
	}
	if !v.spentUp {
		t.Error("a variant with nothing new goes on")
	}
}

func TestReportsAreJoinedAndWritten(t *testing.T) {
	part := func(games, longest int, seed uint64) *Report {
		return &Report{Rows: []Row{newRow("toy uniform", games, 10*games, longest, float64(games)), newRow("toy minimal", 0, 0, 0, 0)},
			Failures: []Failure{{Variant: "toy uniform", Seed: seed}}, Beside: []Beside{{"toy", 4, 3, 1}}}
	}
	r, err := Join([]*Report{part(1, 9, 7), part(2, 8, 5)})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	want := fmt.Sprintf("%-60s      3 games        30 decisions, longest      9,       10 a second\n", "toy uniform") +
		"toy without search pages: 8 decisions compared, 6 of them under an obligation, 2 skipped\n"
	if err := r.Write(&out); err != nil || out.String() != want || len(r.Failures) != 2 || r.Failures[0].Seed != 5 {
		t.Errorf("%v, %+v\n%s\nwant\n%s", err, r, &out, want)
	}
	other := part(1, 1, 1)
	other.Rows[1].Variant = "toy/other minimal"
	for _, parts := range [][]*Report{{r, other}, {nil}, {r, nil}} {
		if _, err := Join(parts); err == nil {
			t.Errorf("%v are joined", parts)
		}
	}
}
