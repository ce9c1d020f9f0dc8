package compiler

// This file identifies the embedded library rulebooks.

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
)

// LibraryHash returns the hexadecimal SHA-256 of the names, lengths and texts of the embedded library rulebooks, in the order of
// their names. Equal hashes mean equal libraries.
func LibraryHash() string { return hash(library) }

func hash(libraries fs.FS) string {
	sum := sha256.New()
	_ = fs.WalkDir(libraries, "library", func(name string, d fs.DirEntry, _ error) error { // reading an embedded file cannot fail
		if d.IsDir() {
			return nil
		}
		text, err := fs.ReadFile(libraries, name)
		fmt.Fprintf(sum, "%s %d\n%s", name, len(text), text)
		return err
	})
	return hex.EncodeToString(sum.Sum(nil))
}
