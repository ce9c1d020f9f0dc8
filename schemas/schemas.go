// Package schemas holds the JSON schemas of the formats that people write, for repositories made by the command line.
package schemas

import "embed"

// Files are the schemas of scenario files and of the lists beside them that any game may have.
//
//go:embed scenario.schema.json boards.schema.json gaps.schema.json survivors.schema.json
var Files embed.FS
