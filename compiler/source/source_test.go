package source

import (
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler/diag"
)

// rulebook has a fence at the top level, one in a clause, one in a nested clause, and prose without effect.
const rulebook = "# 3 Operations\n" +
	"\n" +
	"Prose with `code`, *stars* and [links](x.md).\n" +
	"\n" +
	"## 3.2.2 Wander\n" +
	"\n" +
	"```yaml\n" +
	"wander:\n" +
	"  when: $a == 1   # why\n" +
	"  of: 'ox \\ elk'\n" +
	"```\n" +
	"\n" +
	"- **3.2.2-c** *Stopping.* A cart stops where an `enemy` is,\n" +
	"  and **only** there.\n" +
	"\n" +
	"  ```yaml\n" +
	"  stop: {rule: 3.2, n: -5}\n" +
	"  ```\n" +
	"\n" +
	"  - **3.2.2-d** (definition) *Cart* is a word.\n" +
	"\n" +
	"    ~~~yaml\n" +
	"    deep: [x, \"y\\u0041z\", true, ~]\n" +
	"    ~~~\n" +
	"  - **not a clause** but bold\n" +
	"- **3.2.2-e** (not modelled: no (such) piece) Hidden pieces.\n" +
	"- **3.2.2-f** (see 1.2) text\n" +
	"\n" +
	"### Notes without a number\n" +
	"\n" +
	"```yaml\n" +
	"# only a comment\n" +
	"```\n" +
	"\n" +
	"```yaml\n" +
	"notes: 1\n" +
	"```\n" +
	"\n" +
	"```text\n" +
	"not: read\n" +
	"```\n" +
	"\n" +
	"### card-54 New Dam\n" +
	"\n" +
	"```yaml\n" +
	"card:\n" +
	"- id: card-54\n" +
	"```\n" +
	"\n" +
	"# Appendix\n" +
	"\n" +
	"```yaml\n" +
	"appendix: \"\"\n" +
	"```\n"

func TestClausesAndHeadings(t *testing.T) {
	book, diags := read(rulebook)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	at := func(line, col, end int) diag.Pos {
		return diag.Pos{File: "game/rules.md", Line: line, Col: col, EndCol: end}
	}
	clauses := []Clause{
		{ID: "3.2.2-c", Section: "3.2.2", Title: "Stopping", Text: "A cart stops where an enemy is, and only there.", Kind: KindRule, Pos: at(13, 5, 12)},
		{ID: "3.2.2-d", Section: "3.2.2", Title: "Cart", Text: "is a word.", Kind: KindDefinition, Pos: at(20, 7, 14)},
		{ID: "3.2.2-e", Section: "3.2.2", Text: "Hidden pieces.", Kind: KindNotModelled, Reason: "no (such) piece", Pos: at(26, 5, 12)},
		{ID: "3.2.2-f", Section: "3.2.2", Text: "(see 1.2) text", Kind: KindRule, Pos: at(27, 5, 12)},
	}
	if !reflect.DeepEqual(book.Clauses, clauses) {
		t.Errorf("clauses\n%+v\nwant\n%+v", book.Clauses, clauses)
	}
	headings := []Heading{
		{Number: "3", Title: "Operations", Level: 1, Pos: at(1, 3, 4)},
		{Number: "3.2.2", Title: "Wander", Level: 2, Pos: at(5, 4, 9)},
		{Title: "Notes without a number", Level: 3, Pos: at(29, 5, 0)},
		{Number: "card-54", Title: "New Dam", Level: 3, Pos: at(43, 5, 12)},
		{Title: "Appendix", Level: 1, Pos: at(50, 3, 0)},
	}
	if !reflect.DeepEqual(book.Headings, headings) {
		t.Errorf("headings\n%+v\nwant\n%+v", book.Headings, headings)
	}
}

func TestABlockBelongsToItsClauseOrSection(t *testing.T) {
	book, _ := read(rulebook)
	var got []string
	for _, root := range book.Blocks {
		got = append(got, root.Keys()[0]+" "+strings.Join(root.Pairs[0].Value.Rules, " "))
	}
	want := []string{"wander 3.2.2", "stop 3.2.2-c", "deep 3.2.2-d", "notes 3.2.2", "card card-54", "appendix "}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("blocks %q, want %q", got, want)
	}
}

func TestTypesAndCommentsOfScalars(t *testing.T) {
	book, _ := read(rulebook)
	stop := book.Blocks[1].Get("stop")
	if v := stop.Get("rule"); v.Tag != TagString || v.Value != "3.2" {
		t.Errorf("a rule number is %+v, want text", v)
	}
	if v, ok := stop.Get("n").Int(); !ok || v != -5 {
		t.Errorf("n is %d %v, want -5", v, ok)
	}
	deep := book.Blocks[2].Get("deep")
	if v, ok := deep.Items[2].Bool(); !ok || !v {
		t.Errorf("true is %v %v", v, ok)
	}
	if deep.Items[3].Kind != Null {
		t.Errorf("~ is %v, want nothing", deep.Items[3].Kind)
	}
	if v := deep.Items[1]; v.Value != "yAz" || !v.Quoted {
		t.Errorf("an escape gives %+v", v)
	}
	if v := book.Blocks[0].Get("wander").Get("when"); v.Comment() != "# why" {
		t.Errorf("the comment is %q", v.Comment())
	}
	if v := book.Blocks[5].Get("appendix"); v.Kind != Scalar || v.Value != "" || !v.Quoted {
		t.Errorf("empty quotes are %+v, want empty text", v)
	}
	var none *Node
	if none.Get("x") != nil || none.Keys() != nil || deep.Get("x") != nil {
		t.Error("looking up in no mapping finds something")
	}
}

// Words and numbers of one kind are treated alike, even if other versions of YAML give some of them special types.
func TestUnquotedWordsStayText(t *testing.T) {
	book, diags := read(fenced("a: [yes, no, on, off, True, 1.5, 1e3, 2024-01-01, .nan, 3.2.2-c, 12:30, card-1]"))
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	for _, item := range book.Blocks[0].Get("a").Items {
		if item.Tag != TagString {
			t.Errorf("%s is %s, want text", item.Value, item.Tag)
		}
	}
}

// checkPlaces checks that each scalar's text is at its position in the file.
func checkPlaces(t testing.TB, book *Book) int {
	t.Helper()
	checked := 0
	var visit func(n *Node)
	visit = func(n *Node) {
		for _, p := range n.Pairs {
			visit(p.Key)
			visit(p.Value)
		}
		for _, item := range n.Items {
			visit(item)
		}
		if n.Kind != Scalar || n.Multiline || n.places != nil || n.Value == "" {
			return
		}
		checked++
		lines := strings.Split(string(book.Source(n.Pos.File)), "\n")
		line := []rune(lines[n.Pos.Line-1])
		if n.Pos.EndCol-1 > len(line) || n.Pos.EndCol < n.Pos.Col {
			t.Errorf("%q ends outside its line, at %v-%d", n.Value, n.Pos, n.Pos.EndCol)
			return
		}
		if got := string(line[n.Pos.Col-1 : n.Pos.EndCol-1]); got != n.Value {
			if n.Value == "0" && n.Tag == TagInt {
				return // a number with a reported error
			}
			t.Errorf("at %v stands %q, want %q", n.Pos, got, n.Value)
		}
	}
	for _, root := range book.Blocks {
		visit(root)
	}
	return checked
}

func TestPlacesReferToTheMarkdownFile(t *testing.T) {
	variants := map[string]string{
		"as written":        rulebook,
		"with CR LF":        strings.ReplaceAll(rulebook, "\n", "\r\n"),
		"with a BOM":        "\ufeff" + rulebook,
		"in a quote":        "> " + strings.ReplaceAll(strings.TrimSuffix(rulebook, "\n"), "\n", "\n> ") + "\n",
		"in a list":         "1. x\n\n   " + strings.ReplaceAll(strings.TrimSuffix(rulebook, "\n"), "\n", "\n   ") + "\n",
		"behind wide text":  strings.ReplaceAll(rulebook, "stop: {", "\"ü-日本\": {"),
		"without a newline": strings.TrimSuffix(rulebook, "\n"),
		"after a tab":       "-\tx\n\n\t```yaml\n\ta: {b: c}\n\t```\n",
	}
	for name, text := range variants {
		book, diags := read(text)
		if len(diags) > 0 {
			t.Errorf("%s: %v", name, diags)
		}
		if n := checkPlaces(t, book); n < 2 || strings.Contains(text, "wander") && n < 18 {
			t.Errorf("%s: only %d scalars checked", name, n)
		}
	}
}

func TestPlacesInsideQuotesCountEscapes(t *testing.T) {
	book, diags := read(fenced(`a: {b: "x\\y\u0041z", c: 'it''s', d: "plain"}`))
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	a := book.Blocks[0].Get("a")
	line := []rune(strings.Split(string(book.Files[0].Data), "\n")[1])
	tests := []struct {
		key      string
		i, width int
		want     string
	}{
		{"b", 0, 1, "x"},
		{"b", 1, 1, `\\`},
		{"b", 2, 1, "y"},
		{"b", 2, 2, `y\u0041`},
		{"b", 4, 1, "z"},
		{"b", 0, 99, `x\\y\u0041z`},
		{"c", 1, 1, "t"},
		{"c", 2, 1, "''"},
		{"c", 3, 9, "s"},
		{"d", 2, 2, "ai"},
	}
	for _, test := range tests {
		pos := a.Get(test.key).At(test.i, test.width)
		if got := string(line[pos.Col-1 : pos.EndCol-1]); got != test.want {
			t.Errorf("character %d of %s (%d wide) is %s, want %s", test.i, test.key, test.width, got, test.want)
		}
	}
	for _, i := range []int{5, 99} {
		if pos := a.Get("b").At(i, 0); line[pos.Col-1] != '"' || pos.EndCol != 0 {
			t.Errorf("character %d of b is at %v, want the closing quote", i, pos)
		}
	}
}

func TestMultilineScalarsAreMarked(t *testing.T) {
	book, diags := read(fenced("a: |\n  x\nb: x\n  y\nc: 'x\n  y'\nd: x y\ne: >-\n  x\n  y\nf: >-\n  x\n\n  y\ng: >-\n  x\n    y\nh: >\n  x"))
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	for key, want := range map[string]bool{"a": true, "b": true, "c": true, "d": false, "e": false, "f": true, "g": true, "h": true} {
		if got := book.Blocks[0].Get(key).Multiline; got != want {
			t.Errorf("%s: multi-line is %v, want %v", key, got, want)
		}
	}
}

func TestCharactersOfFoldedTextHaveTheirPlaces(t *testing.T) {
	book, diags := read("# 1 Toy\n\n- a\n\n  ```yaml\n  k:\n  - x: >-\n      one +\n      zw\u00f6lf\n      3\n    y: 4\n  ```\n")
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	n := book.Blocks[0].Get("k").Items[0].Get("x")
	if n.Value != "one + zw\u00f6lf 3" {
		t.Fatalf("%q", n.Value)
	}
	for _, test := range []struct{ i, width, line, col, end int }{
		{0, 3, 8, 7, 10}, {4, 1, 8, 11, 12}, {5, 0, 8, 12, 0}, {6, 5, 9, 7, 12}, {8, 1, 9, 9, 10}, {12, 1, 10, 7, 8}, {13, 0, 10, 8, 0},
		{4, 9, 8, 11, 12}, // over two lines: to the end of the first
		{99, 1, 10, 94, 0},
	} {
		if p := n.At(test.i, test.width); p.Line != test.line || p.Col != test.col || p.EndCol != test.end {
			t.Errorf("%d characters from %d are at %v to %d, want %v", test.width, test.i, p, p.EndCol, test)
		}
	}
}

func TestFilesAreReadInNameOrder(t *testing.T) {
	book, diags := Read(fstest.MapFS{
		"g/20-b.md": {Data: []byte(fenced("b: 1"))},
		"g/10-a.md": {Data: []byte(fenced("a: 1"))},
		"g/30-e.md": {},
	}, "g")
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	var names []string
	for _, f := range book.Files {
		names = append(names, f.Name)
	}
	if want := []string{"g/10-a.md", "g/20-b.md", "g/30-e.md"}; !reflect.DeepEqual(names, want) {
		t.Errorf("files %q, want %q", names, want)
	}
	if book.Blocks[0].Keys()[0] != "a" || book.Blocks[1].Keys()[0] != "b" {
		t.Error("blocks are not in file order")
	}
}

// A cache reads a page again only if its text has changed, and drops pages that are gone.
func TestCacheReadsOnlyChangedPages(t *testing.T) {
	var c Cache
	files := fstest.MapFS{"g/1.md": {Data: []byte(fenced("a: 1"))}, "g/2.md": {Data: []byte(fenced("b: 1"))}, "h/1.md": {Data: []byte(fenced("c: 1"))}}
	c.Read(files, "h")
	before, _ := c.Read(files, "g")
	files["g/2.md"] = &fstest.MapFile{Data: []byte(fenced("b: 2"))}
	after, _ := c.Read(files, "g")
	if after.Blocks[0] != before.Blocks[0] || after.Blocks[1].Text("b") != "2" {
		t.Errorf("first page read again: %v; second page: %s", after.Blocks[0] != before.Blocks[0], after.Blocks[1])
	}
	delete(files, "g/1.md")
	if c.Read(files, "g"); len(c.pages) != 2 {
		t.Errorf("%d pages are kept of the 2 that are there", len(c.pages))
	}
}

// A limit of all pages together is reported at the same position with and without a cache.
func TestLimitsOfAllPagesTogetherHoldWithACache(t *testing.T) {
	half := []byte(fenced("a: [" + strings.Repeat("1, ", MaxValues*2/3) + "1]"))
	files := fstest.MapFS{"g/1.md": {Data: half}, "g/2.md": {Data: half}, "g/3.md": {Data: half}}
	var c Cache
	first, list := c.Read(files, "g")
	if len(list) != 1 || list[0].Code != "text-too-long" || list[0].Subject.File != "g/2.md" || len(first.Blocks) != 2 {
		t.Fatalf("%d blocks, %v", len(first.Blocks), list)
	}
	if again, more := c.Read(files, "g"); !reflect.DeepEqual(more, list) || len(again.Blocks) != 2 {
		t.Errorf("a second time: %v", more)
	}
}

func TestMergePutsTheLibraryFirst(t *testing.T) {
	game, _ := read(fenced("a: {x: 1}\nl: [{id: b}]"))
	library, _ := Read(fstest.MapFS{"lib/flow.md": {Data: []byte("- **1.1-a** text\n" + fenced("a: {y: 2}\nl: [{id: c}]\nn:"))}}, "lib")
	game.Merge(library)
	game.Merge(nil)
	if len(game.Files) != 2 || game.Files[0].Name != "lib/flow.md" || len(game.Clauses) != 1 || len(library.Blocks) != 1 {
		t.Fatalf("the merged book is %+v", game)
	}
	root, diags := Merge(game.Blocks)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	if keys := root.Get("a").Keys(); !reflect.DeepEqual(keys, []string{"y", "x"}) {
		t.Errorf("keys %q, want those of the library first", keys)
	}
	if items := root.Get("l").Items; len(items) != 2 || items[0].Get("id").Value != "c" {
		t.Errorf("list has %d items", len(items))
	}
	if len(game.Blocks[0].Get("l").Items) != 1 || len(game.Blocks[0].Get("a").Pairs) != 1 {
		t.Error("merging changed a block")
	}
}

func TestMarkdownIsStrippedFromTheTextOfClauses(t *testing.T) {
	for text, want := range map[string]string{
		"a [link](b.md#c) and [two](d)": "a link and two", "*a* and **b**": "a and b", "`x` in  [`y`](z)": "x in y",
		"[a] (b) * c": "[a] (b) * c", "": "",
	} {
		if got := plain(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestLineOpeningCountsMarksAndIndentation(t *testing.T) {
	for line, want := range map[string][2]int{
		"": {0, 0}, "a": {0, 0}, "  a": {0, 2}, "\ta": {0, 4}, "> > a": {2, 2}, ">>": {2, 0}, "- a": {1, 1}, "-": {1, 0}, "-\ta": {1, 4}, "--": {0, 0}, "-a - b": {0, 0},
		"+ * a": {2, 2}, "12. a": {1, 1}, "1) 22. a": {2, 2}, "12": {0, 0}, "12 a": {0, 0}, "1.": {1, 0}, "07) > a": {2, 2},
	} {
		if marks, indent := opening([]byte(line)); [2]int{marks, indent} != want {
			t.Errorf("%q has %d marks and %d columns, want %v", line, marks, indent, want)
		}
	}
}

func TestLimitsOfAllPagesTogetherAreInclusive(t *testing.T) {
	before := held{maxBook - 1, MaxValues - 1, maxProse - 1}
	for h, want := range map[held]bool{{1, 1, 1}: false, {2, 0, 0}: true, {0, 2, 0}: true, {0, 0, 2}: true} {
		if h.beyond(before) != want {
			t.Errorf("%+v more is beyond a limit: %t", h, !want)
		}
	}
}

func TestUnclosedClauseErrorSpansItsID(t *testing.T) {
	if _, diags := read("- **1.2-ab text\n"); len(diags) != 1 || diags[0].Subject.EndCol != 11 {
		t.Errorf("%+v", diags)
	}
}

func TestOnlyAHashAfterASpaceIsAComment(t *testing.T) {
	for text, want := range map[string]string{"'a'  # b ": "# b", "'a'": "", "{x: 'a' , y: 1}": "", "{x: 'a', y: 1}": ""} {
		book, diags := read(fenced("v: " + text))
		if len(diags) > 0 {
			t.Fatal(text, diags)
		}
		v := book.Blocks[0].Get("v")
		if v.Kind == Map {
			v = v.Get("x")
		}
		if v.Comment() != want {
			t.Errorf("%s: the comment is %q", text, v.Comment())
		}
	}
}

func TestMappingsOfManyKeysAreRead(t *testing.T) {
	book, diags := read(fenced("'a':\n  {b: 1, c: 2, d: 3, e: 4, f: 5, g: 6, h: 7, i: 8, j: 9, k: 10}"))
	if len(diags) > 0 || strings.Join(book.Blocks[0].Get("a").Keys(), "") != "bcdefghijk" {
		t.Errorf("%v", diags)
	}
}

func TestAliasAndAnchorAreReportedSeparately(t *testing.T) {
	_, diags := read(fenced("a: &x 1\n*x : 2"))
	if len(diags) != 2 || diags[0].Code != "anchor" || diags[1].Code != "alias" {
		t.Errorf("%v", diags)
	}
}

func TestAValueIsWrittenInFlowForm(t *testing.T) {
	book, _ := read(fenced("a:\n- 1\n- [x, {b: c, d: e}]\n-\n"))
	if got := book.Blocks[0].String(); got != "{a: [1, [x, {b: c, d: e}], ]}" {
		t.Error(got)
	}
	if got := (*Node)(nil).String(); got != "" {
		t.Error(got)
	}
}
