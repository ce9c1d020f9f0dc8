package source

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// growing is a folder of files that are empty according to Stat and endless to read.
type growing struct{ read *int }

func (g growing) Open(string) (fs.File, error) { return g, nil }
func (g growing) Stat() (fs.FileInfo, error)   { return fs.Stat(fstest.MapFS{"a": {}}, "a") }
func (g growing) Close() error                 { return nil }

func (g growing) Read(to []byte) (int, error) {
	if *g.read += len(to); *g.read > 1<<16 { // the test has failed
		return 0, io.EOF
	}
	return len(to), nil
}

func TestGrowingFileIsReadUpToTheLimit(t *testing.T) {
	read := 0
	if text, err := ReadFile(growing{&read}, "a", 1000); !errors.Is(err, ErrTooLong) || read > 1<<14 {
		t.Errorf("%d bytes, %v, after %d", len(text), err, read)
	}
}

func TestLinksAreRefusedAsLinks(t *testing.T) {
	dir := t.TempDir()
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "file"), nil, 0o600), os.Symlink("file", filepath.Join(dir, "link"))); err != nil {
		t.Skip(err)
	}
	if _, err := ReadFile(os.DirFS(dir), "link", 1000); err == nil || !strings.Contains(err.Error(), "it is a link") {
		t.Error(err)
	}
}

// A device may have no end and a pipe no beginning, so only regular files are opened.
func TestOnlyRegularFilesWithinTheLimitAreRead(t *testing.T) {
	for _, c := range []struct {
		mode fs.FileMode
		text string
		want string
	}{
		{0, "abc", ""}, {0, "abcd", "the file is too long"},
		{fs.ModeDevice, "", "it is not a regular file (D---------)"}, {fs.ModeNamedPipe, "", "it is not a regular file (p---------)"},
		{fs.ModeDevice | fs.ModeCharDevice, "", "it is not a regular file"}, {fs.ModeSocket, "", "it is not a regular file"}, {fs.ModeDir, "", "it is a folder; put a file there"},
	} {
		text, err := ReadFile(fstest.MapFS{"a": {Mode: c.mode, Data: []byte(c.text)}}, "a", 3)
		if (err == nil) != (c.want == "") || err == nil && string(text) != c.text || err != nil && !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v %q: %q, %v, want %q", c.mode, c.text, text, err, c.want)
		}
	}
}
