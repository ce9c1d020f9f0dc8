//go:build release

package machine

import "embed"

//go:embed embedded
var files embed.FS

// embedded holds the machine, which `make dist` compiles beforehand.
var embedded = &files
