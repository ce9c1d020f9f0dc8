package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/show/report"
	"rulebound/show/report/form"
)

// week is the game calm with a scenario of each outcome, and the revision that it is compared with.
func week(t *testing.T) (now, then fstest.MapFS) {
	t.Helper()
	now, then = calm(t), calm(t)
	golden := now["goldens/calm/1.1/rest.golden"].Data
	for _, day := range []string{"contradicts", "differs", "unwritten", "changed", "added"} {
		now["scenarios/calm/1.1/"+day+".yaml"] = &fstest.MapFile{Data: []byte(strings.Replace(script, "A day of <rest>", "Day "+day, 1))}
		text := bytes.Replace(golden, []byte("A day of <rest>"), []byte("Day "+day), 1)
		now["goldens/calm/1.1/"+day+".golden"], then["goldens/calm/1.1/"+day+".golden"] = &fstest.MapFile{Data: text}, &fstest.MapFile{Data: text}
	}
	now["scenarios/calm/1.1/contradicts.yaml"].Data = bytes.Replace(now["scenarios/calm/1.1/contradicts.yaml"].Data, []byte("gold: 1}"), []byte("gold: 7}"), 1)
	now["goldens/calm/1.1/differs.golden"] = &fstest.MapFile{Data: []byte("trace 1\n")}
	for name, file := range now {
		if strings.HasPrefix(name, "scenarios/") && !strings.Contains(name, "added") {
			then[name] = file
		}
	}
	delete(now, "goldens/calm/1.1/unwritten.golden")
	then["goldens/calm/1.1/changed.golden"] = &fstest.MapFile{Data: []byte("trace 1\n")}
	delete(then, "goldens/calm/1.1/added.golden")
	return now, then
}

// The outcomes that need attention come first: on the page of their section, and above the table of sections.
func TestScenariosAreGroupedByOutcome(t *testing.T) {
	now, then := week(t)
	then["data/games/calm/10.md"].Data = []byte(strings.Replace(page, "{gold: 2}}]", "{gold: 3}}]", 1)) // reached by none of them
	all := files(t, now, report.Options{Against: &report.Against{Name: "then", Files: then}})
	groups := []string{`id="fails"><h2>Contradict the rules <span class="quiet">1</span>`, "Day contradicts", "gold is 1, expected 7", `id="differs"><h2>Differ from their golden <span class="quiet">1</span>`, "Day differs",
		`id="new"><h2>Have no golden <span class="quiet">1</span>`, "Day unwritten", `id="suspicious"><h2>Changed since then, but executed no rule that changed <span class="quiet">1</span>`, "Day changed",
		`id="added"><h2>New since then <span class="quiet">1</span>`, "Day added"}
	inSection := append(append([]string{}, groups...), `id="in-order"><h2>In order <span class="quiet">1</span>`, "A day of &lt;rest&gt;")
	sections := all["scenario/calm/index.html"]
	inTurn(t, all["scenario/calm/1.1.html"], inSection...)
	inTurn(t, sections, append(append([]string{}, groups...), "By section", `<th scope="col" class="n" title="Contradict the rules">Contradict</th>`, `<span class="bad">1</span>`, `<span class="warn">1</span>`)...)
	has(t, sections, `<option value="in-order">In order</option>`, `{"outcomes":{"added":["1.1/added"],"differs":["1.1/differs"],"fails":["1.1/contradicts"],"new":["1.1/unwritten"],"suspicious":["1.1/changed"]}}`)
	hasNot(t, sections, "A day of")
	checkLinks(t, all)
	var said form.Document
	if err := json.Unmarshal([]byte(all["report.json"]), &said); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, s := range said.Games[0].Scenarios {
		got[s.Name] = s.Outcome
	}
	if want := map[string]string{"1.1/contradicts": "fails", "1.1/differs": "differs", "1.1/unwritten": "new", "1.1/changed": "suspicious", "1.1/added": "added", "1.1/rest": "in order"}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("report.json says %v", got)
	}
}

func TestOutcomeFilterIsOmittedIfAllScenariosPass(t *testing.T) {
	all := files(t, calm(t), report.Options{})
	has(t, all["scenario/calm/1.1.html"], `In order <span class="quiet">1</span>`)
	for _, name := range []string{"scenario/calm/index.html", "scenario/calm/1.1.html"} {
		hasNot(t, all[name], `id="outcome"`)
	}
}

// Clauses are in the order of the rulebook, text and data of one together, with the affected scenarios.
func TestChangesPageBeginsWithTheChangedClauses(t *testing.T) {
	now, then := week(t)
	then["data/games/calm/10.md"].Data = []byte(strings.NewReplacer("{gold: 1}}]", "{gold: 3}}]", "gains <b>one", "gains <b>three", "- **feast-a** A feast.", "- **feast-a** A small feast.").Replace(page))
	changes := files(t, now, report.Options{Against: &report.Against{Name: "then", Files: then}})["changes/calm/index.html"]
	inTurn(t, changes, `href="#clauses">2 clauses`, `href="#not-in-order">3 not in order`, `id="clauses"`, `>1.1-a</a>`, "text changed", "data changed", "<del>&lt;b&gt;three", "<del>3</del>", "<ins>1</ins>",
		"1 of the scenarios whose traces differ executed it", `>feast-a</a>`, "text changed", `id="not-in-order"`, `id="traces"`)
}

// inTurn checks that a text contains all parts in order.
func inTurn(t *testing.T, text string, parts ...string) {
	t.Helper()
	rest := text
	for _, part := range parts {
		_, after, found := strings.Cut(rest, part)
		if !found {
			t.Fatalf("no %s in its place in\n%.6000s", part, rest)
		}
		rest = after
	}
}

// The first page introduces the game, shows its initial position, and links to play, rules and proof.
func TestCoverShowsABoardAndLinksToPlayRulesAndProof(t *testing.T) {
	cover := files(t, calm(t), report.Options{Machine: machine})["index.html"]
	inTurn(t, cover, "a rulebook that people read and a program plays", `id="board"`, `href="play/calm/index.html">play it here`, "<dt>Play</dt>", "<dt>Rules</dt>", "<dt>Proof</dt>",
		`href="play/calm/index.html">Play</a>`, `href="book/calm/index.html">Rules</a>`, `href="scenario/calm/index.html">Proof</a>`, `{"start":{"values"`)
	has(t, cover, `src="assets/calm.js"`, `src="assets/board.js"`, `src="assets/cover.js"`)
	hasNot(t, files(t, calm(t), report.Options{})["index.html"], "play/calm", "<dt>Play</dt>")
	stuck := calm(t)
	stuck["data/games/calm/10.md"].Data = []byte(strings.Replace(page, "  - menu: day", "  - set: {gold: =gold + 10}\n  - menu: day", 1))
	hasNot(t, files(t, stuck, report.Options{})["index.html"], `id="board"`)
}
