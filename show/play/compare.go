package play

// This file plays a file with the rules of two revisions, step by step, and finds the cause of the first difference.

import (
	"errors"
	"fmt"
	"slices"

	"rulebound/conformance/revision"
	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/show/saved"
)

// Revisions holds two revisions of a game, loaded with coverage, and the differences of their rulebooks.
type Revisions struct {
	Old, New   *engine.Game
	Difference *revision.Difference
}

// side is a play with the rules of one revision.
type side struct {
	play    *Play
	lines   int      // compared lines of the trace
	changed []bool   // nodes that the other revision does not have
	ran     []uint64 // how often each of them ran before the last answer
	earlier []uint64 // before the answer before that
	before  []uint64 // before the play
}

// Compare plays a file with both revisions until they diverge, and returns the divergence: an answer that no longer
// fits, or the first differing line of the trace; nil if there is none. The error says why the file cannot be played
// with the old rules.
func (r *Revisions) Compare(f *saved.File) (*saved.Divergence, error) {
	old, now := &side{changed: r.Difference.Old}, &side{changed: r.Difference.New}
	old.start(r.Old)
	now.start(r.New)
	var err error
	if old.play, err = Begin(f, r.Old); err != nil {
		return nil, err
	}
	if now.play, err = Begin(f, r.New); err != nil {
		return r.blamed(&saved.Divergence{Why: "the set-up fails: " + err.Error(), File: f.Name}, old, now), nil
	}
	for i := -1; i < len(f.Entries); i++ {
		out := &saved.Divergence{File: f.Name}
		if i >= 0 {
			e := &f.Entries[i]
			out.Answer, out.Line, out.Given = i+1, e.Pos.Line, e.String()
			old.begin(r.Old)
			now.begin(r.New)
			if err := old.play.Follow(f, i, persons); err != nil {
				return nil, err
			}
			var d *saved.Divergence
			if err := now.play.Follow(f, i, persons); errors.As(err, &d) {
				old.ran, now.ran = old.earlier, now.earlier // the previous answer led to the present decision
				return r.blamed(d, old, now), nil
			} else if err != nil {
				return nil, err
			}
		}
		was, is := old.news(), now.news()
		for j := range max(len(was), len(is)) {
			a, b := lineAt(was, j), lineAt(is, j)
			if a.Text == b.Text && a.Depth == b.Depth {
				continue
			}
			out.Was, out.Now = orNone(a), orNone(b)
			out.Why = fmt.Sprintf("it was %q, it is %q", out.Was, out.Now)
			if out.Rules = b.Rules(); len(out.Rules) == 0 {
				out.Rules = a.Rules()
			}
			return r.blamed(out, old, now), nil
		}
	}
	return nil, nil
}

func persons(int) By { return Person }

// start records how often the changed nodes ran before the play.
func (s *side) start(g *engine.Game) {
	s.begin(g)
	s.before = s.ran
}

// begin records how often the changed nodes ran before an answer.
func (s *side) begin(g *engine.Game) {
	s.earlier, s.ran = s.ran, make([]uint64, len(s.changed))
	for i, c := range s.changed {
		if c {
			s.ran[i] = runs(g, i)
		}
	}
}

// runs returns how often a node was executed or evaluated.
func runs(g *engine.Game, node int) uint64 {
	c := g.Seen(int32(node))
	return c.Ran + c.True + c.False + c.Empty + c.Full + c.Between
}

// news returns the lines of the trace since the last call, without digests and lines that name the game.
func (s *side) news() []trace.Line {
	all := s.play.Trace()
	from := s.lines
	s.lines = len(all)
	return slices.DeleteFunc(slices.Clone(all[from:]), func(l trace.Line) bool {
		return slices.Contains([]string{"digest", "scenario", "game"}, l.Kind)
	})
}

func lineAt(lines []trace.Line, i int) *trace.Line {
	if i < len(lines) {
		return &lines[i]
	}
	return &trace.Line{}
}

func orNone(l *trace.Line) string {
	if l.Text == "" {
		return "nothing"
	}
	return l.Text
}

// blamed adds the changed clauses that caused a divergence: those that ran since the last answer; failing that, those
// that ran before; failing that, all.
func (r *Revisions) blamed(d *saved.Divergence, old, now *side) *saved.Divergence {
	since := func(s *side, g *engine.Game, counts []uint64) []bool {
		out := make([]bool, len(s.changed))
		for i, c := range s.changed {
			out[i] = c && runs(g, i) > counts[i]
		}
		return out
	}
	for _, marked := range []revision.Difference{
		{Old: since(old, r.Old, old.ran), New: since(now, r.New, now.ran)},
		{Old: since(old, r.Old, old.before), New: since(now, r.New, now.before)},
		*r.Difference,
	} {
		if d.Causes = marked.Clauses(r.Old.Def(), r.New.Def()); len(d.Causes) > 0 {
			return d
		}
	}
	d.Causes = r.Difference.Beside
	return d
}
