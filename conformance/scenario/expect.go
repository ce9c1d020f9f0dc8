// This file checks the claims of expectations. A false claim is a Failure; the play continues, so that one run reports all of them.

package scenario

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/conformance/scenario/names"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Failure is a false claim of an expectation.
type Failure struct {
	Pos   diag.Pos
	Rules []string // clauses the expectation proves
	Why   string

	Declined string // decisions that were declined in the last move
}

// Error implements error.
func (f Failure) Error() string {
	text := f.Why
	if !f.Pos.IsZero() {
		text = f.Pos.String() + ": " + text
	}
	if len(f.Rules) > 0 {
		text += " (rules " + strings.Join(f.Rules, ", ") + ")"
	}
	if f.Declined != "" {
		text += "; " + f.Declined
	}
	return text
}

// chanceSeat is the name of chance as a seat.
const chanceSeat = "chance"

// mentions reports whether an expectation claims something about a pending decision.
func (v *vocabulary) mentions(e *Expect, seat, decision string) bool {
	for _, list := range [][]source.Pair{e.Offered, e.NotOffered} {
		if slices.ContainsFunc(list, func(p source.Pair) bool { return p.Key.Value == decision }) {
			return true
		}
	}
	if e.Asked != nil && (e.Asked.Decision == decision && (e.Asked.Seat == "" || e.Asked.Seat == seat) || e.Asked.Decision == "" && e.Asked.Seat == seat && seat == chanceSeat) {
		return true
	}
	if slices.ContainsFunc(e.Refused, func(r Refused) bool {
		w := v.first(r.Line)
		return w != nil && w.Decision == decision && r.Line.Seat == seat
	}) {
		return true
	}
	return slices.ContainsFunc(e.Legal, func(l Legal) bool { return l.After == nil && l.Decision == decision && l.Seat == seat })
}

// Check returns the claims of e that are false now, in the order of the file.
func (s *Session) Check(e *Expect) []Failure {
	c := checker{s: s, e: e}
	if e.Asked != nil {
		c.asked(e.Asked)
	}
	for i := range e.Legal {
		c.legal(&e.Legal[i])
	}
	for i := range e.Refused {
		c.refused(&e.Refused[i])
	}
	for i, p := range e.State {
		if len(c.out) >= diag.MaxPerFile-1 {
			c.fail(p.Key.Pos, "%d more values are not compared", len(e.State)-i)
			break
		}
		c.value(p, "", c.s.Value)
	}
	for i := range e.Sees {
		c.sees(&e.Sees[i])
	}
	for _, p := range e.Watched {
		c.watched(p)
	}
	for _, a := range e.NotAsked {
		c.notAsked(a)
	}
	for _, p := range e.Decided {
		c.decided(p)
	}
	for _, p := range e.Noted {
		c.noted(p)
	}
	if e.Result != nil {
		c.result(e.Result)
	}
	slices.SortStableFunc(c.out, func(a, b Failure) int { return byPlace(a.Pos, b.Pos) })
	return c.out
}

type checker struct {
	s   *Session
	e   *Expect
	out []Failure
}

func (c *checker) fail(pos diag.Pos, format string, args ...any) {
	c.out = append(c.out, Failure{Pos: pos, Rules: c.e.Rules, Why: fmt.Sprintf(format, args...)})
}

// pending describes the pending decision.
func (s *Session) pending() string {
	d := s.state.Decision()
	if d == nil {
		return "the game is over"
	}
	return fmt.Sprintf("%s is asked %s (offered: %s)", s.game.Def().SeatName(int64(d.Seat)), d.Name, names.Abridge(s.game.Offers(d)))
}

func (c *checker) asked(a *Asked) {
	d := c.s.state.Decision()
	switch {
	case a.Over && !c.s.state.Over():
		c.fail(a.Pos, "the game is not over: %s", c.s.pending())
	case a.Over:
	case d == nil, a.Seat != "" && c.s.game.Def().SeatName(int64(d.Seat)) != a.Seat, a.Decision != "" && d.Name != a.Decision:
		c.fail(a.Pos, "expected that %s is asked%s, but %s", a.Seat, strings.TrimRight(" "+a.Decision, " "), c.s.pending())
	}
}

func (c *checker) legal(l *Legal) {
	s := c.s
	if l.After != nil {
		s = s.fork()
		if err := s.try(l.After, []Item{{Expect: &Expect{Legal: []Legal{{Seat: l.Seat, Decision: l.Decision}}}}}); err != nil {
			c.fail(l.Pos, "%s cannot be played: %v", l.After.Text, err)
			return
		}
	}
	d := s.state.Decision()
	if f := s.forced.named(l.Decision, 1); f != nil && s.game.Def().SeatName(int64(f.seat)) == l.Seat && (d == nil || d.Name != l.Decision) {
		if !slices.Equal(l.Options, []string{f.answer}) {
			c.fail(l.Pos, "%s %s offered nothing but %s", l.Seat, l.Decision, f.answer)
		}
		return
	}
	if d == nil || s.game.Def().SeatName(int64(d.Seat)) != l.Seat || l.Decision != "" && d.Name != l.Decision {
		c.fail(l.Pos, "%s is not asked%s: %s", l.Seat, strings.TrimRight(" "+l.Decision, " "), s.pending())
		return
	}
	have := names.Offered(s.game, d)
	if d.Stop && slices.Contains(l.Options, "stop") { // a claim may leave it out
		have = append(have, "stop")
	}
	if names.IsNumber(d) && slices.Equal(l.Options, []string{names.Span(d)}) {
		return
	}
	if missing, extra := difference(l.Options, have); len(missing)+len(extra) > 0 {
		text := fmt.Sprintf("%s %s offers %s", l.Seat, d.Name, names.Abridge(have))
		if len(missing) > 0 {
			text += "; not " + strings.Join(names.ExplainAll(s.state, missing), ", ")
		}
		if len(extra) > 0 {
			text += "; not expected: " + strings.Join(extra, ", ")
		}
		c.fail(l.Pos, "%s", text)
	}
}

func difference(want, have []string) (missing, extra []string) {
	for _, w := range want {
		if !slices.Contains(have, w) {
			missing = append(missing, w)
		}
	}
	for _, h := range have {
		if !slices.Contains(want, h) {
			extra = append(extra, h)
		}
	}
	return missing, extra
}

// try plays a line on a fork, up to a decision that one of the next items mentions. A decision that the line does not
// answer is not an error; an answer that no decision uses is one.
func (s *Session) try(line *Line, next []Item) error {
	err := s.playThen(line, next, nil)
	var m *names.Misfit
	if errors.As(err, &m) && m.Answer == "" && strings.HasPrefix(m.Why, "the line does not answer") {
		return nil
	}
	return err
}

// Value returns the value of a name as the rulebook spells it; see names.Value.
func (s *Session) Value(name string) ([]string, error) { return names.Value(s.state, &s.spell, name) }

// Try plays a line on a copy of the state. It returns nil if the line is legal as far as it goes, else the reason why
// it is not and the known clauses of that.
func (s *Session) Try(line *Line) (rules []string, err error) { return s.tryOn(s.fork(), line) }

// tryOn is Try on a fork that the caller inspects afterwards.
func (s *Session) tryOn(fork *Session, line *Line) (rules []string, err error) {
	err = fork.try(line, nil)
	var r *refused
	var m *names.Misfit
	switch {
	case errors.As(err, &r):
		return r.Rules, err
	case errors.As(err, &m):
		return m.Rules, err
	}
	return nil, err
}

func (c *checker) refused(r *Refused) {
	fork := c.s.fork()
	rules, err := c.s.tryOn(fork, r.Line)
	var fault *engine.Fault
	rule, ok := covering(r.Because, rules)
	switch {
	case err == nil:
		c.fail(r.Pos, "%s is legal; it should be refused because of %s", r.Line.Text, r.Because)
	case errors.As(err, &fault):
		c.fail(r.Pos, "%s is not refused but a fault: %v", r.Line.Text, err)
	case !ok && len(rules) == 0:
		c.fail(r.Pos, "%s is refused, but no clause is known for it; expected %s: %v", r.Line.Text, r.Because, err)
	case !ok:
		c.fail(r.Pos, "%s is refused because of %s, not because of %s: %v", r.Line.Text, strings.Join(rules, ", "), r.Because, err)
	default:
		each(c.s.also, func(o seesTrials) { o.Tried(c.s.trial(fork, r, err)) })
		each(c.s.also, func(o seesRefusals) { o.Refused(cmp.Or(r.Line.Seat, "stance"), r.Line.Tried, rule) })
	}
}

// covering finds among clauses the one that an expectation names: the clause itself, or one of a section that it names.
func covering(want string, have []string) (string, bool) {
	for _, h := range have {
		if h == want || strings.HasPrefix(h, want+"-") || strings.HasPrefix(h, want+".") {
			return h, true
		}
	}
	return "", false
}

// sees checks a claim about what a seat may know.
func (c *checker) sees(x *Sight) {
	seat, ok := names.Viewer(c.s.game.Def(), x.Seat)
	if !ok {
		c.fail(x.Pos, "there is no seat %s%s", x.Seat, c.s.spell.DidYouMean(x.Seat, names.Viewers(c.s.game.Def())))
		return
	}
	view := c.s.state.View(seat)
	for _, p := range x.Values {
		c.value(p, " to "+x.Seat, func(name string) ([]string, error) { return names.Seen(c.s.state, view, &c.s.spell, name) })
	}
}

// value checks the value of a name, as seen by somebody.
func (c *checker) value(p source.Pair, to string, value func(name string) ([]string, error)) {
	name := names.Referent(c.s.game.Def(), p.Key.Value)
	got, err := value(name)
	if names.IsPile(c.s.game.Def(), name) && p.Value.Kind == source.Scalar && len(got) > 1 {
		got = got[:1] // a single name claims the top card
	}
	if err != nil {
		c.fail(p.Key.Pos, "%v", err)
		return
	}
	want := p.Value.Texts()
	if p.Value.Kind == source.Scalar && p.Value.Value == "none" && len(got) == 0 {
		want = nil
	}
	same := sameValue
	if names.IsHand(c.s.game.Def(), name) {
		same = sameCards
	}
	if !same(got, want) {
		c.fail(p.Key.Pos, "%s is %s%s, expected %s", p.Key.Value, list(got), to, list(want))
	}
}

func list(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return "[" + strings.Join(names, ", ") + "]"
}

// sameCards reports whether two hands hold the same cards, in any order.
func sameCards(got, want []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want)))
}

func sameValue(got, want []string) bool {
	if len(got) == 1 && len(want) == 1 {
		for _, words := range [][]string{def.YesWords, def.NoWords} {
			if slices.Contains(words, got[0]) && slices.Contains(words, want[0]) {
				return true
			}
		}
	}
	return slices.Equal(got, want)
}

func (c *checker) result(n *source.Node) {
	if !c.s.state.Over() {
		c.fail(n.Pos, "the game is not over: %s", c.s.pending())
		return
	}
	result := c.s.state.Result()
	for _, p := range n.Pairs {
		i, ok := c.s.game.Def().Value(p.Key.Value, def.TSeat)
		switch {
		case !ok || i < 0 || int(i) >= len(result):
			c.fail(p.Key.Pos, "there is no seat %s", p.Key.Value)
		case strconv.FormatInt(result[i], 10) != p.Value.Value:
			c.fail(p.Key.Pos, "the result of %s is %d, expected %s", p.Key.Value, result[i], p.Value.Value)
		}
	}
}
