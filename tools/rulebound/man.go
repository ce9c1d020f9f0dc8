// This file implements man, which writes the manual pages.

package main

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func manCommand(e *env) *cobra.Command {
	return &cobra.Command{
		Use: "man DIR", Short: "Write the manual pages into a folder",
		Example: "  rulebound man ~/.local/share/man/man1",
		Args:    takes(1, 1, "name the folder: man DIR"),
		RunE:    func(c *cobra.Command, args []string) error { return e.man(c.Root(), args[0]) },
	}
}

// man writes a page for each command, dated SOURCE_DATE_EPOCH, the time of the revision or today.
func (e *env) man(root *cobra.Command, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	root.DisableAutoGenTag = true
	header := &doc.GenManHeader{Section: "1", Source: "rulebound " + version(), Manual: "Rulebound"}
	if os.Getenv("SOURCE_DATE_EPOCH") == "" { // package doc reads the date there
		stamp, err := time.Parse(time.RFC3339, setting("vcs.time"))
		if err == nil {
			header.Date = &stamp
		}
	}
	if err := e.whole(func() error { return doc.GenManTree(root, header, dir) }); err != nil {
		return err
	}
	_, err := fmt.Fprintf(e.out, "wrote manual pages to %s\n", dir)
	return err
}
