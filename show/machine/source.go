//go:build !release

package machine

import "embed"

// embedded is nil: this build compiles the machine on demand.
var embedded *embed.FS
