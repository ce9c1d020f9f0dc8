// Package report makes the pages of a corpus, for reviewers of rules: rulebooks as books, cards, scenarios, and the
// effects of a change; and the same as one JSON file for programs. docs/report.md describes them.
//
// Build plays the scenarios and collects a Model. Write turns the model into files: each part of the report (book,
// cards, scenarios, …) is a function from a game to files, listed in parts. The files need neither server nor
// network: all links are relative, and the data of scripts is in the page or in a script of its own.
package report
