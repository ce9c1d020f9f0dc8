// Package claims tests explanations of survivors. That no scenario can notice a change is a claim; it is refuted by a play in
// which the changed game publishes something else than the game does. So random plays are made of the game, and each
// explained change is played in step with them: the same position, the same answers. Compared is what is published: who is asked
// what, what is legal, which clause refuses what is not, the trace, the values, and the result.
//
// Most changes only replace formulas. They are played together, as rivals (engine.Rivals) in one game: a copy of the state goes by a
// rival wherever its value differs, until the copy is the same state again or publishes something else. Any other change is
// played by itself, with the answers that were given. A difference counts only if it shows again when the whole play is
// repeated on the changed game.
package claims

import (
	"cmp"
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

// Config says how much is played.
type Config struct {
	Boards  []board.Wish
	Plays   int
	Seed    uint64
	Workers int // 0: one for each processor
}

// maxSuspects is how many plays are repeated for a change before it counts as one that none of them refutes.
const maxSuspects = 3

// Refute plays the changes that a report explains in step with the game, and tells the report which of them make a difference. The
// result is the same for the same game, explanations and configuration. The error is that of loading the unchanged game.
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

// walk is a random play that was made.
type walk struct {
	*suggest.Start
	n        int
	answers  []engine.Answer
	sums     []sums        // at each decision, from the first on
	views    func() []sums // with what each seat sees
	suspects []int         // changes that seem to make a difference, by their place in the list
}

// sums are hashes of what a play published: its events so far, and its state with the pending decision.
type sums struct{ events, state uint64 }

// walks makes the random plays, with all changes of formulas as rivals.
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

// judge repeats plays on the changed games: those in which a rival seemed to make a difference, and all for the changes that are no
// rivals.
func judge(game *corpus.Game, r *mutation.Report, plays []*walk, workers int) error {
	games := &loaded{def: game.Def, games: map[string]*engine.Game{}}
	var mu sync.Mutex
	var found []refuted
	var wg sync.WaitGroup
	next := make(chan int)
	list, err := r.Explained()
	owns := make([][]*mutation.Change, workers) // each worker makes changes of its own
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

// suspected lists the plays that may refute a change: all, or those in which it was suspected as a rival.
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

// loaded are games of one definition by their options.
type loaded struct {
	def   *def.GameDef
	mu    sync.Mutex
	games map[string]*engine.Game
}

// load returns nil where the options or the definition make no game.
func (l *loaded) load(options map[string]string) *engine.Game {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := keyOf(l.def, options)
	g, ok := l.games[key]
	if !ok {
		g, _ = engine.Load(l.def, options)
		l.games[key] = g
	}
	return g
}

func keyOf(gd *def.GameDef, options map[string]string) string {
	key := ""
	for _, o := range gd.Options {
		if v, ok := options[o.ID]; ok {
			key += o.ID + "=" + v + " "
		}
	}
	return key
}
