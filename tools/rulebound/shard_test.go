package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// shards executes a command line in n parts and returns the names of their files.
func shards(t *testing.T, n int, args ...string) []string {
	t.Helper()
	dir := t.TempDir()
	var files []string
	for i := range n {
		file := filepath.Join(dir, fmt.Sprintf("part-%d.json", i+1))
		if code, out, errs := call(append(args[:len(args):len(args)], "--shard", fmt.Sprintf("%d/%d", i+1, n), "--part", file)...); code != exitOK || out != "" {
			t.Fatalf("part %d of %d: exit code %d: %s%s", i+1, n, code, out, errs)
		}
		files = append(files, file)
	}
	return files
}

// untimed removes rates from the output of soak.
func untimed(text string) string {
	return regexp.MustCompile(` +\d+ a second`).ReplaceAllString(text, "")
}

// Any number of parts yields the output and exit code of one process.
func TestMergedShardsEqualOneProcess(t *testing.T) {
	dir, games := t.TempDir(), t.TempDir() // each part reads all games and scenarios of its root
	copied(t, games, "data/games/kalah", "scenarios/kalah", "goldens/kalah")
	for _, file := range []string{"kalah.boards.yaml", "kalah.referee.yaml"} {
		text, err := os.ReadFile(filepath.Join(absoluteRoot, "scenarios", file))
		if err := errors.Join(err, makeFile(filepath.Join(games, "scenarios", file), text)); err != nil {
			t.Fatal(err)
		}
	}
	var logs, plays []string
	for seed := range 5 {
		_, out, errs := call("log", "-C", games, "--game", "kalah", "--scenario", "three", "--seed", fmt.Sprint(seed))
		if logs = append(logs, filepath.Join(dir, fmt.Sprintf("%d.jsonl", seed))); os.WriteFile(logs[seed], []byte(out), 0o600) != nil || errs != "" {
			t.Fatal(errs)
		}
		plays = append(plays, filepath.Join(dir, fmt.Sprintf("%d.play", seed)))
		var o, e bytes.Buffer
		typed := strings.NewReader("2\nsave " + plays[seed] + "\nquit\n")
		if code := newEnv(typed, &o, &e).run([]string{"play", "kalah", "-C", games, "--seat", "north=random", "--seed", fmt.Sprint(seed)}); code != exitOK {
			t.Fatal(o.String(), e.String())
		}
	}
	text, err := os.ReadFile(plays[3])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(plays[3], []byte(strings.Replace(string(text), "kalah", "chess", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	sleep := repository(t, map[string]string{"scenarios/toy.survivors.yaml": "[]\n"})
	chapters := repository(t, map[string]string{"data/games/toy/10.md": strings.Replace(rulebook, "sleep: {do: []}", "sleep: {do: [dream]}", 1),
		"data/games/toy/20.md": "# 10 Dreams\n\n- **10.1-a** Who sleeps dreams.\n\n  ```yaml\n  variables: [{id: dreams, type: int}]\n  procedures:\n  - {id: dream, do: [{gain: {dreams: 1}}]}\n  ```\n"})
	for _, args := range [][]string{
		{"soak", "-C", games, "--game", "kalah", "--rounds", "1"},
		{"soak", "-C", games, "--game", "kalah", "--rounds", "1", "--quick"},
		{"perft", "kalah", "-C", games, "--depth", "3", "--divide"},
		{"mutate", "-C", games, "--game", "kalah", "--section", "2.1", "--plays", "5"},
		{"mutate", "-C", sleep, "--plays", "5"},
		append([]string{"referee", "-C", games, "--game", "kalah", "--time", "0", "--nodes", "40"}, logs...),
		append([]string{"replay", "-C", games}, plays...),
		{"suggest", "-C", sleep, "--work", "1"},
		{"suggest", "-C", chapters, "--work", "1"},
	} {
		code, want, _ := call(args...)
		files := shards(t, 3, args...)
		got, out, errs := call(append([]string{"merge", "-C", args[slices.Index(args, "-C")+1]}, files...)...)
		if got != code || untimed(out) != untimed(want) {
			t.Errorf("%q: exit code %d, want %d:\n%s%s\nwant:\n%s", args, got, code, out, errs, want)
		}
	}
}

func TestMergeRefusesMismatchedShards(t *testing.T) {
	root := repository(t, nil)
	soaked := shards(t, 2, "soak", "-C", root, "--rounds", "1")
	more := shards(t, 2, "soak", "-C", root, "--rounds", "2")
	mutated := shards(t, 2, "mutate", "-C", root, "--plays", "0")
	dir := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	text, err := os.ReadFile(mutated[0])
	if err != nil {
		t.Fatal(err)
	}
	changed := func(from, to string) string {
		if !strings.Contains(string(text), from) {
			t.Fatalf("there is no %s in %s", from, text)
		}
		return file(fmt.Sprintf("%d.json", len(to)), strings.Replace(string(text), from, to, 1))
	}
	info, err := os.Stat(soaked[0])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := readParts(soaked, int(info.Size())); err == nil || !strings.Contains(err.Error(), soaked[1]+": with it the parts are longer") {
		t.Errorf("as many bytes as the first part: %v", err)
	}
	long := file("long.json", "")
	if err := os.Truncate(long, 1<<40); err != nil { // more than any memory, but a sparse file
		t.Skip(err)
	}
	for want, files := range map[string][]string{
		": with it the parts are longer than 64 MB together": {long},
		"1 part missing: run soak again with --shard 2/2":    {soaked[0]},
		"are parts of different runs: settings":              {soaked[0], more[1]},
		"are parts of different runs: soak and mutate":       {soaked[0], mutated[1]},
		"it is not a part that this rulebound wrote":         {file("none.json", "{}")},
		"is not a setting of a part":                         {changed(`"settings":["--plays=0"]`, `"settings":["--output=/tmp/x"]`)},
		"are both part 1 of 2, and they differ":              {mutated[0], changed(`"survived"`, `"killed"`)},
		"part 1 of 2 has a change of toy that is \"lost\"":   {changed(`"survived"`, `"lost"`), mutated[1]},
		"has the fates of":                                   {changed(`"fates":[`, `"fates":["killed","killed","killed","killed","killed","killed",`), mutated[1]},
		"no such file":                                       {filepath.Join(dir, "not-there.json")},
	} {
		if code, out, errs := call(append([]string{"merge", "-C", root}, files...)...); code != exitFailed || !strings.Contains(errs, want) {
			t.Errorf("%q: exit code %d: %s%s, want %q", files, code, out, errs, want)
		}
	}
	if code, _, errs := call(append([]string{"merge", "-C", repository(t, map[string]string{"scenarios/toy/9.1/rest.yaml": script + "\n"})}, soaked...)...); code != exitFailed || !strings.Contains(errs, "are others than those of the run") {
		t.Errorf("parts of another root: %d %s", code, errs)
	}
	for _, args := range [][]string{{"soak", "--shard", "1/2"}, {"soak", "--shard", "3/2", "--part", "x"}, {"soak", "--shard", "1/2", "--part", "x"}, {"merge"}} {
		if code, _, errs := call(append(args, "-C", root)...); code != exitUsage {
			t.Errorf("%q: exit code %d: %s", args, code, errs)
		}
	}
}

// One of several concurrent processes is killed and repeated.
func TestKilledShardIsRepeated(t *testing.T) {
	const n = 3
	root := repository(t, nil)
	dir := t.TempDir()
	line := []string{"soak", "-C", root, "--rounds", "3000"}
	start := func(i int) *exec.Cmd {
		c := exec.Command(os.Args[0], append(line[:len(line):len(line)], "--shard", fmt.Sprintf("%d/%d", i, n), "--part", filepath.Join(dir, fmt.Sprintf("%d.json", i)))...)
		c.Env = append(os.Environ(), asProgram+"=yes")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		return c
	}
	var all []*exec.Cmd
	for i := range n {
		all = append(all, start(i+1))
	}
	time.Sleep(20 * time.Millisecond)
	if err := all[1].Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	for i, c := range all {
		if err := c.Wait(); (err != nil) != (i == 1) {
			t.Fatalf("part %d: %v", i+1, err)
		}
	}
	files := []string{filepath.Join(dir, "1.json"), filepath.Join(dir, "3.json")}
	if code, _, errs := call(append([]string{"merge", "-C", root}, files...)...); code != exitFailed || !strings.Contains(errs, "--shard 2/3") {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	if err := start(2).Wait(); err != nil {
		t.Fatal(err)
	}
	_, want, _ := call(line...)
	code, out, errs := call(append([]string{"merge", "-C", root, filepath.Join(dir, "2.json")}, files...)...)
	if code != exitOK || untimed(out) != untimed(want) {
		t.Errorf("exit code %d: %s%s, want %s", code, out, errs, want)
	}
}
