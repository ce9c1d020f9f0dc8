package follow

// suite.go plays the scenarios of a game after each change, first those that the change can affect.

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strings"

	"rulebound/conformance/corpus"
	"rulebound/conformance/golden"
	"rulebound/conformance/revision"
	"rulebound/conformance/scenario"
	"rulebound/engine/def"
)

// Suite is a game that is being edited, with the results of its scenarios. It is not safe for concurrent use.
type Suite struct {
	id     string
	reader *corpus.Reader
	game   *corpus.Game // the last version that compiled, nil if there was none
	shown  map[string]*shown
	first  []*corpus.Case // to be played first: the last change can affect them
	rest   []*corpus.Case // to be played: other reasons may affect them
	rules  map[string]int32
	named  []string // the clauses of each numbered set, joined with blanks
}

// shown is the result of a scenario.
type shown struct {
	script [sha256.Size]byte // of the scenario and those that it continues
	trace  [sha256.Size]byte
	lines  int
	fails  bool
	rules  []int32 // clauses of the nodes that it reached, numbered by Suite.rule
}

// NewSuite returns the suite of a game that has not been read yet. Suites may share a reader.
func NewSuite(id string, reader *corpus.Reader) *Suite {
	return &Suite{id: id, reader: reader, shown: map[string]*shown{}, rules: map[string]int32{}}
}

// Game returns the last version of the game that compiled, nil if there was none.
func (s *Suite) Game() *corpus.Game { return s.game }

// Read reads the game again and determines which scenarios must be played. It returns the changes since the last call
// (clauses, declarations, scenarios), nothing the first time. If the rulebook does not compile, it returns the error
// and changes nothing; an invalid scenario is skipped, with an error.
func (s *Suite) Read(fsys fs.FS) ([]string, error) {
	g, err := s.reader.OpenGame(fsys, s.id)
	if g == nil {
		return nil, err
	}
	var changed []string
	touched := map[int32]bool{}
	all := false // a declaration changed, which can affect any scenario
	pending := map[string]bool{}
	for _, c := range slices.Concat(s.first, s.rest) { // not yet played after an earlier change
		pending[c.Name()] = true
	}
	if s.game != nil {
		d := revision.Compare(s.game, g)
		for _, clause := range d.Clauses(s.game.Def, g.Def) {
			id, _, _ := strings.Cut(clause, " (")
			changed = append(changed, id)
		}
		changed, all = append(changed, d.Beside...), len(changed)+len(d.Beside) > 0
		s.mark(touched, s.game.Def, d.Old)
		s.mark(touched, g.Def, d.New)
	}
	s.first, s.rest = nil, nil
	kept := map[string]*shown{}
	for _, c := range g.Cases {
		name := c.Name()
		was := s.shown[name]
		switch {
		case was == nil || was.script != digest(c.Script):
			if s.game != nil && !pending[name] {
				changed = append(changed, "scenario "+c.Script.ID())
			}
			s.first = append(s.first, c)
		case slices.ContainsFunc(was.rules, func(rule int32) bool { return touched[rule] }):
			s.first = append(s.first, c)
		case all || pending[name]:
			s.rest = append(s.rest, c)
		}
		if was != nil {
			kept[name] = was
		}
	}
	if s.game == nil {
		s.first, s.rest = nil, s.first
	}
	s.game, s.shown = g, kept
	return changed, err
}

// mark records the clauses of marked nodes.
func (s *Suite) mark(touched map[int32]bool, gd *def.GameDef, marked []bool) {
	for i, m := range marked {
		if m {
			touched[s.rule(gd.Nodes[i].Rules)] = true
		}
	}
}

// rule returns the number of a node's clauses.
func (s *Suite) rule(rules []string) int32 {
	key := strings.Join(rules, " ")
	n, ok := s.rules[key]
	if !ok {
		n = int32(len(s.rules))
		s.rules[key], s.named = n, append(s.named, key)
	}
	return n
}

// digest hashes the text of a scenario and of those that it continues.
func digest(script *scenario.Script) [sha256.Size]byte {
	sum := sha256.New()
	for ; script != nil; script = script.Base {
		fmt.Fprintf(sum, "%d\n%s", len(script.Source), script.Source)
	}
	return [sha256.Size]byte(sum.Sum(nil))
}

// Touched returns how many of the remaining scenarios the last change can affect.
func (s *Suite) Touched() int { return len(s.first) }

// Left returns the number of remaining scenarios.
func (s *Suite) Left() int { return len(s.first) + len(s.rest) }

// Play plays the next scenario, preferably one that the last change can affect. It reports whether there was one.
func (s *Suite) Play() bool {
	var c *corpus.Case
	switch {
	case len(s.first) > 0:
		c, s.first = s.first[0], s.first[1:]
	case len(s.rest) > 0:
		c, s.rest = s.rest[0], s.rest[1:]
	default:
		return false
	}
	s.play(c)
	return true
}

// PlayOf plays the remaining scenarios that name a clause, while more returns true.
func (s *Suite) PlayOf(clause string, more func() bool) {
	for _, queue := range []*[]*corpus.Case{&s.first, &s.rest} {
		for i := 0; i < len(*queue) && more(); {
			if c := (*queue)[i]; slices.Contains(c.Script.Rules, clause) {
				*queue = slices.Delete(*queue, i, i+1)
				s.play(c)
			} else {
				i++
			}
		}
	}
}

// Coming returns the scenarios that name a clause, then the others that reached it; each group by the length of the trace.
func (s *Suite) Coming(clause string) []*corpus.Case {
	var out []*corpus.Case
	rank := map[*corpus.Case]int{}
	for _, c := range s.game.Cases {
		now := s.shown[c.Name()]
		switch {
		case now == nil:
		case slices.Contains(c.Script.Rules, clause):
			rank[c] = now.lines
			out = append(out, c)
		case slices.ContainsFunc(now.rules, func(n int32) bool { return slices.Contains(strings.Fields(s.named[n]), clause) }):
			rank[c] = math.MaxInt/2 + now.lines
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b *corpus.Case) int { return cmp.Compare(rank[a], rank[b]) })
	return out
}

// play plays a scenario and records the result.
func (s *Suite) play(c *corpus.Case) {
	p := c.Play()
	now := &shown{script: digest(c.Script), trace: sha256.Sum256(p.Trace()), lines: len(p.Lines), fails: p.Problem() != nil}
	came := map[int32]bool{}
	for i := range s.game.Def.Nodes {
		if p.Coverage.Came(i) {
			came[s.rule(s.game.Def.Nodes[i].Rules)] = true
		}
	}
	now.rules = slices.Sorted(maps.Keys(came))
	s.shown[c.Name()] = now
}

// State summarises the results of scenarios.
type State struct {
	Scenarios int    `json:"scenarios"`
	Unplayed  int    `json:"unplayed"` // never played
	Differ    int    `json:"differ"`   // the trace differs from the golden
	Fail      int    `json:"fail"`     // contradict their expectation, or cannot be played
	Shortest  string `json:"shortest"` // the differing or failing one with the shortest trace, SECTION/NAME; "" if there is none
}

// State compares the results with the goldens below the root.
func (s *Suite) State(fsys fs.FS) (State, error) { return s.state(fsys, s.game.Cases) }

// StateOf is State for the scenarios that name a clause.
func (s *Suite) StateOf(fsys fs.FS, clause string) (State, error) {
	var cases []*corpus.Case
	for _, c := range s.game.Cases {
		if slices.Contains(c.Script.Rules, clause) {
			cases = append(cases, c)
		}
	}
	return s.state(fsys, cases)
}

func (s *Suite) state(fsys fs.FS, cases []*corpus.Case) (State, error) {
	st := State{Scenarios: len(cases)}
	goldens, err := fs.Sub(fsys, corpus.GoldensDir)
	if err != nil {
		return st, err
	}
	var wrong []*corpus.Case
	for _, c := range cases {
		now := s.shown[c.Name()]
		if now == nil {
			st.Unplayed++
			continue
		}
		text, err := golden.Read(goldens, c.Name())
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return st, err
		}
		differs := err != nil || sha256.Sum256(text) != now.trace
		if differs {
			st.Differ++
		}
		if now.fails {
			st.Fail++
		}
		if differs || now.fails {
			wrong = append(wrong, c)
		}
	}
	if len(wrong) > 0 {
		st.Shortest = slices.MinFunc(wrong, func(a, b *corpus.Case) int {
			return cmp.Or(cmp.Compare(s.shown[a.Name()].lines, s.shown[b.Name()].lines), cmp.Compare(a.Name(), b.Name()))
		}).Script.ID()
	}
	return st, nil
}

// String spells a state: "13 of 1,682 scenarios differ, 3 fail; shortest 6.2/casualties".
func (st State) String() string {
	text := fmt.Sprintf("none of %s scenarios differs or fails", revision.Thousands(st.Scenarios))
	if st.Shortest != "" {
		text = fmt.Sprintf("%s of %s scenarios differ, %s fail; shortest %s",
			revision.Thousands(st.Differ), revision.Thousands(st.Scenarios), revision.Thousands(st.Fail), st.Shortest)
	}
	if st.Unplayed > 0 {
		text += fmt.Sprintf("; %s not played yet", revision.Thousands(st.Unplayed))
	}
	return text
}
