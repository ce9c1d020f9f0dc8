package overlay_test

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"rulebound/conformance/overlay"
)

func TestUnsavedTextsOverlayTheDisk(t *testing.T) {
	disk := fstest.MapFS{"a/x.md": {Data: []byte("saved"), Mode: 0o644}, "a/y.md": {Data: []byte("other")}}
	over := overlay.Over(disk).With("a/x.md", []byte("typed in")).With("a/z.md", []byte("new"))
	entries, err := fs.ReadDir(over, "a")
	if err != nil || len(entries) != 3 || entries[0].Name() != "x.md" || entries[2].Name() != "z.md" {
		t.Errorf("the folder lists %v, %v", entries, err)
	}
	if info, err := fs.Lstat(over, "a/z.md"); err != nil || info.Size() != 3 || !info.Mode().IsRegular() {
		t.Errorf("an unsaved file is %v, %v", info, err)
	}
	if err := fstest.TestFS(overlay.Over(disk).With("a/x.md", []byte("typed")), "a/x.md", "a/y.md"); err != nil {
		t.Error(err)
	}
	if info, err := entries[0].Info(); err != nil || info.Size() != int64(len("typed in")) {
		t.Errorf("an unsaved file on the disk is listed as %v, %v", info, err)
	}
	if entries, err := fs.ReadDir(over.With("a/a.md", nil), "a"); err != nil || len(entries) != 4 || entries[0].Name() != "a.md" {
		t.Errorf("the folder is not in order: %v, %v", entries, err)
	}
	if entries, err := fs.ReadDir(over.With("z.md", nil), "a"); err != nil || len(entries) != 3 {
		t.Errorf("a file of another folder is listed: %v, %v", entries, err)
	}
	if _, err := fs.ReadDir(over.With("b/x.md", nil), "b"); err == nil {
		t.Error("a folder that is not on the disk is listed")
	}
	if text, ok := over.Text("a/z.md"); !ok || string(text) != "new" {
		t.Errorf("the unsaved text is %q, %v", text, ok)
	}
	if _, ok := over.Text("a/y.md"); ok {
		t.Error("a saved file has an unsaved text")
	}
	read := func(o *overlay.FS, name, want string) {
		t.Helper()
		if text, err := fs.ReadFile(o, name); err != nil || string(text) != want {
			t.Errorf("%s reads %q, %v; want %q", name, text, err, want)
		}
	}
	read(over, "a/x.md", "typed in")
	read(over, "a/z.md", "new")
	read(over, "a/y.md", "other")
	read(over.Without("a/x.md"), "a/x.md", "saved")
	read(over, "a/x.md", "typed in") // which is another file system
}
