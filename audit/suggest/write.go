// This file writes a suggestion: the scenario, what it shows, and the engine's results. It checks each by reading and playing it.

package suggest

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"rulebound/conformance/corpus"
	"rulebound/conformance/scenario"
	"rulebound/conformance/scribe"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Suggestion is a scenario without an expectation.
type Suggestion struct {
	Game    string  `json:"game"`
	Section string  `json:"section"` // name of its folder
	Name    string  `json:"name"`
	Shows   []Place `json:"shows"`
	Text    string  `json:"text"`
}

// File returns the path of the scenario below the root of a repository.
func (s *Suggestion) File() string {
	return path.Join(corpus.ScenariosDir, s.Game, s.Section, s.Name+".yaml")
}

// draft is a suggestion under construction.
type draft struct {
	search *search
	target *target
	play   *play
	scribe *scribe.Scribe
	first  *engine.State // the state before the last line
	last   *engine.State
	cost   int      // of its play, in answers
	proves []string // clauses that the script names and only an expectation can show
}

// endings lists the numbers of additional answers to try at the end of a script, which cannot end everywhere.
var endings = []int{0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 40}

// settle shortens a play that reached a target and writes it.
func (s *search) settle(t *target, p *play) {
	s.open = nil
	goal := goal(&places{open: []place{t.place}})
	if t.change != nil {
		goal = t.change.goal()
	}
	for _, q := range append(s.shrink(p, goal), p) {
		if found := s.write(t, q); found != nil {
			s.found = append(s.found, found)
			if s.report != nil {
				s.report(s.done(), len(s.targets))
			}
			return
		}
	}
	if t.failed++; t.failed == maxFailed {
		t.done = true
	}
}

// done returns the number of found targets.
func (s *search) done() int {
	n := 0
	for _, x := range s.found {
		n += len(x.Shows)
	}
	return n
}

// write returns the suggestion for a play; nil if no script of it shows the target.
func (s *search) write(t *target, p *play) *Suggestion {
	for _, more := range endings {
		for _, full := range []bool{false, true} {
			d := s.draft(t, p, more, full)
			if d == nil {
				return nil
			}
			if found := d.finish(); found != nil || full && d.last.Over() {
				return found
			}
			if s.table.spent() {
				return nil
			}
		}
	}
	return nil
}

// draft replays a play with more answers at the end, and records it for a script. If full is set, the script also
// states forced and declined answers.
func (s *search) draft(t *target, p *play, more int, full bool) *draft {
	steps, _, _, err := s.table.play(p.pos, &follower{steps: p.steps, rest: newPlain(more)}, nowhere{}, nil)
	if err != nil {
		return nil
	}
	d := &draft{search: s, target: t, play: &play{p.pos, steps}}
	d.scribe = scribe.New(s.game.Def, details(steps), full)
	before, turns := s.table.work, scribe.Turns(s.game.Def)
	c := &stateRecorder{chooser: &follower{steps: steps, rest: newPlain(0)}, see: func(state *engine.State, x *engine.Decision, given int) {
		if d.first == nil || given < len(steps) && steps[given].spoken() && turns[x.Index] {
			d.first = state.Copy()
		}
	}}
	if _, d.last, _, err = s.table.play(p.pos, c, nowhere{}, d.scribe); err != nil || d.last == nil {
		return nil
	}
	d.cost = s.table.work - before
	d.last.Observe(nil)
	if d.first == nil {
		d.first = d.last
	}
	return d
}

// finish writes the text, reads it back and plays it with an expectation of the pending decision; nil if that fails
// or does not show the target.
func (d *draft) finish() *Suggestion {
	rules := d.search.clauses(d.target)
	out := &Suggestion{Game: d.search.game.ID, Section: d.search.folder(rules), Name: d.search.name(d.target)}
	text := d.text(rules, []*target{d.target}) + "expect: {asked: " + asked(d.last)
	script, problem := d.try(out.File(), text+"}\n")
	if script == nil {
		return nil
	}
	if proves := script.Unfounded(); len(proves) > 0 { // their places are not executed, so an expectation must name them
		d.proves = proves
		script, problem = d.try(out.File(), text+", rules: "+scribe.List(proves)+"}\n")
	}
	if problem != nil {
		return nil
	}
	shown := d.shown(script)
	if !slices.Contains(shown, d.target) {
		return nil
	}
	for _, t := range shown {
		t.done, t.found = true, true
		out.Shows = append(out.Shows, t.Place)
	}
	out.Text = d.text(rules, shown) + Claims(d.first, d.last, d.proves)
	return out
}

// try reads and plays a text as a scenario of the game. It costs as much as the play of the draft.
func (d *draft) try(file, text string) (*corpus.Play, error) {
	script, problems := scenario.Parse(file, []byte(text))
	if script == nil || problems.HasErrors() {
		return nil, problems
	}
	d.search.table.work += d.cost
	p := (&corpus.Case{Game: d.search.game, Script: script}).Play()
	return p, p.Problem()
}

// shown lists the open targets that a play of the script reaches.
func (d *draft) shown(p *corpus.Play) []*target {
	var out []*target
	for _, t := range d.search.targets {
		switch {
		case t.done:
		case t.change != nil:
			if t != d.target {
				continue
			}
			d.search.table.work += 2 * d.cost
			if t.change.noticed(p.Case.Script, d.last.Game()) {
				out = append(out, t)
			}
		case t.place.seen(&p.Coverage.Ran, &p.Coverage.Yes, &p.Coverage.No):
			out = append(out, t)
		}
	}
	return out
}

// seen reports whether a run saw the place.
func (p place) seen(ran, yes, no *[]bool) bool {
	switch p.way {
	case WayTrue:
		return (*yes)[p.node]
	case WayFalse:
		return (*no)[p.node]
	}
	return (*ran)[p.node] || (*yes)[p.node] || (*no)[p.node]
}

// text writes the scenario up to its expectation.
func (d *draft) text(rules []string, shows []*target) string {
	var b strings.Builder
	b.WriteString("# Found by search. It shows\n")
	for _, t := range shows {
		b.WriteString("#   " + t.Place.String() + "\n")
		if t.change != nil {
			b.WriteString("#   " + t.change.difference + "; here is the rulebook, there it is changed\n")
		}
	}
	b.WriteString("# Say in the title what the rule is, and write `expect` from the clause.\n")
	fmt.Fprintf(&b, "version: 1\ntitle: %s\ngame: %s\nrules: %s\n", strconv.Quote(d.title(rules)), d.search.game.ID, scribe.List(rules))
	b.WriteString(d.setup())
	if c := d.scribe.Before(); c != "" {
		b.WriteString("chance: " + c + "\n")
	}
	if moves := d.scribe.Moves(); moves != "" {
		b.WriteString("moves:\n" + moves)
	}
	return b.String()
}

// title names only the clauses and the place: a person must write what the rule demands.
func (d *draft) title(rules []string) string {
	p := &d.target.Place
	return fmt.Sprintf("To be written - %s, %s:%d %s", strings.Join(rules, " "), path.Base(p.File), p.Line, p.What)
}

// setup writes the position.
func (d *draft) setup() string {
	p := d.play.pos
	var b strings.Builder
	row := func(key, text string) {
		if text != "" && text != "{}" {
			b.WriteString("  " + key + ": " + text + "\n")
		}
	}
	if p.setup != "" {
		row("scenario", scribe.Word(p.setup))
	}
	row("options", d.options())
	row("deck", strings.Join(d.each(pileOf, func(x *part) string {
		return either(x.name == "deck", scribe.List(x.cards)) // it has a key of its own
	}), ""))
	row("piles", braced(d.each(pileOf, func(x *part) string { return either(x.name != "deck", scribe.Word(x.name)+": "+scribe.List(x.cards)) })))
	row("values", braced(d.each(valueOf, func(x *part) string {
		return scribe.Word(x.name) + ": " + valueText(d.search.game.Def, x.n, d.search.painter.types[x.name])
	})))
	var zones []string
	pieces := map[string][]string{}
	d.each(piecesIn, func(x *part) string {
		if pieces[x.name] == nil {
			zones = append(zones, x.name)
		}
		pieces[x.name] = append(pieces[x.name], scribe.Word(x.class)+": "+strconv.FormatInt(x.n, 10))
		return ""
	})
	if len(zones) > 0 {
		b.WriteString("  pieces:\n")
	}
	for _, zone := range zones {
		row("  "+scribe.Word(zone), braced(pieces[zone]))
	}
	if lasting := d.each(inForce, func(x *part) string { return scribe.Word(x.name) }); len(lasting) > 0 {
		row("lasting", "["+strings.Join(lasting, ", ")+"]")
	}
	return either(b.Len() > 0, "setup:\n"+b.String())
}

// each writes the parts of a kind; it skips those with an empty text.
func (d *draft) each(kind partKind, write func(x *part) string) []string {
	var out []string
	for i := range d.play.pos.parts {
		if x := &d.play.pos.parts[i]; x.kind == kind {
			if text := write(x); text != "" {
				out = append(out, text)
			}
		}
	}
	return out
}

// options writes the game options.
func (d *draft) options() string {
	var out []string
	for _, o := range d.search.game.Def.Options {
		if v, ok := d.play.pos.options[o.ID]; ok {
			out = append(out, scribe.Word(o.ID)+": "+scribe.Word(v))
		}
	}
	return braced(out)
}

// braced writes a mapping on one line.
func braced(pairs []string) string { return "{" + strings.Join(pairs, ", ") + "}" }

// either returns text if holds is true, else "".
func either(holds bool, text string) string {
	if holds {
		return text
	}
	return ""
}

// valueText spells a value as scenarios do.
func valueText(gd *def.GameDef, n int64, t def.Type) string {
	if t.Kind == def.KBool {
		return map[bool]string{false: "no", true: "yes"}[n != 0]
	}
	return scribe.Word(gd.Spell(n, t))
}

// asked writes the expected pending decision of a state.
func asked(s *engine.State) string {
	x := s.Decision()
	if x == nil {
		return "{over: true}"
	}
	return "{seat: " + s.Game().Def().SeatName(int64(x.Seat)) + ", decision: " + scribe.Word(x.Name) + "}"
}

// folder returns the folder of scenarios of the first clause, else of its section, else the number of the section.
func (s *search) folder(rules []string) string {
	for _, c := range s.game.Cases {
		if len(rules) > 0 && len(c.Script.Rules) > 0 && c.Script.Rules[0] == rules[0] {
			return c.Script.Section
		}
	}
	section := "open"
	if len(rules) > 0 {
		section, _, _ = strings.Cut(rules[0], "-")
		if c := s.game.Book.Clause(rules[0]); c != nil && c.Section != "" {
			section = c.Section
		}
	}
	for _, c := range s.game.Cases {
		if f := c.Script.Section; f == section || strings.HasPrefix(f, section+"-") {
			return f
		}
	}
	return section
}

// name returns an unused name for the scenario of a target, which says where it is.
func (s *search) name(t *target) string {
	what := strings.ReplaceAll(t.Open, " ", "-")
	if t.change != nil {
		what = t.What
	}
	name := fmt.Sprintf("%s-%d-%s", strings.TrimSuffix(path.Base(t.File), path.Ext(t.File)), t.Line, what)
	for n := 1; ; n++ {
		full := name
		if n > 1 {
			full += "-" + strconv.Itoa(n)
		}
		if !slices.ContainsFunc(s.found, func(x *Suggestion) bool { return x.Name == full }) {
			return full
		}
	}
}
