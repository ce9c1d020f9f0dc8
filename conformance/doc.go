// Package conformance is the suite that holds games to their rules. It is put together out of packages that register
// Ginkgo specs: rules makes those of the scenarios out of the repository's files; properties and tidelands hold what a script
// cannot say.
//
//	ginkgo ./conformance                                        runs everything (so does go test ./conformance)
//	ginkgo --fail-on-empty --label-filter=2.3.4 ./conformance   runs one rule section and what lies in it
//
// What the commands stand on, too, lies beside these: scenario (scripts and their runner), trace, golden, coverage, and
// corpus, which joins them.
package conformance
