package referee

// These tests play a small game of one page, so that parts of the search can be tested in milliseconds.

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rulebound/compiler/onepage"
	"rulebound/engine"
	"rulebound/engine/def"
)

// port is a game in which each turn is one answer: cargo is moved, cards are dealt, a feast begins. A step ends at the
// note rest.
const port = "# 1 Port\n\n```yaml" + `
game: {id: port, title: Port, main: play}
seats: [{id: red}, {id: blue}]
spaces: [{id: pier, adjacent: [yard]}, {id: yard, adjacent: [pier, hill]}, {id: hill, adjacent: [yard]}]
boxes: [{id: store}]
pieces: [{id: crate, seat: red, count: 4, home: store, statuses: [shut, open]}, {id: barrel, seat: red, count: 3, home: store}]
cards: [{id: ash}, {id: bay}, {id: cob}, {id: dew}, {id: elm}, {id: fir}, {id: gum}, {id: hay}]
piles: [{id: deck, visible: open}, {id: hand, visible: open}, {id: gone, visible: open}]
tracks: [{id: gold, title: Gold, min: 0, max: 20, initial: 5}]
durations: [day, week]
lasting: [{id: feast, title: Feast, duration: day}]
setups: [{id: calm, piles: {deck: [ash, bay, cob, dew, elm, fir, gum, hay]}, spaces: {pier: {pieces: {crate.shut: 1, crate.open: 1, barrel: 1}}}}]
procedures:
- id: play
  do:
  - repeat: 9
    do:
    - note: {rest: {}}
    - for: {$c: hand}
      do: [{card: $c, to: gone}]
    - menu: go
      by: red
      options:
        deal: {do: [{shuffle: deck}, {for: {$c: deck}, limit: 3, do: [{card: $c, to: hand}]}]}
        haul: {do: [haul]}
        feast: {do: [{activate: feast, duration: week}]}
        tire: {do: [{activate: feast, duration: day}]}
        idle: {do: []}
    - note: {acted: {seat: red}}
- id: haul
  do:
  - pick: $done
    by: red
    each: $to
    from: spaces
    min: 0
    max: 3
    do:
    - take: $load
      by: red
      of: crate | barrel
      from: "spaces \\ $to"
      min: 0
      max: 3
      to: $to
` + "```\n"

const portLayout = `
turn: {decision: go}
ends: [rest]
kinds: {turn: {note: acted}}
deck: {pile: deck, count: left, of: [gum, hay]}
position: {hand: {pile: hand}, gone: {pile: gone, loose: true}, lasting: {effects: true, field: until}}
`

// inPort compiles the game with its layout.
func inPort(t *testing.T, replace ...string) *Referee {
	t.Helper()
	g := onepage.Load(t, port, replace...)
	l, err := ReadLayout([]byte(portLayout), g)
	if err != nil {
		t.Fatal(err)
	}
	return New(g, l)
}

// Answers to the first decision of red.
const (
	toDeal = iota
	toHaul
	toFeast
	toTire
	toIdle
)

// script gives answers in turn: a number is an option or a member, takes are numbers; then it stops.
type script []any

func (x *script) Answer(_ *engine.State, d *engine.Decision) engine.Answer {
	if len(*x) == 0 || d.Stop && (*x)[0] == nil {
		*x = (*x)[min(1, len(*x)):]
		return engine.Answer{Stop: d.Stop, Option: toIdle}
	}
	a := (*x)[0]
	*x = (*x)[1:]
	if counts, ok := a.([]int32); ok {
		return engine.Answer{Counts: counts}
	}
	return engine.Answer{Option: int32(a.(int)), Member: int64(a.(int))}
}

// sailed records a play of some answers.
func sailed(t *testing.T, r *Referee, steps int, answers ...any) string {
	t.Helper()
	var out strings.Builder
	if err := r.Record(&out, Recording{Name: "own", Setup: "calm", Steps: steps, Player: (*script)(&answers)}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The hand is dealt from eight cards, and is empty again before the next decision.
func TestStepsThatDealShownCardsAreFound(t *testing.T) {
	r := inPort(t)
	log := sailed(t, r, 2, toDeal, toDeal)
	for _, res := range judge(t, r, log, 40) {
		if res.Verdict != Found {
			t.Errorf("step %d: %s, %v", res.N, res.Verdict, res.Nearest)
		}
	}
}

func TestLogRecordsTheNumberOfCardsLeftInTheDeck(t *testing.T) {
	if log := sailed(t, inPort(t), 1); !strings.Contains(log, `"left":2`) {
		t.Error(log)
	}
}

// A position without a duration means the declared one.
func TestDurationOfAnEffectIsReadFromThePosition(t *testing.T) {
	r := inPort(t)
	day, week := sailed(t, r, 1, toTire), sailed(t, r, 1, toFeast)
	for what, log := range map[string]string{"a day": day, "a week": week} {
		if res := judge(t, r, log, 100)[0]; res.Verdict != Found || len(res.Answers) != 1 || !strings.Contains(log, map[string]string{"a day": `["feast"]`, "a week": `"until":"week"`}[what]) {
			t.Errorf("%s: %s %v", what, res.Verdict, res.Answers)
		}
	}
}

// A search stopped by its own limit does not report the limit of the log.
func TestNodeLimitOfTheLogIsReportedOnlyIfReached(t *testing.T) {
	r := inPort(t)
	log := alter(t, sailed(t, r, 1, toHaul), 1, more("gold", 3))
	for left, spent := range map[int]bool{0: false, 40: true, 4000: false} {
		l, err := ReadLog("own.jsonl", strings.NewReader(log))
		if err != nil {
			t.Fatal(err)
		}
		c := Config{Limits: Limits{Nodes: 20}}
		if left > 0 {
			c.Limits.Left = &left
		}
		if err := r.Judge(l, c, func(res Result) {
			if res.Verdict != Undecided || slices.Contains(res.Nearest, LogSpent) != spent {
				t.Errorf("%d left: %s %v", left, res.Verdict, res.Nearest)
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// begun returns the target of the first step of a log, and its initial state.
func begun(t *testing.T, r *Referee, log string) (*target, *engine.State, *Step) {
	t.Helper()
	l, err := ReadLog("own.jsonl", strings.NewReader(log))
	if err != nil {
		t.Fatal(err)
	}
	m, err := newMatch(r.game, r.reader, l)
	if err != nil {
		t.Fatal(err)
	}
	x := m.target(1)
	root, err := m.restore(0, x.listen())
	if err != nil {
		t.Fatal(err)
	}
	return x, root, &l.Steps[1]
}

// A crate must go from the pier to the hill. A superfluous move weighs more than a missing one.
func TestSurplusMovesWeighMoreThanMissingOnes(t *testing.T) {
	x, root, _ := begun(t, inPort(t), sailed(t, inPort(t), 1, toHaul, 2, []int32{1, 0, 0}))
	const piece = 2 * weighPiece // where it is, and where it is not
	for _, c := range []struct {
		what   string
		pieces map[string]map[string]int
		want   int
	}{
		{"nothing has moved", nil, piece + weighHop},
		{"half the way", map[string]map[string]int{"pier": {"crate.open": 1}, "yard": {"crate.shut": 1}}, piece + weighBeyond},
		{"it is there", map[string]map[string]int{"pier": {"crate.open": 1}, "hill": {"crate.shut": 1}}, 0},
		{"another one is there", map[string]map[string]int{"pier": {"crate.shut": 1}, "hill": {"crate.open": 1}}, 4 * weighStatus},
		{"a barrel is", map[string]map[string]int{"pier": {"barrel": 0}, "hill": {"barrel": 1}}, 2*piece + 2*weighHop + 2*weighBeyond},
	} {
		x.begin(root)
		s := root.Copy()
		if err := s.Arrange(engine.Setup{Pieces: c.pieces}); err != nil {
			t.Fatal(err)
		}
		if got := x.measure(s); got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
	}
}

// A path that moves the wrong crate to the yard is repaired by moving the other one; its other moves stay.
func TestRepairReplacesAPieceOfTheWrongStatus(t *testing.T) {
	r := inPort(t)
	x, root, step := begun(t, r, sailed(t, r, 1, toHaul, 1, []int32{0, 1, 0}))
	b := (&searcher{}).newRepairer(root, x, step)
	b.t.begin(root)
	b.left = 1 << 20
	plan := []engine.Answer{{Option: toHaul}, {Member: 1}, {Counts: []int32{1, 0, 0}}, {Stop: true}}
	w := b.follow(b.begin(root), focus{}, nil, b.wayAnswers(plan), nil)
	if w == nil || w.dist == 0 {
		t.Fatalf("%+v", w)
	}
	states, foci := b.along(w)
	var got []string
	for _, c := range b.detours(nil, w, states, foci) {
		for _, p := range c.patches {
			got = append(got, fmt.Sprint(p.at, " ", x.def.Zones[p.zone].ID, " ", x.def.Classes[p.class].ID, " ", p.more))
		}
	}
	slices.Sort(got)
	if got, want := slices.Compact(got), []string{"2 pier crate.open 1", "2 pier crate.shut -1"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// A path is also repaired to its end if the step ends at the next question.
func TestRepairOfAStepThatEndsAtADecision(t *testing.T) {
	g := onepage.Load(t, port)
	l, err := ReadLayout([]byte(strings.NewReplacer("turn: {decision: go}\nends: [rest]", "asks: [go]", "position: {", "position: {asked: {asked: true}, ").Replace(portLayout)), g)
	if err != nil {
		t.Fatal(err)
	}
	r := New(g, l)
	x, root, step := begun(t, r, sailed(t, r, 1, toHaul, 1, []int32{0, 1, 0}, 2, []int32{1, 0, 0}))
	if out := (&searcher{}).newRepairer(root, x, step).repair(nil, 400); !out.found {
		t.Errorf("not found with %d nodes", out.nodes)
	}
}

// The lowest path is the one of least distance, whether it ends or not; the nearest is one that ends.
func TestLowestAndNearestPathAreKeptSeparately(t *testing.T) {
	r := &round{}
	r.out.near = nowhere
	var nodes [3]node
	for i, at := range []nearness{{false, 0, 5}, {true, 0, 7}, {false, 1, 6}} {
		r.note(&nodes[i], at, nil)
	}
	if r.lowest != &nodes[0] || r.out.depth != 5 || r.nearest != &nodes[1] {
		t.Errorf("lowest at %d, nearest %+v", r.out.depth, r.out.near)
	}
}

// While a debt is open, a zone with a cost is likely if the step names it or names no zone; other members are unlikely.
func TestMembersWithACostAreLikelyWhileADebtIsOpen(t *testing.T) {
	gd := inPort(t).game.Def()
	for _, c := range []struct {
		what   string
		elem   def.Type
		unpaid bool
		cost   int64
		named  []bool
		want   bool
	}{
		{"a zone", def.TZone, true, 1, nil, true}, {"one that is named", def.TZone, true, 1, []bool{false, true}, true}, {"one that is not", def.TZone, true, 1, []bool{true, false}, false},
		{"one for nothing", def.TZone, true, 0, nil, false}, {"nothing is unmet", def.TZone, false, 1, nil, false}, {"a card", def.TCard, true, 1, nil, false},
	} {
		x := &target{match: &match{reader: &reader{def: gd, layout: &Layout{}}}, unpaid: c.unpaid, dirty: make([]bool, len(gd.Zones))}
		p := &proposer{target: x, step: &Step{}, hints: c.named != nil, hinted: append(c.named, false, false), most: 9}
		list := p.members(&engine.Decision{Kind: def.One, Elem: c.elem, Members: []int64{1}, Costs: []int64{c.cost}}, focus{})
		if got := list[0].price == likely; got != c.want {
			t.Errorf("%s: priced %d", c.what, list[0].price)
		}
	}
}
