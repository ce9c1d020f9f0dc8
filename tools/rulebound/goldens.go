// This file rewrites the goldens and prints traces.

package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"rulebound/audit/revision"
	"rulebound/conformance/corpus"
	"rulebound/conformance/golden"
	"rulebound/conformance/trace"
)

// goldens rewrites the goldens, or prints one trace.
func (c *command) goldens() error {
	if c.print == "" {
		if err := golden.Guard(os.Getenv); err != nil {
			return err
		}
	}
	all, err := c.open()
	if c.print != "" {
		return c.printTrace(all, err)
	}
	if err != nil && c.section == "" {
		return err
	}
	cases, chosen, err := c.choose(all, err)
	if err != nil {
		return err
	}
	if len(cases) == 0 {
		return fmt.Errorf("there is no scenario in %s: the goldens were not touched", filepath.Join(c.root, corpus.ScenariosDir))
	}
	plays := c.play(cases)
	if err := failures(plays); err != nil {
		return errors.Join(err, errors.New("the goldens were not touched"))
	}
	traces := map[string][]byte{}
	for _, p := range plays {
		traces[p.Case.Name()] = p.Trace()
	}
	changes, err := golden.RewriteSome(filepath.Join(c.root, corpus.GoldensDir), traces, chosen)
	if err != nil {
		return err
	}
	section := ""
	for _, x := range changes {
		if x.Section() != section {
			section = x.Section()
			fmt.Fprintln(c.out, section)
		}
		fmt.Fprintf(c.out, "  %s %s\n", x.What, filepath.Base(x.Name))
	}
	fmt.Fprintf(c.out, "%d goldens, %d changes\n", len(traces), len(changes))
	c.suspect(plays)
	return nil
}

// choose gives the scenarios whose goldens are written, and tells which goldens are theirs. broken is the error of opening
// the corpus: only what cannot be read of the chosen scenarios, or of a rulebook, is one.
func (c *command) choose(all *corpus.Corpus, broken error) ([]*corpus.Case, func(golden string) bool, error) {
	if c.section == "" {
		return all.Cases(), c.within, broken
	}
	s, err := all.Select(c.section)
	if broken != nil && (err != nil || !beside(broken, s)) {
		return nil, nil, broken
	}
	if err != nil {
		return nil, nil, err
	}
	return s.Cases, func(golden string) bool { return c.within(golden) && s.Holds(golden) }, nil
}

// beside reports whether an error is that of scenarios which are not selected, and of nothing else.
func beside(err error, s *corpus.Selection) bool {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return !slices.ContainsFunc(joined.Unwrap(), func(e error) bool { return !beside(e, s) })
	}
	var broken *corpus.Broken
	if !errors.As(err, &broken) || broken.File == "" {
		return false
	}
	return !s.Holds(strings.TrimSuffix(strings.TrimPrefix(broken.File, corpus.ScenariosDir+"/"), path.Ext(broken.File)))
}

// suspect names the goldens that changed since another revision without a reason in the rulebooks.
func (c *command) suspect(plays []*corpus.Play) {
	var verdict *revision.Verdict
	was, err := commit(c.root, c.against)
	if err == nil {
		verdict, err = revision.Judge(was, plays)
	}
	if err != nil {
		fmt.Fprintf(c.out, "which of them are suspicious cannot be told: %v\n", err)
		return
	}
	for _, game := range verdict.Unknown {
		fmt.Fprintf(c.out, "which of %s are suspicious cannot be told: its rulebook of %s does not compile any more\n", game, c.against)
	}
	fmt.Fprintf(c.out, "%d differ from %s, %d of them suspicious\n", verdict.Changed, c.against, len(verdict.Suspicious))
	if len(verdict.Suspicious) == 0 {
		return
	}
	fmt.Fprintln(c.out, "suspicious: their scenarios came to no rule that was changed")
	section := ""
	for _, name := range verdict.Suspicious {
		if path.Dir(name) != section {
			section = path.Dir(name)
			fmt.Fprintf(c.out, "  %s\n", section)
		}
		fmt.Fprintf(c.out, "    %s\n", path.Base(name))
	}
	if len(verdict.Beside) > 0 {
		fmt.Fprintf(c.out, "declarations that were changed, and of which nobody sees who comes to them: %s\n", abridge(verdict.Beside))
	}
}

// abridge joins the first of a list.
func abridge(list []string) string {
	const most = 12
	if len(list) <= most {
		return strings.Join(list, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(list[:most], ", "), len(list)-most)
}

// commit gives the files below root as they are in a revision. The error says why it cannot.
func commit(root, name string) (fs.FS, error) {
	var out, errs bytes.Buffer
	git := exec.Command("git", "-C", root, "archive", "--format=zip", "-0", "--end-of-options", name)
	git.Stdout, git.Stderr = &out, &errs
	if err := git.Run(); err != nil {
		if said, _, _ := strings.Cut(errs.String(), "\n"); said != "" {
			return nil, fmt.Errorf("git says %q", said)
		}
		return nil, err
	}
	return zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
}

// printTrace prints the trace of the scenario that -print names, even if it fails. broken is the error of opening the corpus: it
// matters only if the scenario is not among those that could be read.
func (c *command) printTrace(all *corpus.Corpus, broken error) error {
	for _, g := range all.Games {
		for _, x := range g.Cases {
			if x.Name() != c.print && x.Script.File != c.print && x.Script.ID() != c.print {
				continue
			}
			p := x.Play()
			text := p.Trace()
			switch {
			case c.json:
				text = trace.JSON(p.Lines)
			case c.rules:
				text = trace.Margin(p.Lines)
			}
			if _, err := c.out.Write(text); err != nil {
				return err
			}
			return p.Problem()
		}
	}
	if broken != nil {
		return broken
	}
	return fmt.Errorf("there is no scenario %q; name it as game/section/scenario", c.print)
}
