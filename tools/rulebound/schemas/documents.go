// Package schemas generates the JSON schemas of the repository's formats: the yaml blocks of a rulebook, scenario
// files, the lists beside them, plays, the compiled game, the report, and the protocol of other implementations with
// the report of such a run; and the blocks of games that use a library. The sources are the table of package grammar,
// the table of package scenario, and the Go types of the formats. A test fails if a schema is stale.
package schemas

import (
	"bytes"
	"os"
	"path/filepath"
)

// dir is the folder of the schemas below the root.
const dir = "schemas"

type document struct {
	name string
	make func(root string) (*schema, error)
}

var documents = []document{
	listDocument("boards"),
	listDocument("deviations"),
	listDocument("gaps"),
	listDocument("referee"),
	listDocument("survivors"),
	{"conformance-report.schema.json", conformanceReportSchema},
	{"gamedef.schema.json", gamedefSchema},
	{"play.schema.json", func(string) (*schema, error) { return playSchema(), nil }},
	{"protocol.schema.json", protocolSchema},
	{"report.schema.json", reportSchema},
	{"rulebook.schema.json", func(string) (*schema, error) { return rulebookSchema(), nil }},
	{"rulebook.card-driven.schema.json", func(root string) (*schema, error) { return librarySchema(root, "card-driven") }},
	{"scenario.schema.json", func(string) (*schema, error) { return scenarioSchema(), nil }},
}

// listDocument is the schema of a kind of list.
func listDocument(kind string) document {
	return document{kind + ".schema.json", func(root string) (*schema, error) { return listSchema(root, kind) }}
}

// Write writes the stale schemas below a root, each with write, and returns their names.
func Write(root string, write func(file string, text []byte) error) (changed []string, err error) {
	for _, d := range documents {
		s, err := d.make(root)
		if err != nil {
			return changed, err
		}
		text, err := s.text()
		if err != nil {
			return changed, err
		}
		file := filepath.Join(root, dir, d.name)
		if old, err := os.ReadFile(file); err == nil && bytes.Equal(old, text) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return changed, err
		}
		if err := write(file, text); err != nil {
			return changed, err
		}
		changed = append(changed, dir+"/"+d.name)
	}
	return changed, nil
}
