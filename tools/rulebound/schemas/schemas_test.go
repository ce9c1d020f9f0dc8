package schemas

// These tests compare the checked-in schemas with the generated ones, and validate every file of the repository with
// github.com/santhosh-tekuri/jsonschema.

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"rulebound/compiler"
	"rulebound/compiler/source"
	"rulebound/conformance/corpus"
	"rulebound/engine/def"
	"rulebound/show/report"
)

const root = "../../.."

func TestSchemasAreUpToDate(t *testing.T) {
	for _, d := range documents {
		s, err := d.make(root)
		if err != nil {
			t.Fatal(err)
		}
		want, err := s.text()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(root, dir, d.name)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s/%s is stale: run make schemas (%v)", dir, d.name, err)
		}
	}
	files, err := filepath.Glob(filepath.Join(root, dir, "*.json"))
	if err != nil || len(files) != len(documents) {
		t.Errorf("%d files in %s, this command writes %d: %v", len(files), dir, len(documents), err)
	}
}

func TestWriteWritesOnlyChangedSchemas(t *testing.T) {
	there := t.TempDir()
	for _, folder := range []string{"engine", "compiler/library", "judge/drive", "show/report/form", "data/games/tidelands", "conformance/board", "conformance/coverage", "audit/mutation", "judge/referee"} {
		if err := os.CopyFS(filepath.Join(there, folder), os.DirFS(filepath.Join(root, folder))); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []int{len(documents), 0} {
		changed, err := Write(there, func(file string, text []byte) error { return os.WriteFile(file, text, 0o644) })
		if err != nil || len(changed) != want {
			t.Errorf("%v, wrote %q, want %d files", err, changed, want)
		}
	}
	if _, err := Write(t.TempDir(), nil); err == nil {
		t.Error("without the source of the types there is no schema")
	}
}

func schemaFile(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	if schemaFiles[name] == nil {
		s, err := jsonschema.NewCompiler().Compile(filepath.Join(root, dir, name))
		if err != nil {
			t.Fatal(err)
		}
		schemaFiles[name] = s
	}
	return schemaFiles[name]
}

// schemaFiles caches compiled schemas.
var schemaFiles = map[string]*jsonschema.Schema{}

// scenarioValue decodes a scenario as an editor does.
func scenarioValue(t *testing.T, text []byte) any {
	t.Helper()
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil || len(doc.Content) != 1 {
		t.Fatal(err)
	}
	return plainValue(doc.Content[0])
}

func plainValue(n *yaml.Node) any {
	switch n.Kind {
	case yaml.MappingNode:
		m := map[string]any{}
		for i := 0; i < len(n.Content); i += 2 {
			m[n.Content[i].Value] = plainValue(n.Content[i+1])
		}
		return m
	case yaml.SequenceNode:
		l := []any{}
		for _, x := range n.Content {
			l = append(l, plainValue(x))
		}
		return l
	}
	return scalarValue(n.Value, n.Style != 0)
}

// scalarValue decodes a scalar by the core schema of YAML 1.2, which editors use.
func scalarValue(text string, quoted bool) any {
	if quoted {
		return text
	}
	switch text {
	case "", "~", "null":
		return nil
	case "true", "false":
		return text == "true"
	}
	if strings.Trim(text[:1], "+-.0123456789") == "" {
		if i, err := strconv.ParseInt(text, 10, 64); err == nil {
			return i
		}
		if f, err := strconv.ParseFloat(text, 64); err == nil {
			return f
		}
	}
	return text
}

// blockValue decodes a block of a rulebook as an editor does.
func blockValue(n *source.Node) any {
	switch n.Kind {
	case source.Map:
		m := map[string]any{}
		for _, p := range n.Pairs {
			m[p.Key.Value] = blockValue(p.Value)
		}
		return m
	case source.List:
		l := []any{}
		for _, x := range n.Items {
			l = append(l, blockValue(x))
		}
		return l
	case source.Null:
		return nil
	}
	return scalarValue(n.Value, n.Quoted || n.Multiline)
}

func TestEveryScenarioValidates(t *testing.T) {
	s := schemaFile(t, "scenario.schema.json")
	n := 0
	err := fs.WalkDir(os.DirFS(root), "scenarios", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.Count(name, "/") < 2 { // lists beside the games' folders are no scenarios
			return err
		}
		n++
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		if err := s.Validate(scenarioValue(t, text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		return nil
	})
	if err != nil || n == 0 {
		t.Fatal(n, err)
	}
}

// The settings of VS Code map each list to its schema; a list with an unknown key is refused.
func TestEveryListValidates(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, ".vscode/settings.json"))
	if err != nil {
		t.Fatal(err)
	}
	var settings struct {
		Schemas map[string]string `json:"yaml.schemas"`
	}
	if err := json.Unmarshal(text, &settings); err != nil {
		t.Fatal(err)
	}
	known := map[string]*jsonschema.Schema{}
	for schema, pattern := range settings.Schemas {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			known[file] = schemaFile(t, filepath.Base(schema))
		}
	}
	files, err := filepath.Glob(filepath.Join(root, "scenarios/*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var value any
		if err := yaml.Unmarshal(text, &value); err != nil {
			t.Fatal(err)
		}
		s := known[file]
		if s == nil {
			t.Errorf("%s has no schema", file)
			continue
		}
		if err := s.Validate(value); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		entry := value
		if l, ok := value.([]any); ok {
			entry = l[0]
		}
		entry.(map[string]any)["whatever"] = 1
		if s.Validate(value) == nil {
			t.Errorf("%s: a key that is none is taken", file)
		}
	}
}

// An entry that its reader refuses for a missing key or a wrong word does not validate either.
func TestSchemasOfListsRefuseInvalidEntries(t *testing.T) {
	for text, name := range map[string]string{
		"places: [{rule: 1-a, in: x, never: executed}]":    "gaps",
		"places: [{rule: 1-a, in: x, never: now, why: y}]": "gaps",
		"clauses: [{rules: [1-a]}]":                        "gaps",
		"[{rule: 1-a, change: x}]":                         "survivors",
		"[{rule: 1-a, change: x, why: y, nth: first}]":     "survivors",
		"[{title: x}]":      "deviations",
		"[{values: 7}]":     "boards",
		"{asks: {move: x}}": "referee",
	} {
		var value any
		if err := yaml.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		if schemaFile(t, name+".schema.json").Validate(value) == nil {
			t.Errorf("%s takes %s", name, text)
		}
	}
}

// folders of rulebooks, or of pages of them.
var folders = []string{"data/games/tidelands", "data/games/fire-in-the-lake", "compiler/library/card-driven",
	"data/games/texas-holdem", "compiler/testdata/seeds", "compiler/testdata/grammar"}

func TestEveryBlockOfTheRulebooksValidates(t *testing.T) {
	s := schemaFile(t, "rulebook.schema.json")
	for _, folder := range folders {
		book, list := source.Read(os.DirFS(root), folder)
		if book == nil || len(book.Blocks) == 0 {
			t.Fatalf("%s has no blocks: %v", folder, list)
		}
		for _, b := range book.Blocks {
			if err := s.Validate(blockValue(b)); err != nil {
				t.Errorf("%s:%d: %v", b.Pos.File, b.Pos.Line, err)
			}
		}
	}
}

func TestCompiledGamesValidate(t *testing.T) {
	s := schemaFile(t, "gamedef.schema.json")
	ids := []string{"tidelands", "fire-in-the-lake"}
	if testing.Short() { // the large game takes most of the time
		ids = ids[:1]
	}
	for _, id := range ids {
		if err := s.Validate(gameValue(t, id)); err != nil {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// gameValue compiles a game, writes it and decodes the text as plain JSON.
func gameValue(t *testing.T, id string) map[string]any {
	t.Helper()
	gd, _, list := compiler.Compile(os.DirFS(root), "data/games/"+id)
	if gd == nil {
		t.Fatal(list.Error())
	}
	var text bytes.Buffer
	if err := def.Write(&text, gd); err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(&text)
	if err != nil {
		t.Fatal(err)
	}
	return value.(map[string]any)
}

func TestAReportValidates(t *testing.T) {
	s := schemaFile(t, "report.schema.json")
	files := fstest.MapFS{}
	for _, dir := range []string{"data/games/tidelands", "scenarios/tidelands", "goldens/tidelands"} {
		if err := fs.WalkDir(os.DirFS(root), dir, func(name string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				text, readErr := os.ReadFile(filepath.Join(root, name))
				files[name], err = &fstest.MapFile{Data: text}, readErr
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	for _, against := range []*report.Against{nil, {Name: "then", Files: files}} {
		all, err := corpus.Open(files)
		if err != nil {
			t.Fatal(err)
		}
		m, err := report.Build(all, report.Options{Goldens: files, Against: against}) // without goldens every scenario fails
		if err != nil {
			t.Fatal(err)
		}
		for f, err := range m.Files() {
			if err != nil {
				t.Fatal(err)
			}
			if f.Path != "report.json" {
				continue
			}
			value, err := jsonschema.UnmarshalJSON(bytes.NewReader(f.Content))
			if err == nil {
				err = s.Validate(value)
			}
			if err != nil {
				t.Error(err)
			}
			break
		}
	}
}
