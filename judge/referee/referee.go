package referee

// This file goes through a log and gives a verdict on each step.

import (
	"slices"
	"strings"
	"time"

	"rulebound/engine"
	"rulebound/engine/def"
)

// Verdict is what came of a step.
type Verdict string

// Verdicts.
const (
	Found     Verdict = "found"     // legal answers lead from one position to the other
	None      Verdict = "none"      // there are none: all were tried
	Undecided Verdict = "undecided" // none were found within the bounds
	Unsound   Verdict = "unsound"   // a position breaks the game's own stacking or counts; steps from it are not searched
)

// Result is the verdict on a step.
type Result struct {
	Game    string   `json:"game"`
	N       int      `json:"n"`
	Verdict Verdict  `json:"verdict"`
	Millis  int64    `json:"millis"`
	Nodes   int      `json:"nodes"`
	Answers []string `json:"answers"` // found: the witness; else those that came nearest
	Nearest []string `json:"nearest"` // else what still differs where the answers came nearest, or what is unsound
	Clauses []string `json:"clauses"` // of what is unsound, or of conditions that stood in the way

	Kind   string          `json:"-"`
	replay []engine.Answer // the witness
}

// Config says how a log is gone through.
type Config struct {
	Limits Limits
	Steps  []int // only these, nil: all
}

// Referee holds logs to a game.
type Referee struct {
	game   *engine.Game
	reader *reader
}

// New makes a referee for a game.
func New(g *engine.Game, l *Layout) *Referee { return &Referee{g, newReader(g, l)} }

// stepsPerNode is how many positions can be read in the time of a node.
const stepsPerNode = 20

// Judge goes through a log and gives each verdict as it comes. Reading the positions costs nodes of the log, too.
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

// LogSpent is what Nearest says of a step that is not searched to its end, because the nodes of its log are spent, or nearly.
const LogSpent = "the nodes for the whole log are spent"

// logShare is which part of the nodes that are left for a log a step may have, so that steps which are not found leave some for
// others, most of which need few.
const logShare = 8

// judge gives the verdict on step n.
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
	start := &opening{ear: e, part: m.layout.Kinds[step.Kind].Parts}
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
		out.Verdict, out.Nearest = m.none(n-1), t.amiss(root)
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
		out.Answers, _ = m.spell(root, found.answers)
		return out
	case found.exhausted:
		out.Verdict = m.none(n - 1)
	default:
		out.Verdict = Undecided
	}
	out.Answers, _ = m.spell(root, found.nearest)
	out.explain(m, root, t, step, found)
	if out.Verdict == Undecided && limits.Nodes < c.Limits.Nodes && out.Nodes >= limits.Nodes {
		out.Nearest = append(out.Nearest, LogSpent)
	}
	return out
}

// none is the verdict where all answers have been tried from a position. One that does not say how long an effect has been in force
// may have come of several plays, of which only one was tried.
func (m *match) none(n int) Verdict {
	for _, key := range sortedKeys(m.layout.Position) {
		item := m.layout.Position[key]
		if item.Effects && item.Field == "" && slices.ContainsFunc(ids(m.at[n].lists[key]), m.ages) {
			return Undecided
		}
	}
	return None
}

// ages reports whether a lasting effect goes on with another duration when its own is over.
func (r *reader) ages(id string) bool {
	at := slices.IndexFunc(r.def.Lasting, func(l def.LastingDef) bool { return l.ID == id })
	return slices.ContainsFunc(r.def.Code, func(in def.Instr) bool {
		return in.Op == def.CExpire && in.A == r.def.Lasting[at].Duration && in.B >= 0
	})
}

// opening lets an ear listen to a state that is being restored: what ends a step before it may be over is its beginning.
type opening struct {
	*ear
	part bool
	seen bool
}

// Event implements engine.Observer.
func (o *opening) Event(s *engine.State, e *engine.Event) {
	o.armed = o.part && o.seen
	o.seen = o.seen || e.Kind == engine.Noted && o.ends[e.Note()]
	o.ear.Event(s, e)
}

func (out *Result) blame(clause string) {
	if clause != "" && !slices.Contains(out.Clauses, clause) {
		out.Clauses = append(out.Clauses, clause)
	}
}

// spell replays answers on a copy and spells them as "seat decision: answer".
func (m *match) spell(root *engine.State, answers []engine.Answer) ([]string, *engine.State) {
	s := root.Copy()
	list := []string{}
	for _, a := range answers {
		d := s.Decision()
		list = append(list, strings.ToLower(m.def.SeatName(int64(d.Seat)))+" "+d.Name+": "+m.game.SpellReply(d, a))
		if s.Apply(a) != nil {
			break
		}
	}
	return list, s
}

// explain says where the search came nearest, what still differs there, and what stood in the way.
func (out *Result) explain(m *match, root *engine.State, t *target, step *Step, found outcome) {
	s := root.Copy()
	e := t.listen()
	p := t.proposer(step, 8)
	t.enter(none)
	for _, a := range found.nearest {
		t.measure(s)
		out.blameFor(p, s)
		e.armed, e.ended = true, false
		end := &atEnd{ear: e, out: out}
		s.Attend(end)
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

// atEnd notes what differs where a step ends.
type atEnd struct {
	*ear
	out   *Result
	noted bool
}

// Event implements engine.Observer.
func (a *atEnd) Event(s *engine.State, e *engine.Event) {
	a.ear.Event(s, e)
	a.note(s)
}

// note keeps what differs, once the step has ended.
func (a *atEnd) note(s *engine.State) {
	if a.ended && !a.noted {
		a.noted = true
		a.out.Nearest = a.t.amiss(s)
	}
}

// blameFor notes the clauses of the conditions that exclude what hints and differences ask for.
func (out *Result) blameFor(p *proposer, s *engine.State) {
	d := s.Decision()
	if d == nil || d.Fault != nil {
		return
	}
	for _, v := range p.excluded(s, d) {
		if r := s.Explain(v); r != nil {
			out.blame(r.Rule)
		}
	}
}
