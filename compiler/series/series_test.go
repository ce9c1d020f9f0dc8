package series_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler/diag"
	"rulebound/compiler/series"
	"rulebound/compiler/source"
)

// expanded expands the patterns of a block.
func expanded(t *testing.T, text string) (*source.Node, diag.List) {
	t.Helper()
	book, list := source.Read(fstest.MapFS{"g/1.md": {Data: []byte("```yaml\n" + text + "\n```\n")}}, "g")
	root, merged := source.Merge(book.Blocks)
	if list = append(list, merged...); list.HasErrors() {
		t.Fatal(list)
	}
	before := book.Blocks[0].String()
	list = series.Expand(root, false, nil)
	if book.Blocks[0].String() != before {
		t.Error("the block of the book changed")
	}
	return root, list
}

// wrote compares a top-level list after the expansion.
func wrote(t *testing.T, text, list, want string) {
	t.Helper()
	root, diags := expanded(t, text)
	if got := root.Get(list).String(); len(diags) > 0 || got != want {
		t.Errorf("%s\ngives %s\nwant  %s\n%v", text, got, want, diags)
	}
}

// refused expects one diagnostic.
func refused(t *testing.T, text, code, says string) {
	t.Helper()
	_, diags := expanded(t, text)
	if len(diags) != 1 || diags[0].Code != code || !strings.Contains(diags[0].Summary+" "+diags[0].Detail, says) {
		t.Errorf("%s\ngives %v\nwant %s: %s", text, diags, code, says)
	}
}

func TestEachCreatesAnEntryPerNumber(t *testing.T) {
	wrote(t, `seats: [{id: dealer}, {each: {n: 1..3}, id: "seat-{n}", title: "Seat {n}", place: "{n}"}, {id: last}]`, "seats",
		"[{id: dealer}, {id: seat-1, title: Seat 1, place: 1}, {id: seat-2, title: Seat 2, place: 2}, {id: seat-3, title: Seat 3, place: 3}, {id: last}]")
}

// A number in a pattern is a number only if it is the whole value.
func TestPatternWithinALongerTextYieldsText(t *testing.T) {
	root, diags := expanded(t, `boxes: [{each: {n: 1..1}, id: "b{n}", all: "{n}", more: "{n}0", less: "0{n}"}]`)
	box := root.Get("boxes").Items[0]
	for key, number := range map[string]bool{"all": true, "more": false, "less": false} {
		if _, ok := box.Get(key).Int(); ok != number || len(diags) > 0 {
			t.Errorf("%s is a number: %t; %v", key, ok, diags)
		}
	}
}

func TestLastNameOfEachVariesFastest(t *testing.T) {
	wrote(t, `
enums: {rank: [ace, king], suit: [hearts, spades]}
cards: [{each: {r: rank, s: suit}, id: "{r}-{s}"}]`, "cards",
		"[{id: ace-hearts}, {id: ace-spades}, {id: king-hearts}, {id: king-spades}]")
}

func TestEachOverListedValues(t *testing.T) {
	wrote(t, `boxes: [{each: {w: [north, south]}, id: "{w}-gate"}]`, "boxes", "[{id: north-gate}, {id: south-gate}]")
}

// Names in braces are replaced in texts, keys, lists and mappings, also repeatedly; other text in braces stays.
func TestPatternNamesAreReplacedInTextsKeysAndLists(t *testing.T) {
	wrote(t, `
cards:
- each: {n: 2..2}
  id: c{n}
  text: {do: [{"gain": {"honey-{n}": "={n} * {n}"}}], each: $space, note: "{} { n } {2}"}`, "cards",
		"[{id: c2, text: {do: [{gain: {honey-2: =2 * 2}}], each: $space, note: {} { n } {2}}}]")
}

// A value that is a name only gets the type of its replacement, such as a number.
func TestPatternThatIsAWholeValueKeepsItsType(t *testing.T) {
	root, _ := expanded(t, `tracks: [{each: {n: [-2, "true", word]}, id: "t{n}", min: "{n}", title: "{n} "}]`)
	var tags []source.Tag
	for _, item := range root.Get("tracks").Items {
		tags = append(tags, item.Get("min").Tag, item.Get("title").Tag)
	}
	if want := []source.Tag{source.TagInt, source.TagString, source.TagBool, source.TagString, source.TagString, source.TagString}; !slices.Equal(tags, want) {
		t.Error(tags)
	}
}

func TestCreatedEntriesHaveThePlaceOfThePattern(t *testing.T) {
	root, _ := expanded(t, `seats: [{each: {n: 1..2}, id: "seat-{n}"}]`)
	for _, item := range root.Get("seats").Items {
		if p := item.Get("id").Pos; p.Line != 2 || p.Col != 32 {
			t.Errorf("%s stands at %d:%d", item, p.Line, p.Col)
		}
	}
}

func TestEachIsIgnoredInListsWithoutPatterns(t *testing.T) {
	text := `procedures: [{id: p, each: {n: 1..2}}]`
	root, diags := expanded(t, text)
	if len(diags) > 0 || len(root.Get("procedures").Items) != 1 {
		t.Error(root.Get("procedures"), diags)
	}
}

func TestInvalidPatternsAreRefused(t *testing.T) {
	for _, c := range []struct{ text, code, says string }{
		{`seats: [{each: 3, id: a}]`, "bad-series", "lists the values that the entry is made for"},
		{`seats: [{each: {}, id: a}]`, "bad-series", "lists the values that the entry is made for"},
		{`seats: [{each: {n: }, id: a}]`, "bad-series", "1..6"},
		{`seats: [{each: {n: {m: 1}}, id: a}]`, "bad-series", "1..6"},
		{`seats: [{each: {n: []}, id: a}]`, "bad-series", "1..6"},
		{`seats: [{each: {n: [[1]]}, id: a}]`, "bad-series", "1..6"},
		{`seats: [{each: {n: 3..1}, id: "a{n}"}]`, "bad-series", "1..6"},
		{`seats: [{each: {n: 1..x}, id: "a{n}"}]`, "bad-series", "1..6"},
		{`{enums: {rank: [a]}, seats: [{each: {n: rnak}, id: "a{n}"}]}`, "unknown-name", "did you mean rank?"},
		{`seats: [{each: {n: 1..2}, id: "a{n}", title: "{m}"}]`, "unknown-name", "no name m"},
		{`seats: [{each: {n: 1..2}, id: a}]`, "duplicate-id", "makes a twice"},
		{`seats: [{id: a1}, {each: {n: 1..2}, id: "a{n}"}]`, "duplicate-id", "a1 is defined twice"},
		{`seats: [{each: {n: 1..2}, id: "a{n}"}, {id: a2}]`, "duplicate-id", "a2 is defined twice"},
	} {
		refused(t, c.text, c.code, c.says)
	}
}

// A missing enumeration may be in the part that could not be read.
func TestUnknownEnumerationIsIgnoredInIncompleteRulebooks(t *testing.T) {
	root := &source.Node{Kind: source.Map}
	book, _ := source.Read(fstest.MapFS{"g/1.md": {Data: []byte("```yaml\nseats: [{each: {n: rank}, id: \"a{n}\"}]\n```\n")}}, "g")
	root, _ = source.Merge(book.Blocks)
	if diags := series.Expand(root, true, nil); len(diags) > 0 {
		t.Error(diags)
	}
}

// A short text must not produce a long rulebook: entries, values and texts are limited.
func TestPatternExpansionIsBounded(t *testing.T) {
	all := fmt.Sprintf(`seats: [{each: {n: 1..%d}, id: "a{n}"}]`, series.MaxEntries)
	if root, diags := expanded(t, all); len(diags) > 0 || len(root.Get("seats").Items) != series.MaxEntries {
		t.Error(diags)
	}
	long := strings.Repeat("x", 1000)
	for _, text := range []string{
		fmt.Sprintf(`seats: [{each: {n: 1..%d}, id: "a{n}"}]`, series.MaxEntries+1),
		`seats: [{each: {a: 1..4096, b: 1..4096, c: 1..4096, d: 1..4096, e: 1..4096, f: 1..4096}, id: "{a}{b}"}]`,
		`{seats: [{each: {a: 1..4000}, id: "{a}"}], boxes: [{each: {a: 1..100}, id: "b{a}"}]}`,
		`seats: [{each: {a: -9223372036854775808..9223372036854775807}, id: "{a}"}]`,
		`cards: [{each: {a: 1..4000}, id: "{a}", text: [` + strings.Repeat("1, ", 100) + `1]}]`,
	} {
		refused(t, text, "too-many", "more than")
	}
	refused(t, `cards: [{each: {a: [`+long+`]}, id: c, text: "{a}{a}{a}"}]`, "too-long", "characters")
}
