// This file reads files that nobody vouches for: a rulebook's pages, scenarios, and what stands beside them.

package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"rulebound/compiler/diag"
)

// ErrTooLong is what ReadFile says of a file beyond its limit.
var ErrTooLong = errors.New("the file is too long")

// ReadFile reads a regular file of at most limit bytes. A link is refused whatever it points at: what belongs to a folder
// lies in it. So is what is no file at all, such as a device or a pipe, which might never end. A byte order mark is left out.
func ReadFile(fsys fs.FS, name string, limit int) ([]byte, error) {
	info, err := fs.Lstat(fsys, name)
	switch {
	case err != nil:
		return nil, err
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, errors.New("it is a link; put the file itself there")
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("it is not a regular file (%s)", info.Mode().Type())
	}
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	text.Grow(int(min(info.Size(), int64(limit))) + bytes.MinRead)
	_, err = text.ReadFrom(io.LimitReader(f, int64(limit)+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	if text.Len() > limit {
		return nil, ErrTooLong
	}
	return WithoutMark(text.Bytes()), nil
}

// WithoutMark returns a text without the byte order mark that some editors begin a file with. It is no part of any text that is read.
func WithoutMark(text []byte) []byte { return bytes.TrimPrefix(text, []byte("\ufeff")) }

// OddName says why a file or folder must be called otherwise, "" if it need not: its name is shown, and is part of the
// addresses of pages.
func OddName(name string) string {
	for _, r := range name {
		if diag.Hidden(r) {
			return fmt.Sprintf("its name has an invisible character (U+%04X); rename it", r)
		}
		if strings.ContainsRune(`#?%:\`, r) {
			return fmt.Sprintf("its name has a %c, which means something else in addresses; rename it", r)
		}
	}
	return ""
}
