package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const twoRules = `# Toy

- **9.1-a** One may rest, for gold.
- **9.1-b** One may sleep.

  ~~~yaml
  game: {id: toy, title: Toy, main: play}
  seats: [{id: red}]
  tracks: [{id: gold, title: Gold, min: 0, max: 9, initial: 0}]
  procedures:
  - id: play
    do:
    - menu: act
      by: red
      options:
        rest: {do: [{gain: {gold: 1}, rule: 9.1-a}]}
        sleep: {do: [{lose: {gold: 1}, rule: 9.1-b}, {note: {slept: {}}}]}
    - over: {}
  ~~~
`

// committed commits a root with two scenarios and their goldens. The golden of sleep is that of another engine.
func committed(t *testing.T) (root string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	t.Setenv("CI", "")
	sleep := strings.NewReplacer("Red rests", "Red sleeps", "red: rest", "red: sleep", "9.1-a", "9.1-b").Replace(script)
	root = repository(t, map[string]string{"data/games/toy/10.md": strings.ReplaceAll(twoRules, "~~~", "```"), "scenarios/toy/9.1/sleep.yaml": sleep})
	if code, out, errs := call("goldens", "-C", root); code != exitOK || !strings.Contains(out, "cannot be determined: the folder is not in a git repository") {
		t.Fatal(code, out, errs)
	}
	change(t, root, "goldens/toy/9.1/sleep.golden", "trace 1", "trace 0")
	for _, args := range []string{"init -q", "add .", "-c user.name=A -c user.email=a@example.org commit -q -m All"} {
		git := exec.Command("git", strings.Fields(args)...)
		git.Dir = root
		if out, err := git.CombinedOutput(); err != nil {
			t.Fatal(err, string(out))
		}
	}
	return root
}

// change replaces text in a file.
func change(t *testing.T, root, name, old, new string) {
	t.Helper()
	file := filepath.Join(root, filepath.FromSlash(name))
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), old) {
		t.Fatal(name, err, string(text))
	}
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(string(text), old, new)), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestSuspiciousGoldens(t *testing.T) {
	const file = "data/games/toy/10.md"
	for _, c := range []struct{ name, file, old, new, want string }{
		{"no rule is changed", "", "", "", "1 differ from HEAD, 1 of them suspicious\nsuspicious: their scenarios execute no rule that was changed\n  toy/9.1\n    sleep\n"},
		{"a rule that another scenario executes", file, "gain: {gold: 1}", "gain: {gold: 2}", "2 differ from HEAD, 1 of them suspicious\nsuspicious: their scenarios execute no rule that was changed\n  toy/9.1\n    sleep\n"},
		{"a rule that it executes", file, "lose: {gold: 1}", "lose: {gold: 2}", "1 differ from HEAD, 0 of them suspicious\n"},
		{"a rule that it executed is gone", file, ", {note: {slept: {}}}", "", "1 differ from HEAD, 0 of them suspicious\n"},
		{"rules that only moved", file, "# Toy\n", "# Toy\n\nMore prose.\n", "1 differ from HEAD, 1 of them suspicious\n"},
		{"what is not a rule", file, "min: 0, max: 9", "min: 0, max: 8", "    sleep\nchanged declarations that no trace records the use of: toy: tracks gold\n"},
		{"another scenario alone", "scenarios/toy/9.1/rest.yaml", "Red rests", "Red rests long", "2 differ from HEAD, 1 of them suspicious\nsuspicious: their scenarios execute no rule that was changed\n  toy/9.1\n    sleep\n"},
		{"its scenario does not account for it", "scenarios/toy/9.1/sleep.yaml", "Red sleeps", "Red sleeps long", "1 differ from HEAD, 1 of them suspicious\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := committed(t)
			if c.file != "" {
				change(t, root, c.file, c.old, c.new)
			}
			code, out, errs := call("goldens", "-C", root)
			if code != exitOK || !strings.Contains(out, c.want) {
				t.Errorf("%d %s %s", code, out, errs)
			}
			if c.file != "" {
				return
			}
			if code, again, _ := call("goldens", "-C", root); code != exitOK || !strings.HasSuffix(again, out[strings.Index(out, " differ from")-1:]) {
				t.Errorf("reported otherwise a second time: %s", again)
			}
			if code, out, _ := call("goldens", "-C", root, "-against", "elsewhere"); code != exitOK || !strings.Contains(out, "cannot be determined: git says") {
				t.Errorf("%d %s", code, out)
			}
		})
	}
}

func TestSuspiciousGoldensAreUnknownIfTheOldRulebookDoesNotCompile(t *testing.T) {
	root := committed(t)
	const file = "data/games/toy/10.md"
	change(t, root, file, "by: red", "by: rad")
	git := exec.Command("git", "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-q", "-a", "-m", "Broken")
	git.Dir = root
	if out, err := git.CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	change(t, root, file, "by: rad", "by: red")
	if code, out, errs := call("goldens", "-C", root); code != exitOK || !strings.Contains(out, "toy: suspicious goldens cannot be determined, since its rulebook of HEAD no longer compiles\n1 differ from HEAD, 0 of them") {
		t.Errorf("%d %s %s", code, out, errs)
	}
}
