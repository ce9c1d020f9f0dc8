package main

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

// Comments and identifiers in literals are not checked.
func TestTextsFollowTheWordList(t *testing.T) {
	list := read(t, wordList)
	found, err := lint(fstest.MapFS{
		wordList:                 {Data: []byte(list)},
		"show/text/text_test.go": {Data: []byte("package text\n\nconst c = \"it tells whether there is one\"\n")},
		"show/text/bad.go":       {Data: []byte("// Package text tells whether.\npackage text\n\nconst a, b = \"it tells whether there is one\", \"stands-in\"\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	var english []string
	for _, f := range found {
		if strings.HasPrefix(f.Message, "write ") {
			english = append(english, f.String())
		}
	}
	if len(english) != 1 || !strings.Contains(english[0], `write reports whether instead of "tells whether"`) {
		t.Errorf("%q", english)
	}
	words, err := readWords(os.DirFS("../.."))
	if err != nil || len(words) < 8 {
		t.Errorf("%d words: %v", len(words), err)
	}
	for name, text := range pages(t) {
		for _, w := range words {
			fence := ""
			for i, line := range strings.Split(text, "\n") {
				if mark := strings.TrimLeft(line, " "); strings.HasPrefix(mark, "```") {
					fence = map[bool]string{true: "```", false: ""}[fence == ""]
				}
				if m := w.pattern.FindString(line); m != "" && fence == "" {
					t.Errorf("%s:%d: write %s instead of %q", name, i+1, w.instead, m)
				}
			}
		}
	}
}
