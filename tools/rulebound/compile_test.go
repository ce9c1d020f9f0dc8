package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rulebound/conformance/corpus"
	"rulebound/engine/def"
)

func TestReadBackGamePlaysTheSameTraces(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tidelands.json")
	if code, out, errs := call("compile", "tidelands", "-C", "../..", "-o", file); code != exitOK || out != "" {
		t.Fatalf("%d %s %s", code, out, errs)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	gd, err := def.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	open := func() *corpus.Game {
		g, err := corpus.OpenGame(os.DirFS("../.."), "tidelands")
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	compiled, back := open(), open()
	back.Def = gd
	if len(compiled.Cases) == 0 {
		t.Fatal("there are no scenarios")
	}
	for i, x := range compiled.Cases {
		a, b := x.Play(), back.Cases[i].Play()
		if err := b.Problem(); err != nil {
			t.Error(err)
		}
		if !bytes.Equal(a.Trace(), b.Trace()) {
			t.Errorf("%s: the traces differ", x.Name())
		}
	}
}

func TestCompileWritesTheSameToFileAndOutput(t *testing.T) {
	root := repository(t, nil)
	file := filepath.Join(root, "toy.json")
	for range 2 {
		if code, _, errs := call("compile", "toy", "-o", file, "-C", root); code != exitOK {
			t.Fatal(errs)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"compile", "toy", "-C", root}, {"compile", "-C", root, "toy"}, {"compile", "-C", root, "-game", "toy"}} {
		if code, out, errs := call(args...); code != exitOK || out != string(text) || !strings.Contains(out, `"id":"toy"`) {
			t.Errorf("%v: %d %s %s", args, code, out, errs)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(root, ".toy*")); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

func TestCompileFails(t *testing.T) {
	root := repository(t, map[string]string{"data/games/broken/10.md": strings.Replace(rulebook, "by: red", "by: rad", 1), "keep.json": "old"})
	keep := filepath.Join(root, "keep.json")
	if err := os.Mkdir(filepath.Join(root, "folder.json"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"without a game", nil, exitUsage, "name the game"},
		{"with two games", []string{"toy", "toy"}, exitUsage, "unexpected argument"},
		{"with a game that is not there", []string{"chess"}, exitFailed, "there is no game chess"},
		{"with a path", []string{"../games/toy"}, exitFailed, "there is no game ../games/toy"},
		{"when the rulebook does not compile", []string{"broken", "-o", keep}, exitFailed, "did you mean red?"},
		{"when the folder is not there", []string{"toy", "-o", filepath.Join(root, "none", "toy.json")}, exitFailed, "writing "},
		{"when the file is a folder", []string{"toy", "-o", filepath.Join(root, "folder.json")}, exitFailed, "writing "},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errs := call(append(append([]string{"compile"}, c.args...), "-C", root)...)
			if code != c.code || !strings.Contains(errs, c.want) || out != "" {
				t.Errorf("%d %s %s", code, out, errs)
			}
		})
	}
	if text, err := os.ReadFile(keep); err != nil || string(text) != "old" {
		t.Errorf("the old file is %q, %v", text, err)
	}
	if left, _ := filepath.Glob(filepath.Join(root, ".*")); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

// A link stays a link, and a device is not replaced by a file.
func TestCompileWritesThroughLinksAndDevices(t *testing.T) {
	dir := t.TempDir()
	file, link, device := filepath.Join(dir, "there.json"), filepath.Join(dir, "link.json"), filepath.Join(dir, "null")
	if err := errors.Join(os.WriteFile(file, []byte("old"), 0o644), os.Symlink(file, link), os.Symlink(os.DevNull, device)); err != nil {
		t.Skip(err)
	}
	for _, name := range []string{link, device} {
		if code, _, errs := call("compile", "tidelands", "-C", "../..", "-o", name); code != exitOK {
			t.Errorf("%s: %d %s", name, code, errs)
		}
		if info, err := os.Lstat(name); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s is no link any more: %v", name, err)
		}
	}
	if text, _ := os.ReadFile(file); !bytes.HasPrefix(text, []byte("{")) {
		t.Errorf("the file holds %.20q", text)
	}
}
