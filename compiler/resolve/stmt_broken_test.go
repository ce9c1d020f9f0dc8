package resolve_test

// These tests resolve statements of the right shape with one error each, which gets one diagnostic at the cause.

import (
	"strings"
	"testing"

	"rulebound/compiler/diag"
)

// fault is an expected diagnostic: its code, the text at its position, and a part of its text.
type fault struct{ name, text, code, at, says string }

func TestBrokenStatements(t *testing.T) {
	for _, c := range []fault{
		{"what cannot be assigned", "- set: {$as: 1, oak: 2}", "wrong-type", "oak: 2", "oak cannot be assigned: it is a zone"},
		{"an unknown binding", "- set: {$absent: 2}", "unknown-binding", "$absent", "not bound here"},
		{"a marker of an unknown binding", "- mark: {$absent.blight: 1}", "unknown-binding", "$absent", "not bound here"},
		{"a mark of an unknown binding", "- move: {piece: $absent, to: elm, mark: moved}", "unknown-binding", "$absent", "not bound here"},
		{"a result that is an unknown binding", "- return: =$absent", "unknown-binding", "$absent", "not bound here"},
		{"a case that is computed", "- switch: $many\n  cases: {=honey: [plain], =hony: []}", "unknown-name", "hony", "did you mean honey?"},
		{"an unknown variable", "- set: {hony: 2}", "unknown-name", "hony", "did you mean honey?"},
		{"a variable without its owner", "- set: {ready: true}", "needs-owner", "ready", "$x.ready"},
		{"a value of another type", "- set: {now: 3}", "wrong-type", "3}", "season is expected"},
		{"a gain of what is not a number", "- gain: {now: 1}", "wrong-type", "now", "gain changes numbers, now is season"},
		{"no track", "- transfer: {from: now, to: honey, amount: 1}", "wrong-type", "now,", "a track is expected"},
		{"a key that is no formula", "- set: {\"oak.\": 1}", "property-name", "\"", "a property name is missing"},
		{"no marker", "- shift: {$at.yield: 1}", "wrong-type", "$at.yield", "not a marker of a zone"},
		{"a counted marker on a scale", "- shift: {$at.blight: 1}", "wrong-type", "$at.blight", "counted, not a scale"},
		{"a position beyond a scale", "- shift: {$at.favor: 1}\n  toward: hot", "unknown-name", "hot", "unknown name hot"},
		{"a scale that is counted", "- mark: {$at.favor: 1}", "wrong-type", "$at.favor", "is a scale"},
		{"pieces of which kind", "- move: {from: oak, to: elm}", "missing-key", "{from", "move needs of:"},
		{"pieces from where", "- tag: {of: ant, mark: moved}", "missing-key", "{of", "tag needs in:"},
		{"several zones without all", "- remove: {of: ant, from: woods}", "wrong-type", "woods", "needs all: true"},
		{"a number in several zones", "- remove: {of: ant, from: woods, count: 2}", "wrong-type", "2}", "count needs a single zone"},
		{"pieces from no zone", "- remove: {of: ant, from: honey}", "wrong-type", "honey", "a zone is expected"},
		{"a mark of several", "- move: {of: ant-scout, from: oak, to: elm, mark: moved}", "wrong-type", "moved", "mark goes with a piece"},
		{"a mark at home", "- take: $n\n  by: $as\n  of: ant\n  from: oak\n  each: $p\n  do: [{move: {piece: $p, to: home, mark: moved}}]", "wrong-type", "moved", "mark goes with a piece"},
		{"an unknown status", "- flip: {of: ant-scout, in: oak, to: opn}", "unknown-name", "opn", "did you mean open?"},
		{"an unknown mark", "- untag: movd", "unknown-name", "movd", "did you mean moved?"},
		{"a mark in several zones", "- tag: {of: ant-scout, in: woods, mark: moved}", "wrong-type", "woods", "in one zone at a time"},
		{"an unknown window", "- expire: trn", "unknown-name", "trn", "did you mean turn?"},
		{"a next window that is unknown", "- expire: turn\n  to: yer", "unknown-name", "yer", "did you mean year?"},
		{"an effect for an unknown window", "- activate: drought\n  duration: yeer", "unknown-name", "yeer", "did you mean year?"},
		{"none of no kind", "- let: {$n: none}\n- set: {now: $n}", "wrong-type", "none}", "none has no type here"},
		{"a let of what is unknown", "- let: {$n: hony}\n- gain: {honey: $n}", "unknown-name", "hony", "did you mean honey?"},
		{"a binding without its sign", "- let: {n: 1}\n- gain: {honey: $n}", "bad-binding", "n: 1", "write $n"},
		{"a let of an unknown type", "- let: {$n: {value: none, type: seet}}\n- if: $n == ant\n  then: [plain]", "unknown-type", "seet", "did you mean seat?"},
		{"a result that does not fit", "- let: {$z: {call: helper, with: $as}}\n- gain: {honey: $z}", "wrong-type", "$z}", "a number is expected, this is a zone"},
		{"two cases of one value", "- switch: $many\n  cases: {1: [plain], 2: [], =1: []}", "duplicate-key", "=1", "has two cases"},
		{"a case of another type", "- switch: $as\n  cases: {ant: [], oak: [{gain: {honey: 1}}]}", "wrong-type", "oak", "a seat is expected"},
		{"a loop over a filter", "- for: {$p: scouts}\n  do: [{remove: $p}]", "wrong-type", "scouts", "take visits pieces"},
		{"a loop over pieces that nobody took", "- for: {$p: 'pieces(oak, ant)'}\n  do: [{remove: $p}]", "wrong-type", "pieces(", "keep: list"},
		{"a loop over what is unknown", "- for: {$z: wods}\n  do: [{gain: {honey: =$z.yield}}]", "unknown-name", "wods", "did you mean woods?"},
		{"a choice among pieces that were taken", "- take: $list\n  by: $as\n  of: ant\n  from: oak\n  keep: list\n- for: {$p: $list}\n  where: $p.zone == oak\n  do: [{remove: $p}]", "misplaced", "where", "put the condition into the body"},
		{"a stop that stops nothing", "- stop:", "misplaced", "stop", "stop is outside of a repeat or a while"},
		{"a value that is not held", "- hold: holder\n  do: [plain]", "unknown-name", "holder", "declared with hold: true"},
		{"a note of none", "- note: {what: {who: none}}", "wrong-type", "none", "none has no type here"},
		{"a seat without a result", "- over: {result: {ant: 1}}", "missing-key", "{ant", "a value for bee"},
		{"a result of the game that is not a number", "- over: {result: =$it}", "wrong-type", "$it", "a number is expected"},
		{"a result of a procedure that is not a number", "- return: oak", "wrong-type", "oak", "a number is expected"},
		{"a guard that is not a condition", "- plain:\n  if: honey", "wrong-type", "honey", "a condition is expected"},
		{"a branch on what is unknown", "- if: hony > 1\n  then: [plain]", "unknown-name", "hony", "did you mean honey?"},
	} {
		t.Run(c.name, func(t *testing.T) { found(t, c) })
	}
}

func TestBrokenCalls(t *testing.T) {
	for _, c := range []fault{
		{"an unknown parameter", "- helper: {who: $as, cont: 3}", "unknown-argument", "cont", "did you mean count?"},
		{"a parameter that is probably another", "- helper: {wo: $as}", "unknown-argument", "wo:", "did you mean who?"},
		{"a missing argument", "- helper: {count: 3}", "missing-argument", "{count", "helper needs who"},
		{"no argument", "- helper", "missing-argument", "helper", "helper needs who"},
		{"one argument for several", "- test: $as", "wrong-arguments", "$as", "by name: {as, at, many}"},
		{"an argument of a procedure without parameters", "- plain: $as", "wrong-arguments", "$as", "plain"},
		{"an argument of another type", "- helper: oak", "wrong-type", "oak", "a seat is expected"},
		{"no procedure", "- call: oak\n  with: {who: $as}", "wrong-type", "oak", "a procedure is expected"},
		{"a procedure of unknown parameters", "- callOne: $p\n  by: $as\n  from: procedures(operation)\n  with: $as\n- call: $p", "wrong-type", "$p", "parameters of this procedure are not known"},
		{"an argument that the caller has by another bundle", "- let: {$count: 3}\n- helper: {count: 3}", "missing-argument", "{count", "helper needs who"},
		{"an option that begins with a grant of what is unknown", "- menu: m\n  by: $as\n  options: {go: [{grant: {halper: $as}}]}", "unknown-name", "halper", "did you mean helper?"},
		{"an unknown hook point", "- hook: {harvst: $at}", "unknown-name", "harvst", "did you mean harvest?"},
		{"a hook point that is read", "- hook: {may-fly: $as}", "wrong-point", "may-fly", "read with modified or allowed"},
		{"a hook point without its argument", "- hook: harvest", "missing-argument", "harvest", "harvest needs space"},
		{"a grant of what is unknown", "- let: {$z: {grant: {halper: $as}}}\n- plain:\n  if: $z == oak", "unknown-name", "halper", "did you mean helper?"},
		{"a grant of another argument", "- grant: {helper: {who: oak}}", "wrong-type", "oak", "a seat is expected"},
	} {
		t.Run(c.name, func(t *testing.T) { found(t, c) })
	}
}

func TestBrokenDecisions(t *testing.T) {
	for _, c := range []fault{
		{"a choice of pieces as members", "- one: $p\n  by: $as\n  from: scouts\n- remove: $p", "wrong-type", "scouts", "pieces are chosen with take"},
		{"a choice of what is unknown", "- pick: $set\n  by: $as\n  each: $z\n  from: wods\n  do: [{gain: {honey: =$z.yield + size($set)}}]", "unknown-name", "wods", "did you mean woods?"},
		{"a condition of another type", "- one: $z\n  by: $as\n  from: woods\n  where: $z.yield\n- gain: {honey: =$z.yield}", "wrong-type", "yield", "a condition is expected"},
		{"a chooser that is no seat", "- amount: $n\n  by: oak\n  max: 3\n- gain: {honey: $n}", "wrong-type", "oak", "a seat is expected"},
		{"a chooser that is none", "- amount: $n\n  by: none\n  max: 3\n- gain: {honey: $n}", "wrong-type", "none", "none decides nothing"},
		{"a die without a side", "- roll: $n\n  sides: 0\n- gain: {honey: $n}", "bad-bounds", "0", "one side or more"},
		{"a bound that is unknown", "- amount: $n\n  by: $as\n  min: 2\n  max: hony\n- gain: {honey: $n}", "unknown-name", "hony", "did you mean honey?"},
		{"two bounds and a count", "- subset: $set\n  by: $as\n  from: woods\n  min: 1\n  count: 2\n- gain: {honey: =size($set)}", "bad-bounds", "2", "remove min and max"},
		{"no end to a pick", "- pick: $set\n  by: $as\n  from: woods\n  again: true\n  do: [plain]", "unbounded", "pick:", "needs max:"},
		{"a body of what is kept", "- take: $p\n  by: $as\n  of: ant\n  from: oak\n  keep: piece\n  do: [plain]\n- remove: $p", "misplaced", "do:", "for the statements that follow"},
		{"a number of one piece", "- take: $p\n  by: $as\n  of: ant\n  from: oak\n  keep: piece\n  max: 2\n- remove: $p", "bad-bounds", "2", "remove max"},
		{"a way to keep that is unknown", "- take: $p\n  by: $as\n  of: ant\n  from: oak\n  keep: pice\n- remove: $p", "unknown-name", "pice", "did you mean piece?"},
		{"pieces of no kind", "- take: $n\n  by: $as\n  of: oak\n  from: oak\n  each: $p\n  do: [{remove: $p}]", "wrong-type", "oak", "a piece filter is expected"},
		{"an answer without its sign", "- one: z\n  by: $as\n  from: woods\n- gain: {honey: =$zone.yield + $z.yield}", "bad-binding", "one:", "$name"},
		{"a key that is misspelt", "- pick: $set\n  by: $as\n  ech: $z\n  from: woods\n  where: $z != $at\n  do: [{gain: {honey: =$z.yield}}]", "unknown-key", "ech", "did you mean each?"},
		{"a decline of no option", "- menu: what\n  by: $as\n  options: {more: [plain], less: []}\n  decline: les", "unknown-name", "les", "did you mean less?"},
		{"an option on what is unknown", "- may: think\n  by: $as\n  where: hony > 1\n  do: [plain]", "unknown-name", "hony", "did you mean honey?"},
		{"procedures that change", "- callOne: $p\n  by: $as\n  from: set($q in procedures(operation) where honey > 1)\n  with: $as\n- note: {done: $p}", "not-constant", "set(", "a fixed set"},
		{"arguments of what is offered", "- callOne: $p\n  by: $as\n  from: procedures(operation)\n  with: {as: $as, fre: true}\n- note: {done: $p}", "unknown-argument", "fre", "did you mean free?"},
	} {
		t.Run(c.name, func(t *testing.T) { found(t, c) })
	}
}

// found resolves a text and compares its only diagnostic.
func found(t *testing.T, want fault) {
	t.Helper()
	text := strings.TrimSpace(want.text)
	_, _, list := resolveTest(t, text)
	list = once(list)
	if len(list) != 1 || list[0].Code != want.code {
		t.Fatalf("want one diagnostic [%s], got %v", want.code, list)
	}
	d := list[0]
	line := strings.Split(testPage(text), "\n")[d.Subject.Line-1]
	if d.Subject.Col > len(line) || !strings.HasPrefix(line[d.Subject.Col-1:], want.at) {
		t.Errorf("%v is not at %q", d, want.at)
	}
	if !strings.Contains(d.Summary, want.says) {
		t.Errorf("%q is not said: %v", want.says, d)
	}
}

// once removes duplicates at one position, as the compiler does for a text that is resolved several times.
func once(list diag.List) diag.List {
	type key struct {
		at   diag.Pos
		code string
	}
	seen := map[key]bool{}
	var out diag.List
	for _, d := range list {
		if k := (key{d.Subject, d.Code}); !seen[k] {
			seen[k] = true
			out = append(out, d)
		}
	}
	return out
}
