// Command gomutate is mutation testing of the Go code. It changes one place of a package at a time, runs the tests that
// execute that place, and lists the mutants that survive.
//
// Usage: go run ./tools/gomutate [-sample n [-seed s]] [-part k/n] [-files patterns] [-listed] [-again file] [-own [-with packages]] [-within 2s] [-suite] [-also command] [-jobs n] [-for 1h] [-json] PACKAGE…
//
// All mutants of a package are compiled at once, each behind a switch, so that a test binary is built once. A mutant is
// tested by the tests of its own package that reach it, then by those of the importing packages, the command of -also
// (the scenarios) and, with -suite, the whole suite; the first that fails kills it. A test fails, too, if it takes ten
// times its processor time without the mutant or more than 8 GiB of address space. Equivalent mutants, which
// equivalent.yaml lists, are not tested; -listed tests them alone. The raw score is the share of all drawn mutants that
// are killed; the adjusted score leaves out the listed ones. docs/maintainers/code-mutation.md describes the mutations
// and the scores. Run it in the root of the repository; it writes nothing there.
//
// The status is 0 whatever survives, 1 if a listed mutant was killed, 2 on failure.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

type settings struct {
	sample   int
	seed     uint64
	part, of int
	files    []string // patterns of file names; none: all files
	others   bool     // the files that match none of them
	listed   bool
	again    string // a file of results, whose survivors alone are tested
	own      bool
	with     []string // importing packages whose tests run in spite of own
	within   time.Duration
	jobs     int
	suite    bool
	also     []string // a package of a command, and its arguments
	span     time.Duration
	json     bool
}

// run is the command; it returns the exit status.
func run(args []string, out, errs io.Writer) int {
	var set settings
	flags := flag.NewFlagSet("gomutate", flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.IntVar(&set.sample, "sample", 0, "try only this many changes of a package, drawn evenly over its files; 0: all")
	flags.Uint64Var(&set.seed, "seed", 1, "what the sample is drawn by: another number, another sample")
	flags.BoolVar(&set.listed, "listed", false, "try only what equivalent.yaml lists; a listed change that a test notices is a wrong entry, and the status is 1")
	flags.StringVar(&set.again, "again", "", "try only what survives or is not reached in this file that -json wrote: after the tests that it asked for")
	flags.DurationVar(&set.within, "within", 0, "leave out tests that take more processor time than this; 0: none")
	flags.BoolVar(&set.own, "own", false, "of the tests run only those of the package itself, then the command of -also: much quicker, and a survivor may be one no longer with all tests")
	with := flags.String("with", "", "the packages whose tests run in spite of -own, with commas between them, such as ./conformance/wide")
	flags.IntVar(&set.jobs, "jobs", 1, "try this many changes at once")
	part := flags.String("part", "1/1", "try only the k-th of n parts")
	files := flags.String("files", "", "change only the files whose names match one of these patterns, with commas between them, such as outlook*.go; after a ! those that match none")
	flags.BoolVar(&set.suite, "suite", false, "run the whole suite, too, for what survives everything else")
	also := flags.String("also", "./tools/rulebound conformance", "a command that has to succeed, by its package, with its arguments; empty: none")
	flags.DurationVar(&set.span, "for", 0, "try no further change after this long; 0: no end")
	flags.BoolVar(&set.json, "json", false, "print the result of each package as JSON")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	set.also, set.with = strings.Fields(*also), listed(*with)
	err := set.cut(*part)
	if err == nil {
		err = set.only(*files)
	}
	if err == nil && flags.NArg() == 0 {
		err = errors.New("name the packages whose code to change, such as ./engine")
	}
	if err == nil && (set.sample < 0 || set.jobs < 1) {
		err = errors.New("-sample is 0 or more, -jobs at least 1")
	}
	wrong := 0
	if err == nil {
		wrong, err = try(set, flags.Args(), out, errs)
	}
	if err != nil {
		fmt.Fprintln(errs, "gomutate:", err)
		return 2
	}
	return min(wrong, 1)
}

// listed splits a list at commas.
func listed(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
}

// only parses -files.
func (s *settings) only(files string) error {
	list, others := strings.CutPrefix(files, "!")
	s.files, s.others = listed(list), others
	for _, pattern := range s.files {
		if _, err := filepath.Match(pattern, ""); err != nil {
			return fmt.Errorf("-files %s: %w", pattern, err)
		}
	}
	if files != "" && len(s.files) == 0 {
		return fmt.Errorf("-files %s: name patterns of files, such as outlook*.go", files)
	}
	return nil
}

// takes reports whether -files includes a file.
func (s *settings) takes(file string) bool {
	matches := func(pattern string) bool {
		ok, _ := filepath.Match(pattern, filepath.Base(file))
		return ok
	}
	return len(s.files) == 0 || slices.ContainsFunc(s.files, matches) != s.others
}

// cut parses -part.
func (s *settings) cut(part string) error {
	k, n, ok := strings.Cut(part, "/")
	var err error
	if s.part, err = strconv.Atoi(k); err == nil {
		s.of, err = strconv.Atoi(n)
	}
	if !ok || err != nil || s.part < 1 || s.part > s.of {
		return fmt.Errorf("-part %s: write k/n, the k-th of n parts, such as 1/4", part)
	}
	return nil
}

// try tests the mutants of one package after another and writes the results; it returns the number of wrong entries of
// the list.
func try(set settings, patterns []string, out, errs io.Writer) (int, error) {
	folder, err := os.MkdirTemp("", "gomutate")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(folder)
	packages, err := load(patterns)
	if err != nil {
		return 0, err
	}
	known, err := readList(list)
	if err != nil {
		return 0, err
	}
	end := time.Time{}
	if set.span > 0 {
		end = time.Now().Add(set.span)
	}
	wrong := 0
	for _, p := range packages {
		if err := known.mark(p); err != nil {
			return 0, err
		}
		if err := set.mark(p); err != nil {
			return 0, err
		}
		if len(set.files) > 0 && !set.listed && len(choose(p.changes, set)) == 0 {
			return 0, fmt.Errorf("no change of %s is in the files of -files", p.path)
		}
		fmt.Fprintf(errs, "%s: %d changes\n", p.path, len(p.changes))
		b, err := build(p, folder, set, errs)
		if err != nil {
			return 0, err
		}
		r := b.try(set, end, errs)
		wrong += len(r.Wrong)
		if err := r.write(set.json, out); err != nil {
			return 0, err
		}
	}
	return wrong, nil
}
