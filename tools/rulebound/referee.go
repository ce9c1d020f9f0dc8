// This file holds games that were played elsewhere to the rules.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"rulebound/conformance/corpus"
	"rulebound/conformance/referee"
	"rulebound/engine"
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
	opts := map[string]string{}
	for _, o := range g.Def.Options {
		if v, ok := log.Head[o.ID].(string); ok && slices.Contains(o.Values, v) {
			opts[o.ID] = v
		}
	}
	game, err := engine.Load(g.Def, opts)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(c.root, corpus.ScenariosDir, g.ID+".referee.yaml"))
	if err != nil {
		return err
	}
	layout, err := referee.ReadLayout(text, game)
	if err != nil {
		return err
	}
	r := referee.New(game, layout)
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

// gameOf finds the game that a log was played by.
func gameOf(all *corpus.Corpus, log *referee.Log) *corpus.Game {
	for _, g := range all.Games {
		if log.Rules == g.ID {
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

var _ = time.Second
