// Package follow keeps up with a repository while somebody edits it: Files reports which files change, and a Suite what that
// does to the scenarios of a game. The commands serve and watch and the language server stand on it.
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

// folders are the folders whose files belong to games.
var folders = []string{corpus.GamesDir, corpus.ScenariosDir, corpus.GoldensDir}

// Files watches the folders of the games below a root.
type Files struct {
	root    string
	watcher *fsnotify.Watcher
}

// Watch begins to watch. A folder that does not exist yet is left out.
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

// Close ends the watch. It ends a Next that waits.
func (f *Files) Close() error { return f.watcher.Close() }

// below watches a folder and those in it. One that is not there is left out.
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

// Change is a file that was written, made, renamed or removed, or a folder that was made.
type Change struct {
	Game string // its game; "" for a change that was lost: any file may have changed
	Rule bool   // it is of the rulebook, else of the scenarios, the lists beside them, or the goldens
}

// Next waits for a change, so long or, below 0, for ever. ok is false if there was none: over reports whether the watch was closed.
// The working files of editors are no changes; a file that an editor puts in the place of another by renaming is one.
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
				_ = f.below(e.Name) // a file is none
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

// Forever is how long Next waits for a change if it is to return with one.
const Forever time.Duration = -1

// The limits of Settled.
const (
	quiet = 40 * time.Millisecond // how long nothing has to change
	most  = 200                   // changes after which more are not awaited
)

// Settled takes further changes until there are none for a moment: editors write in several steps. f gets each.
func (f *Files) Settled(take func(Change)) {
	for range most {
		c, ok, _ := f.Next(quiet)
		if !ok {
			return
		}
		take(c)
	}
}

// change finds the game that a file is of. It is false if it is of none.
func (f *Files) change(name string) (Change, bool) {
	rel, _ := filepath.Rel(f.root, name) // "" if there is no way from one to the other
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
