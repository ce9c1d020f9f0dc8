// Package schemas holds the JSON schemas of the formats that people write, for repositories made by the command line.
package schemas

import _ "embed"

// Scenario is the schema of a scenario file.
//
//go:embed scenario.schema.json
var Scenario []byte
