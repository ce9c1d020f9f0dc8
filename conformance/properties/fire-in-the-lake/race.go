//go:build race

package fireinthelake

// underRace tells that the race detector watches.
const underRace = true
