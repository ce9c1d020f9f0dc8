// Package drive plays scenarios on another implementation of a game and reports where it departs from the rules.
//
// plan.go plays a scenario on our own engine and records the requests and their expected replies; drive.go runs plans
// on a program, judge.go compares its replies; program.go talks to a program, process.go starts one within limits;
// words.go has the names of a game, translate.go translates them; reference.go makes our own engine such a program;
// report.go makes the report. docs/protocol.md is the contract.
package drive
