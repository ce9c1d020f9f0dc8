// This file holds games that were played elsewhere to the rules.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"rulebound/conformance/corpus"
	"rulebound/conformance/referee"
	"rulebound/engine"
	"rulebound/engine/players"
)

// referee judges logs.
func (c *command) referee() error {
	all, err := c.open()
	if all == nil {
		return err
	}
	if err != nil {
		c.complain(err)
	}
	var errs []error
	for _, file := range c.files {
		if err := c.refereeFile(all, file); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

func (c *command) refereeFile(all *corpus.Corpus, file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	log, err := referee.ReadLog(file, f)
	if err != nil {
		return err
	}
	g := gameOf(all, log)
	if g == nil {
		return fmt.Errorf("%s:1: no game has a set-up %q", file, log.Setup)
	}
	r, err := c.newReferee(g, log.Options(g.Def))
	if err != nil {
		return err
	}
	enc := json.NewEncoder(c.out)
	enc.SetEscapeHTML(false)
	counts := map[referee.Verdict]int{}
	config := referee.Config{Limits: referee.Limits{Nodes: c.nodes, Time: c.limit}}
	if c.step > 0 {
		config.Steps = []int{c.step}
	}
	err = r.Judge(log, config, func(res referee.Result) {
		counts[res.Verdict]++
		if c.json {
			_ = enc.Encode(res)
			return
		}
		fmt.Fprintln(c.out, res.Game, res.N, res.Kind, res.Verdict, res.Millis, res.Nodes, res.Answers, res.Nearest, res.Clauses)
	})
	fmt.Fprintln(c.err, file, counts)
	return err
}

// newReferee makes a referee for a game with some of its options.
func (c *command) newReferee(g *corpus.Game, options map[string]string) (*referee.Referee, error) {
	game, err := engine.Load(g.Def, options)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(c.root, corpus.ScenariosDir, g.ID+".referee.yaml")
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%s has no layout of logs: %w", g.ID, err)
	}
	layout, err := referee.ReadLayout(text, game)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return referee.New(game, layout), nil
}

// record plays a random game and writes its log.
func (c *command) record() error {
	all, err := c.open()
	if err != nil {
		return err
	}
	for _, g := range all.Games {
		if g.ID != c.game {
			continue
		}
		r, err := c.newReferee(g, nil)
		if err != nil {
			return err
		}
		var player players.Player = players.NewUniform(c.seed)
		if c.minimal {
			player = players.NewMinimal(c.seed)
		}
		return r.Record(c.out, referee.Recording{Name: fmt.Sprintf("%s-%s-%d", g.ID, c.setup, c.seed), Setup: c.setup, Seed: c.seed, Steps: c.steps, Bare: c.bare, Player: player})
	}
	return fmt.Errorf("there is no game %q", c.game)
}

// gameOf finds the game that a log was played by.
func gameOf(all *corpus.Corpus, log *referee.Log) *corpus.Game {
	for _, g := range all.Games {
		if log.Rules == g.ID || log.Rules == g.Def.ID {
			return g
		}
		for _, s := range g.Def.Setups {
			if log.Rules == "" && s.ID == log.Setup {
				return g
			}
		}
	}
	return nil
}
