// This file implements perft, which counts plays.

package main

import (
	"github.com/spf13/cobra"

	"rulebound/engine"
	"rulebound/judge/perft"
)

type playCount struct {
	*env
	setup        string
	seed         uint64
	depth        int
	options      map[string]string
	divide, json bool
	divided
}

func perftCommand(e *env) *cobra.Command {
	x := &playCount{env: e}
	c := &cobra.Command{
		Use: "perft GAME", Short: "Count the plays of each length, to compare engines",
		Long: "Perft counts how many sequences of answers there are from a set-up, of each length up to a depth, outcomes of chance among them. Two engines\n" +
			"with the same rules count the same; --divide shows after which first answer they do not. A shuffle counts as one answer, drawn by the seed.\n" +
			"A side option counts as an answer, a stance does not. An answer that resolves itself because no other is legal counts.",
		Example: "  rulebound perft kalah --depth 6\n  rulebound perft nine-mens-morris --depth 3 --divide\n  rulebound perft kalah --depth 9 --shard 2/6 --part part-2.json",
		RunE:    func(*cobra.Command, []string) error { return x.run() },
	}
	e.oneGame(c)
	c.Flags().IntVar(&x.depth, "depth", 3, "count plays of up to `N` answers")
	c.Flags().StringVar(&x.setup, "setup", "", "begin with the set-up `ID` (default: the first)")
	c.Flags().Uint64Var(&x.seed, "seed", 1, "draw shuffles by this `NUMBER`")
	c.Flags().StringToStringVar(&x.options, "option", nil, "play with the game option `NAME=VALUE`; may be repeated")
	c.Flags().BoolVar(&x.divide, "divide", false, "also print a line for each first answer")
	c.Flags().BoolVar(&x.json, "json", false, "write JSON")
	e.completeSetup(c)
	x.divided.divide(c)
	return c
}

func (x *playCount) run() error {
	if x.depth < 1 || x.depth > perft.MaxDepth {
		return wrongUsage("--depth is a number of answers, 1 to %d", perft.MaxDepth)
	}
	if err := writable(x.file); err != nil {
		return err
	}
	r, err := x.counted()
	switch {
	case err != nil:
		return err
	case x.shard.of > 0:
		return x.writePart(&x.divided, []string{x.env.game}, r)
	case x.json:
		return x.writeJSON(r)
	}
	return r.Write(x.out, x.divide)
}

// counted counts, or joins the results of the parts.
func (x *playCount) counted() (*perft.Report, error) {
	if x.parts != nil {
		parts, err := found[*perft.Report](x.env)
		if err != nil {
			return nil, err
		}
		return perft.Join(parts)
	}
	gd, err := x.compiled()
	if err != nil {
		return nil, err
	}
	if x.setup, err = setupOf(gd, x.setup); err != nil {
		return nil, err
	}
	g, err := engine.Load(gd, x.options)
	if err != nil {
		return nil, err
	}
	s, err := g.New(engine.Setup{ID: x.setup, Seed: x.seed})
	if err != nil {
		return nil, err
	}
	p := x.progress.begin("counting")
	defer p.clear()
	return perft.Count(s, perft.Config{Depth: x.depth, Owns: x.shard.owns, Progress: func(done, all int) { p.draw(done, all, "") }})
}
