// Command lint checks on the Go syntax tree the promises of the architecture that the Go compiler cannot check: the
// imports of each folder, that the engine and the compiler contain no word of any game, and that nothing unordered (map
// iteration, goroutines, floating point) can reach a result. See docs/maintainers/architecture.md.
//
// Usage: go run ./tools/lint [directory]
//
// It prints one finding a line as file:line:column: message and exits with 1 if there are any, with 2 if the repository
// cannot be read.
package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

func main() {
	root := "."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	os.Exit(run(os.DirFS(root), os.Stdout, os.Stderr))
}

// run lints the repository and returns the exit status.
func run(root fs.FS, out, errs io.Writer) int {
	found, err := lint(root)
	if err != nil {
		fmt.Fprintln(errs, "lint:", err)
		return 2
	}
	for _, f := range found {
		fmt.Fprintln(out, f)
	}
	if len(found) > 0 {
		fmt.Fprintf(errs, "lint: %d findings\n", len(found))
		return 1
	}
	return 0
}

// lint applies every check to the repository at root and returns the findings in order of place. The error reports a
// repository that cannot be read or parsed.
func lint(root fs.FS) ([]finding, error) {
	repo, err := readRepository(root)
	if err != nil {
		return nil, err
	}
	if len(repo.Files) == 0 {
		return nil, errors.New("there is no Go file: this is not the root of the repository")
	}
	words, found, err := readVocabulary(root)
	if err != nil {
		return nil, err
	}
	pages, err := checkLibrary(root, words)
	if err != nil {
		return nil, err
	}
	spelt, err := checkSpelling(root)
	if err != nil {
		return nil, err
	}
	english, err := checkEnglish(root, repo)
	if err != nil {
		return nil, err
	}
	found = append(found, pages...)
	found = append(found, spelt...)
	found = append(found, english...)
	found = append(found, checkImports(repo)...)
	found = append(found, checkWords(repo, words)...)
	found = append(found, checkDeterminism(repo)...)
	found = append(found, checkNarrowing(repo)...)
	found = append(found, checkLength(repo)...)
	sortFindings(found)
	return found, nil
}
