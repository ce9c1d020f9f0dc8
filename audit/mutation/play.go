// This file plays scenarios: once on the unchanged game, to record what they execute and their traces, then on changed ones.

package mutation

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"rulebound/conformance/corpus"
	"rulebound/conformance/coverage"
	"rulebound/conformance/scenario"
	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/engine/def"
)

// baseline is the result of all scenarios on the unchanged game.
type baseline struct {
	game     *engine.Game // loaded with its default options, to spell names
	plays    []*played
	excluded []Excluded
	ran      []set // node -> scenarios that execute or evaluate it
	yes      []set // node -> scenarios in which it is true
	all      set
	short    []int          // plays, sorted by number of steps
	about    map[string]set // clause -> scenarios that list it
}

// Excluded is a scenario that fails on the unchanged game, so its failures on changed games mean nothing.
type Excluded struct {
	Scenario string `json:"scenario"`
	Why      string `json:"why"`
}

// played is a scenario played on the unchanged game.
type played struct {
	script  *scenario.Script
	options map[string]string
	key     string // of the options
	header  trace.Header
	lines   []trace.Line
	bare    []trace.Line // lines without those of watched values
	asks    bool         // an expectation reads the history of a watched value
	took    int64        // steps
	course  eventHash
}

// unlimited is a limit of steps that no scenario reaches.
const unlimited = 1 << 60

func newBaseline(game *corpus.Game) (*baseline, error) {
	b := &baseline{ran: make([]set, len(game.Def.Nodes)), yes: make([]set, len(game.Def.Nodes)), about: map[string]set{}}
	var err error
	if b.game, err = engine.Load(game.Def, nil); err != nil {
		return nil, err
	}
	games := map[string]*engine.Game{}
	for _, c := range game.Cases {
		p := &played{script: c.Script, options: scenario.OptionsOf(c.Script)}
		p.header = trace.Header{Title: c.Script.Title, Game: game.ID, Setup: c.Script.Setup.Scenario, Rules: c.Script.Rules}
		for _, o := range game.Def.Options {
			if v, ok := p.options[o.ID]; ok {
				p.key += o.ID + "=" + v + " "
			}
		}
		g := games[p.key]
		if g == nil {
			if g, err = engine.Load(game.Def, p.options, engine.WithCoverage(), engine.WithLimit(unlimited)); err != nil {
				b.excluded = append(b.excluded, Excluded{c.Script.ID(), err.Error()})
				continue
			}
			games[p.key] = g
		}
		before, left := g.Coverage(), g.Left()
		lines, err := p.play(g, &p.course)
		if err != nil {
			b.excluded = append(b.excluded, Excluded{c.Script.ID(), firstLine(err)})
			continue
		}
		p.lines, p.bare, p.took = lines, unwatched(lines), left-g.Left()
		p.asks = slices.ContainsFunc(c.Script.Items, func(i scenario.Item) bool {
			return i.Expect != nil && len(i.Expect.Watched) > 0 || i.Line != nil && i.Line.Expect != nil && len(i.Line.Expect.Watched) > 0
		})
		var run coverage.Run
		run.See(before, g.Coverage())
		i := len(b.plays)
		b.plays = append(b.plays, p)
		b.all.add(i)
		b.short = append(b.short, i)
		for _, r := range c.Script.Rules {
			s := b.about[r]
			s.add(i)
			b.about[r] = s
		}
		for n := range run.Ran {
			if run.Came(n) {
				b.ran[n].add(i)
			}
			if run.Yes[n] {
				b.yes[n].add(i)
			}
		}
	}
	slices.SortStableFunc(b.short, func(i, j int) int { return cmp.Compare(b.plays[i].took, b.plays[j].took) })
	return b, nil
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// play plays the scenario on a game and records its trace. The error is the first problem of the scenario, or a panic
// outside of the engine, for example over a name that a changed game lacks.
func (p *played) play(g *engine.Game, others ...engine.Observer) (lines []trace.Line, err error) {
	defer caught(&err)
	recorder := trace.New(g, p.header)
	state, err := p.follow(g, append(others, recorder)...)
	if err != nil {
		return nil, err
	}
	recorder.Finish(state)
	return recorder.Lines(), nil
}

// fails reports whether the scenario fails on a changed game, regardless of its trace, and otherwise whether its events are
// the same as on the unchanged game.
func (p *played) fails(g *engine.Game, watching bool) (failed, same bool) {
	c := &eventHash{}
	_, err := p.follow(g, c)
	return err != nil, c.sum(watching) == p.course.sum(watching)
}

func (p *played) follow(g *engine.Game, observers ...engine.Observer) (state *engine.State, err error) {
	defer caught(&err)
	result := scenario.Play(g, p.script, observers...)
	if err := result.Problem(); err != nil {
		return nil, err
	}
	return result.Session.State(), nil
}

// caught turns a panic into an error.
func caught(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%v", r)
	}
}

// unwatched removes the lines of watched values.
func unwatched(lines []trace.Line) []trace.Line {
	return slices.DeleteFunc(slices.Clone(lines), func(l trace.Line) bool { return l.Kind == "watch" })
}

// notices reports whether the scenario fails or its trace differs on a changed game. watching says whether that game was
// loaded with watched values.
func (p *played) notices(g *engine.Game, watching bool) bool {
	lines, err := p.play(g)
	expected := p.lines
	if !watching {
		expected = p.bare
	}
	return err != nil || !slices.EqualFunc(lines, expected, func(a, b trace.Line) bool { return a.Depth == b.Depth && a.Text == b.Text })
}

// Step limit of a play on a changed game, which might not terminate: a multiple of the steps of the scenario and a constant
// for short ones.
const (
	patience   = 20
	leastSteps = 500_000
)

// steps returns the step limit of the scenario on a changed game.
func (p *played) steps() int64 { return leastSteps + patience*p.took }

// load loads a changed game. Watching values takes much of the time of a play. If a change does not alter their definition,
// they differ only if the rest of the trace differs, so they need not be watched.
func load(gd *def.GameDef, options map[string]string, watching bool) (*engine.Game, error) {
	if !watching {
		for i := range gd.Derived {
			if d := &gd.Derived[i]; d.Watch {
				d.Watch = false
				defer func() { d.Watch = true }()
			}
		}
	}
	return engine.Load(gd, options, engine.WithLimit(unlimited))
}

// order sorts the given scenarios: those about the clauses of a change first, then by number of steps.
func (b *baseline) order(m *Mutant, some set) []int {
	var about set
	for _, r := range m.Rules {
		about.join(b.about[r])
	}
	var out, rest []int
	for _, i := range b.short {
		switch {
		case !some.has(i):
		case about.has(i):
			out = append(out, i)
		default:
			rest = append(rest, i)
		}
	}
	return append(out, rest...)
}
