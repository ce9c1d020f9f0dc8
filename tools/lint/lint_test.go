package main

// These tests run the lint on the repository, and on injected faults one at a time.

import (
	"bytes"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestRepositoryPassesTheLint(t *testing.T) {
	if testing.Short() {
		t.Skip("make check runs the lint")
	}
	found, err := lint(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		t.Error(f)
	}
}

// sound is a small repository without a fault; each injected fault replaces or adds one file.
func sound() fstest.MapFS {
	return fstest.MapFS{
		"engine/state.go":         text("package engine\n\nimport \"math/bits\"\n\nfunc Ones(x uint64) int { return bits.OnesCount64(x) }\n"),
		"compiler/compile.go":     text("package compiler\n\nimport _ \"rulebound/compiler/diag\"\n"),
		"data/games/a/10-game.md": text("# A\n\n- **1.1-a** Words.\n\n  ```yaml\n  game:\n    id: a\n    lintWords: [zeppelin, air-lift, knight]\n  ```\n"),
		"compiler/library/play/10.md": text("# Play\n\n```yaml\nenums: {weather: [fair, monsoon]}\nvalues: [{id: rain, at: turnFlow.rain, type: int}]\nprocedures:\n" +
			"- id: tidy-up\n  params: {decides: seat}\n  do: [{menu: broom, by: $decides, options: {sweepUp: {do: []}}}, {note: {swept: {}}}, {for: {$p: =procedures(chore)}, do: []}, {activate: sundown}, {set: {$p: 1}}]\n```\n"),
	}
}

// spelt is a page for faults of spelling, and rulebook its text.
const spelt = "data/games/a/20-spelt.md"

func rulebook(block string) string { return "# B\n\n```yaml\n" + block + "\n```\n" }

func text(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }

func TestASoundRepositoryHasNoFindings(t *testing.T) {
	var out, errs bytes.Buffer
	if status := run(sound(), &out, &errs); status != 0 || out.Len() > 0 {
		t.Errorf("status %d, findings:\n%s%s", status, &out, &errs)
	}
}

func TestFindingsArePrintedAndCounted(t *testing.T) {
	repo := sound()
	repo["engine/bad.go"] = text("package engine\n\nimport _ \"os\"\n\nvar share float64\n")
	var out, errs bytes.Buffer
	if status := run(repo, &out, &errs); status != 1 || strings.Count(out.String(), "engine/bad.go:") != 2 || !strings.Contains(errs.String(), "2 findings") {
		t.Errorf("status %d:\n%s%s", status, &out, &errs)
	}
}

func TestPlantedFaults(t *testing.T) {
	cases := []struct {
		name, path, code, want string
	}{
		{"the engine imports the compiler", "engine/bad.go", "package engine\n\nimport _ \"rulebound/compiler\"\n", "engine may not import compiler"},
		{"the engine imports a folder of its own", "engine/bad.go", "package engine\n\nimport _ \"rulebound/engine/players\"\n", "engine may not import engine/players"},
		{"values know the machine", "engine/value/bad.go", "package value\n\nimport _ \"rulebound/engine\"\n", "engine/value may not import engine"},
		{"values know the folder", "engine/value/bad.go", "package value\n\nimport _ \"rulebound/engine/fold\"\n", "engine/value may not import engine/fold"},
		{"the folder knows the machine", "engine/fold/bad.go", "package fold\n\nimport _ \"rulebound/engine\"\n", "engine/fold may not import engine"},
		{"a test of the folder knows the machine", "engine/fold/bad_test.go", "package fold_test\n\nimport _ \"rulebound/engine\"\n", "engine/fold may not import engine"},
		{"values read files", "engine/value/bad.go", "package value\n\nimport _ \"os\"\n", "engine/value may not import os"},
		{"the lowering imports the machine", "compiler/lower/bad.go", "package lower\n\nimport _ \"rulebound/engine\"\n", "compiler/lower may not import engine"},
		{"the resolver imports the machine", "compiler/resolve/bad.go", "package resolve\n\nimport _ \"rulebound/engine\"\n", "compiler/resolve may not import engine"},
		{"the engine imports another module", "engine/bad.go", "package engine\n\nimport _ \"gopkg.in/yaml.v3\"\n", "engine may not import gopkg.in/yaml.v3"},
		{"the engine reads files", "engine/bad.go", "package engine\n\nimport _ \"os\"\n", "engine may not import os"},
		{"the engine asks a random source", "engine/players/bad.go", "package players\n\nimport _ \"math/rand/v2\"\n", "engine/players may not import math/rand/v2"},
		{"an engine test imports the suite", "engine/bad_test.go", "package engine\n\nimport _ \"rulebound/conformance/trace\"\n", "engine may not import conformance/trace"},
		{"the compiler imports the suite", "compiler/bad.go", "package compiler\n\nimport _ \"rulebound/conformance/trace\"\n", "compiler may not import conformance/trace"},
		{"the compiler imports a test library", "compiler/bad.go", "package compiler\n\nimport _ \"github.com/onsi/gomega\"\n", "compiler may not import github.com/onsi/gomega"},
		{"an early stage imports a late one", "compiler/diag/bad.go", "package diag\n\nimport _ \"rulebound/compiler/syntax\"\n", "compiler/diag may not import compiler/syntax"},
		{"resolving imports lowering", "compiler/resolve/bad.go", "package resolve\n\nimport _ \"rulebound/compiler/lower\"\n", "compiler/resolve may not import compiler/lower"},
		{"the pipeline imports the machine", "compiler/bad.go", "package compiler\n\nimport _ \"rulebound/engine\"\n", "compiler may not import engine"},
		{"the suite imports a command", "conformance/trace/bad.go", "package trace\n\nimport _ \"rulebound/tools/rulebound\"\n", "conformance/trace may not import tools/rulebound"},
		{"what commands stand on imports a test library", "conformance/trace/bad.go", "package trace\n\nimport _ \"github.com/onsi/gomega\"\n", "conformance/trace may not import github.com/onsi/gomega"},
		{"a folder of no room holds code", "extras/bad.go", "package extras\n", "does not know"},

		{"a game's word is an identifier", "engine/bad.go", "package engine\n\nvar theZeppelins int\n", `"zeppelin", a word of a`},
		{"a game's word is a literal", "compiler/bad.go", "package compiler\n\nvar x = \"a-zeppelin.lands\"\n", `"zeppelin", a word of a`},
		{"a game's word is a struct tag", "compiler/bad.go", "package compiler\n\ntype T struct {\n\tA int `json:\"zeppelin\"`\n}\n", `"zeppelin", a word of a`},
		{"a game's words are written together", "engine/bad.go", "package engine\n\nvar airlift int\n", `"airlift", a word of a`},
		{"a game's words are written in camel case", "engine/bad.go", "package engine\n\nvar oneAirLift int\n", `"airlift", a word of a`},
		{"a game's word is in a comment", "engine/bad.go", "package engine\n\n// Hm.\n\n// One\n// knight.\n", `engine/bad.go:6:1: comment has "knight"`},
		{"a word of the library is in the compiler", "compiler/bad.go", "package compiler\n\nconst monsoonKey = 1\n", `"monsoon", a word of the library rulebook`},
		{"a path of the library is in the suite", "conformance/bad.go", "package conformance\n\nconst key = \"turnFlow.x\"\n", `"turnflow", a word of the library rulebook`},
		{"a decision of the library is in the engine", "engine/bad.go", "package engine\n\n// The broom.\nvar x int\n", `"broom", a word of the library rulebook`},
		{"an option of the library is in the compiler", "compiler/bad.go", "package compiler\n\nvar sweepsUp, sweepUp int\n", `"sweepup", a word of the library rulebook`},
		{"a note of the library is in the compiler", "compiler/bad.go", "package compiler\n\nvar swept int\n", `"swept", a word of the library rulebook`},
		{"a tag of the library is in the suite", "conformance/bad.go", "package conformance\n\nvar chores int\n", `"chore", a word of the library rulebook`},
		{"a parameter of the library stands alone in a literal", "compiler/bad.go", "package compiler\n\nvar x = \"$decides\"\n", `"decides", a word of the library rulebook`},
		{"a game's word is in a library rulebook", "compiler/library/other/10.md", "# Play\n\nA monsoon.\n\n```yaml\ngrants: {zeppelin: 1}\n```\n",
			`compiler/library/other/10.md:6:1: a library rulebook has "zeppelin", a word of a`},
		{"a game declares no words", "data/games/b/10-game.md", "# B\n\n```yaml\ngame: {id: b}\n```\n", "data/games/b: the game declares no lintWords"},

		{"one condition is a list", spelt, rulebook("procedures: [{id: p, do: [{one: $x, where: [gold > 1]}]}]"), "one condition is not a list; write where:"},
		{"one demand is a list", spelt, rulebook("procedures: [{id: p, require: [gold > 1], do: []}]"), "one condition is not a list; write require:"},
		{"a condition names the clauses of its statement", spelt, rulebook("procedures: [{id: p, do: [{one: $x, rule: 1.1-a, where: {rule: 1.1-a, when: gold > 1}}]}]"), "the condition belongs to 1.1-a anyway"},
		{"a condition names the clauses of its procedure", spelt, rulebook("procedures: [{id: p, rule: [1.1-a, 1.1-b], do: [{may: rest, where: [gold > 1, {rule: [1.1-a, 1.1-b], when: gold < 9}]}]}]"), "the condition belongs to [1.1-a, 1.1-b] anyway"},
		{"a text says who executes it", spelt, rulebook("deciders: [executor]\ncards: [{id: c, text: {do: [{if: a, then: [{one: $x, by: $executor}]}]}}]"), "$executor decides anyway; leave out by:"},
		{"a procedure says whose it is", spelt, rulebook("deciders: [as, by]\nbundles: {acting: {as: seat}}\nprocedures: [{id: p, takes: acting, params: {by: seat}, do: [{menu: m, by: $as}]}]"), "$as decides anyway; leave out by:"},
		{"pieces that go somewhere go there one by one", spelt, rulebook("procedures: [{id: p, do: [{take: $n, do: [{move: {piece: $it, to: hill}}]}]}]"), "write to: hill"},
		{"pieces that go home are removed one by one", spelt, rulebook("procedures: [{id: p, do: [{take: $n, each: $p, do: [{remove: $p}]}]}]"), "write to: home"},
		{"what is done with the one chosen stands behind", spelt, rulebook("procedures: [{id: p, do: [{one: $x, min: 0}, {if: $x != none, then: [{mark: {$x.fire: 1}}]}]}]"), "is in its do:"},
		{"a card says what every card is", spelt, rulebook("properties: {card: {kind: {type: text, default: event}}}\ncards: [{id: c, kind: event}]"), "kind: event is what a card is if it says nothing"},

		{"the engine ranges over a map", "engine/bad.go", "package engine\n\nfunc f(m map[string]int) {\n\tfor k := range m {\n\t\tprintln(k)\n\t}\n}\n", "iteration over a map"},
		{"the compiler ranges over a map of a named type", "compiler/bad.go",
			"package compiler\n\nimport \"rulebound/compiler/diag\"\n\nfunc f(m diag.Index) {\n\tfor k := range m {\n\t\tprintln(k)\n\t}\n}\n", "iteration over a map"},
		{"keys are collected and not sorted", "engine/bad.go",
			"package engine\n\nfunc f(m map[string]int) (keys []string) {\n\tfor k := range m {\n\t\tkeys = append(keys, k)\n\t}\n\treturn keys\n}\n", "iteration over a map"},
		{"the first key wins", "engine/bad.go",
			"package engine\n\nfunc f(m map[string]int) (key string) {\n\tfor k := range m {\n\t\tif key == \"\" {\n\t\t\tkey = k\n\t\t}\n\t}\n\treturn key\n}\n", "iteration over a map"},
		{"the compiler iterates over unsorted keys", "compiler/bad.go",
			"package compiler\n\nimport \"maps\"\n\nfunc f(m map[string]int) {\n\tfor range maps.Keys(m) {\n\t}\n}\n", "maps.Keys without slices.Sorted"},
		{"the compiler iterates over keys under another name of the package", "compiler/bad.go",
			"package compiler\n\nimport m \"maps\"\n\nfunc f(x map[string]int) {\n\tfor range m.Keys(x) {\n\t}\n}\n", "maps.Keys without slices.Sorted"},
		{"a generic function ranges over a map", "compiler/bad.go", "package compiler\n\nfunc f[M ~map[string]int](m M) {\n\tfor k := range m {\n\t\tprintln(k)\n\t}\n}\n", "iteration over a map"},
		{"a generic function ranges over one of several", "compiler/bad.go", "package compiler\n\nfunc f[M []int | map[int]int](m M) {\n\tfor k := range m {\n\t\tprintln(k)\n\t}\n}\n", "iteration over a map"},
		{"the compiler iterates over keys of a type that it names", "compiler/bad.go",
			"package compiler\n\nimport \"maps\"\n\nfunc f(m map[string]int) {\n\tfor range maps.Values[map[string]int](m) {\n\t}\n}\n", "maps.Values without slices.Sorted"},
		{"the compiler iterates over keys of types that it names", "compiler/bad.go",
			"package compiler\n\nimport \"maps\"\n\nfunc f(m map[string]int) {\n\tfor range maps.Keys[map[string]int, string, int](m) {\n\t}\n}\n", "maps.Keys without slices.Sorted"},
		{"keys are sorted by a part of them", "compiler/bad.go",
			"package compiler\n\nimport (\n\t\"cmp\"\n\t\"slices\"\n)\n\nfunc f(m map[string]int) []string {\n\tvar keys []string\n\tfor k := range m {\n\t\tkeys = append(keys, k)\n\t}\n\tslices.SortStableFunc(keys, func(a, b string) int { return cmp.Compare(len(a), len(b)) })\n\treturn keys\n}\n", "iteration over a map"},
		{"keys are sorted by a function", "compiler/bad.go",
			"package compiler\n\nimport (\n\t\"maps\"\n\t\"slices\"\n)\n\nfunc f(m map[string]int) []string { return slices.SortedStableFunc(maps.Keys(m), func(a, b string) int { return 0 }) }\n", "maps.Keys without slices.Sorted"},
		{"a sort leaves open which comes first", "engine/bad.go",
			"package engine\n\nimport \"slices\"\n\nfunc f(l []int) { slices.SortFunc(l, func(a, b int) int { return 0 }) }\n", "slices.SortFunc leaves open"},
		{"a map of another goroutine is ranged over", "compiler/bad.go", "package compiler\n\nimport \"sync\"\n\nvar m sync.Map\n\nfunc f() { m.Range(func(k, v any) bool { return true }) }\n", "Range goes through a map"},
		{"reflection goes through a map", "compiler/bad.go", "package compiler\n\nimport \"reflect\"\n\nfunc f(v any) int { return len(reflect.ValueOf(v).MapKeys()) }\n", "MapKeys goes through a map"},
		{"an address is written", "compiler/bad.go", "package compiler\n\nimport \"fmt\"\n\nfunc f(v *int) string { return fmt.Sprintf(\"100%% of %08p\", v) }\n", "an address is another one in each run"},
		{"the engine takes a root", "engine/bad.go", "package engine\n\nimport \"math\"\n\nfunc f(n int) int { return int(math.Sqrt(2) * 2) }\n", "math.Sqrt: integers only"},
		{"the engine takes a root under another name", "engine/bad.go", "package engine\n\nimport m \"math\"\n\nvar up = m.Ceil\n", "math.Ceil: integers only"},
		{"the engine starts a goroutine", "engine/bad.go", "package engine\n\nfunc f() { go f() }\n", "a goroutine"},
		{"the engine counts in floats", "engine/bad.go", "package engine\n\nvar share float64\n", "float64: integers only"},
		{"the engine has a fraction", "engine/bad.go", "package engine\n\nvar half = 0.5\n", "0.5: integers only"},

		{"a value of a game becomes an int", "engine/bad.go", "package engine\n\nfunc f(v int64) int { return int(v) }\n", "int(v) has 32 bits on some machines"},
		{"a value becomes an int where it is computed", "engine/value/bad.go", "package value\n\nfunc f(v int64) int { return int(v) }\n", "int(v) has 32 bits on some machines"},
		{"a value becomes an int where it is folded", "engine/fold/bad.go", "package fold\n\nfunc f(v int64) int { return int(v) }\n", "int(v) has 32 bits on some machines"},
		{"a value of a named type becomes an int", "engine/bad.go", "package engine\n\ntype amount int64\n\nfunc f(v amount) uint { return uint(v + 1) }\n", "uint(v + 1) has 32 bits"},

		{"a file is too long", "tools/long.go", "package tools\n" + strings.Repeat("\n", maxLines), "601 lines"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			repo := sound()
			repo["compiler/diag/index.go"] = text("package diag\n\ntype Index map[string]int\n")
			repo[c.path] = text(c.code)
			found, err := lint(repo)
			if err != nil {
				t.Fatal(err)
			}
			if len(found) != 1 || !strings.Contains(found[0].String(), c.want) {
				t.Errorf("want one finding with %q, got %q", c.want, found)
			}
		})
	}
}

func TestAllowedCodeHasNoFindings(t *testing.T) {
	cases := []struct {
		name, path, code string
	}{
		{"an int of an index, a length, a constant or in the one function that checks", "engine/good.go",
			"package engine\n\nfunc small(v int64) int { return int(v) }\n\nfunc f(v int64, l []int) int { return l[int(v)] + len(l[int(v):]) + int(int32(7)) + 1<<int(v) }\n"},
		{"an int of the compiler", "compiler/good.go", "package compiler\n\nfunc f(v int64) int { return int(v) }\n"},
		{"tests may say a game's word", "engine/good_test.go", "package engine\n\nvar zeppelin = 1\n"},
		{"tests of the engine may compile a game", "engine/good_test.go", "package engine_test\n\nimport _ \"rulebound/compiler\"\n"},
		{"the suite may say a game's word", "conformance/good.go", "package conformance\n\nvar zeppelin = 1\n"},
		{"sorted keys", "engine/good.go", "package engine\n\nimport (\n\t\"maps\"\n\t\"slices\"\n)\n\nfunc f(m map[string]int) {\n\tfor range slices.Sorted(maps.Keys(m)) {\n\t}\n}\n"},
		{"keys that are collected and sorted", "compiler/good.go", "package compiler\n\nimport \"sort\"\n\nfunc f(m map[string]int) []string {\n\tvar keys []string\n\tfor k := range m {\n\t\tif k != \"\" {\n\t\t\tkeys = append(keys, k, k)\n\t\t}\n\t}\n\tsort.Strings(keys)\n\treturn keys\n}\n"},
		{"the suite may say a general word of a library", "conformance/good.go", "package conformance\n\n// It decides.\nvar x = \"who decides\"\n"},
		{"a word of the language may contain one of a library", "compiler/good.go", "package compiler\n\nconst x = \"setupValues\"\n"},
		{"a range of our own", "compiler/good.go", "package compiler\n\ntype list []int\n\nfunc (l list) Range(f func(int)) {}\n\nfunc f(l list) { l.Range(func(int) {}) }\n"},
		{"per cent, and a stable sort of what no map has ordered", "compiler/good.go",
			"package compiler\n\nimport \"slices\"\n\nconst x = \"100%%p\"\n\nfunc f(l []int) { slices.SortStableFunc(l, func(a, b int) int { return 0 }) }\n"},
		{"the greatest number", "engine/good.go", "package engine\n\nimport \"math\"\n\nconst x = math.MaxInt64 + math.MinInt32 - math.MaxUint8\n"},
		{"part of a word is not the word", "engine/good.go", "package engine\n\nvar knightly, repair, lift int\n"},
		{"conditions of several clauses, and of one that is not the statement's", spelt,
			rulebook("procedures: [{id: p, rule: 1.1-a, do: [{one: $x, where: [gold > 1, {rule: 1.1-b, when: gold < 9}]}, {may: rest, where: {rule: 1.1-b, when: gold > 1}}]}]")},
		{"a decider other than the procedure's, and a parameter of that name handed on", spelt,
			rulebook("deciders: [by]\nprocedures: [{id: p, params: {by: seat, as: seat}, do: [{menu: m, by: $as}, {pay-up: {by: $by}}]}, {id: q, params: {as: seat}, do: [{menu: m, by: $by}]}]")},
		{"pieces that are marked as they go, or moved if something holds", spelt,
			rulebook("procedures: [{id: p, do: [{take: $n, do: [{move: {piece: $it, to: hill, mark: moved}}]}, {take: $m, do: [{remove: $it, if: gold > 1}]}]}]")},
		{"one that is read again, or has an else", spelt,
			rulebook("procedures: [{id: p, do: [{one: $x, min: 0}, {if: $x != none, then: []}, {note: {x: $x}}]}, {id: q, do: [{one: $x, min: 0}, {if: $x != none, then: [], else: []}]}]")},
		{"one that may be none before another condition", spelt, rulebook("procedures: [{id: p, do: [{one: $x, min: 0}, {if: gold > 1, then: []}]}]")},
		{"what a library begins by name is no word of it", "compiler/good.go", "package compiler\n\nvar sundown int\n"},
		{"a fence that is no data", "data/games/a/05.md", "# C\n\n```\ngame: {lintWords: [ones]}\n```\n"},
		{"a call that is no conversion", "engine/good.go", "package engine\n\nfunc g(v int64) int64 { return v }\n\nfunc f(v int64) int64 { return g(v) + int64(uint8(v)) }\n"},
		{"a card of another kind", spelt, rulebook("properties: {card: {kind: {type: text, default: event}}}\ncards: [{id: c, kind: round}]")},
		{"code in testdata is not ours", "engine/testdata/bad.go", "package bad\n\nimport _ \"os\"\n"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			repo := sound()
			repo[c.path] = text(c.code)
			found, err := lint(repo)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range found {
				t.Error(f)
			}
		})
	}
}

func TestWordsOfTheLanguageAndTheEngineAreNotGameWords(t *testing.T) {
	repo := sound()
	repo["data/games/b/10.md"] = text("# B\n\n```yaml\ngame: {id: b, lintWords: [pile, shuffle, card-at, jump, seats, bagpipe]}\n```\n")
	repo["engine/bad.go"] = text("package engine\n\n// The pile is shuffled: a jump to the seat.\nvar pile, shuffle, cardAt, jump, seats, bagpipe int\n")
	found, err := lint(repo)
	if err != nil || len(found) != 1 || !strings.Contains(found[0].String(), `"bagpipe", a word of b`) {
		t.Errorf("%q, %v", found, err)
	}
}

func TestAFolderMayHaveBracketsInItsName(t *testing.T) {
	repo := sound()
	repo["data/games/b [old]/10.md"] = text("# B\n\n```yaml\ngame: {id: b, lintWords: [bagpipe]}\n```\n")
	repo["engine/bad.go"] = text("package engine\n\nvar bagpipes int\n")
	found, err := lint(repo)
	if err != nil || len(found) != 1 || !strings.Contains(found[0].String(), `"bagpipe", a word of b [old]`) {
		t.Errorf("%q, %v", found, err)
	}
}

func TestExceptionsAreDeclaredByALibrary(t *testing.T) {
	declared, err := libraryWords(os.DirFS("../.."), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range slices.Concat(general, ours) {
		if !slices.Contains(declared, squeeze(w)) && !slices.Contains(declared, squeeze(w)+"s") {
			t.Errorf("no library declares %s", w)
		}
	}
}

func TestUnreadableFilesAreErrors(t *testing.T) {
	for name, file := range map[string][2]string{
		"Go that does not parse":    {"engine/bad.go", "package"},
		"a library that is no YAML": {"compiler/library/b/10.md", "```yaml\nenums: [\n```\n"},
		"lintWords that are a map":  {"data/games/b/10.md", "```yaml\ngame: {lintWords: {a: b}}\n```\n"},
	} {
		t.Run(name, func(t *testing.T) {
			repo := sound()
			repo[file[0]] = text(file[1])
			var out, errs bytes.Buffer
			if status := run(repo, &out, &errs); status != 2 || !strings.Contains(errs.String(), file[0]) {
				t.Errorf("status %d, %s", status, &errs)
			}
		})
	}
	if _, err := lint(fstest.MapFS{}); err == nil {
		t.Error("a repository without Go passes")
	}
	if _, err := lint(brokenDisk{}); err == nil {
		t.Error("an unreadable repository has no error")
	}
}

// brokenDisk is a file system that opens no file.
type brokenDisk struct{}

func (brokenDisk) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
}
