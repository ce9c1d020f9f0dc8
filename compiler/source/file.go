// This file reads untrusted files: the pages of a rulebook, scenarios, and the files beside them.

package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"unicode/utf8"

	"rulebound/compiler/diag"
)

// ErrTooLong is the error of ReadFile for a file that exceeds its limit.
var ErrTooLong = errors.New("the file is too long")

// ReadFile reads a regular file of at most limit bytes. It refuses links, because the content of a folder must be in it, and
// everything that is not a regular file, such as a device or a pipe, which may never end. It removes a byte order mark.
func ReadFile(fsys fs.FS, name string, limit int) ([]byte, error) {
	info, err := fs.Lstat(fsys, name)
	switch {
	case err != nil:
		return nil, err
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, errors.New("it is a link; put the file itself there")
	case info.IsDir():
		return nil, errors.New("it is a folder; put a file there")
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

// WithoutMark removes the byte order mark with which some editors begin a file.
func WithoutMark(text []byte) []byte { return bytes.TrimPrefix(text, []byte("\ufeff")) }

// OddName returns the reason why a file or folder must be renamed, or "". Names are displayed and are parts of the URLs of pages.
func OddName(name string) string {
	if !utf8.ValidString(name) {
		return "its name is not UTF-8; rename it"
	}
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
