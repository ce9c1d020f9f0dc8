// This file implements schemas, which writes the JSON schemas.

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"rulebound/tools/rulebound/schemas"
)

func schemasCommand(e *env) *cobra.Command {
	return &cobra.Command{
		Use: "schemas", Short: "Rewrite the JSON schemas of the repository's formats",
		Long: "Schemas writes schemas/*.schema.json: of rulebook blocks, scenario files, compiled games, the report and the protocol. It takes the\n" +
			"descriptions from the Go code, so it needs a clone.",
		Example: "  rulebound schemas",
		RunE: func(*cobra.Command, []string) error {
			changed, err := schemas.Write(e.root(), e.writeOut)
			for _, name := range changed {
				fmt.Fprintln(e.out, "wrote", name)
			}
			return err
		},
	}
}
