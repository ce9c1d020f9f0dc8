package corpus

// This file finds the games of a repository, and files in places where no command reads them.

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"rulebound/compiler/source"
)

// Games lists the ids of the games, which are the folders in GamesDir, in the order of their names. The error names
// every other entry: links, hidden entries, files.
func Games(fsys fs.FS) ([]string, error) {
	entries, err := fs.ReadDir(fsys, GamesDir)
	if err != nil {
		return nil, fmt.Errorf("there is no folder %s here or above: work below the root of a repository, or name it by -C: %w", GamesDir, err)
	}
	var games []string
	var errs []error
	for _, e := range entries {
		if why := noGame(e); why != "" {
			errs = append(errs, fmt.Errorf("%s: %s", path.Join(GamesDir, e.Name()), why))
			continue
		}
		games = append(games, e.Name())
	}
	if len(entries) == 0 {
		errs = append(errs, fmt.Errorf("there is no game in %s", GamesDir))
	}
	return games, errors.Join(errs...)
}

// Find returns an error unless there is a game with that id. The error suggests a similar id, or says why the entry is not a game.
func Find(fsys fs.FS, id string) error {
	games, err := Games(fsys)
	if slices.Contains(games, id) {
		return nil // other entries do not concern this game
	}
	if games == nil && err != nil { // no games to suggest
		return err
	}
	text := fmt.Sprintf("there is no game %s in %s", id, GamesDir)
	if near := Near(id, games); near != "" {
		text += "; did you mean " + near + "?"
	} else if len(games) > 0 {
		text += ": there is " + strings.Join(games, ", ")
	}
	return errors.Join(errors.New(text), err)
}

// noGame explains why an entry of GamesDir is not a game, "" if it is one.
func noGame(e fs.DirEntry) string {
	switch {
	case strings.HasPrefix(e.Name(), "."):
		return "hidden files are not read; give it a name without a leading dot, or remove it"
	case e.Type()&fs.ModeSymlink != 0:
		return "it is a link; put the folder itself there"
	case !e.IsDir():
		return "a game is a folder; put the file into that of its game"
	}
	return source.OddName(e.Name())
}

// File name endings, after the game's id, of the lists next to the scenario folders.
const (
	boards    = ".boards.yaml"
	gapsEnd   = ".gaps.yaml"
	Survivors = ".survivors.yaml" // explanations of changes that no scenario can notice
	// Referee describes the logs of the game, Deviations the known differences of other implementations.
	Referee    = ".referee.yaml"
	Deviations = ".deviations.yaml"
)

var beside = []string{boards, Deviations, gapsEnd, Referee, Survivors}

// strays finds entries among the scenario folders that belong to no game.
func strays(fsys fs.FS, games []string) error {
	entries, err := fs.ReadDir(fsys, ScenariosDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	errs := []error{err}
	for _, e := range entries {
		if why := stray(e, games); why != "" {
			errs = append(errs, fmt.Errorf("%s: %s", path.Join(ScenariosDir, e.Name()), why))
		}
	}
	return errors.Join(errs...)
}

// stray explains why no command reads an entry of ScenariosDir, "" if one does.
func stray(e fs.DirEntry, games []string) string {
	switch {
	case strings.HasPrefix(e.Name(), "."):
		return "hidden files are not played; give it a name without a leading dot, or remove it"
	case e.Type()&fs.ModeSymlink != 0:
		return "it is a link; put the file itself there"
	case e.IsDir() && slices.ContainsFunc(beside, func(end string) bool { return strings.HasSuffix(e.Name(), end) }):
		return "it is a folder; put a file there"
	case e.IsDir() && !slices.Contains(games, e.Name()):
		return "there is no such game"
	case e.IsDir():
		return ""
	}
	for _, end := range beside {
		if game, ok := strings.CutSuffix(e.Name(), end); ok && slices.Contains(games, game) {
			return ""
		}
	}
	return "nothing reads it; the files beside the folders of the games are GAME" + strings.Join(beside, ", GAME")
}

// IsList reports whether files GAME<end> beside the folders of scenarios are read.
func IsList(end string) bool { return slices.Contains(beside, end) }
