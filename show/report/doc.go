// Package report makes pages of a corpus: its rulebooks as books, its cards, its scenarios and what a change does to them, for
// people who review a rule; and the same as one JSON file for programs. docs/report.md says what is on them.
//
// Build plays the scenarios and gathers a Model. Write turns the model into files: each part of the report (book, cards,
// scenarios, …) is a function from a game to files, listed in parts. The files need no server and no network: every link is
// relative, what a script reads stands in the page or in a script of its own.
package report
