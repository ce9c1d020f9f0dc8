// This file implements report: the pages, and report.json for programs.

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"rulebound/conformance/corpus"
	"rulebound/conformance/revision"
	"rulebound/judge/drive"
	"rulebound/show/machine"
	"rulebound/show/report"
)

type reporting struct {
	*env
	folder             string
	against            string
	scores, scoresThen string   // output of mutate --json, of now and of the revision of --against
	engines            []string // output of drive --output
	docs               string   // folder of documents
	noPlay             bool
}

func reportCommand(e *env) *cobra.Command {
	x := &reporting{env: e}
	c := &cobra.Command{
		Use: "report", Short: "Write the rulebooks, cards and scenarios as pages, with the tests beside each clause",
		Long:    "Report writes static pages, and report.json for programs (docs/report.md).",
		Example: "  rulebound report\n  rulebound report --against HEAD~1 --scores scores.json --output /tmp/report",
		RunE:    func(*cobra.Command, []string) error { return x.run() },
	}
	e.takesGame(c)
	c.Flags().StringVarP(&x.folder, "output", "o", filepath.Join("build", "report"), "write into the folder `DIR`")
	c.Flags().StringVar(&x.against, "against", "", "show what changed since the `REVISION`")
	c.Flags().StringVar(&x.scores, "scores", "", "show the scores that mutate --json wrote to `FILE`")
	c.Flags().StringVar(&x.scoresThen, "scores-then", "", "with --scores and --against: the scores of that revision, in `FILE`")
	c.Flags().StringArrayVar(&x.engines, "engine", nil, "show what drive --output wrote of another implementation to `FILE`; may be repeated")
	c.Flags().StringVar(&x.docs, "docs", "", "also show the Markdown files of the folder `DIR` of the repository as pages")
	c.Flags().BoolVar(&x.noPlay, "no-play", false, "omit the machine that plays in a browser")
	c.MarkFlagDirname("output")
	c.MarkFlagDirname("docs")
	return c
}

// run writes the report. The pages are moved into their folder at once at the end.
func (x *reporting) run() error {
	if x.scoresThen != "" && (x.scores == "" || x.against == "") {
		return wrongUsage("--scores-then is for --scores and --against")
	}
	if x.docs != "" && !fs.ValidPath(filepath.ToSlash(filepath.Clean(x.docs))) {
		return wrongUsage("--docs %s: name a folder of the repository, such as docs", x.docs)
	}
	all, err := x.open()
	if err != nil {
		return err
	}
	options, err := x.reportOptions()
	if err != nil {
		return err
	}
	if x.docs != "" {
		inside, err := os.OpenRoot(x.root()) // links that leave the folder are not followed, so that nothing outside is published
		if err != nil {
			return err
		}
		defer inside.Close()
		options.Docs = &report.Docs{Files: inside.FS(), Folder: filepath.ToSlash(filepath.Clean(x.docs))}
	}
	if x.against != "" {
		was, err := revision.Commit(x.root(), x.against)
		if err != nil {
			return fmt.Errorf("--against %s: %w", x.against, err)
		}
		defer was.Close()
		scores, err := readScores(x.scoresThen)
		if err != nil {
			return err
		}
		options.Against = &report.Against{Name: x.against, Files: was, Scores: scores}
	}
	fresh, err := x.inFolder()
	if err != nil {
		return err
	}
	defer os.RemoveAll(fresh)
	if !x.noPlay {
		notify := func(text string) { fmt.Fprintln(x.err, text) }
		if options.Machine, err = machine.Get(x.root(), notify); err != nil {
			return fmt.Errorf("%w\n--no-play writes the report without it", err)
		}
	}
	p := x.progress.begin("report")
	defer p.clear()
	options.Progress = func(stage string, done, total int) { p.draw(done, max(total, done), fmt.Sprintf("%s %d", stage, done)) }
	m, err := report.Build(all, options)
	if err == nil {
		err = x.whole(func() error {
			err := report.Write(fresh, m, func(stage string, done, total int) {
				options.Progress(stage, done, total)
				x.letIn()
			})
			if err != nil {
				return err
			}
			return moveInto(fresh, x.folder)
		})
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(x.out, "wrote %s\n", filepath.Join(x.folder, "index.html"))
	return nil
}

// inFolder creates a temporary folder in that of --output, which may be a file system of its own. An interrupt removes
// it.
func (x *reporting) inFolder() (string, error) {
	if err := os.MkdirAll(x.folder, 0o777); err != nil {
		return "", err
	}
	sweep(x.folder)
	fresh, err := os.MkdirTemp(x.folder, unfinished)
	if err == nil {
		x.atInterrupt(func() { os.RemoveAll(fresh) })
	}
	return fresh, err
}

// unfinished is the prefix of the temporary folder of a report.
const unfinished = ".report-"

// sweep removes temporary folders of killed reports, which are those unchanged for an hour.
func sweep(folder string) {
	all, _ := filepath.Glob(filepath.Join(folder, unfinished+"*"))
	for _, name := range all {
		if info, err := os.Lstat(name); err == nil && info.IsDir() && time.Since(info.ModTime()) > time.Hour {
			os.RemoveAll(name)
		}
	}
}

// moveInto moves the files of a folder to the same places in another one, and keeps other files there. It moves none if
// that would follow a link in that folder; a link in place of a file is replaced.
func moveInto(from, to string) error {
	err := eachIn(from, to, func(name, place string, folder bool) error {
		if !folder {
			return nil
		}
		if err := os.Mkdir(place, 0o777); !errors.Is(err, fs.ErrExist) {
			return err
		}
		if info, err := os.Lstat(place); err == nil && !info.IsDir() && name != from {
			return fmt.Errorf("writing %s: it is not a folder; remove it, or write the report elsewhere", place)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return eachIn(from, to, func(name, place string, folder bool) error {
		if folder {
			return nil
		}
		return os.Rename(name, place)
	})
}

// eachIn visits the files and folders of a folder, itself first, with their places in another one.
func eachIn(from, to string, visit func(name, place string, folder bool) error) error {
	return filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		return visit(name, filepath.Join(to, rel), d.IsDir())
	})
}

// reportOptions reads the files of --scores and --engine.
func (x *reporting) reportOptions() (report.Options, error) {
	o := report.Options{Game: x.env.game, Goldens: os.DirFS(filepath.Join(x.root(), corpus.GoldensDir))}
	var err error
	if o.Scores, err = readScores(x.scores); err != nil {
		return o, err
	}
	for _, name := range x.engines {
		r, err := readConformance(name)
		if err != nil {
			return o, err
		}
		o.Engines = append(o.Engines, r)
	}
	return o, nil
}

// readConformance reads the output of drive --output.
func readConformance(name string) (*drive.Report, error) {
	r := &drive.Report{}
	if err := readMeasured(name, "rulebound drive --output", r); err != nil {
		return nil, err
	}
	if r.Version != drive.ReportVersion {
		return nil, fmt.Errorf("%s: it is not of version %d; write it again with rulebound drive --output", name, drive.ReportVersion)
	}
	return r, nil
}
