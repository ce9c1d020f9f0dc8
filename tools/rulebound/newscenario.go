// This file writes an initial scenario of a clause: the shortest play that a search finds.

package main

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"rulebound/audit/suggest"
	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/conformance/corpus"
	"rulebound/conformance/coverage"
	"rulebound/conformance/scenario/names"
	"rulebound/engine"
	"rulebound/show/play"
	"rulebound/show/steps"
)

// scenario writes a scenario that exercises a clause.
func (x *making) scenario(args []string) error {
	clause, name := args[0], args[1]
	if err := word("scenario", name); err != nil {
		return err
	}
	id, err := x.chosen()
	if err != nil {
		return err
	}
	g, err := corpus.OpenGame(x.env.files(), id)
	if g == nil || err != nil {
		return err
	}
	k, err := clauseOf(g, clause)
	if err != nil {
		return err
	}
	title := strings.TrimRight(k.Text, ".")
	if x.title != "" {
		title = x.title
	}
	if err := text("title", title); err != nil {
		return err
	}
	section, err := x.folder(g, k.Section)
	if err != nil {
		return err
	}
	file := path.Join(corpus.ScenariosDir, id, section, name+".yaml")
	if _, err := fs.Stat(x.env.files(), file); err == nil {
		return fmt.Errorf("%s already exists; name another scenario", file)
	}
	script, err := x.found(g, k, title)
	if err != nil {
		return err
	}
	x.files[file] = &stagedFile{text: []byte(script)}
	if err := x.copyGame(id); err != nil {
		return err
	}
	if err := x.write(x.root()); err != nil {
		return err
	}
	return x.next("write under expect what %s demands, then: rulebound conformance --section %s/%s/%s", clause, id, section, name)
}

// clauseOf returns a clause that a scenario can show.
func clauseOf(g *corpus.Game, id string) (*source.Clause, error) {
	if k := g.Book.Clause(id); k != nil && k.Kind == source.KindNotModelled {
		return nil, fmt.Errorf("%s is marked as not modelled (%s), at %s: write its data and take the mark away first", id, k.Reason, k.Pos)
	} else if k != nil {
		return k, nil
	}
	if near := corpus.Near(id, names.Of(g.Book.Clauses, func(k *source.Clause) string { return k.ID })); near != "" {
		return nil, fmt.Errorf("%s has no clause %s; did you mean %s?", g.ID, id, near)
	}
	return nil, fmt.Errorf("%s has no clause %s; rulebound new clause makes one", g.ID, id)
}

// folder returns the folder of a section: the existing one, or one named by its number and title.
func (x *making) folder(g *corpus.Game, section string) (string, error) {
	entries, _ := fs.ReadDir(x.env.files(), path.Join(corpus.ScenariosDir, g.ID))
	for _, entry := range entries {
		if number, _, _ := strings.Cut(entry.Name(), "-"); entry.IsDir() && number == section {
			return entry.Name(), nil
		}
	}
	if h := g.Book.Heading(section); h != nil {
		return strings.Trim(section+"-"+slugOf(h.Title), "-"), nil
	}
	return "", fmt.Errorf("%s has no section %s", g.ID, section)
}

// found returns the text of a scenario whose expectation holds: a play from a set-up that exercises the clause, else
// one that a search finds from any position, else, if the clause cannot be executed, the beginning of the first set-up.
func (x *making) found(g *corpus.Game, k *source.Clause, title string) (string, error) {
	nodes := carriedOut(g, k.ID)
	if len(nodes) == 0 {
		return beginning(g, k.ID, title)
	}
	begun, err := fromSetup(g, k, nodes, title)
	if err != nil {
		return "", err
	}
	if begun != "" && !strings.Contains(begun, "chance: ") {
		return begun, nil
	}
	boards, err := corpus.Boards(x.env.files(), g.ID)
	if err != nil {
		return "", err
	}
	p := x.progress.begin("searching")
	defer p.clear()
	r, err := suggest.Clause(g, k.ID, suggest.Config{Seed: 1, Work: defaultWork * 1000, Boards: boards, Progress: func(found, total int) {
		p.draw(found, total, fmt.Sprintf("%d of %s", found, diag.Count(total, "place")))
	}})
	if err != nil {
		return "", err
	}
	switch {
	case len(r.Found) == 0 && begun != "":
		return begun, nil
	case len(r.Found) == 0:
		return "", fmt.Errorf("no play was found that reaches %s; play to it by hand: rulebound play %s, then record", k.ID, g.ID)
	}
	head, claims, _ := strings.Cut(r.Found[0].Text, "# Unverified")
	return begunScenario(g, k.ID, title, afterRules(head), claims), nil
}

// carriedOut lists the nodes of a clause that a play can execute: its statements or, if it has none, its formulas and
// conditions. Formulas of a clause with statements do not count, because they are often evaluated long before.
func carriedOut(g *corpus.Game, clause string) []int32 {
	var acts, formulas []int32
	executable := coverage.Executable(g.Def)
	for i := range g.Def.Nodes {
		switch n := &g.Def.Nodes[i]; {
		case !executable[i] || !slices.Contains(n.Rules, clause):
		case slices.Contains([]string{"function", "derived", "where", "if", "case"}, n.What):
			formulas = append(formulas, int32(i))
		default:
			acts = append(acts, int32(i))
		}
	}
	if len(acts) > 0 {
		return acts
	}
	return formulas
}

// Limits of the random plays.
const (
	randomPlays   = 24
	randomAnswers = 400 // of each
)

// fromSetup returns a scenario of the shortest random play that executes one of the nodes, "" if none does. Plays begin
// from each set-up, or from the declared values if there is none.
func fromSetup(g *corpus.Game, k *source.Clause, nodes []int32, title string) (string, error) {
	game, err := g.Load(nil)
	if err != nil {
		return "", err
	}
	var best *play.Play
	length := randomAnswers
	for n := range uint64(randomPlays) {
		setup := steps.Setup{Seed: fmt.Sprint(n)}
		if known := uint64(len(g.Def.Setups)); known > 0 {
			setup.ID = g.Def.Setups[n%known].ID
		}
		before := ran(game, nodes)
		p, err := play.New(g.ID, game, setup)
		if err != nil {
			return "", err
		}
		who := make(play.Table, len(g.Def.Seats))
		for i := range who {
			who[i] = play.Random{Seed: n, Minimal: n%4 == 0}
		}
		for len(p.Steps()) < length && !p.State().Over() && ran(game, nodes) == before {
			if err := p.Next(who); err != nil {
				return "", err
			}
		}
		if ran(game, nodes) != before && (best == nil || len(p.Steps()) < length) {
			best, length = p, len(p.Steps())
		}
	}
	if best == nil {
		return "", nil
	}
	moves, claims, err := recorded(best, k.ID, title)
	if err != nil {
		return "", nil // as if no play reached it: the search tries other positions
	}
	return begunScenario(g, k.ID, title, moves, claims), nil
}

// ran counts the executions of nodes.
func ran(game *engine.Game, nodes []int32) (n int64) {
	for _, node := range nodes {
		c := game.Seen(node)
		n += int64(c.Ran) + int64(c.True) + int64(c.False)
	}
	return n
}

func afterRules(script string) string {
	_, script, _ = strings.Cut(script, "\nrules: ")
	_, script, _ = strings.Cut(script, "\n")
	return script
}

// beginning returns a scenario without moves.
func beginning(g *corpus.Game, clause, title string) (string, error) {
	game, err := g.LoadOptimised(nil)
	if err != nil {
		return "", err
	}
	setup, head := engine.Setup{}, ""
	if len(g.Def.Setups) > 0 {
		setup.ID = g.Def.Setups[0].ID
		head = "setup: {scenario: " + setup.ID + "}\n"
	}
	state, err := game.New(setup)
	if err != nil {
		return "", err
	}
	if x := state.Decision(); x != nil && x.Seat == engine.Chance {
		return afterChance(g, clause, title)
	}
	return begunScenario(g, clause, title, head, suggest.Claims(state, state, []string{clause})), nil
}

// afterChance returns a scenario without moves that scripts the initial chance of a game.
func afterChance(g *corpus.Game, clause, title string) (string, error) {
	game, err := g.Load(nil)
	if err != nil {
		return "", err
	}
	setup := steps.Setup{Seed: "1"}
	if len(g.Def.Setups) > 0 {
		setup.ID = g.Def.Setups[0].ID
	}
	p, err := play.New(g.ID, game, setup)
	for err == nil && len(p.Steps()) < randomAnswers && p.State().Decision() != nil && p.State().Decision().Seat == engine.Chance {
		err = p.Next(make(play.Table, len(g.Def.Seats)))
	}
	if err != nil {
		return "", err
	}
	moves, _, err := recorded(p, clause, title)
	if err != nil {
		return "", err
	}
	return begunScenario(g, clause, title, moves, suggest.Claims(p.State(), p.State(), []string{clause})), nil
}

// recorded returns the set-up and the moves of a play, and the engine's claims about its end.
func recorded(p *play.Play, clause, title string) (moves, claims string, err error) {
	out, err := p.Record(0, title, []string{clause})
	if err != nil {
		return "", "", err
	}
	head, claims, _ := strings.Cut(out.Text, "# Unverified")
	head, _, _ = strings.Cut(head, "expect:\n")
	return afterRules(head), claims, nil
}

// begunScenario turns the engine's claim about the next decision into an expectation; the other claims stay a comment.
func begunScenario(g *corpus.Game, clause, title, moves, claims string) string {
	_, claims, _ = strings.Cut(claims, "# expect:\n")
	var expect, rest strings.Builder
	for line := range strings.Lines(claims) {
		line = strings.TrimPrefix(line, "#   ")
		switch {
		case strings.HasPrefix(line, "rules: "), strings.HasPrefix(line, "asked: "):
			expect.WriteString("  " + line)
		default:
			rest.WriteString("  # " + line)
		}
	}
	if rest.Len() > 0 {
		expect.WriteString("  # What the engine does; keep of it what " + clause + " demands:\n" + rest.String())
	}
	return "version: 1\ntitle: " + yamlText(title) + "\ngame: " + g.ID + "\nrules: [" + clause + "]\n" + moves + "expect:\n" + expect.String()
}
