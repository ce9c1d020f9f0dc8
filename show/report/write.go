// This file writes the files of a report.

package report

import (
	"fmt"
	"iter"
	"os"
	"path"
	"path/filepath"
)

// part is a part of the report, with a function from a game to files.
type part struct {
	place Place
	title string // in the navigation, "" if it is not there
	shown func(*Model, *Game) bool
	files func(*Model, *Game) iter.Seq2[File, error]
}

// home returns the first page of a part.
func (p Place) home(g *Game) string { return string(p) + "/" + g.ID + "/index.html" }

// parts lists the parts in the order of the navigation.
var parts []part

func init() { // not a literal, because of the cycle between the pages, the navigation and parts
	parts = []part{
		{InPlay, "Play", hasMachine, playFiles},
		{InBook, "Rulebook", always, bookFiles},
		{InCards, "Cards", hasCards, cardFiles},
		{InScenarios, "Scenarios", hasCases, scenarioFiles},
		{InChanges, "Changes", hasChanges, changeFiles},
		{InEngines, "Other engines", hasEngines, engineFiles},
		{inTable, "", always, tableFiles},
		{inSearch, "", always, searchFiles},
	}
}

func always(*Model, *Game) bool { return true }

func hasCases(_ *Model, g *Game) bool { return len(g.Cases) > 0 }

// sharedFiles returns the files of no game: assets, the machine, documents.
func (m *Model) sharedFiles() ([]File, error) {
	out, err := assetFiles()
	if err == nil && m.Machine != nil {
		var machine []File
		machine, err = machineFiles(m.Machine)
		out = append(out, machine...)
	}
	if err != nil {
		return nil, err
	}
	documents, err := m.documentFiles()
	return append(out, documents...), err
}

// Files yields all files of the report, always in the same order. It stops at the first error.
func (m *Model) Files() iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		shared, err := m.sharedFiles()
		if err != nil {
			yield(File{}, err)
			return
		}
		for _, f := range shared {
			if !yield(f, nil) {
				return
			}
		}
		for _, make := range []func() (File, error){m.cover, m.document} {
			if f, err := make(); !yield(f, err) || err != nil {
				return
			}
		}
		for _, g := range m.Games {
			for _, part := range parts {
				if !part.shown(m, g) {
					continue
				}
				for f, err := range part.files(m, g) {
					if !yield(f, err) || err != nil {
						return
					}
				}
			}
		}
	}
}

// Write writes the report into a folder, which it creates. Two files with one path are an error. Files of an earlier
// report are overwritten; others are kept.
func Write(dir string, m *Model, progress Progress) error {
	written := map[string]bool{}
	for f, err := range m.Files() {
		if err != nil {
			return err
		}
		if written[f.Path] {
			return fmt.Errorf("two pages would be %s: rename a scenario or a page of the rulebook", f.Path)
		}
		name := filepath.Join(dir, filepath.FromSlash(path.Clean(f.Path)))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.Content, 0o666); err != nil {
			return err
		}
		written[f.Path] = true
		progress.tell("writing", len(written), 0)
	}
	return nil
}
