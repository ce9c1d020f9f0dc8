package suggest

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/audit/mutation"
	"rulebound/conformance/corpus"
	"rulebound/conformance/scenario"
)

const page = `# 1 Digging

- **1-a** *Digging.* Red digs for gold, or rests.
- **1-b** *Riches.* Who has five pieces of gold is rich.
- **1-c** *Manners.* Nobody boasts.

` + "```yaml" + `
game: {id: toy, title: Toy, main: play}
seats: [{id: red}]
tracks:
- {id: gold, title: Gold, min: 0, max: 9, initial: 0}
- {id: fame, title: Fame, min: 0, max: 9, initial: 0}
- {id: luck, title: Luck, min: 0, max: 9, initial: 0}
procedures:
- id: play
  do:
  - menu: act
    rule: 1-a
    by: red
    options: {rest: {do: []}, dig: {do: [{gain: {gold: 1}}]}}
  - menu: act
    rule: 1-a
    by: red
    options: {rest: {do: []}, dig: {do: [{gain: {gold: 1}}]}}
  - if: gold >= 5
    rule: 1-b
    then:
    - gain: {fame: 1}
    - if: gold == 5 and luck > 3
      rule: 1-b
      then: [{gain: {fame: 1}}]
  - menu: boast
    by: red
    options: {no: {do: []}, yes: {do: []}}
  - over: {}
` + "```\n"

// script reaches everything except riches.
const script = `version: 1
title: Two pieces of gold
game: toy
rules: [1-a]
moves:
- {red: , act: [dig, rest]}
expect: {state: {gold: 1}}
`

// toy is a game that is rich in nothing.
func toy(t *testing.T, text string) *corpus.Game {
	t.Helper()
	g, err := corpus.OpenGame(fstest.MapFS{"data/games/toy/10.md": {Data: []byte(text)}, "scenarios/toy/1/dig.yaml": {Data: []byte(script)}}, "toy")
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// joined has the findings in all chapters of a game.
func joined(chapters []*Result, err error) (*Result, error) { return Join(chapters), err }

func plays(g *corpus.Game) []*corpus.Play { return corpus.PlayEach(g.Cases, func(int, int) {}) }

// What is found is as short as it can be: two answers have to be given, two values have to be so.
func TestSuggestedScriptIsMinimal(t *testing.T) {
	g := toy(t, page)
	r, err := joined(Coverage(g, plays(g), Config{Seed: 1, Work: 20000, Section: "1-b"}))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Missed) > 0 {
		t.Errorf("missed %v", r.Missed)
	}
	i := slices.IndexFunc(r.Found, func(s *Suggestion) bool { return strings.Contains(s.Text, "luck") })
	if i < 0 {
		t.Fatal("nothing needs luck")
	}
	got := r.Found[i].Text[strings.Index(r.Found[i].Text, "rules:"):]
	want := func(gold, act, state string) string {
		return "rules: [1-b]\nsetup:\n  values: {gold: " + gold + ", luck: 4}\nmoves:\n- red: " + act + "\n" +
			"# Unverified, what the engine says; hold it against the clause first:\n# expect:\n#   asked: {seat: red, decision: boast}\n" +
			"#   legal: {seat: red, decision: boast, options: [no, yes]}\n#   state: {" + state + "fame: 2}\n"
	}
	all := []string{want("5", "rest\n- red: rest", ""), want("4", "dig\n- red: rest", ""), want("4", "rest\n- red: dig", "gold: 5, "), want("3", "dig\n- red: dig", "gold: 5, ")}
	if !slices.Contains(all, got) {
		t.Errorf("got\n%s\nwant\n%s", got, all[0])
	}
}

// A suggestion is found again with the same seed, to the byte, in the same work.
func TestSuggestIsDeterministic(t *testing.T) {
	find := func() *Result {
		g, c := repository(t, "tidelands")
		g.Cases = slices.DeleteFunc(g.Cases, func(x *corpus.Case) bool { return strings.HasPrefix(x.Script.Section, "2.8") })
		c.Work = 10000
		r, err := joined(Coverage(g, plays(g), c))
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	a, b := find(), find()
	if a.Work != b.Work || len(a.Found) == 0 || !slices.EqualFunc(a.Found, b.Found, func(x, y *Suggestion) bool { return x.Text == y.Text && x.File() == y.File() }) {
		t.Errorf("%d answers for %d suggestions, then %d for %d, or other texts", a.Work, len(a.Found), b.Work, len(b.Found))
	}
}

// Each chapter is searched as if it were the only one, so the results do not depend on how processes divide them.
func TestChaptersAreSearchedIndependently(t *testing.T) {
	search := func(owns func(int) bool) []string {
		g, c := repository(t, "tidelands")
		g.Cases = slices.DeleteFunc(g.Cases, func(x *corpus.Case) bool { return !strings.HasPrefix(x.Script.Section, "2.6") })
		c.Work, c.Owns = 6000, owns
		chapters, err := Coverage(g, plays(g), c)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for i, r := range chapters {
			if (r != nil) != (owns == nil || owns(i)) {
				t.Errorf("chapter %d is searched by the other part", i)
			}
			text, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, string(text))
		}
		return out
	}
	all := search(nil)
	odd, even := search(func(i int) bool { return i%2 == 1 }), search(func(i int) bool { return i%2 == 0 })
	if len(all) < 3 || len(odd) != len(all) || len(even) != len(all) {
		t.Fatalf("%d chapters, in parts %d and %d", len(all), len(odd), len(even))
	}
	for i, want := range all {
		if got := [2]string{even[i], odd[i]}[i%2]; got != want {
			t.Errorf("chapter %d:\n%.400s\nwant:\n%.400s", i, got, want)
		}
	}
}

// With the result of the engine as its expectation, a suggestion plays without a problem and reaches the place that it shows.
func TestSuggestionWithExpectationPasses(t *testing.T) {
	g, c := repository(t, "tidelands")
	hidden, _ := repository(t, "tidelands")
	hidden.Cases = slices.DeleteFunc(hidden.Cases, func(x *corpus.Case) bool { return strings.HasPrefix(x.Script.Section, "2.6") })
	c.Work = 20000
	r, err := joined(Coverage(hidden, plays(hidden), c))
	if err != nil || len(r.Found) < 3 {
		t.Fatalf("%d found, %v", len(r.Found), err)
	}
	for _, s := range r.Found {
		if _, problems := scenario.Parse(s.File(), []byte(s.Text)); !problems.HasErrors() {
			t.Errorf("%s is a scenario without an expectation", s.File())
		}
		head, claims, _ := strings.Cut(s.Text, "# Unverified")
		_, claims, _ = strings.Cut(claims, "\n")
		x, problems := scenario.Parse(s.File(), []byte(head+strings.ReplaceAll("\n"+claims, "\n# ", "\n")))
		if x == nil {
			t.Errorf("%v\n%s", problems, s.Text)
			continue
		}
		p := (&corpus.Case{Game: g, Script: x}).Play()
		if err := p.Problem(); err != nil {
			t.Errorf("%v\n%s", err, s.Text)
		}
		for i := range s.Shows {
			if !slices.ContainsFunc(openTargetsAt(g, &s.Shows[i]), func(x place) bool { return x.seen(&p.Coverage.Ran, &p.Coverage.Yes, &p.Coverage.No) }) {
				t.Errorf("it does not show %s\n%s", s.Shows[i].String(), s.Text)
			}
		}
	}
}

// openTargetsAt gives what may be seen at a place, in the way that it says.
func openTargetsAt(g *corpus.Game, p *Place) []place {
	way := map[string]Way{"never true": WayTrue, "never let in": WayTrue, "never false": WayFalse, "never kept out": WayFalse}[p.Open]
	var out []place
	for i, n := range g.Def.Nodes {
		if n.File == p.File && int(n.Line) == p.Line && int(n.Col) == p.Col {
			out = append(out, place{int32(i), way})
		}
	}
	return out
}

// Without a single scenario, from set-ups and random boards alone, most of what all scenarios execute is found.
func TestMostPlacesAreFoundWithoutScenarios(t *testing.T) {
	g, c := repository(t, "tidelands")
	executed := g.Report(plays(g)).Total.Executed
	g.Cases = nil
	c.Work = 100000
	r, err := joined(Coverage(g, nil, c))
	if err != nil || r.Shown < executed*8/10 {
		t.Errorf("%d of %d places are found, %v", r.Shown, executed, err)
	}
}

// The work is bounded: a search that finds nothing gives the answers it may give, and a play more at most.
func TestSuggestStopsAtTheWorkLimit(t *testing.T) {
	g := toy(t, strings.Replace(page, "gold >= 5", "gold >= 5 and fame > gold + 9", 1))
	r, err := joined(Coverage(g, plays(g), Config{Seed: 1, Work: 3000}))
	if err != nil || len(r.Missed) == 0 || r.Work < 3000 || r.Work > 3100 {
		t.Errorf("%d answers, missed %v, %v", r.Work, r.Missed, err)
	}
}

// A play that shows a change says what goes otherwise where.
func TestSuggestionForAMutationNamesTheDifference(t *testing.T) {
	g := toy(t, page)
	changes, err := mutation.Changes(g, "1-b")
	if err != nil {
		t.Fatal(err)
	}
	all := len(changes)
	r, err := joined(Changes(g, changes, Config{Seed: 1, Work: 40000}))
	if err != nil || all == 0 || r.Shown < all*8/10 {
		t.Fatalf("%d of %d shown, missed %v, %v", r.Shown, all, r.Missed, err)
	}
	for _, s := range r.Found {
		if !strings.Contains(s.Text, " here, ") && !strings.Contains(s.Text, "cannot go on") {
			t.Errorf("no difference is named in\n%s", s.Text)
		}
	}
}

// A clause is shown by one play; one that nothing carries out is refused with what to do.
func TestSuggestionForAClauseIsOnePlay(t *testing.T) {
	g := toy(t, page)
	r, err := Clause(g, "1-b", Config{Seed: 1, Work: 20000})
	if err != nil || len(r.Found) != 1 {
		t.Errorf("%d found, %v", len(r.Found), err)
	}
	if _, err := Clause(g, "1-c", Config{Seed: 1, Work: 20000}); err == nil || !strings.Contains(err.Error(), "by hand") {
		t.Errorf("a clause that nothing carries out: %v", err)
	}
}

const camps = `# 1 Camps

- **1-a** *Fame.* Scouts on the outposts bring fame.

` + "```yaml" + `
game: {id: toy, title: Toy, main: play}
properties: {zone: {far: {type: bool, default: false}}}
seats: [{id: red}, {id: gold}]
spaces:
- {each: {n: 1..20}, id: "camp-{n}", title: "Camp {n}", adjacent: []}
- {each: {n: 1..3}, id: "outpost-{n}", title: "Outpost {n}", adjacent: [], far: true}
boxes: [{id: store, title: Store}]
pieces:
- {id: scout, title: Scout, seat: red, count: 9, home: store}
- {id: cart, title: Cart, seat: red, count: 9, home: store}
- {each: {n: 1..9}, id: "raider-{n}", title: Raider, seat: gold, count: 9, home: store}
sets: {outposts: =set($s in spaces where $s.far)}
tracks:
- {id: fame, title: Fame, min: 0, max: 9, initial: 0}
procedures:
- id: play
  rule: 1-a
  do:
  - gain: {fame: 1}
    if: pieces(outposts, scout) > 3
  - menu: act
    by: red
    options: {rest: {do: []}, dig: {do: []}}
  - over: {}
` + "```\n"

// Of a change of what a rule selects it matters what only one of the two rules selects: there the pieces are put.
func TestPositionsContainPiecesSelectedByOnlyOneRule(t *testing.T) {
	g := toy(t, camps)
	g.Cases = nil
	changes, err := mutation.Changes(g, "1-a")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ change, put string }{{"`{scout}` becomes `{red}`", "cart"}, {"`{outpost-1, outpost-2, outpost-3}` without `{outpost-1}`", "outpost-1"}} {
		at := slices.IndexFunc(changes, func(x *mutation.Change) bool { return x.Mutant.Change == c.change })
		if at < 0 {
			t.Errorf("no change %s", c.change)
			continue
		}
		s := newSearch(g, &Config{Seed: 1})
		x := changeTarget(g, changes[at])
		s.aim(x)
		n := 0
		for range 1000 {
			if slices.ContainsFunc(s.painter.vary(&position{}, x.focus).parts, func(p part) bool { return p.class == c.put || p.name == c.put }) {
				n++
			}
		}
		if n < 200 {
			t.Errorf("%s: %d of 1000 positions have %s", c.change, n, c.put)
		}
	}
}

// A clause that no scenario names is open, be all its places executed by scenarios of others, or does it only declare a track.
func TestClauseWithoutScenarioIsOpen(t *testing.T) {
	text := strings.NewReplacer("- **1-c** *Manners.* Nobody boasts.", "- **1-c** *Manners.* Who boasts, boasts at the end.\n- **1-d** *A purse.* It holds no more than nine pieces.",
		"- menu: boast\n    by: red", "- menu: boast\n    rule: 1-c\n    by: red", "max: 9, initial: 0}\n- {id: fame", "max: 9, initial: 0, rule: 1-d}\n- {id: fame").Replace(page)
	g := toy(t, text)
	for _, clause := range []string{"1-c", "1-d"} {
		r, err := joined(Coverage(g, plays(g), Config{Seed: 1, Work: 50000, Section: clause}))
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Missed) > 0 || !slices.ContainsFunc(r.Found, func(s *Suggestion) bool { return strings.Contains(s.Text, "\nrules: ["+clause) }) {
			t.Errorf("%s: %v, %d found", clause, r.Missed, len(r.Found))
		}
		for _, s := range r.Found {
			t.Log(s.Text)
		}
	}
	if r, err := Clause(g, "1-d", Config{Seed: 1, Work: 20000}); err != nil || len(r.Found) != 1 {
		t.Errorf("a clause of a track alone: %v", err)
	}
}

// A card that every set-up keeps in a pile of its own is put into no other one; cards that are dealt are.
func TestUndealtCardsStayInTheirPile(t *testing.T) {
	for id, c := range map[string]struct{ apart, dealt string }{"tidelands": {"pennant", "fog-bank"}, "fire-in-the-lake": {"card-122", "card-1"}} {
		g, err := corpus.OpenRules(os.DirFS("../.."), id)
		if err != nil {
			t.Fatal(err)
		}
		s := newSearch(g, &Config{Seed: 1})
		s.painter.apart = s.keptApart()
		if s.painter.apart[c.dealt] || !s.painter.apart[c.apart] {
			t.Errorf("%s: %v are kept apart", id, s.painter.apart)
		}
		for card := range g.Def.Cards {
			name := g.Def.Cards[card].ID
			p := &position{parts: []part{{kind: pileOf, name: "deck", cards: []string{c.dealt}}}}
			s.painter.top(p, int32(card))
			if in := slices.Contains(p.parts[0].cards, name); in == s.painter.apart[name] && name != c.dealt {
				t.Errorf("%s: %s in the deck: %t", id, name, in)
			}
		}
		t.Log(id, s.painter.apart)
	}
}

// Of a shuffle a script lists the cards that matter; the others follow as they lay.
func TestSuggestedShufflesListFewCards(t *testing.T) {
	g, _ := repository(t, "texas-holdem")
	g.Cases = nil
	r, err := joined(Coverage(g, nil, Config{Seed: 1, Work: 40000, Section: "2"}))
	if err != nil {
		t.Fatal(err)
	}
	shuffles := 0
	for _, s := range r.Found {
		for line := range strings.Lines(s.Text) {
			if n := strings.Count(line, "-of-"); n > 25 && !strings.HasPrefix(line, "#") {
				t.Errorf("%s lists %d cards: %s", s.File(), n, line)
			}
			shuffles += strings.Count(line, "shuffle")
		}
	}
	t.Log(len(r.Found), shuffles)
}
