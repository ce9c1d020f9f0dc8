//go:build race

package conformance_test

// underRace tells that the race detector watches.
const underRace = true
