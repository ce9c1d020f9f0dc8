package follow

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"rulebound/conformance/corpus"
)

// kalah returns the files of a small game of the repository.
func kalah(t *testing.T) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	for _, dir := range folders {
		root := os.DirFS("../..")
		err := fs.WalkDir(root, dir+"/kalah", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := fs.ReadFile(root, name)
			files[name] = &fstest.MapFile{Data: text}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// edit replaces a text in a file.
func edit(t *testing.T, files fstest.MapFS, name, from, to string) {
	t.Helper()
	if !bytes.Contains(files[name].Data, []byte(from)) {
		t.Fatalf("%s has no %q any more: the test is stale", name, from)
	}
	files[name] = &fstest.MapFile{Data: bytes.Replace(files[name].Data, []byte(from), []byte(to), 1)}
}

// read reads a suite, which must succeed.
func read(t *testing.T, s *Suite, files fs.FS) []string {
	t.Helper()
	changed, err := s.Read(files)
	if err != nil {
		t.Fatal(err)
	}
	return changed
}

// state plays the remaining scenarios and returns their state.
func state(t *testing.T, s *Suite, files fs.FS) State {
	t.Helper()
	for s.Play() {
	}
	st, err := s.State(files)
	if err != nil {
		t.Fatal(err)
	}
	return st
}

const (
	page    = "data/games/kalah/10-kalah.md"
	capture = "scenarios/kalah/2.2-last-seed/capture.yaml"
)

// After each of a series of edits a suite stands where one does that reads the files for the first time, although it plays only
// what the edit may touch: all that differs is among the scenarios that it plays first, or after them.
func TestIncrementalSuiteEqualsAFreshOne(t *testing.T) {
	files := kalah(t)
	original := files[page]
	whole := func() { files[page] = original }
	var reader corpus.Reader
	s := NewSuite("kalah", &reader)
	if changed := read(t, s, files); changed != nil || s.Touched() > 0 {
		t.Errorf("a first look finds changes: %v, %d touched", changed, s.Touched())
	}
	all := len(s.Game().Cases)
	if st := state(t, s, files); st != (State{Scenarios: all}) || st.String() != "none of 26 scenarios differs or fails" {
		t.Error(st)
	}
	for _, c := range []struct {
		name    string
		edit    func()
		changed []string
		touched func(n int) bool
		most    int // scenarios that differ
	}{
		{"a statement", func() { edit(t, files, page, "from: $pit | $pit.opposite, all", "from: $pit.opposite, all") }, []string{"2.2-b"}, func(n int) bool { return n > 0 && n < all }, 7},
		{"and back", whole, []string{"2.2-b"}, func(n int) bool { return n > 0 && n < all }, 0},
		{"prose alone", func() { edit(t, files, page, "South moves first.", "It is South that begins.\n\nReally.") }, nil, func(n int) bool { return n == 0 && s.Left() == 0 }, 0},
		{"a declaration", func() { edit(t, files, page, "{seed: 6}", "{seed: 5}") }, nil, func(n int) bool { return s.Left() > 0 }, 1},
		{"a condition and a statement", func() {
			whole()
			edit(t, files, page, "pieces($pit, seed) == 1 and", "pieces($pit, seed) == 2 and")
			edit(t, files, page, "for: {$seat: seats}", `for: {$seat: "seats \\ south"}`)
		}, nil, func(n int) bool { return n > 0 }, all},
		{"a scenario", func() { whole(); edit(t, files, capture, "south-store.seed: 6", "south-store.seed: 7") }, nil, func(n int) bool { return n > 0 }, 0},
		{"a scenario that is gone", func() { delete(files, capture) }, nil, func(n int) bool { return n == 0 }, 0},
		{"a golden", func() {
			name := "goldens/kalah/2.2-last-seed/store.golden"
			files[name] = &fstest.MapFile{Data: append([]byte("x"), files[name].Data...)}
		}, []string{}, func(n int) bool { return n == 0 && s.Left() == 0 }, 1},
	} {
		c.edit()
		changed := read(t, s, files)
		if c.changed != nil && !slices.Equal(changed, c.changed) {
			t.Errorf("%s: %q changed, want %q", c.name, changed, c.changed)
		}
		if n := s.Touched(); !c.touched(n) {
			t.Errorf("%s: %d scenarios are touched, %d left", c.name, n, s.Left())
		}
		got := state(t, s, files)
		fresh := NewSuite("kalah", &corpus.Reader{})
		read(t, fresh, files)
		if want := state(t, fresh, files); got != want || got.Differ > c.most {
			t.Errorf("%s: %v, a fresh suite: %v", c.name, got, want)
		}
	}
}

// Scenarios that execute a changed clause are played before the rest, so that the first line says all that differs.
func TestScenariosOfChangedClausesArePlayedFirst(t *testing.T) {
	files := kalah(t)
	s := NewSuite("kalah", &corpus.Reader{})
	read(t, s, files)
	state(t, s, files)
	edit(t, files, page, "from: $pit | $pit.opposite, all", "from: $pit.opposite, all")
	read(t, s, files)
	for s.Touched() > 0 {
		s.Play()
	}
	first, err := s.State(files)
	if err != nil || s.Left() == 0 || first.Differ == 0 || first.Fail == 0 || first.Shortest == "" {
		t.Errorf("%v, %d left, %v", first, s.Left(), err)
	}
	if last := state(t, s, files); last != first {
		t.Errorf("first %v, then %v", first, last)
	}
}

// A statement that goes over to another clause touches the scenarios of both.
func TestStatementMovedToAnotherClauseTouchesBoth(t *testing.T) {
	files := kalah(t)
	s := NewSuite("kalah", &corpus.Reader{})
	read(t, s, files)
	state(t, s, files)
	coming := slices.Concat(s.Coming("2.2-a"), s.Coming("2.2-b"))
	edit(t, files, page, "rule: 2.2-a\n    then", "rule: 2.2-b\n    then")
	read(t, s, files)
	for _, c := range coming {
		if !slices.ContainsFunc(s.first, func(o *corpus.Case) bool { return o.Name() == c.Name() }) {
			t.Errorf("%s is not touched", c.Name())
		}
	}
	if len(s.Coming("2.2-a")) == 0 || s.Touched() == len(s.Game().Cases) {
		t.Errorf("%d scenarios reach the clause, %d are touched", len(s.Coming("2.2-a")), s.Touched())
	}
}

// A scenario that was edited is among the changes once, until it is played; one that contradicts its expectation fails although its trace is
// as before. A golden that cannot be read is an error.
func TestEditedScenarioIsPlayedAgain(t *testing.T) {
	files := kalah(t)
	s := NewSuite("kalah", &corpus.Reader{})
	read(t, s, files)
	state(t, s, files)
	edit(t, files, capture, "south-store.seed: 6", "south-store.seed: 7")
	if changed := read(t, s, files); !slices.Equal(changed, []string{"scenario 2.2-last-seed/capture"}) {
		t.Errorf("%q changed", changed)
	}
	if changed := read(t, s, files); len(changed) > 0 || s.Left() != 1 {
		t.Errorf("the second time %q changed, %d are left", changed, s.Left())
	}
	if st := state(t, s, files); st.Fail != 1 || st.Differ != 0 || st.Shortest != "2.2-last-seed/capture" {
		t.Errorf("%+v", st)
	}
	name := "goldens/kalah/2.2-last-seed/capture.golden"
	delete(files, name)
	files[name+"/x"] = &fstest.MapFile{}
	if st, err := s.State(files); err == nil {
		t.Errorf("a golden that is a folder: %+v", st)
	}
}

// What an edit leaves to be played is still to be played after the next edit, once.
func TestPendingScenariosSurviveTheNextEdit(t *testing.T) {
	files := kalah(t)
	s := NewSuite("kalah", &corpus.Reader{})
	read(t, s, files)
	state(t, s, files)
	edit(t, files, page, "from: $pit | $pit.opposite, all", "from: $pit.opposite, all")
	read(t, s, files)
	s.Play()
	left := s.Left()
	edit(t, files, page, "South moves first.", "It is South that begins.")
	if read(t, s, files); left == 0 || s.Left() != left {
		t.Errorf("%d scenarios are left, then %d", left, s.Left())
	}
}

// A rulebook that does not compile changes nothing; the next that does is compared with the last that did. A scenario that cannot be
// read is left out, and the others are played.
func TestSuiteSurvivesUnreadableFiles(t *testing.T) {
	files := kalah(t)
	s := NewSuite("kalah", &corpus.Reader{})
	read(t, s, files)
	state(t, s, files)
	before, good := s.Game(), files[page]
	edit(t, files, page, "- capture: {seat: $seat, pit: $last}", "- captrue: {seat: $seat, pit: $last}")
	if changed, err := s.Read(files); err == nil || !strings.Contains(err.Error(), "captrue") || changed != nil || s.Game() != before || s.Left() > 0 {
		t.Errorf("%v, %v", changed, err)
	}
	files[page] = good
	if changed := read(t, s, files); changed != nil || s.Left() > 0 {
		t.Errorf("as it was: %v changed, %d to be played", changed, s.Left())
	}
	files[capture] = &fstest.MapFile{Data: []byte("version: [")}
	if _, err := s.Read(files); err == nil || len(s.Game().Cases) != 25 {
		t.Errorf("%d scenarios, %v", len(s.Game().Cases), err)
	}
	edit(t, files, page, "from: $pit | $pit.opposite, all", "from: $pit.opposite, all")
	if changed, err := s.Read(files); err == nil || !slices.Equal(changed, []string{"2.2-b"}) || s.Touched() == 0 {
		t.Errorf("%v, %d touched, %v", changed, s.Touched(), err)
	}
}

// Files reports what editors do: writing in place, a new file put in the place of the old one, new folders, files that vanish; not their
// working files, nor files of no game.
func TestFilesReportsChangesMadeByEditors(t *testing.T) {
	root := t.TempDir()
	at := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	do := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	write := func(name string) {
		do(os.MkdirAll(filepath.Dir(at(name)), 0o700))
		do(os.WriteFile(at(name), []byte("x"), 0o600))
	}
	write("data/games/toy/1.md")
	f, err := Watch(root)
	do(err)
	next := func(what string, want Change) {
		t.Helper()
		if c, ok, over := f.Next(10 * time.Second); !ok || over || c != want {
			t.Errorf("%s: %+v, %v, %v", what, c, ok, over)
		}
		f.Settled(func(c Change) {
			if c != want {
				t.Errorf("%s: %+v, too", what, c)
			}
		})
	}
	nothing := func(what string) {
		t.Helper()
		if c, ok, _ := f.Next(100 * time.Millisecond); ok {
			t.Errorf("%s: %+v", what, c)
		}
	}
	toy := Change{Game: "toy", Rule: true}
	write("data/games/toy/1.md")
	next("written in place", toy)
	write("data/games/toy/.1.md.swp")
	write("data/games/toy/1.md~")
	nothing("working files")
	write("outside/1.md.new")
	nothing("outside")
	do(os.Rename(at("outside/1.md.new"), at("data/games/toy/1.md")))
	next("put in its place", toy)
	do(os.Remove(at("data/games/toy/1.md")))
	next("removed", toy)
	do(os.Mkdir(at("data/games/other"), 0o700))
	next("a folder", Change{Game: "other", Rule: true})
	write("data/games/other/1.md")
	next("in a new folder", Change{Game: "other", Rule: true})
	late := time.AfterFunc(10*time.Second, func() { _ = f.Close() })
	if c, ok, over := f.Next(0); ok || over {
		t.Errorf("without waiting: %+v, over: %v", c, over)
	}
	late.Stop()
	do(f.Close())
	if _, ok, over := f.Next(Forever); ok || !over {
		t.Error("a closed watch goes on")
	}
}

func TestGameOfAFile(t *testing.T) {
	f := &Files{root: "/root"}
	for name, want := range map[string]Change{
		"data/games/toy/1.md":               {"toy", true},
		"data/games/toy/pages/1.md":         {"toy", true},
		"data/games/toy.two/1.md":           {"toy.two", true},
		"data/games/toy":                    {"toy", true},
		"scenarios/toy/1.1/a.yaml":          {"toy", false},
		"scenarios/toy.gaps.yaml":           {"toy", false},
		"goldens/toy/1.1/a.golden":          {"toy", false},
		"data/games":                        {},
		"data/gamesome/1.md":                {},
		"docs/scenarios/toy/a.yaml":         {},
		"data/games/toy/.1.md":              {},
		"data/games/toy/1.md~":              {},
		"data/games/toy/1.md.swp":           {},
		"../scenarios/toy/1.1/a.yaml":       {},
		"../root2/scenarios/toy/1.1/a.yaml": {},
	} {
		if got, ok := f.change(filepath.Join("/root", name)); got != want || ok != (want.Game != "") {
			t.Errorf("%s: %+v, %v", name, got, ok)
		}
	}
}

// The scenarios of a clause can be played before the others. Those that name it are first, then those that execute it; among
// each, the shortest first.
func TestOrderOfTheScenariosOfAClause(t *testing.T) {
	files := kalah(t)
	s := NewSuite("kalah", &corpus.Reader{})
	read(t, s, files)
	const clause = "2.1-c"
	all := s.Left()
	if s.PlayOf(clause, func() bool { return false }); s.Left() != all {
		t.Errorf("%d of %d are left although nothing was to be played", s.Left(), all)
	}
	calls := 0
	s.PlayOf(clause, func() bool { calls++; return calls < 3 })
	if calls != 3 {
		t.Errorf("it is asked %d times whether to go on", calls)
	}
	s.PlayOf(clause, func() bool { return true })
	of, err := s.StateOf(files, clause)
	if whole, err := s.State(files); err != nil || whole.Scenarios != all || of.Scenarios != all-whole.Unplayed || of.Unplayed > 0 || of.Scenarios == 0 || whole.Unplayed != s.Left() {
		t.Errorf("of the clause %+v, of all %+v, %v", of, whole, err)
	}
	if err != nil {
		t.Error(err)
	}
	state(t, s, files)
	coming, last := s.Coming(clause), 0
	for i, c := range coming {
		named := slices.Contains(c.Script.Rules, clause)
		if lines := s.shown[c.Name()].lines; named != (i < of.Scenarios) || i != of.Scenarios && lines < last {
			t.Errorf("%d, %s: named %v, %d lines after %d", i, c.Name(), named, lines, last)
		} else {
			last = lines
		}
	}
	if len(coming) <= of.Scenarios {
		t.Errorf("%d scenarios reach it, %d name it", len(coming), of.Scenarios)
	}
}

func TestTextOfAState(t *testing.T) {
	for want, st := range map[string]State{
		"none of 1,200 scenarios differs or fails":                        {Scenarios: 1200},
		"none of 7 scenarios differs or fails; 3 not played yet":          {Scenarios: 7, Unplayed: 3},
		"2 of 7 scenarios differ, 1 fail; shortest a/b":                   {Scenarios: 7, Differ: 2, Fail: 1, Shortest: "a/b"},
		"2 of 7 scenarios differ, 0 fail; shortest a/b; 1 not played yet": {Scenarios: 7, Differ: 2, Shortest: "a/b", Unplayed: 1},
	} {
		if got := st.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
