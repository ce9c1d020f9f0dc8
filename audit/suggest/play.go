// This file plays from a position with answers until a goal is reached.

package suggest

import (
	"fmt"

	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// play is a position with the answers given there.
type play struct {
	pos   *position
	steps []step
}

// weight measures how long the play is to read.
func (p *play) weight(gd *def.GameDef) int {
	n := p.pos.weight()
	for i := range p.steps {
		s := &p.steps[i]
		if !s.spoken() {
			continue
		}
		n += 40
		n += 2 * len(s.values)
		if s.form == engine.ByValue && gd.Decisions[s.decision].Kind.Row().Pieces {
			for _, v := range s.values {
				n += int(min(v&0xffff, 9))
			}
		}
	}
	return n
}

// goal is what a play should reach. Its methods are called in order: before a play, when the position is set up, after each answer.
type goal interface {
	before(g *engine.Game)
	begun(p *position, budget *engine.Budget) // an error of the position is reported elsewhere; the budget is that of the play
	after(s *engine.State, a *engine.Answer) bool
	reached(s *engine.State) bool
}

// table plays a game, which it loads with coverage once for each choice of options.
type table struct {
	def   *def.GameDef
	games map[string]*engine.Game
	work  int // answers given and positions set up so far
	limit int // limit of work, 0: none
}

// spent reports whether the limit of work is reached. It is checked between plays, so that one play may exceed it.
func (t *table) spent() bool { return t.limit > 0 && t.work >= t.limit }

const (
	// layout is the cost of setting up a position, in answers.
	layout = 4
	// dear is how many machine steps an answer may take; beyond it each dearSteps of them cost as much as an answer.
	dear, dearSteps = 1 << 14, 1 << 10
	// maxSteps limits the machine steps of a play.
	maxSteps = 1 << 26
)

// load returns the game with options.
func (t *table) load(options map[string]string) (*engine.Game, error) {
	key := fmt.Sprint(options)
	if g := t.games[key]; g != nil {
		return g, nil
	}
	g, err := engine.Load(t.def, options, engine.WithCoverage())
	if err == nil {
		t.games[key] = g
	}
	return g, err
}

// play plays until the goal is reached, the chooser ends it, or the game is over. steps are the answers given, also
// before a fault; err is the error of the position, or what ended the play early.
func (t *table) play(pos *position, c chooser, goal goal, observer engine.Observer) (steps []step, state *engine.State, reached bool, err error) {
	g, err := t.load(pos.options)
	if err != nil {
		return nil, nil, false, err
	}
	goal.before(g)
	setup, budget := pos.engine(), engine.NewBudget(maxSteps)
	setup.Observer, setup.Budget = observer, budget
	t.work += layout
	left := budget.Left()
	pay := func() {
		if n := left - budget.Left(); n > dear {
			t.work += int(n / dearSteps)
		}
		left = budget.Left()
	}
	defer pay()
	if state, err = g.New(setup); err != nil {
		return nil, nil, false, err
	}
	if err := intact(state); err != nil {
		return nil, nil, false, err
	}
	goal.begun(pos, budget)
	for reached = goal.reached(state); !reached; {
		pay()
		s, a, err := t.answer(state, c)
		if s == nil {
			return steps, state, false, nil
		}
		if steps = append(steps, *s); err != nil {
			return steps, state, false, err
		}
		reached = goal.after(state, a)
	}
	return steps, state, reached, nil
}

// answer applies an answer to the pending decision; the step is nil if there is none.
func (t *table) answer(state *engine.State, c chooser) (*step, *engine.Answer, error) {
	d := state.Decision()
	if d == nil || d.Fault != nil {
		return nil, nil, nil
	}
	a, ok := c.choose(state, d)
	if !ok {
		return nil, nil, nil
	}
	t.work++
	s := stepOf(d, &a)
	err := state.Apply(a)
	for tries := uint64(1); refused(err) && tries < 4; tries++ { // members that are illegal together
		a = players.NewMinimal(tries).Answer(state, state.Decision())
		s = stepOf(state.Decision(), &a)
		err = state.Apply(a)
	}
	if refused(err) {
		return nil, nil, nil
	}
	if err == nil {
		err = intact(state)
	}
	return &s, &a, err
}

// intact returns an error if an invariant of the rulebook is violated, because a scenario with such a position cannot be played.
func intact(state *engine.State) error {
	k, err := state.Broken()
	if err == nil && k != nil {
		err = fmt.Errorf("the invariant %s does not hold", k.ID)
	}
	return err
}

// place is an outcome of a node that must be seen.
type place struct {
	node int32
	way  Way
}

// count returns how often it was seen.
func (p place) count(g *engine.Game) uint64 {
	c := g.Seen(p.node)
	switch p.way {
	case WayTrue:
		return c.True + c.Full + c.Between
	case WayFalse:
		return c.False + c.Empty + c.Between
	}
	return c.Ran + c.True + c.False + c.Full + c.Empty + c.Between
}

// places is the goal of reaching one of several places. hit lists those that the last play reached.
type places struct {
	open []place
	game *engine.Game
	base []uint64
	hit  []int
}

func (p *places) before(g *engine.Game) {
	p.game, p.hit, p.base = g, p.hit[:0], p.base[:0]
	for _, x := range p.open {
		p.base = append(p.base, x.count(g))
	}
}

func (p *places) begun(*position, *engine.Budget) {}

func (p *places) after(s *engine.State, _ *engine.Answer) bool { return p.reached(s) }

func (p *places) reached(*engine.State) bool {
	for i, x := range p.open {
		if x.count(p.game) > p.base[i] {
			p.hit = append(p.hit, i)
		}
	}
	return len(p.hit) > 0
}

// inAll checks places only at the end of a play, because a check after each answer would take longer than playing.
type inAll struct{ *places }

func (inAll) after(*engine.State, *engine.Answer) bool { return false }
func (inAll) reached(*engine.State) bool               { return false }

// nowhere is a goal that is never reached.
type nowhere struct{}

func (nowhere) before(*engine.Game)                      {}
func (nowhere) begun(*position, *engine.Budget)          {}
func (nowhere) after(*engine.State, *engine.Answer) bool { return false }
func (nowhere) reached(*engine.State) bool               { return false }
