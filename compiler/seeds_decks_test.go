package compiler_test

// These tests compile the fragments of the drafts on scenarios: the cards of their decks, the leader box, the capabilities at the
// start.

import (
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
	"rulebound/compiler/diag"
	"rulebound/engine"
	"rulebound/engine/def"
)

// deckCards returns the cards of the page: 24 events of 1964, 48 of 1965, 48 of 1968, four pivotal events, six coup cards.
func deckCards() string {
	var b strings.Builder
	b.WriteString("\n```yaml\ncards:\n")
	for i := 1; i <= 130; i++ {
		switch {
		case i <= 120:
			fmt.Fprintf(&b, "- {id: card-%d, order: [US, ARVN, NVA, VC], metadata: { period: \"%d\" }}\n", i, periodOf(i))
		case i <= 124:
			fmt.Fprintf(&b, "- {id: card-%d, kind: pivotal, order: [VC, NVA, ARVN, US]}\n", i)
		default:
			fmt.Fprintf(&b, "- {id: card-%d, kind: coup}\n", i)
		}
	}
	return b.String() + "```\n"
}

func periodOf(card int) int {
	switch {
	case card <= 24:
		return 1964
	case card <= 72:
		return 1965
	}
	return 1968
}

func compileDecks(t *testing.T, edits ...string) (*def.GameDef, diag.List) {
	t.Helper()
	data, err := os.ReadFile(path.Join(fragmentDir, "decks.md"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for i := 0; i < len(edits); i += 2 {
		if !strings.Contains(text, edits[i]) {
			t.Fatalf("the page does not say %q", edits[i])
		}
		text = strings.Replace(text, edits[i], edits[i+1], 1)
	}
	def, _, list := compiler.Compile(fstest.MapFS{"game/10.md": {Data: []byte(text + deckCards())}}, "game")
	return def, list
}

// builtDeck sets up a scenario and lets chance build its deck, which it returns from the top as numbers of cards.
func builtDeck(t *testing.T, gd *def.GameDef, setup string, seed uint64) (*table, []int) {
	t.Helper()
	game, err := engine.Load(gd, nil)
	if err != nil {
		t.Fatal(err)
	}
	state, err := game.New(engine.Setup{ID: setup, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	for state.Decision() != nil {
		a, err := state.Draw()
		if err != nil {
			t.Fatal(err)
		}
		if err := state.Apply(a); err != nil {
			t.Fatal(err)
		}
	}
	pile := slices.IndexFunc(gd.Piles, func(p def.PileDef) bool { return p.ID == "deck" })
	var cards []int
	for _, c := range state.Cards(int32(pile)) {
		cards = append(cards, int(c)+1)
	}
	return &table{t, game, state}, cards
}

var scenarios = []struct {
	id                    string
	excluded, deck, piles int
	leaderBox             string
	coups                 []int // those that can be dealt
	periods               []int // those of the piles
}{
	{"short", 5, 27, 3, "2", []int{127, 128, 130}, []int{1965, 1965, 1965}},
	{"medium", 4, 39, 3, "3", []int{128, 129, 130}, []int{1968, 1968, 1968}},
	{"full", 4, 78, 6, "0", []int{125, 126, 127, 128, 129, 130}, []int{1964, 1965, 1965, 1968, 1968, 1968}},
}

func TestDecksOfTheScenarios(t *testing.T) {
	def, list := compileDecks(t)
	report(t, list)
	byPeriod, list := compileDecks(t, "enabled: false", "enabled: true", "enabled: false", "enabled: true", "enabled: false", "enabled: true")
	report(t, list)
	for _, s := range scenarios {
		t.Run(s.id, func(t *testing.T) {
			excluded := fmt.Sprint(s.excluded)
			for seed := range uint64(20) {
				b, cards := builtDeck(t, def, s.id, seed)
				b.is("leaderBoxCardCount", s.leaderBox)
				if v, _, err := b.state.Value("excluded-cards"); err != nil || fmt.Sprint(len(setMembers(v))) != excluded {
					t.Fatalf("%d cards are excluded, want %s (%v)", len(setMembers(v)), excluded, err)
				}
				checkDeck(t, cards, s.deck, s.piles, s.coups, nil)
				_, cards = builtDeck(t, byPeriod, s.id, seed)
				checkDeck(t, cards, s.deck, s.piles, s.coups, s.periods)
			}
		})
	}
}

func setMembers(v int64) []int {
	var out []int
	for i := range 64 {
		if v>>uint(i)&1 == 1 {
			out = append(out, i)
		}
	}
	return out
}

// checkDeck checks a deck of a size, in piles with one coup card each.
func checkDeck(t *testing.T, cards []int, size, piles int, coups, periods []int) {
	t.Helper()
	if len(cards) != size {
		t.Fatalf("a deck of %d cards, want %d", len(cards), size)
	}
	each := size / piles
	for p := range piles {
		rounds := 0
		for _, card := range cards[p*each : (p+1)*each] {
			switch {
			case slices.Contains(coups, card):
				rounds++
			case card > 120:
				t.Fatalf("card-%d is in the deck", card)
			case periods != nil && periodOf(card) != periods[p]:
				t.Fatalf("card-%d of %d is in pile %d", card, periodOf(card), p+1)
			}
		}
		if rounds != 1 {
			t.Fatalf("pile %d has %d coup cards", p+1, rounds)
		}
	}
}

func TestPeriodsOfTheEvents(t *testing.T) {
	counts := map[int]int{}
	for i := 1; i <= 120; i++ {
		counts[periodOf(i)]++
	}
	if counts[1964] != 24 || counts[1965] != 48 || counts[1968] != 48 {
		t.Errorf("periods have %v events", counts)
	}
	def, list := compileDecks(t)
	report(t, list)
	for _, l := range def.Lookups {
		if l.ID == "card.period" && (l.Values[0] != 1964 || l.Values[24] != 1965 || l.Values[119] != 1968) {
			t.Errorf("the metadata of the cards give the periods %v", l.Values)
		}
	}
}

// Without its exclusions, the short scenario may deal a coup card that was removed.
func TestDraftWithoutExclusionsDealsARemovedCard(t *testing.T) {
	def, list := compileDecks(t, "      - card-129   # Failed Attempt (1 of 2 removed in Short)\n", "")
	report(t, list)
	for seed := range uint64(50) {
		if _, cards := builtDeck(t, def, "short", seed); slices.Contains(cards, 129) {
			return
		}
	}
	t.Error("card-129 is never dealt, though nothing excludes it")
}

func TestLeaderBoxCardCountIsCheckedNotSet(t *testing.T) {
	_, list := compileDecks(t, "- trackId: leaderBoxCardCount\n          value: 3", "- trackId: leaderBoxCardCount\n          value: 0")
	if len(list) != 1 || list[0].Code != "wrong-value" || !strings.Contains(list[0].Error(), "leaderBoxCardCount is 3 in set-up medium, not 0") {
		t.Errorf("a wrong count gives %v", list)
	}

	// The draft's own form, a variable, is 0 in each set-up without values.
	variable := []string{"derived:\n- {id: leaderBoxCardCount, type: int, value: =size(leader)}", "globalVars:\n- name: leaderBoxCardCount\n  type: int\n  init: 0\n  min: 0\n  max: 8"}
	def, list := compileDecks(t, variable...)
	report(t, list)
	draft, list := compileDecks(t, append(variable, "        - trackId: leaderBoxCardCount\n          value: 2\n", "", "        - trackId: leaderBoxCardCount\n          value: 3\n", "")...)
	report(t, list)
	for _, s := range scenarios {
		b, _ := builtDeck(t, def, s.id, 1)
		b.is("leaderBoxCardCount", s.leaderBox)
		b, _ = builtDeck(t, draft, s.id, 1)
		b.is("leaderBoxCardCount", "0")
	}
}

func TestCapabilityAtTheStartGoesWithPeriodEvents(t *testing.T) {
	const conditional, unconditional = ", onlyWithPeriodEvents: true", ""
	for _, k := range []struct {
		edits []string
		want  int
	}{
		{[]string{conditional, unconditional}, 1}, // the draft
		{nil, 0},
		{[]string{"enabled: false", "enabled: true"}, 1},
		{[]string{"capabilityId: aaa, side: shaded", "capabilityId: quiet", conditional, unconditional}, 1},
	} {
		def, list := compileDecks(t, k.edits...)
		report(t, list)
		if got := len(def.Setups[0].Active); got != k.want {
			t.Errorf("%q: %d effects in force from the start, want %d", k.edits, got, k.want)
		}
	}
}
