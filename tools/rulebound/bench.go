// This file implements bench: the speed of random play, compiling, loading and copying.

package main

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"rulebound/compiler/diag"
	"rulebound/conformance/scenario/names"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// midGame is the number of answers before the position that is copied and hashed; in shorter games it is the middle.
const midGame = 300

const (
	// maxMeasuredSetups is the number of set-ups that are measured, from the first on.
	maxMeasuredSetups = 16
	// maxMeasuredSteps is the step limit of a game.
	maxMeasuredSteps = 1 << 26
)

type measuring struct {
	*env
	limit time.Duration // of each measurement
	setup string
	json  bool
}

func benchCommand(e *env) *cobra.Command {
	x := &measuring{env: e}
	c := &cobra.Command{
		Use: "bench GAME", Short: "Measure how fast a game is played at random, compiled, loaded and copied",
		Long: "Bench measures the decisions a second of random play from each set-up (of more than 16, the first ones), on one core and on all, and how\n" +
			"long it takes to compile and load the game, to begin one, and to copy and hash a state. It measures wall-clock time.",
		Example: "  rulebound bench kalah --time 500ms",
		RunE:    func(*cobra.Command, []string) error { return x.run() },
	}
	e.oneGame(c)
	c.Flags().DurationVar(&x.limit, "time", time.Second, "the `DURATION` of each measurement")
	c.Flags().StringVar(&x.setup, "setup", "", "only the set-up `ID`")
	e.completeSetup(c)
	c.Flags().BoolVar(&x.json, "json", false, "write JSON")
	return c
}

type benchmark struct {
	Version    int      `json:"version"`
	Game       string   `json:"game"`
	Processors int      `json:"processors"`
	Play       []played `json:"play"`
	Unmeasured int      `json:"unmeasuredSetups,omitempty"`
	Calls      []called `json:"calls"`
	StateBytes int      `json:"stateBytes"`
}

// played is the speed of random play from a set-up.
type played struct {
	Setup        string  `json:"setup"` // "" if the game has none
	Player       string  `json:"player"`
	OneCore      float64 `json:"oneCore"`  // decisions a second
	AllCores     float64 `json:"allCores"` // decisions a second
	MeanDecision int     `json:"meanDecisions"`
}

// called is the time of a call.
type called struct {
	What        string `json:"what"`
	Nanoseconds int64  `json:"nanoseconds"`
}

func (x *measuring) run() error {
	if x.limit <= 0 {
		return wrongUsage("--time is the duration of each measurement, such as 500ms")
	}
	r, err := x.measured()
	switch {
	case err != nil:
		return err
	case x.json:
		return x.writeJSON(r)
	}
	out := tabwriter.NewWriter(x.out, 0, 0, 2, ' ', 0)
	for _, p := range r.Play {
		fmt.Fprintf(out, "decisions, %s, %s player\t%.0f a second of one core\t%.0f of %d\tgames of %d on average\n", position(p.Setup), p.Player,
			p.OneCore, p.AllCores, r.Processors, p.MeanDecision)
	}
	if r.Unmeasured > 0 {
		fmt.Fprintf(out, "%s more\tuse --setup\n", diag.Count(r.Unmeasured, "set-up"))
	}
	for _, call := range r.Calls {
		fmt.Fprintf(out, "%s\t%v\n", call.What, time.Duration(call.Nanoseconds))
	}
	fmt.Fprintf(out, "size of the state\t%d bytes\n", r.StateBytes)
	return out.Flush()
}

// position describes a set-up.
func position(setup string) string {
	if setup == "" {
		return "initial values"
	}
	return "set-up " + setup
}

// measured runs all measurements.
func (x *measuring) measured() (*benchmark, error) {
	gd, err := x.compiled()
	if err != nil {
		return nil, err
	}
	g, err := engine.Load(gd, nil)
	if err != nil {
		return nil, err
	}
	r, setups := &benchmark{Version: 1, Game: x.game, Processors: runtime.GOMAXPROCS(0)}, setupsOf(gd)
	if x.setup != "" {
		if _, err := setupOf(gd, x.setup); err != nil {
			return nil, err
		}
		setups = []string{x.setup}
	}
	r.Unmeasured = max(len(setups)-maxMeasuredSetups, 0)
	setups = setups[:len(setups)-r.Unmeasured]
	steps, done := 2*len(setups)+5, 0
	step := func(what string) {
		x.progress.draw(done, steps, what)
		done++
	}
	defer x.progress.begin("measuring").clear()
	for _, setup := range setups {
		for _, player := range []string{"minimal", "uniform"} {
			step(position(setup) + ", " + player + " player")
			one, err := x.playAtRandom(g, setup, player, 1)
			if err != nil {
				return nil, fmt.Errorf("%s, player %s: %w", position(setup), player, err)
			}
			all, err := x.playAtRandom(g, setup, player, r.Processors)
			if err != nil {
				return nil, fmt.Errorf("%s, player %s: %w", position(setup), player, err)
			}
			r.Play = append(r.Play, played{setup, player, one.rate, all.rate, (one.decisions + all.decisions) / (one.games + all.games)})
		}
	}
	s, err := middle(g, setups[0])
	if err != nil {
		return nil, err
	}
	to := s.Copy()
	for _, m := range []struct {
		what string
		once func()
	}{
		{"compile", func() { _, _ = x.compiled() }},
		{"load", func() { _, _ = engine.Load(gd, nil) }},
		{"new game, up to its first decision", func() { _, _ = g.New(engine.Setup{ID: setups[0], Seed: 1}) }},
		{"copy a state in mid-game", func() { s.CopyTo(to) }},
		{"hash it", func() { s.Hash() }},
	} {
		step(m.what)
		r.Calls = append(r.Calls, called{m.what, x.measure(m.once).Nanoseconds()})
	}
	r.StateBytes = len(s.Encode(nil))
	return r, nil
}

// setupsOf lists the set-ups of a game, or "" if it has none.
func setupsOf(gd *def.GameDef) []string {
	if len(gd.Setups) == 0 {
		return []string{""}
	}
	return names.Of(gd.Setups, func(s *def.SetupDef) string { return s.ID })
}

// setupOf returns the named set-up of a game; "" names the first one, or the initial values of a game without set-ups.
func setupOf(gd *def.GameDef, name string) (string, error) {
	ids := setupsOf(gd)
	if name == "" {
		return ids[0], nil
	}
	if !slices.Contains(ids, name) {
		return "", fmt.Errorf("%s has no set-up %q; %s", gd.ID, name, oneAmong(name, ids[:len(gd.Setups)]))
	}
	return name, nil
}

// randomPlayer returns a player that answers at random, minimal or uniform.
func randomPlayer(kind string, seed uint64) players.Player {
	if kind == "minimal" {
		return players.NewMinimal(seed)
	}
	return players.NewUniform(seed)
}

type pace struct {
	decisions, games int
	rate             float64 // decisions a second
}

// playAtRandom plays games on several cores until the time is up; chance counts as a decision.
func (x *measuring) playAtRandom(g *engine.Game, setup, player string, cores int) (pace, error) {
	parts, errs := make([]pace, cores), make([]error, cores)
	var tables sync.WaitGroup
	for i := range parts {
		tables.Go(func() { parts[i], errs[i] = x.playOn(g, setup, player, uint64(i+1), uint64(cores)) })
	}
	tables.Wait()
	all := pace{}
	for _, p := range parts {
		all = pace{all.decisions + p.decisions, all.games + p.games, all.rate + p.rate}
	}
	return all, errors.Join(errs...)
}

// playOn is playAtRandom on one core, with every step-th seed.
func (x *measuring) playOn(g *engine.Game, setup, player string, seed, step uint64) (pace, error) {
	begin := engine.Setup{ID: setup, Seed: seed, Budget: engine.NewBudget(maxMeasuredSteps)}
	s, err := g.New(begin)
	if err != nil {
		return pace{}, err
	}
	began, out := time.Now(), pace{}
	for spent := time.Duration(0); spent < x.limit; seed += step {
		begin.Seed, begin.Budget = seed, engine.NewBudget(maxMeasuredSteps)
		if err := s.Restart(begin); err != nil {
			return pace{}, err
		}
		n, err := players.Play(s, []players.Player{randomPlayer(player, seed)}, -1)
		if err != nil {
			return pace{}, fmt.Errorf("seed %d: %w", seed, err)
		}
		spent = time.Since(began)
		out = pace{out.decisions + n, out.games + 1, float64(out.decisions+n) / spent.Seconds()}
	}
	return out, nil
}

// middle returns a state at midGame or, in shorter games, half-way.
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

// measure returns the mean time of a call.
func (x *measuring) measure(once func()) time.Duration {
	n, began, spent := 0, time.Now(), time.Duration(0)
	for batch := 1; spent < x.limit; batch *= 2 {
		for range batch {
			once()
		}
		n, spent = n+batch, time.Since(began)
	}
	return spent / time.Duration(n)
}
