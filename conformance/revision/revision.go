// Package revision compares the goldens with those of another revision of the repository and reports which of them
// changed without a reason in the rulebook: their scenario reached no rule that changed. Such goldens are suspicious,
// because something else changed them: the engine, the compiler, the encoder of traces, or data that coverage does
// not see.
package revision

import (
	"bytes"
	"errors"
	"io/fs"
	"slices"

	"rulebound/conformance/corpus"
	"rulebound/conformance/golden"
)

// Verdict is the result of comparing goldens with those of another revision.
type Verdict struct {
	Changed    int      // how many differ
	Suspicious []string // those without a reason, by name
	Beside     []string // other differences in the rulebooks of suspicious goldens: "tidelands: spaces quay"
	Unknown    []string // games with differing goldens whose old rulebook cannot be read now
}

// Judge compares plays of the present corpus with the goldens of another revision, whose files are given. A golden
// has a reason if its scenario reached a rule node that is new or changed, or formerly reached one that is gone. If
// the script itself changed, the old script is judged: if it still yields the old golden, or cannot be read any more,
// the script is the reason. The error is that of reading the files.
func Judge(was fs.FS, plays []*corpus.Play) (*Verdict, error) {
	v := &Verdict{}
	changed := map[*corpus.Play][]byte{}
	goldens, err := fs.Sub(was, corpus.GoldensDir)
	if err != nil {
		return nil, err
	}
	for _, p := range plays {
		switch text, err := golden.Read(goldens, p.Case.Name()); {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, err
		case !bytes.Equal(text, p.Trace()):
			changed[p] = text
		}
	}
	if v.Changed = len(changed); v.Changed == 0 {
		return v, nil
	}
	old, err := corpus.OpenRevision(was)
	if old == nil {
		return nil, err
	}
	differences := map[*corpus.Game]*Difference{}
	for _, p := range plays {
		text, ok := changed[p]
		if !ok {
			continue
		}
		game := p.Case.Game
		i := slices.IndexFunc(old.Games, func(g *corpus.Game) bool { return g.ID == game.ID })
		if i < 0 {
			if !slices.Contains(v.Unknown, game.ID) {
				v.Unknown = append(v.Unknown, game.ID)
			}
			continue
		}
		if differences[game] == nil {
			differences[game] = Compare(old.Games[i], game)
		}
		if differences[game].explains(p, old.Games[i], text) {
			continue
		}
		v.Suspicious = append(v.Suspicious, p.Case.Name())
		for _, what := range differences[game].Beside {
			if what = game.ID + ": " + what; !slices.Contains(v.Beside, what) {
				v.Beside = append(v.Beside, what)
			}
		}
	}
	return v, nil
}

// explains reports whether there is a reason why a play differs from the old golden.
func (d *Difference) explains(p *corpus.Play, old *corpus.Game, was []byte) bool {
	i := slices.IndexFunc(old.Cases, func(c *corpus.Case) bool { return c.Script.ID() == p.Case.Script.ID() })
	if i < 0 {
		return true
	}
	then := old.Cases[i]
	if !bytes.Equal(then.Script.Source, p.Case.Script.Source) {
		p = (&corpus.Case{Game: p.Case.Game, Script: then.Script}).Play()
		if bytes.Equal(p.Trace(), was) {
			return true
		}
	}
	return came(p, d.New) || came(then.Play(), d.Old)
}

// came reports whether a play reached one of the nodes.
func came(p *corpus.Play, nodes []bool) bool {
	def := p.Case.Game.Def
	for i, wanted := range nodes {
		if wanted && p.Coverage.Came(i) {
			return true
		}
	}
	for _, s := range def.Setups {
		if nodes[s.Node] && s.ID == p.Case.Script.Setup.Scenario {
			return true
		}
	}
	for _, x := range def.Derived {
		if nodes[x.Node] && x.Watch {
			return true
		}
	}
	return false
}
