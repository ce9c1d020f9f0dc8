// This file makes our engine a program that drive can test.

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"rulebound/engine"
	"rulebound/judge/drive"
)

func programCommand(e *env) *cobra.Command {
	c := &cobra.Command{
		Use: "program", Short: "Play games for another program: the protocol of drive on our own engine",
		Long: "Program answers the requests of docs/protocol.md on standard input and output with our own engine, a reference to compare with\n" +
			"and a server of games for programs in any language (docs/embedding.md).",
		Example: "  rulebound drive --game kalah -- rulebound program",
		RunE:    func(*cobra.Command, []string) error { return e.program() },
	}
	e.takesGame(c)
	return c
}

// program answers the requests of the protocol on standard input with our engine.
func (e *env) program() error {
	all, err := e.open()
	if err != nil {
		return err
	}
	r := &drive.Reference{Load: func(game string, options map[string]string) (*engine.Game, error) {
		for _, g := range all.Games {
			if g.ID == game {
				return g.Load(options)
			}
		}
		return nil, fmt.Errorf("there is no game %q", game)
	}}
	return r.Serve(e.in, e.out)
}
