// This file implements soak: random games of every rulebook.

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rulebound/audit/soak"
	"rulebound/compiler/diag"
	"rulebound/engine"
	"rulebound/show/play"
	"rulebound/show/steps"
)

type soaking struct {
	*env
	span    time.Duration
	variant string
	seed    uint64
	hints   bool
	quick   bool
	save    string
	rounds  int
	json    bool
	divided
}

func soakCommand(e *env) *cobra.Command {
	x := &soaking{env: e}
	c := &cobra.Command{
		Use: "soak [GAME]", Short: "Play random games and check what must hold for any game",
		Long: "Soak plays random games from the set-ups and from boards in mid-game and checks on the way that no rulebook faults, that invariants hold,\n" +
			"that a state can be restored from its bytes, that a refused answer changes nothing and that the same answers give the same end. It prints a line for\n" +
			"each variant that was played; a failure is printed with the command that reproduces it.",
		Example: "  rulebound soak kalah --for 5m\n  rulebound soak --rounds 1000 --shard 3/16 --part part-3.json",
		RunE:    func(*cobra.Command, []string) error { return x.run() },
	}
	e.someGame(c)
	c.Flags().DurationVar(&x.span, "for", 20*time.Second, "play for a `DURATION`; 0: one round")
	c.Flags().StringVar(&x.variant, "variant", "", "play only the variant `NAME`, as the output names it")
	c.Flags().Uint64Var(&x.seed, "seed", 1, "seed of the first game, a `NUMBER`; the others count on from it")
	c.Flags().BoolVar(&x.hints, "hints", false, "play each game in lockstep with the same game without search hints; both must offer the same answers")
	c.Flags().BoolVar(&x.quick, "quick", false, "check only for faults, endless games and, at the end, violated invariants; plays many times as many games")
	c.Flags().IntVar(&x.rounds, "rounds", 0, "instead of for a time, play `N` games of each variant, whatever fails")
	c.Flags().BoolVar(&x.json, "json", false, "write JSON")
	c.Flags().StringVar(&x.save, "save", "", "write the play of each failure to the folder `DIR`, and the shortest scenario that leads to it")
	_ = c.MarkFlagDirname("save")
	c.MarkFlagsMutuallyExclusive("for", "rounds")
	c.MarkFlagsMutuallyExclusive("quick", "hints")
	x.divide(c)
	return c
}

func (x *soaking) run() error {
	if x.span < 0 {
		return wrongUsage("--for is a time such as 5m, or 0 for one round")
	}
	if x.rounds < 0 || x.shard.of > 0 && x.rounds == 0 {
		return wrongUsage("--rounds is a number of games of each variant, at least 1; --shard needs it")
	}
	if err := writable(x.file); err != nil {
		return err
	}
	r, err := x.soaked()
	if err != nil {
		return err
	}
	saved := make([]string, len(r.Failures))
	for i, f := range r.Failures {
		if x.save != "" {
			if saved[i], err = x.saved(f); err != nil {
				return err
			}
		}
	}
	if x.shard.of > 0 {
		return x.writePart(&x.divided, nil, r)
	}
	if x.json {
		err = x.writeJSON(r)
	} else {
		for i, f := range r.Failures {
			fmt.Fprintf(x.out, "FAIL %s, seed %d: %s\n     again: %s\n%s", f.Variant, f.Seed, f.Problem, x.again(f), saved[i])
		}
		err = r.Write(x.out)
	}
	if err == nil && len(r.Failures) > 0 {
		err = errFailed
	}
	return err
}

// soaked plays the games, or joins the results of the parts.
func (x *soaking) soaked() (*soak.Report, error) {
	if x.parts != nil {
		parts, err := found[*soak.Report](x.env)
		if err != nil {
			return nil, err
		}
		return soak.Join(parts)
	}
	config := soak.Config{Span: x.span, Rounds: x.rounds, Owns: x.shard.owns, Game: x.game, Variant: x.variant, Seed: x.seed, Hints: x.hints, Quick: x.quick}
	p := x.progress.begin("playing")
	defer p.clear()
	config.Progress = func(spent time.Duration, games int, variant string) {
		p.draw(int(spent), int(max(spent, x.span)), fmt.Sprintf("%s, %s", diag.Count(games, "game"), variant))
	}
	return soak.Run(x.files(), config)
}

// saved writes the play of a failure up to the failing answer, and the scenario of its last move, and returns their
// names.
func (x *soaking) saved(f soak.Failure) (string, error) {
	if f.Played == nil {
		return "", nil
	}
	g, err := engine.Load(f.Played.Def, f.Played.Options)
	if err != nil {
		return "", err
	}
	p, err := play.New(f.Played.Def.ID, g, steps.SetupOf(f.Played.Setup, f.Played.Options))
	for _, a := range f.Played.Answers {
		if err == nil {
			err = p.Answer(a, play.Computer)
		}
	}
	if err := os.MkdirAll(x.save, 0o755); err != nil {
		return "", err
	}
	name := filepath.Join(x.save, fmt.Sprintf("%s-%d", p.ID(), f.Seed))
	if err := x.writeOut(name+".play", p.Text("", "")); err != nil {
		return "", err
	}
	out, why := p.Record(max(len(p.Steps())-1, 0), "To be written: "+f.Variant, p.RulesOf())
	if why != nil {
		return fmt.Sprintf("     saved: %s.play; it cannot be a scenario: %v\n", name, why), nil
	}
	text := "# " + strings.ReplaceAll(f.Problem, "\n", "\n# ") + "\n"
	if last := f.Played.Answers; err != nil && len(last) > len(p.Steps()) {
		text += "# What fails is the next answer: " + g.SpellReply(p.State().Decision(), last[len(p.Steps())]) + "\n"
	}
	return fmt.Sprintf("     saved: %s.play and %s.yaml\n", name, name), x.writeOut(name+".yaml", []byte(x.modeline(name+".yaml")+text+out.Text))
}

// again returns the command that plays the game of a failure again.
func (x *soaking) again(f soak.Failure) string {
	flags := ""
	if x.hints {
		flags = " --hints"
	}
	if x.quick {
		flags = " --quick"
	}
	return fmt.Sprintf("rulebound soak -C %s --for 0s --seed %d --variant '%s'%s", quoted(x.root()), f.Seed, f.Variant, flags)
}

// quoted quotes an argument for a shell.
func quoted(arg string) string {
	if strings.ContainsAny(arg, " '\"$\\*?[];&|<>()`") {
		return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
	}
	return arg
}
