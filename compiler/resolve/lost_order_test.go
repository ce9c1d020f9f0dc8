package resolve_test

import (
	"strings"
	"testing"
)

// Orders keep their order under names, in functions and in procedures, and other sets have none to lose.
// testdata/broken/lost-order*.md has the sets that lose one.
func TestLoopsOverOrdersOrPlainSetsGiveNoLostOrder(t *testing.T) {
	const rules = `
values: [{id: ring, at: ring, type: order}]
ring: [ant, bee]
sets: {everybody: =seats, guests: [bee, ant], rest: "=set($s in ring where $s != ant)"}
variables: [{id: lead, type: seat, initial: ant}, {id: kept, type: set of seat, initial: []}]
derived: [{id: unlike, type: set of seat, value: "=set($s in ring where $s != lead)"}]
functions:
- {id: turned, value: =ring}
- {id: others, params: {than: seat}, value: "=seats \\ $than"}
- {id: how-many, params: {of: set of seat}, value: =size($of)}
- {id: keep, params: {these: set of seat}, value: =$these}
- {id: but, params: {than: seat}, let: {$few: "=set($s in ring where $s != $than)"}, value: =$few}
procedures:
- {id: sum-up, params: {of: set of seat}, returns: int, do: [{return: =size($of)}]}
- {id: those, returns: set of seat, do: [{return: =seats}]}
- id: around
  do:
  - let: {$ring: =turned(), $all: "=others(ant)", $few: "=set($s in ring where $s != ant)"}
  - let: {$count: {call: sum-up, with: =$few}, $those: {call: those}, $step: =seats}
  - set: {kept: =$those, $step: =$all}
  - for: {$s: LOOP}
    where: $s in $few and how-many($few) > 0
    do: [{note: {asked: $s}}]
`
	for loop, want := range map[string]string{
		"=ring": "", "=turned()": "", "=$ring": "", "=seats": "", "=$all": "", "=others(lead)": "", "=keep($all)": "", "=set($t in seats where $t in ring)": "",
		"=everybody": "", "=kept": "", "=$those": "", "=$step": "",
		"=keep($few)": "lost-order", "=keep(keep($all) | $few)": "lost-order", "=if(lead == ant, $few, $all)": "lost-order",
		"=guests": "", "=rest": "lost-order", "=rest | guests": "lost-order", "=guests | rest": "lost-order", "=but(lead)": "lost-order", "=unlike": "lost-order", "=keep(rest)": "lost-order", "=set(next(seats, $t) for $t in ring)": "lost-order",
	} {
		_, _, list := resolveFiles(t, orchard(t, strings.Replace(rules, "LOOP", "'"+loop+"'", 1)))
		if got := reported(list); want == "" && got != "" || !strings.Contains(got, want) || strings.Contains(got, "\n") {
			t.Errorf("%s: %s", loop, got)
		}
	}
}

// The error is at the loop and notes where the set was made.
func TestLostOrderNotesWhereTheSetIsMade(t *testing.T) {
	_, _, list := resolveFiles(t, orchard(t, `
values: [{id: ring, at: ring, type: order}]
ring: [ant, bee]
procedures:
- id: ask
  params: {whom: set of seat}
  do: [{for: {$s: =$whom}, do: [{note: {asked: $s}}]}]
- id: others
  returns: set of seat
  do: [{return: "=set($s in ring where $s != ant)"}]
- id: around
  do:
  - let: {$few: {call: others}}
  - ask: =$few
`))
	if len(list) != 1 || len(list[0].Context) != 1 || list[0].Context[0].Pos.Line != list[0].Subject.Line+3 {
		t.Errorf("%v %+v", list, list)
	}
}

// The members of a listed set are visited as declared. This is an error only if the loop has a decision, the list has another
// order, and the loop does not state `order: fixed`. A list in the loop itself is an order.
func TestLostOrderOfAListIsReportedOnlyForLoopsWithDecisions(t *testing.T) {
	const rules = `
values: [{id: ring, at: ring, type: order}, {id: circle, at: circle, type: seats}]
ring: [bee, ant]
circle: [bee, ant]
tables: [{id: groups, at: groups, columns: {who: seats, whom: {type: seats, default: [bee, ant]}}}]
groups: [{who: [bee, ant]}]
variables: [{id: first-kept, type: seats, initial: [bee, ant]}, {id: later-kept, type: seats, initial: []}, {id: well-kept, type: seats, initial: [ant, bee]}]
setupValues: [{id: planned, at: plan, type: seats, default: []}]
setups: [{id: two, variables: {later-kept: [bee, ant]}, plan: [bee, ant]}]
sets: {guests: [bee, ant], hosts: [ant, bee], groves: [elm, oak], joined: =bee | ant}
functions:
- {id: without, params: {of: seats, one: seat}, value: "=$of \\ $one"}
- {id: both, params: {}, value: "[bee, ant]"}
procedures:
- id: ask
  params: {seat: seat}
  do: [{may: wait, by: $seat, do: [{gain: {honey: 1}}]}]
- id: tell
  params: {seat: seat}
  do: [{note: {asked: $seat}}]
- id: around
  do:
  - for: {$s: OVER}
    DO
`
	ask, tell, fixed := "do: [{ask: $s}]", "do: [{tell: $s}]", "order: fixed\n    do: [{ask: $s}]"
	about := "do: [{may: wait, by: ant, do: [{mark: {$s.blight: 1}}]}]"
	for _, k := range []struct{ over, do, want string }{
		{"=guests", tell, ""}, {"=guests", fixed, ""}, {"=hosts", ask, ""}, {"=joined", ask, ""}, {"=ring", ask, ""},
		{"[bee, ant]", ask, ""}, {"'=[bee, ant]'", ask, ""}, {"[bee]", ask, ""}, {"'=without(guests, ant)'", tell, ""},
		{"'=only(groups).who'", ask, "lost-order"}, {"'=only(groups).whom'", ask, "lost-order"}, {"=first-kept", ask, "lost-order"}, {"=later-kept", ask, "lost-order"}, {"=planned", ask, "lost-order"}, {"=well-kept", ask, ""},
		{"=guests", ask, "lost-order"}, {"=circle", ask, "lost-order"}, {"'=without(guests, ant)'", ask, "lost-order"}, {"=both", ask, "lost-order"},
		{"'=set($t in [bee, ant])'", ask, "lost-order"}, {"'=if(honey > 2, guests, hosts)'", ask, "lost-order"},
		{"=groves", about, "lost-order"}, {"[oak, elm]", about, ""}, {"=groves", "order: fixed\n    " + about, ""},
	} {
		_, _, list := resolveFiles(t, orchard(t, strings.NewReplacer("OVER", k.over, "DO", k.do).Replace(rules)))
		if got := reported(list); k.want == "" && got != "" || !strings.Contains(got, k.want) || strings.Contains(got, "\n") {
			t.Errorf("%s %s: %s", k.over, k.do, got)
		}
	}
}

// Sets that lost their order are traced through calls, arguments and results.
func TestLostOrderIsTracedThroughCalls(t *testing.T) {
	const rules = `
values: [{id: ring, at: ring, type: order}]
ring: [ant, bee]
variables: [{id: kept, type: set of seat, initial: []}]
points: [{id: met, kind: run, params: {whom: set of seat}}]
lasting: [{id: mist, duration: turn, hooks: [{to: met, do: [HOOK]}]}]
properties: {card: {ask: {type: "procedure(whom: seats)", default: none}}}
cards: [{id: snow, ask: {do: [CARD]}}]
procedures:
- {id: ask, params: {whom: set of seat}, tags: asking, do: [ASK]}
- {id: few, returns: set of seat, do: [{return: "=set($s in ring where $s != ant)"}]}
- id: around
  params: {card: card}
  do:
  - let: {$few: "=set($s in ring where $s != ant)", $all: =seats}
  - activate: mist
  - DO
  - for: {$s: =$all}
    do: [{note: {asked: $s}}]
`
	const loop = "{for: {$s: =$whom}, do: [{note: {asked: $s}}]}"
	for _, c := range []struct{ do, in string }{
		{"ask: =$few", "ASK"}, {"ask: {whom: =$few}", "ASK"}, {"grant: {ask: =$few}", "ASK"}, {"call: ask\n    with: =$few", "ASK"},
		{"call: $card.ask\n    with: {whom: =$few}", "CARD"}, {"hook: {met: =$few}", "HOOK"},
		{"callOne: $p\n    by: ant\n    from: procedures(asking)\n    with: =$few", "ASK"},
		{"set: {$all: =$few}", ""}, {"set: {kept: =$few}\n  - set: {$all: =kept}", ""},
		{"let: {$got: {call: few}}\n  - set: {$all: =$got}", ""}, {"let: {$got: {grant: few}}\n  - set: {$all: =$got}", ""},
	} {
		page := strings.NewReplacer("DO", c.do, c.in, loop, "ASK", "{note: it}", "CARD", "{note: it}", "HOOK", "{note: it}")
		if c.in == "" {
			page = strings.NewReplacer("DO", c.do, "ASK", "{note: it}", "CARD", "{note: it}", "HOOK", "{note: it}")
		}
		_, _, list := resolveFiles(t, orchard(t, page.Replace(rules)))
		if got := reported(list); !strings.Contains(got, "lost-order") || strings.Contains(got, "\n") {
			t.Errorf("%s: %s", c.do, got)
		}
	}
}
