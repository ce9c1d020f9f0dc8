// Package drive plays scenarios on another implementation of a game and tells where it departs from the rules.
//
// plan.go plays a scenario on our own engine and keeps what another one has to say to it; drive.go asks a program all that
// and judges its replies; program.go talks to a program, process.go starts one; names.go translates; reference.go is our own
// engine as such a program; report.go is what comes of it. docs/protocol.md is the contract.
package drive
