//go:build !release

package machine

import "embed"

// embedded is nil: this build compiles the machine when it is needed.
var embedded *embed.FS
