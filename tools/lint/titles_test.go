package main

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// titleList is a Vale style: words that titles of scenarios must not contain.
const titleList = "tools/vale/Rulebound/Titles.yml"

const titleWords = 28

var titleLine = regexp.MustCompile("(?m)^title: .*$")

// A title is one plain sentence, and titles of a game are unique.
func TestTitlesStateARule(t *testing.T) {
	refused := existence(t, titleList)
	words, err := readWords(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	if fault := titleFault("The only upper limit is what one has", refused, words); fault == "" {
		t.Error("what one has is taken for a rule")
	}
	root, seen := os.DirFS("../../scenarios"), map[string]string{}
	err = fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".yaml" || !strings.Contains(name, "/") {
			return err
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		var script struct{ Title string }
		if err := yaml.Unmarshal(titleLine.Find(text), &script); err != nil {
			return err
		}
		if fault := titleFault(script.Title, refused, words); fault != "" {
			t.Errorf("scenarios/%s: %q: %s", name, script.Title, fault)
		}
		game, _, _ := strings.Cut(name, "/")
		if other := seen[game+script.Title]; other != "" {
			t.Errorf("scenarios/%s: %q is the title of scenarios/%s, too", name, script.Title, other)
		}
		seen[game+script.Title] = name
		return nil
	})
	if err != nil || len(seen) < 1000 {
		t.Errorf("%d titles: %v", len(seen), err)
	}
}

// titleFault returns the first fault of a title, "" if there is none.
func titleFault(title string, refused *regexp.Regexp, words []swap) string {
	switch m := refused.FindString(title); {
	case m != "":
		return "name who may or must do what instead of " + m
	case strings.HasSuffix(title, ".") || strings.Contains(title, ". "):
		return "one sentence without a full stop"
	case strings.Contains(title, ": "):
		return "a colon needs quotes in YAML: write a dash"
	case len(strings.Fields(title)) > titleWords:
		return "too long"
	case title == "" || title[:1] != strings.ToUpper(title[:1]):
		return "a capital first"
	}
	for _, w := range words {
		if m := w.pattern.FindString(title); m != "" {
			return "write " + w.instead + " instead of " + m
		}
	}
	return ""
}

// rulebookList is a Vale style: words that prose of rulebooks must not contain.
const rulebookList = "tools/vale/Rulebound/Rulebooks.yml"

// Rules name the seat that may or must act; YAML blocks are not prose.
func TestProseOfRulebooksAvoidsRefusedWords(t *testing.T) {
	refused := existence(t, rulebookList)
	words, err := readWords(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	if len(proseFaults("- **1-a** Nobody may.\n\n```yaml\nnobody: 1\n```\n", refused, words)) != 1 {
		t.Error("a wrong word in prose, and there alone, is a fault")
	}
	pages := 0
	for _, pattern := range []string{"data/games/*/*.md", "compiler/library/*/*.md"} {
		names, err := fs.Glob(os.DirFS("../.."), pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			pages++
			for _, fault := range proseFaults(read(t, name), refused, words) {
				t.Errorf("%s:%s", name, fault)
			}
		}
	}
	if pages < 50 {
		t.Errorf("%d pages", pages)
	}
}

// proseFaults returns the faults of the prose of a page, with their lines.
func proseFaults(page string, refused *regexp.Regexp, words []swap) []string {
	var faults []string
	fence := false
	for i, line := range strings.Split(page, "\n") {
		if strings.HasPrefix(strings.TrimLeft(line, " "), "```") {
			fence = !fence
		}
		if fence {
			continue
		}
		if m := refused.FindString(line); m != "" {
			faults = append(faults, fmt.Sprintf("%d: name the player, the seat or the piece instead of %q", i+1, m))
		}
		for _, w := range words {
			if m := w.pattern.FindString(line); m != "" {
				faults = append(faults, fmt.Sprintf("%d: write %s instead of %q", i+1, w.instead, m))
			}
		}
	}
	return faults
}

// existence reads the patterns of a style of Vale that lists forbidden words.
func existence(t *testing.T, name string) *regexp.Regexp {
	t.Helper()
	var style struct{ Tokens []string }
	if err := yaml.Unmarshal([]byte(read(t, name)), &style); err != nil || len(style.Tokens) < 10 {
		t.Fatalf("%s: %d patterns: %v", name, len(style.Tokens), err)
	}
	return regexp.MustCompile("(?i)" + strings.Join(style.Tokens, "|"))
}
