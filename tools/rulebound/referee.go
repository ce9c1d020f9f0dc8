// This file holds games that were played elsewhere to the rules.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"rulebound/conformance/corpus"
	"rulebound/conformance/listing"
	"rulebound/conformance/referee"
	"rulebound/conformance/suggest"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// judged is what came of a log.
type judged struct {
	results []referee.Result
	groups  []string // by result: the deviation that it belongs to, "" if to none
	err     error
}

// referee judges logs, a game on each processor.
func (c *command) referee() error {
	all, err := c.open()
	if len(all.Games) == 0 {
		return err
	}
	if err != nil { // a scenario that cannot be read does not keep a log from being judged
		c.complain(err)
	}
	if len(c.files) == 0 {
		return errors.New("name the logs to judge: referee FILE…")
	}
	b := &court{command: c, all: all, made: map[string]func() (*referee.Referee, error){}}
	if c.witness != 0 {
		return b.scenario(c.files[0])
	}
	out := make([]chan judged, len(c.files))
	free := make(chan bool, runtime.GOMAXPROCS(0))
	for i, file := range c.files {
		out[i] = make(chan judged, 1)
		go func() {
			free <- true
			out[i] <- b.judge(file)
			<-free
		}()
	}
	var errs []error
	enc := json.NewEncoder(c.out)
	enc.SetEscapeHTML(false)
	report := &refereeReport{groups: b.groups}
	for i := range out {
		j := <-out[i]
		errs = append(errs, j.err)
		for k, r := range j.results {
			if c.json {
				errs = append(errs, enc.Encode(r))
			} else {
				report.add(r, j.groups[k])
			}
		}
	}
	if !c.json {
		report.write(c)
	}
	return errors.Join(errs...)
}

// court is the referees of a run, each made once.
type court struct {
	*command
	all  *corpus.Corpus
	mu   sync.Mutex
	made map[string]func() (*referee.Referee, error)
}

// referee gives the referee for a game with options, without the conditions that are allowed.
func (b *court) referee(g *corpus.Game, options map[string]string, name string, allow []referee.Allowance) (*referee.Referee, error) {
	key := fmt.Sprintf("%s %v %s", g.ID, options, name)
	b.mu.Lock()
	make, ok := b.made[key]
	if !ok {
		make = sync.OnceValues(func() (*referee.Referee, error) { return b.newReferee(g, options, allow) })
		b.made[key] = make
	}
	b.mu.Unlock()
	return make()
}

// opened is a log with the game it is held to.
type opened struct {
	log   *referee.Log
	game  *corpus.Game
	judge *referee.Referee
}

// log opens a log.
func (b *court) log(file string) (*opened, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	log, err := referee.ReadLog(file, f)
	if err != nil {
		return nil, err
	}
	g := gameOf(b.all, log)
	if g == nil && b.game != "" {
		return nil, fmt.Errorf("%s:1: this is no log of %s: rules %q, set-up %q", file, b.game, log.Rules, log.Setup)
	}
	if g == nil {
		return nil, fmt.Errorf("%s:1: no game has a set-up %q; name the game of the repository by the key \"rules\"", file, log.Setup)
	}
	var allow []referee.Allowance
	if b.file != "" {
		text, err := readBounded(b.file, listing.MaxBytes)
		if err == nil {
			allow, err = referee.ReadAllowances(text)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", b.file, err)
		}
	}
	r, err := b.referee(g, log.Options(g.Def), "", allow)
	return &opened{log, g, r}, err
}

// scenario writes what leads through a step as a scenario.
func (b *court) scenario(file string) error {
	x, err := b.log(file)
	if err != nil {
		return err
	}
	w, err := x.judge.Witness(x.log, b.witness, referee.Config{Limits: referee.Limits{Nodes: b.nodes, Time: b.limit}})
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	steps := fmt.Sprintf("step %d", w.To)
	if w.From < w.To {
		steps = fmt.Sprintf("steps %d to %d", w.From, w.To)
	}
	text, err := suggest.Script(x.game, suggest.Witness{Root: w.Root, Setup: x.log.Setup, Options: x.log.Options(x.game.Def), Answers: w.Answers,
		Title: fmt.Sprintf("To be written - %s, %s", x.log.Name, steps),
		Notes: []string{"What leads through " + steps + " of " + x.log.Name + ", as the referee found it. What is expected is the log's position.",
			"Say in the title what the rule is, and leave in `rules` and `expect` what speaks of it."}})
	if err != nil {
		return fmt.Errorf("%s, %s: %w", file, steps, err)
	}
	_, err = fmt.Fprint(b.out, text)
	return err
}

// judge judges one log.
func (b *court) judge(file string) (out judged) {
	x, err := b.log(file)
	if err != nil {
		return judged{err: err}
	}
	g, log := x.game, x.log
	config := referee.Config{Limits: referee.Limits{Nodes: b.nodes, Time: b.limit}, Steps: b.only}
	var groups []referee.Group
	if !b.json {
		if groups, err = b.groups(g.ID); err != nil {
			return judged{err: err}
		}
	}
	out.err = x.judge.Judge(log, config, func(res referee.Result) {
		out.results = append(out.results, res)
		out.groups = append(out.groups, b.group(g, log, res, groups, config))
	})
	return out
}

// group finds the deviation that a step belongs to which was not found.
func (b *court) group(g *corpus.Game, log *referee.Log, res referee.Result, groups []referee.Group, config referee.Config) string {
	if res.Verdict == referee.Found || res.Verdict == referee.Unsound {
		return ""
	}
	name := fmt.Sprintf("%s/%d", res.Game, res.N)
	for _, x := range groups {
		if slices.Contains(x.Steps, name) {
			return x.ID
		}
	}
	config.Steps = []int{res.N}
	for _, x := range groups {
		if !x.Tries(res.Kind) {
			continue
		}
		found := false
		r, err := b.referee(g, log.Options(g.Def), x.ID, x.Allow)
		if err == nil {
			err = r.Judge(log, config, func(res referee.Result) { found = res.Verdict == referee.Found })
		}
		if err != nil {
			b.complain(fmt.Errorf("deviation %s: %w", x.ID, err))
		}
		if found {
			return x.ID
		}
	}
	return ""
}

// groups reads the deviations that are known of a game's logs; there need not be any.
func (c *command) groups(game string) ([]referee.Group, error) {
	file := filepath.Join(c.root, corpus.ScenariosDir, game+corpus.Deviations)
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	list, err := referee.ReadGroups(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return list, nil
}

// refereeReport counts verdicts for the plain output.
type refereeReport struct {
	groups func(game string) ([]referee.Group, error)
	counts map[referee.Verdict]int
	in     map[string]int
	open   []referee.Result
	games  map[string]bool
}

func (r *refereeReport) add(res referee.Result, group string) {
	if r.counts == nil {
		r.counts, r.in, r.games = map[referee.Verdict]int{}, map[string]int{}, map[string]bool{}
	}
	r.counts[res.Verdict]++
	r.games[res.Game] = true
	switch {
	case group != "":
		r.in[group]++
	case res.Verdict == referee.None || res.Verdict == referee.Undecided:
		r.open = append(r.open, res)
	}
}

// write prints a line for each deviation and one for each open step.
func (r *refereeReport) write(c *command) {
	steps := 0
	for _, n := range r.counts {
		steps += n
	}
	fmt.Fprintf(c.out, "%d games, %d steps: %d found, %d unsound, %d none, %d undecided; %d of them open\n", len(r.games), steps,
		r.counts[referee.Found], r.counts[referee.Unsound], r.counts[referee.None], r.counts[referee.Undecided], len(r.open))
	for _, id := range slices.Sorted(maps.Keys(r.in)) {
		fmt.Fprintf(c.out, "deviation %s: %d steps\n", id, r.in[id])
	}
	for _, o := range r.open {
		fmt.Fprintf(c.out, "open %s/%d %s, %s: %s", o.Game, o.N, o.Kind, o.Verdict, strings.Join(o.Nearest, "; "))
		if len(o.Clauses) > 0 {
			fmt.Fprintf(c.out, " (%s)", strings.Join(o.Clauses, ", "))
		}
		fmt.Fprintln(c.out)
		if c.verbose {
			fmt.Fprintf(c.out, "  nearest by %s\n", strings.Join(o.Answers, " | "))
		}
	}
}

// newReferee makes a referee for a game with some of its options, without what is allowed.
func (c *command) newReferee(g *corpus.Game, options map[string]string, allow []referee.Allowance) (*referee.Referee, error) {
	gd := g.Def
	if len(allow) > 0 {
		relaxed, err := referee.Relax(gd, allow)
		if err != nil {
			return nil, err
		}
		gd = relaxed
	}
	game, err := engine.Load(gd, options)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(c.root, corpus.ScenariosDir, g.ID+corpus.Referee)
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
	at := slices.IndexFunc(all.Games, func(g *corpus.Game) bool { return g.ID == c.game })
	if at < 0 {
		return fmt.Errorf("there is no game %q; name one by -game", c.game)
	}
	g := all.Games[at]
	if !slices.ContainsFunc(g.Def.Setups, func(s def.SetupDef) bool { return s.ID == c.setup }) {
		return fmt.Errorf("%s has no set-up %q; name one by -scenario", c.game, c.setup)
	}
	r, err := c.newReferee(g, nil, nil)
	if err != nil {
		return err
	}
	var player players.Player = players.NewUniform(c.seed)
	if c.minimal {
		player = players.NewMinimal(c.seed)
	}
	return r.Record(c.out, referee.Recording{Name: fmt.Sprintf("%s-%s-%d", g.ID, c.setup, c.seed), Setup: c.setup, Seed: c.seed, Steps: c.steps,
		Bare: c.bare, Player: player})
}

// gameOf finds the game that a log was played by.
func gameOf(all *corpus.Corpus, log *referee.Log) *corpus.Game {
	for _, g := range all.Games {
		if log.Rules == g.ID || log.Rules == g.Def.ID {
			return g
		}
		if log.Rules == "" && slices.ContainsFunc(g.Def.Setups, func(s def.SetupDef) bool { return s.ID == log.Setup }) {
			return g
		}
	}
	return nil
}
