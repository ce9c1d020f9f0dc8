//go:build !unix

// This file measures the time on the wall, where nothing else is known.

package bounded

import "time"

var began = time.Now()

// spent gives how long the process has run.
func spent() time.Duration { return time.Since(began) }
