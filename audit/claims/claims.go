// Package claims tests explanations of survivors. An explanation claims that no scenario can kill a mutant; a play on
// which the mutant publishes something else than the game refutes it. So the package makes random plays of the game,
// and plays each explained mutant in lockstep from the same position with the same answers. It compares what is
// published: the decisions, the legal answers, the clauses of refusals, the trace, the values, and the result.
//
// Most mutants only replace formulas. They are tested together, as rivals (engine.Rivals) in one game: if a rival's
// value differs, a copy of the state continues with the rival, until the copy equals the original state again or
// publishes something else. Every other mutant is played alone, with the given answers. A difference counts only if a
// replay of the whole play on the mutant confirms it.
package claims

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"rulebound/audit/mutation"
	"rulebound/audit/suggest"
	"rulebound/conformance/board"
	"rulebound/conformance/corpus"
	"rulebound/engine"
	"rulebound/engine/def"
)

type Config struct {
	Boards  []board.Wish
	Plays   int
	Seed    uint64
	Workers int // 0: one for each processor
}

// maxSuspects is the number of plays that are replayed for a mutant before it counts as not refuted.
const maxSuspects = 3

// Refute plays the mutants that a report explains in lockstep with the game, and adds refutations to the report. The
// result is deterministic for a game, explanations and configuration. The error is that of loading the unchanged game.
func Refute(game *corpus.Game, r *mutation.Report, c Config) error {
	changes, err := r.Explained()
	if err != nil || len(changes) == 0 || c.Plays <= 0 {
		return err
	}
	workers := c.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	plays, err := walks(game, r, c, workers)
	if err != nil {
		return err
	}
	return judge(game, r, plays, workers)
}

// walk is a finished random play.
type walk struct {
	*suggest.Start
	n        int
	answers  []engine.Answer
	sums     []sums        // at each decision
	views    func() []sums // with the view of each seat
	suspects []int         // indices of mutants that seem to differ
}

// sums are hashes of what a play published: its events so far, and its state with the pending decision.
type sums struct{ events, state uint64 }

// walks makes the random plays, with all mutants of formulas as rivals.
func walks(game *corpus.Game, r *mutation.Report, c Config, workers int) ([]*walk, error) {
	starts, err := suggest.NewStarts(game, c.Boards, c.Seed)
	if err != nil {
		return nil, err
	}
	plays := make([]*walk, c.Plays)
	for i := range plays {
		plays[i] = &walk{Start: starts.Next(), n: i}
	}
	walkers := make([]*walker, workers)
	for n := range walkers {
		if walkers[n], err = newWalker(game, r); err != nil {
			return nil, err
		}
	}
	var wg sync.WaitGroup
	next := make(chan *walk)
	for _, w := range walkers {
		wg.Go(func() {
			for p := range next {
				w.walk(p)
			}
		})
	}
	for _, p := range plays {
		next <- p
	}
	close(next)
	wg.Wait()
	return plays, nil
}

// judge replays plays on the mutants: for rivals those in which they seemed to differ, for other mutants all.
func judge(game *corpus.Game, r *mutation.Report, plays []*walk, workers int) error {
	games := &loaded{def: game.Def, games: map[string]*engine.Game{}}
	var mu sync.Mutex
	var found []refuted
	var wg sync.WaitGroup
	next := make(chan int)
	list, err := r.Explained()
	owns := make([][]*mutation.Change, workers) // each worker needs its own mutants
	for n := 0; n < workers && err == nil; n++ {
		owns[n], err = r.Explained()
	}
	if err != nil {
		return err
	}
	_, _, numbers := mutation.Rivals(list)
	for _, own := range owns {
		wg.Go(func() {
			for i := range next {
				if d := try(games, own[i], suspected(plays, i, numbers[i] > 0)); d != nil {
					mu.Lock()
					found = append(found, refuted{i, d})
					mu.Unlock()
				}
			}
		})
	}
	for i := range list {
		next <- i
	}
	close(next)
	wg.Wait()
	slices.SortStableFunc(found, func(a, b refuted) int { return cmp.Compare(a.change, b.change) })
	for _, x := range found {
		r.Refute(list[x.change], x.by)
	}
	return nil
}

type refuted struct {
	change int
	by     *mutation.Refutation
}

// suspected lists the plays that may refute a mutant: for a rival those in which it was suspected, otherwise all.
func suspected(plays []*walk, change int, rival bool) []*walk {
	if !rival {
		return plays
	}
	var out []*walk
	for _, p := range plays {
		if slices.Contains(p.suspects, change) && len(out) < maxSuspects {
			out = append(out, p)
		}
	}
	return out
}

// loaded caches the games of one definition by their options.
type loaded struct {
	def   *def.GameDef
	mu    sync.Mutex
	games map[string]*engine.Game
}

// load returns nil if the game cannot be loaded.
func (l *loaded) load(options map[string]string) *engine.Game {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := fmt.Sprint(options)
	g, ok := l.games[key]
	if !ok {
		g, _ = engine.Load(l.def, options)
		l.games[key] = g
	}
	return g
}
