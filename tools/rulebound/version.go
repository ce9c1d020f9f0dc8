// This file implements version.

package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"rulebound/compiler"
)

// Set by the linker in release builds, which have no repository.
var (
	released string // the version
	built    string // the revision
)

// identity is the output of version.
type identity struct {
	Version  string `json:"version"`
	Revision string `json:"revision"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
	Library  string `json:"library"` // hash of the library rulebooks
}

func versionCommand(e *env) *cobra.Command {
	var json bool
	c := &cobra.Command{
		Use: "version", Short: "Print version, revision, Go version and the hash of the library rulebooks",
		Example: "  rulebound version --json",
		RunE: func(*cobra.Command, []string) error {
			id := identity{version(), cmp.Or(built, setting("vcs.revision"), "unknown"), runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH, compiler.LibraryHash()}
			if setting("vcs.modified") == "true" {
				id.Revision += ", modified"
			}
			if json {
				return e.writeJSON(id)
			}
			_, err := fmt.Fprintf(e.out, "rulebound %s\nrevision  %s\ngo        %s %s\nlibrary   %s\n", id.Version, id.Revision, id.Go, id.Platform, id.Library)
			return err
		},
	}
	c.Flags().BoolVar(&json, "json", false, "write JSON")
	return c
}

func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && released == "" && info.Main.Version != "(devel)" {
		return cmp.Or(info.Main.Version, "devel")
	}
	return cmp.Or(released, "devel")
}

// setting returns a setting of the build, "" if it is missing.
func setting(key string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}
