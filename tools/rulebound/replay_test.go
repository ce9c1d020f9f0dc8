package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// kalahRoot returns a root with a copy of Kalah, a function that changes its rulebook, and a play of it: three answers
// of persons and one of a player.
func kalahRoot(t *testing.T) (root string, change func(from, to string)) {
	t.Helper()
	root = t.TempDir()
	copied(t, root, "data/games/kalah")
	pages, err := filepath.Glob(filepath.Join(root, "data/games/kalah/*.md"))
	if err != nil || len(pages) != 1 {
		t.Fatal(pages, err)
	}
	return root, func(from, to string) {
		t.Helper()
		text, err := os.ReadFile(pages[0])
		if err != nil || strings.Count(string(text), from) != 1 {
			t.Fatalf("%q is not once in the rulebook: %v", from, err)
		}
		if err := os.WriteFile(pages[0], []byte(strings.Replace(string(text), from, to, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// playedKalah saves a play of ten answers in the working directory, the last of them by a person.
func playedKalah(t *testing.T, typed func(string, ...string) (int, string, string)) {
	t.Helper()
	if code, _, errs := typed("4\n3\n2\n5\n1\n2\nsave a.play\n", "play", "kalah", "-setup", "four", "-seed", "5"); code != exitOK {
		t.Fatal(errs)
	}
}

func TestReplayAfterARuleChangeNamesClauseAndNearestAnswer(t *testing.T) {
	typed := typist(t)
	playedKalah(t, typed)
	for _, c := range []struct {
		name, from, to string
		want           []string
	}{
		{"nothing", "id: capture", "id: capture", []string{"a.play: the same, 6 answers", "1 of 1 play as before"}},
		{"a rule is stricter", "from: filled($seat)\n", "from: filled($seat)\n    where: {when: \"pieces($pit, seed) < 5\", rule: 2.2-a}\n",
			[]string{"answer 4 of 6, ", "2.2-a", "needs", "clause: 2.2-a", "nearest legal answer: ", "0 of 1 play as before"}},
		{"another seat is to move", "if: $last == $seat.store\n", "if: $last == $seat.store and size(filled($seat)) > 5\n", []string{"is asked pit instead", "clause: 2.1-b"}},
		{"the answers stay legal", "pieces($pit, seed) == 1", "pieces($pit, seed) >= 1", []string{"ends elsewhere"}},
		{"it does not compile", "id: capture", "id: turn", []string{"unreadable", "10-"}},
	} {
		root, change := kalahRoot(t)
		change(c.from, c.to)
		code, out, errs := call("replay", "-C", root, "a.play")
		if (code == exitOK) != (c.name == "nothing") || errs != "" {
			t.Errorf("%s: %d %s", c.name, code, errs)
		}
		for _, want := range c.want {
			if !strings.Contains(out, want) {
				t.Errorf("%s: %q is not in\n%s", c.name, want, out)
			}
		}
		code, out, _ = call("replay", "-C", root, "-json", ".")
		var all []replayed
		if err := json.Unmarshal([]byte(out), &all); err != nil || len(all) != 1 || (code == exitOK) != (all[0].Verdict == asBefore) {
			t.Errorf("%s: %v %s", c.name, err, out)
		}
	}
}

func TestReplayOfANewlyForcedDecisionIsTheSameOrReported(t *testing.T) {
	typed := typist(t)
	playedKalah(t, typed)
	text, err := os.ReadFile("a.play")
	if err != nil {
		t.Fatal(err)
	}
	first := string(text[strings.Index(string(text), "pit: ")+len("pit: "):][:7])
	for pit, want := range map[string]string{first: "the same", "south-6": "it has one legal answer now"} {
		root, change := kalahRoot(t)
		change("from: filled($seat)\n", "from: \"=if(pieces(south-store, seed) == 0 and pieces("+first+", seed) == 4 and $seat == south, filled($seat) & "+pit+", filled($seat))\"\n")
		_, out, errs := call("replay", "-C", root, "a.play")
		if !strings.Contains(out, want) {
			t.Errorf("%s: %s%s", pit, out, errs)
		}
	}
}

func TestReplayRefusesUnreadableFiles(t *testing.T) {
	typed := typist(t)
	if code, _, errs := typed("", "replay"); code != exitUsage || !strings.Contains(errs, "name the files") {
		t.Errorf("%d %s", code, errs)
	}
	if code, _, errs := typed("", "replay", "none.play"); code != exitFailed || !strings.Contains(errs, "none.play") {
		t.Errorf("%d %s", code, errs)
	}
	if code, _, errs := typed("", "replay", "."); code != exitFailed || !strings.Contains(errs, "no *.play file") {
		t.Errorf("%d %s", code, errs)
	}
	playedKalah(t, typed)
	if err := os.WriteFile("b.play", []byte("game: chess\nanswers: []\nversion: 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, out, _ := typed("", "replay", "."); code != exitFailed || !strings.Contains(out, "a.play: the same") || !strings.Contains(out, "b.play: unreadable: there is no game chess") {
		t.Errorf("%d %s", code, out)
	}
}

// git runs git in a folder; without git the test is skipped.
func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	c := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false"}, args...)...)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("git %q: %v %s", args, err, out)
	}
}

func TestReplayAgainstARevisionNamesTheExecutedChangedClause(t *testing.T) {
	typed := typist(t)
	playedKalah(t, typed)
	for _, c := range []struct {
		name, from, to string
		code           int
		want           []string
	}{
		{"nothing", "id: capture", "id: capture", exitOK, []string{"a.play: the same, 6 answers"}},
		{"prose", "- **2.1-a** South moves first.", "- **2.1-a** The first move is South's.", exitOK, []string{"a.play: the same"}},
		{"what does not run", "rule: 2.3-b", "rule: 2.3-c", exitOK, []string{"a.play: the same"}},
		{"an answer is refused", "from: filled($seat)\n", "from: filled($seat)\n    where: {when: \"$pit != south-6\", rule: 2.2-a}\n", exitFailed,
			[]string{"answer 4 of 6, ", "changed since HEAD: ", "2.2-a (10-", "nearest legal answer: "}},
		{"another seat", "if: $last == $seat.store\n", "if: $last == $seat.store and size(filled($seat)) > 6\n", exitFailed,
			[]string{"answer 3 of 6", "changed since HEAD: 2.2-a (10-"}},
		{"answers stay legal", "pieces($pit, seed) == 1", "pieces($pit, seed) >= 1", exitFailed,
			[]string{"answer 3 of 6, ", `it was "nothing", it is "south-1: seed 4 → 0; north-store: `, "changed since HEAD: 2.2-b (10-", "clause: 2.2-b"}},
		{"the set-up", "{seed: 4}", "{seed: 3}", exitFailed, []string{"answer 1 of 6", "changed since HEAD: "}},
		{"it does not compile", "id: capture", "id: turn", exitFailed, []string{"unreadable"}},
	} {
		root, change := kalahRoot(t)
		git(t, root, "init", "-q")
		git(t, root, "add", ".")
		git(t, root, "commit", "-q", "-m", "before")
		change(c.from, c.to)
		code, out, errs := call("replay", "-C", root, "-against", "HEAD", "a.play")
		if code != c.code || errs != "" {
			t.Errorf("%s: %d %s", c.name, code, errs)
		}
		for _, want := range c.want {
			if !strings.Contains(out, want) {
				t.Errorf("%s: %q is not in\n%s", c.name, want, out)
			}
		}
		code, out, _ = call("replay", "-C", root, "-against", "HEAD", "-json", ".")
		var all []replayed
		if err := json.Unmarshal([]byte(out), &all); err != nil || len(all) != 1 || code != c.code || all[0].Divergence != nil && len(all[0].Divergence.Causes) == 0 {
			t.Errorf("%s: %d %v %s", c.name, code, err, out)
		}
	}
}

func TestReplayReportsPlaysThatTheOtherRevisionCannotPlay(t *testing.T) {
	typed := typist(t)
	playedKalah(t, typed)
	root, change := kalahRoot(t)
	git(t, root, "init", "-q")
	git(t, root, "commit", "-q", "--allow-empty", "-m", "nothing")
	change("from: filled($seat)\n", "from: filled($seat)\n    where: {when: \"$pit != south-6\", rule: 2.2-a}\n")
	git(t, root, "add", ".")
	git(t, root, "commit", "-q", "-m", "stricter")
	change("    where: {when: \"$pit != south-6\", rule: 2.2-a}\n", "")
	if code, out, _ := call("replay", "-C", root, "-against", "HEAD", "a.play"); code != exitFailed || !strings.Contains(out, "a.play: unplayable: with the rules of HEAD: a.play:") || !strings.Contains(out, "answer 4") {
		t.Errorf("%d %s", code, out)
	}
	if code, out, _ := call("replay", "-C", root, "-against", "HEAD~1", "a.play"); code != exitFailed || !strings.Contains(out, "unreadable: in the revision HEAD~1: ") {
		t.Errorf("%d %s", code, out)
	}
	if code, _, errs := call("replay", "-C", root, "-against", "none", "a.play"); code != exitFailed || !strings.Contains(errs, "the revision none: git says") {
		t.Errorf("%d %s", code, errs)
	}
}
