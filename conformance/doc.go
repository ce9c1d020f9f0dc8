// Package conformance is the suite that holds games to their rules: Ginkgo specs, one file a rule section, each of which
// plays the scenarios of its section and adds the properties that a script cannot say.
//
//	ginkgo ./conformance                        runs everything (so does go test ./conformance)
//	ginkgo --label-filter=2.3.4 ./conformance   runs one rule section
//
// The parts it stands on can be imported: scenario (scripts and their runner), trace, golden, coverage, and corpus, which
// joins them.
package conformance
