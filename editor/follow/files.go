// Package follow tracks a repository that is being edited: Files reports which files change, and a Suite the effect
// on the scenarios of a game. The commands serve and watch and the language server use it.
package follow

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"rulebound/conformance/corpus"
)

// folders lists the folders with files of games.
var folders = []string{corpus.GamesDir, corpus.ScenariosDir, corpus.GoldensDir}

// Files watches the folders of the games below a root.
type Files struct {
	root    string
	watcher *fsnotify.Watcher
}

// Watch begins to watch. It skips folders that do not exist yet.
func Watch(root string) (*Files, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	f := &Files{root, w}
	for _, dir := range folders {
		if err := f.below(filepath.Join(root, filepath.FromSlash(dir))); err != nil {
			return nil, errors.Join(fmt.Errorf("%s cannot be watched: %w", dir, err), w.Close())
		}
	}
	return f, nil
}

// Close ends the watch and any Next in progress.
func (f *Files) Close() error { return f.watcher.Close() }

// below watches a folder and its subfolders. It skips a missing one.
func (f *Files) below(dir string) error {
	return filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case d.IsDir():
			return f.watcher.Add(name)
		}
		return nil
	})
}

// Change is a file that was written, created, renamed or removed, or a folder that was created.
type Change struct {
	Game string // its game; "" if changes were lost: any file may have changed
	Rule bool   // it is part of the rulebook; otherwise a scenario, a list beside them, or a golden
}

// Next waits for a change, for at most that time or, if negative, forever. ok is false if there was none; over
// reports whether the watch was closed. Working files of editors are ignored; a file that an editor renames into
// place is a change.
func (f *Files) Next(wait time.Duration) (c Change, ok, over bool) {
	var late <-chan time.Time
	if wait >= 0 {
		late = time.After(wait)
	}
	for {
		select {
		case e, open := <-f.watcher.Events:
			if !open {
				return Change{}, false, true
			}
			if e.Has(fsnotify.Create) {
				_ = f.below(e.Name) // it fails for a file
			}
			if c, ok := f.change(e.Name); ok {
				return c, true, false
			}
		case _, open := <-f.watcher.Errors:
			return Change{}, open, !open
		case <-late:
			return Change{}, false, false
		}
	}
}

// Forever makes Next wait without a time limit.
const Forever time.Duration = -1

// Limits of Settled.
const (
	quiet = 40 * time.Millisecond // time without a change
	most  = 200                   // maximum number of changes
)

// Settled takes further changes until there are none for a moment, since editors write in several steps.
func (f *Files) Settled(take func(Change)) {
	for range most {
		c, ok, _ := f.Next(quiet)
		if !ok {
			return
		}
		take(c)
	}
}

// change returns the change of a file, false if it belongs to no game.
func (f *Files) change(name string) (Change, bool) {
	rel, _ := filepath.Rel(f.root, name) // "" if there is no relative path
	base := filepath.Base(name)
	if strings.HasPrefix(base, ".") || strings.HasSuffix(base, "~") || strings.HasSuffix(base, ".swp") {
		return Change{}, false
	}
	for _, dir := range folders {
		below, ok := strings.CutPrefix(filepath.ToSlash(rel), dir+"/")
		if !ok {
			continue
		}
		id, _, _ := strings.Cut(below, "/")
		if dir != corpus.GamesDir {
			id, _, _ = strings.Cut(id, ".") // <game>.gaps.yaml
		}
		return Change{Game: id, Rule: dir == corpus.GamesDir}, true
	}
	return Change{}, false
}
