// This file reads and writes the files that flags name.

package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"rulebound/compiler/source"
)

// openNamed opens a file of the command line. A pipe is opened only below /dev and /proc, where a shell puts that of
// <(COMMAND): another one came with foreign files, and opening it could wait for a writer forever.
func openNamed(file string) (*os.File, error) {
	info, err := os.Stat(file)
	if err == nil && info.Mode().Type() == fs.ModeNamedPipe && !strings.HasPrefix(file, "/dev/") && !strings.HasPrefix(file, "/proc/") {
		return nil, fmt.Errorf("%s: it is a pipe, which may never end; name a regular file, or write <(cat %s) in a shell", file, file)
	}
	if err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s: it is a folder; name a file", file)
	}
	return os.Open(file)
}

// readBounded reads a file of the command line without its byte order mark. The file may be an endless device, so at
// most most+1 bytes are read; the caller refuses a text longer than most.
func readBounded(file string, most int64) ([]byte, error) {
	f, err := openNamed(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	return source.WithoutMark(text), err
}

// writeOut writes to the path of -o: it replaces a file atomically, and writes to a device, pipe or link without
// replacing it. An interrupt waits for it.
func (e *env) writeOut(file string, text []byte) error {
	return e.whole(func() error {
		if info, err := os.Lstat(file); err == nil && !info.Mode().IsRegular() {
			return overwrite(file, text)
		}
		return replace(file, text)
	})
}

// writable returns an error if writeOut could not write a file, so that a command fails before its work. "" is standard
// output.
func writable(file string) error {
	if file == "" {
		return nil
	}
	info, err := os.Stat(file)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("writing %s: it is a folder; name a file", file)
	case err == nil && !info.Mode().IsRegular(): // opening a pipe would wait for its reader
		return nil
	}
	return emptied(filepath.Dir(file), file)
}

// emptied returns an error if no file can be created in a folder.
func emptied(dir, file string) error {
	f, err := os.CreateTemp(dir, ".rulebound-")
	if err == nil {
		err = errors.Join(f.Close(), os.Remove(f.Name()))
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", file, err)
	}
	return nil
}

// overwrite writes to an existing device, pipe or link target without replacing it.
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

// replace writes a temporary file beside the named one and renames it, so that the named file is either the old or the
// new one.
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
