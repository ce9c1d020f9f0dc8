package main

import (
	"regexp"
	"strings"
	"testing"

	"rulebound/docs"
)

func TestGlossaryDefinesTheWordsOfTheOutput(t *testing.T) {
	t.Setenv("CI", "")
	root := repository(t, nil)
	if code, out, errs := call("goldens", "-C", root); code != exitOK {
		t.Fatal(out, errs)
	}
	heading := regexp.MustCompile(`^(section|kind|clause|own) {2,}`)
	words := map[string]string{}
	titles := func(line, from string) {
		seen := map[string]bool{}
		for _, word := range regexp.MustCompile(`\s{2,}`).Split(strings.TrimSpace(line), -1) {
			if seen[word] {
				t.Errorf("rulebound %s: two columns are called %q", from, word)
			}
			seen[word], words[word] = true, from
		}
	}
	for _, args := range []string{"coverage --shown", "conformance", "mutate", "coverage --section 9.1", "coverage --clauses 9.1", "mutate --clauses", "profile --games 1 toy", "check"} {
		_, out, _ := call(append(strings.Fields(args), "-C", root)...)
		for line := range strings.Lines(out) {
			switch {
			case heading.MatchString(line):
				titles(line, args)
			case strings.HasPrefix(line, "compiled "):
				_, counts, _ := strings.Cut(line, ": ")
				for _, m := range regexp.MustCompile(`\d+ (\w+)`).FindAllStringSubmatch(counts, -1) {
					words[m[1]] = args
				}
			case regexp.MustCompile(`^\d+ \w+, \d+ \w+$`).MatchString(strings.TrimSpace(line)):
				for _, m := range regexp.MustCompile(`\d+ (\w+)`).FindAllStringSubmatch(line, -1) {
					words[m[1]] = args
				}
			}
		}
	}
	if len(words) < 18 {
		t.Errorf("only %d words were found: %v", len(words), words)
	}
	// terms of the field used by documents and messages
	for _, word := range []string{"search", "look-ahead", "candidate", "prune", "obligation", "satisfied", "satisfiable", "violated", "reachable", "unreachable",
		"killed", "survived", "equivalent mutant", "step limit", "hook point", "derived value", "seed", "claim", "deviation", "shard"} {
		words[word] = "help"
	}
	for word, from := range words {
		if word == "game" || word == "cards" || word == "lines" {
			continue // everyday words
		}
		if defines(word) == nil {
			t.Errorf("rulebound %s prints %q, which docs/glossary.md does not have", from, word)
		}
	}
}

func TestHelpPrintsTerms(t *testing.T) {
	seen := map[string]bool{}
	for _, entry := range terms() {
		if seen[entry.name] {
			t.Errorf("%s has two entries; help prints the first alone", entry.name)
		}
		seen[entry.name] = true
		if lines := strings.Count(entry.text, "\n"); lines != 2 {
			t.Errorf("%s has %d lines, not 2", entry.name, lines)
		}
	}
	if got, headings := len(terms()), strings.Count(docs.Glossary, "\n### "); got != headings || got < 50 {
		t.Errorf("%d terms of %d headings", got, headings)
	}
	for _, c := range []struct {
		topic, want string
		code        int
	}{
		{"golden", "golden: The reviewed trace of a scenario", exitOK},
		{"goldens", "\n\nGlobal Flags:", exitOK}, // a command has the same name
		{"both ways", "both ways: Conditions that were seen true and false", exitOK},
		{"clauses", "clauses: The column counts", exitOK},
		{"survivor", "survivors: Reached changes that no", exitOK},
		{"coverage", "\n\ncoverage: Which clauses the scenarios show", exitOK},
		{"rulebook", "reads it (the language (docs/reference.md)).", exitOK},
		{"", "Use \"rulebound [command] --help\" for more information about a command.\n", exitOK},
		{"goldn", "there is no command or term \"goldn\"; did you mean golden?", exitUsage},
		{"chek", "did you mean check?", exitUsage},
		{"qqqqqq", "there is no command or term \"qqqqqq\"", exitUsage},
	} {
		code, out, errs := call(append([]string{"help"}, strings.Fields(c.topic)...)...)
		if code != c.code || !strings.Contains(out+errs, c.want) || c.topic == "" && !strings.HasSuffix(out, c.want) {
			t.Errorf("%s: %d %s%s", c.topic, code, out, errs)
		}
	}
}
