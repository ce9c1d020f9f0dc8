package kit

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// at returns a pair at the first decision of that name, before a second play is drawn.
func at(t *testing.T, g *engine.Game, seat int, decision string) *twins {
	t.Helper()
	s, err := g.New(engine.Setup{Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	w := &twins{Twins: Twins{Game: g, Seat: seat}, a: s, gen: engine.NewGenerator(5), player: players.NewUniform(5)}
	for s.Decision().Name != decision {
		a, err := w.answer(s)
		if err == nil {
			err = s.Advance(a)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// A second play changes only values hidden from the seat: neither its own values nor secret answers of others, which it
// will observe.
func TestResamplingChangesOnlyHiddenValues(t *testing.T) {
	g := loaded(t, "{together: {$s: seats}, do: [{one: $c, from: members(coin)}], set: {$s.shown: $c}}", "visible: hidden")
	for _, c := range []struct {
		seat int
		want []string
	}{
		{0, []string{"blue.coin", "green.coin", "red.marks", "blue.marks", "green.marks", "red.bag", "blue.bag", "green.bag", "red.fate", "blue.fate", "green.fate"}},
		{2, []string{"red.coin", "blue.coin", "red.marks", "blue.marks", "green.marks", "red.bag", "blue.bag", "green.bag", "red.fate", "blue.fate", "green.fate"}},
		{engine.Chance, []string{"red.coin", "blue.coin", "green.coin", "red.marks", "blue.marks", "green.marks", "red.bag", "blue.bag", "green.bag", "red.fate", "blue.fate", "green.fate"}},
	} {
		w := at(t, g, c.seat, "wait")
		var got []string
		for _, cell := range w.veiled(w.a) {
			got = append(got, g.Def().CellName(int64(cell.cell)))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("seat %d: %v, want %v", c.seat, got, c.want)
		}
	}
}

// The offers to the seat may differ in a second play, which is a leak to be found; the view may not.
func TestResampledStateLooksTheSameToTheSeat(t *testing.T) {
	g := loaded(t, "{one: $c, by: $seat, from: members(coin), where: $c != gold or blue.coin == gold}", "visible: owner")
	offered := map[bool]bool{}
	for seed := range uint64(16) {
		w := at(t, g, 0, "c")
		w.gen = engine.NewGenerator(seed)
		b := w.resample(w.a)
		if b == nil {
			t.Fatal("there is no second play")
		}
		one, other := w.look(w.a), w.look(b)
		offered[one.same(other)] = true
		other.own, other.asked = one.own, one.asked
		if !one.same(other) {
			t.Errorf("seed %d: %v", seed, one.differences(g, other))
		}
	}
	if len(offered) != 2 {
		t.Errorf("the offers are always the same, or never: %v", offered)
	}
}

// hoard is a game of hidden values of each type, none of which a rule reads before the first decision.
const hoard = `# 1 Hoard

~~~yaml
game: {id: hoard, title: Hoard, main: play}
seats: [{id: red}, {id: blue}, {id: green}]
enums: {coin: [copper, silver, gold]}
properties: {card: {suit: int}}
piles: [{id: stock, visible: hidden}, {id: table, visible: open}, {id: hand, per: seat, visible: owner}]
cards: [{each: {n: 1..4}, id: "low-{n}", suit: 1}, {each: {n: 1..4}, id: "high-{n}", suit: 2}]
variables:
- {id: coin, type: coin, per: seat, visible: owner}
- {id: flag, type: bool, per: seat, visible: owner}
- {id: few, type: int, min: 2, max: 4, initial: 2, per: seat, visible: owner}
- {id: free, type: int, per: seat, visible: owner}
- {id: bag, type: set of coin, per: seat, visible: owner}
- {id: seen-by, type: seats, per: card, reveals: true}
invariants: [{id: rich, require: "=RICH", message: too rich}]
setups:
- id: start
  piles: {blue-hand: [low-3, low-4]}
procedures: [{id: play, do: [{may: wait, by: red, do: []}, {over: {}}]}]
~~~
`

// second lists values of second plays of the hoard that red does not know: "blue.coin gold".
func second(t *testing.T, rich string, bag int64, apart string, what func(s *engine.State) []string) map[string]bool {
	t.Helper()
	g, found := compiled(t, strings.Replace(hoard, "RICH", rich, 1)), map[string]bool{}
	s, err := g.New(engine.Setup{ID: "start", Seed: 1})
	if err == nil {
		err = s.Arrange(engine.Setup{Cells: map[string]int64{"blue.coin": 2, "blue.free": 7, "green.free": 9, "blue.bag": 1, "green.bag": 3, "red.bag": bag, "low-2.seen-by": 2, "green.flag": 1}})
	}
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(60) {
		w := &twins{Twins: Twins{Game: g, Seat: 0, Apart: apart}, a: s, gen: engine.NewGenerator(seed)}
		b := w.resample(s)
		if b == nil || !w.look(s).same(w.look(b)) {
			t.Fatalf("seed %d: no second play that looks like the first to red", seed)
		}
		for _, text := range what(b) {
			found[text] = true
		}
	}
	return found
}

func values(t *testing.T, names ...string) func(s *engine.State) []string {
	return func(s *engine.State) (out []string) {
		for _, name := range names {
			v, typ, err := s.Value(name)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, s.Spell(v, typ))
		}
		return []string{strings.Join(out, " ")}
	}
}

// A second play may have any hidden values that the rulebook allows: values of a type or within bounds, the same total
// elsewhere, exchanged members of sets, and exchanged cards with the seats that see them.
func TestResamplingCoversTheValuesThatTheRulebookAllows(t *testing.T) {
	for _, c := range []struct {
		name, rich, apart string
		bag               int64
		what              func(*engine.State) []string
		want              []string
	}{
		{name: "a member of an enumeration", what: values(t, "blue.coin"), want: []string{"copper", "silver", "gold"}},
		{name: "as the invariants say", rich: "blue.coin != silver", what: values(t, "blue.coin"), want: []string{"copper", "gold"}},
		{name: "a boolean", what: values(t, "blue.flag"), want: []string{"false", "true"}},
		{name: "another boolean", what: values(t, "green.flag"), want: []string{"false", "true"}},
		{name: "a number with bounds", what: values(t, "blue.few"), want: []string{"2", "3", "4"}},
		{name: "numbers without", what: values(t, "blue.free", "green.free"), want: []string{"7 9", "9 7"}},
		{name: "one's own", what: values(t, "red.coin", "red.flag", "red.few", "red.free"), want: []string{"copper false 2 0"}},
		{name: "members of sets", what: values(t, "blue.bag", "green.bag"), want: []string{"{copper} {copper, silver}", "{copper} {copper, gold}", "{silver} {copper, silver}",
			"{silver} {silver, gold}", "{gold} {copper, gold}", "{gold} {silver, gold}"}},
		{name: "members of which one is known", bag: 1, what: values(t, "blue.bag", "green.bag"), want: []string{"{copper} {copper, silver}", "{copper} {copper, gold}"}},
		{name: "cards", what: tops("stock"), want: []string{"low-1", "low-2", "low-3", "low-4", "high-1", "high-2", "high-3", "high-4"}},
		{name: "cards that are kept apart", apart: "card.suit", what: suits, want: []string{"high high high high low low"}},
		{name: "cards in another's hand", apart: "card.suit", what: tops("blue-hand"), want: []string{"low-1", "low-2", "low-3", "low-4"}},
		{name: "who sees the last card", what: sighted, want: []string{"5"}},
	} {
		if c.rich == "" {
			c.rich = "blue.few > 0"
		}
		found := second(t, c.rich, c.bag, c.apart, c.what)
		for _, what := range c.want {
			if !found[what] {
				t.Errorf("%s: no second play has %s", c.name, what)
			}
			delete(found, what)
		}
		for what := range found {
			t.Errorf("%s: second plays have %s", c.name, what)
		}
	}
}

// tops names the top card of a pile.
func tops(pile string) func(*engine.State) []string {
	return func(s *engine.State) []string {
		gd := s.Game().Def()
		p := slices.IndexFunc(gd.Piles, func(p def.PileDef) bool { return p.ID == pile })
		return []string{gd.Cards[s.Cards(int32(p))[0]].ID}
	}
}

func suits(s *engine.State) (out []string) {
	for _, c := range s.Cards(0) {
		suit, _, _ := strings.Cut(s.Game().Def().Cards[c].ID, "-")
		out = append(out, suit)
	}
	return []string{strings.Join(out, " ")}
}

// sighted lists the positions in the stock of cards that blue sees.
func sighted(s *engine.State) (out []string) {
	for i, c := range s.Cards(0) {
		if s.Sees(1, c) {
			out = append(out, strconv.Itoa(i))
		}
	}
	return out
}

// A pair plays the given number of decisions, also in a game that begins with one.
func TestPairPlaysTheGivenNumberOfDecisions(t *testing.T) {
	for _, c := range []struct {
		game  *engine.Game
		setup string
		all   int
	}{{loaded(t, "{gain: {passes: 1}}", "visible: hidden"), "", 9}, {compiled(t, strings.Replace(hoard, "RICH", "blue.few > 0", 1)), "start", 1}} {
		for _, most := range []int{0, 1, 3, 60} {
			tally, err := Twins{Game: c.game, Setup: engine.Setup{ID: c.setup, Seed: 1}, Most: most, Fresh: 1}.Play()
			if want := min(most, c.all); err != nil || tally.Decisions != want || tally.Compared != want {
				t.Errorf("%s, %d decisions: %+v, %v", c.game.Def().ID, most, tally, err)
			}
		}
	}
}
