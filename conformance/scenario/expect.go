// This file checks expectations. A claim that does not hold is a Failure; the play goes on, so that one run shows all.

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
	"rulebound/engine"
	"rulebound/engine/def"
)

// Failure is an expectation that does not hold.
type Failure struct {
	Pos   diag.Pos
	Rules []string // clauses the expectation proves
	Why   string

	Declined string // what was declined in the move before
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

// Judge is an observer that is also told of each expectation when it was checked, and of what did not hold.
type Judge interface {
	engine.Observer
	Judged(e *Expect, failures []Failure)
}

// Teller is an observer that is also told where a script goes on from another, of refusals that it tries, and where the script shows options, of what
// each decision offers before it is answered.
type Teller interface {
	engine.Observer
	After(scenario string) // what was told so far belongs to the scenario that this one goes on from
	Refused(seat, line, rule string)
	Offered(seat, decision string, options []string)
}

// chanceSeat is what chance is called where a seat is expected.
const chanceSeat = "chance"

// mentions reports whether an expectation speaks of a pending decision.
func (s *Session) mentions(e *Expect, seat, decision string) bool {
	for _, list := range [][]source.Pair{e.Offered, e.NotOffered} {
		if slices.ContainsFunc(list, func(p source.Pair) bool { return p.Key.Value == decision }) {
			return true
		}
	}
	if e.Asked != nil && (e.Asked.Decision == decision && (e.Asked.Seat == "" || e.Asked.Seat == seat) || e.Asked.Decision == "" && e.Asked.Seat == seat && seat == chanceSeat) {
		return true
	}
	if slices.ContainsFunc(e.Refused, func(r Refused) bool {
		w := s.firstWord(r.Line)
		return w != nil && w.Decision == decision && r.Line.Seat == seat
	}) {
		return true
	}
	return slices.ContainsFunc(e.Legal, func(l Legal) bool { return l.After == nil && l.Decision == decision && l.Seat == seat })
}

// looksBack reports whether an expectation says what a decision of a seat offered that has resolved itself since the last answer.
func (s *Session) looksBack(e *Expect, seat int) bool {
	return slices.ContainsFunc(s.forced, func(f forced) bool {
		named := func(p source.Pair) bool { return p.Key.Value == f.name }
		return f.seat == seat && (slices.ContainsFunc(e.Offered, named) || slices.ContainsFunc(e.NotOffered, named) ||
			slices.ContainsFunc(e.Legal, func(l Legal) bool { return l.Decision == f.name && l.After == nil }))
	})
}

// Check gives the claims of e that do not hold now, in the order of the file.
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
	for _, p := range e.State {
		c.state(p)
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

// checkPending checks offered and notOffered against the pending decision, or against one that has resolved itself since the last
// answer.
func (s *Session) checkPending(e *Expect) []Failure {
	var out []Failure
	d := s.state.Decision()
	for _, check := range offerChecks(e) {
		if f := s.resolved(check.name, check.nth); f != nil && (d == nil || d.Name != check.name) {
			out = append(out, check.againstForced(s.game.Def(), f.decision, f.answer, func(name string) []string {
				why := f.why[name]
				return s.rulesOf(why.Rule, why.Given, why.Node)
			})...)
			continue
		}
		if d == nil || d.Name != check.name {
			out = append(out, Failure{Pos: check.pos, Rules: e.Rules, Why: check.name + " is not asked; " + s.pending()})
			continue
		}
		out = append(out, check.against(s, d)...)
	}
	return out
}

type checker struct {
	s   *Session
	e   *Expect
	out []Failure
}

func (c *checker) fail(pos diag.Pos, format string, args ...any) {
	c.out = append(c.out, Failure{Pos: pos, Rules: c.e.Rules, Why: fmt.Sprintf(format, args...)})
}

// pending describes what is asked now.
func (s *Session) pending() string {
	d := s.state.Decision()
	if d == nil {
		return "the game is over"
	}
	return fmt.Sprintf("%s is asked %s (offered: %s)", s.game.Def().SeatName(int64(d.Seat)), d.Name, abridge(s.game.Offers(d)))
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
		if err := s.tryThen(l.After, []Item{{Expect: &Expect{Legal: []Legal{{Seat: l.Seat, Decision: l.Decision}}}}}); err != nil {
			c.fail(l.Pos, "%s cannot be played: %v", l.After.Text, err)
			return
		}
	}
	d := s.state.Decision()
	if f := s.resolved(l.Decision, 1); f != nil && s.game.Def().SeatName(int64(f.seat)) == l.Seat && (d == nil || d.Name != l.Decision) {
		if !slices.Equal(l.Options, []string{f.answer}) {
			c.fail(l.Pos, "%s %s offered nothing but %s", l.Seat, l.Decision, f.answer)
		}
		return
	}
	if d == nil || s.game.Def().SeatName(int64(d.Seat)) != l.Seat || l.Decision != "" && d.Name != l.Decision {
		c.fail(l.Pos, "%s is not asked%s: %s", l.Seat, strings.TrimRight(" "+l.Decision, " "), s.pending())
		return
	}
	have := s.offered(d)
	if isNumber(d) && slices.Equal(l.Options, []string{spanOf(d)}) {
		return
	}
	if missing, extra := difference(l.Options, have); len(missing)+len(extra) > 0 {
		text := fmt.Sprintf("%s %s offers %s", l.Seat, d.Name, abridge(have))
		if len(missing) > 0 {
			text += "; not " + strings.Join(s.explainAll(d, missing), ", ")
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

// try plays a line on a fork as far as it goes: what it leaves open is no error, what it says too much is.
func (s *Session) try(line *Line) error { return s.tryThen(line, nil) }

// tryThen is try where a decision that the items speak of is left to them.
func (s *Session) tryThen(line *Line, next []Item) error {
	err := s.playThen(line, next, nil)
	var m *Misfit
	if errors.As(err, &m) && m.Answer == "" && strings.HasPrefix(m.Why, "the line does not answer") {
		return nil
	}
	return err
}

// Try plays a line on a copy of the state. It returns nil if the line is legal as far as it goes, else why it is not and
// the clauses that say so, as far as they are known.
func (s *Session) Try(line *Line) (rules []string, err error) { return s.tryOn(s.fork(), line) }

// tryOn is Try on a fork that somebody looks at afterwards.
func (s *Session) tryOn(fork *Session, line *Line) (rules []string, err error) {
	err = fork.try(line)
	var r *refused
	var m *Misfit
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
		c.s.follow(func(f Follower) { f.Tried(c.s.trial(fork, r, err)) })
		tell(c.s.also, func(t Teller) { t.Refused(cmp.Or(r.Line.Seat, "stance"), r.Line.Tried, rule) })
	}
}

// covering finds among clauses the one that an expectation names: the clause itself, or one of the section it names.
func covering(want string, have []string) (string, bool) {
	for _, h := range have {
		if h == want || strings.HasPrefix(h, want+"-") || strings.HasPrefix(h, want+".") {
			return h, true
		}
	}
	return "", false
}

func (c *checker) state(p source.Pair) {
	name := c.s.standsFor(p.Key.Value)
	got, err := c.s.Value(name)
	if c.s.isPile(name) && p.Value.Kind == source.Scalar && len(got) > 1 {
		got = got[:1] // a single name is the card on top
	}
	if err != nil {
		c.fail(p.Key.Pos, "%v", err)
		return
	}
	want := []string{}
	for _, item := range one(p.Value) {
		want = append(want, item.Value)
	}
	if p.Value.Kind == source.Scalar && p.Value.Value == "none" && len(got) == 0 {
		want = []string{}
	}
	if !sameValue(got, want) {
		c.fail(p.Key.Pos, "%s is %s, expected %s", p.Key.Value, list(got), list(want))
	}
}

func list(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return "[" + strings.Join(names, ", ") + "]"
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

// Value gives the value of a name as the rulebook spells it: one word, the members of a set or order, or the cards of a
// pile (top first).
func (s *Session) Value(name string) ([]string, error) {
	if i := s.pile(name); i >= 0 {
		cards := []string{}
		for _, c := range s.state.Cards(int32(i)) {
			cards = append(cards, s.game.Def().Cards[c].ID)
		}
		return cards, nil
	}
	v, t, err := s.state.Value(name)
	if i := slices.IndexFunc(s.game.Def().Lasting, func(l def.LastingDef) bool { return l.ID == name }); i >= 0 && err == nil {
		return []string{inForce(v)}, nil
	}
	if err != nil {
		if names := s.game.Names(); !slices.Contains(names, name) {
			err = fmt.Errorf("there is no value %s%s", name, suggest(&s.spell, name, names))
		}
		return nil, err
	}
	return s.state.SpellEach(v, t), nil
}

// inForce spells the stamp of a lasting effect.
func inForce(stamp int64) string {
	if stamp == 0 {
		return def.NoWords[0]
	}
	return def.YesWords[0]
}

// pile finds a pile by its name, -1 if there is none.
func (s *Session) pile(name string) int {
	return slices.IndexFunc(s.game.Def().Piles, func(p def.PileDef) bool { return p.ID == name })
}

func (s *Session) isPile(name string) bool { return s.pile(name) >= 0 }

// standsFor gives the name of the pile or track that a property of a seat, zone or card names, and any other name as it is.
func (s *Session) standsFor(name string) string {
	gd := s.game.Def()
	dot := strings.LastIndex(name, ".")
	if dot < 0 {
		return name
	}
	for _, owner := range []struct {
		what string
		kind def.Kind
	}{{"seat.", def.KSeat}, {"zone.", def.KZone}, {"card.", def.KCard}} {
		of, ok := gd.Value(name[:dot], def.Type{Kind: owner.kind})
		i := slices.IndexFunc(gd.Lookups, func(l def.Lookup) bool { return l.ID == owner.what+name[dot+1:] })
		if !ok || i < 0 || uint64(of) >= uint64(len(gd.Lookups[i].Values)) {
			continue
		}
		if t := gd.Lookups[i].Type; (t.Kind == def.KPile || t.Kind == def.KTrack) && gd.Lookups[i].Values[of] >= 0 {
			return gd.Spell(gd.Lookups[i].Values[of], t)
		}
	}
	return name
}

func (c *checker) watched(p source.Pair) {
	name := c.s.standsFor(p.Key.Value)
	switch names := watchedNames(c.s.game.Def()); {
	case !slices.Contains(names, name) && c.s.cell(name) < 0:
		c.fail(p.Key.Pos, "%s is not watched%s", p.Key.Value, cmp.Or(didYouMean(p.Key.Value, names),
			"; watched are "+abridge(append([]string{"tracks, variables and markers"}, names...))+": use state for what is not among them"))
		return
	case c.s.changes == maxChanges:
		c.fail(p.Key.Pos, "the move changes too much to follow %s: more than %d times something", p.Key.Value, maxChanges)
		return
	case c.s.asked == nil:
		c.fail(p.Key.Pos, "watched speaks of the last move, and there was none")
		return
	}
	var want []string
	for _, item := range p.Value.Items {
		if item.Kind != source.List {
			want = append(want, item.Value)
			continue
		}
		var members []string
		for _, m := range item.Items {
			members = append(members, m.Value)
		}
		want = append(want, "{"+strings.Join(members, ", ")+"}")
	}
	got := c.s.course(name)
	bare := func(a, b string) bool { return strings.Trim(a, "{}[]") == strings.Trim(b, "{}[]") }
	if !slices.EqualFunc(got, want, bare) {
		c.fail(p.Key.Pos, "%s went through [%s], expected [%s]", p.Key.Value, strings.Join(got, ", "), strings.Join(want, ", "))
	}
}

// cell finds the first cell of a track, variable or marker, -1 if there is none of that name.
func (s *Session) cell(name string) int64 {
	cell, _, ok := s.game.Cell(name)
	if !ok {
		return -1
	}
	return cell
}

// course gives the values that a watched value had in the last move, none if it stayed as it was.
func (s *Session) course(name string) []string {
	cell := s.cell(name)
	if cell < 0 {
		return s.watch[name]
	}
	_, t, _ := s.game.CellName(cell)
	out := s.sets[cell]
	for _, v := range s.cells[cell] {
		out = append(out, s.state.Spell(v, t))
	}
	return out
}

// watchedNames names the values whose course a play follows.
func watchedNames(gd *def.GameDef) []string {
	var names []string
	for i := range gd.Derived {
		d := &gd.Derived[i]
		switch {
		case !d.Watch:
		case d.Per == def.KNone:
			names = append(names, d.ID)
		default:
			for _, m := range gd.Each(d.Over, def.Type{Kind: def.KSet, Elem: d.Per}) {
				names = append(names, gd.Of(d.Per, m, d.ID))
			}
		}
	}
	return names
}

func (c *checker) result(n *source.Node) {
	if !c.s.state.Over() {
		c.fail(n.Pos, "the game is not over: %s", c.s.pending())
		return
	}
	result := c.s.state.Result()
	for _, p := range n.Pairs {
		i, ok := c.s.game.Def().Value(p.Key.Value, def.Type{Kind: def.KSeat})
		switch {
		case !ok || i < 0 || int(i) >= len(result):
			c.fail(p.Key.Pos, "there is no seat %s", p.Key.Value)
		case strconv.FormatInt(result[i], 10) != p.Value.Value:
			c.fail(p.Key.Pos, "the result of %s is %d, expected %s", p.Key.Value, result[i], p.Value.Value)
		}
	}
}
