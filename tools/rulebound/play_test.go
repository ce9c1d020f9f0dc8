package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// absoluteRoot is the root of the repository for tests in another working directory.
var absoluteRoot, _ = filepath.Abs(repositoryRoot)

// typist returns a function that executes a command line with an input, in an empty working directory.
func typist(t *testing.T) func(input string, args ...string) (code int, out, errs string) {
	t.Helper()
	t.Chdir(t.TempDir())
	return func(input string, args ...string) (int, string, string) {
		var stdout, stderr bytes.Buffer
		code := newEnv(strings.NewReader(input), &stdout, &stderr).run(append(args, "-C", absoluteRoot))
		return code, stdout.String(), stderr.String()
	}
}

func TestPlayReadsAnswersFromAPipe(t *testing.T) {
	typed := typist(t)
	for _, c := range []struct {
		name, input string
		args        []string
		want        []string
	}{
		{"number, title, beginning", "3\nNORTH-3\nsouth-store\n", []string{"kalah", "-seed", "5"}, []string{"south pit: south-3", "south-store: 2.1-b"}},
		{"undo and redo", "1\nundo\nredo\nredo\nundo 5\nundo\n", []string{"kalah", "-seed", "5"},
			[]string{"1 answer taken back", "nothing was taken back", "this is where the play begins"}},
		{"why and near words", "why south-9\nwhy\nundu\nlog x\nshow\nshow nort\nsave\n", []string{"kalah", "-seed", "5"},
			[]string{`there is no answer "south-9"`, "north-1: 2.1-b", "did you mean undo?", `"x" is not a number`, "name what to show", "may be", "name the file"}},
		{"the text of rules", "rule\nrule 2.2\nrule 2.2-z\n", []string{"kalah", "-seed", "5"},
			[]string{"2.1-b The player to move takes all seeds", "2.2-a A player whose last seed", "2.2-b If the last seed falls", `there is no clause or section "2.2-z"; did you mean 2.2-a?`}},
		{"hidden cards", "show hand-2\nshow hand-1\neverything\nshow hand-2\n", []string{"texas-holdem", "-seed", "5", "-seat", "others=minimal", "-seat", "seat-1=person"},
			[]string{"Hand of seat 2: 2 cards", "Hand of seat 1: queen of spades, queen of diamonds", "Hand of seat 2: two of spades, two of hearts"}},
		{"chance by hand", "9\n2\nhelp\n", []string{"tidelands", "-chance", "hand"}, []string{"it must be 1 to 4", "chance place-round: 2", "saved in a new file"}},
		{"pairs", "why\nwhy p13 p12\nwhy {p6: p4}\np24 p18\n", []string{"backgammon", "-seed", "3"},
			[]string{"name the answer behind why", "Point 13 → Point 12: 2.2-a", "Point 6 → Point 4: 2.2-a", "white move: p24 → p18"}},
		{"a colon", ":board\n:bord\n", []string{"kalah"}, []string{"did you mean board?", "n6:3"}},
	} {
		code, out, errs := typed(c.input, append([]string{"play", "-width", "60"}, c.args...)...)
		if code != exitOK {
			t.Errorf("%s: %d %s", c.name, code, errs)
		}
		for _, want := range c.want {
			if !strings.Contains(strings.Join(strings.Fields(out), " "), want) {
				t.Errorf("%s: %q is not in\n%s", c.name, want, out)
			}
		}
		for _, line := range strings.Split(out, "\n") {
			if utf8.RuneCountInString(line) > 60 {
				t.Errorf("%s: %d columns: %s", c.name, utf8.RuneCountInString(line), line)
			}
		}
		if strings.Contains(out, "\x1b") {
			t.Errorf("%s: colours in a pipe", c.name)
		}
	}
}

func TestWholeGamesArePlayedByRandomPlayers(t *testing.T) {
	typed := typist(t)
	for _, game := range []string{"kalah", "nine-mens-morris", "tidelands", "texas-holdem"} {
		code, out, errs := typed("log 3\nundo\n", "play", game, "-seat", "others=minimal", "-seed", "3")
		if code != exitOK || !strings.Contains(out, "The game is over.") || !strings.Contains(out, "1 answer taken back") {
			t.Errorf("%s: %d %s%s", game, code, out, errs)
		}
	}
}

func TestUnfinishedPlayIsSavedOrPrinted(t *testing.T) {
	typed := typist(t)
	code, _, errs := typed("1\n", "play", "kalah", "-seed", "5")
	if code != exitOK || !strings.Contains(errs, "saved in kalah.play; to resume: rulebound play --load kalah.play") {
		t.Fatalf("%d %s", code, errs)
	}
	if code, out, errs := typed("2\nsave x.play\nquit\n", "play", "-load", "kalah.play", "-seat", "north=random"); code != exitOK || !strings.Contains(out, "1 answer so far") || strings.Contains(errs, "saved in kalah") {
		t.Errorf("what was saved is saved again: %d %s%s", code, out, errs)
	}
	if code, _, errs := typed("undo\n", "play", "-load", "x.play", "-seat", "north=random"); code != exitOK || !strings.Contains(errs, "saved in kalah-2.play") || !strings.Contains(errs, "--seat north=random") || strings.Contains(errs, "--chance") {
		t.Errorf("%d %s", code, errs)
	}
	if _, _, errs := typed("board\nquit\n", "play", "kalah"); errs != "" {
		t.Errorf("nothing was played, but %s", errs)
	}
	if err := os.Chmod(".", 0o555); err != nil || os.Geteuid() == 0 {
		t.Skip("the folder can be written in any case")
	}
	defer os.Chmod(".", 0o755)
	if _, _, errs := typed("1\n", "play", "kalah", "-seed", "5"); !strings.Contains(errs, "could not be saved") || !strings.Contains(errs, "pit: south-1") {
		t.Errorf("the play is lost: %s", errs)
	}
}

func TestDamagedFilesAndFilesOfOtherGamesAreRefused(t *testing.T) {
	typed := typist(t)
	if code, _, errs := typed("1\nsave a.play\n", "play", "kalah", "-seed", "5"); code != exitOK {
		t.Fatal(errs)
	}
	text, err := os.ReadFile("a.play")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ from, to, want string }{
		"unknown game": {"game: kalah", "game: kalha", "kalah"},
		"set-up":       {"scenario: three", "scenario: thre", "did you mean three"},
		"answer":       {"pit: south-1", "pit: south-7", "answer 1"},
		"cut":          {"answers:", "", "a.play:"},
	} {
		if err := os.WriteFile("a.play", bytes.Replace(text, []byte(c.from), []byte(c.to), 1), 0o644); err != nil {
			t.Fatal(err)
		}
		if code, _, errs := typed("", "play", "-load", "a.play"); code != exitFailed || !strings.Contains(errs, c.want) {
			t.Errorf("%s: %d %s", name, code, errs)
		}
	}
	if err := os.WriteFile("a.play", text, 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := typed("", "play", "tidelands", "-load", "a.play"); code != exitFailed || !strings.Contains(errs, "a play of kalah, not of tidelands") {
		t.Errorf("%d %s", code, errs)
	}
	if code, _, errs := typed("", "play", "-load", "b.play"); code != exitFailed || !strings.Contains(errs, "b.play") {
		t.Errorf("%d %s", code, errs)
	}
}

func TestInvalidFlagsOfPlayAreRefusedBeforePlaying(t *testing.T) {
	typed := typist(t)
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{}, exitUsage, "name the game"},
		{[]string{"kalha"}, exitFailed, "kalah"},
		{[]string{"kalah", "-setup", "for"}, exitFailed, "did you mean four?"},
		{[]string{"kalah", "-seat", "east=random"}, exitFailed, `no seat "east"`},
		{[]string{"kalah", "-seat", "north"}, exitUsage, "SEAT=WHO"},
		{[]string{"kalah", "-seat", "north=random", "-seat", "north=person"}, exitFailed, "twice"},
		{[]string{"kalah", "-seat", "north=./no-such-program"}, exitFailed, "the seat north"},
		{[]string{"kalah", "-seat", "north=rondom"}, exitFailed, "did you mean random?"},
		{[]string{"kalah", "-option", "x"}, exitUsage, "NAME=VALUE"},
		{[]string{"kalah", "-option", "captur=x"}, exitFailed, "option"},
		{[]string{"kalah", "-chance", "dice"}, exitUsage, "--chance is seed or hand"},
		{[]string{"kalah", "-color", "red"}, exitUsage, "--color is"},
		{[]string{"kalah", "-width", "5"}, exitUsage, "--width"},
		{[]string{"-load", "a.play", "-setup", "four"}, exitUsage, "--load"},
	} {
		if code, out, errs := typed("1\n", append([]string{"play"}, c.args...)...); code != c.code || !strings.Contains(errs, c.want) || out != "" {
			t.Errorf("%q: %d %s%s", c.args, code, out, errs)
		}
	}
	if files, err := os.ReadDir("."); err != nil || len(files) > 0 {
		t.Errorf("%v was written: %v", files, err)
	}
}

func TestLengthOfATypedLineIsBounded(t *testing.T) {
	typed := typist(t)
	if code, _, errs := typed("1\n"+strings.Repeat("x", maxTypedLine+1)+"\n2\n", "play", "kalah", "-seed", "5"); code != exitFailed || !strings.Contains(errs, "a line is longer") || !strings.Contains(errs, "saved in kalah.play") {
		t.Errorf("%d %s", code, errs)
	}
}

func TestProgramPlaysASeat(t *testing.T) {
	typed := typist(t)
	python := `import sys,json
for line in sys.stdin:
    q = json.loads(line)
    print(json.dumps({"answer": q["options"][-1]}), flush=True)
`
	file := filepath.Join(t.TempDir(), "last.py")
	if err := os.WriteFile(file, []byte(python), 0o644); err != nil {
		t.Fatal(err)
	}
	code, out, errs := typed("1\n", "play", "kalah", "-setup", "four", "-seed", "5", "-seat", "north=python3 "+file)
	if code != exitOK || !strings.Contains(out, "north pit: north-6") {
		t.Errorf("%d %s%s", code, out, errs)
	}
}

func TestGameWithoutSetupsAndScenariosIsPlayedAndRecorded(t *testing.T) {
	root := repository(t, nil)
	if err := os.RemoveAll(filepath.Join(root, "scenarios")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	var out, errs bytes.Buffer
	code := newEnv(strings.NewReader("rest\nboard\nshow red\nsave t.play\nrecord t.yaml\nundo\nredo\n"), &out, &errs).run([]string{"play", "toy", "-C", root, "-width", "40"})
	for _, want := range []string{"red act: rest", "nothing lies on the board", "wrote t.yaml", "The game is over.", "1 answer taken back"} {
		if code != exitOK || !strings.Contains(out.String(), want) {
			t.Errorf("%d: %q is not in\n%s%s", code, want, out.String(), errs.String())
		}
	}
	if code, out, _ := call("replay", "-C", root, "t.play"); code != exitOK || !strings.Contains(out, "the same, 1 answer") {
		t.Errorf("%d %s", code, out)
	}
}
