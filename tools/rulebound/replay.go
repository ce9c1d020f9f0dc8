// This file implements replay, which replays saved plays.

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rulebound/compiler/diag"
	"rulebound/conformance/corpus"
	"rulebound/conformance/revision"
	"rulebound/engine"
	"rulebound/show/play"
	"rulebound/show/saved"
)

type replaying struct {
	*env
	json    bool
	against string
	divided

	was    fs.FS // files of the other revision
	across map[string]*play.Revisions
	games  map[string]*corpus.Game
}

// replayed is the result of a play.
type replayed struct {
	File       string            `json:"file"`
	Game       string            `json:"game,omitempty"`
	Answers    int               `json:"answers"` // in the file
	Verdict    string            `json:"verdict"` // same, diverged, ends elsewhere, unplayable (with the other revision) or unreadable
	Divergence *saved.Divergence `json:"divergence,omitempty"`
	Why        string            `json:"why,omitempty"`
}

const (
	asBefore      = "same"
	unplayable    = "unplayable"
	diverged      = "diverged"
	endsElsewhere = "ends elsewhere"
	unreadable    = "unreadable"
)

func replayCommand(e *env) *cobra.Command {
	x := &replaying{env: e, games: map[string]*corpus.Game{}, across: map[string]*play.Revisions{}}
	c := &cobra.Command{
		Use: "replay FILE...", Short: "Play saved plays with the rulebook as it is now",
		Long: "Replay plays each file, and each *.play file in a folder, with the rulebook as it is now, and says whether all answers are still legal and\n" +
			"lead to the same position, or which answer is the first that is not, because of which clause, and what the nearest legal answer is.\n" +
			"With --against it plays them with the rulebook of another revision as well, and reports where the two diverge and which changed clause is the cause.",
		Example: "  rulebound replay kalah.play\n  rulebound replay --against HEAD~3 plays/",
		Args:    takes(1, anyNumber, "name the files of the plays"),
		RunE:    func(_ *cobra.Command, args []string) error { return x.run(args) },
	}
	c.Flags().BoolVar(&x.json, "json", false, "write JSON")
	c.Flags().StringVar(&x.against, "against", "", "compare with the rulebook of the revision `REV` of git")
	x.divide(c)
	return c
}

// run replays files and reports on each. The error is that one differs.
func (x *replaying) run(args []string) error {
	files, err := playFiles(args)
	if err != nil {
		return err
	}
	if err := writable(x.file); err != nil {
		return err
	}
	if x.against != "" {
		was, err := revision.Commit(x.root(), x.against)
		if err != nil {
			return fmt.Errorf("the revision %s: %w", x.against, err)
		}
		defer was.Close()
		x.was = was
	}
	all, err := x.replayAll(files)
	if err != nil {
		return err
	}
	if x.shard.of > 0 {
		return x.writePart(&x.divided, args, all)
	}
	if x.json {
		err = x.writeJSON(all)
	} else {
		x.report(all)
	}
	if err == nil && slices.ContainsFunc(all, func(r replayed) bool { return r.Verdict != asBefore }) {
		return errFailed
	}
	return err
}

// replayAll replays the files of the shard, or joins the results of the parts.
func (x *replaying) replayAll(files []string) ([]replayed, error) {
	done, err := found[[]replayed](x.env)
	if err != nil {
		return nil, err
	}
	p := x.progress.begin("playing")
	defer p.clear()
	all := []replayed{}
	for i, name := range files {
		switch n := len(done); {
		case n > 0 && i/n < len(done[i%n]) && done[i%n][i/n].File == name:
			all = append(all, done[i%n][i/n])
		case n > 0:
			return nil, fmt.Errorf("part %d of %d has no result of %s; were plays added since?", i%n+1, n, name)
		case x.shard.owns(i):
			p.draw(i, len(files), fmt.Sprintf("%d of %s", i, diag.Count(len(files), "play")))
			all = append(all, x.replay(name))
		}
	}
	return all, nil
}

// playFiles lists the named files, and the plays in the named folders.
func playFiles(args []string) ([]string, error) {
	var out []string
	for _, name := range args {
		info, err := os.Stat(name)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			out = append(out, name)
			continue
		}
		before := len(out)
		err = filepath.WalkDir(name, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && filepath.Ext(path) == ".play" {
				out = append(out, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		if len(out) == before {
			return nil, fmt.Errorf("there is no *.play file in %s", name)
		}
	}
	return out, nil
}

func (x *replaying) replay(name string) replayed {
	out := replayed{File: name, Verdict: unreadable}
	file, err := readPlay(name)
	if err != nil {
		out.Why = plainly(err)
		return out
	}
	out.Game, out.Answers = file.Game, len(file.Entries)
	if x.was != nil {
		x.compare(&out, file)
		return out
	}
	g, err := x.load(file)
	if err != nil {
		out.Why = plainly(err)
		return out
	}
	p, err := play.Load(file, g, func(int) play.By { return play.Person })
	switch {
	case errors.As(err, &out.Divergence):
		out.Verdict = diverged
	case err != nil:
		out.Why = plainly(err)
	case file.End != "" && p.End() != file.End:
		out.Verdict, out.Why = endsElsewhere, "all answers are legal, but they lead to another position than before"
	default:
		out.Verdict = asBefore
	}
	return out
}

// compare replays a file with the rules of both revisions.
func (x *replaying) compare(out *replayed, file *saved.File) {
	both, err := x.revisions(file)
	if err != nil {
		out.Why = plainly(err)
		return
	}
	out.Divergence, err = both.Compare(file)
	switch {
	case err != nil:
		out.Verdict, out.Why = unplayable, "with the rules of "+x.against+": "+plainly(err)
	case out.Divergence != nil:
		out.Verdict = diverged
	default:
		out.Verdict = asBefore
	}
}

// revisions loads the game of a play in both revisions, once for each set of options.
func (x *replaying) revisions(file *saved.File) (*play.Revisions, error) {
	options := file.Options()
	key := fmt.Sprint(file.Game, options)
	if both := x.across[key]; both != nil {
		return both, nil
	}
	now, err := corpus.OpenRules(x.files(), file.Game)
	if err != nil {
		return nil, err
	}
	old, err := corpus.OpenRulesOfRevision(x.was, file.Game)
	if err != nil {
		return nil, fmt.Errorf("in the revision %s: %w", x.against, err)
	}
	both := &play.Revisions{Difference: revision.Compare(old, now)}
	if both.Old, err = old.Load(options); err == nil {
		both.New, err = now.Load(options)
	}
	if err == nil {
		x.across[key] = both
	}
	return both, err
}

// plainly formats an error as one line; of unreadable files it is the first error.
func plainly(err error) string {
	var b *corpus.Broken
	if errors.As(err, &b) && len(b.List) > 0 {
		return strings.TrimSuffix(b.List[0].Subject.String()+": "+b.List[0].Summary+": "+b.List[0].Detail, ": ")
	}
	return diag.Plain(strings.ReplaceAll(err.Error(), "\n", "; "))
}

// load loads the game of a play; it compiles each game once.
func (x *replaying) load(file *saved.File) (*engine.Game, error) {
	g := x.games[file.Game]
	if g == nil {
		var err error
		if g, err = corpus.OpenRules(x.files(), file.Game); err != nil {
			return nil, err
		}
		x.games[file.Game] = g
	}
	return g.LoadOptimised(file.Options())
}

// report prints the results.
func (x *replaying) report(all []replayed) {
	same := 0
	for _, r := range all {
		switch {
		case r.Verdict == asBefore:
			same++
			fmt.Fprintf(x.out, "%s: the same, %s\n", r.File, diag.Count(r.Answers, "answer"))
		case r.Divergence != nil:
			d := r.Divergence
			if d.Answer == 0 {
				fmt.Fprintf(x.out, "%s: before the first answer: %s\n", r.File, d.Why)
			} else {
				fmt.Fprintf(x.out, "%s:%d: answer %d of %d, %s: %s\n", r.File, d.Line, d.Answer, r.Answers, d.Given, d.Why)
			}
			if len(d.Causes) > 0 {
				fmt.Fprintf(x.out, "  changed since %s: %s\n", x.against, strings.Join(d.Causes, ", "))
			}
			if len(d.Rules) > 0 {
				fmt.Fprintf(x.out, "  clause: %s\n", strings.Join(d.Rules, ", "))
			}
			if d.Nearest != "" {
				fmt.Fprintf(x.out, "  nearest legal answer: %s\n", d.Nearest)
			}
		default:
			fmt.Fprintf(x.out, "%s: %s: %s\n", r.File, r.Verdict, r.Why)
		}
	}
	fmt.Fprintf(x.out, "%d of %s as before\n", same, diag.Count(len(all), "play"))
}
