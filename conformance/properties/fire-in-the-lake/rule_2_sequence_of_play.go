// Section 2 as a whole: random games follow the sequence of play.

package fireinthelake

import (
	"fmt"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// longest is more than the number of decisions of any random game.
const longest = 20000

var _ = Describe("2 Sequence of play", kit.Clauses("2"), func() {
	It("keeps the sequence of play in random games", kit.Clauses("2.3-a", "2.3.2-d", "2.3.4-a", "2.3.6-a", "2.3.8-b", "2.3.8-p", "2.3.9-a"), func() {
		g := kit.Load("fire-in-the-lake", nil)
		seen := map[string]int{}
		for seed := range uint64(30) {
			w := &witness{g: g, seen: seen, seed: seed}
			playout(g, seed, w)
			Expect(w.problems).To(BeEmpty(), "seed %d", seed)
		}
		for _, what := range []string{"first", "second", "pass", "interrupt asked", "interrupt", "barred", "monsoon", "round", "final round"} {
			Expect(seen[what]).To(BeNumerically(">", 0), "no random game came across: %s (of %v)", what, seen)
		}
	})
})

// setupOf returns the set-up of a random game, in turn.
func setupOf(seed uint64, o engine.Observer) engine.Setup {
	return engine.Setup{ID: []string{"full", "medium", "short"}[seed%3], Seed: seed, Observer: o}
}

// playout plays a random game to its end with two minimal and two uniform players; the seed assigns the seats.
func playout(g *engine.Game, seed uint64, o engine.Observer) {
	GinkgoHelper()
	s, err := g.New(setupOf(seed, o))
	Expect(err).NotTo(HaveOccurred())
	s.Observe(o)
	seats := make([]players.Player, 4)
	for i := range seats {
		if (int(seed)+i)%2 == 0 {
			seats[i] = players.NewMinimal(seed<<3 + uint64(i))
		} else {
			seats[i] = players.NewUniform(seed<<3 + uint64(i))
		}
	}
	for n := 0; s.Decision() != nil; n++ {
		d := s.Decision()
		var a engine.Answer
		if d.Seat == engine.Chance {
			a, err = s.Draw()
		} else {
			a = seats[d.Seat].Answer(s, d)
		}
		if err != nil || n == longest {
			Fail(fmt.Sprintf("seed %d, decision %d: the game does not end, or %v", seed, n, err))
		}
		if err := s.Apply(a); err != nil {
			Fail(fmt.Sprintf("seed %d, decision %d: %v", seed, n, err))
		}
	}
}

// witness checks a random game against the rules of section 2, using only published values and the orders printed on
// the cards.
type witness struct {
	g        *engine.Game
	seed     uint64
	seen     map[string]int
	problems []string
	card     string         // on top of the played pile
	acted    []string       // on the current card
	passed   []string       // on the current card, and not made eligible again since
	limited  bool           // the current operation is a limited one
	spaces   int            // selected for it
	barred   map[string]int // seats made ineligible by an event: 2 through the next card, 1 through this one
	kept     map[string]int // seats kept eligible by an event, likewise
}

func (w *witness) Event(s *engine.State, e *engine.Event) {
	switch e.Kind {
	case engine.Asked:
		a := e.Answer()
		switch w.g.Def().Decisions[a.Decision].Name {
		case "class":
			w.turn(s, w.g.Def().Seats[a.Seat].ID)
		case "interrupt":
			w.interrupt(s, w.g.Def().Seats[a.Seat].ID)
		case "specialActivity":
			if w.limited {
				w.wrong("a limited operation brings a special activity")
			}
		}
	case engine.BodyBegan:
		if w.limited && w.g.Def().Decisions[e.Body().Decision].Name == "spaces" {
			if w.spaces++; w.spaces > 1 {
				w.wrong("a limited operation selects %d spaces", w.spaces)
			}
		}
	case engine.Answered, engine.Forced:
		a := e.Answer()
		d := w.g.Def().Decisions[a.Decision]
		if a.Seat == engine.Chance || a.Value < 0 {
			return
		}
		seat, option := w.g.Def().Seats[a.Seat].ID, ""
		switch {
		case a.Form == engine.ByOption:
			option = d.Options[a.Value].Name
		case d.Kind == def.One:
			option = w.g.Format(a.Value, d.Elem)
		}
		switch {
		case d.Name == "class" && option == "pass":
			w.passed = append(w.passed, seat)
			w.seen["pass"]++
		case d.Name == "class":
			w.acted = append(w.acted, seat)
		}
		if d.Name == "class" {
			w.limited, w.spaces = option == "limitedOperation", 0
		}
	case engine.CardMoved:
		m := e.Card()
		if piles := w.g.Def().Piles; piles[m.To].ID == "played" {
			w.card = w.g.Def().Cards[m.Card].ID
			if piles[m.From].ID == "lookahead" {
				w.acted, w.passed = nil, nil
			}
		}
	case engine.Noted:
		w.note(s, w.g.Def().Notes[e.Note()].Name, e.Values)
	}
}

func (w *witness) note(s *engine.State, name string, values []int64) {
	switch {
	case name == "eligibility-after":
		w.adjusted(s)
	case name == "window-opened":
		w.override(w.g.Def().Seats[values[0]].ID, values[1])
	case name == "monsoon":
		w.seen["monsoon"]++
	case name == "round-card" && values[2] == 0:
		w.seen["skipped round"]++
	case name == "round-card":
		w.seen["round"]++
		if values[1] == 1 {
			w.seen["final round"]++
		}
	case name == "interrupt":
		w.seen["interrupt"]++
		if len(w.acted) > 0 {
			w.wrong("a pivotal event is executed after %v acted", w.acted)
		}
		w.acted = append(w.acted, w.g.Def().Seats[values[0]].ID)
	}
}

// override records how an event text changes the eligibility of a seat: 0 it remains eligible, 1 it is ineligible, 2 it
// is eligible at once, or if it has acted, on the next card (2.3.6-e, f, h).
func (w *witness) override(seat string, effect int64) {
	if w.kept == nil {
		w.kept, w.barred = map[string]int{}, map[string]int{}
	}
	switch effect {
	case 0:
		w.kept[seat], w.barred[seat] = 2, 0
	case 1:
		w.kept[seat], w.barred[seat] = 0, 2
		w.seen["barred"]++
	case 2:
		w.barred[seat] = 0
		if slices.Contains(w.acted, seat) {
			w.kept[seat] = 2
		} else {
			w.passed = slices.DeleteFunc(w.passed, func(x string) bool { return x == seat })
		}
	}
}

// adjusted checks eligibility after its adjustment or reset.
func (w *witness) adjusted(s *engine.State) {
	reset := number(w.card) > 124
	for _, x := range w.g.Def().Seats {
		seat := x.ID
		want := reset || w.barred[seat] < 2 && (w.kept[seat] == 2 || !slices.Contains(w.acted, seat))
		if have := w.value(s, seat+".eligible") == 1; have != want {
			w.wrong("%s is eligible: %v, expected %v (acted %v, barred %v, kept %v)", seat, have, want, w.acted, w.barred, w.kept)
		}
		for _, windows := range []map[string]int{w.barred, w.kept} {
			if windows[seat] > 0 {
				windows[seat]--
			}
			if reset {
				delete(windows, seat)
			}
		}
	}
}

func (w *witness) wrong(format string, args ...any) {
	w.problems = append(w.problems, w.card+": "+fmt.Sprintf(format, args...))
}

func (w *witness) value(s *engine.State, name string) int64 {
	v, _, err := s.Value(name)
	if err != nil {
		w.wrong("%v", err)
	}
	return v
}

// turn checks that a seat may act now.
func (w *witness) turn(s *engine.State, seat string) {
	w.seen[[]string{"first", "second", "third"}[min(len(w.acted), 2)]]++
	if len(w.acted) > 1 {
		w.wrong("%s is asked after %v", seat, w.acted)
	}
	for _, x := range printed(w.card) {
		askable := w.value(s, x+".eligible") == 1 && !slices.Contains(w.acted, x) && !slices.Contains(w.passed, x)
		if x == seat {
			if !askable {
				w.wrong("%s is asked and should not be", seat)
			}
			return
		}
		if askable {
			w.wrong("%s is asked before %s", seat, x)
			return
		}
	}
}

// interrupt checks that a pivotal event may be played now.
func (w *witness) interrupt(s *engine.State, seat string) {
	w.seen["interrupt asked"]++
	switch {
	case w.value(s, "monsoon") == 1:
		w.wrong("%s is asked for a pivotal event in a monsoon", seat)
	case len(w.acted) > 0:
		w.wrong("%s is asked for a pivotal event after %v acted", seat, w.acted)
	case w.value(s, seat+".eligible") == 0 || slices.Contains(w.passed, seat):
		w.wrong("%s is asked for a pivotal event and is out of this card", seat)
	case w.value(s, "leaderBoxCardCount") < 2:
		w.wrong("%s is asked for a pivotal event with one leader", seat)
	case seat == "us" && w.value(s, "usVictory") <= 40-15*w.value(s, "peace-talks"):
		w.wrong("the US are asked for a pivotal event below their total")
	}
}
