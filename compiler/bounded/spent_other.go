//go:build !unix

// This file measures wall time on systems without a known alternative.

package bounded

import "time"

var began = time.Now()

// spent returns how long the process has run.
func spent() time.Duration { return time.Since(began) }
