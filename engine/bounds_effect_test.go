package engine_test

import (
	"slices"
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
)

const lowered = `# Toy

- **9.1-a** At most three.
- **9.1-b** A price.
- **9.2-a** Less in the rain.
- **9.2-b** A wall elsewhere.

~~~yaml
game: {id: toy, title: Toy, main: play}
seats: [{id: red}]
spaces: [{id: oak, adjacent: []}, {id: elm, adjacent: []}, {id: ash, adjacent: []}]
boxes: [{id: store}]
durations: [ever]
tracks: [{id: gold, title: Gold, min: 0, max: 9, initial: 1}]
pieces: [{id: pawn, seat: red, count: 4, home: store}]
points: [{id: most, kind: limit, of: int}]
lasting:
- {id: wall, title: Wall, duration: ever, hooks: [{to: most, value: 5, rule: 9.2-b}]}
- {id: rain, title: Rain, duration: ever, hooks: [{to: most, value: 1, rule: 9.2-a}]}
procedures:
- id: play
  rule: 9.1-a
  do:
  - activate: wall
  - activate: rain
  - menu: act
    by: red
    options:
      pick: {do: [{pick: $a, by: red, each: $x, from: spaces, max: 'modified(most, 3)', also: {wait: {do: []}}, do: []}]}
      local: {do: [{local: {}}]}
      kept: {do: [{kept: {}}]}
      subset: {do: [{subset: $b, by: red, each: $x, from: spaces, max: 'modified(most, 3)'}]}
      take: {do: [{take: $c, by: red, of: red, from: store, max: 'modified(most, 3)'}]}
      amount: {do: [{amount: $d, by: red, min: 0, max: 'modified(most, 3)'}]}
      dear: {do: [{pick: $e, by: red, each: $x, from: spaces, cost: 1, budget: gold, costRule: 9.1-b, also: {wait: {do: []}}, do: [{lose: {gold: 1}}]}]}
  - over: {}
- id: local
  rule: 9.1-a
  do:
  - let: {$most: '=modified(most, 3)'}
  - pick: $f
    by: red
    each: $x
    from: spaces
    max: $most
    also: {wait: {do: []}}
    do: []
- id: kept
  rule: 9.1-a
  do:
  - let: {$most: '=modified(most, 3)', $enough: '=$most > 2', $pawns: '=pieces(store, pawn)'}
  - move: {count: 1, of: pawn, from: store, to: oak}
  - pick: $h
    by: red
    each: $x
    from: spaces
    where: {rule: 9.1-a, when: $enough and $pawns == 4}
    also: {wait: {do: []}}
    do: []
~~~
`

// An answer above a bound that an effect lowers is refused for the effect, in any form of the bound; one above the bound without
// effects is refused for the bound, and one that is too expensive for its cost. Effects are also traced through locals, some of
// which have other values by then.
func TestRefusalNamesTheEffectThatLowersABound(t *testing.T) {
	const most = "no more than 1 may be chosen"
	gd := toy(t, lowered)
	game := loaded(t, gd)
	for act, c := range map[string]struct {
		first, over, far engine.Answer
		why              string
	}{
		"pick":   {engine.Answer{Member: 0}, engine.Answer{Member: 1}, engine.Answer{}, most},
		"local":  {engine.Answer{Member: 0}, engine.Answer{Member: 1}, engine.Answer{}, most},
		"kept":   {engine.Answer{}, engine.Answer{Member: 2}, engine.Answer{}, ""},
		"subset": {engine.Answer{}, engine.Answer{Set: 0b11}, engine.Answer{}, "2 are chosen, it must be 0 to 1"},
		"take":   {engine.Answer{}, engine.Answer{Counts: []int32{2}}, engine.Answer{Counts: []int32{4}}, "2 pieces are too many, it must be 1 at most"},
		"amount": {engine.Answer{}, engine.Answer{N: 2}, engine.Answer{N: 4}, "it must be 0 to 1"},
		"dear":   {engine.Answer{Member: 0}, engine.Answer{Member: 1}, engine.Answer{}, ""},
	} {
		s, err := game.New(engine.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for i, o := range gd.Decisions[s.Decision().Index].Options {
			if o.Name == act {
				err = s.Apply(engine.Answer{Option: int32(i)})
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		if act == "pick" || act == "local" || act == "dear" {
			if err := s.Apply(c.first); err != nil {
				t.Fatal(act, err)
			}
		}
		hash := s.Hash()
		r := s.Refuses(c.over)
		switch {
		case r == nil:
			t.Errorf("%s: it is legal", act)
		case act == "kept":
			if r.Rule != "9.2-a" || r.Banned != "9.1-a" || r.Why != "Rain forbids it" {
				t.Errorf("%s: %+v, want the rain", act, r)
			}
		case c.why == "" && (r.Rule != "9.1-b" || r.Ban != 0):
			t.Errorf("%s: %+v, want its cost", act, r)
		case c.why != "" && (r.Rule != "9.2-a" || r.Banned != "9.1-a" || r.Ban == 0 || r.Why != "Rain limits it: "+c.why):
			t.Errorf("%s: %+v, want the rain", act, r)
		}
		if c.far.N > 0 || c.far.Counts != nil {
			if r := s.Refuses(c.far); r == nil || r.Rule != "9.1-a" || r.Ban != 0 {
				t.Errorf("%s: %+v, want the bound itself", act, r)
			}
		}
		if s.Hash() != hash {
			t.Errorf("%s: asking changed the state", act)
		}
	}
}

const kindsBarred = `# Toy

- **9.1-a** Pawns and kings.
- **9.2-a** No kings in the rain.
- **9.2-b** Not from oak in the rain.

~~~yaml
game: {id: toy, title: Toy, main: play}
seats: [{id: red}]
spaces: [{id: oak, adjacent: []}, {id: elm, adjacent: []}]
boxes: [{id: store}]
durations: [ever]
pieces:
- {id: pawn, seat: red, count: 4, home: store}
- {id: king, seat: red, count: 4, home: store}
- {id: queen, seat: red, count: 4, home: store}
points:
- {id: movers, kind: pool, of: filter}
- {id: origins, kind: pool, of: zones}
lasting: [{id: rain, title: Rain, duration: ever, hooks: [{to: movers, remove: king, rule: 9.2-a}, {to: origins, remove: oak, rule: 9.2-b}]}]
procedures:
- id: play
  rule: 9.1-a
  do:
  - {move: {of: red, from: store, count: 12, to: elm}}
  - {move: {of: pawn, from: elm, count: 1, to: oak}}
  - activate: rain
  - {take: $n, by: red, of: 'modified(movers, pawn|king)', from: 'modified(origins, spaces)', max: 3}
  - over: {}
~~~
`

// Pieces of a kind, or in a zone, that an effect excludes are refused for the effect; a kind that the decision excludes itself is refused for the
// decision.
func TestRefusalNamesTheEffectThatBarsPieces(t *testing.T) {
	gd := toy(t, kindsBarred)
	s, err := loaded(t, gd).New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ zone, class, rule, banned string }{
		{"elm", "king", "9.2-a", "9.1-a"},
		{"elm", "queen", "9.1-a", ""},
		{"oak", "pawn", "9.2-b", "9.1-a"},
	} {
		zone, _ := gd.Value(c.zone, def.TZone)
		class := slices.IndexFunc(gd.Classes, func(k def.ClassDef) bool { return k.ID == c.class })
		if r := s.Explain(zone<<8 | int64(class)); r == nil || r.Rule != c.rule || r.Banned != c.banned {
			t.Errorf("%s in %s: %+v, want rule %s", c.class, c.zone, r, c.rule)
		}
	}
}

const raised = `# Toy

- **9.1-a** At most one.
- **9.2-a** Two in the sun.

~~~yaml
game: {id: toy, title: Toy, main: play}
seats: [{id: red}]
spaces: [{id: oak, adjacent: []}, {id: elm, adjacent: []}, {id: ash, adjacent: []}]
durations: [ever]
points: [{id: most, kind: number, combine: max, of: int}]
lasting:
- {id: sun, title: Sun, duration: ever, hooks: [{to: most, value: 2, rule: 9.2-a}]}
procedures:
- id: play
  rule: 9.1-a
  do:
  - menu: day
    by: red
    options: {bright: {do: [{activate: sun}]}, dull: {do: []}}
  - subset: $b
    by: red
    each: $x
    from: spaces
    max: 'modified(most, 1)'
  - over: {}
~~~
`

// An answer above a bound that an effect raises is refused for the effect, which gave the number; the clause of the decision counts, too.
func TestRefusalNamesTheEffectThatRaisesABound(t *testing.T) {
	gd := toy(t, raised)
	game := loaded(t, gd)
	for day, rule := range map[int32]string{0: "9.2-a", 1: "9.1-a"} {
		s, err := game.New(engine.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Apply(engine.Answer{Option: day}); err != nil {
			t.Fatal(err)
		}
		r := s.Refuses(engine.Answer{Set: 0b111})
		if r == nil || r.Rule != rule || (r.Given != 0) != (rule == "9.2-a") || r.Ban != 0 {
			t.Errorf("day %d: %+v, want rule %s", day, r, rule)
		}
	}
}
