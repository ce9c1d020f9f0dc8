package compiler

// hash.go identifies the embedded library rulebooks.

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
)

// LibraryHash returns the SHA-256 of the embedded library rulebooks, of their names, lengths and texts in the order of the names, in
// hexadecimal. Equal hashes mean equal libraries.
func LibraryHash() string { return hash(library) }

func hash(libraries fs.FS) string {
	sum := sha256.New()
	_ = fs.WalkDir(libraries, "library", func(name string, d fs.DirEntry, _ error) error { // an embedded file can always be read
		if d.IsDir() {
			return nil
		}
		text, err := fs.ReadFile(libraries, name)
		fmt.Fprintf(sum, "%s %d\n%s", name, len(text), text)
		return err
	})
	return hex.EncodeToString(sum.Sum(nil))
}
