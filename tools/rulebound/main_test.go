package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const rulebook = "# Toy\n\n- **9.1-a** One may rest.\n\n  ```yaml\n  game: {id: toy, title: Toy, main: play}\n  seats: [{id: red}]\n  procedures:\n  - id: play\n    do:\n    - menu: act\n      by: red\n      options: {rest: {do: []}, sleep: {do: []}}\n    - over: {}\n  ```\n"

const script = "version: 1\ntitle: Red rests\ngame: toy\nrules: [9.1-a]\nmoves: [{red: rest}]\nexpect: {asked: {over: true}}\n"

// repository returns a root with a game and a scenario.
func repository(t testing.TB, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	all := map[string]string{"data/games/toy/10.md": rulebook, "scenarios/toy/9.1/rest.yaml": script}
	for name, text := range files {
		all[name] = text
	}
	for name, text := range all {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// copied copies folders of this repository into a root.
func copied(t *testing.T, root string, folders ...string) {
	t.Helper()
	for _, dir := range folders {
		if err := os.CopyFS(filepath.Join(root, dir), os.DirFS(filepath.Join(absoluteRoot, dir))); err != nil {
			t.Fatal(err)
		}
	}
}

// bookOf is a rulebook of one page with a block of YAML.
func bookOf(block string) string {
	return "# Toy\n\n- **9.1-a** One may rest.\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\n" + block + "```\n"
}

func call(args ...string) (code int, out, errs string) {
	var o, e bytes.Buffer
	code = run(args, &o, &e)
	return code, o.String(), e.String()
}

func TestGoldensThenConformance(t *testing.T) {
	t.Setenv("CI", "")
	root := repository(t, nil)
	if code, out, _ := call("conformance", "-C", root); code != exitFailed || !strings.Contains(out, "there is no golden") {
		t.Errorf("%d %s", code, out)
	}
	if code, out, errs := call("goldens", "-C", root); code != exitOK || !strings.Contains(out, "toy/9.1\n  new rest\n1 golden, 1 change\n") {
		t.Fatalf("%d %s %s", code, out, errs)
	}
	code, out, errs := call("conformance", "-C", root)
	if code != exitOK || !strings.Contains(out, "ok   toy/9.1: 1 scenario\n") || !strings.Contains(out, "1 scenario, 0 problems") {
		t.Errorf("%d %s %s", code, out, errs)
	}
	if code, out, _ := call("coverage", "-C", root, "-json"); code != exitOK || !strings.Contains(out, `"version": 1`) || !strings.Contains(out, `"9.1/rest"`) {
		t.Errorf("%d %s", code, out)
	}
	if code, out, _ := call("goldens", "-C", root, "-print", "toy/9.1/rest", "-json"); code != exitOK || !strings.Contains(out, `{"depth":0,"kind":"decision","seat":"red","decision":"act","answer":"rest","forced":"false","at":{"clauses":["9.1-a"],"file":"data/games/toy/10.md","line":11,"col":7}}`) {
		t.Errorf("%d %s", code, out)
	}
	golden := filepath.Join(root, "goldens/toy/9.1/rest.golden")
	if err := os.WriteFile(golden, []byte("trace 1\nelse\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, out, _ := call("conformance", "-C", root); code != exitFailed || !strings.Contains(out, "differs from the golden at line 2") {
		t.Errorf("%d %s", code, out)
	}
	if err := os.Rename(golden, filepath.Join(root, "goldens/toy/9.1/other.golden")); err != nil {
		t.Fatal(err)
	}
	if code, out, _ := call("conformance", "-C", root); code != exitFailed || !strings.Contains(out, "goldens/toy/9.1/other.golden belongs to no scenario") {
		t.Errorf("%d %s", code, out)
	}
}

func TestGoldensRefusesToRewrite(t *testing.T) {
	t.Setenv("CI", "")
	for _, c := range []struct{ name, env, file, text, want string }{
		{"in continuous integration", "CI", "", "", "continuous integration"},
		{"through goldie's switch", "GOLDIE_UPDATE", "", "", "GOLDIE_UPDATE is set"},
		{"when an expectation fails", "", "scenarios/toy/9.1/rest.yaml", strings.Replace(script, "over: true", "seat: red", 1), "the goldens were not touched"},
		{"when a scenario cannot be read", "", "scenarios/toy/9.1/rest.yaml", "version: 1\n", "the scenario lacks title"},
		{"when the rulebook does not compile", "", "data/games/toy/10.md", strings.Replace(rulebook, "by: red", "by: rad", 1), "does not compile"},
		{"when a clause is unknown", "", "scenarios/toy/9.1/rest.yaml", strings.Replace(script, "9.1-a", "9.1-b", 1), "no clause 9.1-b"},
		{"when a scenario is of another game", "", "scenarios/toy/9.1/rest.yaml", strings.Replace(script, "game: toy", "game: chess", 1), "names the game chess"},
		{"when a folder has no game", "", "scenarios/chess/9.1/rest.yaml", script, "there is no such game"},
		{"when a file belongs to no game", "", "scenarios/toy.bords.yaml", "[]\n", "scenarios/toy.bords.yaml: nothing reads it"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := map[string]string{}
			if c.file != "" {
				files[c.file] = c.text
			}
			if c.env != "" {
				t.Setenv(c.env, "true")
			}
			root := repository(t, files)
			code, out, errs := call("goldens", "-C", root)
			if code != exitFailed || !strings.Contains(errs, c.want) {
				t.Errorf("%d %s %s", code, out, errs)
			}
			if _, err := os.Stat(filepath.Join(root, "goldens")); err == nil {
				t.Error("something was written")
			}
		})
	}
}

func TestBadCommandLines(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "Check the rules:"},
		{[]string{"conform"}, `there is no command "conform"; rulebound help lists the commands`},
		{[]string{"chek"}, "did you mean check?"},
		{[]string{"check", "toy"}, "a game is named by --game"},
		{[]string{"bench", "-time", "1s", "toy", "toy"}, `unexpected argument "toy"`},
		{[]string{"check", "-gaem", "toy"}, "unknown flag: --gaem; did you mean --game?; rulebound check -h says what it takes"},
		{[]string{"referee", "--step", "x"}, `--step takes whole numbers such as 3 or 3,5, not "x"`},
		{[]string{"conformance", "-x"}, "unknown shorthand flag: 'x'"},
		{[]string{"conformance", "-xyz"}, "unknown flag: --xyz"},
		{[]string{"coverage", "extra"}, "unexpected argument"},
		{[]string{"compile", "toy", "-json"}, "unknown flag: --json"},
		{[]string{"check", "-json", "-format", "text"}, "[format json] were all set"},
		{[]string{"check", "-format", "xml"}, `not "xml"`},
		{[]string{"coverage", "-section", "1", "-clauses", "1"}, "[clauses section] were all set"},
		{[]string{"coverage", "-json", "-clauses", "1"}, "[clauses json] were all set"},
		{[]string{"goldens", "-print", "x", "-section", "1"}, "[print section] were all set"},
		{[]string{"goldens", "-print", "x", "-against", "HEAD"}, "[against print] were all set"},
		{[]string{"mutate", "-json", "-clauses"}, "[clauses json] were all set"},
	} {
		if code, _, errs := call(c.args...); code != exitUsage || !strings.Contains(errs, c.want) {
			t.Errorf("%v: %d %s", c.args, code, errs)
		}
	}
	if code, out, errs := call("check", "-h"); code != exitOK || !strings.HasPrefix(out, "Compile the games") || strings.Contains(out, "compile GAME") || !strings.Contains(out, "-C, --root DIR") || errs != "" {
		t.Errorf("%d %s%s", code, out, errs)
	}
	if code, out, errs := call("compile", "-C", repository(t, nil), "toy", "-o", filepath.Join(t.TempDir(), "toy.json")); code != exitOK {
		t.Errorf("%d %s%s", code, out, errs)
	}
	if code, _, errs := call("conformance", "-C", t.TempDir()); code != exitFailed || !strings.Contains(errs, "there is no folder data/games here or above") {
		t.Errorf("%d %s", code, errs)
	}
	if code, _, errs := call("goldens", "-C", repository(t, nil), "-print", "x"); code != exitFailed || !strings.Contains(errs, "there is no scenario") {
		t.Errorf("%d %s", code, errs)
	}
}

// Without a scenario nothing is tested, and a rewrite would remove all goldens.
func TestNoScenarioIsAFailure(t *testing.T) {
	t.Setenv("CI", "")
	root := repository(t, map[string]string{"goldens/toy/9.1/rest.golden": "trace 1\n"})
	if err := os.RemoveAll(filepath.Join(root, "scenarios")); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := call("goldens", "-C", root); code != exitFailed || !strings.Contains(errs, "the goldens were not touched") {
		t.Errorf("%d %s", code, errs)
	}
	if err := os.Remove(filepath.Join(root, "goldens/toy/9.1/rest.golden")); err != nil {
		t.Error(err)
	}
	if code, _, errs := call("conformance", "-C", root); code != exitFailed || !strings.Contains(errs, "no scenario was played") {
		t.Errorf("%d %s", code, errs)
	}
}

// Every command that reads all games refuses files and folders in data/games that are no game, with the same message.
func TestStrayFilesAmongTheGamesAreErrors(t *testing.T) {
	t.Setenv("CI", "")
	for name, lay := range map[string]func(games string) error{
		"linked": func(games string) error { return os.Symlink("toy", filepath.Join(games, "linked")) },
		".hidden": func(games string) error {
			return os.CopyFS(filepath.Join(games, ".hidden"), os.DirFS(filepath.Join(games, "toy")))
		},
		"notes.md": func(games string) error { return os.WriteFile(filepath.Join(games, "notes.md"), nil, 0o644) },
	} {
		root := repository(t, nil)
		if err := lay(filepath.Join(root, "data/games")); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"check"}, {"conformance"}, {"coverage"}, {"goldens"}, {"compile", name}, {"mutate", "-game", name}, {"mutate"}} {
			code, _, errs := call(append(args, "-C", root)...)
			if code != exitFailed || !strings.Contains(errs, "data/games/"+name+": ") {
				t.Errorf("%s, %q: %d %s", name, args, code, errs)
			}
		}
	}
}
