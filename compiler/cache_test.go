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

// compiled formats all results of a compile.
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
		fmt.Fprintf(&out, "%v\n%v\n%v\n%v\n%v\n%v\n", book.Clauses, book.Headings, len(book.Blocks), book.Attribute, book.Declared, book.Gaps)
	}
	return out.String()
}

// A series of edits, with pages that cannot be read, that disappear and reappear, and that repeat a clause, compiles with a cache
// like without one.
func TestCachedCompileEqualsAFreshOne(t *testing.T) {
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

// Several goroutines compile several states of several games with one cache.
func TestCacheIsSafeForConcurrentUse(t *testing.T) {
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

// Pages that stay the same depend on declarations in others: after each change, and after undoing it, they compile with a cache
// like without one.
func TestCachedEntriesAreInvalidatedByTheirDependencies(t *testing.T) {
	const sound = `# 9 More

- **9.1** Three ants.
- **wind-verse** Two ants.

` + "```yaml" + `
cards:
- {id: snow, verse: [{setVar: {scope: global, var: honey, value: 7}}], order: [bee, ant]}
- {id: wind-2, rule: 9.1, verse: [{gain: {honey: 5}}]}
procedures:
- id: more
  rule: 9.1
  params: {at: season}
  do: [{other: {}}, {gain: {nectar: limit}}, {set: {now: $at}}, {max: 1, pick: $z, by: bee, from: woods, do: [{setVar: {scope: global, var: honey, value: 7}}]}]
- {id: most, do: [{max: 1, pick: $z, by: bee, from: woods, do: [{gain: {honey: 1}}]}]}
setups:
- {id: late, extra: 8, tracks: {honey: 3}}
` + "```\n"
	const other, verse = "procedures:\n- {id: other, do: [{gain: {honey: 4}}]}\n", "properties: {card: {verse: {type: \"procedure()\", default: none}}}\n"
	const limit, extra = "functions: [{id: limit, value: 6}]\n", "setupValues: [{id: added, at: extra, type: int, default: 1}]\n"
	states := []string{
		other + verse + limit + extra,
		verse + limit + extra, // an unknown statement
		other + limit + extra, // an unknown key of a card
		other + strings.Replace(verse, "procedure()", "int", 1) + limit + extra,
		other + verse + extra,
		other + verse + strings.Replace(limit, "6", "2", 1) + extra,
		other + verse + strings.Replace(limit, "value: 6", "value: oak", 1) + extra,
		other + verse + limit, // an unknown key of a set-up
		strings.Replace(other, "do:", "params: {n: int}, do:", 1) + verse + limit + extra,
		other + verse + limit + extra + "```\n\n- **snow-verse** Two ants.\n\n```yaml\nsets: {few: [oak]}\n",
		other + "- {id: max, do: []}\n" + verse + limit + extra, // a procedure named like a key
		other + verse + limit + extra + "sets: {broken: [}\n",
	}
	base := []byte(baseText(t))
	for _, page := range []string{sound, sound + "```yaml\nprocedures: [{id: empty, do: [], possible: }]\n```\n"} {
		var files []fstest.MapFS
		var fresh []string
		for i, state := range states {
			files = append(files, fstest.MapFS{"game/10.md": {Data: base}, "game/20.md": {Data: []byte("# 8 State\n\n```yaml\n" + state + "```\n")}, "game/30.md": {Data: []byte(page)}})
			gd, book, list := compiler.Compile(files[i], "game")
			if fresh = append(fresh, compiled(t, gd, book, list)); i == 0 && list.HasErrors() != (page != sound) {
				t.Error(list)
			}
		}
		compareAll(t, files, fresh)
	}
}

// compareAll compiles each pair of states of a game one after the other with one cache, and compares the results with those of a
// fresh compile.
func compareAll(t *testing.T, files []fstest.MapFS, fresh []string) {
	t.Helper()
	var cache compiler.Cache
	before := -1
	compare := func(i int) {
		gd, book, list := cache.Compile(files[i], "game")
		if got := compiled(t, gd, book, list); got != fresh[i] {
			x, y := difference(got, fresh[i])
			t.Errorf("state %d after state %d: with a cache\n%s\nwithout\n%s", i, before, x, y)
		}
		before = i
	}
	for i := range files {
		for j := range i {
			compare(j)
			compare(i)
		}
	}
}

func TestEditOfProseReusesTheCompiledBlocks(t *testing.T) {
	page := func(clause, gain, end string) fstest.MapFS {
		text := "# 9 More\n\n" + clause + "\n\n```yaml\nprocedures: [{id: more, rule: 9.1, do: [{let: {$unread: 4}}, {gain: {honey: " + gain + "}}]}]\nsets: {few: [oak]}\n```\n" + end
		return fstest.MapFS{"game/10.md": {Data: []byte(baseText(t))}, "game/20.md": {Data: []byte(text)}}
	}
	states := []struct {
		files fstest.MapFS
		said  string // codes of the diagnostics
	}{
		{page("- **9.1** *Ants.* They gain 2.", "2", ""), "unused-binding"},
		{page("- **9.1** *Ants.* They gain 7.", "2", ""), "prose-number unused-binding"},
		{page("- **9.1** *Bees.* They gain 2.", "2", "The end.\n"), "unused-binding"},
		{page("- **9.1** *Ants.* They gain 2.", "3", ""), "prose-number unused-binding"},
		{page("- **9.2** *Ants.* They gain 2.", "2", ""), "unknown-clause"},
		{page("**9.1** *Ants.* They gain 2.", "2", "\n# 9.1 Ants\n"), "unused-binding"},
		{page("- **9.1** *Ants.* They gain 2.", "2", "```yaml\n- [broken\n```\n"), "unclosed-bracket"},
		{page("- **9.1** *Ants.* They gain 2.", "2", "\n- **9.1** Two.\n"), "duplicate-clause"},
	}
	var files []fstest.MapFS
	var fresh []string
	for i, s := range states {
		gd, book, list := compiler.Compile(s.files, "game")
		var codes []string
		for _, d := range withoutUnused(list) {
			codes = append(codes, d.Code)
		}
		if got := strings.Join(codes, " "); got != s.said {
			t.Errorf("state %d: %s, want %s", i, got, s.said)
		}
		files, fresh = append(files, s.files), append(fresh, compiled(t, gd, book, list))
	}
	compareAll(t, files, fresh)

	var cache compiler.Cache
	for _, i := range []int{0, 1, 2, 6} {
		s := states[i]
		cache.Compile(s.files, "game")
		examined, err := cache.Examine(t.Context(), s.files, "game")
		want, err2 := compiler.Examine(t.Context(), s.files, "game")
		if err != nil || err2 != nil || !reflect.DeepEqual(examined.Uses(), want.Uses()) || examined.Tree.Incomplete != want.Tree.Incomplete {
			t.Errorf("state %d: an Examine with a cache lists other uses, or is complete: %v, %v", i, err, err2)
		}
	}
	one, _, _ := cache.Compile(states[0].files, "game")
	other, _, _ := cache.Compile(states[1].files, "game")
	edited, _, _ := cache.Compile(states[3].files, "game")
	if &one.Code[0] != &other.Code[0] || &one.Code[0] == &edited.Code[0] {
		t.Error("code is lowered after an edit of the prose, or not after an edit of a block")
	}
}
