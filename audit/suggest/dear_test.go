package suggest

import (
	"fmt"
	"testing"

	"rulebound/compiler/onepage"
	"rulebound/engine"
)

// An answer after which the machine takes many steps counts as many answers, so that a search ends although each answer is dear.
func TestADearAnswerCountsAsMany(t *testing.T) {
	for rounds, extra := range map[int]int{10: 0, 100_000: 100_000 / dearSteps} {
		g := onepage.Load(t, "```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\nvariables: [{id: n, type: int}]\nprocedures:\n- id: play\n  do:\n"+
			fmt.Sprintf("  - {menu: act, by: red, options: {dig: {do: []}, rest: {do: []}}}\n  - repeat: %d\n    do: [{gain: {n: 1}}]\n  - over: {}\n```\n", rounds))
		b := &table{def: g.Def(), games: map[string]*engine.Game{}}
		if _, _, _, err := b.play(&position{}, newPlain(5), nowhere{}, nil); err != nil {
			t.Fatal(err)
		}
		if least := layout + 1 + extra; b.work < least || b.work > layout+1+4*extra {
			t.Errorf("%d rounds behind the answer count as %d answers, want %d or a little more", rounds, b.work, least)
		}
	}
}
