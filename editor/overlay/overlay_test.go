package overlay_test

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"rulebound/editor/overlay"
)

func TestUnsavedTextsStandBeforeTheDisk(t *testing.T) {
	disk := fstest.MapFS{"a/x.md": {Data: []byte("saved")}, "a/y.md": {Data: []byte("other")}}
	over := overlay.Over(disk).With("a/x.md", []byte("typed")).With("a/z.md", []byte("new"))
	entries, err := fs.ReadDir(over, "a")
	if err != nil || len(entries) != 3 || entries[0].Name() != "x.md" || entries[2].Name() != "z.md" {
		t.Errorf("the folder lists %v, %v", entries, err)
	}
	if info, err := fs.Lstat(over, "a/z.md"); err != nil || info.Size() != 3 || !info.Mode().IsRegular() {
		t.Errorf("an unsaved file is %v, %v", info, err)
	}
	read := func(o *overlay.FS, name, want string) {
		t.Helper()
		if text, err := fs.ReadFile(o, name); err != nil || string(text) != want {
			t.Errorf("%s reads %q, %v; want %q", name, text, err, want)
		}
	}
	read(over, "a/x.md", "typed")
	read(over, "a/z.md", "new")
	read(over, "a/y.md", "other")
	read(over.Without("a/x.md"), "a/x.md", "saved")
	read(over, "a/x.md", "typed") // which is another file system
}
