// This file writes the files of a report.

package report

import (
	"errors"
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
	files func(*Model, *Game, emit) error
}

// emit passes on a file, and returns an error if that of the file is set or no more files are wanted.
type emit func(File, error) error

// home returns the first page of a part.
func (p Place) home(g *Game) string { return string(p) + "/" + g.ID + "/index.html" }

// parts lists the parts in the order of the navigation.
var parts []part

func init() { // not a literal, because of the cycle between the pages, the navigation and parts
	parts = []part{
		{InPlay, "Play", func(m *Model, _ *Game) bool { return m.Machine != nil }, playFiles},
		{InBook, "Rulebook", always, bookFiles},
		{InCards, "Cards", func(_ *Model, g *Game) bool { return len(g.Def.Cards) > 0 }, cardFiles},
		{InScenarios, "Scenarios", func(_ *Model, g *Game) bool { return len(g.Cases) > 0 }, scenarioFiles},
		{InChanges, "Changes", func(m *Model, g *Game) bool { return m.Against != "" || len(g.problems) > 0 }, changeFiles},
		{InEngines, "Other engines", func(_ *Model, g *Game) bool { return len(g.engines) > 0 }, engineFiles},
		{inTable, "", always, tableFiles},
		{inSearch, "", always, func(_ *Model, g *Game, emit emit) error { return emit(g.index().write()) }},
	}
}

func always(*Model, *Game) bool { return true }

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

var errEnough = errors.New("no more files are wanted")

// Files yields all files of the report, always in the same order. It stops at the first error.
func (m *Model) Files() iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		_ = m.files(func(f File, err error) error {
			if !yield(f, err) {
				return errEnough
			}
			return err
		})
	}
}

func (m *Model) files(emit emit) error {
	shared, err := m.sharedFiles()
	if err != nil {
		return emit(File{}, err)
	}
	for _, f := range shared {
		if err := emit(f, nil); err != nil {
			return err
		}
	}
	if err := emit(m.cover()); err != nil {
		return err
	}
	if err := emit(m.document()); err != nil {
		return err
	}
	for _, g := range m.Games {
		for _, part := range parts {
			if !part.shown(m, g) {
				continue
			}
			if err := part.files(m, g, emit); err != nil {
				return err
			}
		}
	}
	return nil
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
		progress.report("writing", len(written), 0)
	}
	return nil
}
