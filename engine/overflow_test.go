package engine_test

import (
	"errors"
	"math"
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

// An overflow is a fault of the rulebook in every instruction and operator.
func TestOverflowIsAFaultEverywhere(t *testing.T) {
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

// A track stops at its bounds, even if they are the greatest and the least number.
func TestTracksStopAtTheirBoundsWithoutAnOverflow(t *testing.T) {
	const tracks = "tracks: [{id: top, min: 0, max: 9223372036854775807, initial: 9223372036854775807}, {id: low, min: -9223372036854775808, max: 5, initial: -9223372036854775808},\n" +
		"  {id: few, min: 0, max: 9, initial: 9}, {id: some, min: 0, max: 9223372036854775807, initial: 5}, {id: wide, min: -9223372036854775808, max: 9223372036854775807, initial: 7}]\n"
	for _, k := range []struct {
		statement, track string
		want             int64
	}{
		{"gain: {top: 1}", "top", math.MaxInt64},
		{"gain: {top: =$big}", "top", math.MaxInt64},
		{"gain: {some: =$big}", "some", math.MaxInt64},
		{"lose: {top: =$least + 1}", "top", math.MaxInt64},
		{"lose: {top: =$big}", "top", 0},
		{"gain: {low: -1}", "low", math.MinInt64},
		{"gain: {low: =$least}", "low", math.MinInt64},
		{"lose: {low: =$big}", "low", math.MinInt64},
		{"transfer: {from: few, to: top, amount: =$big}", "top", math.MaxInt64},
		{"transfer: {from: few, to: top, amount: =$big}", "few", 0},
		{"transfer: {from: wide, to: some, amount: =$big}", "some", math.MaxInt64},
		{"transfer: {from: wide, to: some, amount: =$big}", "wide", 7 - math.MaxInt64},
	} {
		text := strings.Replace(strings.Replace(extremes, "procedures:", tracks+"procedures:", 1), "%s", k.statement, 1)
		s, err := loaded(t, toy(t, text)).New(engine.Setup{})
		if err != nil {
			t.Errorf("%s: %v", k.statement, err)
			continue
		}
		if got, _, err := s.Value(k.track); err != nil || got != k.want {
			t.Errorf("%s: %s is %d, want %d (%v)", k.statement, k.track, got, k.want, err)
		}
	}
}

// Amounts and dice must have the same bounds on 32-bit machines: greater ones are a fault.
func TestAmountsAndDiceBeyond32BitsAreAFault(t *testing.T) {
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

// A bound of a choice of members may be any number: it is clamped, because the number of members is smaller.
func TestBoundsOfChoicesBeyond32BitsAreClamped(t *testing.T) {
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
