package declare_test

// These tests declare small rulebooks and check the symbols and the layout of the game.

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/read"
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// declared declares blocks beside a game of their own; each block is a page. A block whose text begins with # is a whole page
// with prose.
func declared(t *testing.T, blocks ...string) (*declare.Symbols, *def.GameDef, diag.List) {
	t.Helper()
	return declaredAs(t, false, blocks...)
}

func declaredAs(t *testing.T, incomplete bool, blocks ...string) (*declare.Symbols, *def.GameDef, diag.List) {
	t.Helper()
	files := fstest.MapFS{"game/00.md": {Data: []byte("```yaml\ngame: {id: g, main: play}\nprocedures: [{id: play, do: []}]\n```\n")}}
	for i, b := range blocks {
		if !strings.HasPrefix(b, "#") {
			b = "```yaml\n" + b + "\n```\n"
		}
		files[fmt.Sprintf("game/%02d.md", i+10)] = &fstest.MapFile{Data: []byte(b)}
	}
	prose, list := source.Read(files, "game")
	root, merging := source.Merge(prose.Blocks)
	book, reading := read.Read(root, incomplete, nil)
	if list = slices.Concat(list, merging, reading); list.HasErrors() {
		t.Fatal(list)
	}
	syms, list := declare.Declare(book, prose)
	return syms, syms.Game, list
}

// codes formats diagnostics as file:line:column code, and a part of the text.
func codes(list diag.List) string {
	var out []string
	for _, d := range list.Sorted() {
		out = append(out, fmt.Sprintf("%s:%d:%d %s", strings.TrimPrefix(d.Subject.File, "game/"), d.Subject.Line, d.Subject.Col, d.Code))
	}
	return strings.Join(out, "; ")
}

func TestNames(t *testing.T) {
	for _, c := range []struct{ name, block, want, clashed string }{
		{"different names are fine", "seats: [{id: ant}]\nsets: {few: [ant]}", "", ""},
		{"an id given twice is reported where it is read later", "sets: {oak: []}\nspaces: [{id: oak}]", "10.md:3:15 duplicate-id", "oak"},
		{"a marker's scale is an enumeration, too", "enums: {mood: [bad, good]}\nmarkers: [{id: mood, scale: [low, high]}]", "10.md:3:16 duplicate-id", "mood"},
		{"so are the values of an option", "enums: {mood: [bad, good]}\noptions: [{id: mood, values: [low, high]}]", "10.md:3:16 duplicate-id", "mood"},
		{"a member stands once in an enumeration", "enums: {mood: [bad, good, bad]}", "10.md:2:27 duplicate-id", ""},
		{"operators are no ids", "seats: [{id: div}]", "10.md:2:14 reserved-id", "div"},
		{"none is not an id", "seats: [{id: none}]", "10.md:2:14 reserved-id", "none"},
		{"built-in sets are no ids", "seats: [{id: zones}]", "10.md:2:14 reserved-id", "zones"},
		{"built-in functions are ids of anything but functions", "seats: [{id: home}]\nfunctions: [{id: room, value: 1}]", "10.md:3:18 reserved-id", "room"},
		{"comprehensions are no functions", "functions: [{id: least, value: 1}]", "10.md:2:18 reserved-id", "least"},
		{"keywords are ids of anything but procedures", "seats: [{id: move}]\nprocedures: [{id: take, do: []}]", "10.md:3:19 reserved-id", "take"},
		{"types are no enumerations", "enums: {seat: [a, b]}", "10.md:2:9 reserved-id", "seat"},
		{"operators are no members", "enums: {mood: [and, good]}", "10.md:2:16 reserved-id", ""},
		{"a value of an option that is not a condition is a word", "options: [{id: mood, values: [7, good]}]", "10.md:2:31 bad-id", ""},
		{"the id of a set is a word", "sets: {a.b: []}", "10.md:2:8 bad-id", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			syms, _, list := declared(t, c.block)
			var clashed []string
			for name := range syms.Clashed {
				clashed = append(clashed, name)
			}
			if got := codes(list); got != c.want || strings.Join(clashed, " ") != c.clashed {
				t.Errorf("got %q, clashed %v", got, clashed)
			}
		})
	}
}

func TestReservedIDErrorListsTheReservedWords(t *testing.T) {
	for block, want := range map[string]string{
		"seats: [{id: for}]":                "No id can be and, boxes,",
		"functions: [{id: for, value: 1}]":  "No id can be and, boxes,",
		"functions: [{id: max, value: 1}]":  "A function cannot be called like one of the language: adjacent,",
		"procedures: [{id: take, do: []}]":  "A procedure cannot be called like a statement:",
		"procedures: [{id: where, do: []}]": "No id can be and, boxes,",
	} {
		_, _, list := declared(t, block)
		if len(list) != 1 || !strings.Contains(list[0].Detail, want) {
			t.Errorf("%s: want %q, got %+v", block, want, list)
		}
	}
}

// Package resolve reports unknown names in lines of grids; they connect no spaces.
func TestGridStepsIgnoreOtherThingsThanZones(t *testing.T) {
	_, gd, _ := declared(t, "seats: [{id: ant}, {id: bee}]\nspaces: [{id: oak}]\nenums: {hill: [over]}\ngrids: [{id: hill, directions: {over: [[oak, bee, oak, elm]]}}]")
	if i := slices.IndexFunc(gd.Lookups, func(l def.Lookup) bool { return l.ID == "hill.steps" }); i < 0 || fmt.Sprint(gd.Lookups[i].Values) != "[-1]" {
		t.Errorf("%+v", gd.Lookups)
	}
}

func TestLimits(t *testing.T) {
	entries := func(n int, format string) string {
		var out []string
		for i := range n {
			out = append(out, fmt.Sprintf(format, fmt.Sprintf("x%d", i)))
		}
		return "[" + strings.Join(out, ", ") + "]"
	}
	for _, c := range []struct{ name, block, code string }{
		{"as many seats as can be", "seats: " + entries(def.MaxSeats, "{id: %s}"), ""},
		{"a seat too many", "seats: " + entries(def.MaxSeats+1, "{id: %s}"), "too-many"},
		{"64 spaces and a box", "spaces: " + entries(64, "{id: %s}") + "\nboxes: [{id: more}]", ""},
		{"as many zones as can be", "spaces: " + entries(def.MaxZones-1, "{id: %s}") + "\nboxes: [{id: more}]", ""},
		{"a box too many", "spaces: " + entries(def.MaxZones, "{id: %s}") + "\nboxes: [{id: more}]", "too-many"},
		{"more than 64 classes", "pieces: [{id: a, home: h, count: 1, statuses: [s, t], marks: [m, n, o, p, q]}, {id: b, home: h, count: 1}]", ""},
		{"as many classes as can be", "pieces: [{id: a, home: h, count: 1, statuses: [s, t], marks: [m, n, o, p, q, r, u]}]", ""},
		{"a class too many", "pieces: [{id: a, home: h, count: 1, statuses: [s, t], marks: [m, n, o, p, q, r, u]}, {id: b, home: h, count: 1}]", "too-many"},
		{"nine marks of a type", "pieces: [{id: a, home: h, count: 1, marks: [m, n, o, p, q, r, s, t, u]}]", "too-many"},
		{"as many tagged procedures as can be", "procedures: " + entries(def.MaxTagged, "{id: %s, tags: t, do: []}"), ""},
		{"a tagged procedure too many", "procedures: " + entries(def.MaxTagged+1, "{id: %s, tags: t, do: []}"), "too-many"},
		{"as many rows as can be", "tables: [{id: t, at: data}]\ndata: " + entries(def.MaxRows, "{id: %s}"), ""},
		{"a row too many", "tables: [{id: t, at: data}]\ndata: " + entries(def.MaxRows+1, "{id: %s}"), "too-many"},
		{"a status at different places", "pieces: [{id: a, home: h, count: 1, statuses: [s, t]}, {id: b, home: h, count: 1, statuses: [t, s]}]", "status-order"},
		{"a track whose bounds are out of order", "tracks: [{id: t, min: 3, max: 2}]", "bad-bounds"},
		{"a variable that cannot begin with 0", "variables: [{id: v, type: int, min: 3, max: 4}]", "bad-bounds"},
		{"a pool of none and the largest", "pools: {none-left: 0, most: 1073741824}", ""},
		{"a pool of less than none", "pools: {a: -1}", "bad-bounds"},
		{"a pool too large", "pools: {a: 1073741825}", "bad-bounds"},
		{"a quota of none and the largest", "durations: [turn]\npoints: [{id: rush, kind: run}]\nlasting: [{id: storm, duration: turn, hooks: [{to: rush, quota: 0, do: []}, {to: rush, quota: 1073741824, do: []}]}]", ""},
		{"a quota of less than none", "durations: [turn]\npoints: [{id: rush, kind: run}]\nlasting: [{id: storm, duration: turn, hooks: [{to: rush, quota: -1, do: []}]}]", "bad-bounds"},
		{"a quota too large", "durations: [turn]\npoints: [{id: rush, kind: run}]\nlasting: [{id: storm, duration: turn, hooks: [{to: rush, quota: 1073741825, do: []}]}]", "bad-bounds"},
		{"a marker without a size", "markers: [{id: m}]", "missing-key"},
		{"an option without values", "options: [{id: o, values: []}]", "missing-key"},
		{"an option whose default is not a value", "options: [{id: o, values: [a, b], default: c}]", "unknown-name"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, list := declared(t, c.block)
			got := ""
			if len(list) > 0 {
				got = list[0].Code
			}
			if got != c.code || len(list) > 2 {
				t.Error(list)
			}
		})
	}
}

func TestCellsAreLaidOutInTheOrderOfTheLists(t *testing.T) {
	_, gd, list := declared(t, `seats: [{id: ant}, {id: bee}]
spaces: [{id: oak}]
boxes: [{id: nest}]
cards: [{id: c10}, {id: c9}]
piles: [{id: p}]
durations: [turn]
points: [{id: rush, kind: run}]
lasting: [{id: storm, duration: turn, hooks: [{to: rush, quota: 1, do: []}]}]
tracks: [{id: honey, min: 1, max: 9, initial: 2}]
markers: [{id: mood, scale: [bad, good]}]
variables:
- {id: whose, type: seat, per: card}
- {id: used, type: int, per: seat, scope: action}
derived: [{id: calm, type: bool, per: space, hold: true, value: true}]
setupTables: [{id: plan, at: plan, columns: {n: int}}]
setupValues: [{id: size, at: big.size, type: int, default: 3}]`)
	if len(list) > 0 {
		t.Fatal(list)
	}
	var got []string
	for _, v := range gd.Vars {
		got = append(got, fmt.Sprintf("%s %d+%d %v", v.ID, v.Base, v.Len, gd.Initial[v.Base:v.Base+v.Len]))
	}
	want := `plan 0+1 [0]
size 1+1 [0]
honey 2+1 [2]
mood 3+2 [0 0]
whose 5+2 [-1 -1]
used 7+2 [0 0]
calm held 9+1 [0]
calm frozen 10+2 [0 0]
in action 12+1 [0]
stamps 13+1 [0]
storm stamp 14+1 [0]
storm until 15+1 [0]
storm uses of rush 16+1 [0]`
	if text := strings.Join(got, "\n"); text != want {
		t.Errorf("cells:\n%s", text)
	}
	if fmt.Sprint(gd.ActionCells) != "[7 8 12 16]" || gd.Cells != 17 || gd.StampCell != 13 {
		t.Error("action cells", gd.ActionCells, gd.Cells, gd.StampCell)
	}
	if gd.Cards[0].ID != "c9" {
		t.Error("cards are in the order of their ids, numbers by their value:", gd.Cards)
	}
}

func TestClassesAreOrderedByTypeStatusAndMarks(t *testing.T) {
	syms, gd, list := declared(t, "pieces: [{id: ant, home: nest, count: 2, statuses: [hidden, open], marks: [wet]}, {id: hill, home: nest, count: 1}]")
	var got []string
	for _, c := range gd.Classes {
		got = append(got, c.ID)
	}
	if text := strings.Join(got, " "); len(list) > 0 || text != "ant.hidden ant.open ant.hidden.wet ant.open.wet hill" {
		t.Error(text, list)
	}
	p := syms.Pieces
	if p.OfStatus["open"] != 0b1010 || p.OfMark["wet"] != 0b1100 || p.Status["open"] != 1 || syms.Names["hill"].Value != 0b10000 {
		t.Errorf("%+v", p)
	}
}

func TestTypes(t *testing.T) {
	syms, gd, list := declared(t, `enums: {mood: [bad, good]}
tables: [{id: gifts, at: gifts, columns: {}}]
properties: {card: {a: "procedure(who: seat,  n: int)", b: "procedure(who: seat, n: int)", c: procedure()}}
variables: [{id: x, type: moods}, {id: y, type: "procedure(who: nobody)"}]`)
	if got := codes(list); got != "10.md:5:27 unknown-type; 10.md:5:50 unknown-type" {
		t.Error(got)
	}
	for name, want := range map[string]def.Type{
		"int": def.TInt, "space": def.TZone, "spaces": def.ZoneSet, "mood": {Kind: def.KEnum},
		"set of mood": {Kind: def.KSet, Elem: def.KEnum}, "gifts": {Kind: def.KRow}, "set of gifts": {Kind: def.KSet, Elem: def.KRow},
		"procedure(who: seat, n: int)": {Kind: def.KProc, Of: 2},
	} {
		if got, ok := syms.Type(name); !ok || got != want {
			t.Errorf("%s is %+v", name, got)
		}
	}
	for _, name := range []string{"set of seats", "moods", "procedure(n: int)", ""} {
		if got, ok := syms.Type(name); ok || got != declare.Unknown {
			t.Errorf("%s is %+v", name, got)
		}
	}
	if a, b := syms.Data.Properties[def.KCard]["a"], syms.Data.Properties[def.KCard]["b"]; a.Signature != b.Signature || a.Type != b.Type {
		t.Error("the same parameters are one type")
	}
	if gd.Vars[0].Type != declare.Unknown {
		t.Error(gd.Vars[0].Type)
	}
	for _, s := range syms.Rules.Signatures {
		for _, p := range s.Params {
			if p.Type == declare.Unknown {
				t.Errorf("%s has a parameter of no type", s.Text)
			}
		}
	}
}

func TestProceduresAreNumberedInTheOrderTaggedDataHooks(t *testing.T) {
	syms, gd, list := declared(t, `properties: {seat: {plan: "procedure()"}, card: {unshaded: {type: "procedure(who: seat)", default: none}, shaded: {type: "procedure(who: seat)", default: none}}}
seats: [{id: ant, plan: {do: []}}, {id: bee, plan: help}]
tables: [{id: rows, at: rows, columns: {text: "procedure()"}}]
rows: [{id: r, text: {do: []}}]
piles: [{id: p}]
cards: [{id: c2, unshaded: {do: []}, shaded: {do: []}}, {id: c1, shaded: {do: []}}]
durations: [turn]
points: [{id: rush, kind: run, params: {at: zone}}]
lasting: [{id: storm, duration: turn, hooks: [{to: rush, do: []}]}]
procedures: [{id: help, do: []}, {id: hunt, tags: [big, small], returns: zone, do: []}]`)
	if len(list) > 0 {
		t.Fatal(list)
	}
	var got []string
	for i, p := range gd.Procs {
		var params []string
		for _, q := range p.Params {
			params = append(params, q.Name)
		}
		got = append(got, fmt.Sprintf("%s%v", p.ID, params))
		if syms.Rules.Procs[i].Index != int32(i) || syms.Rules.Procs[i].Declared != (i < 3) {
			t.Errorf("%+v", syms.Rules.Procs[i])
		}
	}
	if text := strings.Join(got, " "); text != "hunt[] play[] help[] ant.plan[] r.text[] c1.shaded[who] c2.shaded[who] c2.unshaded[who] storm@rush[at]" {
		t.Error(text)
	}
	if len(syms.Rules.Texts) != 5 || gd.Attachments[0].Proc != 8 || gd.Main != 1 || syms.Rules.Procs[0].Returns.Kind != def.KZone {
		t.Error(syms.Rules.Texts, gd.Attachments, gd.Main)
	}
}

func TestHooksAndPoints(t *testing.T) {
	_, gd, list := declared(t, `durations: [turn]
points: [{id: cost, kind: number, combine: latest}, {id: most, kind: limit}, {id: pool, kind: pool, of: seats}]
lasting:
- {id: storm, duration: turn, hooks: [{to: most, value: 1}, {to: cost, value: 2}, {to: moost, value: 3}]}
- {id: calm, duration: day}`)
	if got := codes(list); got != "10.md:5:88 unknown-name; 10.md:6:24 unknown-name" {
		t.Error(got)
	}
	if gd.Points[0].Combine != def.CombineLatest || gd.Points[1].Combine != def.CombineMin || fmt.Sprint(gd.Points[1].Attach, gd.Points[0].Attach) != "[0] [1]" {
		t.Errorf("%+v", gd.Points)
	}
}

func TestTablesAndValuesClaimTheirData(t *testing.T) {
	syms, gd, list := declared(t, `tables: [{id: gifts, at: data.gifts, columns: {n: int}}, {id: words, at: data.words, columns: {word: seat}}]
setupTables: [{id: plan, at: deck.plan, columns: {n: int}}]
values: [{id: rounds, at: data.rounds, type: int, default: 4}, {id: years, at: data.years, type: int}]
data: {gifts: [{id: big, n: 3}, {n: 1}], words: [ant, bee]}
setups: [{id: one, deck: {plan: [{n: 1}, {n: 2}]}}, {id: two, deck: {plan: [{n: 3}]}}]`)
	if got := codes(list); got != "10.md:4:64 missing-key" {
		t.Error(got)
	}
	var tables []string
	for _, d := range gd.Tables {
		for i, row := range d.Rows {
			tables = append(tables, fmt.Sprintf("%s %q %d", d.ID, row, gd.Nodes[d.Nodes[i]].Line))
		}
	}
	if got := strings.Join(tables, "; "); got != `gifts "big" 5; gifts "" 5; words "ant" 5; words "bee" 5; plan "" 6; plan "" 6; plan "" 6` {
		t.Error(got)
	}
	if w := syms.Data.SetupWords[0]; fmt.Sprint(w.First) != "[0 2 3]" || gd.Vars[w.Var].ID != "plan" {
		t.Errorf("%+v", w)
	}
	if s := syms.Names["rounds"]; s.Said.Value != "4" || !s.Open || syms.Names["gifts"].Value != 0b11 {
		t.Errorf("%+v", s)
	}
	if got := strings.Join(syms.Data.Claimed, " "); got != "data.gifts data.words data.rounds data.years" {
		t.Error(got)
	}
}

func TestOptionsOfTrueAndFalseAreBooleans(t *testing.T) {
	_, gd, _ := declared(t, "options: [{id: long, values: [true, false], default: true}, {id: edition, values: [first, second], default: second}]")
	if o := gd.Options[0]; o.Type.Kind != def.KBool || o.Default != 1 || o.Values[0] != "false" {
		t.Errorf("%+v", o)
	}
	if o := gd.Options[1]; o.Type.Kind != def.KEnum || o.Default != 1 {
		t.Errorf("%+v", o)
	}
}

const prose = "# 1 Rules\n\n- **1.1** A rule.\n\n```yaml\ntracks: [{id: honey, rule: %s, max: 3}]\n```\n"

func TestRuleKeysMustNameExistingClauses(t *testing.T) {
	for rule, want := range map[string]string{"1.1": "", "1": "", "1.2": "10.md:6:28 unknown-clause", "[1.1, 1.3]": "10.md:6:34 unknown-clause"} {
		_, gd, list := declared(t, fmt.Sprintf(prose, rule))
		if got := codes(list); got != want {
			t.Errorf("%s: %s", rule, got)
		}
		if n := gd.Nodes[gd.Vars[0].Node]; rule == "1.1" && (n.What != "track" || fmt.Sprint(n.Rules) != "[1.1]" || n.Line != 6) {
			t.Errorf("%+v", n)
		}
	}
	if _, _, list := declared(t, "tracks: [{id: honey, rule: 1.2, max: 3}]"); len(list) > 0 {
		t.Error("a game without clauses of its own names those of a rulebook that is elsewhere:", list)
	}
}

func TestClausesOfALibraryAreAttributedToThoseOfTheGame(t *testing.T) {
	syms, _, list := declared(t, "# 1 Rules\n\n- **1.1** A rule.\n- **1.2** Another.\n- **flow-a** Of a library.\n- **flow-b** Of a library, too.\n",
		"attribute: {flow-a: [1.1, 1.2], flow-b: [1.1, {hunt: 1.2, rest: [1.1, 1.2]}], flow-c: 1.1}")
	if got := codes(list); got != "11.md:2:79 unknown-clause" {
		t.Error(got)
	}
	c := syms.Clauses
	got := fmt.Sprint(c.Attributed([]string{"flow-a", "9.9"}, ""), c.Attributed([]string{"flow-b"}, "hunt"), c.Attributed([]string{"flow-b"}, "swim"), c.Attributed(nil, "") == nil)
	if got != "[1.1 1.2 9.9] [1.2] [1.1 1.2 1.1 1.2] true" {
		t.Error(got)
	}
}

func TestMainProcedure(t *testing.T) {
	for _, c := range []struct{ name, block, want string }{
		{"a procedure that is not there", "game: {main: run}", "10.md:2:14 unknown-name"},
		{"no procedure", "game: {main: ant}\nseats: [{id: ant}]", "10.md:2:14 unknown-name"},
		{"with parameters", "game: {main: run}\nprocedures: [{id: run, params: {n: int}, do: []}]", "10.md:2:14 wrong-arguments"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, gd, list := declareAlone(t, strings.Replace(c.block, "game: {", "game: {id: g, ", 1), false)
			if got := codes(list); got != strings.Replace(c.want, ":14", ":21", 1) || gd.Main >= 0 {
				t.Error(got, gd.Main)
			}
		})
	}
	if _, gd, list := declareAlone(t, "game: {id: g, title: The game}\nprocedures: [{id: play, do: []}]", false); len(list) > 0 || gd.Main != 0 || gd.Title != "The game" {
		t.Error("play is the main procedure if nothing is said:", list)
	}
	if _, _, list := declareAlone(t, "game: {id: g}", false); codes(list) != "10.md:2:7 missing-key" {
		t.Error(list)
	}
}

func TestIncompletelyReadRulebookGivesNoFollowUpErrors(t *testing.T) {
	_, _, list := declareAlone(t, "game: {id: g, main: run}\nvariables: [{id: x, type: moods}]\nlasting: [{id: l, duration: turn}]\ntracks: [{id: n, min: 3, max: 1}]", true)
	if got := codes(list); got != "10.md:5:10 bad-bounds" {
		t.Error(got)
	}
}

func declareAlone(t *testing.T, block string, incomplete bool) (*declare.Symbols, *def.GameDef, diag.List) {
	t.Helper()
	prose, _ := source.Read(fstest.MapFS{"game/10.md": {Data: []byte("```yaml\n" + block + "\n```\n")}}, "game")
	root, _ := source.Merge(prose.Blocks)
	book, _ := read.Read(root, incomplete, nil)
	syms, list := declare.Declare(book, prose)
	return syms, syms.Game, list
}
