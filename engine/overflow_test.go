package engine_test

import (
	"errors"
	"strings"
	"testing"

	"rulebound/engine"
)

const extremes = "# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\nvariables: [{id: v, type: int, initial: 1}, {id: w, type: int, initial: -2}]\n" +
	"procedures:\n- id: play\n  do:\n  - let: {$big: =9223372036854775807 * v}\n  - let: {$least: =0 - $big - 1 + (v - 1)}\n  - %s\n" +
	"  - menu: act\n    by: red\n    options: {rest: {do: []}, sleep: {do: []}}\n```\n"

func begun(t *testing.T, statement string) (*engine.State, *engine.Fault) {
	t.Helper()
	s, err := loaded(t, toy(t, strings.Replace(extremes, "%s", statement, 1))).New(engine.Setup{})
	var fault *engine.Fault
	if err != nil && !errors.As(err, &fault) {
		t.Fatal(err)
	}
	return s, fault
}

// A number that does not fit is a fault of the rulebook, wherever it comes from.
func TestAnOverflowIsAFaultEverywhere(t *testing.T) {
	for _, statement := range []string{
		"gain: {v: =$big}",
		"gain: {w: =$least}",
		"lose: {v: =$least}",
		"gain: {$big: 1}",
		"set: {v: =-$least}",
	} {
		if _, fault := begun(t, statement); fault == nil || fault.Why != "overflow" || fault.Node == 0 {
			t.Errorf("%s: %v", statement, fault)
		}
	}
}

// What a seat may choose and what is rolled must be told alike on machines of 32 bits: beyond that it is a fault.
func TestNumbersToChooseAreBounded(t *testing.T) {
	for statement, fits := range map[string]bool{
		"amount: $n\n    by: red\n    min: 0\n    max: =v * 1073741824":                   true,
		"amount: $n\n    by: red\n    min: 0\n    max: =v * 1099511627776":                false,
		"amount: $n\n    by: red\n    min: =$least\n    max: 1":                           false,
		"amount: $n\n    by: red\n    min: =0 - v * 1073741824\n    max: =v * 1073741824": true,
		"amount: $n\n    by: red\n    min: =0 - v * 1073741825\n    max: 1":               false,
		"amount: $n\n    by: red\n    min: 0\n    max: =v * 1073741825":                   false,
		"roll: $n\n    name: die\n    sides: =v * 2147483648":                             false,
	} {
		s, fault := begun(t, statement)
		if fits != (fault == nil) || fault != nil && !strings.Contains(fault.Why, "1073741824") {
			t.Errorf("%s: %v", statement, fault)
		}
		if fits && s.Decision().Max != 1<<30 {
			t.Errorf("%s: at most %d", statement, s.Decision().Max)
		}
	}
}

// A bound of a choice of things may be any number: there are no more things than there are, and one that is never reached is
// told as the greatest number to choose.
func TestBoundsOfChoicesMayBeAnyNumber(t *testing.T) {
	for statement, most := range map[string]int{
		"pick: $n\n    by: red\n    each: $x\n    from: ints(0, 9)\n    min: 0\n    max: =v * 1099511627776\n    do: []": 1 << 30,
		"pick: $n\n    by: red\n    each: $x\n    from: ints(0, 9)\n    min: =$least\n    max: 3\n    do: []":            3,
		"subset: $n\n    by: red\n    each: $x\n    from: ints(0, 9)\n    min: =$least\n    max: =v * 1099511627776":     10,
	} {
		s, fault := begun(t, statement)
		if fault != nil {
			t.Errorf("%s: %v", statement, fault)
		} else if d := s.Decision(); d.Max != most {
			t.Errorf("%s: at most %d", statement, d.Max)
		}
	}
}
