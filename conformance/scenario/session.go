// This file plays lines on a state: it answers every pending decision by name, and compares decisions that resolve
// themselves with the line.

package scenario

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/conformance/scenario/names"
	"rulebound/conformance/scenario/record"
	"rulebound/engine"
)

// Session plays the lines of one game by names. It is not safe for concurrent use.
type Session struct {
	game     *engine.Game
	state    *engine.State
	also     []engine.Observer // of the play; they receive every event before the session does
	show     bool              // notify observers of the answers that decisions offer
	seeded   bool              // chance that is not scripted is drawn from the state's generator
	chance   *chance           // the scenario's own outcomes
	words    *vocabulary
	spell    diag.Speller
	run      *run // the line being played, nil between lines
	frames   frames
	next     []Item         // the rest of the script
	claimed  bool           // the last line named what had resolved itself in the move before
	forced   resolutions    // decisions that resolved themselves since the last answer
	declined declines       // decisions of the move that were declined
	move     *record.Move   // the last move; nil before the first
	waiting  moments        // expectations at moments of the move
	fault    error          // a forced decision that contradicts the line
	trail    *[]names.Reply // of a fork: the answers applied to it
}

// Game returns the game.
func (s *Session) Game() *engine.Game { return s.game }

// State returns the state, which is read-only: the session does not notice answers that others apply to it.
func (s *Session) State() *engine.State { return s.state }

// fork returns a session on a copy of the state, for trying lines.
func (s *Session) fork() *Session {
	words := &vocabulary{s.words.Moves, maps.Clone(s.words.turns)}
	f := &Session{game: s.game, words: words, state: s.state.Copy(), seeded: s.seeded, chance: s.chance.copy(), forced: slices.Clone(s.forced), trail: &[]names.Reply{}}
	for _, x := range s.frames {
		x.answers = nil
		f.frames = append(f.frames, x)
	}
	f.state.Observe(f)
	return f
}

// Play plays one line until a decision is pending that the line does not answer. The error is a *names.Misfit, an
// *engine.Refusal with the place of the answer, an *engine.Fault, or several joined.
func (s *Session) Play(line *Line) error { return s.playThen(line, nil, nil) }

// playThen plays a line up to a decision that one of the next items mentions. At the end it calls after, if not nil,
// with the run of the line.
func (s *Session) playThen(line *Line, next []Item, after func(*run)) error {
	switch {
	case len(line.Stances) > 0:
		return s.playStances(line)
	case line.Seat == "":
		return s.playChance(line, next)
	}
	s.next = next
	each(s.also, func(o seesLines) { o.Line(line) })
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
	if s.claimed = s.claim(r); s.claimed && len(r.leftovers()) == 0 { // the last move is still the one before
		return s.finish(r)
	}
	r.before = s.forced.of(line.Seat, s.game.Def())
	r.began, s.claimed = s.claimed, false // a line that also answers later decisions is a move
	s.record()
	if s.state.Over() {
		return &names.Misfit{Pos: line.Pos, Why: line.Text + " comes too late: the game is over"}
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

// record begins a move.
func (s *Session) record() { s.move, s.declined = record.New(), nil }

// begin returns the run of a line, with its words as answers.
func (s *Session) begin(line *Line) (*run, error) {
	if known := seatNames(s.game.Def()); !slices.Contains(known, line.Seat) {
		return nil, &names.Misfit{Pos: line.Pos, Why: "there is no seat " + line.Seat + s.spell.DidYouMean(line.Seat, known)}
	}
	r := &run{line: line, words: s.words, frames: &s.frames, root: newAnswers(line.Answers), chance: newChance(line.Chance)}
	if line.Activity != nil && s.words.Activity == nil {
		return nil, &names.Misfit{Pos: line.Activity.Pos, Why: "the rulebook does not say what an activity is: it says so by moves: {activity: …}"}
	}
	if line.Activity != nil {
		r.activity = activityState{def: line.Activity, answers: newAnswers(line.Activity.Answers)}
	}
	if line.Expect != nil {
		r.offers = offerChecks(line.Expect, &s.spell)
	}
	give := func(name, value string) {
		r.root = append(r.root, &answer{name: name, pos: line.Pos, node: names.Word(value, line.Pos)})
	}
	words := line.Words
	tooMany := func(max int) error {
		if len(words) > max {
			return &names.Misfit{Pos: line.Pos, Why: fmt.Sprintf("%q says too much: %s was not expected", strings.Join(words, " "), words[max])}
		}
		return nil
	}
	if len(words) == 0 {
		return r, nil
	}
	if w := s.words.word(words[0]); w != nil && line.Value == nil {
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
	value := line.Value
	if value == nil {
		value = names.Word(words[0], line.Pos)
	}
	if name := s.meant(line.Seat, value); name != "" {
		r.root = append(r.root, &answer{name: name, pos: line.Pos, node: value})
		if len(s.words.Words) == 0 {
			s.words.turns[name] = true
		}
	}
	return r, tooMany(1)
}

// meant returns the name of the decision that the first words of a move answer without naming it. That is the pending
// one, or one of the seat that resolved itself if the pending one belongs to another seat, or if it refuses or could
// never offer what the other accepted or could offer.
func (s *Session) meant(seat string, value *source.Node) string {
	d := s.state.Decision()
	own := d != nil && s.game.Def().SeatName(int64(d.Seat)) == seat
	for _, f := range s.forced {
		if s.game.Def().SeatName(int64(f.seat)) != seat {
			continue
		}
		text, gd := names.PairText(value), s.game.Def()
		if !own || f.answer == text && !s.takes(d, value) || !names.Offerable(gd, &gd.Decisions[d.Index], text) && names.Offerable(gd, f.decision, text) {
			return f.decision.Name
		}
	}
	if d == nil {
		return ""
	}
	return d.Name
}

// takes reports whether value is a legal answer to the pending decision.
func (s *Session) takes(d *engine.Decision, value *source.Node) bool {
	if d.Kind.Row().Picked {
		return true
	}
	a, err := names.FitNode(s.game, d, value)
	return err == nil && s.state.Copy().Apply(a) == nil
}

// claim reports whether the line begins with the answer to a decision that had resolved itself, and uses that answer up.
func (s *Session) claim(r *run) bool {
	if len(r.root) <= len(r.line.Answers) { // the words answer nothing
		return false
	}
	first := r.root[len(r.line.Answers)]
	for i, f := range s.forced {
		if s.game.Def().SeatName(int64(f.seat)) != r.line.Seat || f.decision.Name != first.name {
			continue
		}
		if f.answer == names.PairText(first.node) {
			first.next++
			s.forced = s.forced[i+1:]
			return true
		}
		if s.trail != nil { // a line that is only tried means the first one
			return false
		}
	}
	return false
}

// step answers the pending decision; done reports that it is left to the items after the line.
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
		at := names.Word(r.line.Text, r.line.Pos)
		if m := s.whyNotAsked(r, d, at); m != nil {
			return false, m
		}
		if d.Kind.Row().Options && d.Decline >= 0 {
			return false, s.decline(d, r.line.Pos)
		}
		m := names.NewMisfit(s.game, d, at, "it is not for "+r.line.Seat+" to decide")
		m.Aim = r.aim()
		m.Rules = names.Rules(s.game.Def(), d.Rule, s.game.Def().Decisions[d.Index].Node)
		return false, m
	}
	s.checkOffers(r, d)
	r.withheld(s.state, &s.game.Def().Decisions[d.Index])
	a, ok, err := r.answer(s.state, d)
	if err != nil {
		return false, err
	}
	if ok {
		if m := s.whyNotAsked(r, d, names.Word(r.line.Text, r.line.Pos)); m != nil && !r.began && d.Name != m.Aim {
			return false, m // the line begins with an answer that was not possible
		}
		r.began = true
		return false, s.apply(d, a.Answer, a.pos)
	}
	if s.waiting.ended(next) && len(r.leftovers()) == 0 {
		return true, nil
	}
	if d.Kind.Row().Options && d.Decline >= 0 && (!r.began && r.first() != nil || !s.mentioned(next, d)) {
		return false, s.decline(d, r.line.Pos)
	}
	switch {
	case !r.began && len(r.root) > 0:
		x := r.first()
		if m := s.whyNotAsked(r, d, x.node); m != nil {
			return false, m
		}
		m := names.NewMisfit(s.game, d, x.node, fmt.Sprintf("%s: %s answers %s, which is not asked", r.line.Seat, x.node, x.name))
		m.Hint, m.Aim = s.belongs(x.name, d), x.name
		return false, m
	case s.words.turns[d.Name] || s.mentioned(next, d):
		return true, nil
	}
	if len(r.leftovers()) > 0 {
		return true, nil // finish reports them
	}
	m := names.NewMisfit(s.game, d, nil, "the line does not answer "+d.Name)
	m.Pos, m.Hint = r.line.Pos, fmt.Sprintf("answer it, or claim behind the line that it waits: asked: {seat: %s, decision: %s}", m.Seat, d.Name)
	return false, m
}

// mentioned reports whether one of the next items, up to the next line, mentions a pending decision.
func (s *Session) mentioned(next []Item, d *engine.Decision) bool {
	def, before := s.game.Def(), s.forced
	for _, item := range next {
		if item.Expect != nil {
			if s.words.mentions(item.Expect, def.SeatName(int64(d.Seat)), d.Name) || s.forced.mentioned(item.Expect, d.Seat) {
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
			before = before[i+1:] // a line for decisions that resolved themselves before
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
		if w := s.words.word(l.Words[0]); w != nil {
			return w.Decision == d.Name
		}
		if len(s.words.Words) == 0 {
			return l.Value == nil || l.Value.Kind == source.List && several(d.Kind) || l.Value.Kind == source.Map && d.Kind.Row().Pairs
		}
		return !s.words.turns[d.Name]
	}
	return false
}

// apply applies an answer and adds its place to the error.
func (s *Session) apply(d *engine.Decision, a engine.Answer, pos diag.Pos) error {
	text, seat := s.game.SpellReply(d, a), s.game.Def().SeatName(int64(d.Seat))
	name := d.Name
	before := s.forced
	if d.Seat != engine.Chance { // no line answers chance: decisions that resolved themselves before still wait for their line
		s.forced = nil
	}
	if s.show && d.Seat != engine.Chance {
		list := s.game.Offers(d)
		each(s.also, func(o seesOffers) { o.Offered(seat, name, list) })
	}
	if s.trail != nil {
		*s.trail = append(*s.trail, names.ReplyOf(s.state, a))
	}
	each(s.also, func(o seesAnswers) { o.Answering(s.state, a) })
	err := s.state.Apply(a)
	var refusal *engine.Refusal
	if errors.As(err, &refusal) {
		s.forced = before
		list := s.game.Offers(s.state.Decision())
		return &refused{Misfit: names.Misfit{Pos: pos, Seat: seat, Decision: name, Answer: text, Offered: list, Rules: names.RulesOf(s.game.Def(), &refusal.Reason),
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

// intact checks the invariants of the rulebook.
func (s *Session) intact(pos diag.Pos, when string) error {
	k, err := s.state.Broken()
	switch {
	case err != nil:
		return fmt.Errorf("%s: %s: the invariant %s: %w", pos, when, k.ID, err)
	case k == nil:
		return nil
	}
	return &names.Misfit{Pos: pos, Why: when + " the invariant " + k.ID + " does not hold: " + k.Message, Rules: names.Rules(s.game.Def(), k.Rule, k.Node)}
}

// refused is an engine refusal with the place of the answer in the script.
type refused struct {
	names.Misfit
	refusal *engine.Refusal
}

func (r *refused) Error() string { return r.Misfit.Error() }
func (r *refused) Unwrap() error { return r.refusal }

// finish checks that the whole line was used.
func (s *Session) finish(r *run) error {
	var errs []error
	pending := s.state.Decision()
	next := pending // what the rest of the line could answer
	if pending != nil && r.began && s.words.turns[pending.Name] {
		next = nil
	}
	for _, x := range r.root {
		if slices.ContainsFunc(r.before, func(f forced) bool { return f.confirms(x) }) {
			x.next++
		}
	}
	for i, x := range r.leftovers() {
		m := x.misfit(s.game.Def())
		if i < maxPlaced && x.decision != "" {
			m.Hint = s.belongs(x.decision, next)
			if f := r.before.named(x.decision, 1); f != nil {
				m.Hint = x.decision + " had one legal answer, " + f.answer
			} else if m.Rules == nil && (pending == nil || s.words.turns[pending.Name]) {
				m.Rules = r.guards(s.game.Def(), x.decision)
			}
		}
		if pending != nil {
			m.Seat, m.Decision, m.Offered = s.game.Def().SeatName(int64(pending.Seat)), pending.Name, s.game.Offers(pending)
			if i == 0 && m.Hint == "" && m.Seat == r.line.Seat && !s.words.turns[pending.Name] { // the line ended before its other answers
				m.Hint = "the line does not answer " + pending.Name
			}
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
