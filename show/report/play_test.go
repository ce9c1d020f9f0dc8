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

// A game without scenarios has a page to play it, with its set-ups and options; a report without the machine has none.
func TestAGameWithoutScenariosIsPlayed(t *testing.T) {
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
