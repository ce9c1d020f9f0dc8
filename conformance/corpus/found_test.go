package corpus_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler/source"
	"rulebound/conformance/corpus"
	"rulebound/conformance/scenario"
)

// shelf is a repository of one game with three clauses, of which a scenario covers one.
func shelf() fstest.MapFS {
	const page = "# 1 Calm\n\n- **1-a** It ends.\n- **1-b** It goes on.\n\n# 2 Storm\n\n- **2-a** It blows.\n- **2-b** It blows on.\n\n```yaml\n" +
		"game: {id: calm, title: T, main: play}\nseats: [{id: red}]\nprocedures: [{id: play, do: [{may: go, rule: 1-a, by: red, do: []}, {over: {}}]}]\n```\n"
	return fstest.MapFS{
		"data/games/calm/10.md":      {Data: []byte(page)},
		"scenarios/calm/1/a.yaml":    {Data: []byte("version: 1\ntitle: T\ngame: calm\nrules: [1-a]\nexpect: {asked: red}\n")},
		"scenarios/calm.gaps.yaml":   {Data: []byte("unplayed:\n- {rules: [2-b], why: Nothing blows on.}\n")},
		"scenarios/calm.boards.yaml": {Data: []byte("- {}\n")},
	}
}

// Each clause without a scenario is named unless the list explains it; with a section, only its clauses. A game without any
// scenario gets one line, whatever its list explains.
func TestClausesWithoutAScenarioAreListed(t *testing.T) {
	for _, c := range []struct {
		what, section string
		change        func(files fstest.MapFS)
		want          []string
	}{
		{"all", "", func(fstest.MapFS) {}, []string{"clause 1-b;", "clause 2-a;"}},
		{"a section", "1", func(fstest.MapFS) {}, []string{"clause 1-b;"}},
		{"a clause", "2-a", func(fstest.MapFS) {}, []string{"clause 2-a;"}},
		{"a clause whose id is not below its section", "2", func(files fstest.MapFS) {
			files["data/games/calm/10.md"].Data = bytes.Replace(files["data/games/calm/10.md"].Data, []byte("2-a"), []byte("gale-a"), 1)
		}, []string{"clause gale-a;"}},
		{"a scenario that fails", "1", func(files fstest.MapFS) {
			files["scenarios/calm/1/a.yaml"].Data = bytes.Replace(files["scenarios/calm/1/a.yaml"].Data, []byte("asked: red"), []byte("asked: {over: true}"), 1)
		}, []string{"clause 1-a;", "clause 1-b;"}},
		{"no list", "2", func(files fstest.MapFS) { delete(files, "scenarios/calm.gaps.yaml") }, []string{"clause 2-a;", "clause 2-b;"}},
		{"no scenario", "", func(files fstest.MapFS) { delete(files, "scenarios/calm/1/a.yaml") }, []string{"no scenario covers the 4 clauses of calm, which has none yet"}},
		{"a stale line of the list", "1-b", func(files fstest.MapFS) {
			files["scenarios/calm.gaps.yaml"].Data = []byte("unplayed:\n- {rules: [1-a], why: Nothing ends.}\n- {rules: [2-b], why: Nothing blows on.}\n")
		}, []string{"clause 1-b;", "unplayed names clause 1-a, but a scenario covers it"}},
	} {
		files := shelf()
		c.change(files)
		g, err := corpus.OpenGame(files, "calm")
		if err != nil {
			t.Fatal(c.what, err)
		}
		err = g.Uncovered(g.Report(corpus.PlayEach(g.Cases, func(int, int) {})), c.section)
		lines := strings.Split(fmt.Sprint(err), "\n")
		if len(lines) != len(c.want) {
			t.Errorf("%s: %v, want %q", c.what, err, c.want)
			continue
		}
		for i, want := range c.want {
			if !strings.Contains(lines[i], want) {
				t.Errorf("%s: %q, want %q", c.what, lines[i], want)
			}
		}
	}
}

// A game is found by its id. An error suggests a similar id, lists all, or says that there are none.
func TestOpenGameFindsAGameByID(t *testing.T) {
	two := shelf()
	two["data/games/storm/10.md"] = two["data/games/calm/10.md"]
	odd := shelf()
	odd["data/games/notes.md"] = &fstest.MapFile{Data: []byte("x")}
	for _, c := range []struct {
		files    fstest.MapFS
		id, want string
	}{
		{two, "calm", ""}, {two, "storm", ""}, {odd, "calm", ""},
		{two, "clam", "there is no game clam in data/games; did you mean calm?"},
		{two, "wilderness", "there is no game wilderness in data/games: there is calm, storm"},
		{odd, "notes.md", "data/games/notes.md: a game is a folder"},
		{fstest.MapFS{"data/games": {Mode: fs.ModeDir}}, "calm", "there is no game in data/games"},
		{fstest.MapFS{}, "calm", "there is no folder data/games here or above"},
	} {
		if err := corpus.Find(c.files, c.id); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.id, err, c.want)
		}
	}
	if games, err := corpus.Games(odd); fmt.Sprint(games) != "[calm]" || err == nil {
		t.Errorf("%v, %v", games, err)
	}
}

// A reader returns the current game: it reads changed scenarios again and reports unreadable ones each time.
func TestReaderReloadsChangedScenarios(t *testing.T) {
	files, reader := shelf(), &corpus.Reader{}
	for i, c := range []struct{ title, want string }{{"T", ""}, {"T", ""}, {"Another", ""}, {"[", "a.yaml"}, {"[", "a.yaml"}, {"T", ""}} {
		files["scenarios/calm/1/a.yaml"] = &fstest.MapFile{Data: []byte("version: 1\ntitle: " + c.title + "\ngame: calm\nrules: [1-a]\nexpect: {asked: red}\n")}
		g, err := reader.OpenGame(files, "calm")
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d: %v", i, err)
		}
		if c.want == "" && (len(g.Cases) != 1 || g.Cases[0].Script.Title != c.title) {
			t.Errorf("%d: %+v", i, g.Cases)
		}
	}
	files["scenarios/calm/1/b.yaml"] = &fstest.MapFile{}
	if _, err := reader.OpenGame(files, "calm"); err == nil || !strings.Contains(err.Error(), "b.yaml") {
		t.Errorf("an empty scenario: %v", err)
	}
	delete(files, "scenarios/calm/1/b.yaml")
	files["scenarios/calm/1/a.yaml"] = &fstest.MapFile{Data: []byte("/dev/zero"), Mode: fs.ModeSymlink | 0o777}
	if _, err := reader.OpenGame(files, "calm"); err == nil || !strings.Contains(err.Error(), "it is a link") {
		t.Errorf("a scenario that has become a link: %v", err)
	}
	delete(files, "scenarios/calm/1/a.yaml")
	if g, err := reader.OpenGame(files, "calm"); err != nil || len(g.Cases) > 0 {
		t.Errorf("a scenario that is gone: %v", err)
	}
}

// Another revision of the repository is compiled with its own libraries where it has some, else with those of the compiler.
func TestARevisionUsesItsOwnLibraries(t *testing.T) {
	files := shelf()
	files["data/games/calm/10.md"].Data = bytes.Replace(files["data/games/calm/10.md"].Data, []byte("title: T,"), []byte("title: T, uses: [breeze],"), 1)
	if _, err := corpus.OpenRulesOfRevision(files, "calm"); err == nil || !strings.Contains(err.Error(), "breeze") {
		t.Errorf("a library that does not exist: %v", err)
	}
	calm := files["data/games/calm/10.md"]
	files["data/games/calm/10.md"] = &fstest.MapFile{Data: bytes.Replace(calm.Data, []byte("breeze"), []byte("card-driven"), 1)}
	if _, err := corpus.OpenRulesOfRevision(files, "calm"); err == nil || strings.Contains(err.Error(), "there is no library") {
		t.Errorf("a library of the compiler: %v", err)
	}
	files["data/games/calm/10.md"] = calm
	files["compiler/library/breeze/10.md"] = &fstest.MapFile{Data: []byte("# Breeze\n\n```yaml\npiles: [{id: air, visible: hidden}]\ncards: [{id: gust}]\n```\n")}
	g, err := corpus.OpenRulesOfRevision(files, "calm")
	if err != nil || len(g.Def.Piles) != 1 {
		t.Errorf("its own library: %v", err)
	}
	if all, err := corpus.OpenRevision(files); err != nil || len(all.Games) != 1 || len(all.Games[0].Def.Piles) != 1 {
		t.Errorf("its own library: %v", err)
	}
	if _, err := corpus.OpenRules(files, "calm"); err == nil {
		t.Error("a library of another revision is used")
	}
}

// A game that does not load with the options of a scenario is a problem of the scenario.
func TestLoadErrorOfAGameIsAProblemOfItsScenario(t *testing.T) {
	g, err := corpus.OpenGame(shelf(), "calm")
	if err != nil {
		t.Fatal(err)
	}
	x := g.Cases[0]
	x.Script.Setup.Options = []source.Pair{{Key: scenario.ParseNode("players"), Value: scenario.ParseNode("2")}}
	if err := x.Play().Problem(); err == nil || !strings.Contains(err.Error(), "scenarios/calm/1/a.yaml: ") || !strings.Contains(err.Error(), "players") {
		t.Error(err)
	}
}

// An unusable rulebook or scenario is named with its place, a similar name, and its text for an excerpt; the corpus
// contains the others.
func TestBrokenRulebooksAndScenariosAreReported(t *testing.T) {
	const scenarioB = "version: 1\ntitle: T\ngame: calm\nrules: [1-a]\nexpect: {asked: red}\n"
	for _, c := range []struct {
		what, file  string
		old, text   string // replaced in the file
		want, place string
		games       int
	}{
		{"a rulebook", "data/games/calm/10.md", "main: play", "main: plays", "the rulebook of calm does not compile", "data/games/calm/10.md:12:", 0},
		{"a scenario", "scenarios/calm/1/b.yaml", "title: T", "titel: T", "the scenario scenarios/calm/1/b.yaml cannot be used", "scenarios/calm/1/b.yaml:2:1", 1},
		{"another game", "scenarios/calm/1/b.yaml", "game: calm", "game: storm", "the scenario names the game storm but is in the folder of calm", "scenarios/calm/1/b.yaml:3:7", 1},
		{"an unknown clause", "scenarios/calm/1/b.yaml", "[1-a]", "[1-c]", "the rulebook has no clause 1-c", "scenarios/calm/1/b.yaml:4:9", 1},
		{"an unknown seat", "scenarios/calm/1/b.yaml", "asked: red", "asked: rde", "there is no seat rde", "scenarios/calm/1/b.yaml:5:17", 1},
		{"what it goes on from", "scenarios/calm/1/b.yaml", "expect:", "after: 1/c\nexpect:", "1/c", "scenarios/calm/1/b.yaml:5:", 1},
	} {
		files := shelf()
		files["scenarios/calm/1/b.yaml"] = &fstest.MapFile{Data: []byte(scenarioB)}
		files[c.file].Data = bytes.Replace(files[c.file].Data, []byte(c.old), []byte(c.text), 1)
		all, err := corpus.Open(files)
		var b *corpus.Broken
		if !errors.As(err, &b) || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), c.place) {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		if string(b.Source(c.file)) != string(files[c.file].Data) || b.Source("elsewhere.yaml") != nil {
			t.Errorf("%s: no text for an excerpt, or one of another file", c.what)
		}
		if len(all.Games) != c.games || c.games > 0 && (len(all.Cases()) != 1 || all.Names()[0] != "calm/1/a") {
			t.Errorf("%s: %d games and %v", c.what, len(all.Games), all.Names())
		}
	}
	files := shelf()
	files["scenarios/calm/1/b.yaml"] = &fstest.MapFile{Data: []byte(strings.Replace(scenarioB, "1-a", "1-bb", 1))}
	var b *corpus.Broken
	if _, err := corpus.OpenGame(files, "calm"); !errors.As(err, &b) || b.List[0].Detail != "Did you mean 1-b?" {
		t.Errorf("an unknown clause near another: %v", err)
	}
}
