// This file measures a game: how fast it is played at random, compiled, loaded and copied.

package main

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"text/tabwriter"
	"time"

	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// midGame is how many answers lie before the position that is copied and hashed; of shorter games it is in the middle.
const midGame = 300

// bench prints what it takes to play, compile and copy the game, each measured for as long as -time says, by the clock; games on one
// core and on all of them.
func (c *command) bench() error {
	gd, err := c.compiled()
	if err != nil {
		return err
	}
	g, err := engine.Load(gd, nil)
	if err != nil {
		return err
	}
	out := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	for _, setup := range setupsOf(gd) {
		position := "set-up " + setup
		if setup == "" {
			position = "initial values"
		}
		for _, name := range []string{"minimal", "uniform"} {
			one, err := c.playAtRandom(g, setup, name, 1)
			if err != nil {
				return fmt.Errorf("%s, player %s: %w", position, name, err)
			}
			all, err := c.playAtRandom(g, setup, name, runtime.GOMAXPROCS(0))
			if err != nil {
				return fmt.Errorf("%s, player %s: %w", position, name, err)
			}
			fmt.Fprintf(out, "decisions, %s, %s player\t%.0f a second of one core\t%.0f of %d\tgames of %d on average\n", position, name,
				one.rate, all.rate, runtime.GOMAXPROCS(0), (one.decisions+all.decisions)/(one.games+all.games))
		}
	}
	s, err := middle(g, setupsOf(gd)[0])
	if err != nil {
		return err
	}
	to := s.Copy()
	for _, m := range []struct {
		what string
		once func()
	}{
		{"compile", func() { _, _ = c.compiled() }},
		{"load", func() { _, _ = engine.Load(gd, nil) }},
		{"new game, up to its first decision", func() { _, _ = g.New(engine.Setup{ID: setupsOf(gd)[0], Seed: 1}) }},
		{"copy a state in mid-game", func() { s.CopyTo(to) }},
		{"hash it", func() { s.Hash() }},
	} {
		fmt.Fprintf(out, "%s\t%v\n", m.what, c.measure(m.once))
	}
	fmt.Fprintf(out, "size of the state\t%d bytes\n", len(s.Encode(nil)))
	return out.Flush()
}

// setupsOf lists the set-ups of a game, the declared values alone where there is none.
func setupsOf(gd *def.GameDef) []string {
	var ids []string
	for _, s := range gd.Setups {
		ids = append(ids, s.ID)
	}
	if ids == nil {
		return []string{""}
	}
	return ids
}

// pace is how fast games were played.
type pace struct {
	decisions, games int
	rate             float64 // decisions a second
}

// playAtRandom plays games until the time is up, on so many cores at once; chance counts as a decision.
func (c *command) playAtRandom(g *engine.Game, setup, player string, cores int) (pace, error) {
	parts, errs := make([]pace, cores), make([]error, cores)
	var tables sync.WaitGroup
	for i := range parts {
		tables.Go(func() { parts[i], errs[i] = c.playOn(g, setup, player, uint64(i+1), uint64(cores)) })
	}
	tables.Wait()
	all := pace{}
	for _, p := range parts {
		all = pace{all.decisions + p.decisions, all.games + p.games, all.rate + p.rate}
	}
	return all, errors.Join(errs...)
}

// playOn is playAtRandom on one core, with every so many of the seeds.
func (c *command) playOn(g *engine.Game, setup, player string, seed, step uint64) (pace, error) {
	began, out := time.Now(), pace{}
	for spent := time.Duration(0); spent < c.limit; seed += step {
		s, err := g.New(engine.Setup{ID: setup, Seed: seed})
		if err != nil {
			return pace{}, err
		}
		var p players.Player = players.NewUniform(seed)
		if player == "minimal" {
			p = players.NewMinimal(seed)
		}
		n, err := players.Play(s, []players.Player{p}, -1)
		if err != nil {
			return pace{}, fmt.Errorf("seed %d: %w", seed, err)
		}
		spent = time.Since(began)
		out = pace{out.decisions + n, out.games + 1, float64(out.decisions+n) / spent.Seconds()}
	}
	return out, nil
}

// middle plays a game to its middle, or to the answer that counts as such.
func middle(g *engine.Game, setup string) (*engine.State, error) {
	play := func(most int) (*engine.State, int, error) {
		s, err := g.New(engine.Setup{ID: setup, Seed: 1})
		if err != nil {
			return nil, 0, err
		}
		n, err := players.Play(s, []players.Player{players.NewUniform(1)}, most)
		return s, n, err
	}
	_, n, err := play(2 * midGame)
	if err != nil {
		return nil, err
	}
	s, _, err := play(n / 2)
	return s, err
}

// measure gives the mean time of a call.
func (c *command) measure(once func()) time.Duration {
	n, began, spent := 0, time.Now(), time.Duration(0)
	for batch := 1; spent < c.limit; batch *= 2 {
		for range batch {
			once()
		}
		n, spent = n+batch, time.Since(began)
	}
	return spent / time.Duration(n)
}
