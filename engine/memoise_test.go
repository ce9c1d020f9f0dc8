package engine_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"rulebound/compiler"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

const reading = `
game: {id: toy, title: Toy, main: play}
seats: [{id: red, purse: red-coins}, {id: blue, purse: blue-coins}]
properties: {seat: {purse: track}, card: {worth-of: int}}
tracks: [{id: red-coins, initial: 3, max: 9}, {id: blue-coins, initial: 4, max: 9}]
grids: [{id: field, columns: [a, b, c, d, e, f, g, h], rows: 1..10, space: {id: "{column}{row}"}, directions: {n: {row: 1}}}]
spaces: [{id: hill, adjacent: [dale]}, {id: dale, adjacent: [hill]}]
boxes: [{id: camp}]
pieces: [{id: man, seat: red, count: 5, home: camp, statuses: [fresh, spent]}]
sets: {spent: [man.spent]}
piles: [{id: stock}, {id: hand}, {id: heap}]
cards: [{id: one, worth-of: 1}, {id: three, worth-of: 3}, {id: two, worth-of: 2}]
durations: [turn]
points: [{id: bonus, kind: number, combine: sum}, {id: may, kind: allow}, {id: dusk, kind: run}]
lasting:
- {id: luck, duration: turn, hooks: [{to: bonus, value: 5 + worth}]}
- {id: ban, duration: turn, hooks: [{to: may, when: worth > 1}]}
- {id: night, duration: turn, hooks: [{to: dusk, do: [{gain: {worth: 1}}]}]}
variables:
- {id: worth, type: int, initial: 1}
- {id: tired, type: int, per: seat}
- {id: steps, type: int, initial: 2, scope: action}
- {id: trodden, type: spaces, initial: [f7]}
- {id: before, type: int}
- {id: after, type: int}
markers: [{id: smoke, on: spaces, count: 9}]
derived:
- {id: crowd, type: int, hold: true, value: "=count($s in spaces where pieces($s, man) > 0)"}
- {id: mood, per: seat, type: int, value: "=sum($s.tired for $s in seats) + $it.tired"}
- {id: load, per: zone, type: int, value: "=pieces($it, man) * 2 + pieces($it, man) + pieces($it, man) + pieces($it, spent) * 2"}
functions:
- {id: asked, params: {}, value: %q}
- {id: fives, params: {n: int}, value: "=sum(1 for $x in ints(1, 60) where $x * 5 <= $n)"}
- {id: rich, params: {t: track}, value: "=sum(1 for $x in ints(1, 60) where $x <= $t)"}
- {id: worn, params: {s: seat}, value: "=sum(1 for $x in ints(1, 60) where $x <= $s.tired + 1)"}
- {id: heavy, params: {z: zone}, value: "=pieces($z, man) + pieces($z, man) + pieces($z, man) + pieces($z, man) + pieces($z, spent) * 2"}
- {id: through, params: {z: zone}, value: "=heavy($z) + pieces($z, spent) * 0 + pieces($z, spent) * 0 + pieces($z, spent) * 0"}
- {id: over, params: {z: zone}, value: "=sum(heavy($o) for $o in spaces where $o != $z and $o in [hill, dale])"}
- {id: busy, params: {}, value: "=sum(1 for $x in ints(1, 1) where running(inner))"}
procedures:
- id: inner
  do:
  - set: {before: =asked()}
- id: spend
  do:
  - {require: worth > 3}
- id: play
  do:
  - {move: {of: man, from: camp, count: 2, to: hill}}
%s
  - set: {before: =asked()}
%s
  - set: {after: =asked()}
  - menu: act
    by: red
    options: {rest: {do: []}, sleep: {do: []}}
`

// The value of a function is cached until one of its sources is written, by any instruction.
func TestMemosAreInvalidatedByWritesToTheirSources(t *testing.T) {
	const some = "sum(1 for $x in ints(1, 60) where $x <= "
	for _, c := range []struct {
		name, value, first, write string
		before, after             int64
	}{
		{"nothing is written", "=" + some + "worth)", "", "  - note: {nothing: {}}", 1, 1},
		{"a variable is set", "=" + some + "worth)", "", "  - set: {worth: 7}", 1, 7},
		{"a variable gains", "=" + some + "worth)", "", "  - gain: {worth: 2}", 1, 3},
		{"another variable is set", "=" + some + "worth)", "", "  - set: {red.tired: 7}", 1, 1},
		{"a variable of a seat is set", "=sum($s.tired for $s in seats)", "", "  - set: {blue.tired: 6}", 0, 6},
		{"variables are filled", "=sum($s.tired for $s in seats)", "", "  - for: {$s: seats}\n    do: [{set: {$s.tired: 4}}]", 0, 8},
		{"a track is paid from", "=sum($s.purse for $s in seats)", "", "  - pay: {red-coins: 2}", 7, 5},
		{"a track of a seat gains", "=sum($s.purse for $s in seats)", "", "  - for: {$s: seats}\n    do: [{gain: {$s.purse: 1}}]", 7, 9},
		{"coins change hands", "=sum($s.purse * $s.purse for $s in seats)", "", "  - transfer: {from: red-coins, to: blue-coins, amount: 2}", 25, 37},
		{"pieces move", "=count($s in spaces where pieces($s, man) > 0)", "", "  - {move: {of: man, from: hill, count: 1, to: dale}}", 1, 2},
		{"all pieces move", "=sum(pieces($s, man) for $s in spaces where $s != hill)", "", "  - {move: {of: man, from: hill, all: true, to: dale}}", 0, 2},
		{"pieces flip", "=sum(pieces($s, spent) for $s in spaces)", "", "  - {flip: {of: man, in: hill, count: 1, to: spent}}", 0, 1},
		{"a marker is put", "=sum($s.smoke for $s in spaces)", "", "  - mark: {hill.smoke: 2}", 0, 2},
		{"a card is dealt", "=count($c in hand where $c != one)", "", "  - {card: two, to: hand}", 0, 1},
		{"a card is dealt, and its pile asked", "=count($c in cards where pile-of($c) == stock)", "", "  - {card: two, to: hand}", 3, 2},
		{"cards change places", "=sum(if(card-at(stock, 0) == $c, if($c == one, 1, 3), 0) for $c in cards)", "", "  - {card: three, to: stock}", 1, 3},
		{"a pile is emptied", "=sum(1 for $c in heap)", "  - for: {$c: stock}\n    do: [{card: $c, to: hand}]", "  - for: {$c: hand}\n    do: [{card: $c, to: heap}]", 0, 3},
		{"an effect comes into force", "=modified(bonus, " + some + "worth))", "", "  - activate: luck", 1, 7},
		{"an effect ends", "=modified(bonus, " + some + "worth))", "  - activate: luck", "  - end: luck", 7, 1},
		{"effects end with their time", "=modified(bonus, " + some + "worth))", "  - activate: luck", "  - expire: turn", 7, 1},
		{"what an effect reads is set", "=modified(bonus, " + some + "3))", "  - activate: luck", "  - set: {worth: 2}", 9, 10},
		{"what an effect that forbids reads is set", "=if(allowed(may), " + some + "3), 0)", "  - activate: ban", "  - set: {worth: 2}", 3, 0},
		{"what a hook does", "=" + some + "worth)", "  - activate: night", "  - hook: {dusk: {}}", 1, 2},
		{"a derived value is held, then released", "=crowd", "",
			"  - hold: crowd\n    do: [{move: {of: man, from: hill, count: 1, to: dale}}, {set: {before: =asked()}}]", 1, 2},
		{"an action begins and ends", "=" + some + "steps)", "  - set: {steps: 5}", "  - action: [{set: {before: =asked()}}]", 2, 5},
		{"a wide set is set", "=count($s in trodden where $s != f9)", "", "  - set: {trodden: \"=trodden | [f8, f9, f10]\"}", 1, 3},
		{"a pile is shuffled", "=first($n in ints(1, 3) where card-at(stock, 0).worth-of == $n)", "", "  - shuffle: stock", 1, 2},
		{"a derived value of a seat", "=red.mood + blue.mood * 10", "", "  - set: {blue.tired: 1}", 0, 21},
		{"a track that is an argument is paid from", "=rich(red-coins) + 10 * rich(blue-coins)", "", "  - pay: {red-coins: 2}", 43, 41},
		{"a procedure begins and returns", "=sum(busy() for $x in ints(1, 2))", "", "  - inner:", 2, 0},
		{"a procedure becomes possible", "=sum(1 for $x in ints(1, 3) where possible(spend))", "", "  - set: {worth: 4}", 0, 3},
		{"an effect has a stamp", "=sum(1 for $x in ints(1, 9) where stamp(luck) > 0)", "", "  - activate: luck", 0, 9},
		{"a function with an argument", "=fives(worth * 5) * 100 + fives(worth * 10)", "", "  - set: {worth: 2}", 102, 204},
		{"a function of a zone where pieces leave", "=heavy(hill) * 10 + heavy(dale)", "", "  - {move: {of: man, from: hill, count: 1, to: dale}}", 80, 44},
		{"a function of a zone where pieces come", "=heavy(dale) * 10 + heavy(hill)", "", "  - {move: {of: man, from: camp, count: 1, to: dale}}", 8, 48},
		{"a function of a zone where pieces flip", "=heavy(hill)", "", "  - {flip: {of: man, in: hill, count: 1, to: spent}}", 8, 10},
		{"a function of a zone that another one is asked of", "=heavy(hill) + sum(heavy($z) for $z in [hill, dale])", "", "  - {move: {of: man, from: hill, all: true, to: dale}}", 16, 8},
		{"a function that asks for its zone", "=through(dale) * 10 + through(hill)", "", "  - {move: {of: man, from: hill, count: 1, to: dale}}", 8, 44},
		{"a function that asks for another zone", "=over(dale) * 10 + over(hill)", "", "  - {move: {of: man, from: hill, count: 1, to: dale}}", 80, 44},
		{"a derived value of a zone", "=hill.load * 10 + dale.load", "", "  - {move: {of: man, from: hill, count: 1, to: dale}}", 80, 44},
		{"a function of no zone", "=heavy(the(lowest(set($s in spaces where worth > 9), 1))) + heavy(hill)", "", "  - {move: {of: man, from: hill, count: 1, to: dale}}", 8, 4},
		{"a function of a seat", "=worn(red) * 10 + worn(blue)", "", "  - set: {blue.tired: 4}", 11, 15},
		{"a function of no seat", "=worn(blue) * 10 + worn(the(lowest(set($s in seats where worth > 9), 1)))", "", "  - set: {blue.tired: 4}", 11, 51},
		{"a function of what the other reads", "=fives(red-coins * 5)", "", "  - set: {red-coins: 1}", 3, 1},
	} {
		page := "# Toy\n\n```yaml" + fmt.Sprintf(reading, c.value, c.first, c.write) + "```\n"
		gd := toy(t, page)
		for _, way := range []struct {
			name    string
			options []engine.LoadOption
			setup   engine.Setup
		}{
			{"remembered", nil, engine.Setup{}},
			{"remembered and watched", nil, engine.Setup{Observer: silent{}}},
			{"computed anew", []engine.LoadOption{engine.WithoutMemos()}, engine.Setup{}},
		} {
			s, err := loaded(t, gd, way.options...).New(way.setup)
			if err != nil {
				t.Errorf("%s, %s: %v", c.name, way.name, err)
				continue
			}
			if d := s.Decision(); d.Seat == engine.Chance {
				if err := s.Apply(engine.Answer{Order: []int64{2, 0, 1}}); err != nil {
					t.Fatal(err)
				}
			}
			for name, want := range map[string]int64{"before": c.before, "after": c.after} {
				if v, _, err := s.Value(name); err != nil || v != want {
					t.Errorf("%s, %s: %s it is %d, not %d, %v", c.name, way.name, name, v, want, err)
				}
			}
		}
	}
}

// repository plays the games of the repository with each of their set-ups.
func repository(t *testing.T, play func(t *testing.T, gd *def.GameDef, setup string)) {
	t.Helper()
	folders, err := os.ReadDir("../data/games")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		gd, _, list := compiler.Compile(os.DirFS(".."), "data/games/"+f.Name())
		if list.HasErrors() {
			t.Fatal(list)
		}
		setups := gd.Setups
		if testing.Short() {
			setups = setups[:1]
		}
		for _, setup := range setups {
			t.Run(f.Name()+" "+setup.ID, func(t *testing.T) { play(t, gd, setup.ID) })
		}
	}
}

// A play does not depend on a pass: positions and legal answers are the same without it, also on copies and on states that held
// another play; so are the steps, if the caches of the pass are not part of a position.
func TestPlaysAreTheSameWithoutEachOptimisationPass(t *testing.T) {
	if _, err := engine.Load(toy(t, "# Toy\n\n```yaml"+fmt.Sprintf(sharing, "true", "true")+"```\n"), nil, engine.WithoutPass("memoize")); err == nil || !strings.Contains(err.Error(), `no pass is named "memoize"`) {
		t.Error("a pass that there is not can be switched off:", err)
	}
	memoised := 0
	repository(t, func(t *testing.T, gd *def.GameDef, setup string) {
		full := loaded(t, gd)
		memoised += full.Memos()
		for i, pass := range engine.Passes() {
			withoutPass(t, full, loaded(t, gd, engine.WithoutPass(pass)), setup, pass, uint64(i))
		}
		all := []engine.LoadOption{}
		for _, pass := range engine.Passes() {
			all = append(all, engine.WithoutPass(pass))
		}
		withoutPass(t, full, loaded(t, gd, all...), setup, "all", 99)
	})
	if memoised == 0 {
		t.Error("nothing is memoised in any game")
	}
}

// withoutPass plays a game in step with the same game without a pass.
func withoutPass(t *testing.T, full, bare *engine.Game, setup, pass string, seed uint64) {
	t.Helper()
	const most, plenty = 400, int64(1 << 40)
	used, other := full.Blank(), bare.Blank()
	mine, its := engine.NewBudget(plenty), engine.NewBudget(plenty)
	s, err := full.New(engine.Setup{ID: setup, Seed: seed, Budget: mine})
	if err != nil {
		t.Fatal(err)
	}
	b, err := bare.New(engine.Setup{ID: setup, Seed: seed, Budget: its})
	if err != nil {
		t.Fatal(err)
	}
	p, q := players.NewUniform(seed), players.NewUniform(seed)
	for n := range most {
		if !bytes.Equal(s.Encode(nil), b.Encode(nil)) {
			t.Fatalf("without pass %s, seed %d, decision %d: another position", pass, seed, n)
		}
		if slices.Contains([]string{"memoise", "hoist"}, pass) && mine.Left() != its.Left() {
			t.Fatalf("without pass %s, seed %d, decision %d: %d steps are left, with it %d", pass, seed, n, its.Left(), mine.Left())
		}
		d, e := s.Decision(), b.Decision()
		if d == nil {
			break
		}
		if with, without := asked(d), asked(e); with != without {
			t.Fatalf("without pass %s, seed %d, decision %d:\n%s\nwith it:\n%s", pass, seed, n, without, with)
		}
		x, y := reply(t, p, s), reply(t, q, b)
		if n%7 == 3 { // continue in a state that held another position
			s, used = passOn(s, used)
			b, other = passOn(b, other)
		}
		if err := s.Apply(x); err != nil {
			t.Fatal(err)
		}
		if err := b.Apply(y); err != nil {
			t.Fatal(err)
		}
	}
}

// reply returns the answer of a player or of chance; queries of legal answers cost steps, too.
func reply(t *testing.T, p players.Player, s *engine.State) engine.Answer {
	t.Helper()
	if d := s.Decision(); d.Seat != engine.Chance {
		return p.Answer(s, d)
	}
	a, err := s.Draw()
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// passOn copies a play to another state.
func passOn(s, to *engine.State) (next, used *engine.State) {
	s.CopyTo(to)
	to.Spend(s)
	return to, s
}

// asked formats the legal answers.
func asked(d *engine.Decision) string {
	var b strings.Builder
	fmt.Fprint(&b, d.Name, d.Seat, d.Members, d.Costs, d.Budget, d.Options, d.Also, d.Decline, d.Stop, d.Min, d.Max, d.Count, d.Entries, d.Obliged, d.Fault)
	return b.String()
}

const sharing = `
game: {id: toy, title: Toy, main: play}
seats: [{id: red}]
grids: [{id: field, columns: [a, b, c, d, e, f, g, h], rows: 1..10, space: {id: "{column}{row}"}, directions: {n: {row: 1}}}]
variables:
- {id: worth, type: int, initial: 1}
- {id: other, type: int}
functions:
- {id: asked, params: {}, value: "=sum(1 for $x in ints(1, 60) where $x <= worth)"}
- {id: paced, params: {n: int}, value: "=sum(1 for $x in ints(1, 60) where $x <= $n + other)"}
- {id: field-of, params: {}, value: "=set($s in spaces where worth > 1 or $s in [a1, h10])"}
procedures:
- id: play
  do:
  - set: {other: =asked() + size(field-of()) - 3}
  - ensure: %q
    do:
    - menu: first
      by: red
      options:
        up: {do: [{set: {worth: 4}}]}
        over: {do: [{set: {worth: 4}}]}
        aside: {do: [{set: {other: 3}}]}
        beside: {do: [{set: {other: 3}}]}
        none: {do: []}
    - menu: second
      by: red
      options: {more: {where: %q, do: [{gain: {worth: 3}}]}, less: {do: [{gain: {other: 1}}]}}
  - menu: act
    by: red
    options: {rest: {do: []}, sleep: {do: []}}
`

// A copy that searches evaluates its own values, not those of the original.
func TestCopiesHaveTheirOwnMemos(t *testing.T) {
	for _, c := range []struct{ name, ensure, second, first string }{
		{"what the copy of a copy has written", "asked() == 7", "worth > 0", "up over"},
		{"what a copy has written, asked in its copy", "asked() == 4", "asked() > 3", "up over"},
		{"what no copy has written", "asked() == 1", "worth > 0", "aside beside none"},
		{"something else is written", "asked() + other == 5", "worth > 0", "up over aside beside"},
		{"by its argument", "paced(2) == 6", "worth > 9", "aside beside"},
		{"a wide set that comes to another one", "size(field-of()) == 80", "worth > 3", "up over"},
		{"a wide set that stays as it is", "size(field-of()) == 2", "worth > 3", "aside beside none"},
	} {
		gd := toy(t, "# Toy\n\n```yaml"+fmt.Sprintf(sharing, c.ensure, c.second)+"```\n")
		for name, options := range map[string][]engine.LoadOption{"remembered": nil, "computed anew": {engine.WithoutMemos()}} {
			s, err := loaded(t, gd, options...).New(engine.Setup{})
			if err != nil {
				t.Fatal(err)
			}
			var legal []string
			for _, o := range s.Decision().Options {
				legal = append(legal, o.Name)
			}
			if got := strings.Join(legal, " "); got != c.first {
				t.Errorf("%s, %s: %s can be answered, not %s", c.name, name, got, c.first)
			}
		}
	}
}
