// This file is the search: it plays from slightly changed positions that came near, and stores the plays that reach rarely seen nodes.

package suggest

import (
	"slices"

	"rulebound/conformance/corpus"
	"rulebound/conformance/scenario"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// search is a search for places of one game.
type search struct {
	game    *corpus.Game
	table   *table
	anatomy *structure
	painter *setupEditor
	gen     *dice
	known   []*play
	targets []*target
	memory  [][3][]*play // node, way -> some plays that saw it
	seen    map[*engine.Game][]engine.NodeCoverage
	found   []*Suggestion
	open    *places   // all that are not found yet; nil: must be listed again
	aims    []*target // the targets of these
	limit   int       // limit of the table's work
	report  func(found, total int)
	one     bool // stop after the first find
}

// target is a place or change to find a play for.
type target struct {
	Place
	place  place
	change *changed // nil: the place itself
	focus  *focus
	done   bool // found or given up
	found  bool
	failed int // plays that reached it but could not be written as a scenario
}

// Limits of a search.
const (
	keptPlays = 4  // plays stored for an outcome of a node
	firstTurn = 40 // plays for a target before the turn of the next; doubled in each round
	maxFailed = 3  // plays that cannot be written before a target is given up
	mostExtra = 24 // random answers after the stored ones
)

func newSearch(game *corpus.Game, c *Config) *search {
	s := &search{game: game, gen: &dice{engine.NewGenerator(c.Seed)}, limit: c.Work, report: c.Progress,
		table: &table{def: game.Def, games: map[string]*engine.Game{}}, anatomy: structureOf(game.Def),
		memory: make([][3][]*play, len(game.Def.Nodes)), seen: map[*engine.Game][]engine.NodeCoverage{}}
	s.painter = &setupEditor{def: game.Def, gen: s.gen, table: s.table, wishes: c.Boards, types: map[string]def.Type{}}
	for i := range game.Def.Vars {
		v := &game.Def.Vars[i]
		for j := range single(game.Def, v) {
			s.painter.types[game.Def.VarName(v, int64(j))] = v.Type
		}
	}
	return s
}

// plant plays the scenarios, and the set-ups without answers.
func (s *search) plant() {
	for i := range s.game.Def.Setups {
		s.plantOne(&play{pos: &position{setup: s.game.Def.Setups[i].ID}})
	}
	for _, c := range s.game.Cases {
		if g, err := s.table.load(scenario.OptionsOf(c.Script)); err == nil {
			l := &answerRecorder{}
			if scenario.Play(g, c.Script, l).Err == nil {
				s.plantOne(&play{pos: ofScript(g, c.Script), steps: l.steps})
			}
		}
	}
	s.seed()
	s.painter.apart = s.keptApart()
}

// seed stores the known plays that list piles or, if there are none, those that the set-ups deal.
func (s *search) seed() {
	s.painter.seeds = slices.DeleteFunc(slices.Clone(s.known), func(p *play) bool {
		return !slices.ContainsFunc(p.pos.parts, func(x part) bool { return x.kind == pileOf })
	})
	if len(s.painter.seeds) > 0 || len(s.game.Def.Piles) < 2 {
		return
	}
	for i := range s.game.Def.Setups {
		r := &random{gen: s.gen, player: players.NewUniform(1), left: 1 << 20}
		_, state, _, err := s.table.play(&position{setup: s.game.Def.Setups[i].ID}, &chanceOnly{r}, nowhere{}, nil)
		if err == nil {
			s.painter.seeds = append(s.painter.seeds, &play{pos: ofState(state, s.game.Def.Setups[i].ID, nil, nil)})
		}
	}
}

// dealsEach is how often a set-up is dealt to find the cards that it keeps apart.
const dealsEach = 3

// keptApart returns the cards that no set-up deals: each is in the first pile, or in another one that has the same
// cards in the same order after every deal.
func (s *search) keptApart() map[string]bool {
	gd := s.game.Def
	in := map[int64]int{} // card -> its pile, -1 if it is dealt
	for i := range gd.Setups {
		var deals [][][]int64 // the cards of each pile
		for range dealsEach {
			r := &random{gen: s.gen, player: players.NewUniform(1), left: 1 << 20}
			_, state, _, err := s.table.play(&position{setup: gd.Setups[i].ID}, &chanceOnly{r}, nowhere{}, nil)
			if err != nil {
				continue
			}
			piles := make([][]int64, len(gd.Piles))
			for p := range piles {
				piles[p] = state.Pile(int32(p))
			}
			deals = append(deals, piles)
		}
		for p := 1; p < len(gd.Piles); p++ {
			same := !slices.ContainsFunc(deals, func(piles [][]int64) bool { return !slices.Equal(piles[p], deals[0][p]) })
			for _, piles := range deals {
				for _, c := range piles[p] {
					if was, known := in[c]; !same || known && was != p {
						in[c] = -1
					} else {
						in[c] = p
					}
				}
			}
		}
	}
	out := map[string]bool{}
	for c := range gd.Cards {
		if in[int64(c)] > 0 {
			out[gd.Cards[c].ID] = true
		}
	}
	return out
}

// chanceOnly answers chance and ends the play at the first decision of a seat.
type chanceOnly struct{ *random }

func (c *chanceOnly) choose(s *engine.State, d *engine.Decision) (engine.Answer, bool) {
	if d.Seat != engine.Chance {
		return engine.Answer{}, false
	}
	return c.random.choose(s, d)
}

// plantOne records what a known play reaches.
func (s *search) plantOne(p *play) {
	s.known = append(s.known, p)
	if _, _, _, err := s.table.play(p.pos, &follower{steps: p.steps, rest: newPlain(0)}, nowhere{}, nil); err == nil {
		s.learn(p)
	}
}

// answerRecorder records the answers of a play.
type answerRecorder struct{ steps []step }

// Event implements engine.Observer.
func (l *answerRecorder) Event(s *engine.State, e *engine.Event) {
	if e.Kind != engine.Answered {
		return
	}
	a := e.Answer()
	d := &s.Game().Def().Decisions[a.Decision]
	kept := step{decision: int32(a.Decision), form: a.Form, value: a.Value, values: slices.Clone(e.Values),
		declined: a.Form == engine.ByOption && a.Value == d.Decline}
	if d.Kind.Row().Answer == def.AnswerSet && a.Form == engine.ByValue && !s.Game().Def().Wide(def.SetOf(d.Elem)) {
		kept.values = def.MembersOf([]int64{a.Value})
	}
	l.steps = append(l.steps, kept)
}

// learn stores the last play under what it reached.
func (s *search) learn(p *play) {
	g, err := s.table.load(p.pos.options)
	if err != nil {
		return
	}
	now, before := g.Coverage(), s.seen[g]
	s.seen[g] = now
	if before == nil {
		before = make([]engine.NodeCoverage, len(now))
	}
	for n := range now {
		a, b := &now[n], &before[n]
		if *a == *b {
			continue
		}
		for way, more := range [3]bool{a.Ran > b.Ran, a.True+a.Full+a.Between > b.True+b.Full+b.Between, a.False+a.Empty+a.Between > b.False+b.Empty+b.Between} {
			if !more {
				continue
			}
			kept := &s.memory[n][way]
			if len(*kept) < keptPlays {
				*kept = append(*kept, p)
			} else if s.gen.below(16) == 0 {
				(*kept)[s.gen.below(keptPlays)] = p
			}
		}
	}
}

// run searches for all targets in turn until all are found or the limit is reached.
func (s *search) run() {
	for turn := firstTurn; !s.table.spent() && s.more(); turn *= 2 {
		for _, t := range s.targets {
			if t.done {
				continue
			}
			if t.change != nil {
				t.change.on()
			}
			for n := 0; n < turn && s.more() && !t.done && !s.table.spent(); n++ {
				s.try(t)
			}
			if t.change != nil {
				t.change.off()
			}
		}
	}
}

func (s *search) more() bool {
	if s.one && len(s.found) > 0 {
		return false
	}
	return slices.ContainsFunc(s.targets, func(t *target) bool { return !t.done })
}

// try plays once for a target. Other targets that the play reaches are found, too.
func (s *search) try(t *target) {
	p := s.start(t)
	goal, aims := s.goal(t)
	r := &random{gen: s.gen, player: s.player(), prefer: t.focus.prefer, left: s.gen.below(mostExtra)}
	steps, _, reached, _ := s.table.play(p.pos, s.chooser(p, r), goal, nil)
	done := &play{pos: p.pos, steps: steps}
	s.learn(done)
	if list, ok := goal.(inAll); ok && list.game != nil {
		list.places.reached(nil)
		aims = nil
		for _, i := range list.hit {
			aims = append(aims, s.aims[i])
		}
	} else if !reached {
		return
	}
	for _, x := range aims {
		if !x.done {
			s.settle(x, done)
		}
	}
}

// goal returns the goal of a play for a target, and the targets of its places.
func (s *search) goal(t *target) (goal, []*target) {
	if t.change != nil {
		return t.change.goal(), []*target{t}
	}
	if s.open == nil {
		s.open, s.aims = &places{}, nil
		for _, x := range s.targets {
			if !x.done && x.change == nil {
				s.open.open, s.aims = append(s.open.open, x.place), append(s.aims, x)
			}
		}
	}
	return inAll{s.open}, s.aims
}

// player returns a random player: one that does little, or one that does anything.
func (s *search) player() players.Player {
	seed := uint64(s.gen.gen.Next())
	if s.gen.below(3) == 0 {
		return players.NewMinimal(seed)
	}
	return players.NewUniform(seed)
}

// chooser returns answers similar to those of a play: all of them with additional ones, the first of them, or all but a few.
func (s *search) chooser(p *play, r *random) chooser {
	f := &follower{steps: p.steps, rest: r}
	switch k := s.gen.below(10); {
	case k < 4:
		f.steps = p.steps[:s.gen.below(len(p.steps)+1)]
	case k < 7:
		other := s.gen.below(len(p.steps))
		f.skip = func(i int) bool { return i == other }
	}
	r.left += len(p.steps) - len(f.steps)
	return f
}

// start returns an initial play: a changed one that came near, a known one, or a random board.
func (s *search) start(t *target) *play {
	k := s.gen.below(20)
	if k < 15 {
		if p := s.near(t); p != nil {
			return &play{pos: s.painter.vary(p.pos, t.focus), steps: p.steps}
		}
	}
	if k < 17 && len(s.known) > 0 {
		p := s.known[s.gen.below(len(s.known))]
		return &play{pos: s.painter.vary(p.pos, t.focus), steps: p.steps}
	}
	return &play{pos: s.painter.vary(s.painter.board(), t.focus)}
}

// near returns a play that came near the target, nil if there is none.
func (s *search) near(t *target) *play {
	var last *play
	for level, nodes := range t.focus.levels {
		for range 6 {
			if len(nodes) == 0 {
				break
			}
			n := nodes[s.gen.below(1+s.gen.below(len(nodes)))]
			kept := s.memory[n][s.gen.below(3)]
			if len(kept) == 0 {
				continue
			}
			last = kept[s.gen.below(len(kept))]
			if s.gen.below(10) < 6 || level == 0 && s.gen.below(2) == 0 {
				return last
			}
			break
		}
	}
	return last
}

// clauses returns the clauses for a scenario of the target: its own, or those of the nearest place with clauses.
func (s *search) clauses(t *target) []string {
	if len(t.Rules) > 0 {
		return unique(t.Rules)
	}
	for _, nodes := range t.focus.levels {
		for _, n := range nodes {
			if rules := s.game.Def.Nodes[n].Rules; len(rules) > 0 {
				return unique(rules)
			}
		}
	}
	return nil
}

func unique(list []string) []string {
	var out []string
	for _, x := range list {
		out = add(out, x)
	}
	return out
}
