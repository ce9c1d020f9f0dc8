package compiler_test

// The first drafts of the format fixed the keys of a card-driven turn flow. These tests compile each of their fragments in a
// minimal game and compare the values.

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
	"rulebound/engine"
	"rulebound/engine/def"
)

const seedDir = "testdata/seeds"

// anyMatrix is the option matrix of pages without one.
const anyMatrix = "# Matrix\n\n```yaml\nturnFlow:\n  optionMatrix:\n  - {first: operation, second: [limitedOperation]}\n" +
	"  - {first: operationPlusSpecialActivity, second: [limitedOperation, event]}\n  - {first: event, second: [operation, operationPlusSpecialActivity]}\n```\n"

var becomes = regexp.MustCompile(`# becomes: ([a-zA-Z.-]+) = (.*)`)

func TestSeedFragmentsCompileToTheirStatedValues(t *testing.T) {
	base, err := os.ReadFile(path.Join(seedDir, basePage))
	if err != nil {
		t.Fatal(err)
	}
	pages, err := fs.Glob(os.DirFS(seedDir), "*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		t.Run(strings.TrimSuffix(page, ".md"), func(t *testing.T) {
			data, err := os.ReadFile(path.Join(seedDir, page))
			if err != nil {
				t.Fatal(err)
			}
			files := fstest.MapFS{"game/10-base.md": {Data: base}}
			if page != basePage {
				files["game/20-"+page] = &fstest.MapFile{Data: data}
			}
			if !strings.Contains(string(data), "optionMatrix:") { // every game has one
				files["game/30-matrix.md"] = &fstest.MapFile{Data: []byte(anyMatrix)}
			}
			def, _, list := compiler.Compile(files, "game")
			report(t, list)
			game, err := engine.Load(def, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range becomes.FindAllStringSubmatch(string(data), -1) {
				if page == basePage {
					continue
				}
				if got := valuesOf(t, game, m[1]); got != m[2] {
					t.Errorf("%s becomes %s, want %s", m[1], got, m[2])
				}
			}
		})
	}
}

// valuesOf returns the values of a column of a table, or a derived value at the start.
func valuesOf(t *testing.T, game *engine.Game, name string) string {
	t.Helper()
	for _, l := range game.Def().Lookups {
		if l.ID == name {
			var words []string
			for _, v := range l.Values {
				words = append(words, named(game, v, l.Type))
			}
			return strings.Join(words, ", ")
		}
	}
	state, err := game.New(engine.Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	v, typ, err := state.Value(name)
	if err != nil {
		t.Fatal(err)
	}
	return named(game, v, typ)
}

// named formats a value by the names in the rulebook; members of a set are joined by |.
func named(game *engine.Game, v int64, typ def.Type) string {
	if typ.Kind != def.KSet {
		return game.Format(v, typ)
	}
	var words []string
	for i := range int64(64) {
		if v>>uint(i)&1 == 1 {
			words = append(words, game.Format(i, def.Type{Kind: typ.Elem, Of: typ.Of}))
		}
	}
	return strings.Join(words, "|")
}

// The option matrix of the game is that of the drafts.
func TestOptionMatrixEqualsThatOfTheDraft(t *testing.T) {
	data, err := os.ReadFile(path.Join(seedDir, "option-matrix.md"))
	if err != nil {
		t.Fatal(err)
	}
	game, err := engine.Load(compileFolder(t, "data/games/fire-in-the-lake"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range becomes.FindAllStringSubmatch(string(data), -1) {
		if got := valuesOf(t, game, m[1]); got != m[2] {
			t.Errorf("%s is %s, want %s", m[1], got, m[2])
		}
	}
	for _, table := range game.Def().Tables {
		if table.ID == "option-matrix" && len(table.Rows) != 3 {
			t.Errorf("the matrix has %d rows", len(table.Rows))
		}
	}
}
