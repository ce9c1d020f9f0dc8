package compiler_test

import (
	"bytes"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
	"rulebound/compiler/diag"
	"rulebound/engine/def"
)

// compiled is all that a compile gives, as text.
func compiled(t *testing.T, gd *def.GameDef, book *compiler.Book, list diag.List) string {
	t.Helper()
	var out strings.Builder
	for _, d := range list {
		fmt.Fprintf(&out, "%+v\n", d)
	}
	if gd != nil {
		if err := def.Write(&out, gd); err != nil {
			t.Fatal(err)
		}
	}
	if book != nil {
		fmt.Fprintf(&out, "%v\n%v\n%v\n", book.Clauses, book.Headings, len(book.Blocks))
	}
	return out.String()
}

// A series of edits, among them pages that cannot be read, that vanish and come back, and that say the same clause: with a cache
// each state compiles as without one.
func TestACachedCompileIsAFreshOne(t *testing.T) {
	for _, game := range []string{"kalah", "tidelands"} {
		dir := "data/games/" + game
		files := inMemory(t, dir)
		names := slices.Sorted(maps.Keys(files))
		first, last := names[0], names[len(names)-1]
		original := maps.Clone(files)
		replace := func(name, from, to string) func() {
			return func() {
				files[name] = &fstest.MapFile{Data: bytes.Replace(original[name].Data, []byte(from), []byte(to), 1)}
			}
		}
		edits := []func(){
			func() {},
			func() {},
			replace(first, "\n", "\n\n"),
			replace(first, "```yaml", "```yaml\n - [broken"),
			replace(first, "```yaml\n", "```yaml\nunknown-key: 1\n"),
			replace(last, "\n", "\n- **1.1-zz** One clause.\n- **1.1-zz** And again.\n"),
			replace(first, "\n", "\n- **1.1-zz** The same clause on another page.\n"),
			func() { delete(files, last) },
			func() { files[last] = original[last] },
			func() {
				files[dir+"/99-more.md"] = &fstest.MapFile{Data: []byte("```yaml\nsets: {nobody-reads: seats}\n```\n")}
			},
			func() { files[dir+"/99-more.md"] = &fstest.MapFile{Data: []byte("\xff")} },
			func() { delete(files, dir+"/99-more.md") },
			func() { files[first] = original[first] },
		}
		var cache compiler.Cache
		refused := 0
		for i, edit := range edits {
			edit()
			gd, book, list := cache.Compile(files, dir)
			fresh, freshBook, freshList := compiler.Compile(files, dir)
			if got, want := compiled(t, gd, book, list), compiled(t, fresh, freshBook, freshList); got != want {
				t.Fatalf("%s, edit %d: with a cache\n%.3000s\nwithout\n%.3000s", game, i, got, want)
			}
			if list.HasErrors() {
				refused++
			}
		}
		if refused < 3 || refused > len(edits)-4 {
			t.Errorf("%s: %d of %d states are refused", game, refused, len(edits))
		}
	}
}

// Several goroutines compile several states of several games at once with one cache.
func TestACacheMayBeSharedByGoroutines(t *testing.T) {
	var cache compiler.Cache
	var all sync.WaitGroup
	for i, game := range []string{"kalah", "hasami-shogi", "kalah", "tidelands", "tidelands"} {
		dir := "data/games/" + game
		files := inMemory(t, dir)
		for name := range files {
			files[name].Data = append(files[name].Data, strings.Repeat("\n", i)...)
		}
		fresh, _, _ := compiler.Compile(files, dir)
		all.Go(func() {
			for range 3 {
				if gd, _, list := cache.Compile(files, dir); !reflect.DeepEqual(gd, fresh) {
					t.Errorf("%s differs: %v", game, list)
				}
			}
		})
	}
	all.Wait()
}
