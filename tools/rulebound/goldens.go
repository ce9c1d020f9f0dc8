// This file implements goldens, which rewrites goldens and prints traces.

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rulebound/compiler/diag"
	"rulebound/conformance/corpus"
	"rulebound/conformance/golden"
	"rulebound/conformance/revision"
	"rulebound/conformance/scenario"
	"rulebound/conformance/scenario/names"
	"rulebound/conformance/trace"
	"rulebound/engine"
)

type rewriting struct {
	*env
	section string
	print   string // a scenario
	against string // a revision
	json    bool
	rules   bool
	view    string // a seat
}

func goldensCommand(e *env) *cobra.Command {
	x := &rewriting{env: e}
	c := &cobra.Command{
		Use: "goldens", Short: "Rewrite the goldens and print what changed, or print one trace",
		Long: "Goldens plays the scenarios, writes their traces to goldens/ and prints which goldens changed. It lists as suspicious the\n" +
			"goldens that differ from another revision although no rule that their scenarios exercise has changed. It refuses to write the golden of a\n" +
			"scenario whose expectation fails, and to run under CI.",
		Example: "  rulebound goldens --section 3.2.2\n  rulebound goldens --print kalah/2.1-sowing/farther",
		RunE: func(*cobra.Command, []string) error {
			if (x.rules || x.view != "") && x.print == "" {
				return wrongUsage("--rules and --view are for --print")
			}
			return x.run()
		},
	}
	e.takesGame(c)
	e.takesSection(c, &x.section, "write only those of the section or scenario `NAME`, even if another scenario fails", e.scenarioNames)
	c.Flags().StringVar(&x.print, "print", "", "print the trace of the scenario `NAME` instead and write nothing")
	c.Flags().StringVar(&x.against, "against", "HEAD", "compare with the goldens of the `REVISION`")
	c.Flags().BoolVar(&x.json, "json", false, "write JSON; with --print JSON Lines, an object for each event")
	c.Flags().BoolVar(&x.rules, "rules", false, "with --print: the clause beside each line")
	c.Flags().StringVar(&x.view, "view", "", "with --print: the trace as the `SEAT` may read it, or everybody")
	c.MarkFlagsMutuallyExclusive("print", "section")
	c.MarkFlagsMutuallyExclusive("print", "against")
	c.MarkFlagsMutuallyExclusive("json", "rules")
	e.complete(c, "print", e.scenarioNames)
	return c
}

// rewritten is the output of --json.
type rewritten struct {
	Version    int            `json:"version"`
	Goldens    int            `json:"goldens"`
	Changes    []goldenChange `json:"changes"`
	Against    string         `json:"against"`
	Unjudged   string         `json:"unjudged,omitempty"` // why suspicious goldens could not be determined
	Differ     int            `json:"differ"`             // goldens that differ from those of the revision
	Suspicious []string       `json:"suspicious"`
	Beside     []string       `json:"beside"`  // changed declarations without nodes: the scenarios that exercise them are unknown
	Unknown    []string       `json:"unknown"` // games whose rulebook of the revision does not compile
}

type goldenChange struct {
	Name string `json:"name"`
	What string `json:"what"` // new, changed or removed
}

func (x *rewriting) run() error {
	if x.print == "" {
		if err := golden.Guard(os.Getenv); err != nil {
			return err
		}
	}
	all, err := x.open()
	if x.print != "" {
		return x.printTrace(all, err)
	}
	if err != nil && x.section == "" {
		return err
	}
	cases, chosen, err := x.choose(all, x.section, err)
	if err != nil {
		return err
	}
	if len(cases) == 0 {
		return fmt.Errorf("there is no scenario in %s: the goldens were not touched", filepath.Join(x.root(), corpus.ScenariosDir))
	}
	plays := x.play(cases)
	if err := failures(plays); err != nil {
		return errors.Join(err, errors.New("the goldens were not touched"))
	}
	traces := map[string][]byte{}
	for _, p := range plays {
		traces[p.Case.Name()] = p.Trace()
	}
	var changes []golden.Change
	if err := x.whole(func() (err error) {
		changes, err = golden.RewriteSome(filepath.Join(x.root(), corpus.GoldensDir), traces, chosen)
		return err
	}); err != nil {
		return err
	}
	r := &rewritten{Version: 1, Goldens: len(traces), Changes: []goldenChange{}, Against: x.against, Suspicious: []string{}, Beside: []string{}, Unknown: []string{}}
	for _, c := range changes {
		r.Changes = append(r.Changes, goldenChange{c.Name, c.What})
	}
	r.suspect(x.root(), plays)
	if x.json {
		return x.writeJSON(r)
	}
	r.write(x.out)
	return nil
}

// write prints the changes by rule section, and the suspicious ones.
func (r *rewritten) write(w io.Writer) {
	section := ""
	for _, c := range r.Changes {
		if path.Dir(c.Name) != section {
			section = path.Dir(c.Name)
			fmt.Fprintln(w, section)
		}
		fmt.Fprintf(w, "  %s %s\n", c.What, path.Base(c.Name))
	}
	fmt.Fprintf(w, "%s, %s\n", diag.Count(r.Goldens, "golden"), diag.Count(len(r.Changes), "change"))
	if r.Unjudged != "" {
		fmt.Fprintf(w, "suspicious goldens cannot be determined: %s\n", r.Unjudged)
		return
	}
	for _, game := range r.Unknown {
		fmt.Fprintf(w, "%s: suspicious goldens cannot be determined, since its rulebook of %s no longer compiles\n", game, r.Against)
	}
	fmt.Fprintf(w, "%d differ from %s, %d of them suspicious\n", r.Differ, r.Against, len(r.Suspicious))
	if len(r.Suspicious) == 0 {
		return
	}
	fmt.Fprintln(w, "suspicious: their scenarios execute no rule that was changed")
	section = ""
	for _, name := range r.Suspicious {
		if path.Dir(name) != section {
			section = path.Dir(name)
			fmt.Fprintf(w, "  %s\n", section)
		}
		fmt.Fprintf(w, "    %s\n", path.Base(name))
	}
	if len(r.Beside) > 0 {
		fmt.Fprintf(w, "changed declarations that no trace records the use of: %s\n", abridge(r.Beside))
	}
}

// choose returns the scenarios of a section, "" for all, and a predicate for their goldens. broken is the error of
// opening the corpus; choose returns it only if it concerns the chosen scenarios or a rulebook.
func (e *env) choose(all *corpus.Corpus, section string, broken error) ([]*corpus.Case, func(golden string) bool, error) {
	if section == "" {
		return all.Cases(), e.within, broken
	}
	s, err := all.Select(section)
	if broken != nil && (err != nil || !beside(broken, s)) {
		return nil, nil, broken
	}
	if err != nil {
		return nil, nil, err
	}
	return s.Cases, func(golden string) bool { return e.within(golden) && s.Holds(golden) }, nil
}

// beside reports whether an error only concerns scenarios outside of a selection.
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

// suspect finds the goldens that changed since another revision without a cause in the rulebooks.
func (r *rewritten) suspect(root string, plays []*corpus.Play) {
	was, err := revision.Commit(root, r.Against)
	var verdict *revision.Verdict
	if err == nil {
		defer was.Close()
		verdict, err = revision.Judge(was, plays)
	}
	if err != nil {
		r.Unjudged = err.Error()
		return
	}
	r.Differ = verdict.Changed
	r.Suspicious = append(r.Suspicious, verdict.Suspicious...)
	r.Beside = append(r.Beside, verdict.Beside...)
	r.Unknown = append(r.Unknown, verdict.Unknown...)
}

// abridge joins the first items of a list.
func abridge(list []string) string {
	const most = 12
	if len(list) <= most {
		return strings.Join(list, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(list[:most], ", "), len(list)-most)
}

// printTrace prints the trace of the scenario of --print, even if it fails. broken is the error of opening the corpus;
// it matters only if the scenario was not read.
func (x *rewriting) printTrace(all *corpus.Corpus, broken error) error {
	for _, g := range all.Games {
		for _, c := range g.Cases {
			if c.Name() != x.print && c.Script.File != x.print && c.Script.ID() != x.print {
				continue
			}
			p := c.Play()
			lines, err := x.viewed(p)
			if err != nil {
				return err
			}
			text := trace.Text(lines)
			switch {
			case x.json:
				text = trace.JSON(lines)
			case x.rules:
				text = trace.Margin(lines)
			}
			if _, err := x.out.Write(text); err != nil {
				return err
			}
			return p.Problem()
		}
	}
	if broken != nil {
		return broken
	}
	return fmt.Errorf("there is no scenario %q; name it as game/section/scenario", x.print)
}

// viewed returns the lines of a trace as the seat of --view may read them, or all.
func (x *rewriting) viewed(p *corpus.Play) ([]trace.Line, error) {
	if x.view == "" {
		return p.Lines, nil
	}
	gd := p.Case.Game.Def
	seat, ok := names.Viewer(gd, x.view)
	if !ok {
		return nil, wrongUsage("there is no seat %q%s", x.view, names.DidYouMean(x.view, names.Viewers(gd)))
	}
	g, err := p.Case.Game.LoadOptimised(scenario.OptionsOf(p.Case.Script))
	if err != nil {
		return nil, err
	}
	var v *trace.Viewer
	p.Case.Record(g, func(r *trace.Recorder) engine.Observer {
		v = trace.NewViewer(r, seat)
		return v
	})
	return v.Lines(), nil
}
