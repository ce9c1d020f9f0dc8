// This file implements referee, which checks logs of games played elsewhere against the rules.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"rulebound/audit/suggest"
	"rulebound/compiler/diag"
	"rulebound/conformance/corpus"
	"rulebound/conformance/listing"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/judge/referee"
)

// judged is the result of a step of a log, or the error that ended its log.
type judged struct {
	referee.Result
	group string // the deviation to which it belongs, "" if to none
	err   error
}

type refereeing struct {
	*env
	files   []string
	nodes   int
	ofLog   int // nodes for all steps of a log, 0 for no limit
	limit   time.Duration
	steps   []int  // empty: all
	witness int    // the step to write as a scenario, 0 for none
	allow   string // a file of allowances
	verbose bool
	json    bool
	divided
}

func refereeCommand(e *env) *cobra.Command {
	x := &refereeing{env: e}
	c := &cobra.Command{
		Use: "referee FILE...", Short: "Check logs of games that were played elsewhere against the rules",
		Long: "Referee searches, for each step of a log, legal answers that lead to the next position. It prints a line for each step without such\n" +
			"answers, and at the end a line for each known deviation. --game is the game of logs that name none.",
		Example: "  rulebound referee game.jsonl\n  rulebound referee --verbose --step 31,32 game.jsonl\n  rulebound referee --scenario 31 game.jsonl",
		Args:    takes(1, anyNumber, "name the logs to judge: referee FILE..."),
		RunE: func(_ *cobra.Command, args []string) error {
			x.files = args
			return x.run()
		},
	}
	e.takesGame(c)
	c.Flags().IntVar(&x.nodes, "nodes", 60000, "search at most `N` nodes for a step")
	c.Flags().IntVar(&x.ofLog, "log-nodes", nodesOfLog, "search at most `N` nodes for all steps of a log; 0: no limit")
	c.Flags().DurationVar(&x.limit, "time", 2*time.Second, "search at most `DURATION` for a step; 0: no limit")
	c.Flags().IntSliceVar(&x.steps, "step", nil, "judge only the steps `N,N...`")
	c.Flags().StringVar(&x.allow, "allow", "", "ignore the conditions that `FILE` lists")
	c.Flags().IntVar(&x.witness, "scenario", 0, "write the legal answers of step `N`, from the beginning of its card, as a scenario")
	c.Flags().BoolVarP(&x.verbose, "verbose", "v", false, "print the answers that came nearest, and the steps of each deviation")
	c.Flags().BoolVar(&x.json, "json", false, "write JSON Lines: an object for each step")
	x.divide(c)
	for _, other := range []string{"json", "step", "verbose", "shard"} {
		c.MarkFlagsMutuallyExclusive("scenario", other)
	}
	return c
}

// run checks logs, one on each processor, and prints results in the order of the logs as soon as they are available.
func (x *refereeing) run() error {
	if x.witness != 0 && len(x.files) != 1 {
		return wrongUsage("--scenario is for one log")
	}
	if err := writable(x.file); err != nil {
		return err
	}
	all, err := x.open()
	if len(all.Games) == 0 {
		return err
	}
	if err != nil { // an unreadable scenario does not prevent the check of a log
		x.complain(err)
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(collectFrom + reserve))
	b := &refereeRun{refereeing: x, all: all, made: map[string]func() (*referee.Referee, error){}}
	if x.witness != 0 {
		return b.scenario(x.files[0])
	}
	defer x.progress.begin("judging").clear()
	results, err := b.results()
	if err != nil {
		return err
	}
	if x.shard.of > 0 {
		return x.writeResults(results)
	}
	var errs []error
	enc := json.NewEncoder(x.out)
	enc.SetEscapeHTML(false)
	report := &refereeReport{refereeing: x, counts: map[referee.Verdict]int{}, in: map[string]int{}, games: map[string]bool{}}
	for _, log := range results {
		for j := range log {
			switch {
			case j.err != nil:
				errs = append(errs, j.err)
			case x.json:
				errs = append(errs, enc.Encode(j.Result))
			default:
				report.add(&j)
			}
		}
	}
	err = errors.Join(errs...)
	if !x.json && (err == nil || len(report.games) > 0) {
		report.write()
	}
	return err
}

// results returns a channel for each log with its results in order; one log is checked on each processor at a time.
// Logs of other shards have no channel. For merge it replays the results of the parts.
func (b *refereeRun) results() ([]<-chan judged, error) {
	done, err := found[[][]judgedPart](b.env)
	if err != nil {
		return nil, err
	}
	out := make([]<-chan judged, len(b.files))
	if n := len(done); n > 0 {
		for i := range out {
			if i >= len(done[i%n]) {
				return nil, fmt.Errorf("part %d of %d has no results of %s", i%n+1, n, b.files[i])
			}
			results := make(chan judged, len(done[i%n][i]))
			for _, p := range done[i%n][i] {
				results <- p.judged()
			}
			close(results)
			out[i] = results
		}
		return out, nil
	}
	free, kept := make(chan bool, runtime.GOMAXPROCS(0)), make([]chan judged, len(b.files))
	for i := range out {
		kept[i] = make(chan judged)
		out[i] = kept[i]
	}
	go func() {
		for i, file := range b.files {
			if !b.shard.owns(i) {
				close(kept[i])
				continue
			}
			free <- true
			results := make(chan judged)
			go keep(results, kept[i])
			go func() {
				b.judge(file, results)
				close(results)
				<-free
			}()
		}
	}()
	return out, nil
}

// judgedPart is a result in the file of a part.
type judgedPart struct {
	referee.Result
	Kind  string `json:"kind,omitempty"`
	Group string `json:"group,omitempty"`
	Error string `json:"error,omitempty"`
}

func (p *judgedPart) judged() judged {
	j := judged{Result: p.Result, group: p.Group}
	j.Kind = p.Kind
	if p.Error != "" {
		j.err = errors.New(p.Error)
	}
	return j
}

// writeResults writes the results of a shard, a list for each log of the run.
func (x *refereeing) writeResults(results []<-chan judged) error {
	parts := make([][]judgedPart, len(results))
	for i, log := range results {
		parts[i] = []judgedPart{}
		for j := range log {
			p := judgedPart{Result: j.Result, Kind: j.Kind, Group: j.group}
			if j.err != nil {
				p.Error = j.err.Error()
			}
			parts[i] = append(parts[i], p)
		}
	}
	return x.writePart(&x.divided, x.files, parts)
}

// keep forwards results through an unbounded buffer, so that a worker never waits for the logs before its own.
func keep(from <-chan judged, to chan<- judged) {
	defer close(to)
	var waiting []judged
	for from != nil || len(waiting) > 0 {
		next, open := judged{}, (chan<- judged)(nil)
		if len(waiting) > 0 {
			next, open = waiting[0], to
		}
		select {
		case open <- next:
			waiting = waiting[1:]
		case j, more := <-from:
			if !more {
				from = nil
				continue
			}
			waiting = append(waiting, j)
		}
	}
}

// refereeRun has the referees of a run, each created once.
type refereeRun struct {
	*refereeing
	all  *corpus.Corpus
	mu   sync.Mutex
	made map[string]func() (*referee.Referee, error)

	done, total int // steps of the logs begun so far
}

// judged adds to the progress: judged steps, and steps to judge.
func (b *refereeRun) judged(done, total int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done, b.total = b.done+done, b.total+total
	b.progress.draw(b.done, b.total, fmt.Sprintf("%d of %s", b.done, diag.Count(b.total, "step")))
}

// referee returns the referee of a game with options, without the allowed conditions.
func (b *refereeRun) referee(g *corpus.Game, options map[string]string, name string, allow []referee.Allowance) (*referee.Referee, error) {
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

// opened is a log with its game.
type opened struct {
	log   *referee.Log
	game  *corpus.Game
	judge *referee.Referee
}

func (b *refereeRun) log(file string) (*opened, error) {
	f, err := openNamed(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	log, err := referee.ReadLog(file, f)
	if err != nil {
		return nil, err
	}
	g := gameOf(b.all, log)
	if g == nil && b.env.game != "" {
		return nil, fmt.Errorf("%s:1: this is not a log of %s: rules %q, set-up %q", file, b.env.game, log.Rules, log.Setup)
	}
	if g == nil {
		return nil, fmt.Errorf("%s:1: no game has a set-up %q; name the game of the repository by the key \"rules\"", file, log.Setup)
	}
	var allow []referee.Allowance
	if b.allow != "" {
		text, err := readBounded(b.allow, listing.MaxBytes)
		if err == nil {
			allow, err = referee.ReadAllowances(text)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", b.allow, err)
		}
	}
	r, err := b.referee(g, log.Options(g.Def), "", allow)
	return &opened{log, g, r}, err
}

// scenario writes the answers that lead through a step as a scenario.
func (b *refereeRun) scenario(file string) error {
	x, err := b.log(file)
	if err != nil {
		return err
	}
	defer b.progress.begin("searching").clear()
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

// judge judges one log, and tries steps that are not found with one deviation after another.
func (b *refereeRun) judge(file string, give chan<- judged) {
	x, err := b.log(file)
	if err != nil {
		give <- judged{err: err}
		return
	}
	config := referee.Config{Limits: referee.Limits{Nodes: b.nodes, Time: b.limit}, Steps: b.steps}
	if left := b.ofLog; left > 0 {
		config.Limits.Left = &left
	}
	var groups []referee.Group
	if !b.json {
		if groups, err = b.groups(x.game.ID); err != nil {
			give <- judged{err: err}
			return
		}
	}
	steps := len(x.log.Steps) - 1 // the first is the initial position
	if b.steps != nil {
		steps = len(b.steps)
	}
	b.judged(0, steps)
	err = x.judge.Judge(x.log, config, func(res referee.Result) {
		give <- judged{Result: res, group: b.group(x, res, groups, config.Limits)}
		b.judged(1, 0)
	})
	if err != nil {
		give <- judged{err: err}
	}
}

// collectFrom is the heap size in bytes, without the reserve, above which the collector runs often. Below it, live data
// would make it run all the time.
const collectFrom = 400 << 20

// nodesOfLog is the default limit of nodes for all steps of a log: enough for fifteen steps that are not found. One
// step may use a share of the remaining nodes. In the largest game all of them take a minute.
const nodesOfLog = 900_000

// deviationShare divides the nodes of a step when it is tried with a deviation.
const deviationShare = 4

// group finds the deviation to which a step belongs that was not found.
func (b *refereeRun) group(x *opened, res referee.Result, groups []referee.Group, limits referee.Limits) string {
	if res.Verdict == referee.Found || res.Verdict == referee.Unsound {
		return ""
	}
	name := fmt.Sprintf("%s/%d", res.Game, res.N)
	for _, g := range groups {
		if slices.Contains(g.Steps, name) {
			return g.ID
		}
	}
	limits.Nodes = (limits.Nodes + deviationShare - 1) / deviationShare
	for _, g := range groups {
		if !g.Tries(&x.log.Steps[res.N]) {
			continue
		}
		found := false
		r, err := b.referee(x.game, x.log.Options(x.game.Def), g.ID, g.Allow)
		if err == nil {
			err = r.Judge(x.log, referee.Config{Limits: limits, Steps: []int{res.N}}, func(res referee.Result) { found = res.Verdict == referee.Found })
		}
		if err != nil {
			b.complain(fmt.Errorf("deviation %s: %w", g.ID, err))
		}
		if found {
			return g.ID
		}
	}
	return ""
}

// groups reads the known deviations of a game's logs, if any.
func (e *env) groups(game string) ([]referee.Group, error) {
	return corpus.Beside(e.files(), game, corpus.Deviations, referee.ReadGroups)
}

// refereeReport prints open steps at once, and counts the others.
type refereeReport struct {
	*refereeing
	counts map[referee.Verdict]int
	in     map[string]int
	games  map[string]bool
	open   int
	spent  int // steps whose search stopped because the nodes of their log were spent
}

func (r *refereeReport) add(j *judged) {
	r.counts[j.Verdict]++
	r.games[j.Game] = true
	if slices.Contains(j.Nearest, referee.LogSpent) {
		r.spent++
	}
	switch {
	case j.group != "":
		r.in[j.group]++
	case j.Verdict == referee.None || j.Verdict == referee.Undecided:
		r.open++
		fmt.Fprintf(r.out, "open %s/%d %s, %s: %s", j.Game, j.N, j.Kind, j.Verdict, strings.Join(j.Nearest, "; "))
		if len(j.Clauses) > 0 {
			fmt.Fprintf(r.out, " (%s)", strings.Join(j.Clauses, ", "))
		}
		fmt.Fprintln(r.out)
		if r.verbose {
			fmt.Fprintf(r.out, "  nearest by %s\n", strings.Join(j.Answers, " | "))
		}
	}
	if r.verbose && j.group != "" {
		fmt.Fprintf(r.out, "%s/%d %s: deviation %s\n", j.Game, j.N, j.Kind, j.group)
	}
}

// write prints a line for each deviation, and the totals.
func (r *refereeReport) write() {
	steps := 0
	for _, n := range r.counts {
		steps += n
	}
	for _, id := range slices.Sorted(maps.Keys(r.in)) {
		fmt.Fprintf(r.out, "deviation %s: %s\n", id, diag.Count(r.in[id], "step"))
	}
	fmt.Fprintf(r.out, "%s, %s: %d found, %d unsound, %d none, %d undecided; %d of them open\n", diag.Count(len(r.games), "game"), diag.Count(steps, "step"),
		r.counts[referee.Found], r.counts[referee.Unsound], r.counts[referee.None], r.counts[referee.Undecided], r.open)
	if r.spent > 0 {
		fmt.Fprintf(r.out, "not searched to the end: %s, for the %d nodes of a log were spent; --log-nodes N sets another bound, --step N,N... searches only those\n",
			diag.Count(r.spent, "step"), r.ofLog)
	}
}

// newReferee returns a referee of a game with some of its options, without the allowed conditions.
func (e *env) newReferee(g *corpus.Game, options map[string]string, allow []referee.Allowance) (*referee.Referee, error) {
	gd := g.Def
	read, err := referee.Reread(e.files(), path.Join(corpus.GamesDir, g.ID), allow)
	if err != nil {
		return nil, err
	}
	if read != nil {
		gd = read
	}
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
	layout, err := corpus.Beside(e.files(), g.ID, corpus.Referee, func(text []byte) (*referee.Layout, error) {
		return referee.ReadLayout(text, game)
	})
	if err != nil {
		return nil, err
	}
	if layout == nil {
		return nil, fmt.Errorf("%s has no layout of logs: write %s%s, which docs/referee.md describes", g.ID, path.Join(corpus.ScenariosDir, g.ID), corpus.Referee)
	}
	return referee.New(game, layout), nil
}

// gameOf finds the game of a log.
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
