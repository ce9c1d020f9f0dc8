// Package perft counts the plays of a game: the number of sequences of answers of each length, chance included. An answer
// that resolves itself because no other is legal counts, as a forced move does in chess.
// Engines with the same rules count the same, so a different number shows that one allows too much or too little. The
// name is that of the same method for chess programs.
package perft

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"rulebound/engine"
)

// MaxDepth is the greatest depth.
const MaxDepth = 1000

// Config says what to count.
type Config struct {
	Depth int            // answers of the longest plays, 1 to MaxDepth
	Owns  func(int) bool // count only plays whose first answer's number, from 0, satisfies it; nil: all
	// Progress, if not nil, is called with the number of finished first answers, and of all.
	Progress func(done, all int)
}

// Report is the result of a count.
type Report struct {
	Version  int      `json:"version"`
	Depths   []Depth  `json:"depths"`   // from 1 answer on
	Branches []Branch `json:"branches"` // in the order of the decision
}

// Depth counts the plays of a number of answers.
type Depth struct {
	Answers int    `json:"answers"`
	Plays   uint64 `json:"plays"`
	Over    uint64 `json:"over"` // plays of them that end the game
}

// Branch counts the plays of the greatest depth that begin with a given answer.
type Branch struct {
	Number int    `json:"number"` // from 0
	Answer string `json:"answer"`
	Plays  uint64 `json:"plays"`
}

// Count counts the plays that continue a state, without changing it. A shuffle counts as one answer, which the
// state's generator draws. The error is a fault of the rulebook, or says that no decision is pending.
func Count(s *engine.State, c Config) (*Report, error) {
	if s.Over() {
		return nil, errors.New("the game is over: there are no plays to count")
	}
	k := &counter{depth: c.Depth, states: make([]*engine.State, c.Depth+1), depths: make([]Depth, c.Depth), forced: &forced{}}
	for i := range k.depths {
		k.depths[i].Answers = i + 1
	}
	for i := range k.states {
		k.states[i] = s.Copy()
		k.states[i].Observe(k.forced)
	}
	first, err := k.legal()
	if err != nil {
		return nil, err
	}
	r := &Report{Version: 1, Branches: []Branch{}}
	d := s.Decision()
	for i, a := range first {
		if c.Owns != nil && !c.Owns(i) {
			continue
		}
		before := k.depths[c.Depth-1].Plays
		if err := k.follow(k.states[0], a, 0); err != nil {
			return nil, err
		}
		r.Branches = append(r.Branches, Branch{i, s.Game().SpellReply(d, a), k.depths[c.Depth-1].Plays - before})
		if c.Progress != nil {
			c.Progress(i+1, len(first))
		}
	}
	r.Depths = k.depths
	return r, nil
}

// Join merges the reports of all parts of a run.
func Join(parts []*Report) (*Report, error) {
	out := &Report{Version: 1}
	for _, p := range parts {
		if p == nil || out.Depths != nil && len(p.Depths) != len(out.Depths) {
			return nil, errors.New("the parts did not count to the same depth")
		}
		if out.Depths == nil {
			out.Depths = make([]Depth, len(p.Depths))
		}
		for i, d := range p.Depths {
			sum := &out.Depths[i]
			sum.Answers, sum.Plays, sum.Over = d.Answers, sum.Plays+d.Plays, sum.Over+d.Over
		}
		out.Branches = append(out.Branches, p.Branches...)
	}
	slices.SortStableFunc(out.Branches, func(a, b Branch) int { return a.Number - b.Number })
	return out, nil
}

// Write prints a line for each depth; if divided, one for each first answer precedes them.
func (r *Report) Write(w io.Writer, divided bool) error {
	var out strings.Builder
	if divided {
		for _, b := range r.Branches {
			fmt.Fprintf(&out, "%s: %d\n", b.Answer, b.Plays)
		}
	}
	out.WriteString("answers       plays        over\n")
	for _, d := range r.Depths {
		fmt.Fprintf(&out, "%7d %11d %11d\n", d.Answers, d.Plays, d.Over)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// counter enumerates the plays, with a state for each depth.
type counter struct {
	depth  int
	states []*engine.State
	depths []Depth
	forced *forced
}

// forced counts the answers that resolve themselves. Where nothing could be chosen, there is no answer to count.
type forced struct{ n int }

// Event implements engine.Observer.
func (f *forced) Event(s *engine.State, e *engine.Event) {
	if e.Kind != engine.Forced {
		return
	}
	a, d := e.Answer(), s.Decision()
	nothing := a.Form == engine.ByStop || a.Form == engine.ByOption && (a.Value < 0 || a.Value == int64(d.Decline))
	if a.Form == engine.ByValue {
		nothing = d.Max <= 0 && len(d.Members) == 0
	}
	if !nothing {
		f.n++
	}
}

// maxFirst limits the answers to the first decision, which are stored.
const maxFirst = 1 << 20

// legal lists the legal answers to the first decision.
func (k *counter) legal() (list []engine.Answer, err error) {
	var failed error
	err = answers(k.states[0], func(a engine.Answer) bool {
		k.states[0].CopyTo(k.states[1])
		switch ok, err := applied(k.states[1], a); {
		case err != nil:
			failed = err
		case ok && len(list) == maxFirst:
			failed = fmt.Errorf("the first decision has more than %d answers", maxFirst)
		case ok:
			a.Counts, a.Order, a.Chosen = slices.Clone(a.Counts), slices.Clone(a.Order), slices.Clone(a.Chosen)
			list = append(list, a)
		}
		return failed == nil
	})
	return list, errors.Join(err, failed)
}

// follow counts the plays that continue a state with an answer at a depth, and that play itself.
func (k *counter) follow(from *engine.State, a engine.Answer, at int) error {
	next := k.states[at+1]
	from.CopyTo(next)
	k.forced.n = 0
	ok, err := applied(next, a)
	if !ok {
		return err
	}
	end := at + 1 + k.forced.n // the number of answers so far
	for i := at; i < min(end, k.depth); i++ {
		k.depths[i].Plays++
	}
	switch {
	case end > k.depth:
		return nil
	case next.Over():
		k.depths[end-1].Over++
		return nil
	case end == k.depth:
		return nil
	}
	var failed error
	err = answers(next, func(a engine.Answer) bool {
		failed = k.follow(next, a, end)
		return failed == nil
	})
	return errors.Join(err, failed)
}

// applied applies an answer and reports whether it is legal. The error is a fault.
func applied(s *engine.State, a engine.Answer) (bool, error) {
	err := s.Advance(a)
	var refusal *engine.Refusal
	if errors.As(err, &refusal) {
		return false, nil
	}
	return err == nil, err
}
