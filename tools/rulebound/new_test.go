package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler/source"
	"rulebound/conformance/corpus"
)

// inOrder fails unless the games in the working directory compile without a warning, conform, and have up-to-date
// goldens.
func inOrder(t *testing.T, after string) {
	t.Helper()
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"check", "--strict"}, ", 0 diagnostics\n"},
		{[]string{"conformance"}, ", 0 problems\n"},
		{[]string{"goldens"}, ", 0 changes\n"},
	} {
		if code, out, errs := call(c.args...); code != exitOK || !strings.Contains(out, c.want) || errs != "" {
			t.Fatalf("after %s, %v: %d %s%s", after, c.args, code, out, errs)
		}
	}
}

func TestNewRepositoryFromScratch(t *testing.T) {
	t.Setenv("CI", "")
	t.Chdir(t.TempDir())
	succeed := func(args ...string) string {
		t.Helper()
		code, out, errs := call(args...)
		if code != exitOK || errs != "" {
			t.Fatalf("%v: %d %s%s", args, code, out, errs)
		}
		return out
	}
	if out := succeed("new", "repository", "sticks"); !strings.HasSuffix(out, "\nnext: cd sticks && rulebound conformance\n") {
		t.Error(out)
	}
	t.Chdir("sticks")
	inOrder(t, "new repository")
	workflow, err := os.ReadFile(".github/workflows/rules.yml")
	if err != nil {
		t.Fatal(err)
	}
	steps := regexp.MustCompile(`(?m)^ +- run: rulebound (.*)$`).FindAllStringSubmatch(string(workflow), -1)
	if len(steps) != 2 {
		t.Errorf("%d steps run rulebound", len(steps))
	}
	for _, step := range steps {
		succeed(strings.Fields(step[1])...)
	}
	var settings struct {
		Schemas map[string]string `json:"yaml.schemas"`
	}
	text, err := os.ReadFile(".vscode/settings.json")
	if err != nil || json.Unmarshal(text, &settings) != nil || len(settings.Schemas) == 0 {
		t.Fatalf("%v %s", err, text)
	}
	for schema, pattern := range settings.Schemas {
		want := 0 // a new game has no lists
		if strings.Count(pattern, "/") == 3 {
			want = 3
		}
		if files, err := filepath.Glob(pattern); err != nil || len(files) != want || !exists(".", schema) {
			t.Errorf("%s is for %s: %v %v", schema, pattern, files, err)
		}
	}
	readme, err := os.ReadFile("README.md")
	if err != nil || strings.Contains(string(readme), "TITLE") || !strings.Contains(string(readme), "`data/games/sticks`") || strings.Contains(string(readme), "new game sticks") {
		t.Errorf("%v %s", err, readme)
	}

	for _, args := range [][]string{
		{"game", "nim", "--title", `Nim: "one", two \ {three} # four`},
		{"section", "2.3", "Passing & more: a title", "--game", "nim"},
		{"section", "2.1.1", "One stick", "--game", "nim"},
		{"section", "3", "Scores", "--game", "nim"},
		{"clause", "2.1", "A player may pass: once, {not} twice.", "--game", "nim"},
		{"clause", "2.2-k", "No draw.", "--game", "nim"},
		{"scenario", "1-a", "begins", "--game", "nim"},
		{"scenario", "2.2-a", "wins", "--game", "nim", "--title", "Who takes the last: wins"},
	} {
		succeed(append([]string{"new"}, args...)...)
		inOrder(t, strings.Join(args, " "))
	}
	script, err := os.ReadFile("scenarios/nim/2.2-the-last-stick/wins.yaml")
	if err != nil || !strings.Contains(string(script), "\ntitle: \"Who takes the last: wins\"\ngame: nim\nrules: [2.2-a]\nsetup:\n  scenario: seven\nmoves:\n") {
		t.Errorf("%v %s", err, script)
	}
}

func TestNewRefusesInvalidArguments(t *testing.T) {
	t.Setenv("CI", "")
	t.Chdir(t.TempDir())
	if code, _, errs := call("new", "repository", "."); code != exitUsage || !strings.Contains(errs, "name the game by --game") {
		t.Errorf("a folder whose name is not an id: %d %s", code, errs)
	}
	if code, _, errs := call("new", "repository", ".", "--game", "nim"); code != exitOK {
		t.Fatal(errs)
	}
	before := tree(t)
	for _, c := range []struct {
		code int
		args []string
		want string
	}{
		{exitUsage, []string{}, "name what to begin: new clause, new game, "},
		{exitUsage, []string{"gmae", "chess"}, "did you mean new game?"},
		{exitUsage, []string{"game"}, "game takes ID, not 0 arguments"},
		{exitUsage, []string{"game", "Chess"}, `"Chess" is not a name for a game: lower-case letters, digits and hyphens, a letter first, at most 40`},
		{exitUsage, []string{"game", "../chess"}, "lower-case letters"},
		{exitUsage, []string{"game", ""}, "lower-case letters"},
		{exitUsage, []string{"game", strings.Repeat("a", 41)}, "at most 40"},
		{exitUsage, []string{"game", "chess", "--title", "two\nlines"}, "not one line of visible characters"},
		{exitUsage, []string{"game", "chess", "--title", " "}, "the title is empty"},
		{exitUsage, []string{"game", "chess", "--title", "\u202ereversed"}, "not one line of visible characters"},
		{exitFailed, []string{"game", "nim"}, "data/games/nim already exists; name another game"},
		{exitFailed, []string{"repository", ".", "--game", "nim"}, ". is not empty"},
		{exitUsage, []string{"section", "two", "Title"}, `"two" is not a section number: numbers with dots between them`},
		{exitUsage, []string{"section", "2.", "Title"}, "is not a section number"},
		{exitFailed, []string{"section", "2.1", "Title"}, `nim has a section 2.1 already, "Taking sticks" at data/games/nim/10-the-pile.md:`},
		{exitFailed, []string{"section", "4.1", "Title"}, "nim has no section 4; rulebound new section 4 TITLE makes it"},
		{exitFailed, []string{"clause", "2.9", "Text"}, "nim has no section 2.9; did you mean 2.1?"},
		{exitFailed, []string{"clause", "2.1-a", "Text"}, "clause 2.1-a already exists, at data/games/nim/10-the-pile.md:"},
		{exitUsage, []string{"clause", "2.1-A", "Text"}, "lower-case letters, such as 2.1-b"},
		{exitUsage, []string{"clause", "taking", "Text"}, "neither a section nor a clause"},
		{exitUsage, []string{"clause", "2.1", "  "}, "the clause is empty"},
		{exitUsage, []string{"clause", "2.1", strings.Repeat("a", 1001)}, "more than 1,000 bytes"},
		{exitFailed, []string{"scenario", "2.1-b", "x"}, "nim has no clause 2.1-b; did you mean 2.1-a?"},
		{exitUsage, []string{"scenario", "2.1-a", "../x"}, "is not a name for a scenario"},
		{exitFailed, []string{"scenario", "2.1-a", "three"}, "scenarios/nim/2.1-taking-sticks/three.yaml already exists"},
		{exitFailed, []string{"clause", "2.1", "Text", "--game", "nin"}, "did you mean nim?"},
	} {
		code, out, errs := call(append([]string{"new"}, c.args...)...)
		if code != c.code || !strings.Contains(errs, c.want) || out != "" {
			t.Errorf("%v: %d %s%s, want %d %s", c.args, code, out, errs, c.code, c.want)
		}
	}
	if now := tree(t); now != before {
		t.Errorf("what was refused changed files: %s, was %s", now, before)
	}
	if code, _, errs := call("new", "clause", "2.1", "A player may pass."); code != exitOK {
		t.Fatal(errs)
	}
	if code, _, errs := call("new", "clause", "2.1", "A player may pass again."); code != exitOK || !strings.Contains(tree(t), "**2.1-c** (not modelled: to be written) A player may pass again.") {
		t.Errorf("the letter after b: %d %s", code, errs)
	}
	if code, _, errs := call("new", "scenario", "2.1-b", "pass"); code != exitFailed || !strings.Contains(errs, "2.1-b is marked as not modelled (to be written), at ") {
		t.Errorf("a clause without data: %d %s", code, errs)
	}
}

func TestNewScenarioInARulebookWithWarnings(t *testing.T) {
	t.Setenv("CI", "")
	loop := strings.Replace(rulebook, "do:\n", "do:\n    - let: {$n: 1}\n", 1)
	root := repository(t, map[string]string{"data/games/toy/10.md": loop})
	if code, _, errs := call("new", "scenario", "9.1-a", "first", "-C", root); code != exitOK {
		t.Errorf("%d %s", code, errs)
	}
}

// A clause without statements gets a scenario that begins after the initial chance.
func TestNewScenarioScriptsInitialChance(t *testing.T) {
	t.Setenv("CI", "")
	page := "# 9 Toy\n\n## 9.1 Play\n\n- **9.1-a** Chance comes first.\n- **9.1-b** The scouts are green.\n\n```yaml\ngame: {id: toy, main: play}\nseats: [{id: red}]\n" +
		"procedures:\n- id: play\n  rule: 9.1-a\n  do:\n  - {roll: $die}\n  - {amount: $n, by: red, max: 2}\n  - {over: {result: =$n + $die}}\n```\n"
	root := repository(t, map[string]string{"data/games/toy/10.md": page})
	if code, _, errs := call("new", "scenario", "9.1-b", "green", "-C", root); code != exitOK {
		t.Fatal(errs)
	}
	text, err := os.ReadFile(filepath.Join(root, "scenarios/toy/9.1/green.yaml"))
	if err != nil || !strings.Contains(string(text), "chance: {die: [") || !strings.Contains(string(text), "asked: {seat: red, decision: n}") || !strings.Contains(string(text), "  rules: [9.1-b]\n") {
		t.Errorf("%s %v", text, err)
	}
}

// A clause with a statement gets a play that executes it, not one that only evaluates its conditions.
func TestNewScenarioExecutesAStatementOfItsClause(t *testing.T) {
	t.Setenv("CI", "")
	page := "# 9 Toy\n\n## 9.1 Play\n\n- **9.1-a** Red says a number.\n- **9.1-b** Red gains it.\n\n```yaml\ngame: {id: toy, main: play}\nseats: [{id: red}]\ntracks: [{id: purse, max: 9}]\n" +
		"functions: [{id: upto, rule: 9.1-b, params: {}, value: =2 + purse}]\nprocedures:\n- id: play\n  rule: 9.1-a\n  do:\n  - {amount: $n, by: red, max: upto()}\n  - {gain: {purse: $n}, rule: 9.1-b}\n  - {amount: $n, by: red, max: upto()}\n  - {over: {result: =$n}}\n```\n"
	root := repository(t, map[string]string{"data/games/toy/10.md": page})
	if code, _, errs := call("new", "scenario", "9.1-b", "gains", "-C", root); code != exitOK {
		t.Fatal(errs)
	}
	if text, err := os.ReadFile(filepath.Join(root, "scenarios/toy/9.1/gains.yaml")); err != nil || !strings.Contains(string(text), "moves:\n- red: ") {
		t.Errorf("%s %v", text, err)
	}
}

// A clause whose only data is the condition of an option gets a play that evaluates it.
func TestNewScenarioOfAConditionOfAnOption(t *testing.T) {
	t.Setenv("CI", "")
	page := "# 9 Toy\n\n## 9.1 Play\n\n- **9.1-a** Red goes on or stops.\n- **9.1-b** Red must not stop with an empty purse.\n\n```yaml\ngame: {id: toy, main: play}\nseats: [{id: red}]\ntracks: [{id: purse, max: 9}]\npiles: [{id: deck, visible: hidden}]\ncards: [{id: one}, {id: two}]\n" +
		"procedures:\n- id: play\n  rule: 9.1-a\n  do:\n  - {shuffle: deck}\n  - repeat: 3\n    do:\n    - menu: act\n      by: red\n      secret: true\n      options:\n        on: [{gain: {purse: 1}}]\n" +
		"        off: {where: {rule: 9.1-b, when: purse > 0}, do: []}\n  - {over: {result: =purse}}\n```\n"
	root := repository(t, map[string]string{"data/games/toy/10.md": page})
	if code, _, errs := call("new", "scenario", "9.1-b", "purse", "-C", root); code != exitOK {
		t.Error(errs)
	}
}

// tree lists the files below the working directory with their sizes.
func tree(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	err := filepath.Walk(".", func(name string, info os.FileInfo, err error) error {
		if err == nil {
			b.WriteString(name + " " + info.Mode().String() + "\n")
			if !info.IsDir() {
				text, err := os.ReadFile(name)
				b.Write(text)
				return err
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestNewWritesAllOrNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("scenarios", nil, 0o644); err != nil { // the folder data is written before it
		t.Fatal(err)
	}
	before := tree(t)
	if code, _, errs := call("new", "game", "nim"); code != exitFailed || !strings.Contains(errs, "scenarios") {
		t.Errorf("%d %s", code, errs)
	}
	if now := tree(t); now != before {
		t.Errorf("left behind: %s", now)
	}
	s := staged{"b": {text: []byte("new"), old: []byte("old")}, "c/d": {text: []byte("new")}}
	if err := os.WriteFile("b", []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("c", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := s.commit("."); err == nil {
		t.Error("a file was written below a file")
	}
	if text, err := os.ReadFile("b"); err != nil || string(text) != "old" {
		t.Errorf("%q %v", text, err)
	}
	if err := os.WriteFile("b", []byte("newer"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := s.commit("."); err == nil || !strings.Contains(err.Error(), "b was changed meanwhile") {
		t.Error(err)
	}
}

// In every section of every rulebook, a new clause and a new section are under their heading, and all other clauses
// keep theirs.
func TestNewClausesAndSectionsAreInsertedUnderTheirHeading(t *testing.T) {
	files := os.DirFS(absoluteRoot)
	games, err := corpus.Games(files)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range games {
		book, _ := source.Read(files, corpus.GamesDir+"/"+id)
		seen := map[string]bool{}
		for _, h := range book.Headings {
			if !numberForm.MatchString(h.Number) || seen[h.Number] {
				continue
			}
			seen[h.Number] = true
			for what, add := range map[string]func(p *pages) error{
				"clause":  func(p *pages) error { return p.addClause(h.Number, "zz", "Text.") },
				"section": func(p *pages) error { return p.addSection(h.Number+".99", "Title") },
			} {
				p := &pages{game: id, book: book, files: staged{}}
				if err := add(p); err != nil {
					t.Errorf("%s of %s: %v", what, h.Number, err)
					continue
				}
				for name, f := range p.files {
					page, list := source.Read(fstest.MapFS{"g/" + filepath.Base(name): {Data: f.text}}, "g")
					if list.HasErrors() {
						t.Fatalf("%s of %s: %v", what, h.Number, list)
					}
					compareClauses(t, what+" of "+id+" "+h.Number, book, page, name, p.clause)
				}
			}
		}
	}
}

func compareClauses(t *testing.T, what string, book, page *source.Book, file, added string) {
	t.Helper()
	var was, is []string
	for _, k := range book.Clauses {
		if k.Pos.File == file {
			was = append(was, k.Section+" "+k.ID+" "+k.Text)
		}
	}
	found := false
	for _, k := range page.Clauses {
		if section, _, _ := strings.Cut(k.ID, "-"); k.ID == added {
			found = k.Section == section && k.Kind == source.KindNotModelled
			continue
		}
		is = append(is, k.Section+" "+k.ID+" "+k.Text)
	}
	if !found || strings.Join(was, "\n") != strings.Join(is, "\n") {
		at := 0
		for at < min(len(was), len(is)) && was[at] == is[at] {
			at++
		}
		t.Errorf("%s: %v, %d clauses were %d: %.300q, was %.300q", what, found, len(is), len(was), is[at:], was[at:])
	}
}
