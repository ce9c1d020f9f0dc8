// Command schemas writes the JSON schemas of the repository's formats: the yaml blocks of a rulebook, scenario files, the
// compiled game, the report, and the protocol of other implementations with the report of such a run; and the blocks of games
// that use a library. They are made from what the programs themselves go by: the table of package grammar, the table of
// package scenario, and the Go types of the formats. A test fails when a schema is not what this command would write.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// dir is where the schemas stand below the root.
const dir = "schemas"

// document is a schema file.
type document struct {
	name string
	make func(root string) (*schema, error)
}

var documents = []document{
	{"conformance-report.schema.json", conformanceReportSchema},
	{"gamedef.schema.json", gamedefSchema},
	{"protocol.schema.json", protocolSchema},
	{"report.schema.json", reportSchema},
	{"rulebook.schema.json", func(string) (*schema, error) { return rulebookSchema(), nil }},
	{"rulebook.card-driven.schema.json", func(root string) (*schema, error) { return librarySchema(root, "card-driven") }},
	{"scenario.schema.json", func(string) (*schema, error) { return scenarioSchema(), nil }},
}

func main() {
	root := flag.String("C", ".", "root of the repository")
	flag.Parse()
	if err := run(*root, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "schemas:", err)
		os.Exit(1)
	}
}

// run writes the schemas that changed and says which.
func run(root string, out io.Writer) error {
	for _, d := range documents {
		s, err := d.make(root)
		if err != nil {
			return err
		}
		text, err := s.text()
		if err != nil {
			return err
		}
		file := filepath.Join(root, dir, d.name)
		if old, err := os.ReadFile(file); err == nil && bytes.Equal(old, text) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return err
		}
		fmt.Fprintln(out, "wrote", filepath.ToSlash(filepath.Join(dir, d.name)))
	}
	return nil
}
