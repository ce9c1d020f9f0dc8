// This file implements explain: of lines of traces, clauses and names.

package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"rulebound/conformance/corpus"
	"rulebound/show/explain"
	"rulebound/show/play"
)

type explaining struct {
	*env
	json bool
}

// explainWidth is the width of printed prose.
const explainWidth = 110

func explainCommand(e *env) *cobra.Command {
	x := &explaining{env: e}
	c := &cobra.Command{
		Use: "explain WHAT", Short: "Explain a line of a trace, a clause, a decision, a value or a card",
		Long: "Explain prints the rules behind a name: the statement with its place and its source, the clauses with their prose, formulas, the\n" +
			"effects that join in, and what calls, reads or writes it. WHAT is a line of a trace (SCENARIO:LINE), a clause or section, a procedure, a\n" +
			"decision, alone or after its procedure, a variable, a derived value, a function, an effect, a hook point or a card. At a line of a trace\n" +
			"formulas have the values that they had before the line was written.",
		Example: "  rulebound explain 6.2/casualties:22\n  rulebound explain 6.2.5-a\n  rulebound explain air-lift.landings\n  rulebound explain card-55 --json",
		Args:    takes(1, 1, "name one thing: a clause, a name, or a line of a trace as SCENARIO:LINE"),
		RunE:    func(_ *cobra.Command, args []string) error { return x.run(args[0]) },
	}
	e.takesGame(c)
	c.Flags().BoolVar(&x.json, "json", false, "write JSON")
	c.ValidArgsFunction = func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return x.names(typed), cobra.ShellCompDirectiveNoFileComp
	}
	return c
}

// run explains a line of a trace, a clause or a name.
func (x *explaining) run(what string) error {
	var list []explain.Answer
	name, number, isLine := strings.Cut(what, ":")
	if _, err := strconv.Atoi(number); isLine && err == nil && name != "" {
		m, err := x.moment(what)
		if err != nil {
			return err
		}
		a, err := m.Explain()
		if err != nil {
			return err
		}
		list = append(list, *a)
	} else {
		var err error
		if list, err = x.find(what); err != nil {
			return err
		}
	}
	if x.json {
		return x.writeJSON(struct {
			Version int              `json:"version"`
			Answers []explain.Answer `json:"answers"`
		}{explain.Version, list})
	}
	for i := range list {
		if i > 0 {
			fmt.Fprintln(x.out)
		}
		fmt.Fprint(x.out, list[i].Text(func(text, indent string) []string { return play.Wrap(text, explainWidth, indent) }))
	}
	return nil
}

// find finds the meaning of a name in one game.
func (x *explaining) find(name string) ([]explain.Answer, error) {
	all, broken := x.open()
	if len(all.Games) == 0 {
		return nil, broken
	}
	var found []explain.Answer
	var games, known []string
	for _, g := range all.Games {
		if list := explain.Find(g, name); len(list) > 0 {
			found, games = append(found, list...), append(games, g.ID)
		}
		known = append(known, explain.Names(g)...)
	}
	switch {
	case len(games) > 1:
		return nil, wrongUsage("%s is in several games: name one with --game, such as --game %s", name, strings.Join(games, " or --game "))
	case len(found) > 0:
		return found, nil
	}
	if near := corpus.Near(name, known); near != "" {
		return nil, errors.Join(broken, fmt.Errorf("nothing is called %q; did you mean %s?", name, near))
	}
	return nil, errors.Join(broken, fmt.Errorf("nothing is called %q; name a clause, a procedure, a decision, a value or a card, or a line of a trace as SCENARIO:LINE", name))
}

// names completes the argument of explain: clauses, sections and names, or scenarios once a slash is typed.
func (x *explaining) names(typed string) []string {
	if strings.Contains(typed, "/") {
		return x.scenarioNames()
	}
	out := x.sections()
	for _, id := range x.chosenIDs() {
		if g, _ := corpus.OpenGame(x.files(), id); g != nil {
			out = append(out, explain.Names(g)...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
