package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"rulebound/audit/mutation"
	"rulebound/conformance/corpus"
	"rulebound/judge/drive"
	"rulebound/show/report"
	"rulebound/show/report/form"
)

// Limits of files of a report, in bytes.
const (
	maxPage   = 300 << 10
	maxReport = 60 << 20
)

// files returns the files of a report by path.
func files(t *testing.T, fsys fs.FS, options report.Options) map[string]string {
	t.Helper()
	all, err := corpus.Open(fsys)
	if err != nil {
		t.Fatal(err)
	}
	if options.Goldens, err = fs.Sub(fsys, corpus.GoldensDir); err != nil {
		t.Fatal(err)
	}
	m, err := report.Build(all, options)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for f, err := range m.Files() {
		if err != nil {
			t.Fatal(err)
		}
		if _, twice := out[f.Path]; twice {
			t.Errorf("%s comes twice", f.Path)
		}
		out[f.Path] = string(f.Content)
	}
	return out
}

// whole is the report of this repository; with -short a large game has every fifth of its scenarios.
var whole = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	root := os.DirFS("../..")
	all, err := corpus.Open(root)
	if err != nil {
		panic(err)
	}
	for _, g := range all.Games {
		if n := len(g.Cases) / 5; testing.Short() && n > 100 {
			for i := range n {
				g.Cases[i] = g.Cases[5*i]
			}
			g.Cases = g.Cases[:n]
		}
	}
	goldens, _ := fs.Sub(root, corpus.GoldensDir)
	m, err := report.Build(all, report.Options{Goldens: goldens, Docs: &report.Docs{Files: root, Folder: "docs"}})
	if err != nil {
		panic(err)
	}
	for f, err := range m.Files() {
		if err != nil {
			panic(err)
		}
		out[f.Path] = string(f.Content)
	}
	return out
})

func names(files map[string]string) []string {
	var out []string
	for name := range files {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

func TestSizesOfPagesAndReportAreBounded(t *testing.T) {
	total := 0
	for _, name := range names(whole()) {
		size := len(whole()[name])
		if total += size; path.Ext(name) == ".html" && size > maxPage {
			t.Errorf("%s has %d bytes", name, size)
		}
	}
	if total > maxReport {
		t.Errorf("the report has %d bytes", total)
	}
}

var (
	reference = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	anchor    = regexp.MustCompile(` id="([^"]*)"`)
)

// Links lead to files of the report, and to existing anchors.
func TestEveryLinkResolves(t *testing.T) { checkLinks(t, whole()) }

func checkLinks(t *testing.T, files map[string]string) {
	t.Helper()
	anchors := map[string]map[string]bool{}
	for _, name := range names(files) {
		anchors[name] = map[string]bool{}
		if path.Ext(name) != ".html" {
			continue
		}
		for _, m := range anchor.FindAllStringSubmatch(files[name], -1) {
			if id := html.UnescapeString(m[1]); anchors[name][id] {
				t.Errorf("%s has the anchor %s twice", name, id)
			} else {
				anchors[name][id] = true
			}
		}
	}
	wrong := 0
	for _, name := range names(files) {
		if path.Ext(name) != ".html" {
			continue
		}
		for _, m := range reference.FindAllStringSubmatch(files[name], -1) {
			target, id, has := strings.Cut(html.UnescapeString(m[1]), "#")
			to := name
			if target != "" {
				to = path.Join(path.Dir(name), target)
			}
			_, there := files[to]
			if !there || has && !strings.Contains(id, "=") && !anchors[to][id] {
				if wrong++; wrong < 20 {
					t.Errorf("%s leads to %s, which is not there", name, m[1])
				}
			}
		}
	}
}

// local removes texts that look like addresses but are not: the namespace of SVG, and fragments of the page itself.
var local = strings.NewReplacer("http://www.w3.org/2000/svg", "", "url(#", "(#")

func TestPagesLoadNothingFromTheNetwork(t *testing.T) {
	for _, name := range names(whole()) {
		if path.Ext(name) == ".css" || path.Ext(name) == ".js" && strings.HasPrefix(name, "assets/") {
			for _, word := range []string{"http:", "https:", "@import", "url(", "fetch(", "XMLHttpRequest"} {
				if strings.Contains(local.Replace(whole()[name]), word) {
					t.Errorf("%s has %s", name, word)
				}
			}
		}
	}
}

// page is a rulebook with everything that a report marks: a condition seen one way, an unreached place, a card, a
// mention.
const page = `# 1 Calm

There is <script>alert(1)</script> [a trap](javascript:alert(1)) and 1.1-b in ` + "`gold`" + `.

- **1.1-a** *Rest.* Who rests gains <b>one</b>. See 1.1-b.
- **1.1-b** *Toil.* Who toils gains two & more.
- **feast-a** A feast.

` + "```yaml" + `
game: {id: calm, title: "Calm <i>", main: play}
seats: [{id: red, title: Red}]
tracks: [{id: gold, title: "Gold <u>", min: 0, max: 9}]
piles: [{id: deck, title: Deck}]
properties: {card: {worth: {type: int, default: 0}}}
cards: [{id: feast, title: "Feast <s>", worth: 3}]
procedures:
- id: play
  rule: 1.1-a
  do:
  - menu: day
    by: red
    options:
      rest: {do: [{gain: {gold: 1}}], rule: 1.1-a}
      toil: {do: [{gain: {gold: 2}}], rule: 1.1-b}
  - over: {}
` + "```\n"

const script = "version: 1\ntitle: A day of <rest>\ngame: calm\nrules: [1.1-a]\nmoves:\n- red: rest\nexpect: {asked: {over: true}, state: {gold: 1}}\n"

// calm is a game with one scenario, whose golden is the trace.
func calm(t *testing.T) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{
		"data/games/calm/10.md":          {Data: []byte(page)},
		"scenarios/calm/1.1/rest.yaml":   {Data: []byte(script)},
		"goldens/calm/1.1/nobody.golden": {Data: []byte("trace 1\n")}, // belongs to no scenario
	}
	all, err := corpus.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	play := all.Play()[0]
	if err := play.Problem(); err != nil {
		t.Fatal(err)
	}
	out["goldens/calm/1.1/rest.golden"] = &fstest.MapFile{Data: play.Trace()}
	return out
}

func has(t *testing.T, text string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%.3000s", want, text)
		}
	}
}

func hasNot(t *testing.T, text string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if strings.Contains(text, want) {
			t.Errorf("there is %s in\n%.3000s", want, text)
		}
	}
}

func TestTextOfARulebookIsEscaped(t *testing.T) {
	all := files(t, calm(t), report.Options{})
	for _, name := range names(all) {
		if path.Ext(name) == ".html" {
			hasNot(t, all[name], "<script>alert", "javascript:", "<b>one", "<i>", "<u>", "<s>", "<rest>", "& more")
		}
	}
}

func TestClauseListsItsScenariosAndLinksMentions(t *testing.T) {
	all := files(t, calm(t), report.Options{})
	book := all["book/calm/10.html"]
	has(t, book, `<li class="clause" id="1.1-a">`, "1 scenario<", `href="../../scenario/calm/1.1/rest.html#rule=1.1-a"`, "A day of &lt;rest&gt;",
		"no scenario", `<a href="#1.1-b">1.1-b</a>`, `<a class="name" href="#L12"><code>gold</code></a>`, `<h1 id="1">`)
	checkLinks(t, all)
}

func TestUnexecutedLinesAreMarked(t *testing.T) {
	book := files(t, calm(t), report.Options{})["book/calm/10.html"]
	at := strings.Index(book, "toil: ")
	if at < 0 {
		at = strings.Index(book, ">toil<")
	}
	line := book[strings.LastIndex(book[:at], `<span class="l`):]
	line = line[:strings.Index(line, "\n")]
	has(t, line, `<span class="l miss"`, `<mark class="miss">`, "not executed")
	rest := book[strings.Index(book, ">rest<")-300:]
	hasNot(t, rest[:strings.Index(rest, ">rest<")], `class="l miss"`)
	has(t, book, `<details class="data miss">`)
}

func TestNamesAreLinkedWhereUsedAndBoldWhereDeclared(t *testing.T) {
	book := files(t, calm(t), report.Options{})["book/calm/10.html"]
	has(t, book, "<b>gold</b>", `<a href="#L12">gold</a>`, `<a class="r" href="#1.1-a">1.1-a</a>`, `<span class="s"> &#34;Gold &lt;u&gt;&#34;</span>, <span class="k">min</span>: <span class="n">0</span>`,
		"<b>worth</b>", `<a href="#L14">worth</a>: <span class="n">3</span>`)
	for _, tag := range []string{"li", "ul", "p", "h1", "pre", "code", "span"} {
		if begun, ended := len(regexp.MustCompile("<"+tag+"[ >]").FindAllString(book, -1)), strings.Count(book, "</"+tag+">"); begun != ended {
			t.Errorf("%d of <%s> and %d of </%[2]s>", begun, tag, ended)
		}
	}
	if strings.LastIndex(book, "</li>") < strings.LastIndex(book, `<li class="clause"`) {
		t.Error("the last item does not end")
	}
}

func TestLocalNamesLinkToTheirBinding(t *testing.T) {
	game := calm(t)
	game["data/games/calm/20.md"] = &fstest.MapFile{Data: []byte("# 2 More\n\n```yaml\nprocedures:\n- id: fee\n  params: {price: int}\n  do: [{gain: {gold: $price}}]\n- id: twice\n  do:\n  - let: {$price: 2}\n" +
		"  - fee: {price: $price}\n  - fee: {price: $price}\n```\n")}
	book := files(t, game, report.Options{})["book/calm/20.html"]
	has(t, book, `<a class="v" href="#L6">$price</a>`, `{<b class="v">$price</b>`, `<a class="v" href="#L10">$price</a>`)
}

// Statuses, marks, enumerations and their members lead to where they are listed: a member of two enumerations to neither. A
// key of the language is no name, whatever the game calls its things.
func TestValuesLinkToTheirDeclaration(t *testing.T) {
	game := calm(t)
	game["data/games/calm/20.md"] = &fstest.MapFile{Data: []byte("# 2 More\n\n```yaml\nenums:\n  mood: [glad, both, count]\n  hue: [pale, both]\nvariables:\n- {id: mind, type: mood, initial: glad}\n- {id: tint, type: hue, initial: both}\nspaces:\n- {id: field}\nboxes:\n- {id: yard}\npieces:\n" +
		"- {id: ox, seat: red, count: 2, home: yard, statuses: [tame, wild]}\n- {id: cow, seat: red, count: 2, home: yard, statuses: [tame, wild]}\nfunctions:\n- {id: herd, params: {in: zone}, value: \"=pieces($in, ox.tame)\"}\n```\n")}
	book := files(t, game, report.Options{})["book/calm/20.html"]
	has(t, book, `<b>mood</b>`, `<b>glad</b>`, `<a href="#L5">mood</a>`, `<a href="#L5">glad</a>`, `<b>tame</b>`, `[<a href="#L15">tame</a>`, `.<a href="#L15">tame</a>)`, `<span class="k">count</span>`)
	hasNot(t, book, `">both</a>`, `<b>both</b>`)
}

func TestCardShowsPropertiesAndText(t *testing.T) {
	has(t, files(t, calm(t), report.Options{})["cards/calm/index.html"], `id="feast"`, "Feast &lt;s&gt;", `<span class="what">worth</span> 3`, "A feast.", `href="../../book/calm/10.html#feast-a"`)
}

func TestMutationScoresAreShownIfGiven(t *testing.T) {
	without := files(t, calm(t), report.Options{})
	has(t, without["book/calm/index.html"], "rulebound mutate -json")
	count := mutation.Count{Reached: 4, Killed: 2, Traced: 1, Survived: 1}
	with := files(t, calm(t), report.Options{Scores: []*mutation.Report{{Game: "calm", Sections: []mutation.Section{{Number: "1", Count: count, Clauses: []mutation.Clause{{ID: "1.1-a", Count: count}}}}}}})
	hasNot(t, with["book/calm/index.html"], "rulebound mutate -json")
	has(t, with["book/calm/index.html"], "75 %", "50 %")
	has(t, with["book/calm/10.html"], "mutation score 75 %", "without goldens 50 %")
}

func TestPassingRunHasNoChangesPage(t *testing.T) {
	all := files(t, calm(t), report.Options{})
	if _, there := all["changes/calm/index.html"]; there {
		t.Error("there is a page of changes")
	}
	hasNot(t, all["index.html"], "Changes", "not in order")
}

func TestDifferingTraceIsShownBesideItsGolden(t *testing.T) {
	game := calm(t)
	golden := game["goldens/calm/1.1/rest.golden"]
	golden.Data = bytes.Replace(golden.Data, []byte("scenario A day"), []byte("scenario The day"), 1)
	all := files(t, game, report.Options{})
	has(t, all["index.html"], "1 not in order")
	has(t, all["changes/calm/index.html"], "Not in order", "the trace differs from the golden", `href="1.1/rest.html#first"`)
	has(t, all["changes/calm/1.1/rest.html"], `<tr class="other" id="first">`, "scenario <del>The</del> day of &lt;rest&gt;", "scenario <ins>A</ins> day")
	has(t, all["scenario/calm/1.1.html"], "Differ from their golden")
	checkLinks(t, all)
}

func TestScenariosWithoutGoldenOrFailingAreReported(t *testing.T) {
	game := calm(t)
	delete(game, "goldens/calm/1.1/rest.golden")
	has(t, files(t, game, report.Options{})["changes/calm/index.html"], "there is no golden")
	game = calm(t)
	game["scenarios/calm/1.1/rest.yaml"].Data = []byte(strings.Replace(script, "gold: 1}", "gold: 2}", 1))
	all := files(t, game, report.Options{})
	has(t, all["changes/calm/1.1/rest.html"], "gold is 1, expected 2")
	checkLinks(t, all)
}

func TestChangesSinceARevisionAreListedByKind(t *testing.T) {
	then, now := calm(t), calm(t)
	then["data/games/calm/10.md"].Data = []byte(strings.NewReplacer("gains two", "gains three", "- **feast-a** A feast.", "- **feast-a** A feast.\n- **1.1-q** Gone.", "worth: 3", "worth: 4", "{gold: 1}}]", "{gold: 3}}]").Replace(page))
	then["scenarios/calm/1.1/rest.yaml"].Data = []byte(strings.Replace(script, "gold: 1}", "gold: 3}", 1))
	then["goldens/calm/1.1/rest.golden"].Data = []byte("trace 1\nanother\n")
	then["scenarios/calm/1.1/work.yaml"] = &fstest.MapFile{Data: []byte("version: 1\ntitle: Work\ngame: calm\nrules: [1.1-b]\nmoves:\n- red: toil\nexpect: {asked: {over: true}}\n")}
	all := files(t, now, report.Options{Against: &report.Against{Name: "then", Files: then}})
	changes := all["changes/calm/index.html"]
	has(t, changes, "Changes since then",
		`<p class="lead">changed since then: 1.1-`, "scenario 1.1/rest. 1 of 1 scenarios differ, 0 contradict their expectation. Shortest: calm/1.1/rest</p>", // the cause
		"<del>three</del> <ins>two</ins>", "1.1-q", "removed", // clauses
		"what is printed on it",        // cards
		"<del>3</del>", "<ins>1</ins>", // rules as data
		`href="1.1/rest.html#first"`,        // traces
		"clauses shown", "2 of 4", "1 of 3", // what fell
	)
	checkLinks(t, all)
	var said form.Document
	if err := json.Unmarshal([]byte(all["report.json"]), &said); err != nil {
		t.Fatal(err)
	}
	c := said.Games[0].Changes
	if c == nil || len(c.Clauses) != 2 || len(c.Cards) != 1 || len(c.Rules) != 1 || len(c.Traces) != 2 || len(c.Fell) == 0 {
		t.Errorf("report.json says %+v", c)
	}
}

// A scenario of the other revision that cannot be read is left out of the comparison.
func TestUnreadableScenarioOfTheOtherRevisionIsSkipped(t *testing.T) {
	then := calm(t)
	then["scenarios/calm/1.1/broken.yaml"] = &fstest.MapFile{Data: []byte("version: [")}
	has(t, files(t, calm(t), report.Options{Against: &report.Against{Name: "then", Files: then}})["changes/calm/index.html"], "Nothing changed.")
}

func TestUnchangedRevisionIsReported(t *testing.T) {
	has(t, files(t, calm(t), report.Options{Against: &report.Against{Name: "then", Files: calm(t)}})["changes/calm/index.html"], "Nothing changed.")
}

func TestGameMissingInTheOtherRevisionIsReportedAsNew(t *testing.T) {
	then := fstest.MapFS{"data/games/storm/10.md": {Data: []byte(strings.Replace(page, "id: calm", "id: storm", 1))}}
	all := files(t, calm(t), report.Options{Against: &report.Against{Name: "then", Files: then}})
	has(t, all["changes/calm/index.html"], "then has no such game")
	checkLinks(t, all)
}

// Whoever changes how traces are written changes all of them.
func TestSizeOfTheChangesPageIsBounded(t *testing.T) {
	now, then := calm(t), calm(t)
	many := func(word string) *fstest.MapFile {
		clauses, data := "# 7 Much\n\n", "\n```yaml\nprocedures:\n"
		for i := range 900 {
			clauses += fmt.Sprintf("- **7.%d-a** *Part %d.* %s.\n", i, i, strings.Repeat("What is said of it is "+word+". ", 9))
			data += fmt.Sprintf("- {id: part-%d, title: Part, rule: 7.%d-a, do: [{gain: {gold: %d}}, {if: gold > %d, then: [{lose: {gold: 1}}]}]}\n", i, i, len(word), len(word))
		}
		return &fstest.MapFile{Data: []byte(clauses + data + "```\n")}
	}
	now["data/games/calm/70.md"], then["data/games/calm/70.md"] = many("one"), many("three")
	for i := range 500 {
		name := fmt.Sprintf("calm/1.%d/day-%04d", i/25, i)
		now["scenarios/"+name+".yaml"] = now["scenarios/calm/1.1/rest.yaml"]
		then["goldens/"+name+".golden"] = &fstest.MapFile{Data: []byte("trace 0\n")}
	}
	all := files(t, now, report.Options{Against: &report.Against{Name: "then", Files: then}})
	for _, name := range names(all) {
		if size := len(all[name]); strings.HasPrefix(name, "changes/") && size > maxPage {
			t.Errorf("%s has %d bytes", name, size)
		}
	}
	has(t, all["changes/calm/index.html"], "380 more are in <code>report.json</code>", `<a href="1.19.html">`)
	checkLinks(t, all)
}

func TestOtherEnginesAreListedBySection(t *testing.T) {
	other := &drive.Report{Game: "calm", Date: "2026-01-02", Rules: "of yesterday", Implementation: drive.Implementation{Name: "stillness", Version: "0.3"},
		Levels: []drive.Level{{Level: "states", Compared: 7, Wrong: 1}}, Total: drive.Tally{Failed: 1},
		Sections:  []drive.Part{{ID: "1", Tally: drive.Tally{Failed: 1, Unsupported: 2}, Suspicion: 60}, {ID: "9", Title: "Gone"}},
		Scenarios: []drive.Outcome{{Scenario: "1.1/rest", Title: "A day of <rest>", Verdict: drive.Failed, Findings: []drive.Finding{{Level: "states", Move: 1, Line: "red: rest", What: "gold", Want: 1, Got: "two", Rules: []string{"1.1-a"}}}}}}
	all := files(t, calm(t), report.Options{Engines: []*drive.Report{other, {Game: "storm"}}})
	has(t, all["engines/calm/index.html"], "stillness 0.3", `<a href="../../book/calm/10.html#1">1 Calm</a>`, "0 passed, 1 failed", "2 unsupported", "suspicion 60", "9 Gone",
		"another rulebook", "expected <code>1</code>, got <code>two</code>", `<a href="../../scenario/calm/1.1/rest.html">A day of &lt;rest&gt;</a>`, "states: 7 compared, 1 wrong")
	checkLinks(t, all)
	if _, there := files(t, calm(t), report.Options{})["engines/calm/index.html"]; there {
		t.Error("a page of other engines without any")
	}
}

func TestReportIsDeterministic(t *testing.T) {
	a, b := files(t, calm(t), report.Options{}), files(t, calm(t), report.Options{})
	for _, name := range names(a) {
		if a[name] != b[name] {
			t.Errorf("%s differs", name)
		}
	}
}

func TestUnknownGameIsAnError(t *testing.T) {
	all, err := corpus.Open(calm(t))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := report.Build(all, report.Options{Game: "storm", Goldens: fstest.MapFS{}}); err == nil {
		t.Error("no error")
	}
}

func TestWriteCreatesItsFolder(t *testing.T) {
	all, err := corpus.Open(calm(t))
	if err != nil {
		t.Fatal(err)
	}
	m, err := report.Build(all, report.Options{Goldens: fstest.MapFS{}})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir() + "/deep/down"
	told := 0
	if err := report.Write(dir, m, func(string, int, int) { told++ }); err != nil || told == 0 {
		t.Fatal(err, told)
	}
	if text, err := os.ReadFile(dir + "/book/calm/10.html"); err != nil || !bytes.Contains(text, []byte("1.1-a")) {
		t.Error(err)
	}
}
