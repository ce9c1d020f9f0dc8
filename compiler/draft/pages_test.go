package draft_test

// These tests run draft and read on valid rulebooks, which get no diagnostic. The tests of the compiler have the broken pages.

import (
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler/diag"
	"rulebound/compiler/draft"
	"rulebound/compiler/read"
	"rulebound/compiler/series"
	"rulebound/compiler/source"
)

const brokenDir = "../testdata/broken"

// merged returns the merged blocks of a folder, those of libraries first, and whether some could not be read.
func merged(t *testing.T, files fs.FS, dir string) (*source.Node, bool) {
	t.Helper()
	book, list := source.Read(files, dir)
	if book == nil {
		t.Fatal(list)
	}
	for _, b := range book.Blocks {
		if uses := b.Get("game").Get("uses"); uses != nil {
			for _, u := range uses.Items {
				library, _ := source.Read(os.DirFS(".."), "library/"+u.Value)
				book.Merge(library)
			}
			break
		}
	}
	root, also := source.Merge(book.Blocks)
	unread := slices.ContainsFunc(append(list, also...), func(d diag.Diagnostic) bool {
		return d.Severity == diag.Error && !strings.Contains(d.Code, "clause") && !strings.HasPrefix(d.Code, "duplicate-")
	})
	return root, unread
}

// diagnose runs draft and read on a rulebook, up to the limits of its budget.
func diagnose(root *source.Node, unread bool) (list diag.List) {
	defer func() {
		if r := recover(); r != nil {
			if _, exhausted := r.(diag.Exhausted); !exhausted {
				panic(r)
			}
		}
	}()
	series.Expand(root, unread, nil) // its diagnostics are not under test
	list = draft.Rewrite(root, unread, nil)
	_, also := read.Read(root, unread, nil)
	list = append(list, also...)
	if list.HasErrors() {
		list = slices.DeleteFunc(list, func(d diag.Diagnostic) bool { return d.Severity == diag.Warning })
	}
	return list
}

// books returns the valid rulebooks of a folder of pages, each a game of its own or one beside base.
func books(t *testing.T, dir string, base []byte) map[string]fs.FS {
	t.Helper()
	out := map[string]fs.FS{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".md") {
			return err
		}
		data, err := os.ReadFile(path.Join(dir, name))
		if err != nil {
			return err
		}
		if strings.Contains(name, "/") {
			return nil
		}
		files := fstest.MapFS{"game/20-" + name: {Data: data}}
		if !strings.Contains("\n"+string(data), "\ngame:") {
			files["game/10-base.md"] = &fstest.MapFile{Data: base}
		}
		out[name] = files
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// basePage returns the valid game of a folder, the base of its pages.
func basePage(t *testing.T, dir string) []byte {
	t.Helper()
	return text(t, path.Join(dir, "base.md"))
}

func text(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestSoundRulebooksGiveNoDiagnosticsInDraftAndRead(t *testing.T) {
	all := map[string]fs.FS{}
	for dir, base := range map[string]string{"../testdata/seeds": "../testdata/seeds", "../testdata/seeds/fragments": "../testdata/seeds/fragments",
		"../testdata/grammar": brokenDir} {
		for name, files := range books(t, dir, basePage(t, base)) {
			all[dir+"/"+name] = files
		}
	}
	for _, dir := range []string{"../../data/games/tidelands", "../../data/games/fire-in-the-lake", "../../data/games/texas-holdem"} {
		sub, err := fs.Sub(os.DirFS(path.Dir(dir)), ".")
		if err != nil {
			t.Fatal(err)
		}
		all[dir] = sub
	}
	for name, files := range all {
		t.Run(name, func(t *testing.T) {
			dir := "game"
			if !strings.HasSuffix(name, ".md") {
				dir = path.Base(name)
			}
			root, unread := merged(t, files, dir)
			for _, d := range diagnose(root, unread) {
				t.Errorf("%v\n%s", d, d.Detail)
			}
		})
	}
}
