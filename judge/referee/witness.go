package referee

// This file returns the play through steps of a log, for replaying it.

import (
	"fmt"

	"rulebound/engine"
)

// Witness is a play through steps of a log.
type Witness struct {
	From, To int           // its first and last step
	Root     *engine.State // the state at its beginning
	Answers  []engine.Answer
}

// Witness returns the play through step n, from where the turns of its card began. It is an error if one of these
// steps has no witness, or if the end of one does not lead into the next.
func (r *Referee) Witness(log *Log, n int, c Config) (*Witness, error) {
	m, err := newMatch(r.game, r.reader, log)
	if err != nil {
		return nil, err
	}
	if n < 1 || n >= len(log.Steps) {
		return nil, fmt.Errorf("%s has no step %d; its steps are 1 to %d", log.File, n, len(log.Steps)-1)
	}
	if len(m.layout.Asks) > 0 {
		return nil, fmt.Errorf("steps of %s begin within a play, where no scenario can; export is for games whose steps end at notes", m.def.ID)
	}
	from := n
	for from > 1 && m.midway(from-1) {
		from--
	}
	w := &Witness{From: from, To: n}
	x := &searcher{}
	var s *engine.State
	for k := from; k <= n; k++ {
		res := m.judge(x, k, c)
		if res.Verdict != Found {
			return nil, fmt.Errorf("step %d is not found (%s), so nothing leads through it", k, res.Verdict)
		}
		if k == from {
			if w.Root, err = m.restore(k-1, &restoring{stepObserver: m.target(k).listen(), part: m.layout.Kinds[log.Steps[k].Kind].Parts}); err != nil {
				return nil, err
			}
			s = w.Root.Copy()
		}
		for _, a := range res.replay {
			if err := s.Apply(a); err != nil {
				return nil, fmt.Errorf("what leads through step %d does not lead on from the step before it: %w", k, err)
			}
			w.Answers = append(w.Answers, a)
		}
	}
	return w, nil
}

// midway reports whether a position is between turns on one card.
func (m *match) midway(n int) bool {
	t := &m.layout.Turn
	return len(m.at[n].lists[t.Acted])+len(m.at[n].lists[t.Passed]) > 0
}
