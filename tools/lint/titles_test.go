package main

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// titleList is a style of Vale: what no title of a scenario contains.
const titleList = "tools/vale/Rulebound/Titles.yml"

// titleWords is the most words of a title.
const titleWords = 28

// A title of a scenario states a rule in one plain sentence, and no two of a game are the same.
func TestTitlesStateARule(t *testing.T) {
	var style struct{ Tokens []string }
	if err := yaml.Unmarshal([]byte(read(t, titleList)), &style); err != nil || len(style.Tokens) < 10 {
		t.Fatalf("%d patterns: %v", len(style.Tokens), err)
	}
	refused := regexp.MustCompile("(?i)" + strings.Join(style.Tokens, "|"))
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
		if err := yaml.Unmarshal(text, &script); err != nil {
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

// titleFault returns what is wrong with a title, "" if nothing is.
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
