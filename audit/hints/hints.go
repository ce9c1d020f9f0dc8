// Package hints compares a game with the same game without its search pages. Search hints must not change which
// answers are legal. A hint that prunes too much removes a legal answer, and no golden shows that. So the package
// plays both games in lockstep and compares their decisions.
package hints

import (
	"io/fs"
	"path"
	"regexp"
	"slices"

	"rulebound/compiler"
	"rulebound/engine/def"
)

// search matches the beginning of a search: block in a page.
var search = regexp.MustCompile(`(?m)^search:`)

// without is a file system with some files hidden.
type without struct {
	fs.FS
	gone []string
}

// ReadDir lists a folder without the hidden files.
func (w without) ReadDir(dir string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(w.FS, dir)
	return slices.DeleteFunc(list, func(e fs.DirEntry) bool { return slices.Contains(w.gone, path.Join(dir, e.Name())) }), err
}

// Without returns a view of root that hides the search pages of the rulebook in dir, and their number.
func Without(root fs.FS, dir string) (fs.FS, int, error) {
	pages, err := fs.Glob(root, path.Join(dir, "*.md"))
	if err != nil {
		return nil, 0, err
	}
	var gone []string
	for _, page := range pages {
		text, err := fs.ReadFile(root, page)
		if err != nil {
			return nil, 0, err
		}
		if search.Match(text) {
			gone = append(gone, page)
		}
	}
	return without{root, gone}, len(gone), nil
}

// Compile compiles the rulebook in dir without its search pages; it returns nil if there are none. It fails if the
// rest is invalid, such as when a rule uses a declaration of the search pages.
func Compile(root fs.FS, dir string) (*def.GameDef, error) {
	bare, n, err := Without(root, dir)
	if n == 0 {
		return nil, err
	}
	gd, _, list := compiler.Compile(bare, dir)
	if list.HasErrors() {
		return nil, list
	}
	return gd, nil
}
