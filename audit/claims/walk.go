// This file makes random plays with many mutants as rivals.

package claims

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"rulebound/audit/mutation"
	"rulebound/conformance/corpus"
	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// walker makes random plays on its own copy of the game with rivals.
type walker struct {
	def     *def.GameDef
	cell    int32
	changes []*mutation.Change
	rival   []int // number of a rival, from 1 -> index of the mutant
	games   map[string]*rivalGame
	base    *loaded // the game without rivals
}

func newWalker(game *corpus.Game, r *mutation.Report) (*walker, error) {
	changes, err := r.Explained()
	if err != nil {
		return nil, err
	}
	w := &walker{changes: changes, rival: []int{0}, games: map[string]*rivalGame{}, base: &loaded{def: game.Def, games: map[string]*engine.Game{}}}
	gd, cell, numbers := mutation.Rivals(changes)
	w.def, w.cell = gd, cell
	for i, n := range numbers {
		if n > 0 {
			w.rival = append(w.rival, i)
		}
	}
	return w, nil
}

// rivalGame is a game with rivals.
type rivalGame struct {
	engine.Rivals
	game *engine.Game // nil if it cannot be loaded
}

func (w *walker) contest(options map[string]string) *rivalGame {
	key := fmt.Sprint(options)
	c := w.games[key]
	if c == nil {
		c = &rivalGame{Rivals: engine.Rivals{Cell: w.cell, Differ: make([]bool, len(w.rival))}}
		c.game, _ = engine.Load(w.def, options, engine.WithRivals(&c.Rivals))
		w.games[key] = c
	}
	return c
}

// twin is a copy of a play that continues with a rival.
type twin struct {
	number int64
	state  *engine.State
	before *engine.State // before the last answer; nil before the first
	sum    func() uint64
}

// runningPlay is a play in progress.
type runningPlay struct {
	*walker
	*rivalGame
	play   *walk
	state  *engine.State
	sum    func() uint64
	events uint64        // hash of the events since the last answer
	before *engine.State // the state before the last answer; nil before the first
	last   engine.Answer
	probe  int64
	gen    engine.Generator
	twins  []*twin
	forks  []int
	seen   func() uint64   // hash of the views of state, evaluated once for each decision
	trace  func() []string // of the last answer, likewise
}

// walk makes a play, and records the mutants that seem to differ in it.
func (w *walker) walk(p *walk) {
	c := w.contest(p.Options)
	if c.game == nil {
		return
	}
	x := &runningPlay{walker: w, rivalGame: c, play: p, gen: engine.NewGenerator(uint64(p.n)), forks: make([]int, len(w.rival)), probe: noProbe}
	x.Chosen = 0
	clear(x.Differ)
	setup := p.Setup
	setup.Observer, x.sum = mutation.Sum()
	var err error
	if x.state, err = c.game.New(setup); err != nil {
		return
	}
	if broken, _ := x.state.Broken(); broken != nil { // the position is impossible
		return
	}
	for x.look() && x.answer() {
	}
	p.record(w.base)
}

// look compares the pending decision with those of the rivals. It reports whether the play continues.
func (x *runningPlay) look() bool {
	d := x.state.Decision()
	x.probe = noProbe
	open := d != nil && d.Fault == nil
	if open {
		x.probe = probe(&x.gen, x.def, d)
	}
	published, known := published(x.state, x.probe)
	if !known {
		return false
	}
	x.events = x.sum()
	x.seen = sync.OnceValue(func() uint64 { return plainly(x, func() uint64 { return seen(x.state) }) })
	x.trace = sync.OnceValue(func() []string { return plainly(x, func() []string { return x.traced(x.before) }) })
	x.step(published)
	for n := 1; n < len(x.Differ); n++ {
		if x.Differ[n] && !x.suspect(int64(n)) && !slices.ContainsFunc(x.twins, func(t *twin) bool { return t.number == int64(n) }) && x.due(n) {
			x.fork(int64(n), published)
		}
	}
	x.Chosen = 0
	clear(x.Differ)
	return open && len(x.play.answers) < x.play.Most
}

// manyForks is the number of times that a rival is tried in one play before it is tried ever more rarely.
const manyForks = 12

// due reports whether a differing rival is tried.
func (x *runningPlay) due(n int) bool {
	x.forks[n]++
	f := x.forks[n]
	return f <= manyForks || f&(f-1) == 0
}

func (x *runningPlay) suspect(n int64) bool { return slices.Contains(x.play.suspects, x.rival[n]) }

// fork makes a copy that continues with a rival from before the last answer.
func (x *runningPlay) fork(n int64, published uint64) {
	t := &twin{number: n}
	x.Chosen = n
	if x.before == nil {
		setup := x.play.Setup
		setup.Observer, t.sum = mutation.Sum()
		var err error
		if t.state, err = x.game.New(setup); err != nil {
			x.fails(n, err)
			return
		}
	} else {
		t.state = x.before.Copy()
		var observer engine.Observer
		observer, t.sum = mutation.Sum()
		t.state.Observe(observer)
		if !x.follow(t) {
			return
		}
	}
	x.compare(t, published)
}

// follow gives a twin the last answer. It reports whether the twin accepted it.
func (x *runningPlay) follow(t *twin) bool {
	t.before = t.state.Copy()
	if err := t.state.Apply(x.last); err != nil {
		x.fails(t.number, err)
		return false
	}
	return true
}

// fails suspects a rival that makes the play fail.
func (x *runningPlay) fails(n int64, err error) {
	if !undecided(err) {
		x.suspicion(n)
	}
}

func (x *runningPlay) suspicion(n int64) {
	if !x.suspect(n) {
		x.play.suspects = append(x.play.suspects, x.rival[n])
	}
}

// step makes the twins follow the last answer.
func (x *runningPlay) step(published uint64) {
	twins := x.twins
	x.twins = nil
	for _, t := range twins {
		x.Chosen = t.number
		if x.follow(t) {
			x.compare(t, published)
		}
	}
}

// compare compares a twin with the play. A twin is kept as long as its state differs but it publishes the same.
func (x *runningPlay) compare(t *twin, sum uint64) {
	defer func() { x.Chosen = 0 }()
	x.Chosen = t.number
	theirs, known := published(t.state, x.probe)
	if !known {
		return
	}
	if theirs != sum || x.differs(t) {
		x.suspicion(t.number)
		return
	}
	if t.state.Hash() == x.state.Hash() {
		return
	}
	if !x.watched(t) && seen(t.state) != x.seen() { // differs compares watched ones
		x.suspicion(t.number)
		return
	}
	x.twins = append(x.twins, t)
}

// watched reports whether the mutant of a twin can change a watched value without an event.
func (x *runningPlay) watched(t *twin) bool { return x.changes[x.rival[t.number]].Watched() }

// plainly evaluates a function without the rival of a twin.
func plainly[T any](x *runningPlay, f func() T) T {
	chosen := x.Chosen
	x.Chosen = 0
	defer func() { x.Chosen = chosen }()
	return f()
}

// differs reports whether a twin's observers seem to receive something else: its events since the last answer, or its
// watched values.
func (x *runningPlay) differs(t *twin) bool {
	if x.watched(t) && seen(t.state) != x.seen() {
		return true
	}
	if t.sum() == x.events || x.changes[x.rival[t.number]].TraceOnly() {
		return false
	}
	if t.before == nil || x.before == nil {
		return true
	}
	return !slices.Equal(x.traced(t.before), x.trace())
}

// traced returns the trace of the last answer: not every event is part of a trace.
func (x *runningPlay) traced(before *engine.State) []string {
	s := before.Copy()
	t := &traced{state: s, recorder: trace.New(x.game, trace.Header{})}
	s.Observe(t.recorder)
	if s.Apply(x.last) != nil {
		return nil
	}
	return t.lines()
}

// answer answers the decision. It reports whether there was an answer.
func (x *runningPlay) answer() bool {
	if x.before == nil {
		x.before = x.state.Copy()
	} else {
		x.state.CopyTo(x.before)
	}
	d := x.state.Decision()
	a, ok := x.play.Answer(x.state, d)
	if !ok {
		return false
	}
	a.Counts, a.Order, a.Chosen = slices.Clone(a.Counts), slices.Clone(a.Order), slices.Clone(a.Chosen)
	err := x.state.Apply(a)
	var refusal *engine.Refusal
	for tries := uint64(1); errors.As(err, &refusal) && tries < 4; tries++ { // members that cannot be combined
		refusal = nil
		a = players.NewMinimal(tries).Answer(x.state, x.state.Decision())
		a.Counts, a.Order, a.Chosen = slices.Clone(a.Counts), slices.Clone(a.Order), slices.Clone(a.Chosen)
		err = x.state.Apply(a)
	}
	if err != nil {
		return false
	}
	x.last = a
	x.play.answers = append(x.play.answers, a)
	return true
}

// record replays the play without rivals, and records what it publishes.
func (p *walk) record(base *loaded) {
	g := base.load(p.Options)
	if g == nil {
		return
	}
	p.sums = p.follow(g, false)
	p.views = sync.OnceValue(func() []sums { return p.follow(g, true) })
}

// follow replays a play on a game, and hashes what the game publishes, with viewing also the view of each seat. It
// stops if an answer is refused, or if the search reaches its limit.
func (p *walk) follow(g *engine.Game, viewing bool) []sums {
	setup := p.Setup
	observer, sum := mutation.Sum()
	setup.Observer = observer
	state, err := g.New(setup)
	if err != nil {
		return nil
	}
	gen := engine.NewGenerator(uint64(p.n))
	var out []sums
	var buffer []byte
	for i := 0; ; i++ {
		probed := int64(noProbe)
		d := state.Decision()
		if d != nil && d.Fault == nil {
			probed = probe(&gen, g.Def(), d)
		}
		hash, known := published(state, probed)
		if !known {
			return out
		}
		buffer = state.Encode(buffer[:0])
		hash ^= digest(buffer[body:])
		if viewing {
			hash ^= seen(state)
		}
		out = append(out, sums{events: sum(), state: hash})
		if i == len(p.answers) || d == nil || d.Fault != nil || state.Apply(p.answers[i]) != nil {
			return out
		}
	}
}

// body is the offset after the game's fingerprint in an encoded state.
const body = 1 + 8

func digest(text []byte) uint64 {
	sum := uint64(14695981039346656037)
	for _, b := range text {
		sum = (sum ^ uint64(b)) * 1099511628211
	}
	return sum
}
