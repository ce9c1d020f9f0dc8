// This file writes compiled games.

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"

	"rulebound/compiler"
	"rulebound/conformance/corpus"
	"rulebound/engine/def"
)

// compile writes a game as canonical JSON: to the output, or to the file that -o names.
func (c *command) compile() error {
	gd, err := c.compiled()
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := def.Write(&text, gd); err != nil {
		return err
	}
	if c.file == "" {
		_, err := c.out.Write(text.Bytes())
		return err
	}
	return writeOut(c.file, text.Bytes())
}

// readBounded reads a file that a flag names, of which the size is not known: a device has no end. Of one that is longer than most
// bytes it reads a byte more, and whoever reads the text refuses that.
func readBounded(file string, most int64) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most+1))
}

// writeOut writes what -o names: a file as a whole, a device, a pipe or a link without making it something else.
func writeOut(file string, text []byte) error {
	info, err := os.Lstat(file)
	if err == nil && !info.Mode().IsRegular() {
		return overwrite(file, text)
	}
	return replace(file, text)
}

// compiled compiles the game that is named.
func (c *command) compiled() (*def.GameDef, error) {
	fsys := os.DirFS(c.root)
	if err := corpus.Find(fsys, c.game); err != nil {
		return nil, err
	}
	gd, book, list := compiler.Compile(fsys, path.Join(corpus.GamesDir, c.game))
	if gd != nil {
		return gd, nil
	}
	b := &corpus.Broken{What: "the rulebook of " + c.game + " does not compile", List: list}
	if book != nil {
		b.Source = book.Source
	}
	return nil, b
}

// overwrite writes to what a name stands for, such as a device, a pipe or the file that a link points at, and leaves it
// what it is.
func overwrite(file string, text []byte) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return fmt.Errorf("writing %s: %w", file, err)
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("writing %s: %w", file, err)
	}
	return nil
}

// replace writes a file beside the one named and renames it, so that the file is either the old one or the new one whole.
func replace(file string, text []byte) (err error) {
	temporary, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+"-")
	if err != nil {
		return fmt.Errorf("writing %s: %w", file, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("writing %s: %w", file, err), os.Remove(temporary.Name()))
		}
	}()
	_, err = temporary.Write(text)
	if err == nil {
		err = temporary.Chmod(0o644)
	}
	if err == nil {
		err = temporary.Sync()
	}
	if err = errors.Join(err, temporary.Close()); err != nil {
		return err
	}
	return os.Rename(temporary.Name(), file)
}
