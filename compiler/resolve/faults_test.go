package resolve_test

// Errors in formulas and data are reported once, at their positions.

import (
	"strings"
	"testing"

	"rulebound/compiler/declare"
	"rulebound/compiler/read"
	"rulebound/compiler/resolve"
	"rulebound/compiler/source"
)

func TestFaultyFormulas(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"$absent", "unknown-binding: $absent is not bound here"},
		{"$sea", "unknown-binding: $sea is not bound here; did you mean $seat?"},
		{"$n-1", "unknown-binding: $n-1 is not bound here; a - without spaces belongs to the name, write $n - 1 to subtract"},
		{"$n ^ 2", "caret: ^ is not an operator"},
		{"if($yes, [], 70)", "too-many: a set of numbers holds 0 to 63 here, not 70"},
		{"if($yes, [], $absent)", "unknown-binding: $absent is not bound here"},
		{"ints(-1, 3)", "too-many: a set of numbers holds 0 to 63 here, not -1"},
		{"size([-1, 3])", "too-many: a set of numbers holds 0 to 63 here, not -1"},
		{"size([64, 3])", "too-many: a set of numbers holds 0 to 63 here, not 64"},
		{"$at.hidden", "unknown-property: a zone has no property or variable hidden"},
		{"$at in [3, 70]", "wrong-type: a number is expected, this is a zone"},
		{"$n in [70, oak]", "wrong-type: a number is expected, this is a zone"},
		{"hony", "unknown-name: unknown name hony; did you mean honey?"},
		{"honey-nectar", "unknown-name: unknown name honey-nectar; a - without spaces belongs to the name, write honey - nectar to subtract"},
		{"plain", "ambiguous-name: plain is a member of taste and of ground"},
		{"possible(bud)", "unknown-name: there is no procedure bud; bud is a member of season"},
		{"now == none", "wrong-type: season is expected, and none is no member of it; declare one that means it, as in season: [nothing, …]"},
		{"now == sour", "wrong-type: sour is a member of taste, not of season"},
		{"none", "wrong-type: function tested yields none, whose type is unknown"},
		{"ready", "needs-owner: ready is kept for each seat; write $x.ready"},
		{"holder", "needs-owner: holder is derived for each zone; write $x.holder"},
		{"activePlayer", "unknown-binding: no seat decides here: activePlayer is the parameter decides, executor or as of the procedure"},
		{"$at.colour", "unknown-property: a zone has no property or variable colour"},
		{"$piece.lost", "unknown-property: pieces have no status, mark or property lost; they have hidden, moved, open, unmoved or weight"},
		{"only(gifts).size", "unknown-property: rows of gifts have no column size"},
		{"$seat + 1", "wrong-type: a number is expected, this is a seat"},
		{"$seat == $at", "wrong-type: a seat is expected, this is a zone"},
		{"$seat < ant", "wrong-type: < compares numbers and enum members, not a seat"},
		{"$some and $yes", "wrong-type: a condition is expected, this is a set of zones; write size(…) > 0"},
		{"$n in oak", "wrong-type: a set of numbers is expected, this is a zone"},
		{"if($yes, $at, 1)", "wrong-type: a zone is expected, this is a number"},
		{"[oak, ant]", "wrong-type: a zone is expected, this is a seat"},
		{"reech($seat)", "unknown-function: there is no function reech; did you mean reach?"},
		{"reach()", "missing-argument: reach needs seat"},
		{"reach($seat, 1)", "wrong-arguments: reach takes 1 argument, not 2"},
		{"reach(sead: $seat)", "unknown-argument: reach has no parameter sead; did you mean seat?"},
		{"highest($some, 1, n: 2)", "wrong-arguments: highest takes 2 operands, not 3"},
		{"ints(1, 2, n: 2)", "wrong-arguments: ints takes 2 operands, not 3"},
		{"$at.size", "unknown-property: a zone has no property or variable size; write size(…)"},
		{"$at.within", "unknown-property: a zone has no property or variable within; write within(…)"},
		{"$card.next", "unknown-property: a card has no property or variable next; did you mean text?"},
		{"reach($seat.purse)", "wrong-type: a seat is expected, this is a track"},
		{"size($absent)", "unknown-binding: $absent is not bound here"},
		{"modified(gather-spaces, 2, $absent) == oak", "unknown-binding: $absent is not bound here"},
		{"pieces($at, $p, 1)", "wrong-arguments: pieces takes a zone or set of zones and a piece filter"},
		{"within(oak)", "wrong-arguments: within takes 2 operands, not 1"},
		{"max(1)", "wrong-arguments: max takes two operands or more"},
		{"size(1)", "wrong-type: size is of a set, an order or a pile, this is a number"},
		{"the(1)", "wrong-type: the(…) takes a set, this is a number"},
		{"level(1)", "wrong-type: level is of an enum member, this is a number"},
		{"left(honey)", "wrong-arguments: left takes the name of a pool of markers"},
		{"members(seasn)", "wrong-arguments: members takes the name of an enum"},
		{"running($p)", "wrong-arguments: running takes the name of a procedure"},
		{"procedures(raid)", "unknown-name: no procedure has the tag raid"},
		{"possible($p)", "wrong-type: the parameters of this procedure are not known here"},
		{"possible($seat)", "wrong-type: a procedure is expected, this is a seat"},
		{"allowed(may-fli, $seat)", "unknown-name: there is no hook point may-fli; did you mean may-fly?"},
		{"allowed(gather-spaces, $seat)", "wrong-point: allowed needs a point of kind allow"},
		{"modified(harvest, 1, $at)", "wrong-point: modified needs a point of kind number, limit or pool"},
		{"modified(gather-spaces, 1)", "wrong-arguments: hook point gather-spaces takes 1 operand, not 0"},
	} {
		t.Run(c.text, func(t *testing.T) {
			got := formula(t, "'"+c.text+"'")
			if !strings.Contains(got, c.want) || strings.Contains(got, "\n") {
				t.Error(got)
			}
		})
	}
}

func TestFaultyData(t *testing.T) {
	for _, c := range []struct{ name, block, want string }{
		{"a set that needs itself", "sets: {some: more, more: some}", "2:20 recursion: set more is defined through itself"},
		{"a set that needs a state", "sets: {some: set($z in spaces where pieces($z) > 0)}", "2:14 not-constant: set some must be computable from properties alone"},
		{"a function that needs itself", "functions: [{id: f, params: {n: int}, value: f($n)}]", "2:18 recursion: function f reaches itself"},
		{"a space that borders on itself", "spaces: [{id: bay, adjacent: bay}]", "2:30 bad-adjacency: bay is not adjacent to itself"},
		{"a border of one side", "spaces: [{id: bay, adjacent: oak}]", "2:30 bad-adjacency: bay lists oak as adjacent, but not the other way round"},
		{"borders of one side", "spaces: [{id: bay, adjacent: [oak, elm]}]", "2:31 bad-adjacency: bay lists oak as adjacent, but not the other way round; so do 1 more"},
		{"a border on what is no space", "spaces: [{id: bay, adjacent: oek}]", "2:30 unknown-name: there is no space oek; did you mean oak?"},
		{"a home on the map", "pieces: [{id: bear, count: 1, home: oak}]", "2:37 wrong-type: the home of bear must be a box"},
		{"too many of a piece", "pieces: [{id: bear, count: 256, home: nest}]", "2:28 bad-bounds: piece type bear needs a count from 1 to 255"},
		{"a property that must be given", "seats: [{id: cat}]", "2:9 missing-key: seat needs purse: (a property without a default)"},
		{"a property of another type", "spaces: [{id: bay, yield: elm}]", "2:27 wrong-type: a number is expected, this is a zone"},
		{"a member of another enumeration", "spaces: [{id: bay, terrain: sour}]", "2:29 wrong-type: sour is a member of taste, not of terrain"},
		{"a marker of no pool", "markers: [{id: mud, count: 1, pool: pits}]", "2:37 unknown-name: there is no pool pits; did you mean pots?"},
		{"a value out of its bounds", "variables: [{id: v, type: int, min: 1, max: 2, initial: 3}]", "2:57 bad-bounds: v runs from 1 to 2"},
		{"a track that cannot be set so", "setups: [{id: two, tracks: {honey: 21}}]", "2:36 bad-bounds: honey runs from 0 to 20"},
		{"a variable of a set-up that is none", "setups: [{id: two, variables: {nowe: bud}}]", "2:32 unknown-name: there is no variable nowe here; did you mean now?"},
		{"a marker where it cannot lie", "setups: [{id: two, spaces: {lake: {favor: warm}}}]", "2:36 misplaced: lake cannot bear favor"},
		{"a piece type that is none", "setups: [{id: two, spaces: {oak: {ant-hil: 1}}}]", "2:35 unknown-name: there is no variable ant-hil here"},
		{"pieces of a type that is none", "setups: [{id: two, spaces: {oak: {pieces: {ant-hil: 1}}}}]", "2:44 unknown-name: there is no piece type ant-hil; did you mean ant-hill?"},
		{"a status that pieces do not have", "setups: [{id: two, spaces: {oak: {pieces: {ant-scout.opn: 1}}}}]", "2:44 unknown-name: ant-scout has no status opn; did you mean open?"},
		{"a status in a box", "setups: [{id: two, boxes: {hive: {bee-scout.open: 1}}}]", "2:35 misplaced: pieces in a box have no status; write bee-scout"},
		{"more pieces than there are", "setups: [{id: two, spaces: {oak: {pieces: {bee-scout: 4}}, elm: {pieces: {bee-scout: 3}}}}]", "2:75 too-many: set-up two places 7 bee-scout, there are 6"},
		{"more markers than there are", "setups: [{id: two, spaces: {oak: {blight: 2}, elm: {blight: 2}}}]", "2:53 too-many: set-up two takes 4 from pots, there are 3"},
		{"pieces that do not fit", "setups: [{id: two, spaces: {oak: {pieces: {ant-hill: 2}}}}]", "2:44 stacking: set-up two breaks stacking: oak holds 2 of at most 1 (1.4)"},
		{"a card in two piles", "setups: [{id: two, piles: {stock: rain, shown: [wind, rain]}}]", "2:55 duplicate-id: rain lies in two places"},
		{"a derived value that is none", "setups: [{id: two, expect: {peece: true}}]", "2:29 unknown-name: there is no derived value peece; did you mean peace?"},
		{"a derived value of each space", "setups: [{id: two, expect: {holder: ant}}]", "2:29 needs-owner: holder is derived for each zone; only a value of the whole game can be expected"},
		{"a hook without its value", "lasting: [{id: fog, duration: year, hooks: [{to: gather-spaces}]}]", "2:50 missing-key: a hook on gather-spaces needs value:"},
		{"a run hook without statements", "lasting: [{id: fog, duration: year, hooks: [{to: harvest}]}]", "2:50 missing-key: a hook on harvest needs do:"},
		{"a check at data that nothing reads", "checks: [{id: k, require: true, message: no, at: orchard.gits}]", "2:50 unknown-name: no data is read at orchard.gits; did you mean orchard.gifts?"},
		{"a check of members that change", "checks: [{id: k, each: {$x: visited}, require: true, message: no}]", "2:29 not-constant: a check ranges over cards, procedures, durations, or the members of a set that never changes"},
		{"a value of an unknown name in a set-up", "setups: [{id: two, variables: {absent: {ready: true}}}]", "2:32 unknown-name: "},
		{"a value of none in a set-up", "setups: [{id: two, variables: {none: {ready: true}}}]", "2:32 none-in-a-set: none cannot be a member of a list; remove it"},
		{"a value of another type in a set-up, where 0 is out of its bounds", "variables: [{id: v, type: int, min: 1, max: 2, initial: 1}]\nsetups: [{id: two, variables: {v: elm}}]", "3:35 wrong-type: a number is expected, this is a zone"},
		{"a value below the least", "variables: [{id: v, type: int, min: 1, max: 2, initial: 0}]", "2:57 bad-bounds: v runs from 1 to 2"},
		{"a value of a check that is none", "checks: [{id: k, distinct: [rounds, oak, rain], message: no}]", "2:37 unknown-name: oak is not a value that values: declares"},
		{"values of different types in a check", "values: [{id: fee, at: fee, type: seat, default: ant}, {id: tax, at: tax, type: seat, default: ant}]\nchecks: [{id: k, distinct: [rounds, fee, tax], message: no}]", "3:37 wrong-type: fee is a seat, the values before it are a number"},
		{"a check of values that differ with two keys too many", "checks: [{id: k, distinct: [rounds], require: true, at: orchard.rounds, message: no}]", "2:47 wrong-key: "},
		{"pieces as a variable of a space", "setups: [{id: two, spaces: {oak: {ant-hill: 1}}}]", "2:35 unknown-name: there is no variable ant-hill here; pieces stand under pieces: {ant-hill: n}"},
		{"a coordinate below the least", "spaces: [{id: bay, at: [3, -100001]}]", "2:28 bad-bounds: a coordinate lies between -100000 and 100000"},
		{"pieces of a space that is in a set, too", "setups: [{id: two, spaces: {oak: {pieces: {bee-scout: 3}}, woods: {pieces: {bee-scout: 2}}}}]", "2:60 duplicate-key: the set-up gives bee-scout of oak twice"},
		{"a track that is expected", "setups: [{id: two, expect: {honey: 3}}]", "2:29 unknown-name: there is no derived value honey"},
		{"numbers of seats that cannot play", "options: [{id: players, values: [0, 9], seats: true}]", "2:33 bad-players: of the 2 seats that are declared 0 cannot play"},
		{"seats of an option that is none", "options: [{id: 9x, values: [1, 2], seats: true}]", "2:16 bad-id: "},
		{"a check of calls at data", "checks: [{id: k, calls: gather, at: orchard.gifts, require: true, message: no}]", "2:25 wrong-key: a check of calls has its own places; remove each and at"},
		{"a check of calls beside data", "checks: [{id: k, calls: gather, beside: orchard.gifts, require: true, message: no}]", "2:25 wrong-key: "},
		{"a check of calls of each space", "checks: [{id: k, calls: gather, each: {$z: spaces}, require: true, message: no}]", "2:25 wrong-key: "},
		{"a check of calls of two spaces", "checks: [{id: k, calls: gather, pairs: {$y: spaces, $z: spaces}, require: true, message: no}]", "2:25 wrong-key: "},
		{"an invariant without its condition", "invariants: [{id: k, message: no}]", "2:14 missing-key: "},
		{"stacking that says not of what", "stacking: [{in: spaces, max: 1}]", "2:12 missing-key: "},
		{"an order of computed seats", "cards: [{id: snow, order: '=[ant, if(edition == first, ant, bee), bee]'}]", "2:35 not-constant: the seats of an order are named, not computed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, list := resolveFiles(t, orchard(t, c.block))
			if got := reported(list); !strings.HasPrefix(got, c.want) || strings.Contains(got, "\n") {
				t.Error(got)
			}
		})
	}
}

// A binding in `drafts` without its type or its value is reported only there.
func TestIncompleteDraftBindingIsReportedOnce(t *testing.T) {
	for binding, want := range map[string]string{"{type: bool}": "2:26 missing-key: ", "{value: 3}": "2:26 missing-key: ", "{type: bool, value: 1 +}": "2:48 unexpected-end: "} {
		_, _, list := resolveFiles(t, orchard(t, "drafts: {bindings: {odd: "+binding+"}}\nfunctions: [{id: f, value: $odd}]"))
		if got := reported(list); !strings.HasPrefix(got, want) || strings.Contains(got, "\n") {
			t.Errorf("%s: %s", binding, got)
		}
	}
}

func TestDuplicateNamesInDataGiveNoFollowUpErrors(t *testing.T) {
	_, _, list := resolveFiles(t, orchard(t, "variables: [{id: oak, type: int}]\nsets: {few: [oak, ant-scout]}\nfunctions: [{id: f, value: oak + seats}, {id: g, value: $x.oak}]"))
	if got := reported(list); !strings.HasPrefix(got, "2:18 duplicate-id") || strings.Count(got, "\n") != 2 || strings.Count(got, "oak") != 1 {
		t.Error(got)
	}
}

func TestIncompletelyReadRulebookGivesNoFollowUpErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"sets: {few: [oek, elm], more: 1 + ant}\nfunctions: [{id: f, value: $x + g(1)}]", "2:35 wrong-type: a number is expected, this is a seat"},
		{`procedures:
- id: p
  params: {at: zone, as: seat}
  do:
  - shift: {$at.gone: 1, $at.honey: 1}
  - gone: 3
  - set: {gone: 1, $at.gone: 2, "gone[sour]": 1}
  - {grant: gone}
  - {hook: gone}
  - {hold: gone, do: []}
  - {while: $at == oak, do: [gone]}
  - {together: {$s: seats}, do: [{amount: $n, max: 2}], set: {$s.gone: $n}}
  - {over: {result: {ant: 1, bee: 2, cat: 3}}}
checks: [{id: k, calls: gone, require: rounds > 1, message: no}]`, "6:26 wrong-type: $at.honey is not a marker of a zone; write zone.marker"},
	} {
		prose, _ := source.Read(orchard(t, c.text), "game")
		root, _ := source.Merge(prose.Blocks)
		book, _ := read.Read(root, true, nil)
		syms, _ := declare.Declare(book, prose)
		_, list := resolve.Resolve(book, syms, nil)
		if got := reported(list); got != c.want {
			t.Error(got)
		}
	}
}
