package corpus

// This file reads which sections answer to each other's labels: a game need not say it.

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"

	"gopkg.in/yaml.v3"

	"rulebound/compiler/source"
)

// readLabels reads scenarios/<game>.labels.yaml, a mapping of section folders to the numbers of other sections. The error
// names the file and what is wrong in it: a folder without scenarios, or a number that no heading and no folder has. scripts
// are the files of the game's scenarios.
func readLabels(fsys fs.FS, g *Game, scripts []string) (map[string][]string, error) {
	file := path.Join(ScenariosDir, g.ID+".labels.yaml")
	text, err := source.ReadFile(fsys, file, maxBeside)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	labels := map[string][]string{}
	if err := yaml.Unmarshal(text, &labels); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	folders, known := map[string]bool{}, map[string]bool{}
	for _, script := range scripts {
		folder := path.Base(path.Dir(script))
		folders[folder], known[folder] = true, true
	}
	for _, h := range g.Book.Headings {
		known[h.Number] = true
	}
	var errs []error
	for _, folder := range slices.Sorted(maps.Keys(labels)) {
		if !folders[folder] {
			errs = append(errs, fmt.Errorf("%s: there are no scenarios in %s; take the entry out", file, path.Join(ScenariosDir, g.ID, folder)))
		}
		for _, label := range labels[folder] {
			if !known[label] || label == folder {
				errs = append(errs, fmt.Errorf("%s: %s: %q is no other section of the rulebook or the scenarios", file, folder, label))
			}
		}
	}
	return labels, errors.Join(errs...)
}
