// This file implements record, which writes plays as scenarios.

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"rulebound/compiler/diag"
	"rulebound/conformance/corpus"
	"rulebound/engine"
	"rulebound/show/play"
)

type recording struct {
	*env
	output, title string
	from          int
}

func recordCommand(e *env) *cobra.Command {
	x := &recording{env: e}
	c := &cobra.Command{
		Use: "record FILE", Short: "Write a saved play as a scenario",
		Long: "Record writes a saved play as a scenario, from any answer on; the position is written as its differences from a set-up. The scenario expects\n" +
			"the decision at the end; what else the engine says is a comment: compare it with the clause and write the expectation. See docs/play.md.",
		Example: "  rulebound record kalah.play -o scenarios/kalah/2.2/capture.yaml --from 7",
		Args:    takes(1, 1, "name the file of one play"),
		RunE:    func(_ *cobra.Command, args []string) error { return x.run(args[0]) },
	}
	c.Flags().StringVarP(&x.output, "output", "o", "", "write to `FILE`, scenarios/GAME/SECTION/NAME.yaml, instead of standard output")
	c.Flags().IntVar(&x.from, "from", 1, "begin with the `N`-th answer, or, if a move is under way there, before it")
	c.Flags().StringVar(&x.title, "title", "", "the `TITLE` of the scenario: one line that says the rule")
	return c
}

func (x *recording) run(name string) error {
	if x.from < 1 {
		return wrongUsage("--from is the number of an answer, 1 or more")
	}
	file, err := readPlay(name)
	if err != nil {
		return err
	}
	x.env.game = file.Game
	gd, err := x.compiled()
	if err != nil {
		return err
	}
	g, err := engine.Load(gd, file.Options())
	if err != nil {
		return err
	}
	defer x.progress.begin("recording").clear()
	p, err := play.Load(file, g, func(int) play.By { return play.Person })
	if err != nil {
		return err
	}
	if x.output != "" {
		text, err := x.recorded(p, x.output, x.from, x.titled(p))
		if err == nil {
			fmt.Fprintln(x.out, text)
		}
		return err
	}
	out, err := p.Record(x.from-1, x.titled(p), p.RulesOf())
	if err != nil {
		return err
	}
	if text := extent(out, x.from); text != "" {
		fmt.Fprintln(x.err, "written"+text)
	}
	_, err = fmt.Fprint(x.out, out.Text)
	return err
}

// extent describes where a scenario begins and ends, if not where requested.
func extent(out *play.Recording, from int) string {
	text := ""
	if out.From+1 != from {
		text = fmt.Sprintf(", from answer %d on, where it can begin", out.From+1)
	}
	return text + map[play.End]string{play.Earlier: ", up to where it can end", play.Later: ", and on to where it can end"}[out.Ends]
}

func (x *recording) titled(p *play.Play) string {
	if x.title != "" {
		return x.title
	}
	return toBeWritten(p)
}

func toBeWritten(p *play.Play) string {
	return fmt.Sprintf("To be written: a play of %s", diag.Count(len(p.Steps()), "answer"))
}

// recorded writes a play from an answer on as a scenario in a new file, and returns remarks about it.
func (e *env) recorded(p *play.Play, name string, from int, title string) (string, error) {
	switch _, err := os.Lstat(name); {
	case err == nil:
		return "", fmt.Errorf("%s already exists; name another file", name)
	case filepath.Ext(name) != ".yaml":
		return "", fmt.Errorf("a scenario is a .yaml file, not %s", name)
	case !errors.Is(err, os.ErrNotExist):
		return "", err
	}
	whole, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	section, game := filepath.Base(filepath.Dir(whole)), filepath.Base(filepath.Dir(filepath.Dir(whole)))
	inside := filepath.Base(filepath.Dir(filepath.Dir(filepath.Dir(whole)))) == corpus.ScenariosDir
	if inside && game != p.ID() {
		return "", fmt.Errorf("%s is a place of %s; this is a play of %s", name, game, p.ID())
	}
	out, err := p.Record(from-1, title, p.RulesOf())
	if err != nil {
		return "", err
	}
	if inside {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return "", err
		}
	}
	if err := e.writeOut(name, []byte(e.modeline(name)+out.Text)); err != nil {
		return "", err
	}
	text := "wrote " + name + extent(out, from)
	if inside {
		id := section + "/" + strings.TrimSuffix(filepath.Base(name), ".yaml")
		text += fmt.Sprintf(". Write its title and expectation, then: rulebound goldens --game %s --section %s", game, id)
	}
	return text, nil
}
