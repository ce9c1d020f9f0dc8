// This file makes the first page of the report: an introduction, a board, and links to play, rules and proof.

package report

import (
	"cmp"
	"slices"

	"rulebound/engine"
	"rulebound/show/steps"
)

// coverGame is a game on the first page.
type coverGame struct {
	*Game
	Links []Link
}

// coverSteps limits the steps of the set-up on the first page.
const coverSteps = 1 << 24

// coverNames holds the first page's names of the parts of a game.
var coverNames = map[Place]string{InPlay: "Play", InBook: "Rules", InScenarios: "Proof"}

// cover is the first page of the report.
func (m *Model) cover() (File, error) {
	p := &Page{Path: "index.html", Title: "Board games as rules that a program plays", Wide: true}
	var games []coverGame
	for _, g := range m.Games {
		x := coverGame{Game: g}
		for _, part := range parts {
			if part.title != "" && part.shown(m, g) {
				x.Links = append(x.Links, Link{cmp.Or(coverNames[part.place], part.title), part.place.home(g)})
			}
		}
		games = append(games, x)
	}
	values := map[string]any{"Model": m, "Page": p, "Games": games, "Machine": m.Machine != nil}
	featured := games[max(0, slices.IndexFunc(games, func(g coverGame) bool { return g.Def.Looks != nil && len(g.Def.Looks.Regions) > 0 }))]
	if start, seats := begun(featured.Game); start != nil {
		p.Data = map[string]any{"start": start}
		p.Scripts, p.Sheets = []string{tablePath(featured.Game, seats), "assets/board.js", "assets/cover.js"}, []string{"assets/board.css"}
		values["Featured"] = featured
	}
	return m.page(p, "cover", values)
}

// begun returns the position of the first set-up of a game, nil if there is none, and how many seats play.
func begun(g *Game) (start *steps.Position, seats int) {
	loaded, err := engine.Load(g.Def, nil)
	if err != nil {
		return nil, 0
	}
	setup := engine.Setup{Seed: 1, Budget: engine.NewBudget(coverSteps)}
	if len(g.Def.Setups) > 0 {
		setup.ID = g.Def.Setups[0].ID
	}
	state, err := loaded.New(setup)
	if err != nil {
		return nil, 0
	}
	return g.table(loaded.Def()).Read(state), len(loaded.Def().Seats)
}
