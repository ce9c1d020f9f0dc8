package report_test

// This file attacks the pages with titles, texts, comments and ids that are markup or script.

import (
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	nethtml "golang.org/x/net/html"

	"rulebound/audit/mutation"
	"rulebound/compiler/diag"
	"rulebound/judge/drive"
	"rulebound/show/report"
)

// attack is markup for every context of a text: an element, attributes with either quote, a comment, a script, a
// template.
const attack = `</title></script><script>alert(1)</script>"'><img src=x onerror=alert(1)>--><svg onload=alert(1)>]]>{{.}}${alert(1)}&lt;b&gt;`

// trapped is a game whose titles, prose and comments all contain a text, after a distinguishing word. Its ids are names
// of JavaScript objects.
func trapped(text string) fstest.MapFS {
	q := func(word string) string {
		out, _ := json.Marshal(word + text)
		return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(out))
	}
	page := "# 1 Field " + text + "\n\n" + text + "\n\n<div onclick=\"alert(1)\">" + text + "</div>\n\n- **1.1-a** *Rest " + strings.NewReplacer("<", "(", ">", ")", "*", "", "[", "(").Replace(text) + ".* Who rests. " + text + "\n- **then-a** " + text + "\n\n" +
		"```yaml\n# " + text + "\n" +
		"game: {id: field, title: " + q("Field") + ", main: play}\n" +
		"seats: [{id: constructor, title: " + q("(Seat+)+$") + ", look: {sign: \"<b\"}}, {id: toString, title: " + q("Other") + "}]  # " + text + "\n" +
		"properties: {card: {valueOf: {type: int, default: 0}, worth: {type: play-kind, default: length}}}\n" +
		"enums: {play-kind: [length, hasOwnProperty]}\n" +
		"spaces: [{id: hasOwnProperty-1, title: " + q("Near") + ", at: [0, 0], adjacent: [prototype], look: {shape: area}}, {id: prototype, title: " + q("Far") + ", at: [40, 40], adjacent: [hasOwnProperty-1]}]\n" +
		"boxes: [{id: isPrototypeOf, title: " + q("Box") + "}]\n" +
		"map:\n  regions: [{id: land, title: " + q("Land") + ", at: [[0, 0], [900, 0], [900, 900]], colour: green}]\n  places: [{id: town, title: " + q("Town") + ", at: [12, 5]}]\n" +
		"pieces: [{id: ox, title: " + q("Ox") + ", seat: constructor, count: 2, home: isPrototypeOf, statuses: [tame, wild]}]\n" +
		"markers: [{id: dew, title: " + q("Dew") + ", on: spaces, count: 1, look: {sign: D, colour: blue}}]\n" +
		"tracks: [{id: gold, title: " + q("Gold") + ", min: 0, max: 9}]\n" +
		"piles: [{id: deck, title: " + q("Deck") + ", visible: open}]\n" +
		"cards: [{id: then, title: " + q("Then") + ", valueOf: 3}]\n" +
		"setups: [{id: toLocaleString, title: " + q("Start") + ", spaces: {prototype: {pieces: {ox.wild: 1}}}}]\n" +
		"procedures:\n- id: play\n  title: " + q("Play") + "\n  rule: 1.1-a\n  do:\n" +
		"  - note: hasOwn\n" +
		"  - menu: day\n    by: constructor\n    options:\n      valueOf: {do: [{gain: {gold: 1}}], rule: 1.1-a}\n      isPrototype: {do: [{gain: {gold: 2}}, {move: {of: ox, from: prototype, to: hasOwnProperty-1}}], rule: 1.1-a}\n" +
		"  - over: {}\n```\n\n" +
		"[a](javascript:alert(1)) [b](<java\tscript:alert(1)>) [c](JavaScript:alert(1)) [d](data:text/html,x) [e](vbscript:x) <javascript:alert(1)>\n[f](&#106;avascript:alert(1)) [g](java&Tab;script:alert(1)) ![far](https://tracker.example/a.png) ![near](x.png)\n\n    indented " + text + "\n\n`" + strings.ReplaceAll(text, "`", "") + "`\n\n~~~html " + text + "\n" + text + "\n~~~\n"
	script := func(title, then string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("version: 1\n# " + text + "\ntitle: " + q(title) + "\ngame: field\nsetup: {scenario: toLocaleString}\nrules: [1.1-a]\nmoves:\n- constructor: valueOf # " + text + "\n" + then)}
	}
	return fstest.MapFS{
		"data/games/field/10.md":         {Data: []byte(page)},
		"scenarios/field/1.1/rest.yaml":  script("Rest", "expect: {asked: {over: true}, state: {gold: 1}}\n"),
		"scenarios/field/1.1/toil.yaml":  script("Toil", "expect: {asked: {over: true}, state: {gold: 2}}\n"),
		"goldens/field/1.1/rest.golden":  {Data: []byte("trace 1\n" + text + "\n")},
		"goldens/field/1.1/other.golden": {Data: []byte(text)},
	}
}

// elements and attributes are those that pages are made of; a name adds none.
var (
	elements   = words("html head body title meta link script header nav main aside footer div section article details summary h1 h2 h3 p ul ol li dl dt dd pre code span a b i em strong mark br hr blockquote table caption colgroup col thead tbody tr th td del ins form label input output button select option noscript textarea")
	attributes = words("id class href src rel charset name content lang data-game data-root data-search data-n data-last data-filter title tabindex role aria-label aria-live aria-current aria-hidden for type autocomplete placeholder min max value inputmode style open scope colspan defer start hidden")
)

func words(list string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(list) {
		out[w] = true
	}
	return out
}

// harmless demands that an element is one of ours, with attributes of ours, and leads to a file of the report or to a page of the web.
func harmless(t *testing.T, page string, n *nethtml.Node, files map[string]string) {
	t.Helper()
	if !elements[n.Data] {
		t.Errorf("%s has the element %s", page, n.Data)
	}
	for _, a := range n.Attr {
		if n.Data == "meta" && a.Key == "http-equiv" && a.Val == "Content-Security-Policy" && strings.HasPrefix(attribute(n, "content"), "default-src 'none'; ") {
			continue
		}
		if !attributes[a.Key] {
			t.Errorf("%s has the attribute %s of %s", page, a.Key, n.Data)
		}
		if a.Key == "style" && !plainStyle.MatchString(a.Val) {
			t.Errorf("%s has the style %s", page, a.Val)
		}
		if a.Key != "href" && a.Key != "src" {
			continue
		}
		scheme, _, has := strings.Cut(strings.Map(func(r rune) rune { // as a browser reads it
			if r <= ' ' {
				return -1
			}
			return r
		}, a.Val), ":")
		if has && !strings.ContainsAny(scheme, "/?#") && (n.Data != "a" || !slices.Contains([]string{"http", "https", "mailto"}, strings.ToLower(scheme))) {
			t.Errorf("%s leads %s to %q", page, n.Data, a.Val)
		}
		if _, there := files[path.Join(path.Dir(page), a.Val)]; n.Data == "script" && !there {
			t.Errorf("%s loads %q", page, a.Val)
		}
	}
}

var plainStyle = regexp.MustCompile(`^(width:\d+%|--d:\d+)$`)

// text returns the visible text of a page, and calls a function with each element.
func text(t *testing.T, page string, files map[string]string) string {
	t.Helper()
	root, err := nethtml.Parse(strings.NewReader(files[page]))
	if err != nil {
		t.Fatal(page, err)
	}
	var out strings.Builder
	for n := range root.Descendants() {
		switch {
		case n.Type == nethtml.CommentNode:
			t.Errorf("%s has the comment %q", page, n.Data)
		case n.Type == nethtml.ElementNode:
			harmless(t, page, n, files)
		case n.Type == nethtml.TextNode && n.Parent.Data == "script":
			if !json.Valid([]byte(n.Data)) || attribute(n.Parent, "type") != "application/json" {
				t.Errorf("%s has a script: %.200s", page, n.Data)
			}
		case n.Type == nethtml.TextNode:
			out.WriteString(n.Data)
		}
	}
	return out.String()
}

func attribute(n *nethtml.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// scripts are the files with data for scripts: the text before the data, by the end of the path.
var scripts = map[string]string{"search/documents-.js": "window.reportIndex = ", "assets/field.js": "'use strict';\nconst GAME = ", "search/field.js": "window.reportIndex = "}

// What steers a terminal, turns the direction of writing or hides is shown as U+FFFD, wherever it comes from: a golden, another run.
func TestControlCharactersAreReplaced(t *testing.T) {
	for what, steering := range map[string]string{"an escape": "\x1b[2J", "a title of a terminal": "\x1b]0;x\a", "another direction": "\u202etxt", "an isolate": "\u2066txt", "fillers": "\u3164\uffa0", "a blank pattern": "\u2800", "a joiner": "\u034f", "a tag": "\U000e0041"} {
		now := trapped("")
		now["goldens/field/1.1/rest.golden"].Data = []byte("trace 1\nthat " + steering + " was\n")
		all := files(t, now, report.Options{
			Scores:  []*mutation.Report{{Game: "field", Sections: []mutation.Section{{Number: "1", Title: steering}}}},
			Engines: []*drive.Report{{Game: "field", Implementation: drive.Implementation{Name: steering, Version: steering}, Scenarios: []drive.Outcome{{Scenario: "1.1/rest", Title: steering, Verdict: drive.Failed, Why: steering}}}},
		})
		shown := 0
		for name, page := range all {
			if path.Ext(name) != ".html" {
				continue
			}
			shown += strings.Count(page, "\ufffd")
			if i := strings.IndexFunc(page, func(r rune) bool { return diag.Hidden(r) && r != '\t' && r != '\n' }); i >= 0 {
				t.Errorf("%s: %s has %q", what, name, page[max(0, i-20):min(len(page), i+20)])
			}
		}
		if shown < 3 {
			t.Errorf("%s is shown %d times", what, shown)
		}
	}
}

func TestNamesAreEscaped(t *testing.T) {
	then := trapped("")
	now := trapped(attack)
	now["data/games/field/10.md"].Data = []byte(strings.Replace(string(now["data/games/field/10.md"].Data), "valueOf: {do: [{gain: {gold: 1}}]", "valueOf: {do: [{gain: {gold: 2}}, {lose: {gold: 1}}]", 1))
	documents := fstest.MapFS{
		"docs/a.md":  {Data: []byte(strings.ReplaceAll(string(now["data/games/field/10.md"].Data), "![near](x.png)", "[file](x.txt)") + "\n| a | b |\n|---|---|\n| " + attack + " | c |\n")},
		"docs/x.txt": {Data: []byte(attack)},
	}
	count := mutation.Count{Reached: 2, Killed: 1, Survived: 1}
	all := files(t, now, report.Options{
		Docs:    &report.Docs{Files: documents, Folder: "docs"},
		Against: &report.Against{Name: "then" + attack, Files: then},
		Scores:  []*mutation.Report{{Game: "field", Sections: []mutation.Section{{Number: "1", Title: attack, Count: count, Clauses: []mutation.Clause{{ID: "1.1-a", Count: count}}}}}},
		Engines: []*drive.Report{{Game: "field", Date: attack, Revision: attack, Implementation: drive.Implementation{Name: attack, Version: attack}, Sections: []drive.Part{{ID: "1.1", Title: attack}, {ID: attack, Title: attack}},
			Levels: []drive.Level{{Level: attack}}, Clauses: []drive.Part{{ID: attack}},
			Scenarios: []drive.Outcome{{Scenario: "1.1/rest", Title: attack, Verdict: drive.Failed, Why: attack, Rules: []string{attack}, Findings: []drive.Finding{{Move: 1, Line: attack, What: attack, Want: attack, Got: attack, Rules: []string{attack}}}}, {Scenario: attack, Title: attack, Verdict: drive.Failed}}}},
	})
	for _, name := range names(all) {
		switch path.Ext(name) {
		case ".html":
			// a page of data takes its words apart
			if seen := text(t, name, all); strings.Contains(all[name], "alert") && !strings.Contains(seen, attack) && !strings.Contains(seen, "alert(1)") {
				t.Errorf("%s has the text, but does not show it", name)
			}
		case ".json":
			if !json.Valid([]byte(all[name])) {
				t.Errorf("%s is no JSON", name)
			}
		case ".js":
			before, data := scripts[name]
			if !data {
				continue
			}
			body, ok := strings.CutPrefix(all[name], before)
			if body, end := strings.CutSuffix(body, ";\n"); !ok || !end || !json.Valid([]byte(body)) || strings.ContainsAny(body, "<>\u2028\u2029") {
				t.Errorf("%s is more than its data: %.200s", name, all[name])
			}
		}
	}
	for page, want := range map[string]int{"index.html": 1, "book/field/10.html": 5, "book/field/index.html": 1, "cards/field/index.html": 2, "scenario/field/1.1.html": 2, "scenario/field/1.1/rest.html": 4, "changes/field/index.html": 1, "changes/field/1.1/rest.html": 1, "engines/field/index.html": 5} {
		if got := strings.Count(text(t, page, all), attack); got < want {
			t.Errorf("%s shows the text %d times, want %d or more", page, got, want)
		}
	}
}

// A browser takes tabs and line ends out of an address before it reads its scheme.
func TestUnsafeLinksOfRulebooksAreRemoved(t *testing.T) {
	book := files(t, trapped(""), report.Options{})["book/field/10.html"]
	for _, letter := range "abcdefg" {
		has(t, book, fmt.Sprintf(`<a href="">%c</a>`, letter))
	}
	hasNot(t, book, "<img", "tracker.example")
	has(t, book, "far", "near")
}
