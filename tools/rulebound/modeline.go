// This file names the JSON schema of a file in its first line, for editors.

package main

import (
	"errors"
	"os"
	"path/filepath"
)

// schema returns the path, relative to a file, of the schema of its format; "" if the root has none.
func (e *env) schema(file, format string) string {
	schema := filepath.Join(e.root(), "schemas", format+".schema.json")
	if _, err := os.Stat(schema); err != nil {
		return ""
	}
	from, err1 := filepath.Abs(filepath.Dir(file))
	to, err2 := filepath.Abs(schema)
	if relative, err := filepath.Rel(from, to); errors.Join(err1, err2, err) == nil {
		return filepath.ToSlash(relative)
	}
	return ""
}

// modeline returns the first line of a scenario in a file, which names the schema for editors. It is "" if the root has
// no schema.
func (e *env) modeline(file string) string {
	if schema := e.schema(file, "scenario"); schema != "" {
		return "# yaml-language-server: $schema=" + schema + "\n"
	}
	return ""
}
