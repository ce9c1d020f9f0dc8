package soak

// This file plays games in step with games that lack the hints for looking ahead.

import (
	"rulebound/audit/hints"
	"rulebound/engine"
	"rulebound/engine/def"
)

// hinting reports whether a game has hints.
func (c *company) hinting(gd *def.GameDef) bool {
	_, n := hints.Without(gd, c.words, hints.All()...)
	return n > 0
}

// company are the games that the one which is played has beside it. Those of one game with one choice of options are kept until
// another comes, since together all of them would need gigabytes.
type company struct {
	words     hints.Words
	game      *engine.Game
	followers []*hints.Follower

	sum   map[row]*hints.Tally
	order []row
}

// row is what is counted together.
type row struct{ game, without string }

// begin makes ready for a play of a game. The error is that a game without hints cannot be loaded.
func (c *company) begin(game *engine.Game, options map[string]string) error {
	if c.game != game {
		followers, err := hints.Followers(game.Def(), options, c.words)
		if err != nil {
			return err
		}
		c.game, c.followers = game, followers
	}
	for _, f := range c.followers {
		f.Begin()
	}
	return nil
}

// follow gives all the answer that the game was given.
func (c *company) follow(a engine.Answer) error {
	for _, f := range c.followers {
		if err := f.Follow(a); err != nil {
			return err
		}
	}
	return nil
}

// compare holds all to the state.
func (c *company) compare(s *engine.State) error {
	for _, f := range c.followers {
		if err := f.Compare(s); err != nil {
			return err
		}
	}
	return nil
}

// count adds up what a play came to.
func (c *company) count() {
	for _, f := range c.followers {
		k := row{c.game.Def().ID, f.Name}
		if c.sum[k] == nil {
			c.sum[k] = &hints.Tally{}
			c.order = append(c.order, k)
		}
		c.sum[k].Add(f.Tally)
		f.Tally = hints.Tally{}
	}
}

// rows returns what all plays came to.
func (c *company) rows() []Beside {
	var rows []Beside
	for _, k := range c.order {
		t := c.sum[k]
		rows = append(rows, Beside{k.game, k.without, t.Compared, t.Ahead, t.Skipped})
	}
	return rows
}
