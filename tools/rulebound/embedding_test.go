package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// blocks returns the examples of docs/embedding.md in a language.
func blocks(t *testing.T, language string) []string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(repositoryRoot, "docs", "embedding.md"))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, m := range regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
		out = append(out, m[1])
	}
	return out
}

// The games have dice, shuffles and draws, pieces, pairs and pages of options.
func TestPythonClientOfTheDocumentationPlaysGames(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed: the client of docs/embedding.md is not tried")
	}
	client := blocks(t, "python")
	if len(client) != 1 {
		t.Fatalf("the page has %d clients", len(client))
	}
	file := filepath.Join(t.TempDir(), "client.py")
	if err := os.WriteFile(file, []byte(client[0]), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv(programRoot, repositoryRoot)
	for _, game := range []struct{ id, setup, result string }{
		{"kalah", "four", `{'north': \d+, 'south': \d+}`},
		{"tidelands", "drill", `{'keel': \d+, 'lamp': \d+, 'reed': \d+, 'salt': \d+}`},
		{"texas-holdem", "turbo", `{'seat-1': \d+, .*}`},
	} {
		out, err := exec.Command(python, file, game.id, game.setup, os.Args[0]).CombinedOutput()
		if err != nil || !regexp.MustCompile("^"+game.result+"\n$").Match(out) {
			t.Errorf("%s: %v\n%s", game.id, err, out)
		}
	}
}

// Each statement of the example in Go must be part of a tested example.
func TestGoExampleOfTheDocumentationIsTested(t *testing.T) {
	runs, err := os.ReadFile(filepath.Join(repositoryRoot, "engine", "example_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	shown := blocks(t, "go")
	if len(shown) != 1 {
		t.Fatalf("the page has %d examples", len(shown))
	}
	for line := range strings.Lines(shown[0]) {
		line = strings.ReplaceAll(strings.TrimSpace(line), `os.DirFS(".")`, `os.DirFS("..")`)
		switch line {
		case "return err", "return list", "fmt.Println(state.Result())": // the example prints them
		default:
			if !strings.Contains(string(runs), line) {
				t.Errorf("%s is not in engine/example_test.go", line)
			}
		}
	}
}
