// This file implements log, which records random games.

package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"rulebound/judge/referee"
)

type logging struct {
	*env
	setup         string
	seed          uint64
	steps         int
	bare, minimal bool
}

func logCommand(e *env) *cobra.Command {
	x := &logging{env: e}
	c := &cobra.Command{
		Use: "log GAME", Short: "Play a random game and write its log, as referee reads it",
		Example: "  rulebound log tidelands --scenario regatta --seed 3 > own.jsonl",
		RunE:    func(*cobra.Command, []string) error { return x.run() },
	}
	e.oneGame(c)
	c.Flags().StringVar(&x.setup, "scenario", "", "begin with the set-up `ID` (default: the first)")
	c.Flags().Uint64Var(&x.seed, "seed", 1, "seed of the random game, a `NUMBER`")
	c.Flags().IntVar(&x.steps, "steps", 1000, "record at most `N` steps")
	c.Flags().BoolVar(&x.bare, "bare", false, "omit the hints")
	c.Flags().BoolVar(&x.minimal, "minimal", false, "make players do as little as possible")
	e.complete(c, "scenario", e.setups)
	return c
}

func (x *logging) run() error {
	if x.steps < 1 {
		return wrongUsage("--steps is the maximal number of steps, 1 or more")
	}
	all, err := x.open()
	if err != nil {
		return err
	}
	g := all.Games[0]
	if x.setup, err = setupOf(g.Def, x.setup); err != nil {
		return err
	}
	r, err := x.newReferee(g, nil, nil)
	if err != nil {
		return err
	}
	kind := map[bool]string{true: "minimal", false: "uniform"}[x.minimal]
	defer x.progress.begin("playing").clear()
	return r.Record(x.out, referee.Recording{Name: strings.ReplaceAll(fmt.Sprintf("%s-%s-%d", g.ID, x.setup, x.seed), "--", "-"), Setup: x.setup, Seed: x.seed, Steps: x.steps,
		Bare: x.bare, Player: randomPlayer(kind, x.seed)})
}
