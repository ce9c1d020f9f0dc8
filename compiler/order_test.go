package compiler_test

// A loop over a stated order keeps it, and an incomplete order is a fault.

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
	"rulebound/engine"
)

const orders = "# 1 Orders\n\n```yaml\n" + `game: {id: orders, main: play}
seats: [{id: ant}, {id: bee}, {id: cat}, {id: dog}]
properties: {card: {order: {type: order, default: []}}}
piles: [{id: box}, {id: shown}]
cards: [{id: full, order: [dog, bee, ant, cat]}, {id: partial, order: [cat, bee]}]
values: [{id: ring, at: ring, type: order}]
ring: [dog, cat, bee, ant]
variables:
- {id: path, type: int, initial: 0}
- {id: from, type: int, initial: 1}
functions: [{id: digit, params: {seat: seat}, value: "=if($seat == ant, 1, if($seat == bee, 2, if($seat == cat, 3, 4)))"}]
procedures:
- {id: play, do: [around, {over: {}}]}
- {id: around, do: [BODY]}
setups: [{id: whole, piles: {shown: [full]}}, {id: part, piles: {shown: [partial]}}]
` + "```\n"

// runOrders plays body and returns the value of the variable path.
func runOrders(t *testing.T, setup, body string) (int64, error) {
	t.Helper()
	gd, _, list := compiler.Compile(fstest.MapFS{"game/10.md": {Data: []byte(strings.Replace(orders, "BODY", body, 1))}}, "game")
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	game, err := engine.Load(gd, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := game.New(engine.Setup{ID: setup})
	if err != nil {
		return 0, err
	}
	path, _, err := s.Value("path")
	if err != nil {
		t.Fatal(err)
	}
	return path, nil
}

const step = "set: {path: =path * 10 + digit($s)}"

func TestLoopOverAnOrderKeepsTheOrderUnderConditions(t *testing.T) {
	for body, want := range map[string]int64{
		"{for: {$s: =ring}, do: [{" + step + "}]}":                                                          4321,
		"{for: {$s: =ring}, where: $s != bee, do: [{" + step + "}]}":                                        431,
		"{for: {$s: =ring}, where: $s != dog, limit: 2, do: [{" + step + "}]}":                              32,
		"{for: {$s: [dog, ant, bee]}, do: [{" + step + "}]}":                                                412,
		"{for: {$s: '=[dog, ant, bee]'}, where: $s != ant, do: [{" + step + "}]}":                           42,
		"{forEach: {bind: $s, over: [cat, ant], effects: [{" + step + "}]}}":                                31,
		"{let: {$s: '=only(set($t in seats where digit($t) == 3))'}}, {" + step + "}":                       3,
		"{let: {$s: '=first($t in [dog, ant] where $t != cat)'}}, {" + step + "}":                           4,
		"{for: {$s: =top(shown).order}, where: $s != dog, do: [{" + step + "}]}":                            213,
		"{for: {$s: =ring}, where: digit($s) > from, order: fixed, do: [{set: {from: 4}}, {" + step + "}]}": 432,
		"{set: {path: '=if(ring == [dog, cat, bee, ant] and [ant, bee, cat, dog] != ring, 7, 0)'}}":         7,
		"{for: {$s: =total(ring)}, do: [{" + step + "}]}":                                                   4321,
	} {
		if path, err := runOrders(t, "whole", body); err != nil || path != want {
			t.Errorf("%s: %d, %v, want %d", body, path, err, want)
		}
	}
}

func TestTotalOfAnIncompleteOrderIsAFault(t *testing.T) {
	const body = "{for: {$s: =total(top(shown).order)}, do: [{" + step + "}]}"
	if path, err := runOrders(t, "whole", body); err != nil || path != 4213 {
		t.Errorf("%d, %v", path, err)
	}
	_, err := runOrders(t, "part", body)
	var fault *engine.Fault
	if !errors.As(err, &fault) || !strings.Contains(err.Error(), "total() needs an order that lists every seat") || !strings.Contains(err.Error(), "game/10.md:17:") {
		t.Errorf("%v", err)
	}
}

// The operand of only() has one member, or the play ends in a fault that lists the members.
func TestOnlyOfASetWithSeveralMembersIsAFault(t *testing.T) {
	_, err := runOrders(t, "whole", "{let: {$s: '=only(set($t in seats where digit($t) > from + 1))'}}, {"+step+"}")
	var fault *engine.Fault
	if !errors.As(err, &fault) || !strings.Contains(err.Error(), "this one has several: [cat, dog]") || !strings.Contains(err.Error(), "game/10.md:17:") {
		t.Errorf("%v", err)
	}
}
