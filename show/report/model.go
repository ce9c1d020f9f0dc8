// This file collects the data of the pages.

package report

import (
	"bytes"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"rulebound/audit/mutation"
	"rulebound/conformance/corpus"
	"rulebound/conformance/coverage"
	"rulebound/conformance/golden"
	"rulebound/conformance/revision"
	"rulebound/judge/drive"
	"rulebound/show/steps"
)

// Model is the data of the pages. After Build it only gains shared data that pages compute on demand.
type Model struct {
	Games     []*Game
	Revision  string     // name of the revision that the pages show, "" if it has none
	Machine   *Machine   // the engine for the browser; nil: no play
	Against   string     // the revision to compare with, "" if there is none
	Live      bool       // a server shows it, and its pages follow the server's updates
	documents *documents // may be nil
	Cause     string     // what was changed since then, with its effect on the scenarios; "" if no trace changed
}

// Game is a game with the results of its scenarios.
type Game struct {
	*corpus.Game
	Plays    []*corpus.Play
	Coverage *coverage.Report
	// Difference holds the changes since the revision to compare with, nil without one.
	Difference *Difference

	measured bool // the scenarios were played
	names    *names
	places   []coverage.Node           // reachable nodes
	cases    map[string]*corpus.Case   // by section/name
	scores   map[string]mutation.Count // by clause and section; empty if not given
	// problems holds the errors of plays: failed claims, differing goldens.
	problems map[*corpus.Case]string
	goldens  map[*corpus.Case][]byte // those that differ from the traces
	engines  []*drive.Report         // of other implementations
	tables   map[int]*steps.Table    // cached, by how many seats play
}

// newGame collects the data of a game.
func newGame(g *corpus.Game, plays []*corpus.Play, scores []*mutation.Report) *Game {
	out := &Game{Game: g, Coverage: g.Report(plays), cases: map[string]*corpus.Case{}, scores: map[string]mutation.Count{}, problems: map[*corpus.Case]string{}, goldens: map[*corpus.Case][]byte{}, tables: map[int]*steps.Table{}}
	for _, p := range plays {
		if p.Case.Game != g {
			continue
		}
		out.Plays = append(out.Plays, p)
		if err := p.Problem(); err != nil {
			out.problems[p.Case] = err.Error()
		}
	}
	for _, c := range g.Cases {
		out.cases[c.Script.ID()] = c
	}
	for _, r := range scores {
		if r.Game != g.ID {
			continue
		}
		for _, s := range r.Sections {
			out.scores[s.Number] = s.Count
			for _, c := range s.Clauses {
				out.scores[c.ID] = c.Count
			}
		}
	}
	out.measured = true
	out.places = g.Places(plays)
	out.names = newNames(out, out.places)
	return out
}

// Measured reports whether the scenarios of the game were played; if not, coverage is unknown.
func (g *Game) Measured() bool { return g.measured }

// NewGame collects the data of a game with plays of its scenarios, which are compared with their goldens.
func NewGame(g *corpus.Game, plays []*corpus.Play, goldens fs.FS) (*Game, error) {
	out := newGame(g, plays, nil)
	return out, out.judge(goldens)
}

// Unmeasured collects the data of a game before its scenarios are played.
func Unmeasured(g *corpus.Game) *Game {
	out := newGame(g, nil, nil)
	out.measured, out.places = false, nil
	out.names = newNames(out, nil)
	for _, c := range g.Cases {
		out.Plays = append(out.Plays, &corpus.Play{Case: c})
	}
	return out
}

// Failing returns the number of failing scenarios.
func (g *Game) Failing() int { return len(g.problems) }

// HasScores reports whether mutation scores were given.
func (g *Game) HasScores() bool { return len(g.scores) > 0 }

// judge compares the traces with their goldens and records the problems.
func (g *Game) judge(goldens fs.FS) error {
	for _, p := range g.Plays {
		text, err := golden.Read(goldens, p.Case.Name())
		switch {
		case isMissing(err):
			g.note(p, "there is no golden; rulebound goldens writes it")
		case err != nil:
			return err
		case !bytes.Equal(text, p.Trace()):
			g.goldens[p.Case] = text
			g.note(p, "the trace differs from the golden")
		}
	}
	return nil
}

// note adds a problem of a play.
func (g *Game) note(p *corpus.Play, problem string) {
	g.problems[p.Case] = strings.TrimPrefix(g.problems[p.Case]+"\n"+problem, "\n")
}

func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// Options are the options of Build.
type Options struct {
	Game     string             // only that game; "": all
	Revision string             // name of the present revision
	Goldens  fs.FS              // the folder of the goldens
	Scores   []*mutation.Report // from `rulebound mutate -json`; may be empty
	Engines  []*drive.Report    // reports of other implementations, from `rulebound drive -o`
	Machine  *Machine           // engine for the browser; may be nil
	Against  *Against           // revision to compare with; may be nil
	Docs     *Docs              // documents that become pages; may be nil
	Progress Progress           // may be nil
}

// Progress is called with the progress of a stage; total is 0 while unknown.
type Progress func(stage string, done, total int)

func (p Progress) report(stage string, done, total int) {
	if p != nil {
		p(stage, done, total)
	}
}

// Build plays the scenarios of a corpus and collects the model. A failing scenario is not an error.
func Build(all *corpus.Corpus, options Options) (*Model, error) {
	m := &Model{Revision: options.Revision, Machine: options.Machine}
	plays := corpus.PlayEach(all.Cases(), func(done, total int) { options.Progress.report("playing", done, total) })
	for _, g := range all.Games {
		if options.Game != "" && g.ID != options.Game {
			continue
		}
		x := newGame(g, plays, options.Scores)
		x.engines = slices.DeleteFunc(slices.Clone(options.Engines), func(r *drive.Report) bool { return r.Game != g.ID })
		if err := x.judge(options.Goldens); err != nil {
			return nil, err
		}
		m.Games = append(m.Games, x)
	}
	if len(m.Games) == 0 {
		return nil, errors.New("there is no game to report on")
	}
	if options.Docs != nil {
		var err error
		if m.documents, err = m.readDocuments(options.Docs); err != nil {
			return nil, err
		}
	}
	if options.Against != nil {
		return m, m.compare(options.Against, plays, options.Progress)
	}
	return m, nil
}

// compare computes the changes of the games since another revision.
func (m *Model) compare(against *Against, plays []*corpus.Play, progress Progress) error {
	m.Against = against.Name
	goldens, err := fs.Sub(against.Files, corpus.GoldensDir)
	if err != nil {
		return err
	}
	if cause := revision.ExplainFiles(goldens, against.Files, against.Name, plays); cause != nil {
		m.Cause = cause.String()
	}
	verdict, err := revision.Judge(against.Files, plays)
	if err != nil {
		return err
	}
	old, err := corpus.OpenRevision(against.Files)
	if len(old.Games) == 0 && err != nil {
		return err
	}
	then := corpus.PlayEach(old.Cases(), func(done, total int) { progress.report("playing "+against.Name, done, total) })
	for _, g := range m.Games {
		var was *Game
		if i := slices.IndexFunc(old.Games, func(x *corpus.Game) bool { return x.ID == g.ID }); i >= 0 {
			was = newGame(old.Games[i], then, against.Scores)
		}
		if g.Difference, err = compare(g, was, against, verdict); err != nil {
			return err
		}
	}
	return nil
}
