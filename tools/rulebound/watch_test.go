package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"rulebound/editor/follow"
)

// watchKalah watches a copy of a game and returns its root and a function that reads a line of its JSON output.
func watchKalah(t *testing.T) (string, func() watched) {
	t.Helper()
	root := t.TempDir()
	copied(t, root, "data/games/kalah", "scenarios/kalah", "goldens/kalah")
	from, to := io.Pipe()
	e := newEnv(strings.NewReader(""), to, io.Discard)
	e.dir = root
	x := newWatching(e)
	x.json = true
	files, err := follow.Watch(root)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- x.follow(files, []string{"kalah"}); to.Close() }()
	t.Cleanup(func() {
		files.Close()
		from.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	lines := make(chan string, 100)
	go func() {
		for s := bufio.NewScanner(from); s.Scan(); {
			lines <- s.Text()
		}
	}()
	return root, func() watched {
		t.Helper()
		select {
		case line := <-lines:
			var w watched
			if err := json.Unmarshal([]byte(line), &w); err != nil {
				t.Fatalf("%v: %s", err, line)
			}
			return w
		case <-time.After(time.Minute):
			t.Fatal("nothing is printed")
		}
		return watched{}
	}
}

// A session as with an editor: a rule is changed, broken, and repaired by renaming a new file over the old one; two
// files are saved while scenarios are played; a scenario is removed.
func TestWatchFollowsSaves(t *testing.T) {
	root, next := watchKalah(t)
	page := filepath.Join(root, "data/games/kalah/10-kalah.md")
	good, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	save := func(name string, text []byte) {
		t.Helper()
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	is := func(what string, ok func(w watched) bool) { // waits for such a line; others may come before, because a save may be seen half-written
		t.Helper()
		t.Log(what)
		for !ok(next()) {
		}
	}
	is("all are played", func(w watched) bool { return w.Scenarios == 26 && w.Differ+w.Fail+w.Unplayed+w.Left == 0 })
	bad := bytes.Replace(good, []byte("from: $pit | $pit.opposite, all"), []byte("from: $pit.opposite, all"), 1)
	save(page, bad)
	is("a rule", func(w watched) bool {
		return strings.Join(w.Changed, " ") == "2.2-b" && w.Differ > 0 && w.Fail > 0 && w.Shortest != ""
	})
	save(page, bytes.Replace(bad, []byte("- capture:"), []byte("- captrue:"), 1))
	is("an error", func(w watched) bool { return strings.Contains(w.Error, "captrue") })
	save(filepath.Join(root, "new"), good)
	if err := os.Rename(filepath.Join(root, "new"), page); err != nil {
		t.Fatal(err)
	}
	is("mended", func(w watched) bool { return strings.Join(w.Changed, " ") == "2.2-b" && w.Differ == 0 && w.Fail == 0 })
	scenario := filepath.Join(root, "scenarios/kalah/2.2-last-seed/capture.yaml")
	text, err := os.ReadFile(scenario)
	if err != nil {
		t.Fatal(err)
	}
	save(page, bytes.Replace(good, []byte("South moves first."), []byte("It is South that begins."), 1))
	save(scenario, bytes.Replace(text, []byte("south-store.seed: 6"), []byte("south-store.seed: 7"), 1))
	is("two files", func(w watched) bool {
		return strings.Join(w.Changed, " ") == "scenario 2.2-last-seed/capture" && w.Differ == 0 && w.Fail == 1 && w.Shortest == "2.2-last-seed/capture"
	})
	if err := os.Remove(scenario); err != nil {
		t.Fatal(err)
	}
	is("a scenario that vanishes", func(w watched) bool { return w.Scenarios == 25 && w.Fail == 0 })
	if err := os.Remove(page); err != nil {
		t.Fatal(err)
	}
	is("a page that vanishes", func(w watched) bool { return strings.Contains(w.Error, "no Markdown files") })
	save(page, good)
	save(scenario, text)
	is("it is there again", func(w watched) bool { return w.Error == "" && w.Scenarios == 26 })
}

// An unknown game is an error, and an interrupt ends the command with exit code 130.
func TestWatchEnds(t *testing.T) {
	var out, errs bytes.Buffer
	if code := run([]string{"watch", "-C", "../..", "--game", "kala"}, &out, &errs); code != exitFailed || !strings.Contains(errs.String(), "did you mean kalah") {
		t.Error(code, errs.String())
	}
	if testing.Short() {
		t.Skip("builds the program")
	}
	program := filepath.Join(t.TempDir(), "rulebound")
	if text, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	c := exec.Command(program, "watch", "-C", "../..", "--game", "kalah")
	from, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(from).ReadString('\n')
	if err != nil || line != "kalah: all played: none of 26 scenarios differs or fails\n" {
		t.Errorf("%q, %v", line, err)
	}
	if err := c.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if _ = c.Wait(); c.ProcessState.ExitCode() != exitInterrupted {
		t.Error(c.ProcessState)
	}
}
