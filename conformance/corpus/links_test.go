package corpus_test

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/conformance/corpus"
	"rulebound/conformance/listing"
)

// Symbolic links in the folders of a repository, lists beyond their size limit and files that nothing reads are errors.
func TestLinksOversizedListsAndStrayFilesAreErrors(t *testing.T) {
	link := &fstest.MapFile{Data: []byte("/dev/zero"), Mode: fs.ModeSymlink | 0o777}
	text := &fstest.MapFile{Data: []byte("x")}
	for name, c := range map[string]struct {
		file *fstest.MapFile
		want string
	}{
		"data/games/elsewhere":           {link, "it is a link; put the folder itself there"},
		"scenarios/elsewhere":            {link, "it is a link; put the file itself there"},
		"scenarios/toy.gaps.yaml":        {link, "toy.gaps.yaml: it is a link; put the file"},
		"scenarios/toy/1-a/a.yaml":       {link, "it is a link"},
		"data/games/notes.md":            {text, "a game is a folder; put the file into that of its game"},
		"data/games/.old/10.md":          {text, ".old: hidden files are not read"},
		"data/games/a#b/10.md":           {text, "its name has a #"},
		"scenarios/.old.yaml":            {text, "hidden files are not played"},
		"scenarios/top/1-a/a.yaml":       {text, "scenarios/top: there is no such game"},
		"scenarios/top.gaps.yaml":        {text, "scenarios/top.gaps.yaml: nothing reads it"},
		"scenarios/toy.gaps.yaml/a.yaml": {text, "scenarios/toy.gaps.yaml: it is a folder; put a file there"},
		"scenarios/toy/1-a/\xff.yaml":    {text, "its name is not UTF-8; rename it"},
		"scenarios/notes.txt":            {text, "scenarios/notes.txt: "},
		"scenarios/tip":                  {text, "scenarios/tip: nothing reads it"},
		"scenarios/toy.gaps.yaml ":       {&fstest.MapFile{Data: []byte(strings.Repeat("#", listing.MaxBytes+1))}, "toy.gaps.yaml: the file is too long"},
	} {
		files := fstest.MapFS{
			"scenarios/toy/1-a":     {Mode: fs.ModeDir | 0o755},
			"data/games/toy/10.md":  {Data: []byte("# Toy\n\n- **1-a** It ends.\n\n```yaml\ngame: {id: toy, title: T, main: play}\nseats: [{id: red}]\nprocedures: [{id: play, do: [{over: {}}]}]\n```\n")},
			strings.TrimSpace(name): c.file,
			"data/games/tip":        {Mode: fs.ModeDir | 0o755},
		}
		if _, err := corpus.Open(files); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for what, file := range map[string]*fstest.MapFile{"it is a link": link, "too long": {Data: make([]byte, listing.MaxBytes+1)}} {
		read := func([]byte) (int, error) { return 0, nil }
		if _, err := corpus.Beside(fstest.MapFS{"scenarios/toy.boards.yaml": file}, "toy", ".boards.yaml", read); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
