package compiler

import (
	"testing"
	"testing/fstest"
)

// The hash depends on the texts, the names and the boundaries between texts.
func TestLibraryHashDependsOnNamesAndTexts(t *testing.T) {
	seen := map[string]string{}
	for name, pages := range map[string]map[string]string{
		"none":         {},
		"two pages":    {"a": "one", "b": "two"},
		"another text": {"a": "one", "b": "tow"},
		"another name": {"a": "one", "c": "two"},
		"texts moved":  {"a": "two", "b": "one"},
		"one page":     {"a": "onelibrary/b 3\ntwo"},
	} {
		files := fstest.MapFS{"library/empty/.keep": {}}
		for page, text := range pages {
			files["library/"+page] = &fstest.MapFile{Data: []byte(text)}
		}
		if other, twice := seen[hash(files)]; twice {
			t.Errorf("%s and %s have the same hash", name, other)
		}
		seen[hash(files)] = name
	}
	if LibraryHash() != hash(library) || seen[LibraryHash()] != "" {
		t.Error("the hash is not that of the embedded libraries")
	}
}
