package index_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
	"rulebound/compiler/diag"
	"rulebound/editor/index"
)

// market is a rulebook with a declaration of each kind.
const market = "# 1 Market\n\nA market.\n\n- **1.1-a** *A step.* A carter moves.\n- **1.1-b** Carters rest.\n\n## 1.2 The cards\n\n- **1.2-ace** *The ace.* It is worth most. (comment)\n\n```yaml\n" + `
game: {id: market, title: Market, main: begin}
enums: {colour: [red, blue], mood: [glad, sad]}
properties:
  seat: {likes: colour}
  space: {size: {type: int, default: 0}}
  card: {face: colour, text: {type: procedure(), clause: '1.2-{id}', default: none}}
  piece: {load: int}
seats: [{id: ann, title: Ann, likes: red}, {id: bob, likes: blue}]
spaces:
- id: hill
  title: The Hill
  size: 2
  adjacent: dale
- {id: dale, size: 1, adjacent: hill}
boxes: [{id: shed}, {id: 'box-{n}', each: {n: 1..2}}]
piles: [{id: heap, title: The Heap, visible: open}]
cards: [{id: ace, title: The Ace, face: red}]
pieces: [{id: cart, title: A Cart, seat: ann, count: 5, home: shed, statuses: [full, empty], marks: [tired], load: 3}]
pools: {coins: 7}
markers: [{id: coin, pool: coins, count: 2}, {id: fire, scale: [none, small, big]}]
tracks: [{id: gold, title: Gold, min: 1, max: 9, initial: 4}]
variables:
- {id: tone, type: colour, initial: blue}
- {id: debt, title: Debt, type: int, per: seat}
- {id: told, type: bool, internal: true}
- {id: price, type: int, per: [colour, mood]}
- {id: cheap, type: fares, initial: slow}
derived:
- {id: rich, title: Rich, type: bool, per: seat, value: $it.debt > 3}
- {id: total, type: int, value: gold + 1}
values: [{id: twice, at: market.twice, type: int}, {id: charge, at: market.charges, type: int, per: [colour, 1..2]}]
sets: {outer: [hill, dale], large: '=set($s in outer where $s.size > 1)', carts: [cart]}
tables: [{id: fares, at: market.fares, columns: {colour: colour, fare: int}}]
market:
  twice: 4
  charges: {red: [1, 2], blue: [3, 4]}
  fares: [{id: slow, colour: red, fare: 2}, {id: fast, colour: blue, fare: 5}]
durations: [day]
lasting: [{id: feast, title: A Feast, duration: day}]
functions: [{id: near, params: {zone: zone}, value: adjacent($zone)}]
options: [{id: long, title: A Long Game, values: [true, false], default: false}]
points: [{id: starts, kind: run, params: {seat: seat}}]
deciders: [seat]
procedures:
- id: begin
  rule: 1.1-a
  do: [step: {seat: ann}]
- id: step
  title: A Step
  rule: [1.1-a, 1.1-b]
  params: {seat: seat, pace: {type: int, default: 1}}
  do:
  - one: $place
    from: near(hill)
    do:
    - gain: {gold: 1}
    - set: {tone: red}
  - may: rest
    do: [{lose: {gold: 1}}]
- {id: carry, params: {what: filter, line: order}, do: []}
setups: [{id: start, title: Start}]
` + "```\n"

const page = "data/games/market/1.md"

// open compiles the rulebook.
func open(t *testing.T) *index.Index {
	t.Helper()
	s, err := compiler.Examine(t.Context(), fstest.MapFS{page: {Data: []byte(market)}}, "data/games/market")
	if err != nil || s.Game == nil {
		t.Fatal(err, s.List)
	}
	return index.New("market", s)
}

// cursor takes the mark ‸ out of a text and returns its lines, and where it was.
func cursor(text string) (lines []string, line, col int) {
	before, after, _ := strings.Cut(text, "‸")
	return index.Lines([]byte(before + after)), strings.Count(before, "\n") + 1, len([]rune(before[strings.LastIndex(before, "\n")+1:])) + 1
}

// offered lists what can be written at the mark in the rulebook, where a text of it is replaced by one with the mark.
func offered(t *testing.T, x *index.Index, from, typed string) []index.Item {
	t.Helper()
	if strings.Count(market, from) != 1 {
		t.Fatalf("%q is not in the rulebook once", from)
	}
	lines, line, col := cursor(strings.Replace(market, from, typed, 1))
	fence, ok := index.FenceAt(lines, line)
	if !ok {
		t.Fatalf("%q is in no block", typed)
	}
	items, _ := x.Complete(page, lines, fence, line, col)
	return items
}

// Completions follow the grammar, the types and the text so far.
func TestCompletion(t *testing.T) {
	x := open(t)
	for _, test := range []struct{ from, typed, has, lacks string }{
		{"- gain: {gold: 1}", "- gain: {‸}", "gold coin debt $place $seat $pace", "rich hill $default"},
		{"- gain: {gold: 1}", "- gain: {gold: 1, ‸}", "tone", "rest"},
		{"- gain: {gold: 1}", "- shift: {‸}", "$place", "gold"},
		{"- gain: {gold: 1}", "- step: {‸}", "seat pace", "gold"},
		{"- gain: {gold: 1}", "- step: {seat: ann, ‸}", "pace", "seat"},
		{"- gain: {gold: 1}", "- ‸", "step begin gain may", "from near"},
		{"- gain: {gold: 1}", "- gain: {gold: 1}\n      ‸", "if rule", "step begin may"},
		{"- set: {tone: red}", "- set: {tone: ‸}", "red blue tone none", "glad gold hill ann fire"},
		{"- set: {tone: red}", "- set: {cheap: ‸}", "slow fast cheap", "red hill tone"},
		{"- set: {tone: red}", "- if: cheap.‸", "fare colour", "size likes"},
		{"- set: {tone: red}", "- set: {hill.fire: ‸}", "small big", "red"},
		{"- set: {tone: red}", "- step: {seat: ‸}", "ann bob $seat", "red gold hill"},
		{"- set: {tone: red}", "- step: {pace: ‸}", "gold debt coin coins twice", "ann hill"},
		{"title: Start}", "title: Start, spaces: {‸}}", "hill dale", "shed gold"},
		{"title: Start}", "title: Start, boxes: {‸}}", "shed", "hill"},
		{"title: Start}", "title: Start, tracks: {‸}}", "gold rich tone", "hill near"},
		{"title: Start}", "title: Start, piles: {‸}}", "heap", "ace"},
		{"title: Start}", "title: Start, spaces: {hill: {pieces: {‸}}}}", "cart", "coin"},
		{"main: begin", "main: ‸", "begin step", "near"},
		{"adjacent: dale", "adjacent: ‸", "dale hill", "shed"},
		{"home: shed", "home: ‸", "shed", "hill"},
		{"pool: coins", "pool: ‸", "coins", "coin"},
		{"duration: day", "duration: ‸", "day", "feast"},
		{"statuses: [full, empty]", "statuses: [‸]", "full", "tired"},
		{"rule: [1.1-a, 1.1-b]", "rule: [1.1-a, ‸]", "1.1-b 1.2-ace", "gold"},
		{"visible: open", "visible: ‸", "open hidden", "gold"},
		{"likes: blue", "likes: ‸", "red blue", "glad ann"},
		{"face: red", "face: ‸", "red blue", "glad"},
		{"load: 3", "load: ‸", "gold twice", "ann"},
		{"{id: dale, size: 1, ", "{id: dale, ‸", "size adjacent", "id face"},
		{"{id: dale, size: 1, ", "{id: dale, size: 1, ‸", "adjacent", "size"},
		{"cart, title: A Cart, seat: ann,", "cart, title: A Cart, seat: ‸,", "ann bob", "hill gold"},
		{"columns: {colour: colour, ", "columns: {colour: ‸, ", "colour mood int seat fares", "gold ann"},
		{"default: 1}}", "default: ‸}}", "gold none", "pace"},
		{"value: adjacent($zone)", "value: adjacent($‸)", "$zone", "gold"},
		{"- may: rest", "- menu: m\n    options:\n      x: {‸}", "where do gain then", "options from"},
		{"- may: rest", "- menu: m\n    options:\n      x: {gain: {‸}}", "gold", "hill gain"},
		{"- may: rest", "- menu: m\n    options:\n      x: [{gain: {‸}}]", "gold", "hill gain"},
		{"- set: {tone: red}", "- carry: {what: ‸}", "cart ann", "hill red"},
		{"- set: {tone: red}", "- carry: {line: ‸}", "seats ann", "hill red"},
		{"value: gold + 1", "value: ‸", "gold near set least", "$place"},
		{"value: gold + 1", "value: ann.‸", "likes debt rich", "size coin told"},
		{"value: gold + 1", "value: hill.‸", "size coin fire", "likes debt full"},
		{"value: gold + 1", "value: ace.‸", "face", "size"},
		{"value: gold + 1", "value: cart.‸", "load full empty tired untired", "size zone likes"},
		{"value: gold + 1", "value: cart.full.‸", "tired load", "size"},
		{"value: gold + 1", "value: $row.‸", "size likes full", "fare"},
		{"- set: {tone: red}", "- for: {$row: fares}\n      do: [{gain: {gold: $row.‸}}]", "", "$place"},
		{"- set: {tone: red}", "- if: tone == ‸", "red blue", "glad gold"},
		{"- set: {tone: red}", "- if: tone in [red, ‸]", "blue", "glad"},
		{"- set: {tone: red}", "- if: $seat.likes != ‸", "red", "glad"},
		{"- set: {tone: red}", "- if: ann.likes not-in ‸", "red", "glad"},
		{"- set: {tone: red}", "- if: price[‸", "red blue", "glad gold"},
		{"- set: {tone: red}", "- if: price[red][‸", "glad sad", "red gold"},
		{"- set: {tone: red}", "- if: gold > charge[‸", "red blue", "glad gold"},
		{"- set: {tone: red}", "- if: gold > charge[red][‸", "gold twice", "red glad hill"},
		{"- set: {tone: red}", "- if: gold > 2 and ‸", "hill tone near", "$default"},
		{"- set: {tone: red}", "- if: $‸", "$place $seat $pace", "gold"},
		{"- set: {tone: red}", "- if: $pl‸", "$place", "$seat"},
		{"game: {", "game: {‸", "numbers uses", "game gold begin step"},
		{"deciders: [seat]", "de‸", "deciders edges bundles", "spaces game"},
	} {
		var got []string
		for _, i := range offered(t, x, test.from, test.typed) {
			got = append(got, i.Label)
		}
		for _, want := range strings.Fields(test.has) {
			if !slices.Contains(got, want) {
				t.Errorf("%s: %s is not among %v", test.typed, want, got)
			}
		}
		for _, not := range strings.Fields(test.lacks) {
			if slices.Contains(got, not) {
				t.Errorf("%s: %s is among %v", test.typed, not, got)
			}
		}
	}
}

// A name is described by its kind, its title, its type, what it begins with, its declaration and its clauses.
func TestDescriptions(t *testing.T) {
	x := open(t)
	for name, want := range map[string]struct{ has, lacks []string }{
		"hill":    {[]string{"**space** `hill` – The Hill", "type `zone`\n", "- id: hill\n  title: The Hill\n  size: 2\n  adjacent: dale\n```"}, []string{"dale, size"}},
		"shed":    {[]string{"**box** `shed`\n"}, []string{"–"}},
		"gold":    {[]string{"**track** `gold` – Gold", "type `int`\n", "begins with `4, from 1 to 9`"}, nil},
		"coin":    {[]string{"**marker** `coin`", "type `int`, for each zone", "begins with `0, from 0 to 2`"}, nil},
		"fire":    {[]string{"**marker** `fire`", "begins with `none`"}, []string{"from 0"}},
		"debt":    {[]string{"**variable** `debt` – Debt", "type `int`, for each seat", "begins with `0`"}, nil},
		"price":   {[]string{"**variable** `price`", "type `int`, for each colour and mood"}, nil},
		"told":    {[]string{"**variable** `told`", "type `bool`\n"}, []string{"for each"}},
		"rich":    {[]string{"**derived value** `rich` – Rich", "type `bool`, for each seat"}, []string{"begins"}},
		"cart":    {[]string{"**piece type** `cart` – A Cart", "type `filter`", "value `5 pieces`"}, nil},
		"coins":   {[]string{"**pool of markers** `coins`", "type `int`", "value `7`"}, nil},
		"fares":   {[]string{"**table** `fares`", "type `set of row of fares`"}, nil},
		"slow":    {[]string{"**row of fares** `slow`"}, nil},
		"ann":     {[]string{"**seat** `ann` – Ann", "type `seat`"}, nil},
		"bob":     {[]string{"**seat** `bob`\n"}, []string{"–"}},
		"glad":    {[]string{"**member of mood** `glad`", "type `mood`"}, nil},
		"mood":    {[]string{"**enumeration** `mood`"}, []string{"type `"}},
		"likes":   {[]string{"**property of seat** `likes`", "type `colour`"}, nil},
		"fare":    {[]string{"**property of fares** `fare`", "type `int`"}, nil},
		"near":    {[]string{"**function** `near`", "type `set of zone`"}, nil},
		"outer":   {[]string{"**set** `outer`", "type `set of zone`", "value `[hill, dale]`"}, nil},
		"large":   {[]string{"**set** `large`", "type `set of zone`", "value `[hill]`"}, nil},
		"carts":   {[]string{"**set** `carts`", "type `filter`"}, nil},
		"charge":  {[]string{"**value** `charge`", "type `int`, for each colour and 1..2"}, nil},
		"twice":   {[]string{"**value** `twice`", "type `int`", "value `4`"}, nil},
		"ace":     {[]string{"**card** `ace` – The Ace", "type `card`", "**1.2-ace** *The ace.* It is worth most."}, []string{"value"}},
		"heap":    {[]string{"**pile** `heap` – The Heap", "type `pile`"}, nil},
		"feast":   {[]string{"**lasting effect** `feast` – A Feast", "type `lasting`"}, nil},
		"long":    {[]string{"**option** `long` – A Long Game", "type `bool`"}, nil},
		"step":    {[]string{"**procedure** `step` – A Step", "**1.1-a** *A step.* A carter moves.", "**1.1-b** Carters rest."}, nil},
		"begin":   {[]string{"**procedure** `begin`", "**1.1-a**"}, []string{"**1.1-b**", "– "}},
		"starts":  {[]string{"**hook point** `starts`"}, nil},
		"full":    {[]string{"**status of pieces** `full`"}, nil},
		"rest":    {[]string{"**decision** `rest`", "- may: rest\n  do: ["}, []string{"- one"}},
		"$place":  {[]string{"**binding** `$place`", "type `zone`"}, []string{"```"}},
		"1.1-a":   {[]string{"**clause** `1.1-a` – A step", "\n\n*A step.* A carter moves."}, []string{"```"}},
		"1.2":     {[]string{"**section** `1.2` – The cards"}, nil},
		"1.2-ace": {[]string{"**clause** `1.2-ace` – The ace"}, nil},
	} {
		things := x.Named(name)
		if len(things) == 0 || slices.Contains(things[1:], things[0]) {
			t.Errorf("%s is %v", name, things)
			continue
		}
		got := x.Describe(things[0])
		for _, has := range want.has {
			if !strings.Contains(got+"\n", has) {
				t.Errorf("%s: %q lacks %q", name, got, has)
			}
		}
		for _, lacks := range want.lacks {
			if strings.Contains(got, lacks) {
				t.Errorf("%s: %q has %q", name, got, lacks)
			}
		}
	}
}

// A cursor finds the name that it is in or just behind, also on a line that was typed since the compile; a binding is the nearest above.
func TestNameUnderTheCursor(t *testing.T) {
	x := open(t)
	for _, test := range []struct{ from, typed, want string }{
		{"from: near(hill)", "from: near(hi‸ll)", "hill"},
		{"from: near(hill)", "from: near(hill‸)", "hill"},
		{"from: near(hill)", "from: near‸(hill)", "near"},
		{"from: near(hill)", "from:‸ near(hill)", ""},
		{"from: near(hill)", "from: near(hill) | near(da‸le)", "dale"},
		{"from: near(hill)", "from: near(hill) ‸| near(dale)", ""},
		{"from: near(hill)", "from: near(hill) | near($pl‸ace)", "$place"},
		{"from: near(hill)", "from: near(hill) | near(‸$pace)", "$pace"},
		{"from: near(hill)", "from: near(hill) | near($zo‸ne)", "$zone"},
		{"value: gold + 1", "value: gold + 1 + $pla‸ce", ""},
		{"rule: 1.1-a", "rule: 1.‸1-b", "1.1-b"},
		{"A carter", "A ‸carter", ""},
		{"{id: 'box-{n}'", "{id: '‸box-{n}'", ""}, // of two boxes
	} {
		lines, line, col := cursor(strings.Replace(market, test.from, test.typed, 1))
		got := ""
		if things := x.Find(page, lines, diag.Pos{File: page, Line: line, Col: col}); len(things) > 0 {
			got = things[0].Name
		}
		if got != test.want {
			t.Errorf("%s is %q, want %q", test.typed, got, test.want)
		}
	}
	for _, line := range []int{0, 1000} {
		if things := x.Find(page, index.Lines([]byte(market)), diag.Pos{File: page, Line: line, Col: 1}); len(things) > 0 {
			t.Errorf("line %d: %v", line, things)
		}
	}
}

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"‸$gold + 1":    "$gold 1 6",
		"‸gold + 1":     "gold 1 5",
		"go‸ld + 1":     "gold 1 5",
		"gold‸ + 1":     "gold 1 5",
		"gold ‸+ 1":     " 6 6",
		"(‸$gold)":      "$gold 2 7",
		"‸$ 1":          " 1 1",
		"($‸gold)":      "$gold 2 7",
		"x.$a-b‸":       "$a-b 3 7",
		"see 3.2‸.1-a.": "3.2.1-a 5 12",
		"see 3‸.":       "3 5 6",
		"$a.go‸ld":      "gold 4 8",
		"a1.2‸":         "2 4 5",
		"1‸ 2":          "1 1 2",
		"‸A":            "A 1 2",
		"Z9_z‸":         "Z9_z 1 5",
		"1.2‸":          "1.2 1 4",
		"é go‸":         "go 3 5",
		"‸":             " 1 1",
	} {
		lines, _, col := cursor(text)
		word, from, to := index.Word(lines[0], col)
		if got := fmt.Sprint(word, " ", from, " ", to); got != want {
			t.Errorf("%q is at %q, want %q", text, got, want)
		}
	}
	if word, from, to := index.Word("ab", 9); word != "ab" || from != 1 || to != 3 {
		t.Errorf("beyond the end: %q %d %d", word, from, to)
	}
}

// Lines that were not edited keep their numbers, shifted by what was written before them.
func TestShiftedLines(t *testing.T) {
	s := index.Shifted(strings.Fields("a b c d e"), strings.Fields("a b x y d e"))
	for line, want := range []int{0, 1, 2, 0, 0, 4, 5, 6} {
		if old, ok := s.Old(line); ok != (want > 0) || ok && old != want {
			t.Errorf("line %d was %d, %v; want %d", line, old, ok, want)
		}
	}
	for line, want := range []int{0, 1, 2, 0, 5, 6} {
		if now, ok := s.New(line); ok != (want > 0) || ok && now != want {
			t.Errorf("line %d is %d, %v; want %d", line, now, ok, want)
		}
	}
	if line, ok := index.Shifted(strings.Fields("a a"), strings.Fields("a a a")).Old(3); ok {
		t.Errorf("of three lines that were two the last was %d", line)
	}
}

func TestFences(t *testing.T) {
	for text, want := range map[string]string{
		"a\n```yaml\nb\nc\n```\nd":                "[{3 4}]",
		"```\nb\n```\n```yaml\nc\n```":            "[{5 5}]",
		"```go\n```yaml\nb\n```":                  "[]",
		"```yaml\na\n```yaml\nb\n```\n```yaml\nc": "[{2 4} {7 7}]",
		"  ```yaml\na\n  ```":                     "[{2 2}]",
		"```go\na":                                "[]",
	} {
		if got := fmt.Sprint(index.Fences(strings.Split(text, "\n"))); got != want {
			t.Errorf("%q has the blocks %s, want %s", text, got, want)
		}
	}
	lines := strings.Split("```yaml\na\nb\n```", "\n")
	for line, want := range []bool{false, false, true, true, false} {
		if _, ok := index.FenceAt(lines, line); ok != want {
			t.Errorf("line %d is in a block: %v", line, ok)
		}
	}
}

// An excerpt is the entry of a declaration, without the indentation and no longer than fourteen lines.
func TestExcerpts(t *testing.T) {
	long := "- id: x\n" + strings.Repeat("  a: 1\n", 20)
	for text, want := range map[string]string{
		"‸- id: a\n  b: 1\n- id: c":                     "- id: a|  b: 1",
		"- b: 1\n  ‸id: a\n- id: c":                     "- b: 1|  id: a",
		"x:\n  - b: 1\n    ‸id: a\n    c: 2\n  - id: c": "- b: 1|  id: a|  c: 2",
		"x:\n- {a: 1}\n‸y: {id: a}\n- c":                "y: {id: a}",
		"- a:\n  - {b: 1,\n    ‸id: {}}\n  - c":         "id: {}}",
		"‸- id: a\n  b: 1\n\n  c: 2":                    "- id: a|  b: 1",
		"‸- id: a\n  b: 1\n  ```":                       "- id: a|  b: 1",
		strings.Replace(long, "id", "‸id", 1):           "- id: x" + strings.Repeat("|  a: 1", 13) + "|  …",
	} {
		lines, line, col := cursor(text)
		if got := strings.Join(index.Excerpt(lines, diag.Pos{Line: line, Col: col}), "|"); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	for _, line := range []int{0, 2} {
		if got := index.Excerpt([]string{"a"}, diag.Pos{Line: line}); got != nil {
			t.Errorf("line %d of one: %q", line, got)
		}
	}
}

// What is meant comes first, then what begins as typed; an item is offered once, and has the letters that were typed in their order.
func TestRanking(t *testing.T) {
	o := index.NewOffer("ne")
	for _, label := range []string{"next", "tune", "", "one", "Near", "en", "tune"} {
		o.Add(index.Item{Label: label, First: label == "one"})
	}
	items, all := o.Ranked()
	var got []string
	for _, i := range items {
		got = append(got, i.Label)
	}
	if strings.Join(got, " ") != "one next Near tune" || !all {
		t.Errorf("%q, all: %v", got, all)
	}
	for n, want := range map[int]bool{index.MaxItems: true, index.MaxItems + 1: false} {
		o := index.NewOffer("")
		o.Add(index.Item{})
		for i := range n {
			o.Add(index.Item{Label: fmt.Sprint(i)})
		}
		if items, all := o.Ranked(); all != want || len(items) != index.MaxItems {
			t.Errorf("of %d, %d are offered, all: %v", n, len(items), all)
		}
	}
}

// A key is described by what it takes, and by the keys of that.
func TestDescriptionsOfKeys(t *testing.T) {
	for text, want := range map[string][]string{
		"ga‸me: {}":                {"**game**: ", "takes the keys of game", "\n- `main`: "},
		"spaces: [{adja‸cent: }]":  {"**adjacent**: ", "takes an identifier, or a list: an identifier"},
		"piles: [{visi‸ble: }]":    {"`open`, `hidden`"},
		"do: [{one: $a, fr‸om: }]": {"**from** (required): "},
		"tracks: [{ma‸x: }]":       {"takes a number"},
	} {
		lines, line, col := cursor("procedures: [{" + text + "}]")
		if !strings.HasPrefix(text, "do") {
			lines, line, col = cursor(text)
		}
		spot := index.SpotAt(lines, 1, line, col)
		allowed := index.Rulebooks.At(spot)
		k := allowed.Key(spot.Word)
		if k == nil {
			t.Errorf("%s: there is no key %s", text, spot.Word)
			continue
		}
		got := index.Rulebooks.KeyDoc(k)
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: %q lacks %q", text, got, w)
			}
		}
	}
}
