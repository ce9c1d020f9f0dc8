package main

// This file builds the tests of a mutated package, and runs those that reach a mutant with that mutant switched on.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// bench is a mutated package with its tests.
type bench struct {
	s      *subject
	folder string
	env    []string
	tests  []*test
}

// test is one top-level test of a package, or a command that must succeed.
type test struct {
	name     string // as reported
	function string // of a test binary
	binary   string
	args     []string      // of a command
	folder   string        // working directory
	last     bool          // the suite, which costs more than all others
	own      bool          // of the mutated package itself
	took     time.Duration // processor time, which does not depend on the load
	hits     map[int]bool  // nil: took too long
}

// memory is the limit of a test, in KiB of address space.
const memory = 8 << 20

// build compiles the tests with all mutants, and measures which mutants each test reaches.
func build(s *subject, folder string, set settings, errs io.Writer) (*bench, error) {
	folder, err := os.MkdirTemp(folder, "package")
	if err != nil {
		return nil, err
	}
	b := &bench{s: s, folder: folder, env: append(os.Environ(), "GOMUTATE=0", "GOMUTATE_HITS=")}
	overlay, err := b.overlay()
	if err != nil {
		return nil, err
	}
	with, err := named(set.with)
	if err != nil {
		return nil, err
	}
	listed, err := exec.Command("go", "list", "-test", "-json=ImportPath,ForTest,Dir,Deps", "./...").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	for dec := json.NewDecoder(bytes.NewReader(listed)); dec.More(); {
		var p struct {
			ImportPath, ForTest, Dir string
			Deps                     []string
		}
		if err := dec.Decode(&p); err != nil {
			return nil, err
		}
		of, isTest := strings.CutSuffix(p.ImportPath, ".test")
		comes := slices.ContainsFunc(p.Deps, func(d string) bool { d, _, _ = strings.Cut(d, " "); return d == s.path })
		if !isTest || !comes || set.own && of != s.path && !slices.Contains(with, of) {
			continue
		}
		if err := b.compile(of, p.Dir, overlay, set.suite); err != nil {
			return nil, err
		}
	}
	if err := b.command(set.also, overlay); err != nil {
		return nil, err
	}
	if err := b.measureAll(set); err != nil {
		return nil, err
	}
	b.tests = slices.DeleteFunc(b.tests, func(t *test) bool { return t.hits == nil })
	slices.SortStableFunc(b.tests, func(x, y *test) int {
		return int(x.cost() - y.cost())
	})
	fmt.Fprintf(errs, "%s: %d tests\n", s.path, len(b.tests))
	return b, nil
}

// named returns the import paths of packages.
func named(patterns []string) ([]string, error) {
	if len(patterns) == 0 {
		return nil, nil
	}
	out, err := exec.Command("go", append([]string{"list", "--"}, patterns...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("-with %s: there is no such package", strings.Join(patterns, ","))
	}
	return strings.Fields(string(out)), nil
}

// command builds a command that must succeed and adds it to the tests.
func (b *bench) command(words []string, overlay string) error {
	if len(words) == 0 {
		return nil
	}
	binary := filepath.Join(b.folder, "also")
	if err := goTool("build", "-ldflags=-s", "-overlay", overlay, "-o", binary, words[0]); err != nil {
		return err
	}
	root, err := os.Getwd()
	b.tests = append(b.tests, &test{name: strings.Join(words, " "), binary: binary, args: words[1:], folder: root})
	return err
}

// cost orders the tests: those of the package first, the suite last, quick ones before slow ones.
func (t *test) cost() time.Duration {
	switch {
	case t.own:
		return t.took
	case t.last:
		return t.took + 2*time.Hour
	}
	return t.took + time.Hour
}

// overlay writes the rewritten files, and the file that makes the go command read them instead of the originals.
func (b *bench) overlay() (string, error) {
	replace := map[string]string{}
	for name, text := range b.s.files {
		file := filepath.Join(b.folder, filepath.Base(name))
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return "", err
		}
		replace[name] = file
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	file := filepath.Join(b.folder, "overlay.json")
	return file, os.WriteFile(file, text, 0o644)
}

func goTool(args ...string) error {
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// compile builds the test binary of a package and lists its tests.
func (b *bench) compile(pkg, folder, overlay string, suite bool) error {
	_, whole := os.Stat(filepath.Join(folder, filepath.Base(folder)+"_suite_test.go"))
	if whole == nil && !suite {
		return nil
	}
	binary := filepath.Join(b.folder, strings.ReplaceAll(pkg, "/", "-")+".test")
	if err := goTool("test", "-c", "-vet=off", "-ldflags=-s", "-overlay", overlay, "-o", binary, pkg); err != nil {
		return err
	}
	cmd := exec.Command(binary, "-test.list", ".")
	cmd.Dir, cmd.Env = folder, b.env
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s -test.list: %w", pkg, err)
	}
	for name := range strings.FieldsSeq(string(out)) {
		if strings.HasPrefix(name, "Benchmark") {
			continue
		}
		b.tests = append(b.tests, &test{name: pkg + " " + name, binary: binary, folder: folder, own: pkg == b.s.path, last: whole == nil, function: name})
	}
	return nil
}

// measureAll measures the tests, in parallel jobs.
func (b *bench) measureAll(set settings) error {
	next, errs := make(chan *test), make([]error, set.jobs)
	var all sync.WaitGroup
	for i := range set.jobs {
		file := filepath.Join(b.folder, fmt.Sprint("hits", i))
		all.Go(func() {
			for t := range next {
				errs[i] = errors.Join(errs[i], b.measure(t, file, set.within))
			}
		})
	}
	for _, t := range b.tests {
		next <- t
	}
	close(next)
	all.Wait()
	return errors.Join(errs...)
}

// measure runs a test without a mutant: its processor time, and the mutants it reaches. A test, but no command, that
// takes longer than within is stopped and has no hits.
func (b *bench) measure(t *test, file string, within time.Duration) error {
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		return err
	}
	limit, stops := 10*time.Minute, within > 0 && t.function != ""
	if stops {
		limit = within + time.Second
	}
	_, args, _ := together([]*test{t})
	out, took, ok := b.run(t, args, "GOMUTATE_HITS="+file, limit)
	if t.took = took; stops && took > within {
		return nil
	}
	if !ok {
		return fmt.Errorf("%s fails without a change:\n%s", t.name, out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	t.hits = map[int]bool{}
	for line := range strings.FieldsSeq(string(text)) {
		n, err := strconv.Atoi(line)
		if err != nil {
			return fmt.Errorf("%s: what it came to cannot be read: %w", t.name, err)
		}
		t.hits[n] = true
	}
	return nil
}

// run runs a test. It returns the output, the processor time, and whether the test passes within the memory limit and a
// limit of processor time, rounded up to whole seconds. A test that waits is stopped after ten times the limit plus five minutes.
func (b *bench) run(t *test, args []string, env string, limit time.Duration) (string, time.Duration, bool) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*limit+5*time.Minute)
	defer cancel()
	script := fmt.Sprintf(`ulimit -v %d 2>/dev/null; ulimit -t %d 2>/dev/null; exec "$0" "$@"`, memory, (limit+time.Second-1)/time.Second)
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", script, t.binary}, args...)...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = t.folder, append(slices.Clip(b.env), env), time.Second // processes that it started may outlive it
	out, err := cmd.CombinedOutput()
	took := time.Duration(0)
	if cmd.ProcessState != nil {
		took = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	return string(out), took, err == nil
}

// try tests the drawn mutants, in parallel jobs.
func (b *bench) try(set settings, end time.Time, errs io.Writer) *result {
	r := &result{Package: b.s.path, Changes: len(b.s.changes)}
	for _, c := range b.s.changes {
		if c.same {
			r.Same++
		}
	}
	chosen := choose(b.s.changes, set)
	next := make(chan *change)
	var all sync.WaitGroup
	var one sync.Mutex
	for range set.jobs {
		all.Go(func() {
			for c := range next {
				killed, reached := b.kill(c)
				one.Lock()
				r.take(c, killed, reached, len(chosen), errs)
				one.Unlock()
			}
		})
	}
	for i, c := range chosen {
		if !end.IsZero() && time.Now().After(end) {
			r.Untried = len(chosen) - i
			break
		}
		if c.same && !set.listed {
			r.Skipped++
			continue
		}
		next <- c
	}
	close(next)
	all.Wait()
	r.finish()
	return r
}

// kill reports whether a test fails with a mutant, and whether any test reaches it.
func (b *bench) kill(c *change) (killed, reached bool) {
	tests := slices.DeleteFunc(slices.Clone(b.tests), func(t *test) bool { return !t.hits[c.ID] })
	for len(tests) > 0 {
		n, args, took := together(tests)
		if _, _, ok := b.run(tests[0], args, "GOMUTATE="+strconv.Itoa(c.ID), max(10*took, time.Second)); !ok {
			return true, true
		}
		reached, tests = true, tests[n:]
	}
	return false, reached
}

// together returns how many of the first tests run in one process, with its arguments and its expected time. Starting a
// process takes longer than most tests.
func together(tests []*test) (n int, args []string, took time.Duration) {
	first, names := tests[0], []string{}
	for _, t := range tests {
		if t.function == "" || t.binary != first.binary || n > 0 && took+t.took > time.Second {
			break
		}
		n, took, names = n+1, took+t.took, append(names, t.function)
	}
	if n == 0 {
		return 1, first.args, first.took
	}
	return n, []string{"-test.short", "-test.failfast", "-test.run", "^(" + strings.Join(names, "|") + ")$"}, took
}

// choose returns the mutants of the part and of the sample: one random mutant from each of as many equal stretches of
// the package. They are shuffled, so that the mutants tested within the time of -for are a sample, too. Listed mutants
// are drawn with the others, so a sample stays the same when one of its survivors is listed.
func choose(all []*change, set settings) []*change {
	all = slices.DeleteFunc(slices.Clone(all), func(c *change) bool {
		return set.listed && !c.same || set.again != "" && !c.again || !set.takes(c.File)
	})
	var chosen []*change
	for i, c := range all {
		if i%set.of == set.part-1 {
			chosen = append(chosen, c)
		}
	}
	if set.sample == 0 || set.sample >= len(chosen) {
		return chosen
	}
	draw := rand.New(rand.NewPCG(set.seed, 0))
	spread := make([]*change, set.sample)
	for i := range spread {
		from, to := i*len(chosen)/set.sample, (i+1)*len(chosen)/set.sample
		spread[i] = chosen[from+draw.IntN(to-from)]
	}
	draw.Shuffle(len(spread), func(i, j int) { spread[i], spread[j] = spread[j], spread[i] })
	return spread
}
