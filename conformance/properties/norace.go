//go:build !race

package properties

// underRace tells that the race detector watches.
const underRace = false
