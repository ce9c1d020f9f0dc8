// Command vet is go vet and staticcheck in one program. Both read every package with all that it imports, which takes
// longer than the checks.
//
// Usage: go run ./tools/vet [-tags LIST] PACKAGES
//
// Flags, staticcheck.conf, //lint:ignore and the cache are those of staticcheck. The analyzers of go vet are checks by
// their own names, such as printf. The status is 1 if there are findings.
package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/suite/vet"
	"honnef.co/go/tools/lintcmd"
	"honnef.co/go/tools/simple"
	"honnef.co/go/tools/staticcheck"
	"honnef.co/go/tools/stylecheck"
	"honnef.co/go/tools/unused"
)

func main() {
	c := lintcmd.NewCommand("vet")
	c.ParseFlags(os.Args[1:])
	c.AddAnalyzers(simple.Analyzers...)
	c.AddAnalyzers(staticcheck.Analyzers...)
	c.AddAnalyzers(stylecheck.Analyzers...)
	c.AddAnalyzers(unused.Analyzer)
	for _, a := range vet.Suite {
		run := a.Run
		a.Run = func(pass *analysis.Pass) (any, error) { // staticcheck does not fill these fields
			pass.ReadFile, pass.IgnoredFiles = os.ReadFile, ignored(pass)
			return run(pass)
		}
	}
	c.AddBareAnalyzers(vet.Suite...)
	c.Run()
}

// ignored returns the Go files of a package's folder that are not part of the pass, such as those for other systems.
func ignored(pass *analysis.Pass) []string {
	if len(pass.Files) == 0 || strings.HasSuffix(pass.Pkg.Name(), "_test") {
		return nil
	}
	var read []string
	for _, f := range pass.Files {
		read = append(read, pass.Fset.File(f.FileStart).Name())
	}
	all, _ := filepath.Glob(filepath.Join(filepath.Dir(read[0]), "*.go"))
	return slices.DeleteFunc(all, func(name string) bool { return slices.Contains(read, name) })
}
