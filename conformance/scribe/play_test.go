package scribe_test

// These tests play random games, write the plays as scenarios, and play those.

import (
	"slices"
	"strings"
	"testing"

	"rulebound/compiler/onepage"
	"rulebound/conformance/scenario"
	"rulebound/conformance/scribe"
	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

const fair = `# 1 Fair

~~~yaml
game: {id: fair, title: Fair, main: play}
seats: [{id: red}, {id: blue}]
enums: {ware: [silk, salt, tin]}
spaces: [{id: field, adjacent: [hill]}, {id: hill, adjacent: [field, dale]}, {id: dale, adjacent: [hill]}]
boxes: [{id: shed}]
piles: [{id: deck, visible: hidden}, {id: row}]
cards: [{each: {n: 1..4}, id: "c-{n}"}]
pieces: [{id: cow, count: 5, home: shed, statuses: [up, down]}, {id: ox, count: 2, home: shed}]
tracks: [{id: coins, min: 0, max: 9, initial: 5}]
variables: [{id: claim, type: ware, per: seat}, {id: open, type: bool, per: seat, stance: [red, blue]}, {id: got, type: int, per: seat, quiet: true}, {id: seen, type: zones}]
asides: {snack: {where: coins > 0, do: [{lose: {coins: 1}}]}}
setups: [{id: start, spaces: {field: {pieces: {cow: 2, ox: 1}}, dale: {pieces: {cow: 2}}}}]
MOVES
procedures:
- id: play
  do:
  - shuffle: deck
  - {draw: $lucky, from: seats}
  - {draw: $sole, name: lucky, from: "set($s in seats where $s == red)"}
  - repeat: 2
    do:
    - for: {$seat: seats}
      do:
      - menu: act
        by: $seat
        options:
          till: {do: [{till: $seat}]}
          trade: {do: [{trade: $seat}]}
          gamble: {do: [{gamble: $seat}]}
          rest: {do: []}
  - over: {result: =$it.got}
- id: till
  params: {seat: seat}
  do:
  - {menu: mood, by: $seat, options: {glad: {do: []}, sad: {do: []}}}
  - pick: $spots
    by: $seat
    each: $spot
    from: spaces
    min: 1
    also: snack
    do:
    - {may: sow, by: $seat, do: [{amount: $n, by: $seat, max: 2}, {gain: {coins: =$n}}]}
    - {may: reap, by: '=if($seat == red, blue, red)', where: $spot != hill, do: [{roll: $die, name: luck, sides: 3}, {set: {seen: =seen | $spot}, if: $die > 1}]}
  - {may: weed, by: $seat, do: [{lose: {coins: 1}}]}
- id: trade
  params: {seat: seat}
  do:
  - repeat: 2
    do:
    - {one: $ware, by: $seat, from: members(ware), where: $ware != $seat.claim}
    - set: {$seat.claim: $ware}
  - {pair: $from, name: road, by: $seat, from: spaces, second: $to, to: adjacent($from)}
  - {take: $n, name: herd, by: $seat, of: cow | ox, from: spaces, max: 3, to: shed}
  - {subset: $where, by: $seat, each: $w, from: spaces, max: 2}
  - set: {seen: =$where}
- id: gamble
  params: {seat: seat}
  do:
  - repeat: 2
    do:
    - {may: dare, by: $seat, do: [{roll: $die, name: luck, sides: 3}, {gain: {coins: =$die}}, {roll: $one, name: luck, sides: 1}]}
    - {pick: $more, by: $seat, each: $m, from: spaces, do: []}
  - {one: $only, by: $seat, from: members(ware), where: $only == tin}
  - shuffle: deck
  - {card: top(deck), to: row}
~~~
`

const words = "moves: {words: [{word: till, decision: act, answer: till, then: mood}, {word: trade, decision: act, answer: trade}, {word: gamble, decision: act, answer: gamble}, {word: pass, decision: act, answer: rest}]}"

func load(t *testing.T, moves string) *engine.Game {
	t.Helper()
	g := onepage.Load(t, fair, "~~~", "```", "MOVES", moves)
	return g
}

// written plays a game at random and writes the play as a scenario. It returns the trace of the play, too.
func written(t *testing.T, g *engine.Game, seed uint64, full bool) (script, lines string) {
	t.Helper()
	s, err := g.New(engine.Setup{ID: "start", Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	var answers []engine.Answer
	var details []scribe.Detail
	gen := engine.NewGenerator(seed)
	stance := slices.IndexFunc(g.Def().Vars, func(v def.VarDef) bool { return v.ID == "open" })
	for player := players.NewUniform(seed); !s.Over(); {
		d := s.Decision()
		a, err := engine.Answer{}, error(nil)
		switch gen.Below(8) {
		case 0:
			if d.Name == "act" { // between moves
				a = engine.Answer{Kind: engine.Stance, Seat: int(gen.Below(2)), Option: int32(stance), Member: int64(gen.Below(2))}
				break
			}
			fallthrough
		default:
			if d.Seat == engine.Chance {
				a, err = s.Draw()
			} else {
				a = player.Answer(s, d)
			}
		}
		a.Counts, a.Chosen, a.Order = append([]int32(nil), a.Counts...), append([]int64(nil), a.Chosen...), append([]int64(nil), a.Order...)
		answers, details = append(answers, a), append(details, scribe.DetailOf(d, &a))
		if a.Kind == engine.Stance {
			details[len(details)-1] = scribe.Detail{Spoken: true}
		} else if g.Def().Moves == nil { // there a move of the same seat names whatever is pending
			details[len(details)-1].Spoken = true
		}
		if err == nil {
			err = s.Apply(a)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	writer, recorder := scribe.New(g.Def(), details, full), trace.New(g, trace.Header{})
	s, err = g.New(engine.Setup{ID: "start", Seed: seed, Observer: both{writer, recorder}})
	for _, a := range answers {
		if a.Kind == engine.Stance {
			writer.Stance(g.Def().Of(def.KSeat, int64(a.Seat), "open"), g.Format(a.Member, def.TBool))
		}
		if err == nil {
			err = s.Apply(a)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	chance := ""
	if before := writer.Before(); before != "" {
		chance = "chance: " + before + "\n"
	}
	return "version: 1\ntitle: T\ngame: fair\nrules: [1]\nsetup: {scenario: start}\n" + chance + "moves:\n" + writer.Moves() + "expect: {result: {red: 0, blue: 0}}\n", string(trace.Text(recorder.Lines()[3:]))
}

type both struct{ one, other engine.Observer }

func (b both) Event(s *engine.State, e *engine.Event) {
	b.one.Event(s, e)
	b.other.Event(s, e)
}

// A play that is written as a scenario is played as it was, with the words of the game and without, in short and in full.
func TestWrittenScenarioReplaysThePlay(t *testing.T) {
	for _, moves := range []string{"", words} {
		g := load(t, moves)
		for seed := range uint64(24) {
			for _, full := range []bool{false, true} {
				script, want := written(t, g, seed, full)
				parsed, list := scenario.Parse("play.yaml", []byte(script))
				if list.HasErrors() {
					t.Fatalf("%v\n%s", list, script)
				}
				recorder := trace.New(g, trace.Header{})
				result := scenario.Play(g, parsed, recorder)
				if err := result.Problem(); err != nil {
					t.Errorf("%v\n%s", err, script)
				} else if got := string(trace.Text(recorder.Lines()[3:])); got != want {
					t.Errorf("%s\nplays\n%s\nnot\n%s", script, got, want)
				}
			}
		}
	}
}

// What is written is short: no answer that goes without saying, unless all are asked for; answers inside a member; chance by its line.
func TestMovesUseTheWordsOfTheGame(t *testing.T) {
	for _, c := range []struct {
		moves string
		seed  uint64
		full  bool
		want  string
	}{
		{words, 4, false, `
chance: {deck: [[c-3]], lucky: [red]}
moves:
- stance: {red.open: true}
- red: pass
- blue: pass
- red: till glad
  spots: [hill, snack, snack, {dale: {reap: yes}}]
  weed: yes
  chance: {luck: [2]}
- blue: gamble
  dare: [no, yes]
  more: [[dale], [dale]]
  chance: {luck: [3, 1], deck: [[c-3, c-4]]}
`},
		{words, 4, true, `
chance: {deck: [[c-3]], lucky: [red]}
moves:
- stance: {red.open: true}
- red: pass
- blue: pass
- red: till glad
  spots: [{hill: {sow: no, reap: no}}, snack, snack, {dale: {sow: no, reap: yes}}]
  weed: yes
  chance: {luck: [2]}
- blue: gamble
  dare: [no, yes]
  more: [[dale], [dale]]
  only: tin
  chance: {luck: [3, 1], deck: [[c-3, c-4]]}
`},
		{"", 5, false, `
chance: {deck: [[c-3, c-4]], lucky: [red]}
moves:
- red: trade
- red: tin
- red: salt
- red: {field: hill}
- red:
  herd: none
- red:
  where: [field, hill]
- blue: gamble
- blue: no
- blue:
  more: [field, hill, dale]
- blue: no
- blue:
  more: [field]
  chance: {deck: [[c-4, c-2, c-1]]}
- red: till
- red: glad
- red:
  spots: [{dale: {sow: yes, n: 1, reap: no}}, {field: {sow: no, reap: no}}]
- red: no
- blue: trade
- blue: salt
- blue: silk
- blue: {dale: hill}
- blue:
  herd: none
- blue:
  where: []
`},
	} {
		script, _ := written(t, load(t, c.moves), c.seed, c.full)
		_, got, _ := strings.Cut(script, "setup: {scenario: start}")
		if got, _, _ = strings.Cut(got, "expect:"); got != c.want {
			t.Errorf("%swant%s", got, c.want)
		}
	}
}
