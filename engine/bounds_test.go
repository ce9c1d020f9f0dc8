package engine_test

import (
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
)

const bounds = `# Toy

- **9.1-a** A verb takes what it is told.
- **9.1-b** Passing on.
- **9.2-a** Two.
- **9.2-b** Three at most, by way of another verb.
- **9.2-c** As many as usual.
- **9.2-d** Two kings at most.
- **9.2-e** A number.
- **9.2-f** A set.
- **9.2-g** A price.
- **9.2-h** In turn.
- **9.2-i** One only.

~~~yaml
game: {id: toy, title: Toy, main: play}
seats: [{id: red}]
properties: {space: {worth: int}}
spaces: [{id: oak, adjacent: [], worth: 1}, {id: elm, adjacent: [], worth: 2}, {id: ash, adjacent: [], worth: 3}]
boxes: [{id: store, worth: 0}]
tracks: [{id: gold, title: Gold, min: 0, max: 9, initial: 3}]
pieces:
- {id: pawn, seat: red, count: 9, home: store}
- {id: king, seat: red, count: 9, home: store}
procedures:
- id: play
  do:
  - menu: act
    by: red
    options:
      told: {do: [{fetch: {least: 2, count: 4}, rule: 9.2-a}]}
      passed: {do: [{pass-on: {count: 3}, rule: 9.2-b}]}
      usual: {do: [{fetch: {}, rule: 9.2-c}]}
      capped: {do: [{fetch: {count: 5, kings: 2}, rule: 9.2-a}]}
      number: {do: [{number: {most: 3}, rule: 9.2-e}]}
      set: {do: [{set-of: 2, rule: 9.2-f}]}
      exact: {do: [{swap: 2, rule: 9.2-a}]}
      turns: {do: [{in-turn: {least: 1, most: 2}, rule: 9.2-h}]}
      limited: {do: [{either: {limited: true}, rule: 9.2-i}]}
      unlimited: {do: [{either: {}, rule: 9.2-i}]}
  - over: {}
- id: fetch
  rule: 9.1-a
  params: {least: {type: int, default: 1}, count: {type: int, default: 2}, kings: {type: int, default: 9}}
  do:
  - let: {$due: '=min($least, pieces(store, red))'}
  - take: $n
    by: red
    of: red
    from: store
    min: $due
    max: $count
    caps: [{of: king, max: $kings, rule: 9.2-d}]
- {id: pass-on, rule: 9.1-b, params: {count: int}, do: [{let: {$more: '=$count + 1'}}, {fetch: {least: 1, count: =$more - 1}}]}
- {id: swap, rule: 9.1-a, params: {count: int}, do: [{take: $n, by: red, of: red, from: store, count: $count}]}
- {id: number, rule: 9.1-a, params: {most: int}, do: [{amount: $m, by: red, min: 1, max: $most}]}
- {id: set-of, rule: 9.1-a, params: {most: int}, do: [{subset: $s, by: red, each: $x, from: spaces, min: 1, max: $most, cost: =$x.worth, budget: gold, costRule: 9.2-g}]}
- {id: either, rule: 9.1-a, params: {limited: {type: bool, default: false}}, do: [{amount: $m, by: red, min: 0, max: 'if($limited, 1, 2)'}]}
- {id: in-turn, rule: 9.1-a, params: {least: int, most: int}, do: [{pick: $p, by: red, each: $x, from: spaces, min: $least, max: $most, do: []}]}
~~~
`

// A refusal of too many or too few names the clause that sets the number: that of the decision, or that of the statement that
// passed the number.
func TestRefusalsNameTheClauseOfTheBound(t *testing.T) {
	gd := toy(t, bounds)
	game := loaded(t, gd)
	take := func(pawns, kings int32) engine.Answer { return engine.Answer{Counts: []int32{pawns, kings}} }
	for _, c := range []struct {
		name, act string
		answer    engine.Answer
		rule      string
		given     bool
	}{
		{"too many of what a call says", "told", take(5, 0), "9.2-a", true},
		{"too few of what a call says, through a local", "told", take(1, 0), "9.2-a", true},
		{"too many of what a caller was told itself", "passed", take(2, 2), "9.2-b", true},
		{"too few of what a caller says on its own", "passed", take(0, 0), "9.1-b", true},
		{"too many of what the call leaves to the verb", "usual", take(3, 0), "9.1-a", false},
		{"a cap has its own clause", "capped", take(1, 3), "9.2-d", false},
		{"the bound comes before the cap", "capped", take(3, 3), "9.2-a", true},
		{"more than there are", "told", take(10, 0), "9.1-a", false},
		{"fewer than just so many", "exact", take(1, 0), "9.2-a", true},
		{"a number above", "number", engine.Answer{N: 4}, "9.2-e", true},
		{"a number below the verb's own least", "number", engine.Answer{N: 0}, "9.1-a", false},
		{"a set too large", "set", engine.Answer{Set: 0b111}, "9.2-f", true},
		{"an empty set", "set", engine.Answer{}, "9.1-a", false},
		{"a set too dear", "set", engine.Answer{Set: 0b110}, "9.2-g", false},
		{"a choice between two bounds that a call makes", "limited", engine.Answer{N: 2}, "9.1-a", true},
		{"a choice between two bounds that is the verb's own", "unlimited", engine.Answer{N: 3}, "9.1-a", false},
		{"stop too early", "turns", engine.Answer{Stop: true}, "9.2-h", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := game.New(engine.Setup{})
			if err != nil {
				t.Fatal(err)
			}
			options := gd.Decisions[s.Decision().Index].Options
			for i := range options {
				if options[i].Name == c.act {
					err = s.Apply(engine.Answer{Option: int32(i)})
				}
			}
			if err != nil {
				t.Fatal(err)
			}
			hash := s.Hash()
			r := s.Refuses(c.answer)
			if r == nil || r.Rule != c.rule || (r.Given != 0) != c.given {
				t.Fatalf("%+v, want rule %s", r, c.rule)
			}
			if err := s.Apply(c.answer); err == nil || err.Error() != r.Error() {
				t.Errorf("%v, but %v", err, r)
			}
			if s.Hash() != hash || s.Decision() == nil {
				t.Error("asking changed the state")
			}
		})
	}
	s, err := game.New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	if r := s.Refuses(engine.Answer{Option: 0}); r != nil {
		t.Error(r)
	}
}

const domains = `# Toy

- **9.1-a** A verb chooses among the spaces that it is given.
- **9.1-b** Whether it may.
- **9.2-a** Oak or elm.
- **9.2-b** Anywhere.
- **9.2-c** Pawns.

~~~yaml
game: {id: toy, title: Toy, main: play}
seats: [{id: red}]
spaces: [{id: oak, adjacent: []}, {id: elm, adjacent: []}, {id: ash, adjacent: []}]
boxes: [{id: store}]
pieces:
- {id: pawn, seat: red, count: 9, home: store}
- {id: king, seat: red, count: 9, home: store}
procedures:
- id: play
  do:
  - {move: {of: red, from: store, count: 4, to: ash}}
  - menu: act
    by: red
    options:
      among: {do: [{choose: {among: [oak, elm]}, rule: 9.2-a}]}
      usual: {do: [{choose: {}, rule: 9.2-b}]}
      passed: {do: [{pass-on: {among: [oak, elm]}, rule: 9.2-a}]}
      tested: {do: [{test: {among: [oak, elm], most: 9}, rule: 9.2-a}]}
      counted: {do: [{test: {among: spaces, most: 0}, rule: 9.2-a}]}
      barred: {do: [{bar: {open: false}, rule: 9.2-a}]}
      zone: {do: [{fetch: {within: [store, oak], of: red}, rule: 9.2-a}]}
      kind: {do: [{fetch: {within: [store, ash], of: pawn}, rule: 9.2-c}]}
  - over: {}
- {id: choose, rule: 9.1-a, params: {among: {type: zones, default: spaces}}, do: [{one: $z, by: red, from: $among}]}
- {id: pass-on, params: {among: zones}, do: [{choose: {among: =$among}, rule: 9.2-b}]}
- {id: test, rule: 9.1-a, params: {among: zones, most: int}, do: [{one: $z, by: red, from: spaces, where: ['$z in $among', '$most > 0 or $z != ash']}]}
- {id: bar, rule: 9.1-a, params: {open: bool}, do: [{menu: way, by: red, options: {in: {where: {rule: 9.1-b, when: $open}, do: []}, out: {do: []}, off: {do: []}}}]}
- {id: fetch, rule: 9.1-a, params: {within: zones, of: filter}, do: [{take: $n, by: red, of: $of, from: $within, max: 3}]}
~~~
`

// A refusal of a candidate outside of a set names the statement that gave the set. Where a condition compares with what the statement gave, the
// clause remains that of the condition.
func TestRefusalsNameTheClauseOfTheDomain(t *testing.T) {
	gd := toy(t, domains)
	game := loaded(t, gd)
	zone := func(name string) int64 {
		v, ok := gd.Value(name, def.TZone)
		if !ok {
			t.Fatal(name)
		}
		return v
	}
	for _, c := range []struct {
		act       string
		candidate int64
		rule      string
		given     bool
	}{
		{"among", zone("ash"), "9.2-a", true},
		{"usual", zone("store"), "9.1-a", false},
		{"passed", zone("ash"), "9.2-a", true},
		{"tested", zone("ash"), "9.1-a", true},
		{"counted", zone("ash"), "9.1-a", true},
		{"barred", 0, "9.2-a", true},
		{"zone", zone("ash") << 8, "9.2-a", true},
		{"kind", zone("ash")<<8 | 1, "9.2-c", true},
	} {
		t.Run(c.act, func(t *testing.T) {
			s, err := game.New(engine.Setup{})
			if err != nil {
				t.Fatal(err)
			}
			for i, o := range gd.Decisions[s.Decision().Index].Options {
				if o.Name == c.act {
					err = s.Apply(engine.Answer{Option: int32(i)})
				}
			}
			if err != nil {
				t.Fatal(err)
			}
			if r := s.Explain(c.candidate); r == nil || r.Rule != c.rule || (r.Given != 0) != c.given {
				t.Errorf("%+v, want rule %s", r, c.rule)
			}
		})
	}
}
