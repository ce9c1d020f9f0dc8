package compiler

// This file adds the library rulebooks that a game uses.

import (
	"io/fs"
	"path"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
)

// addLibraries inserts the library rulebooks named in game.uses before the game's own blocks.
func (c *compilation) addLibraries(book *Book, said *report) {
	for _, b := range book.Blocks {
		if uses := b.Get("game").Get("uses"); uses != nil {
			for _, u := range uses.Items {
				c.addLibrary(u, book, said)
			}
			return
		}
	}
}

func (c *compilation) addLibrary(name *source.Node, book *Book, said *report) {
	dir := path.Join("library", name.Value)
	if _, err := fs.Stat(c.libraries, dir); err != nil || name.Value == "" {
		said.errors.Errorf(name.Pos, "unknown-library", "there is no library rulebook %q%s", name.Value, diag.DidYouMean(name.Value, libraryNames(c.libraries)))
		return
	}
	lib, list := c.pages.Read(c.libraries, dir)
	said.add(list)
	if lib == nil {
		return
	}
	for i := range lib.Clauses {
		lib.Clauses[i].Section = name.Value
	}
	lib.Headings = []source.Heading{{Number: name.Value, Title: "Library rulebook " + name.Value, Level: 1}}
	book.Merge(lib)
}

func libraryNames(libraries fs.FS) []string {
	entries, _ := fs.ReadDir(libraries, "library")
	var names []string
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}
