package suggest

import (
	"errors"
	"os"
	"testing"

	"rulebound/conformance/corpus"
	"rulebound/engine/players"
)

// repository reads a game of the repository with what its random boards look like.
func repository(t *testing.T, id string) (*corpus.Game, Config) {
	t.Helper()
	root := os.DirFS("../..")
	g, err := corpus.OpenGame(root, id)
	if err != nil {
		t.Fatal(err)
	}
	boards, err := corpus.Boards(root, id)
	if err != nil {
		t.Fatal(err)
	}
	return g, Config{Seed: 1, Boards: boards}
}

// A script of a play ends in the state of the play, whatever the answers were.
func TestWrittenScriptReplaysThePlay(t *testing.T) {
	seeds := uint64(25)
	if testing.Short() {
		seeds = 8
	}
	for _, id := range []string{"tidelands", "fire-in-the-lake", "texas-holdem"} {
		g, c := repository(t, id)
		g.Cases = g.Cases[:min(200, len(g.Cases))]
		s := newSearch(g, &c)
		s.plant()
		for seed := range seeds {
			r := &random{gen: s.gen, player: players.NewUniform(seed), prefer: map[int32]uint64{}, left: 4 + int(seed%20)}
			p := &play{pos: s.painter.board()}
			var err error
			if p.steps, _, _, err = s.table.play(p.pos, r, nowhere{}, nil); err != nil {
				continue // more pieces than there are
			}
			if err := writes(s, p); err != nil {
				t.Errorf("%s, seed %d: %v", id, seed, err)
			}
		}
	}
}

var errElsewhere = errors.New("the script comes to another state")

// writes returns the error of a script that does not end in the state of its play; nil if one does.
func writes(s *search, p *play) (problem error) {
	for _, more := range endings {
		for _, full := range []bool{false, true} {
			d := s.draft(&target{Place: Place{File: "x.md"}}, p, more, full)
			if d == nil {
				return errors.New("it cannot be played again")
			}
			c, err := d.try("scenarios/x/1/x.yaml", d.text([]string{"1"}, nil)+"expect: {asked: "+asked(d.last)+"}\n")
			if c == nil {
				return err
			}
			if problem = c.Result.Problem(); problem == nil && c.Result.Session.State().Hash() == d.last.Hash() {
				return nil
			}
			if problem == nil {
				problem = errElsewhere
			}
		}
	}
	return problem
}
