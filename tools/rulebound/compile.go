// This file implements compile, which writes compiled games.

package main

import (
	"bytes"

	"github.com/spf13/cobra"

	"rulebound/conformance/corpus"
	"rulebound/engine/def"
)

func compileCommand(e *env) *cobra.Command {
	var file string
	c := &cobra.Command{
		Use: "compile GAME", Short: "Write a compiled game as canonical JSON",
		Long:    "Compile writes a game as canonical JSON, to standard output or to a file. Equal games are equal bytes.",
		Example: "  rulebound compile kalah -o kalah.json",
		RunE:    func(*cobra.Command, []string) error { return e.compile(file) },
	}
	e.oneGame(c)
	c.Flags().StringVarP(&file, "output", "o", "", "write to `FILE` instead of standard output")
	return c
}

// compile writes the named game to a file, or to standard output.
func (e *env) compile(file string) error {
	if err := writable(file); err != nil {
		return err
	}
	gd, err := e.compiled()
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := def.Write(&text, gd); err != nil {
		return err
	}
	if file == "" {
		_, err := e.out.Write(text.Bytes())
		return err
	}
	return e.writeOut(file, text.Bytes())
}

// compiled returns the named game.
func (e *env) compiled() (*def.GameDef, error) {
	defer e.progress.begin("compiling").clear()
	g, err := corpus.OpenRules(e.files(), e.game)
	if err != nil {
		return nil, err
	}
	return g.Def, nil
}
