package soak

// This file plays games in lockstep with the same games without search pages.

import (
	"io/fs"
	"path"

	"rulebound/audit/hints"
	"rulebound/conformance/corpus"
	"rulebound/engine"
	"rulebound/engine/def"
)

// accompanied adds their games without search pages to variants, and omits games without such pages.
func accompanied(root fs.FS, variants []*variant) ([]*variant, error) {
	bare := map[*def.GameDef]*def.GameDef{}
	var out []*variant
	for _, v := range variants {
		gd, known := bare[v.def]
		if !known {
			var err error
			if gd, err = hints.Compile(root, path.Join(corpus.GamesDir, v.def.ID)); err != nil {
				return nil, err
			}
			bare[v.def] = gd
		}
		if v.bare = gd; gd != nil {
			out = append(out, v)
		}
	}
	return out, nil
}

// company is the game beside the current one; it is cached until another game or other options are played.
type company struct {
	game     *engine.Game
	follower *hints.Follower

	sum   map[string]*hints.Tally // by game
	order []string
}

// begin starts a play of a game; bare is the game without search pages, which may fail to load.
func (c *company) begin(game *engine.Game, bare *def.GameDef, options map[string]string) error {
	if c.game != game {
		follower, err := hints.NewFollower(bare, options)
		if err != nil {
			return err
		}
		c.game, c.follower = game, follower
	}
	c.follower.Begin()
	return nil
}

func (c *company) count() {
	id := c.game.Def().ID
	if c.sum[id] == nil {
		c.sum[id] = &hints.Tally{}
		c.order = append(c.order, id)
	}
	c.sum[id].Add(c.follower.Tally)
	c.follower.Tally = hints.Tally{}
}

func (c *company) rows() []Beside {
	rows := []Beside{}
	for _, id := range c.order {
		t := c.sum[id]
		rows = append(rows, Beside{id, t.Compared, t.Ahead, t.Skipped})
	}
	return rows
}
