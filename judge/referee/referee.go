package referee

// This file goes through a log and judges each step.

import (
	"slices"
	"strings"
	"time"

	"rulebound/engine"
	"rulebound/engine/def"
)

// Verdict is the result of a step.
type Verdict string

// The verdicts.
const (
	Found     Verdict = "found"     // legal answers lead from one position to the other
	None      Verdict = "none"      // there are none: all were tried
	Undecided Verdict = "undecided" // none were found within the limits
	Unsound   Verdict = "unsound"   // a position violates the game's stacking limits or piece counts; steps from it are not searched
)

// Result is the verdict on a step.
type Result struct {
	Game    string   `json:"game"`
	N       int      `json:"n"`
	Verdict Verdict  `json:"verdict"`
	Millis  int64    `json:"millis"`
	Nodes   int      `json:"nodes"`
	Answers []string `json:"answers"` // found: the witness; else the answers that came nearest
	Nearest []string `json:"nearest"` // else what still differs after these answers, or what is unsound
	Clauses []string `json:"clauses"` // of what is unsound, or of conditions that excluded suggested answers

	Kind   string          `json:"-"`
	replay []engine.Answer // the witness
}

// Config says how to go through a log.
type Config struct {
	Limits Limits
	Steps  []int // nil: all
}

// Referee checks logs against a game.
type Referee struct {
	game   *engine.Game
	reader *reader
}

// New makes a referee for a game.
func New(g *engine.Game, l *Layout) *Referee { return &Referee{g, newReader(g, l)} }

// stepsPerNode is how many positions take as long to read as a node.
const stepsPerNode = 20

// Judge calls give with the verdict of each step. Reading the positions also costs nodes of the log.
func (r *Referee) Judge(log *Log, c Config, give func(Result)) error {
	m, err := newMatch(r.game, r.reader, log)
	if err != nil {
		return err
	}
	if left := c.Limits.Left; left != nil {
		*left -= len(log.Steps) / stepsPerNode
	}
	x := &searcher{}
	for n := 1; n < len(log.Steps); n++ {
		if c.Steps == nil || slices.Contains(c.Steps, n) {
			give(m.judge(x, n, c))
		}
	}
	return nil
}

// LogSpent is the text in Nearest for a step whose search ended because the nodes of its log are used up, or nearly.
const LogSpent = "the nodes for the whole log are spent"

// logShare limits a step to this fraction of the nodes left for its log, so that hard steps leave some for the
// others, most of which need few.
const logShare = 8

// judge returns the verdict on step n.
func (m *match) judge(x *searcher, n int, c Config) (out Result) {
	step := &m.log.Steps[n]
	began := time.Now()
	out = Result{Game: m.log.Name, N: n, Kind: step.Kind, Answers: []string{}, Nearest: []string{}, Clauses: []string{}}
	defer func() { out.Millis = time.Since(began).Milliseconds() }()
	for _, at := range []int{n - 1, n} {
		if breaches := m.breaches(m.at[at]); len(breaches) > 0 {
			out.Verdict = Unsound
			for _, b := range breaches {
				out.Nearest = append(out.Nearest, b.What)
				out.blame(b.Clause)
			}
			return out
		}
	}
	t := m.target(n)
	e := t.listen()
	start := &restoring{stepObserver: e, part: m.layout.Kinds[step.Kind].Parts}
	root, err := m.restore(n-1, start)
	if err != nil {
		out.Verdict, out.Nearest = None, append(out.Nearest, "the step cannot begin: "+err.Error())
		return out
	}
	if e.ended || root.Over() {
		if e.ended && e.dist == 0 {
			out.Verdict = Found
			return out
		}
		out.Verdict, out.Nearest = m.none(n-1), t.mismatches(root)
		return out
	}
	if start.part {
		t.opens = e.stage
		t.divide(root)
	}
	limits := c.Limits
	if left := limits.Left; left != nil {
		if *left <= 0 {
			out.Verdict, out.Nearest = Undecided, append(out.Nearest, LogSpent)
			return out
		}
		limits.Nodes = min(limits.Nodes, (*left+logShare-1)/logShare)
		defer func() { *left -= out.Nodes }()
	}
	found := x.search(root, t, step, limits)
	out.Nodes = found.nodes
	switch {
	case found.found:
		out.Verdict, out.replay = Found, found.answers
		out.Answers = m.spell(root, found.answers)
		return out
	case found.exhausted:
		out.Verdict = m.none(n - 1)
	default:
		out.Verdict = Undecided
	}
	out.Answers = m.spell(root, found.nearest)
	out.explain(root, t, step, found)
	if out.Verdict == Undecided && limits.Nodes < c.Limits.Nodes && out.Nodes >= limits.Nodes {
		out.Nearest = append(out.Nearest, LogSpent)
	}
	return out
}

// none is the verdict if all answers from a position have been tried. If the position leaves out how long an effect
// has been in force, several states may match it, of which only one was tried.
func (m *match) none(n int) Verdict {
	for _, key := range sortedKeys(m.layout.Position) {
		item := m.layout.Position[key]
		if item.Effects && item.Field == "" && slices.ContainsFunc(ids(m.at[n].lists[key]), m.ages) {
			return Undecided
		}
	}
	return None
}

// ages reports whether a lasting effect continues with another duration when its own is over.
func (r *reader) ages(id string) bool {
	at := slices.IndexFunc(r.def.Lasting, func(l def.LastingDef) bool { return l.ID == id })
	return slices.ContainsFunc(r.def.Code, func(in def.Instr) bool {
		return in.Op == def.CExpire && in.A == r.def.Lasting[at].Duration && in.B >= 0
	})
}

// restoring passes events to an observer of a step while a state is restored. It arms it, in a step with parts, only after the
// first note that ends a step: that one belongs to the beginning.
type restoring struct {
	*stepObserver
	part bool
	seen bool
}

// Event implements engine.Observer.
func (o *restoring) Event(s *engine.State, e *engine.Event) {
	o.armed = o.part && o.seen
	o.seen = o.seen || e.Kind == engine.Noted && o.ends[e.Note()]
	o.stepObserver.Event(s, e)
}

func (out *Result) blame(clause string) {
	if clause != "" && !slices.Contains(out.Clauses, clause) {
		out.Clauses = append(out.Clauses, clause)
	}
}

// spell replays answers on a copy and spells them as "seat decision: answer".
func (m *match) spell(root *engine.State, answers []engine.Answer) []string {
	s := root.Copy()
	list := []string{}
	for _, a := range answers {
		d := s.Decision()
		list = append(list, strings.ToLower(m.def.SeatName(int64(d.Seat)))+" "+d.Name+": "+m.game.SpellReply(d, a))
		if s.Apply(a) != nil {
			break
		}
	}
	return list
}

// explain records where the search came nearest, what still differs there, and what excluded better answers.
func (out *Result) explain(root *engine.State, t *target, step *Step, found outcome) {
	s := root.Copy()
	e := t.listen()
	p := t.proposer(step, 8)
	t.enter(none)
	for _, a := range found.nearest {
		t.measure(s)
		out.blameFor(p, s)
		e.armed, e.ended = true, false
		end := &atEnd{stepObserver: e, out: out}
		s.Listen(end)
		if s.Apply(a) != nil {
			break
		}
		e.rest(s)
		if end.note(s); e.ended {
			break
		}
	}
	if !e.ended {
		out.Nearest = append(out.Nearest, found.stuck...)
		if found.stuck == nil {
			out.Nearest = append(out.Nearest, t.differences(s)...)
		}
		out.blameFor(p, s)
	}
}

// atEnd records what differs at the end of a step.
type atEnd struct {
	*stepObserver
	out   *Result
	noted bool
}

// Event implements engine.Observer.
func (a *atEnd) Event(s *engine.State, e *engine.Event) {
	a.stepObserver.Event(s, e)
	a.note(s)
}

// note records what differs, once the step has ended.
func (a *atEnd) note(s *engine.State) {
	if a.ended && !a.noted {
		a.noted = true
		a.out.Nearest = a.t.mismatches(s)
	}
}

// blameFor records the clauses of the conditions that exclude suggested answers.
func (out *Result) blameFor(p *proposer, s *engine.State) {
	d := s.Decision()
	if d == nil || d.Fault != nil {
		return
	}
	for _, v := range p.excluded(d) {
		if r := s.Explain(v); r != nil {
			out.blame(r.Rule)
		}
	}
}
