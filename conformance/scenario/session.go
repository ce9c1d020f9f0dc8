// This file plays lines on a state: it finds the answer to every published decision by name, and what resolves itself is
// held against what the line says.

package scenario

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Session is one play of a game by names. A Session must not be used by two goroutines at once.
type Session struct {
	game     *engine.Game
	state    *engine.State
	also     []engine.Observer // told of every event before the session judges it
	show     bool              // tell observers what decisions offer
	seeded   bool              // chance that is not scripted comes from the state's generator
	chance   *chance           // the scenario's own outcomes
	run      *run              // the line being played, nil between lines
	frames   []frame           // open bodies of picks and calls that carry answers
	turns    map[string]bool   // decisions that begin a line
	moves    def.Moves         // the words of the game for moves
	next     []Item            // what the script goes on with
	claimed  bool              // the last line named what had resolved itself in the move before
	forced   []forced          // decisions that resolved themselves since the last answer
	watch    map[string][]string
	asked    map[string]int // how often decisions were answered or resolved themselves in the last move, by name; nil before the first
	notes    []note
	waiting  []*watcher          // expectations that wait for their moment in the move
	declined []declined          // decisions of the move that were declined
	cells    map[int64][]int64   // the values that cells had in the move, in order
	sets     map[int64][]string  // those of sets that take several cells, by the first of these
	changes  int                 // how many these are
	early    []verdict           // what came of those whose moment came
	deciders map[string][]string // who decided in the last move, by name
	idle     map[string]int      // how often of these they resolved themselves and decided nothing
	spell    diag.Speller        // finds names that were probably meant
	fault    error               // a forced decision that contradicts the line
	trail    *[]Reply            // of a fork: what was answered on it
}

// frame is an open body or call.
type frame struct {
	kind     engine.EventKind // BodyBegan or Called
	index    int64            // decision or procedure
	answers  *answers
	activity bool
}

// forced is a decision that resolved itself.
type forced struct {
	seat     int
	name     string
	decision *def.DecisionDef
	answer   string
	why      map[string]engine.Reason // options that were not legal
}

// run is a line being played.
type run struct {
	line     *Line
	root     *answers
	chance   *chance
	card     string // card that the line's words name
	cardDone bool
	activity activityState
	offers   []offerCheck
	began    bool   // the line's seat has answered
	picked   bool   // a member of a pick was answered
	lastPick string // the last one of a pick that offers the activity
	main     phase  // the action that an activity goes along with
	failures []Failure
}

// pick notes the member of a pick. The activity's moment goes by the picks that offer it, not by those within their bodies.
func (r *run) pick(d def.DecisionDef, member string) {
	r.picked = true
	if len(d.Also) > 0 {
		r.lastPick = member
	}
}

// aim names the decision that the line begins with, as far as it says so.
func (r *run) aim() string {
	if len(r.root.list) == 0 {
		return ""
	}
	return r.root.list[min(len(r.line.Answers), len(r.root.list)-1)].name
}

// phase tells how far the first action of a line is.
type phase int

const (
	notBegun phase = iota
	running
	over
)

type activityState struct {
	def     *Activity
	answers *answers
	chosen  bool // the side option was taken: the menu follows
	done    bool
}

// chance holds scripted outcomes by name.
type chance struct {
	list []source.Pair
	next []int
}

func newChance(list []source.Pair) *chance { return &chance{list: list, next: make([]int, len(list))} }

func (c *chance) take(name string) *source.Node {
	if c == nil {
		return nil
	}
	for i, p := range c.list {
		if p.Key.Value == name && c.next[i] < len(p.Value.Items) {
			c.next[i]++
			return p.Value.Items[c.next[i]-1]
		}
	}
	return nil
}

func (c *chance) copy() *chance {
	if c == nil {
		return nil
	}
	return &chance{list: c.list, next: slices.Clone(c.next)}
}

func (c *chance) unused() []leftover {
	var out []leftover
	if c == nil {
		return nil
	}
	for i, p := range c.list {
		if c.next[i] < len(p.Value.Items) {
			n := p.Value.Items[c.next[i]]
			out = append(out, leftover{name: "chance " + p.Key.Value + " " + n.String(), pos: n.Pos, why: "never happened"})
		}
	}
	return out
}

// Game gives the game that is played.
func (s *Session) Game() *engine.Game { return s.game }

// State gives the state. It may be read; whoever applies answers to it leaves the session's knowledge behind.
func (s *Session) State() *engine.State { return s.state }

// fork gives a session on a copy of the state, on which lines can be tried.
func (s *Session) fork() *Session {
	f := &Session{game: s.game, moves: s.moves, state: s.state.Copy(), seeded: s.seeded, chance: s.chance.copy(), forced: slices.Clone(s.forced), turns: maps.Clone(s.turns), watch: map[string][]string{}, trail: &[]Reply{}}
	for _, x := range s.frames {
		x.answers = nil
		f.frames = append(f.frames, x)
	}
	f.state.Observe(f)
	return f
}

// Play plays one line to its end: until the next decision is one that it does not answer. The error is a *Misfit, an
// *engine.Refusal with the place of the answer, an *engine.Fault, or several joined.
func (s *Session) Play(line *Line) error { return s.playThen(line, nil, nil) }

// playThen plays a line; next tells which items follow, so that a decision which they speak of is left to them; after,
// if given, is told how the line went.
func (s *Session) playThen(line *Line, next []Item, after func(*run)) error {
	switch {
	case len(line.Stances) > 0:
		return s.playStances(line)
	case line.Seat == "":
		return s.playChance(line, next)
	}
	s.next = next
	s.follow(func(f Follower) { f.Line(line) })
	r, err := s.begin(line)
	if err != nil {
		return err
	}
	s.run, s.fault = r, nil
	defer func() {
		s.run = nil
		if after != nil {
			after(r)
		}
	}()
	if s.claimed = s.claim(r); s.claimed && len(s.leftovers(r)) == 0 { // the move before is still the one to look back on
		return s.finish(r)
	}
	r.began, s.claimed = s.claimed, false // a line that also answers what is asked behind it is a move
	s.look()
	if s.state.Over() {
		return &Misfit{Pos: line.Pos, Why: line.Text + " comes too late: the game is over"}
	}
	for s.fault == nil && !s.state.Over() {
		done, err := s.step(r, next)
		if err != nil {
			return err
		}
		if done {
			break
		}
	}
	if s.fault != nil {
		return s.fault
	}
	return s.finish(r)
}

// look begins to follow a move.
func (s *Session) look() {
	s.watch, s.deciders = map[string][]string{}, map[string][]string{}
	s.asked, s.idle, s.notes = map[string]int{}, map[string]int{}, nil
	s.cells, s.sets, s.changes, s.declined = map[int64][]int64{}, map[int64][]string{}, 0, nil
}

// begin reads the words of a line into answers.
func (s *Session) begin(line *Line) (*run, error) {
	if !slices.ContainsFunc(s.game.Def().Seats, func(n def.Named) bool { return n.ID == line.Seat }) {
		var names []string
		for _, n := range s.game.Def().Seats {
			names = append(names, n.ID)
		}
		return nil, &Misfit{Pos: line.Pos, Why: "there is no seat " + line.Seat + didYouMean(line.Seat, names)}
	}
	r := &run{line: line, root: newAnswers(line.Answers), chance: newChance(line.Chance)}
	if line.Activity != nil && s.moves.Activity == nil {
		return nil, &Misfit{Pos: line.Activity.Pos, Why: "the rulebook does not say what an activity is: it says so by moves: {activity: …}"}
	}
	if line.Activity != nil {
		r.activity = activityState{def: line.Activity, answers: newAnswers(line.Activity.Answers)}
	}
	if line.Expect != nil {
		r.offers = offerChecks(line.Expect)
	}
	give := func(name, value string) {
		r.root.list = append(r.root.list, &answer{name: name, pos: line.Pos, node: word(value, line.Pos)})
	}
	words := line.Words
	tooMany := func(max int) error {
		if len(words) > max {
			return &Misfit{Pos: line.Pos, Why: fmt.Sprintf("%q says too much: %s was not expected", strings.Join(words, " "), words[max])}
		}
		return nil
	}
	if len(words) == 0 {
		return r, nil
	}
	if w := s.word(words[0]); w != nil && line.Pair == nil {
		give(w.Decision, w.Answer)
		switch {
		case len(words) > 1 && w.Then != "":
			give(w.Then, words[1])
		case len(words) > 1 && w.Card:
			r.card = words[1]
		default:
			return r, tooMany(1)
		}
		return r, tooMany(2)
	}
	said := line.Pair
	if said == nil {
		said = word(words[0], line.Pos)
	}
	if name := s.meant(line.Seat, said); name != "" {
		r.root.list = append(r.root.list, &answer{name: name, pos: line.Pos, node: said})
		if len(s.moves.Words) == 0 {
			s.turns[name] = true
		}
	}
	return r, tooMany(1)
}

// meant names the decision that the first words of a move answer without naming it: the pending one, or one of the seat that
// resolved itself if the pending one is another seat's, refuses the words where the other took them, or could never offer them
// where the other could.
func (s *Session) meant(seat string, said *source.Node) string {
	d := s.state.Decision()
	own := d != nil && s.game.Def().SeatName(int64(d.Seat)) == seat
	for _, f := range s.forced {
		if s.game.Def().SeatName(int64(f.seat)) != seat {
			continue
		}
		text, gd := pairText(said), s.game.Def()
		if !own || f.answer == text && !s.takes(d, said) || !offerable(gd, &gd.Decisions[d.Index], text) && offerable(gd, f.decision, text) {
			return f.name
		}
	}
	if d == nil {
		return ""
	}
	return d.Name
}

// takes reports whether said is a legal answer to the pending decision.
func (s *Session) takes(d *engine.Decision, said *source.Node) bool {
	if d.Kind.Row().Picked {
		return true
	}
	a, err := fit(s.game, d, said)
	return err == nil && s.state.Copy().Apply(a) == nil
}

// claim settles a line whose first answer was forced before the line began.
func (s *Session) claim(r *run) bool {
	if len(r.root.list) <= len(r.line.Answers) { // its words answer nothing
		return false
	}
	first := r.root.list[len(r.line.Answers)]
	for i, f := range s.forced {
		if s.game.Def().SeatName(int64(f.seat)) != r.line.Seat || f.name != first.name {
			continue
		}
		if f.answer == pairText(first.node) {
			first.next++
			s.forced = s.forced[i+1:]
			return true
		}
		if s.trail != nil { // what is only tried speaks of the first of them
			return false
		}
	}
	return false
}

// step answers the pending decision; done tells that it is not the line's to answer.
func (s *Session) step(r *run, next []Item) (done bool, err error) {
	d := s.state.Decision()
	if d == nil {
		return true, nil
	}
	if d.Fault != nil {
		return false, d.Fault
	}
	if d.Seat == engine.Chance {
		return s.stepChance(r, d, next)
	}
	if !r.began && s.game.Def().SeatName(int64(d.Seat)) != r.line.Seat {
		at := word(r.line.Text, r.line.Pos)
		if m := s.whyNotAsked(r, d, at); m != nil {
			return false, m
		}
		if d.Kind.Row().Options && d.Decline >= 0 {
			return false, s.decline(d, r.line.Pos)
		}
		m := misfit(s.game, d, at, "it is not for "+r.line.Seat+" to decide")
		m.aim = r.aim()
		m.Rules = s.rulesOf(d.Rule, s.game.Def().Decisions[d.Index].Node)
		return false, m
	}
	s.checkOffers(r, d)
	a, ok, err := s.answer(r, d)
	if err != nil {
		return false, err
	}
	if ok {
		if m := s.whyNotAsked(r, d, word(r.line.Text, r.line.Pos)); m != nil && !r.began && d.Name != m.aim {
			return false, m // the line begins with an answer that was not possible
		}
		r.began = true
		return false, s.apply(d, a.Answer, a.pos)
	}
	if s.ended(next) && len(s.leftovers(r)) == 0 {
		return true, nil
	}
	if d.Kind.Row().Options && d.Decline >= 0 && !s.names(next, d) {
		return false, s.decline(d, r.line.Pos)
	}
	switch {
	case !r.began && len(r.root.list) > 0:
		x := r.root.list[min(len(r.line.Answers), len(r.root.list)-1)]
		if m := s.whyNotAsked(r, d, x.node); m != nil {
			return false, m
		}
		m := misfit(s.game, d, x.node, fmt.Sprintf("%s: %s answers %s, which is not asked", r.line.Seat, x.node, x.name))
		m.Hint = s.belongs(x.name, d)
		m.aim = x.name
		return false, m
	case s.turns[d.Name] || s.names(next, d):
		return true, nil
	}
	if left := s.leftovers(r); len(left) > 0 {
		return true, nil // finish says what is left and what is asked
	}
	m := misfit(s.game, d, nil, "the line does not answer "+d.Name)
	m.Pos, m.Hint = r.line.Pos, fmt.Sprintf("answer it, or claim behind the line that it waits: asked: {seat: %s, decision: %s}", m.Seat, d.Name)
	return false, m
}

// learn takes the game's words for moves: their decisions begin lines. In a game without such words it is the decisions
// that its lines begin with.
func (s *Session) learn() {
	s.turns = map[string]bool{}
	if m := s.game.Def().Moves; m != nil {
		s.moves = *m
	}
	for _, w := range s.moves.Words {
		s.turns[w.Decision] = true
	}
}

// firstWord gives what the first word of a line is short for, nil if it is short for nothing.
func (s *Session) firstWord(l *Line) *def.MoveWord {
	if len(l.Words) == 0 {
		return nil
	}
	return s.word(l.Words[0])
}

// word gives what a word of a line is short for, nil if the game has no such word.
func (s *Session) word(text string) *def.MoveWord {
	for i := range s.moves.Words {
		if s.moves.Words[i].Word == text {
			return &s.moves.Words[i]
		}
	}
	return nil
}

// names reports whether the items that come next, up to the next line, speak of a decision.
func (s *Session) names(next []Item, d *engine.Decision) bool {
	def, before := s.game.Def(), s.forced
	for _, item := range next {
		if item.Expect != nil {
			if s.mentions(item.Expect, def.SeatName(int64(d.Seat)), d.Name) || s.looksBack(item.Expect, d.Seat) {
				return true
			}
			continue
		}
		l := item.Line
		if len(l.Stances) > 0 {
			continue
		}
		if l.Seat == "" {
			return slices.ContainsFunc(l.Chance, func(p source.Pair) bool { return p.Key.Value == d.Name }) && d.Seat == engine.Chance
		}
		if d.Seat == engine.Chance {
			i := slices.IndexFunc(before, func(f forced) bool {
				return len(l.Words) > 0 && len(l.Answers) == 0 && def.SeatName(int64(f.seat)) == l.Seat && f.answer == l.Words[0]
			})
			if i < 0 {
				return false
			}
			before = before[i+1:] // a line of what resolved itself on the way there
			continue
		}
		if l.Seat != def.SeatName(int64(d.Seat)) {
			return false
		}
		if slices.ContainsFunc(l.Answers, func(p source.Pair) bool { return p.Key.Value == d.Name }) && len(l.Words) == 0 {
			return true
		}
		if len(l.Words) == 0 {
			return false
		}
		if w := s.word(l.Words[0]); w != nil {
			return w.Decision == d.Name
		}
		return len(s.moves.Words) == 0 || !s.turns[d.Name]
	}
	return false
}

// apply applies an answer and puts its place into the error.
func (s *Session) apply(d *engine.Decision, a engine.Answer, pos diag.Pos) error {
	text, seat := s.game.SpellReply(d, a), s.game.Def().SeatName(int64(d.Seat))
	name := d.Name
	before := s.forced
	if d.Seat != engine.Chance { // what chance decides is no line's: what resolved itself before waits for its line still
		s.forced = nil
	}
	if s.show && d.Seat != engine.Chance {
		list := s.game.Offers(d)
		tell(s.also, func(t Teller) { t.Offered(seat, name, list) })
	}
	if s.trail != nil {
		*s.trail = append(*s.trail, ReplyOf(s.state, a))
	}
	s.follow(func(f Follower) { f.Answering(s.state, a) })
	err := s.state.Apply(a)
	var refusal *engine.Refusal
	if errors.As(err, &refusal) {
		s.forced = before
		list := s.game.Offers(s.state.Decision())
		return &refused{Misfit: Misfit{Pos: pos, Seat: seat, Decision: name, Answer: text, Offered: list, Rules: s.rulesOf(refusal.Rule, refusal.Given, refusal.Node),
			Why: text + " is refused: " + refusal.Why}, refusal: refusal}
	}
	if err != nil {
		return fmt.Errorf("%s: after %s %s: %s: %w", pos, seat, name, text, err)
	}
	if s.trail != nil {
		return nil
	}
	return s.intact(pos, fmt.Sprintf("after %s %s: %s", seat, name, text))
}

// intact holds the state to the invariants of the rulebook.
func (s *Session) intact(pos diag.Pos, when string) error {
	k, err := s.state.Broken()
	switch {
	case err != nil:
		return fmt.Errorf("%s: %s: the invariant %s: %w", pos, when, k.ID, err)
	case k == nil:
		return nil
	}
	return &Misfit{Pos: pos, Why: when + " the invariant " + k.ID + " does not hold: " + k.Message, Rules: s.rulesOf(k.Rule, k.Node)}
}

// rulesOf gives the clauses that a refusal or reason names: its own, and those of the nodes it comes from.
func (s *Session) rulesOf(rule string, nodes ...int32) []string {
	var out []string
	add := func(r string) {
		if r != "" && !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	add(rule)
	for _, n := range nodes {
		for _, r := range s.game.Def().Nodes[n].Rules {
			add(r)
		}
	}
	return out
}

// refused is an engine refusal with the place of the answer in the script.
type refused struct {
	Misfit
	refusal *engine.Refusal
}

func (r *refused) Error() string { return r.Misfit.Error() }
func (r *refused) Unwrap() error { return r.refusal }

// leftovers lists what of the line was not used.
func (s *Session) leftovers(r *run) []leftover {
	left := r.root.unused()
	if r.activity.def != nil {
		if !r.activity.done {
			left = append(left, leftover{name: "activity " + r.activity.def.Name, pos: r.activity.def.Pos, why: "was not asked for at its moment"})
		} else {
			left = append(left, r.activity.answers.unused()...)
		}
	}
	if r.card != "" && !r.cardDone && r.began {
		left = append(left, leftover{name: "card " + r.card, pos: r.line.Pos, why: "was not played"})
	}
	return append(left, r.chance.unused()...)
}

// finish checks that the whole line was used.
func (s *Session) finish(r *run) error {
	var errs []error
	pending := s.state.Decision()
	for i, x := range s.leftovers(r) {
		m := &Misfit{Pos: x.pos, Answer: x.name, Why: x.name + " " + x.why}
		if i < maxPlaced && x.decision != "" {
			m.Hint = s.belongs(x.decision, pending)
		}
		if pending != nil {
			m.Seat, m.Decision, m.Offered = s.game.Def().SeatName(int64(pending.Seat)), pending.Name, s.game.Offers(pending)
		} else {
			m.Why += "; the game is over"
		}
		errs = append(errs, m)
	}
	for _, c := range r.offers {
		if !c.done {
			r.failures = append(r.failures, Failure{Pos: c.pos, Why: c.name + " was not asked while this line was played"})
		}
	}
	return errors.Join(errs...)
}
