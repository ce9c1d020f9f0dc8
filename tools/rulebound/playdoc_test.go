package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The transcripts of docs/play.md are executed in order in one folder. [...] matches any text.
func TestTranscriptsOfPlayInTheDocumentationAreReal(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(absoluteRoot, "docs/play.md"))
	if err != nil {
		t.Fatal(err)
	}
	typed := typist(t)
	blocks := regexp.MustCompile("(?s)```console\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	if len(blocks) < 4 {
		t.Fatalf("%d transcripts", len(blocks))
	}
	argument := regexp.MustCompile(`"([^"]*)"|(\S+)`)
	prompt := regexp.MustCompile(`(?m)^[a-z0-9-]*> (.*)$`)
	for _, block := range blocks {
		for _, part := range strings.Split(block[1], "$ ")[1:] {
			line, want, _ := strings.Cut(part, "\n")
			var args []string
			for _, m := range argument.FindAllStringSubmatch(line, -1) {
				args = append(args, m[1]+m[2])
			}
			var got string
			switch args[0] {
			case "cat":
				text, err := os.ReadFile(args[1])
				if err != nil {
					t.Fatal(err)
				}
				got = string(text)
			default:
				input := ""
				for _, m := range prompt.FindAllStringSubmatch(want, -1) {
					input += m[1] + "\n"
				}
				_, out, errs := typed(input, args[1:]...)
				got = out + errs
			}
			pattern := "(?s)^" + strings.ReplaceAll(regexp.QuoteMeta(want), regexp.QuoteMeta("[...]"), ".*") + "$"
			if !regexp.MustCompile(pattern).MatchString(got) {
				t.Errorf("$ %s\nis documented as\n%s\nand writes\n%s", line, want, got)
			}
		}
	}
}
