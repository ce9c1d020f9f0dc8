//go:build browser

package browser

// This file opens the report of a game whose names are markup, scripts, regular expressions and properties of objects.

import (
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/chromedp/chromedp"

	"rulebound/show/report"
)

// trap ends each title. If it is executed it sets window.caught; it is an invalid regular expression.
const trap = ` (+)+[</script><script>window.caught=1</script>"'><img src=x onerror=window.caught=1><svg onload=window.caught=1>` + "${window.caught=1}"

// steering would control a terminal, change the direction of writing, or be invisible. A rulebook or scenario with it
// is rejected; a golden that contains it is shown as a difference.
const steering = "\x1b[2J\x1b]0;title\a \u202eback \u2066alone\u2069 \u3164\uffa0\u2800\u034f"

// trapped is a game, on a board or at a table, whose titles are all traps; one of its seats has a very long name.
func trapped(board bool) fstest.MapFS {
	q := func(word string) string {
		out, _ := json.Marshal(word + trap)
		return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(string(out))
	}
	spaces := "spaces: [{id: hasOwnProperty-1, title: " + q("Near") + ", adjacent: [prototype]}, {id: prototype, title: " + q("Far") + ", adjacent: [hasOwnProperty-1]}]\n" +
		"map: {regions: [{id: land, title: " + q("Land") + ", at: [[0, 0], [900, 0], [900, 900]]}], places: [{id: town, title: " + q("Town") + ", at: [12, 5]}]}\n" +
		"boxes: [{id: isPrototypeOf, title: " + q("Box") + "}]\n" +
		"pieces: [{id: ox, title: " + q("Ox") + ", seat: constructor, count: 2, home: isPrototypeOf}]\n" +
		"markers: [{id: dew, title: " + q("Dew") + ", on: spaces, count: 1, look: {sign: D, colour: blue}}]\n"
	if !board {
		spaces = ""
	}
	links := "[a](javascript:window.caught=1) [b](<java\tscript:window.caught=1>) [c](JaVaScRiPt:window.caught=1) [d](data:text/html,<script>window.caught=1</script>) <javascript:window.caught=1> [e](&#106;avascript:window.caught=1)"
	page := "# 1 Field" + trap + "\n\n- **1.1-a** Rest. " + trap + "\n\n" + links + "\n\n```yaml\n# " + trap + "\n" +
		"game: {id: field, title: " + q("Field") + ", main: play}\n" +
		"seats: [{id: constructor, title: " + q("Seat") + ", purse: gold}, {id: toString, title: " + strings.Repeat("x", 100_000) + ", purse: corn}]\n" +
		"properties: {seat: {purse: track}, card: {valueOf: {type: int, default: 0}}}\n" + spaces +
		"tracks: [{id: gold, title: " + q("Gold of Seat") + ", min: 0, max: 9}, {id: corn, title: Corn, min: 0, max: 9, initial: 1}]\n" +
		"piles: [{id: deck, title: " + q("Deck") + ", visible: open}]\ncards: [{id: then, title: " + q("Then") + ", valueOf: 3}]\n" +
		"procedures:\n- id: play\n  rule: 1.1-a\n  do:\n  - menu: day\n    by: constructor\n    options: {valueOf: {do: [{gain: {gold: 1}}], rule: 1.1-a}, isPrototype: {do: [{gain: {gold: 2}}], rule: 1.1-a}}\n  - over: {}\n```\n"
	script := "version: 1\ntitle: " + q("Rest") + "\ngame: field\nrules: [1.1-a]\nmoves: [{constructor: valueOf}]\nexpect: {asked: {over: true}, state: {gold: 1}}\n"
	return fstest.MapFS{"data/games/field/10.md": {Data: []byte(page)}, "scenarios/field/1.1/rest.yaml": {Data: []byte(script)}, "goldens/field/1.1/rest.golden": {Data: []byte("trace 1\n" + trap + steering + "\n")}}
}

func TestHostileNamesNeitherRunNorBreakScripts(t *testing.T) {
	const harmless = `window.caught === undefined && !document.querySelector('img, [onerror], [onload], script:not([src]):not([type="application/json"])') &&
		![...document.links].some(a => /^(javascript|data|vbscript):/i.test(a.href)) && !/[\u0007\u001b\u202a-\u202e\u2066-\u2069\u3164\uffa0\u2800\u034f]/.test(document.documentElement.textContent)`
	for _, board := range []bool{true, false} {
		t.Run(fmt.Sprintf("board %v", board), func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "report")
			if err := write(trapped(board), dir, report.Options{}); err != nil {
				t.Fatal(err)
			}
			x := open(t, dir, "scenario/field/1.1/rest.html")
			x.holds(`document.querySelector('#board svg') && ` + step + ` === '0'`)
			x.click("#last")
			x.holds(`document.querySelector('#last').disabled && ` + harmless)
			x.click("#first")
			x.click("#on")
			x.holds(`document.querySelectorAll('.decision .option').length === 2`)
			x.click(".decision .option")
			x.holds(`document.querySelector('.decision').textContent.includes('over') && ` + harmless)
			x.visit("play/field/index.html")
			x.began()
			x.holds(`document.querySelector('.live .who').textContent.includes('window.caught') && document.querySelectorAll('.live .answers .option').length === 2 && ` + harmless)
			x.click(".live .answers .option")
			x.holds(given + ` === 1 && ` + harmless)
			x.click("#played-back")
			x.holds(`document.getElementById('played-back').disabled && ` + harmless)
			text := "'" + strings.ReplaceAll(trap, "'", "''") + "'"
			for _, saved := range []string{trap, "version: 1\ngame: " + text + "\n", "version: 1\ngame: field\nanswers:\n- {constructor: " + text + "}\n"} {
				x.do(chromedp.Evaluate[chromedp.Void](`document.getElementById('trouble').textContent = ''`))
				x.reads(saved)
				x.holds(`document.getElementById('trouble').textContent.length > 0 && ` + harmless)
			}
			x.visit("play/field/index.html#play=abc&view=" + url.QueryEscape(trap))
			x.holds(`document.getElementById('trouble').textContent.length > 0 && ` + harmless)
			x.visit("scenario/field/1.1/rest.html")
			x.write("#search", "window.caught")
			x.holds(`document.querySelectorAll('#found li').length > 2 && ` + harmless)
			for _, page := range []string{"index.html", "play/field/index.html", "book/field/10.html", "cards/field/index.html", "changes/field/index.html", "changes/field/1.1/rest.html"} {
				x.visit(page)
				x.holds(`document.body.textContent.includes('window.caught') && document.querySelector('button.theme') && ` + harmless)
			}
		})
	}
}
