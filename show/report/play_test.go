package report_test

import (
	"testing"
	"testing/fstest"

	"rulebound/show/report"
)

var machine = &report.Machine{Wasm: []byte("machine"), Exec: []byte("exec"), Licence: []byte("licence")}

const bareBook = `# 1 Chance

` + "```yaml" + `
game: {id: bare, title: Bare, main: go}
seats: [{id: red, title: Red}]
options: [{id: wind, values: [calm, strong], default: strong}]
setups: [{id: long-year}, {id: short, title: A short year}]
procedures: [{id: go, do: [{menu: where, by: red, options: {stay: {do: []}, leave: {do: []}}}]}]
` + "```" + `
`

// The page has the set-ups and options; a report without the machine has no such page.
func TestGameWithoutScenariosHasAPageToPlay(t *testing.T) {
	bare := fstest.MapFS{"data/games/bare/10.md": {Data: []byte(bareBook)}}
	got := files(t, bare, report.Options{Machine: machine})
	play := got["play/bare/index.html"]
	has(t, play, `<option value="long-year">long year</option>`, `<option value="short">A short year</option>`, `<option value="strong" selected>`, `assets/bare.js`)
	has(t, got["index.html"], `href="play/bare/index.html"`)
	for _, name := range []string{"assets/bare.js", "assets/bare-rules.js", "assets/machine.js", "assets/game.js", "assets/wasm_exec.LICENSE"} {
		if got[name] == "" {
			t.Errorf("%s is missing", name)
		}
	}
	if _, ok := files(t, bare, report.Options{})["play/bare/index.html"]; ok {
		t.Error("there is a page to play without the machine")
	}
}

const seatedBook = `# 1 Seats

` + "```yaml" + `
game: {id: seated, title: Seated, main: go}
seats: [{each: {n: 1..4}, id: "p{n}"}]
options: [{id: players, values: 2..4, default: 3, seats: true}]
cards: [{id: one}]
piles: [{id: deck}, {id: hand, per: seat, visible: owner}]
procedures: [{id: go, do: [{menu: where, by: p1, options: {stay: {do: []}, leave: {do: []}}}]}]
` + "```" + `
`

// The page shows the default number of players, and the visitor can choose another.
func TestNumberOfPlayersCanBeChosen(t *testing.T) {
	got := files(t, fstest.MapFS{"data/games/seated/10.md": {Data: []byte(seatedBook)}}, report.Options{Machine: machine})
	play := got["play/seated/index.html"]
	has(t, play, `<option value="2">2</option><option value="3" selected>3</option><option value="4">4</option>`, `as p3</option><option value="everybody">`, `assets/seated-3.js`)
	if got["assets/seated-3.js"] == "" {
		t.Error("the table of three seats is missing")
	}
}
