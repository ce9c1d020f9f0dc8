// Package conformance is the suite that tests games against their rules. It runs the Ginkgo specs of two packages: rules
// makes those of the scenarios from the repository's files; properties holds what scripts cannot express.
//
//	ginkgo ./conformance                                        runs everything (so does go test ./conformance)
//	ginkgo --fail-on-empty --label-filter=2.3.4 ./conformance   runs one rule section and its subsections
//
// The packages beside them are also used by the commands: scenario (scripts and their runner), trace, golden, coverage, and
// corpus, which ties them together.
package conformance
