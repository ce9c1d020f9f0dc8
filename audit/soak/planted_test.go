package soak

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
	"rulebound/engine/players"
)

// toy is a variant of the game of these tests.
func toy(t *testing.T, seat, end string) *variant {
	t.Helper()
	text := fmt.Appendf(nil, planted, seat, "true", "true", "3", end)
	gd, _, list := compiler.Compile(fstest.MapFS{"toy/10.md": {Data: text}}, "toy")
	if list.HasErrors() {
		t.Fatal(list)
	}
	v := variantsOf(gd, nil)[1]
	v.without = (&plain{}).without
	return v
}

// A play checks that its states can be decoded. The planted fault is a game that refuses the states of the one that is played.
func TestStateThatCannotBeDecodedIsFoundInAPlay(t *testing.T) {
	v := toy(t, "red", "gold")
	if err := v.playOne(1); err != nil {
		t.Fatal(err)
	}
	other, err := toy(t, "red", "=gold + 1").load()
	if err != nil {
		t.Fatal(err)
	}
	v.player.make = func(seed uint64) players.Player {
		v.game = other
		return players.NewUniform(seed)
	}
	if err := v.playOne(2); err == nil || !strings.Contains(err.Error(), ": decode what was encoded: ") {
		t.Errorf("got %v", err)
	}
}
