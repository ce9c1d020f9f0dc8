// This file replays plays on a mutant, and describes the first difference.

package claims

import (
	"fmt"
	"slices"

	"rulebound/audit/mutation"
	"rulebound/conformance/trace"
	"rulebound/engine"
)

// maxRepeated is the number of plays that are compared in detail for one mutant.
const maxRepeated = 40

// try replays plays on a mutant and returns the first difference, nil if there is none.
func try(base *loaded, c *mutation.Change, plays []*walk) *mutation.Refutation {
	if len(plays) == 0 {
		return nil
	}
	gd, undo := c.Make()
	defer undo()
	changed := &loaded{def: gd, games: map[string]*engine.Game{}}
	repeated := 0
	for _, p := range plays {
		here, there := base.load(p.Options), changed.load(p.Options)
		if p.sums == nil || here == nil || there == nil {
			continue
		}
		from := p.parts(there, c)
		if from < 0 && !c.Watched() {
			continue
		}
		if from >= 0 {
			if r := p.part(here, there, from, c.TraceOnly()); r != nil {
				return r
			}
		}
		if repeated++; repeated == maxRepeated {
			return nil
		}
	}
	return nil
}

// parts returns the number of answers after which a play may publish something else on a mutant, -1 if it never does.
func (p *walk) parts(there *engine.Game, c *mutation.Change) int {
	ours, sums := p.sums, p.follow(there, c.Watched())
	if c.Watched() { // neither an event nor a cell shows its change
		ours = p.views()
	}
	for i, s := range ours {
		if i == len(sums) || s.state != sums[i].state || s.events != sums[i].events && !c.TraceOnly() {
			return i
		}
	}
	return -1
}

// lastLines is the number of trace lines before a difference that are reported.
const lastLines = 12

// part plays on two games in lockstep until they publish something else; with traceOnly it compares only traces. The
// comparison begins after the first from answers. It returns nil if there is no difference, or if the search reached
// its limit.
func (p *walk) part(here, there *engine.Game, from int, traceOnly bool) *mutation.Refutation {
	a, err := begin(here, p)
	if err != nil {
		return nil
	}
	n, compared := 0, 0
	refuted := func(difference string) *mutation.Refutation {
		lines := a.lines()
		return &mutation.Refutation{Play: p.n + 1, Start: p.Name, Answers: n, Difference: difference, Before: lines[max(0, len(lines)-lastLines):]}
	}
	b, err := begin(there, p)
	if undecided(err) {
		return nil
	}
	if err != nil {
		return refuted("there the position is refused: " + err.Error())
	}
	gen := engine.NewGenerator(uint64(p.n))
	for !stuck(a.state) && !stuck(b.state) {
		d, probed := a.state.Decision(), int64(noProbe)
		if d != nil && d.Fault == nil {
			probed = probe(&gen, here.Def(), d)
		}
		if n >= from {
			ours, theirs := a.recorder.Lines(), b.recorder.Lines()
			if what := firstDifference(texts(ours[compared:]), texts(theirs[min(compared, len(theirs)):])); what != "" && !traceOnly {
				return refuted(what)
			}
			compared = len(ours)
			if what := differs(a.state, b.state, probed); what != "" {
				return refuted(what)
			}
			if seen(a.state) != seen(b.state) {
				return refuted(firstDifference(views(a.state), views(b.state)))
			}
		}
		if n == len(p.answers) || d == nil || d.Fault != nil {
			return nil
		}
		answer := p.answers[n]
		n++
		if a.state.Apply(answer) != nil {
			return nil
		}
		if err := b.state.Apply(answer); undecided(err) {
			return nil
		} else if err != nil {
			return refuted("there the answer is refused, or the game cannot go on: " + err.Error())
		}
	}
	return nil
}

type traced struct {
	state    *engine.State
	recorder *trace.Recorder
}

func begin(g *engine.Game, p *walk) (*traced, error) {
	t := &traced{recorder: trace.New(g, trace.Header{Game: g.Def().ID})}
	setup := p.Setup
	setup.Observer = t.recorder
	var err error
	t.state, err = g.New(setup)
	return t, err
}

func (t *traced) lines() []string { return texts(t.recorder.Lines()) }

func texts(lines []trace.Line) []string {
	var out []string
	for _, l := range lines {
		out = append(out, l.Text)
	}
	return out
}

// firstDifference describes the first difference of two lists of lines, "" if there is none.
func firstDifference(here, there []string) string {
	if slices.Equal(here, there) {
		return ""
	}
	at := func(list []string, i int) string {
		if i < len(list) {
			return fmt.Sprintf("%q", list[i])
		}
		return "nothing"
	}
	for i := range max(len(here), len(there)) {
		if a, b := at(here, i), at(there, i); a != b {
			return a + " here, " + b + " there"
		}
	}
	return ""
}
