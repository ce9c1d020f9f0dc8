package compiler_test

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
	"rulebound/compiler/diag"
	"rulebound/engine/def"
)

// compileFolder compiles a game of the repository. Any diagnostic fails the test.
func compileFolder(t *testing.T, dir string) *def.GameDef {
	t.Helper()
	def, _, list := compiler.Compile(os.DirFS(".."), dir)
	if len(list) > 0 {
		t.Fatal(list)
	}
	return def
}

// report fails the test on any diagnostic that is not due to the page being a fragment.
func report(t *testing.T, list diag.List) {
	t.Helper()
	if list = withoutUnused(list); len(list) > 0 {
		var b strings.Builder
		diag.Write(&b, list, func(string) []byte { return nil })
		t.Fatalf("diagnostics:\n%s", b.String())
	}
}

func compileText(text string) (*def.GameDef, *compiler.Book, diag.List) {
	return compiler.Compile(fstest.MapFS{"game/10.md": {Data: []byte(text)}}, "game")
}

func TestGamesOfTheRepositoryCompile(t *testing.T) {
	for _, game := range []string{"tidelands", "fire-in-the-lake"} {
		t.Run(game, func(t *testing.T) { compileFolder(t, "data/games/"+game) })
	}
}

// In the folder of games the id of a game must be the name of its folder; elsewhere any id is valid.
func TestGameIDMustMatchItsFolder(t *testing.T) {
	page := []byte("# 1 A\n\n```yaml\ngame: {id: fair, title: The Fair, main: play}\nseats: [{id: ann}]\nprocedures: [{id: play, do: [{over: {result: 0}}]}]\n```\n")
	for folder, want := range map[string]string{
		"data/games/fair": "", "games/other": "", "book": "",
		"data/games/market": "data/games/market: write id: market, or rename the folder to fair",
	} {
		def, _, list := compiler.Compile(fstest.MapFS{folder + "/10.md": {Data: page}}, folder)
		if want == "" {
			if def == nil || len(list) > 0 {
				t.Errorf("%s: %v", folder, list)
			}
			continue
		}
		if def == nil || len(list) != 1 || list[0].Severity != diag.Warning || list[0].Code != "other-folder" || list[0].Subject.Line != 4 || list[0].Subject.Col != 12 || !strings.Contains(list[0].Summary, want) {
			t.Errorf("%s: %v", folder, list)
		}
	}
}

// Compiling a rulebook twice yields the same GameDef, independent of the order of map iteration.
func TestCompileIsDeterministic(t *testing.T) {
	text := func() string { return fmt.Sprintf("%+v", shape(compileFolder(t, "data/games/fire-in-the-lake"))) }
	first := text()
	times := 5
	if testing.Short() {
		times = 2
	}
	for range times {
		if text() != first {
			t.Fatal("two compiles of one rulebook differ")
		}
	}
}

// shape formats the parts of a GameDef to compare, and follows pointers.
func shape(d *def.GameDef) []string {
	var out []string
	var expr func(x *def.Expr) string
	expr = func(x *def.Expr) string {
		if x == nil {
			return "-"
		}
		s := fmt.Sprint(x.Op, x.Type, x.I, x.Node, "(")
		for _, a := range x.Args {
			s += expr(a) + " "
		}
		return s + ")"
	}
	for _, in := range d.Code {
		s := fmt.Sprint(in.Op, in.A, in.B, in.C, in.Node)
		for _, x := range in.X {
			s += expr(x)
		}
		out = append(out, s)
	}
	for _, l := range d.Lookups {
		out = append(out, fmt.Sprint(l))
	}
	for _, p := range d.Procs {
		out = append(out, p.ID)
	}
	for _, v := range d.Vars {
		out = append(out, v.ID)
	}
	return out
}

// A folder without a game gets one diagnostic, with a position that can be opened.
func TestFolderWithoutRulebookGivesOneDiagnostic(t *testing.T) {
	for _, c := range []struct {
		files fstest.MapFS
		want  string
	}{
		{fstest.MapFS{"game": {Mode: fs.ModeDir}}, "game: error: the rulebook folder holds no Markdown files"},
		{fstest.MapFS{"game/a.md": {Data: nil}}, "game/a.md:1:1: error: the rulebook has no game: block"},
		{fstest.MapFS{"game/a.md": {Data: []byte("A game without a block.\n")}}, "game/a.md:1:1: error: the rulebook has no game: block; start a fenced yaml block"},
	} {
		_, _, list := compiler.Compile(c.files, "game")
		if len(list) != 1 || !strings.HasPrefix(list.Error(), c.want) {
			t.Errorf("%v, want %s", list, c.want)
		}
	}
}

// The cell of a held derived value may have index 0.
func TestHeldDerivedValueMayUseTheFirstCell(t *testing.T) {
	_, _, list := compileText("```yaml\ngame: {id: game, main: play}\nseats: [{id: red}]\nderived: [{id: calm, type: bool, per: seat, hold: true, value: =size(seats) > 0}]\n" +
		"procedures:\n- id: play\n  do:\n  - hold: calm\n    do: [{note: {calm: red.calm}}]\n```\n")
	report(t, list)
}

// withoutUnused removes the warnings that a fragment of a game gets: unused declarations, and no end.
func withoutUnused(list diag.List) diag.List {
	return slices.DeleteFunc(slices.Clone(list), func(d diag.Diagnostic) bool { return d.Code == "unused-declaration" || d.Code == "endless-game" })
}
